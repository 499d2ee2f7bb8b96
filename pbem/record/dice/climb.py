"""How far the ladder of dice is climbed: which slots were rolled, by which rungs, and why a roll may not come next."""

from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from pbem.record.dice import fair
from pbem.record.dice.chance import recorded
from pbem.record.errors import IntegrityError
from pbem.record.log.header import Dice
from pbem.record.log.kinds import Roll


class Rolled(Protocol):
    """An entry with rolls, of a game or of an event."""

    @property
    def chance(self) -> tuple[Roll, ...]: ...
    @property
    def game(self) -> str: ...
    @property
    def seq(self) -> int: ...


class Climb(Struct, frozen=True):
    """The way up a ladder. Rungs are used from the anchor up, a block for each turn.

    One comes again only on a line of play that was taken back.
    """

    length: int = 0
    top: int = 0
    rung: str = ""  # the one at the top
    last: str = ""  # the slot that was rolled by it
    rolls: dict[str, Roll] = {}  # by slot
    line: frozenset[str] = frozenset()  # slots rolled on the way to the present state

    @property
    def used(self) -> dict[str, int]:
        """The slots rolled so far, with their rung."""
        return {slot: roll.j for slot, roll in self.rolls.items()}

    def after(self, chance: tuple[Roll, ...]) -> "Climb":
        """Return it after some rolls more."""
        climb = self
        for roll in chance:
            climb = climb._after(roll)
        return climb

    def _after(self, roll: Roll) -> "Climb":
        line = self.line | {roll.slot}
        if roll.slot in self.rolls:
            return replace(self, line=line)
        rolls = {**self.rolls, roll.slot: roll}
        return replace(self, top=roll.j, rung=roll.r, last=roll.slot, rolls=rolls, line=line)

    def back(self, line: frozenset[str]) -> "Climb":
        """Return it after play went back to where just these slots were rolled."""
        return replace(self, line=line)

    def objection(self, content: Rolled) -> str | None:
        """Say why the rungs of an entry are not those that come next, or None."""
        climb = self
        for roll in content.chance:
            if why := climb._objection(content.game, roll):
                return why
            climb = climb._after(roll)
        return None

    def _objection(self, game: str, roll: Roll) -> str | None:
        if roll.slot in self.line:
            return f"slot {roll.slot!r} was rolled before, and that was not taken back"
        before = self.rolls.get(roll.slot)
        if before is not None:
            is_same = (before.j, before.r) == (roll.j, roll.r)
            return None if is_same else f"slot {roll.slot!r} was rolled with another rung before"
        place = fair.next_rung({self.last: self.top} if self.last else {}, roll.slot)
        if roll.j != place or roll.j > self.length:
            return f"slot {roll.slot!r} takes rung {roll.j} of {self.length} where {place} is next"
        return self._descent(game, roll)

    def _descent(self, game: str, roll: Roll) -> str | None:
        rung = bytes.fromhex(roll.r)
        for j in range(roll.j, self.top, -1):
            rung = fair.rung_below(game, j, rung)
        return None if rung.hex() == self.rung else f"rung {roll.j} does not lead down to rung {self.top}"


def foot(dice: Dice) -> Climb:
    """Return the foot of a ladder."""
    return Climb(dice.n, rung=dice.anchor)


def draws_objection(content: Rolled, key: bytes) -> str | None:
    """Say which draw of an entry is not what its rung, its slot and K give, or None; `key` is K."""
    try:
        for roll in content.chance:
            stream = recorded(roll, game=content.game, key=key, seq=content.seq)
            for n, _ in roll.draws:
                stream.below(n)
    except IntegrityError as error:
        return error.why
    return None
