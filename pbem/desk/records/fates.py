"""What became of a sheet that a receipt is for, as far as a record tells it.

A receipt names the digest of a sheet, which the record seals. Where the sheet is known, its order must be of the time
that the receipt states; where it is not, the times alone can tell whether it may have been used.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct, json

from pbem.record.chain import is_ending
from pbem.record.entry import Entry
from pbem.record.errors import IntegrityError
from pbem.record.kinds import Move, Order, Seat
from pbem.record.receipts import Receipt

Fate = Literal["used", "sealed", "waiting", "replaced", "unused"]
_HERE = ("desk", "bot")


class Sheets(Struct, frozen=True):
    """What is known of sheets: the digest of orders, by entry; at the desk itself also of those that wait.

    A sheet is published when it was used up; what a desk knows may be used in part.
    """

    orders: Mapping[int, str] = {}
    waiting: frozenset[str] | None = None
    are_used_up: bool = False


def shown_sheets(lines: Iterable[bytes]) -> Sheets:
    """Return the sheets that the evidence of an export lays open; what is wrong with it is found elsewhere."""
    orders = {}
    for line in lines:
        try:
            shown = json.decode(line, type=_Shown)
            orders[shown.seq] = json.decode(shown.text, type=_Sealed).digest
        except ValueError:
            continue
    return Sheets(orders, are_used_up=True)


class _Shown(Struct):
    seq: int
    text: str


class _Sealed(Struct):
    digest: str


def fate(receipt: Receipt, entries: Sequence[Entry], sheets: Sheets) -> Fate:
    """Tell what became of the sheet that a receipt is for; IntegrityError if the record says otherwise."""
    if receipt.size > len(entries):
        why = f"the referee signed a receipt at size {receipt.size}: entries are missing"
        raise IntegrityError(None, "note", why)
    orders = [content for content in _contents(entries) if isinstance(content, Order) and content.seat == receipt.seat]
    if any(_is_used(order, receipt, entries, sheets) for order in _known(receipt, orders, entries, sheets)):
        return "used"
    if sheets.waiting is not None and receipt.digest in sheets.waiting:
        return "waiting"
    sealed = [order for order in orders if order.came == receipt.came and order.seq not in sheets.orders]
    if any(_last_use(order, entries) >= receipt.size for order in sealed):
        return "sealed"
    if any(order.came > receipt.came and order.seq >= receipt.size for order in orders):
        return "replaced"
    if is_ending(entries[-1].content):
        return "unused"
    return "waiting" if sheets.waiting is None else "replaced"


def _contents(entries: Sequence[Entry]) -> Iterator[object]:
    return (entry.content for entry in entries)


def _known(receipt: Receipt, orders: Iterable[Order], entries: Sequence[Entry], sheets: Sheets) -> Iterator[Order]:
    """Yield the orders that used these very bytes; who holds the seat by another key may have signed the same."""
    key = _key(entries[: receipt.size], receipt.seat)
    for order in orders:
        if sheets.orders.get(order.seq) == receipt.digest and _key(entries[: order.seq], receipt.seat) == key:
            yield order


def _key(entries: Sequence[Entry], seat: str) -> str:
    held = (entry.content for entry in reversed(entries) if isinstance(entry.content, Seat))
    return next((one.key for one in held if one.seat == seat), "")


def _is_used(order: Order, receipt: Receipt, entries: Sequence[Entry], sheets: Sheets) -> bool:
    """Tell whether an order used something of a sheet from the size on that its receipt states.

    IntegrityError if the record has it from another time, or has used it up before: a receipt is for what is left.
    """
    # Who orders at the desk may write the same words twice: one digest, two sheets. Nobody signs the same twice.
    is_signed = order.sign not in _HERE
    if order.came != receipt.came:
        if is_signed:
            why = f"a sheet that came at {receipt.came} by the referee's receipt came at {order.came} by the record"
            raise IntegrityError(order.seq, "note", why)
        return False
    is_used = _last_use(order, entries) >= receipt.size
    if not is_used and sheets.are_used_up and is_signed:
        why = f"a sheet that was not used up at size {receipt.size} by the referee's receipt was so by the record"
        raise IntegrityError(order.seq, "note", why)
    return is_used


def _last_use(order: Order, entries: Sequence[Entry]) -> int:
    """Return the last entry in which something of an order's sheet was used."""
    moves = (content for content in _contents(entries) if isinstance(content, Move))
    return max([order.seq, *(move.seq for move in moves if move.cause == order.seq)])
