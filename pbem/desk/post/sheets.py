"""A sheet as its player sent it: desk words are answered, messages are passed on, orders are acted on."""

from collections.abc import Mapping
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.desk_words import Asked, Press, read_words, word
from pbem.desk.errors import RefusedError
from pbem.desk.matches.acting import Played, act, head_at, plan_lines, seat_of, silence
from pbem.desk.matches.freezing import why_frozen
from pbem.desk.matches.plans import read_plans
from pbem.desk.matches.positions import current, position
from pbem.desk.matches.requests import request_letter
from pbem.desk.people import find_player
from pbem.desk.phrases import say
from pbem.desk.store.store import Player, Transaction
from pbem.games.game import AnyGame, Seat
from pbem.games.words import fold
from pbem.referee.match import Match
from pbem.referee.plan import Plan
from pbem.referee.sheet import Problem
from pbem.referee.submit import Alone, Refused, Submission, preview, problems_of
from pbem.referee.trial import Trial
from pbem.report.page import Notices, ProblemLine

_HELP = ("help", "status", "board", "history", "preview", "plan", "clear", "resign", "tell")


class Taken(Struct, frozen=True):
    """What became of a sheet. Without `played` nothing was decided; `trial` is what a preview found."""

    seat: Seat
    match: Match
    asked: Asked
    notices: Notices
    played: Played | None = None
    trial: Trial | None = None


def take_here(desk: Desk, game: str, name: str, text: str, *, is_preview: bool = False) -> Taken:
    """Take a sheet at the desk itself; RefusedError if anything in it is wrong, and then nothing is done."""
    with desk.store.write() as change:
        match = current(desk, change, game)
        player = find_player(change, name)
        digest = sha256(text.encode()).hexdigest()
        text = f"{word('preview', 'en')};{text}" if is_preview else text
        submission = Submission(seat_of(match, player), text, "desk", digest, player.language)
        taken = take(desk, change, match, player, submission, is_letter_due=False)
    if taken.played:
        desk.remember(taken.played.decided.match)
    return taken


def take(  # noqa: PLR0913 - whose sheet, and how it is answered
    desk: Desk,
    change: Transaction,
    match: Match,
    player: Player,
    submission: Submission,
    *,
    is_letter_due: bool,
    is_answered: bool = True,
    may_tell: bool = True,
    problems: tuple[Problem, ...] = (),
) -> Taken:
    """Act on a sheet inside a transaction. Desk words alone change nothing; if a letter is due it answers them.

    Who may not tell others anything just now is told so, and his orders are taken. With `problems` a sheet is refused
    whatever it says.
    """
    asked = read_words(submission.text, submission.language)
    sheet = replace(submission, text=asked.sheet)
    press = _addressed(change, match, submission.seat, asked.press, player)
    problems += (*asked.problems, *press[1], *_history_problems(desk, change, match, asked, player.language))
    if problems:
        raise RefusedError((*problems, *_order_problems(change, match, asked, sheet)))
    told = _told(change, match, asked, submission)
    if press[0] and not may_tell:
        told, press = replace(told, problems=(ProblemLine(0, say("desk_many_messages", player.language)),)), ({}, ())
    if "preview" in asked.words:
        found = _preview(change, match, sheet)
        told = replace(told, preview=_tell_preview(match, found, submission.language))
        trial = found if isinstance(found, Trial) else None
        taken = Taken(submission.seat, match, asked, told, trial=trial)
    elif asked.has_orders:
        played = act(desk, change, match, sheet, told=told, press=press[0], is_answered=is_answered)
        return Taken(submission.seat, played.decided.match, asked, played.answer, played)
    else:
        taken = Taken(submission.seat, match, asked, told)
    for seat, message in press[0].items():
        name = match.holders[seat].name
        request_letter(desk, change, match, seat=seat, name=name, notices=message)
    if is_letter_due:
        notices = replace(taken.notices, frozen=why_frozen(desk, change, match.id, player.language) or "")
        request_letter(desk, change, match, seat=submission.seat, name=player.name, notices=notices, at=asked.history)
    return taken


