"""A seat's plan: the lines of its sheets that are not used yet. Private, and replaceable until used."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pbem.mail.block.block import Seen
from pbem.referee.language.sheet import OrderLine


class Source(Struct, frozen=True):
    """A sheet as it came in: how its sender is known, and what was understood."""

    sign: str  # the kind of signature, or "desk", "bot"
    digest: str  # SHA-256 of the signed bytes, hex
    text: str  # the sheet as understood
    seen: Seen | None = None
    order: int | None = None  # the entry that says it was used
    language: str = "en"  # what its sender reads
    came: int = 0  # when it reached the referee
    size: int = 0  # of the record when it was taken


class Planned(Struct, frozen=True):
    """A line that waits for its decision: the kinds it answers, and the sheet it came with."""

    line: OrderLine
    kinds: frozenset[str]
    source: str

    def outlives(self, renewed: frozenset[str]) -> "Planned | None":
        """Return what is left when other lines answer some kinds: an `any` serves the rest, other lines end."""
        if all(alternative.is_any for alternative in self.line.alternatives):
            return replace(self, kinds=self.kinds - renewed) if self.kinds - renewed else None
        return None if self.kinds & renewed else self


Deed = Literal["late", "play", "resign", "vacate"]


class Aside(Struct, frozen=True):
    """A decision for a seat that is kept until all who choose at the same time have chosen.

    Only the seat knows of it until then. It is recorded together with their choices.
    """

    act: Deed
    turn: str
    due: int = 0  # of who is late
    reason: str = ""  # of a ruling
    source: Source | None = None  # the word of who resigns


class HeldAnswer(Struct, frozen=True):
    """An answer that can still be taken back unseen: until when, and the plan as it was before."""

    until: int
    before: "Plan"


class Plan(Struct, frozen=True):
    """Everything a seat has ordered that is still to be used."""

    lines: tuple[Planned, ...] = ()
    later: tuple[tuple[Planned, ...], ...] = ()
    always: tuple[Planned, ...] = ()
    sources: dict[str, Source] = {}
    turn: str | None = None  # the turn `lines` serve, once it has begun
    started: bool = False  # whether the lines of this turn passed their trial
    is_answer: bool = False  # the seat knew all there is to know when it sent this: nothing has happened since
    rested: tuple[Planned, ...] = ()  # `always` lines of moves in between, already used at the present decision
    held: HeldAnswer | None = None  # the answer to the present decision is not played before a time
    aside: Aside | None = None  # the present decision is decided for the seat, and no line is tried

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits here."""
        return not (self.lines or self.later or self.always or self.held or self.aside)

    @property
    def all_lines(self) -> tuple[Planned, ...]:
        """Every line that is left, whatever turn it serves."""
        return tuple(planned for turn in self.turns for planned in turn)

    @property
    def turns(self) -> tuple[tuple[Planned, ...], ...]:
        """All lines that are left, by turn. Lines for all turns are with the first turn."""
        return ((*self.lines, *self.always), *self.later)

    def of_sheet(self, digest: str) -> tuple[tuple[Planned, ...], ...]:
        """Return the lines of one sheet by turn, as it has them."""
        own = ([planned for planned in turn if planned.source == digest] for turn in self.turns)
        return tuple(tuple(sorted(turn, key=lambda planned: planned.line.number)) for turn in own)

    def adopt(self, blocks: tuple[tuple[Planned, ...], ...], source: Source) -> "Plan":
        """Replace the unused lines by those of a new sheet, and `always` lines by kind."""
        standing = [planned for block in blocks for planned in block if planned.line.always]
        fresh = tuple(tuple(planned for planned in block if not planned.line.always) for block in blocks)
        renewed = frozenset(kind for planned in standing for kind in planned.kinds)
        kept = tuple(old for planned in self.always if (old := planned.outlives(renewed)))
        adopted = replace(self, always=(*kept, *standing), sources={**self.sources, source.digest: source})
        if any(fresh):
            adopted = replace(adopted, lines=fresh[0], later=fresh[1:], turn=None, started=False, is_answer=False)
        return adopted.tidied()

    def dropped(self) -> "Plan":
        """Drop the lines of this turn only."""
        return replace(self, lines=()).tidied()

    def without(self, planned: Planned, rest: Planned | None = None) -> "Plan":
        """Take out a used line, or put what is left of it in its place. `always` lines stay."""
        middle = (rest,) if rest else ()
        if planned.line.always:
            return replace(self, lines=(*middle, *self.lines))
        at = self.lines.index(planned)
        return replace(self, lines=(*self.lines[:at], *middle, *self.lines[at + 1 :]))

    def only_for(self, kinds: frozenset[str]) -> "Plan":
        """Forget the `always` lines that answer none of the kinds."""
        always = tuple(planned for planned in self.always if planned.kinds & kinds)
        return self if always == self.always else replace(self, always=always).tidied()

    def in_turn(self, turn: str) -> tuple["Plan", tuple[Planned, ...]]:
        """Begin or go on with a turn: lines of an earlier turn end and are returned, lines below `next` move up."""
        if self.turn == turn:
            return self, ()
        if self.turn is None:
            return replace(self, turn=turn, started=False), ()
        lines, later = (self.later[0], self.later[1:]) if self.later else ((), ())
        moved = replace(self, lines=lines, later=later, turn=turn, started=False)
        return moved.tidied(), self.lines

    def past_turn(self) -> tuple["Plan", tuple[Planned, ...]]:
        """End the turn that is served: its lines are returned, lines below `next` wait for the coming one."""
        lines, later = (self.later[0], self.later[1:]) if self.later else ((), ())
        moved = replace(self, lines=lines, later=later, turn=None, started=False)
        return moved.tidied(), self.lines

    def ordered(self, digest: str, seq: int) -> "Plan":
        """Note the entry that says a sheet was used."""
        return replace(self, sources={**self.sources, digest: replace(self.sources[digest], order=seq)})

    def tidied(self) -> "Plan":
        """Forget the sheets no line of which is left."""
        used = {planned.source for block in (self.lines, self.always, *self.later) for planned in block}
        return replace(self, sources={digest: source for digest, source in self.sources.items() if digest in used})


def texts(lines: Iterable[Planned]) -> tuple[str, ...]:
    """Return lines as they were written."""
    return tuple(planned.line.text for planned in lines)
