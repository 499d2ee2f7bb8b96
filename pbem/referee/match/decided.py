"""The result of a command to a match."""

from msgspec import Struct

from pbem.games.game import Happening, Seat
from pbem.record.log.entry import Entry
from pbem.referee.language.plan import Aside, Plan, Planned
from pbem.referee.language.problem import Problem
from pbem.referee.match.match import Match


class Notice(Struct, frozen=True):
    """A message about a seat's own plan, for its holder alone."""

    seat: Seat
    unused: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    aside: Aside | None = None  # what was decided for it, and waits for what others choose


class Decided(Struct, frozen=True):
    """The result of a command: the match and its plans, and everything that has to be kept."""

    match: Match
    plans: dict[Seat, Plan]
    entries: tuple[Entry, ...] = ()
    sealed: dict[int, str] = {}  # texts of sealed moves, by entry
    orders: dict[int, str] = {}  # what the seal of an order is over, by entry
    happenings: tuple[tuple[int, Happening], ...] = ()
    notices: tuple[Notice, ...] = ()
    understood: tuple[tuple[Planned, ...], ...] = ()  # the lines of the sheet by turn, if the command was one
