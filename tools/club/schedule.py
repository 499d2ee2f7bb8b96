"""What will happen to the club whatever its people do: games that are opened, silences, a jump, two restores."""

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from pbem.desk.matches.acts.offers.opening import NewGame
from pbem.desk.matches.times.pacing import PaceWish
from pbem.games.found import named
from tools.club.acts import Act, BackUp, Begin, BringBack, Jump, Open, Restore, Stop
from tools.club.people import Person
from tools.club.world import BEGIN, DAY, HOUR, MINUTE

TITLES = ("fortuna", "alea", "praetor")
_TRUSTED = 24  # hours of silence after which the host must say that the time is right
_OFFERED = 6  # one game in so many is open for people to join
_DESERTED = 5  # one offer in so many finds too few
_PACES = (
    PaceWish("swift", grace="1h", zone="Europe/Rome"),
    PaceWish("normal", rest="Sat,Sun", zone="Europe/Rome"),
    PaceWish("swift", rest="Sun", zone="America/New_York", hold="0s"),
    PaceWish("normal", rest="Sun", zone="Australia/Lord_Howe", hold="30m"),
    PaceWish("slow", grace="6h"),
    PaceWish("12h+6h<=48h", rest="Sat,Sun", zone="America/Santiago", grace="2h"),
    PaceWish("normal", rest="Fri", zone="Asia/Kolkata", late="ask"),
)


class Opening(Struct, frozen=True):
    """A game to be opened at a time, and who will ask to join it."""

    at: int
    open: Open
    guests: tuple[Person, ...]


def openings(people: Sequence[Person], random: Random, *, games: int, days: int) -> list[Opening]:
    """Return the games of the club, all titles in turn."""
    found = []
    for number in range(games):
        at = BEGIN + int((number + random.random()) * days * 0.8 / games * DAY)
        found.append(_opening(number, _clear(at, days), people, random))
    return found


def _clear(at: int, days: int) -> int:
    """Put off an opening that would be lost with the disk, or for which nobody is at the desk."""
    silences = [(begin, begin + hours * HOUR) for begin, hours in _silences(days)]
    losses = [(backup - HOUR, begun) for backup, _stopped, begun in _losses(days)]
    for begin, end in (*silences, *losses):
        if begin <= at <= end:
            return end + HOUR
    return at


def _opening(number: int, at: int, people: Sequence[Person], random: Random) -> Opening:
    title = TITLES[number % len(TITLES)]
    most = len(named(title).meta.seats)
    size = min(random.choice((2, 2, 3, 3, 4, 5)), most)
    players = random.sample([one for one in people if one.gone > at], size)
    pace = _PACES[number // len(TITLES) % len(_PACES)]
    game = f"{title}{number + 1}"
    if number % _OFFERED != _OFFERED - 1:
        seats = dict(zip(named(title).meta.seats, (one.name for one in players), strict=False))
        return Opening(at, Open(NewGame(title, seats, game), pace), ())
    guests = players[1:] if number // _OFFERED % _DESERTED == _DESERTED - 1 else players
    return Opening(at, Open(NewGame(title, {}, game, places=size), pace), tuple(guests))


def _losses(days: int) -> list[tuple[int, int, int]]:
    """Return when the disk is lost: the backup before, when the desk stopped, and when it began again."""
    first, second = (_at(days, part) for part in (0.5, 0.72))
    return [(first, first, first + 150 * MINUTE), (second - 9 * HOUR, second, second + 4 * HOUR)]


def _silences(days: int) -> list[tuple[int, int]]:
    """Return when the desk falls silent, and for how many hours."""
    return [(_at(days, part), hours) for part, hours in ((0.18, 5), (0.4, 20), (0.62, 71))]


def troubles(days: int) -> list[tuple[int, Act]]:
    """Return what befalls the desk, and when."""
    found: list[tuple[int, Act]] = []
    for at, hours in _silences(days):
        found += [(at, Stop()), (at + hours * HOUR, Begin(must_confirm=hours > _TRUSTED))]
    for part, by in ((0.3, 400 * DAY), (0.32, -3 * DAY)):
        at = _at(days, part)
        found += [(at, Stop()), (at + 10 * MINUTE, Jump(by)), (at + 20 * MINUTE, Begin())]
    for backup, stopped, begun in _losses(days):
        steps = [(backup, BackUp()), (stopped, Stop()), (stopped + HOUR, Restore()), (begun, Begin())]
        if backup == stopped:
            steps[:2] = [steps[1], steps[0]]
        found += [*steps, (begun, BringBack())]
    return found


def _at(days: int, part: float) -> int:
    return BEGIN + int(days * DAY * part) // HOUR * HOUR + 17
