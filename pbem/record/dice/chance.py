"""Chance as a game asks for it: rolled by the referee, or read back from the record. Both have the same two methods."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import convert

from pbem.record.dice.fair import Stream, deck_order, next_rung, roll_key
from pbem.record.errors import IntegrityError, LaterError
from pbem.record.log.kinds import Roll


class Roller:
    """Rolls for one move (or the setup). A slot that was rolled before, on a line taken back, keeps its rung."""

    def __init__(
        self,
        game: str,
        key: bytes,
        *,
        rung: Callable[[int], bytes],
        hidden: bytes,
        used: Mapping[str, int],
    ) -> None:
        self._game = game
        self._key = key
        self._rung = rung
        self._hidden = hidden
        self._rolls: list[tuple[str, int, bytes, Stream]] = []
        self.used = dict(used)
        self.decks: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}

    def roll(self, slot: str) -> Stream:
        """Open the public roll of a slot; a game that asks twice within one move is wrong."""
        if any(slot == rolled for rolled, *_ in self._rolls):
            raise ValueError(f"slot {slot!r} is rolled twice in one move")
        if slot not in self.used:
            self.used[slot] = next_rung(self.used, slot)
        j = self.used[slot]
        rung = self._rung(j)
        stream = Stream(roll_key(rung, game=self._game, j=j, key=self._key, slot=slot))
        self._rolls.append((slot, j, rung, stream))
        return stream

    def deck(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the hidden order of a deck, index 0 on top. `decks` remembers cards and order by label."""
        order = deck_order(self._hidden, self._game, self._key, label, tuple(cards))
        self.decks[label] = (tuple(cards), order)
        return order

    @property
    def log(self) -> list[dict[str, Any]]:
        """The `chance` of the entry: every roll with every draw made from it so far."""
        return [
            {"slot": slot, "j": j, "r": rung.hex(), "draws": [list(draw) for draw in stream.draws]}
            for slot, j, rung, stream in self._rolls
        ]


class Replayer:
    """Gives a replay the chance of one recorded entry, and refuses any draw that the entry does not hold."""

    def __init__(
        self, game: str, key: bytes, *, seq: int, chance: Iterable[Mapping[str, Any] | Roll], hidden: bytes | None
    ) -> None:
        self._game = game
        self._key = key
        self._seq = seq
        self._hidden = hidden
        self._left = {roll.slot: roll for roll in (convert(item, Roll) for item in chance)}
        self._open: list[_Recorded] = []
        self.decks: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}

    def roll(self, slot: str) -> Stream:
        """Open the recorded roll of a slot; IntegrityError if the entry has none (left)."""
        roll = self._left.pop(slot, None)
        if roll is None:
            raise IntegrityError(self._seq, "draws", f"the rules roll {slot!r}, the entry does not")
        stream = recorded(roll, game=self._game, key=self._key, seq=self._seq)
        self._open.append(stream)
        return stream

    def deck(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the order of a deck, index 0 on top; LaterError while the hidden secret is not known."""
        if self._hidden is None:
            raise LaterError(f"deck {label!r} can be computed when the game is closed")
        order = deck_order(self._hidden, self._game, self._key, label, tuple(cards))
        self.decks[label] = (tuple(cards), order)
        return order

    def finish(self) -> None:
        """Check that the replay used everything the entry holds."""
        for slot in self._left:
            raise IntegrityError(self._seq, "draws", f"the entry rolls {slot!r}, the rules do not")
        for stream in self._open:
            stream.finish()


class _Recorded(Stream):
    """A stream that compares each draw with the record."""

    __slots__ = ("_roll", "_seq")

    def __init__(self, key: bytes, roll: Roll, seq: int) -> None:
        super().__init__(key)
        self._roll = roll
        self._seq = seq

    def below(self, n: int) -> int:
        """Draw, and compare with the record."""
        value, place = super().below(n), len(self.draws) - 1
        held = self._roll.draws[place] if place < len(self._roll.draws) else None
        if held != (n, value):
            raise IntegrityError(
                self._seq,
                "draws",
                f"draw {place + 1} of {self._roll.slot!r} is {value} of {n}, not {_words(held)}",
            )
        return value

    def finish(self) -> None:
        """Check that no recorded draw is left over."""
        if len(self.draws) < len(self._roll.draws):
            raise IntegrityError(self._seq, "draws", f"draws of {self._roll.slot!r} are recorded that were not made")


def _words(held: tuple[int, int] | None) -> str:
    return "absent" if held is None else f"{held[1]} of {held[0]}"


def recorded(roll: Roll, *, game: str, key: bytes, seq: int) -> _Recorded:
    """Return the stream of a published roll, which refuses draws that were not recorded."""
    return _Recorded(roll_key(bytes.fromhex(roll.r), game=game, j=roll.j, key=key, slot=roll.slot), roll, seq)
