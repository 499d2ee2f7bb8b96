"""Dice: every rung comes from the ladder in its place, and every draw from its rung."""

from typing import ClassVar, Protocol

from pbem.record.checks.checker import Verdict
from pbem.record.dice import fair
from pbem.record.dice.chance import recorded
from pbem.record.errors import Check, IntegrityError
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Dice, Move, Open, Roll, Ruling, Start


class Ladder:
    """Rungs are used from the anchor up, a block for each turn. One comes again only on a line that was taken back."""

    check: ClassVar[Check] = "ladder"

    def __init__(self) -> None:
        self._length = 0
        self._used: dict[str, int] = {}
        self._rungs: dict[int, str] = {}
        self._top = 0
        self._line: frozenset[str] = frozenset()  # slots rolled on the way to the present state
        self._lines: list[frozenset[str]] = []  # the same after every entry

    def read(self, entry: Entry) -> None:
        match entry.content:
            case Open(dice=dice):
                self.begin(dice)
            case Start(game=game, chance=chance) | Move(game=game, chance=chance):
                self.climb(entry.seq, game, chance)
            case Ruling(act="back", to=int(to)) if to < len(self._lines):
                self._line = self._lines[to]
        self._lines.append(self._line)

    def finish(self) -> Verdict:
        return "ok"

    def begin(self, dice: Dice) -> None:
        """Stand at the foot of a ladder."""
        self._length, self._rungs = dice.n, {0: dice.anchor}

    def climb(self, seq: int, game: str, chance: tuple[Roll, ...]) -> None:
        """Take the rolls of an entry; IntegrityError if a rung is not in its place."""
        for roll in chance:
            if why := self._objection(game, roll):
                raise IntegrityError(seq, "ladder", why)

    def _objection(self, game: str, roll: Roll) -> str | None:
        if roll.slot in self._line:
            return f"slot {roll.slot!r} was rolled before, and that was not taken back"
        self._line |= {roll.slot}
        if roll.slot in self._used:
            is_same = self._used[roll.slot] == roll.j and self._rungs[roll.j] == roll.r
            return None if is_same else f"slot {roll.slot!r} was rolled with another rung before"
        place = fair.next_rung(self._used, roll.slot)
        if roll.j != place or roll.j > self._length:
            return f"slot {roll.slot!r} takes rung {roll.j} of {self._length} where {place} is next"
        return self._climb(game, roll)

    def _climb(self, game: str, roll: Roll) -> str | None:
        rung = bytes.fromhex(roll.r)
        for j in range(roll.j, self._top, -1):
            rung = fair.rung_below(game, j, rung)
        if rung.hex() != self._rungs[self._top]:
            return f"rung {roll.j} does not lead down to rung {self._top}"
        self._used[roll.slot] = self._top = roll.j
        self._rungs[roll.j] = roll.r
        return None


class Key:
    """Finds K, the joint key, on the way; it is None before `start`."""

    def __init__(self) -> None:
        self._open: Open | None = None
        self.value: bytes | None = None

    def read(self, entry: Entry) -> None:
        match entry.content:
            case Open() as content:
                self._open = content
            case Start(luck=lucks) if self._open is not None:
                self.value = fair.game_key(self._open, lucks)


class Draws:
    """Every draw is what its rung, the joint key and its slot give."""

    check: ClassVar[Check] = "draws"

    def __init__(self) -> None:
        self._key = Key()

    def read(self, entry: Entry) -> None:
        self._key.read(entry)
        if isinstance(entry.content, Start | Move) and self._key.value is not None:
            draw_again(entry.content, self._key.value)

    def finish(self) -> Verdict:
        return "ok"


class Rolled(Protocol):
    """An entry with rolls, of a game or of an event."""

    @property
    def chance(self) -> tuple[Roll, ...]: ...
    @property
    def game(self) -> str: ...
    @property
    def seq(self) -> int: ...


def draw_again(content: Rolled, key: bytes) -> None:
    """Draw what an entry has drawn; IntegrityError if that is something else. `key` is K."""
    for roll in content.chance:
        stream = recorded(roll, game=content.game, key=key, seq=content.seq)
        for n, _ in roll.draws:
            stream.below(n)
