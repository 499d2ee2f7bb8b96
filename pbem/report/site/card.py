"""A card: what lists and counts need to know of a game, without its record."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from msgspec import Struct, convert

from pbem.games.game import Outcome, Seat
from pbem.games.kit.order_words import fold
from pbem.referee.match.match import Match, result_of
from pbem.report.drawing import placed
from pbem.report.replay.story import LONGEST_NAME, Step, names_of
from pbem.report.safe_text import printed

_TOTAL = "total"
_LATE = 40  # steps before the end
_ABOUT = 0.8
_UNSAFE = re.compile(r"[^a-z0-9]+")


class Played(Struct, frozen=True):
    """Somebody who played, how he came out, and what he made use of (`cards/HARVEST`) how often. Rank 0: no result.

    Who had the seat before, and left it to him, is named too.
    """

    seat: str
    name: str
    rank: int = 0
    total: int = 0
    uses: dict[str, int] = {}
    earlier: tuple[str, ...] = ()


class Card(Struct, frozen=True):
    """A game on a list."""

    game: str
    rules: str
    version: int
    begun: int  # unix seconds
    at: int  # of the last entry
    entries: int
    rounds: int
    people: tuple[Played, ...]
    head: str
    referee: str
    chance: str
    is_void: bool = False
    is_ruled: bool = False  # the referee ruled how it ended
    event: str = ""  # whose game it is, if it is one of an event
    round: int = 0
    table: int = 0

    @property
    def ranked(self) -> tuple[Played, ...]:
        """Those who played, the best first."""
        return tuple(sorted(self.people, key=lambda one: one.rank))

    @property
    def page(self) -> str:
        """Where its replay is, from the root of the site."""
        return f"games/{self.game}.html"


class Emblem(Struct, frozen=True):
    """The small drawing of a game's last position, and the parts it refers to."""

    svg: str = ""
    parts: dict[str, str] = {}


def make_emblem(steps: Sequence[Step]) -> Emblem:
    """Return the small drawing of how a game ended; an empty one where its title has none.

    Where the end has cleared the table, it is the last position that shows about as much as any shortly before.
    """
    drawings = [_emblem(step) for step in steps[-_LATE:]]
    fullest = max(len(drawing.svg) for drawing in drawings)
    return next(drawing for drawing in reversed(drawings) if len(drawing.svg) >= fullest * _ABOUT)


def _emblem(step: Step) -> Emblem:
    game = step.match.game
    drawing = game.emblem(game.view(step.match.state, None))
    return Emblem(placed(drawing.svg), drawing.parts) if drawing else Emblem()


def make_card(match: Match, steps: Sequence[Step], *, begun: int, chance: str) -> Card:
    """Return the card of a game that is over."""
    names = names_of(match)
    outcome = convert(result_of(match), Outcome) if match.phase == "over" else Outcome({}, {})
    return Card(
        game=match.id,
        rules=match.game.meta.key,
        version=match.terms.rules.version,
        begun=begun,
        at=match.at,
        entries=match.head.size,
        rounds=sum(1 for step in steps if step.is_round and step.turn),
        people=tuple(_played(seat, names[seat], outcome, steps) for seat in match.seats),
        head=match.head.hash.hex(),
        referee=match.terms.referee,
        chance=chance,
        is_void=match.phase == "void",
        is_ruled=match.ruled is not None,
        **_of_event(match),
    )


def _of_event(match: Match) -> dict[str, Any]:
    """Return which table of an event a game is, if it is one."""
    of = match.terms.event
    return {"event": of.event, "round": of.round, "table": of.table} if of else {}


def _played(seat: Seat, name: str, outcome: Outcome, steps: Sequence[Step]) -> Played:
    points = outcome.points.get(seat, {})
    used = Counter(thing for step in steps if step.seat == seat for thing in step.uses)
    return Played(
        seat=seat,
        name=name,
        rank=outcome.ranks.get(seat, 0),
        total=points.get(_TOTAL, sum(points.values())),
        uses=dict(used),
        earlier=tuple(dict.fromkeys(_held(steps, seat, name))),
    )


def _held(steps: Sequence[Step], seat: Seat, last: str) -> Iterator[str]:
    """Yield by whom else a seat was held, move by move."""
    for step in steps:
        holder = step.match.holders.get(seat)
        name = printed(holder.name, LONGEST_NAME) if holder else ""
        if name not in ("", last):
            yield name


def slug(name: str) -> str:
    """Return the name of the file about somebody: readable, harmless, and another one for every name."""
    plain = _UNSAFE.sub("-", fold(name)).strip("-")[:40]
    mark = sha256(name.encode()).hexdigest()[:8]
    is_plain = name == plain.capitalize() and plain != "index"  # of all names that differ by capitals this one alone
    return plain if is_plain else f"{plain or 'player'}-{mark}"
