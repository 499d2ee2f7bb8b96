"""Desk words in a sheet for a game, answered: help, what is planned, what a preview finds."""

from collections.abc import Callable, Iterator

from pbem.desk.errors import RefusedError
from pbem.desk.matches.acts.orders.answers import plan_lines, silence
from pbem.desk.matches.state.positions import head_at
from pbem.desk.post.hearing.games.handed_in import HandedIn, plan_of
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.desk_words import DeskRequest, word
from pbem.desk.wording.phrases import say
from pbem.desk.wording.word_rows import ROWS, function_of
from pbem.games.game import AnyGame
from pbem.referee.acts.submit import Refused, preview
from pbem.referee.plans.trial import Trial
from pbem.report.notice import NOTHING, Notices, about

WordAnswer = Callable[[Transaction, HandedIn], Notices]
HELP = tuple(row.key for row in ROWS if row.in_game and row.in_game.is_in_help)


def answer_words(look: Transaction, handed: HandedIn) -> Notices:
    """Return the answer to the desk words of a sheet."""
    language = handed.player.language
    messages = tuple(f"{word('tell', language)} {message.to}: {message.text}" for message in handed.asked.press)
    told = about("understood", *messages)
    for answer in _answers(handed.asked):
        told = (*told, *answer(look, handed))
    return told


def _answers(asked: DeskRequest) -> Iterator[WordAnswer]:
    """Yield the functions that answer what is asked, each once: several words may be answered by one."""
    keys = asked.words if asked.history is None else asked.words | {"history"}
    places = [row.in_game.answered_by for row in ROWS if row.in_game and row.key in keys]
    return (function_of(place) for place in dict.fromkeys(places) if place)


def tell_help(_look: Transaction, handed: HandedIn) -> Notices:
    """Answer `help`: which words there are in a game."""
    language = handed.player.language
    places = {key: word(key, language) for key in ("all", "private")}
    lines = (say(f"word_{key}", language, word=word(key, language), **places) for key in HELP)
    return about("help", *lines)


def tell_plan(look: Transaction, handed: HandedIn) -> Notices:
    """Answer `plan` and `status`: what is planned, and what happens if nothing else arrives."""
    match, language = handed.match, handed.player.language
    if match.phase != "running":
        return NOTHING
    plan = plan_of(look, handed)
    planned = plan_lines(match, handed.seat, plan, language) or (say("desk_nothing", language),)
    still = say(silence(match, handed.seat, plan), language)
    return (*about("planned", *planned), *about("silence", still))


def tell_past(_look: Transaction, handed: HandedIn) -> Notices:
    """Answer `history`: which entry the letter is about."""
    return about("past", str(handed.asked.history))


def try_orders(look: Transaction, handed: HandedIn) -> tuple[Notices, Trial | None]:
    """Return what a preview finds, as its player may know it; RefusedError if orders are wrong."""
    match, language = handed.match, handed.player.language
    found = preview(match, plan_of(look, handed), handed.orders, head_at=head_at(look, match.id))
    if isinstance(found, Refused):
        raise RefusedError(found.problems)
    if isinstance(found, Trial):
        return about("preview", *tell_trial(match.game, found, language)), found
    return about("preview", say(f"would_{found}", language)), None


def tell_trial(game: AnyGame, trial: Trial, language: str) -> tuple[str, ...]:
    """Tell what a preview found: what would be played, what would happen, and why it ends there."""
    acts = (game.write(act.move, language) for act in trial.acts)
    played = tuple(say("would_play", language, order=text) for text in acts) or (say("would_wait", language),)
    happened = tuple(game.say(happening.saying, language) for happening in trial.happenings)
    return (*played, *happened, say(f"end_{trial.end}", language))
