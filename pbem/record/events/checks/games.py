"""The games of an event: each is that of its table, was opened as the event says, and came to what it says."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from pbem.record.dice import fair
from pbem.record.errors import IntegrityError
from pbem.record.events.law.book import Book, Named
from pbem.record.events.law.chance import Place, table_secret
from pbem.record.events.law.kinds import MOST_RUNGS, Names
from pbem.record.events.law.tables import places_fault
from pbem.record.log.chain import Log, is_ending
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import OF_ADDRESS, Close, OfEvent, Open, Order, Ruling, Seat, Start


class Facts(Struct, frozen=True):
    """What the record of a game tells that its event must agree with. Seats are in the order of the opening."""

    open: str  # the hash of its first entry
    terms: Open
    luck: str | None  # what `start` says of the event's K; None: it has not started
    names: tuple[Names, ...]  # who held each seat, one after the other
    keys: Names  # by which key each was held first
    played: tuple[Names, ...]  # of each seat: for which of these it was ordered
    end: str = ""  # the hash of the entry by which it ended
    ended: int = 0  # when that was
    is_void: bool = False
    is_ruled: bool = False
    result: dict[str, Any] = {}

    @property
    def holders(self) -> Names:
        """Who held each seat last; empty where nobody did."""
        return tuple(names[-1] if names else "" for names in self.names)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat; none if the result does not tell them."""
        places = self._of_seats("ranks")
        if not all(type(place) is int for place in places):
            return ()
        return tuple(places) if places_fault(self.terms.seats, tuple(places), ()) is None else ()

    @property
    def points(self) -> tuple[int, ...]:
        """The victory points of each seat; none if the result does not tell them all."""
        totals: list[Any] = [line.get("total") if isinstance(line, dict) else None for line in self._of_seats("points")]
        return tuple(totals) if all(type(total) is int for total in totals) else ()

    def _of_seats(self, name: str) -> list[Any]:
        said = self.result.get(name)
        return [said.get(seat) for seat in self.terms.seats] if isinstance(said, dict) else [None]


def facts_of(log: Log) -> Facts | None:
    """Return what a game tells its event, as far as its record can be read; None if it has no opening."""
    if not log.entries or not isinstance(log.entries[0].content, Open):
        return None
    reading = _Reading(log.entries[0].content)
    for entry in log.entries:
        reading.read(entry)
    last = log.entries[-1]
    is_over = is_ending(last.content)
    return Facts(
        open=log.entries[0].hash.hex(),
        terms=reading.terms,
        luck=reading.luck,
        names=tuple(map(tuple, reading.names.values())),
        keys=tuple(reading.keys.values()),
        played=tuple(map(tuple, reading.played.values())),
        end=last.hash.hex() if is_over else "",
        ended=last.content.at if is_over else 0,
        is_void=is_over and not isinstance(last.content, Close),
        is_ruled=reading.is_ruled,
        result=last.content.result if isinstance(last.content, Close) else {},
    )


class _Reading:
    """Reads a game for what its event must agree with."""

    def __init__(self, terms: Open) -> None:
        self.terms = terms
        self.luck: str | None = None
        self.names: dict[str, list[str]] = {seat: [] for seat in terms.seats}
        self.keys = dict.fromkeys(terms.seats, "")
        self.played: dict[str, list[str]] = {seat: [] for seat in terms.seats}
        self.is_ruled = False

    def read(self, entry: Entry) -> None:
        match entry.content:
            case Start(luck=luck):
                self.luck = luck.get(fair.EVENT, "")
            case Seat(seat=seat, name=name, key=key) if seat in self.names:
                self.keys[seat] = self.keys[seat] or key
                if self.names[seat][-1:] != [name]:
                    self.names[seat].append(name)
            case Order(seat=seat, word="") if seat in self.names:
                self.played[seat] += self.names[seat][-1:]
            case Ruling(act="result"):
                self.is_ruled = True


# What all games of an event have from its opening.
_ALIKE = {
    "accepts": "the kinds of signature",
    "key": "the referee's key",
    "options": "the options",
    "pace": "the pace",
    "referee": "the referee",
    "rules": "the rules",
    "table": "the components",
}


