"""Desk words in a sheet for a game, answered: help, what is planned, what a preview finds."""

from pbem.desk.errors import RefusedError
from pbem.desk.matches.acts.acting import plan_lines, silence
from pbem.desk.matches.state.positions import head_at
from pbem.desk.post.hearing.games.handed_in import HandedIn, plan_of
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.desk_words import word
from pbem.desk.wording.phrases import say
from pbem.games.game import AnyGame
from pbem.referee.acts.submit import Refused, preview
from pbem.referee.plans.trial import Trial
from pbem.report.notice import Notices, about

_LOOKING = ("help", "status", "board", "history", "preview", "plan")
_CHANGING = ("clear", "undo", "agree", "appeal", "resign", "leave")
HELP = (*_LOOKING, *_CHANGING, "tell")


def answer_words(look: Transaction, handed: HandedIn) -> Notices:
    """Return the answer to the desk words of a sheet."""
    match, asked, language = handed.match, handed.asked, handed.player.language
    messages = tuple(f"{word('tell', language)} {message.to}: {message.text}" for message in asked.press)
    told = about("understood", *messages)
    if "help" in asked.words:
        told = (*told, *about("help", *_help_lines(language)))
    if asked.words & {"plan", "status"} and match.phase == "running":
        plan = plan_of(look, handed)
        planned = plan_lines(match, handed.seat, plan, language) or (say("desk_nothing", language),)
        still = say(silence(match, handed.seat, plan), language)
        told = (*told, *about("planned", *planned), *about("silence", still))
    if asked.history is not None:
        told = (*told, *about("past", str(asked.history)))
    return told


def _help_lines(language: str) -> tuple[str, ...]:
    places = {key: word(key, language) for key in ("all", "private")}
    return tuple(say(f"word_{key}", language, word=word(key, language), **places) for key in HELP)


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