def _told(look: Transaction, match: Match, asked: Asked, submission: Submission) -> Notices:
    """Return the answer to the desk words of a sheet."""
    language = submission.language
    messages = tuple(f"{word('tell', language)} {message.to}: {message.text}" for message in asked.press)
    told = Notices(understood=messages)
    if "help" in asked.words:
        places = {"all": word("all", language)}
        lines = tuple(say(f"word_{key}", language, word=word(key, language), **places) for key in _HELP)
        told = replace(told, help=lines)
    if asked.words & {"plan", "status"} and match.phase == "running":
        plan = read_plans(look, match).get(submission.seat, Plan())
        told = replace(
            told,
            planned=plan_lines(match, submission.seat, plan, language) or (say("desk_nothing", language),),
            silence=(say(silence(match, submission.seat, plan), language),),
        )
    return told if asked.history is None else replace(told, past=(str(asked.history),))


def _history_problems(desk: Desk, look: Transaction, match: Match, asked: Asked, language: str) -> tuple[Problem, ...]:
    if asked.history is None:
        return ()
    if asked.has_orders or "preview" in asked.words:
        return (Problem(0, say("desk_past_alone", language)),)
    if asked.history >= match.head.size:
        return (Problem(0, say("desk_no_entry", language, entry=asked.history, last=match.head.size - 1)),)
    if position(desk, look, match.id, asked.history).state is None:
        return (Problem(0, say("desk_before_start", language, entry=asked.history)),)
    return ()


def _order_problems(look: Transaction, match: Match, asked: Asked, sheet: Submission) -> tuple[Problem, ...]:
    """Return what else is wrong with a sheet, so that all is told at once."""
    if not asked.has_orders or match.phase != "running":
        return ()
    plan = read_plans(look, match).get(sheet.seat, Plan())
    return problems_of(match, plan, sheet, head_at(look, match.id))


def _preview(look: Transaction, match: Match, sheet: Submission) -> Trial | Alone:
    plan = read_plans(look, match).get(sheet.seat, Plan())
    found = preview(match, plan, sheet, head_at=head_at(look, match.id))
    if isinstance(found, Refused):
        raise RefusedError(found.problems)
    return found


def _tell_preview(match: Match, found: Trial | Alone, language: str) -> tuple[str, ...]:
    """Return what a preview found, as its player may know it."""
    return _tell_trial(match.game, found, language) if isinstance(found, Trial) else (say(f"would_{found}", language),)


def _tell_trial(game: AnyGame, trial: Trial, language: str) -> tuple[str, ...]:
    acts = (game.write(act.move, language) for act in trial.acts)
    played = tuple(say("would_play", language, order=text) for text in acts) or (say("would_wait", language),)
    happened = tuple(game.say(happening.saying, language) for happening in trial.happenings)
    return (*played, *happened, say(f"end_{trial.end}", language))


def _addressed(
    look: Transaction, match: Match, seat: Seat, messages: tuple[Press, ...], sender: Player
) -> tuple[dict[Seat, Notices], tuple[Problem, ...]]:
    """Return what each seat is told by others, and the messages that cannot be passed on."""
    told: dict[Seat, tuple[str, ...]] = {}
    problems = []
    for message in messages:
        readers = _readers(match, seat, message)
        if not readers:
            names = ", ".join(holder.name for other, holder in match.holders.items() if other != seat and holder.name)
            problems.append(
                Problem(message.line, say("desk_nobody_called", sender.language, name=message.to, names=names))
            )
        for reader in readers:
            told[reader] = (
                *told.get(reader, ()),
                f"{sender.name} ({_called(look, match, seat, reader)}): {message.text}",
            )
    return {reader: Notices(press=lines) for reader, lines in told.items()}, tuple(problems)


def _called(look: Transaction, match: Match, seat: Seat, reader: Seat) -> str:
    """Return what a seat is called in the language of another one's player."""
    player = look.player(match.holders[reader].name)
    return match.game.called(seat, player.language if player else "en")


def _readers(match: Match, sender: Seat, message: Press) -> list[Seat]:
    others: Mapping[Seat, str] = {
        seat: holder.name for seat, holder in match.holders.items() if seat != sender and holder.name
    }
    if message.is_for_all:
        return list(others)
    wanted = fold(message.to)
    return [seat for seat, name in others.items() if wanted in (fold(name), fold(seat))]
