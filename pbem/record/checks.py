"""The checks of a record beyond bytes and chain. Each reads every entry in turn and says no by IntegrityError.

When the log ends, `finish` says whether the check is complete ("ok") or waits for something to be published ("later").
"""

from collections.abc import Iterable
from typing import ClassVar, Literal, Protocol

from msgspec import UNSET

from pbem.record import fair, notes, result
from pbem.record.chance import recorded
from pbem.record.entry import Entry, Head
from pbem.record.errors import Check, IntegrityError
from pbem.record.kinds import Close, Move, Open, Opening, Order, Roll, Ruling, Seat, Start
from pbem.record.openings import Deck
from pbem.record.seals import is_opened_by

Verdict = Literal["ok", "later"]


class Checker(Protocol):
    """One check of a whole record."""

    check: ClassVar[Check]

    def read(self, entry: Entry) -> None:
        """Look at the next entry."""

    def finish(self) -> Verdict:
        """Look at the whole."""


class References:
    """What entries point at is there: seats of `open`, causes, entries gone back to, heads that players quoted."""

    check: ClassVar[Check] = "chain"

    def __init__(self) -> None:
        self._seats: tuple[str, ...] = ()
        self._hashes = [Head.empty.hash.hex()]
        self._orders: dict[int, str] = {}

    def read(self, entry: Entry) -> None:
        content = entry.content
        if isinstance(content, Open):
            self._seats = content.seats
        elif why := self._objection(content):
            raise IntegrityError(entry.seq, "chain", why)
        if isinstance(content, Order):
            self._orders[entry.seq] = content.seat
        self._hashes.append(entry.hash.hex())

    def _objection(self, content: object) -> str | None:
        match content:
            case Seat(seat=str(seat)) | Order(seat=str(seat)) | Move(seat=str(seat)) | Ruling(seat=str(seat)) if (
                seat not in self._seats
            ):
                return f"there is no seat {seat!r} in this game"
            case Move(seat=seat, cause=int(cause)) if self._orders.get(cause) != seat:
                return f"entry {cause} is no order of {seat!r} that could cause a move"
            case Ruling(to=int(to)) if to >= len(self._hashes) - 1:
                return f"entry {to}, to go back to, is still to come"
            case Order(seen=seen) if seen and not self._is_own(seen.size, seen.head):
                return f"quotes a head of size {seen.size} that is not of this chain: there is, or was, another"
        return None

    def _is_own(self, size: int, head: str) -> bool:
        return size < len(self._hashes) and self._hashes[size].startswith(head)

    def finish(self) -> Verdict:
        return "ok"


class Luck:
    """Every luck that was committed to is revealed by `start`, and no other."""

    check: ClassVar[Check] = "luck"

    def __init__(self) -> None:
        self._commitments: dict[str, str] = {}
        self._is_decided = False
        self.is_joint = False
        self.is_started = False

    def read(self, entry: Entry) -> None:
        match entry.content:
            case Seat(seat=seat, luck=luck):
                self._commitments[seat] = luck
            case Start(game=game, luck=lucks):
                self.is_started = self._is_decided = True
                self._compare(entry.seq, game, lucks)
            case Close():
                self._is_decided = True

    def _compare(self, seq: int, game: str, lucks: dict[str, str]) -> None:
        committed = {seat: luck for seat, luck in self._commitments.items() if luck}
        for seat in sorted(committed.keys() | lucks.keys()):
            if seat not in lucks:
                raise IntegrityError(seq, "luck", f"the luck of {seat!r} was committed to and is not revealed")
            if seat not in committed:
                raise IntegrityError(seq, "luck", f"the luck of {seat!r} is revealed and was never committed to")
            if fair.luck_commitment(game, seat, bytes.fromhex(lucks[seat])).hex() != committed[seat]:
                raise IntegrityError(seq, "luck", f"the luck of {seat!r} is not what was committed to")
        self.is_joint = bool(committed)

    def finish(self) -> Verdict:
        return "ok" if self._is_decided else "later"


class Ladder:
    """Rungs are used one after the other from the anchor up, each by one slot for ever."""

    check: ClassVar[Check] = "ladder"

    def __init__(self) -> None:
        self._length = 0
        self._rungs: list[str] = []
        self._slots: dict[str, int] = {}

    def read(self, entry: Entry) -> None:
        match entry.content:
            case Open(dice=dice):
                self._length, self._rungs = dice.n, [dice.anchor]
            case Start(game=game, chance=chance) | Move(game=game, chance=chance):
                if len({roll.slot for roll in chance}) < len(chance):
                    raise IntegrityError(entry.seq, "ladder", "a slot is rolled twice in one entry")
                for roll in chance:
                    if why := self._objection(game, roll):
                        raise IntegrityError(entry.seq, "ladder", why)

    def _objection(self, game: str, roll: Roll) -> str | None:
        if roll.slot in self._slots:
            is_same = self._slots[roll.slot] == roll.j and self._rungs[roll.j] == roll.r
            return None if is_same else f"slot {roll.slot!r} was rolled with another rung before"
        if roll.j != len(self._rungs) or roll.j > self._length:
            return f"slot {roll.slot!r} takes rung {roll.j} of {self._length} where {len(self._rungs)} is next"
        if fair.rung_below(game, roll.j, bytes.fromhex(roll.r)).hex() != self._rungs[-1]:
            return f"rung {roll.j} does not lead down to rung {roll.j - 1}"
        self._slots[roll.slot] = roll.j
        self._rungs.append(roll.r)
        return None

    def finish(self) -> Verdict:
        return "ok"


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
                seats = [(seat, bytes.fromhex(lucks.get(seat, ""))) for seat in self._open.seats]
                anchor, hidden = bytes.fromhex(self._open.dice.anchor), bytes.fromhex(self._open.hidden)
                self.value = fair.joint_key(self._open.game, anchor, hidden, seats)


