"""Messages in a sheet for a game: whom each is for, in what words they are told, and which cannot be passed on."""

from msgspec import Struct

from pbem.desk.post.hearing.games.handed_in import HandedIn
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.desk_words import Press
from pbem.desk.wording.phrases import say
from pbem.games.game import Seat
from pbem.games.kit.order_words import fold
from pbem.referee.language.problem import Problem
from pbem.referee.match.match import Match
from pbem.report.notice import Notices, about


class Messages(Struct, frozen=True):
    """What other seats are told by a sheet, and what of it cannot be passed on."""

    told: dict[Seat, Notices] = {}
    problems: tuple[Problem, ...] = ()


def address(look: Transaction, handed: HandedIn) -> Messages:
    """Find the seats that the messages of a sheet are for."""
    match, sender = handed.match, handed.player
    told: dict[Seat, tuple[str, ...]] = {}
    problems = []
    for message in handed.asked.press:
        readers = _readers(match, handed.seat, message)
        if why := _misaddressed(match, handed, message, readers):
            problems.append(Problem(message.line, why))
            continue
        for reader in readers:
            line = f"{sender.name} ({_called(look, match, handed.seat, reader)}): {message.text}"
            told[reader] = (*told.get(reader, ()), line)
    return Messages({reader: about("press", *lines) for reader, lines in told.items()}, tuple(problems))


def _called(look: Transaction, match: Match, seat: Seat, reader: Seat) -> str:
    """Return what a seat is called in the language of another one's player."""
    player = look.people.find(match.holders[reader].name)
    return match.game.called(seat, player.language if player else "en")


def _others(match: Match, seat: Seat) -> dict[Seat, str]:
    """Return who holds the other seats."""
    return {other: holder.name for other, holder in match.holders.items() if other != seat and holder.name}


def _readers(match: Match, sender: Seat, message: Press) -> list[Seat]:
    others = _others(match, sender)
    if message.is_for_all:
        return list(others)
    return [seat for seat in _meant(match, message) if seat in others]


def _meant(match: Match, message: Press) -> list[Seat]:
    """Return the seats that are called so, or whose players are; the sender's own too."""
    wanted = fold(message.to)
    return [seat for seat, holder in match.holders.items() if wanted in (fold(holder.name), fold(seat))]


def _misaddressed(match: Match, handed: HandedIn, message: Press, readers: list[Seat]) -> str:
    """Say why a message cannot be passed on, or nothing if it is clear whom it is for."""
    language = handed.player.language
    called = _meant(match, message)
    # Who meant one player must not tell another: a name may be a seat as well, and two names the same when read.
    is_doubtful = bool(called) if message.is_for_all else len(called) > 1
    if is_doubtful:
        names = ", ".join(f"{seat}: {match.holders[seat].name}" for seat in called)
        return say("desk_two_called", language, name=message.to, names=names)
    if not readers:
        names = ", ".join(_others(match, handed.seat).values())
        return say("desk_nobody_called", language, name=message.to, names=names)
    return ""
