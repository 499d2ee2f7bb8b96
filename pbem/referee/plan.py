"""A seat's plan: the lines of its sheets that are not used yet. Private, and replaceable until used."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from pbem.referee.sheet import Alternative, Line, Seen


class Source(Struct, frozen=True):
    """A sheet as it came in: who vouches for it and what was understood."""

    sign: str  # the kind of signature, or "desk", "bot"
    digest: str  # SHA-256 of the signed bytes, hex
    text: str  # the sheet as understood
    seen: Seen | None = None
    order: int | None = None  # the entry that says it was used


class Planned(Struct, frozen=True):
    """A line that waits for its decision: the kinds it answers, and the sheet it came with."""

    line: Line
    kinds: frozenset[str]
    source: str


class Plan(Struct, frozen=True):
    """Everything a seat has ordered that is still to be used."""

    lines: tuple[Planned, ...] = ()
    later: tuple[tuple[Planned, ...], ...] = ()
    always: tuple[Planned, ...] = ()
    sources: dict[str, Source] = {}
    turn: str | None = None  # the turn `lines` serve, once it has begun
    started: bool = False  # whether the lines of this turn passed their trial

    def adopt(self, blocks: tuple[tuple[Planned, ...], ...], source: Source) -> "Plan":
        """Replace the unused lines by those of a new sheet, and `always` lines by kind."""
        standing = [planned for block in blocks for planned in block if planned.line.always]
        fresh = tuple(tuple(planned for planned in block if not planned.line.always) for block in blocks)
        renewed = frozenset(kind for planned in standing for kind in planned.kinds)
        kept = tuple(planned for planned in self.always if not planned.kinds & renewed)
        adopted = replace(self, always=(*kept, *standing), sources={**self.sources, source.digest: source})
        if any(fresh):
            adopted = replace(adopted, lines=fresh[0], later=fresh[1:], turn=None, started=False)
        return adopted.tidied()

    def cleared(self) -> "Plan":
        """Drop every line."""
        return Plan()

    def dropped(self) -> "Plan":
        """Drop the lines of this turn only."""
        return replace(self, lines=()).tidied()

    def without(self, planned: Planned, rest: Planned | None = None) -> "Plan":
        """Take out a used line, or put what is left of it in its place. `always` lines stay."""
        if planned.line.always:
            return replace(self, lines=(rest, *self.lines)) if rest else self
        at = self.lines.index(planned)
        middle = (rest,) if rest else ()
        return replace(self, lines=(*self.lines[:at], *middle, *self.lines[at + 1 :]))

    def in_turn(self, turn: str) -> tuple["Plan", tuple[Planned, ...]]:
        """Begin or go on with a turn: lines of an earlier turn end and are returned, lines below `next` move up."""
        if self.turn == turn:
            return self, ()
        if self.turn is None:
            return replace(self, turn=turn, started=False), ()
        lines, later = (self.later[0], self.later[1:]) if self.later else ((), ())
        moved = replace(self, lines=lines, later=later, turn=turn, started=False)
        return moved.tidied(), self.lines

    def ordered(self, digest: str, seq: int) -> "Plan":
        """Note the entry that says a sheet was used."""
        return replace(self, sources={**self.sources, digest: replace(self.sources[digest], order=seq)})

    def tidied(self) -> "Plan":
        """Forget the sheets no line of which is left."""
        used = {planned.source for block in (self.lines, self.always, *self.later) for planned in block}
        return replace(self, sources={digest: source for digest, source in self.sources.items() if digest in used})


def rest_of(planned: Planned, alternative: Alternative) -> Planned | None:
    """Return what a chain still orders after its first move."""
    if len(alternative.moves) == 1:
        return None
    rest = Alternative(alternative.moves[1:])
    text = " then ".join(rest.moves)
    return Planned(Line(planned.line.number, text, (rest,)), planned.kinds, planned.source)


def texts(lines: Iterable[Planned]) -> tuple[str, ...]:
    """Return lines as they were written."""
    return tuple(planned.line.text for planned in lines)