class Draws:
    """Every draw is what its rung, the joint key and its slot give."""

    check: ClassVar[Check] = "draws"

    def __init__(self) -> None:
        self._key = Key()

    def read(self, entry: Entry) -> None:
        self._key.read(entry)
        if isinstance(entry.content, Start | Move) and self._key.value is not None:
            for roll in entry.content.chance:
                stream = recorded(roll, game=entry.content.game, key=self._key.value, seq=entry.seq)
                for n, _ in roll.draws:
                    stream.below(n)

    def finish(self) -> Verdict:
        return "ok"


class Seals:
    """Everything opened is what was sealed. Complete when every sealed move is opened; orders may stay sealed."""

    check: ClassVar[Check] = "seals"

    def __init__(self, openings: Iterable[Opening]) -> None:
        self._openings = tuple(openings)
        self._game = ""
        self._seals: dict[int, str] = {}
        self._closed_moves: set[int] = set()

    def read(self, entry: Entry) -> None:
        content = entry.content
        self._game = content.game
        if isinstance(content, Move):
            for opening in content.opens:
                self._open(opening, entry.seq)
        if isinstance(content, Order | Move) and content.seal is not UNSET:
            self._seals[entry.seq] = content.seal
        if isinstance(content, Move) and content.seal is not UNSET:
            self._closed_moves.add(entry.seq)

    def _open(self, opening: Opening, where: int | None) -> None:
        sealed = self._seals.get(opening.seq)
        if sealed is None or not is_opened_by(opening, self._game, sealed):
            raise IntegrityError(where, "seals", f"what is opened was not sealed in entry {opening.seq}")
        self._closed_moves.discard(opening.seq)

    def finish(self) -> Verdict:
        for opening in self._openings:
            self._open(opening, None)
        return "later" if self._closed_moves else "ok"


class Decks:
    """The secret revealed by `close` is the one bound by `open`, and gives each deck that is laid open."""

    check: ClassVar[Check] = "decks"

    def __init__(self, decks: Iterable[Deck]) -> None:
        self._decks = tuple(decks)
        self._key = Key()
        self._commitment = ""
        self._game = ""
        self._hidden: bytes | None = None

    def read(self, entry: Entry) -> None:
        self._key.read(entry)
        match entry.content:
            case Open(game=game, hidden=hidden):
                self._game, self._commitment = game, hidden
            case Close(hidden=hidden):
                self._hidden = bytes.fromhex(hidden)
                if fair.hidden_commitment(self._game, self._hidden).hex() != self._commitment:
                    raise IntegrityError(entry.seq, "decks", "the secret revealed is not the one `open` is bound to")

    def finish(self) -> Verdict:
        if self._hidden is None:
            return "later"
        for deck in self._decks:
            if self._key.value is None or deck.order != self._order(deck, self._hidden, self._key.value):
                raise IntegrityError(None, "decks", f"deck {deck.deck!r} did not lie in the order given")
        return "ok"

    def _order(self, deck: Deck, hidden: bytes, key: bytes) -> tuple[str, ...]:
        return fair.deck_order(hidden, self._game, key, deck.deck, deck.cards)


class Notes:
    """The referee's signed heads are heads of this chain: `note` the last one, witnesses any."""

    check: ClassVar[Check] = "note"

    def __init__(self, note: str | None, witnesses: Iterable[str]) -> None:
        self._note = note
        self._witnesses = tuple(witnesses)
        self._open: Open | None = None
        self._heads = [Head.empty]

    def read(self, entry: Entry) -> None:
        if isinstance(entry.content, Open):
            self._open = entry.content
        self._heads.append(entry.head)

    def finish(self) -> Verdict:
        if self._note is not None and self._stated(self._note).size != self._heads[-1].size:
            raise IntegrityError(None, "note", f"the note is of another size than the log of {self._heads[-1].size}")
        for witness in self._witnesses:
            self._stated(witness)
        return "later" if self._note is None and not self._witnesses else "ok"

    def _stated(self, note: str) -> Head:
        if self._open is None:
            raise IntegrityError(None, "note", "an empty record has no signed head")
        game, head = notes.read(note, bytes.fromhex(self._open.key), self._open.referee)
        if game != self._open.game:
            raise IntegrityError(None, "note", f"the note is of game {game!r}")
        if head.size >= len(self._heads):
            raise IntegrityError(None, "note", f"the referee signed a head of size {head.size}: entries are missing")
        if head != self._heads[head.size]:
            raise IntegrityError(None, "note", f"the referee signed another head of size {head.size}")
        return head


class Results:
    """result.json repeats the record."""

    check: ClassVar[Check] = "result"

    def __init__(self, raw: bytes | None) -> None:
        self._raw = raw
        self._entries: list[Entry] = []

    def read(self, entry: Entry) -> None:
        if isinstance(entry.content, Open | Seat | Close):
            self._entries.append(entry)

    def finish(self) -> Verdict:
        if self._raw is None:
            return "later"
        try:
            is_same = result.write(self._entries) == self._raw
        except ValueError as error:
            raise IntegrityError(None, "result", str(error)) from None
        if not is_same:
            raise IntegrityError(None, "result", "result.json is not what the record says")
        return "ok"