def check_game(book: Book, id_: str, facts: Facts) -> None:
    """Raise IntegrityError unless a game is that of the table which names it, and came to what the event says."""
    named = book.games[id_]
    for why in _misplaced(book, id_, named, facts):
        raise IntegrityError(named.seq, "games", f"{id_}: {why}")
    if named.result is None:
        return
    for why in _misreported(named, facts):
        raise IntegrityError(named.result.seq, "games", f"{id_}: {why}")


def _misplaced(book: Book, id_: str, named: Named, facts: Facts) -> Iterator[str]:
    """Say what is wrong with a game as the one of its table."""
    event, game, place = book.terms, facts.terms, named.place
    if facts.open != named.open:
        yield "its first entry is not the one that the table names"
    if game.event != OfEvent(
        attempt=place.attempt, draw=named.draw, event=event.game, round=place.round, table=place.table
    ):
        yield "its opening does not name this table, or not by the draw that stands"
    if game.at < named.drawn:
        yield "it was opened before its table was drawn, or a clock was set back"
    for name, words in _ALIKE.items():
        if getattr(game, name) != getattr(event, name):
            yield f"it is not played with {words} of the event"
    if game.game != id_ or game.seats != event.seats[: len(named.seats)]:
        yield "it has another id, or other seats, than a game at this table has"
    if game.dice.n != event.dice.n:
        yield f"its ladder has {game.dice.n} rungs, not {event.dice.n}"
    if tuple(names[0] if names else "" for names in facts.names) != named.seats:
        yield "others sat down than those of the table"
    if facts.luck not in (None, book.key.hex()):
        yield "its dice are not made with the luck of the event"


def _misreported(named: Named, facts: Facts) -> Iterator[str]:
    """Say what is wrong with the result of a game."""
    result = named.result
    if result is None:
        return
    if not facts.end or facts.end != result.head:
        yield "the result names no end of this game"
    if result.at < facts.ended:
        yield "the result is older than the end of the game"
    if result.how != how_ended(facts):
        yield f"the game was {how_ended(facts)}, not {result.how}"
    if not facts.is_void and (result.places, result.points) != (facts.places, facts.points):
        yield "the result is not that of the game"
    if not facts.is_void and result.substitutes != substitutes(named.holders, facts):
        yield "other substitutes are named than those who held the seats at the end"
    yield from _taken_over(named, facts)


def how_ended(facts: Facts) -> str:
    """Return how a game that is over came to its end."""
    if facts.is_void:
        return "void"
    return "adjudicated" if facts.is_ruled else "played"


def substitutes(holders: Names, facts: Facts) -> tuple[tuple[str, str], ...]:
    """Return whose seat somebody else held at the end."""
    ends = zip(holders, facts.holders, strict=False)
    return tuple((player, last) for player, last in ends if last and last != player)


def _taken_over(named: Named, facts: Facts) -> Iterator[str]:
    """Say where a seat was replaced in the event that its player had begun to play, or never was in the game."""
    for first, holder, names, played in zip(named.seats, named.holders, facts.names, facts.played, strict=False):
        if holder != first and (holder not in names or first in played):
            yield f"{holder!r} has the seat of {first!r}, who had begun to play, or never got it"


def rekeyed(book: Book, id_: str, facts: Facts) -> tuple[str, ...]:
    """Return who sat down with another key than he entered with; an address is called otherwise in each record."""
    held = zip(book.games[id_].seats, facts.keys, strict=False)
    kept = [(player, key) for player, key in held if not OF_ADDRESS.fullmatch(key)]
    return tuple(player for player, key in kept if key != book.keys[player])


def is_derived(terms: Open, secret: bytes) -> bool:
    """Tell whether the dice and decks of a table's game follow from the secret of its event."""
    of = terms.event
    if of is None or terms.dice.n > MOST_RUNGS:
        return False
    place = Place(of.round, of.table, of.attempt)
    top = table_secret(secret, "ladder", of.event, place)
    hidden = table_secret(secret, "hidden", of.event, place)
    is_ladder = fair.ladder(terms.game, top, terms.dice.n).anchor.hex() == terms.dice.anchor
    return is_ladder and fair.hidden_commitment(terms.game, hidden).hex() == terms.hidden


def check_named(book: Book, games: Mapping[str, Any]) -> None:
    """Raise IntegrityError if there is a game that no table names."""
    for id_ in sorted(games.keys() - book.games.keys()):
        raise IntegrityError(None, "games", f"{id_}: no table names this game")
