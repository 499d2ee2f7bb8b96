"""An event as its record tells it so far: the book, and what its form makes of it."""

from collections.abc import Iterable

from msgspec import Struct

from pbem.record.events.law.book import Book, Counted, Entered, Seating
from pbem.record.events.law.book_steps import players_for
from pbem.record.events.law.objections import who_starts
from pbem.tournament.event import score
from pbem.tournament.values import Entrant, EventTable, Form, History, Penalty, Player, Result, Round, Standings


class Event(Struct, frozen=True):
    """The life of an event up to its head."""

    book: Book
    form: Form

    @property
    def id(self) -> str:
        """The event's id."""
        return self.book.id

    @property
    def history(self) -> History:
        """What was drawn, and came of it."""
        rounds = tuple(Round(tuple(map(_table, drawn.tables)), _players(drawn.byes)) for drawn in self.book.rounds)
        penalties = (
            Penalty(player=Player(player), round=round_, points=parts) for player, round_, parts in self.book.penalties
        )
        return History(rounds, tuple(penalties))

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """Who is in the event, in the order of entry; before the start, who would be if it started now."""
        if self.book.phase == "entering":
            return tuple(Entrant(Player(name)) for name in who_starts(self.book)[0])
        number = len(self.book.rounds) + 1
        return tuple(_entrant(name, entered, number) for name, entered in self.book.players.items())

    @property
    def to_be_drawn(self) -> tuple[Entrant, ...]:
        """Who is in for the next draw: whoever came or left after its cut counts from the round after it."""
        number = len(self.book.rounds) + 1
        players = players_for(self.book, number)
        return tuple(
            Entrant(Player(name), entered.since or number + 1, entered.withdrew) for name, entered in players.items()
        )

    def standings(self, lots: tuple[Player, ...] = ()) -> Standings:
        """Return who is ahead by all that has a result; without lots, equals share a rank."""
        return score(self.form, self.entrants, self.history, lots)


def _entrant(name: str, entered: Entered, number: int) -> Entrant:
    """Return an entrant as he stands before a round is drawn, of which nothing is settled yet."""
    withdrew = entered.withdrew or (number if entered.left else 0)
    return Entrant(Player(name), entered.since or number, withdrew)


def _table(seating: Seating) -> EventTable:
    return EventTable(_players(seating.seats), None if seating.result is None else _result(seating.result))


def _result(counted: Counted) -> Result:
    substitutes = {Player(player): Player(by) for player, by in counted.substitutes}
    return Result(how=counted.how, places=counted.places, points=counted.points, substitutes=substitutes)


def _players(names: Iterable[str]) -> tuple[Player, ...]:
    return tuple(map(Player, names))
