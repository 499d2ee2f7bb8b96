"""Holding a record against letters that somebody kept: heads that its referee signed, and receipts for sheets.

A receipt names the digest of a sheet, which the record seals. Where the sheet is known, its order must be of the time
that the receipt states; where it is not, the times alone can tell whether it may have been used.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct, json

from pbem.desk.records.letters import Kept
from pbem.record import notes
from pbem.record.chain import is_ending
from pbem.record.entry import Entry
from pbem.record.errors import IntegrityError
from pbem.record.kinds import Open, Order
from pbem.record.receipts import Receipt, read_receipt

Fate = Literal["used", "sealed", "waiting", "replaced", "unused"]
_HERE = ("desk", "bot")


class Sheets(Struct, frozen=True):
    """What is known of sheets: the digest of orders, by entry; at the desk itself also of those that wait."""

    orders: Mapping[int, str] = {}
    waiting: frozenset[str] | None = None


def shown_sheets(lines: Iterable[bytes]) -> Sheets:
    """Return the sheets that the evidence of an export lays open; what is wrong with it is found elsewhere."""
    orders = {}
    for line in lines:
        try:
            shown = json.decode(line, type=_Shown)
            orders[shown.seq] = json.decode(shown.text, type=_Sealed).digest
        except ValueError:
            continue
    return Sheets(orders)


class _Shown(Struct):
    seq: int
    text: str


class _Sealed(Struct):
    digest: str


class Unmet(Struct, frozen=True):
    """A receipt whose sheet is not seen to be used: whose, when it came, at which size, and what became of it."""

    seat: str
    size: int
    came: int
    fate: Fate


class Held(Struct, frozen=True):
    """What the letters say of a record."""

    mails: int = 0  # in the box
    letters: int = 0  # of this game
    others: int = 0  # of other games
    unreadable: int = 0
    unsigned: int = 0  # notes that name this game and that its referee's key did not sign
    heads: int = 0  # signed heads that are this record's
    newest: int = 0  # the size of the largest of them
    receipts: dict[str, int] = {}  # by what became of the sheet
    unmet: tuple[Unmet, ...] = ()


class Witnesses:
    """The letters, as far as they are about the game that an opening announces."""

    def __init__(self, terms: Open, mails: Sequence[Kept]) -> None:
        self._terms = terms
        self._mails = mails
        self._key = bytes.fromhex(terms.key)
        named = [mail for mail in mails if any(map(self._names_game, mail.signed))]
        self._letters = len(named)
        self._others = sum(bool(mail.signed) for mail in mails) - len(named)
        heads = self._of_game(note for mail in named for note in mail.notes)
        receipts = self._of_game(note for mail in named for note in mail.receipts)
        self.notes = [note for note in heads if self._is_signed(note)]
        self._receipts = [read_receipt(note, self._key, terms.referee) for note in receipts if self._is_signed(note)]
        self._unsigned = len(heads) + len(receipts) - len(self.notes) - len(self._receipts)

    def _of_game(self, found: Iterable[str]) -> list[str]:
        return [note for note in dict.fromkeys(found) if self._names_game(note)]

    def _names_game(self, note: str) -> bool:
        return note.partition("\n")[0].partition(" ")[2] == f"{self._terms.referee}/{self._terms.game}"

    def _is_signed(self, note: str) -> bool:
        try:
            notes.open_note(note, self._key, self._terms.referee)
        except IntegrityError:
            return False
        return True

    def check(self) -> None:
        """Raise IntegrityError where letters name this game and none of them was signed by the key of its record.

        One note that is signed wrongly says nothing: anybody can write it into a mail.
        """
        if self._unsigned and not self.notes and not self._receipts:
            why = f"{self._unsigned} signed notes in the letters name this game, and none is of the key in its record"
            raise IntegrityError(None, "note", why)

    def hold(self, entries: Sequence[Entry], sheets: Sheets) -> Held:
        """Compare the receipts with a record whose heads are right already; IntegrityError where one contradicts it."""
        self.check()
        fates = [(receipt, _fate(receipt, entries, sheets)) for receipt in self._receipts]
        counts: dict[str, int] = {}
        for _receipt, fate in fates:
            counts[fate] = counts.get(fate, 0) + 1
        sizes = [notes.read(note, self._key, self._terms.referee)[1].size for note in self.notes]
        return Held(
            mails=len(self._mails),
            letters=self._letters,
            others=self._others,
            unreadable=sum(not mail.is_readable for mail in self._mails),
            unsigned=self._unsigned,
            heads=len(sizes),
            newest=max(sizes, default=0),
            receipts=counts,
            unmet=tuple(Unmet(one.seat, one.size, one.came, fate) for one, fate in fates if fate != "used"),
        )


def _fate(receipt: Receipt, entries: Sequence[Entry], sheets: Sheets) -> Fate:
    """Tell what became of the sheet that a receipt is for; IntegrityError if the record says otherwise."""
    if receipt.size > len(entries):
        why = f"the referee signed a receipt at size {receipt.size}: entries are missing"
        raise IntegrityError(None, "note", why)
    later = [entry.content for entry in entries[receipt.size :]]
    orders = [order for order in later if isinstance(order, Order) and order.seat == receipt.seat]
    known = [order for order in orders if sheets.orders.get(order.seq) == receipt.digest]
    if any(order.came == receipt.came for order in known):
        return "used"
    # Who orders at the desk may write the same words twice: one digest, two sheets. Nobody signs the same twice.
    if wrong := next((order for order in known if order.sign not in _HERE), None):
        why = f"a sheet that came at {receipt.came} by the referee's receipt came at {wrong.came} by the record"
        raise IntegrityError(wrong.seq, "note", why)
    if sheets.waiting is not None and receipt.digest in sheets.waiting:
        return "waiting"
    if any(order.came == receipt.came and order.seq not in sheets.orders for order in orders):
        return "sealed"
    if any(order.came > receipt.came for order in orders):
        return "replaced"
    if is_ending(entries[-1].content):
        return "unused"
    return "waiting" if sheets.waiting is None else "replaced"
