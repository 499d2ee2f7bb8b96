"""What became of a sheet that a receipt is for, as far as a record tells it.

A receipt names the digest of a sheet, which the record seals. Where the sheet is known, its order must be of the time
that the receipt states; where it is not, the times alone can tell whether it may have been used.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct, json

from pbem.desk.matches.state.plans import plans_of
from pbem.desk.signed.evidence import sealed_order
from pbem.desk.signed.order_checks import orders_in
from pbem.desk.store.transaction import Transaction
from pbem.record.dice.seals import SealedOrder
from pbem.record.errors import IntegrityError
from pbem.record.log.chain import is_ending
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import HERE, Clock, Move, Open, Order, Seat
from pbem.record.notes.receipts import Receipt

Fate = Literal["used", "sealed", "waiting", "overruled", "late", "defaulted", "replaced", "unused"]


class Became(Struct, frozen=True):
    """What became of a sheet; where its seat was called late although it had come: when that was, and the deadline."""

    fate: Fate
    called: int = 0
    due: int = 0


class Sheets(Struct, frozen=True):
    """What is known of sheets: the digest of orders, by entry; at the desk itself also of those that wait.

    A sheet is published when it was used up; what a desk knows, or what bound a hosted seat, may be used in part.
    """

    orders: Mapping[int, str] = {}
    waiting: frozenset[str] | None = None
    used_up: frozenset[int] = frozenset()


def shown_sheets(lines: Iterable[bytes], choices: Mapping[int, SealedOrder]) -> Sheets:
    """Return the sheets that an export lays open, as evidence or as what bound hosted seats."""
    orders = {}
    for line in lines:
        try:
            shown = json.decode(line, type=_Shown)
            orders[shown.seq] = json.decode(shown.text, type=_Sealed).digest
        except ValueError:
            continue
    return Sheets({seq: sheet.digest for seq, sheet in choices.items()} | orders, used_up=frozenset(orders))


def sheets_here(look: Transaction, game: str, entries: Sequence[Entry]) -> Sheets:
    """Return what this desk knows of the sheets of a game."""
    orders = {}
    for order in orders_in(entries):
        if sealed := sealed_order(look, game, order.entry):
            orders[order.entry.seq] = sealed.digest
    plans = plans_of(look, game).values()
    return Sheets(orders, frozenset(digest for plan in plans for digest in plan.sources))


class _Shown(Struct):
    seq: int
    text: str


class _Sealed(Struct):
    digest: str


def fate(receipt: Receipt, entries: Sequence[Entry], sheets: Sheets) -> Became:
    """Tell what became of the sheet that a receipt is for; IntegrityError if the record says otherwise."""
    if receipt.size > len(entries):
        why = f"the referee signed a receipt at size {receipt.size}: entries are missing"
        raise IntegrityError(None, "note", why)
    orders = [content for content in _contents(entries) if isinstance(content, Order) and content.seat == receipt.seat]
    if any(_is_used(order, receipt, entries, sheets) for order in _known(receipt, orders, entries, sheets)):
        return Became("used")
    if sheets.waiting is not None and receipt.digest in sheets.waiting:
        return Became("waiting")
    sealed = [order for order in orders if order.came == receipt.came and order.seq not in sheets.orders]
    if any(_last_use(order, entries) >= receipt.size for order in sealed):
        return Became("sealed")
    if later := _later(receipt, entries):
        return later
    if is_ending(entries[-1].content):
        return Became("unused")
    return Became("waiting" if sheets.waiting is None else "replaced")


def _later(receipt: Receipt, entries: Sequence[Entry]) -> Became | None:
    """Tell what came first after a receipt: a word on the seat's time, a move made for it, or a later sheet of it."""
    for content in _contents(entries[receipt.size :]):
        match content:
            case Clock(act="late", seat=receipt.seat, at=at, due=int(due)) if receipt.came <= due + _grace(entries):
                return Became("late", at, due)
            case Move(seat=receipt.seat, cause="ruling"):
                return Became("overruled")
            case Move(seat=receipt.seat, cause="late"):
                return Became("defaulted")
            case Order(seat=receipt.seat, came=came) if came > receipt.came:
                return Became("replaced")
    return None


def _grace(entries: Sequence[Entry]) -> int:
    terms = entries[0].content
    return terms.pace.grace if isinstance(terms, Open) and terms.pace else 0


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
    is_signed = order.sign not in HERE
    if order.came != receipt.came:
        if is_signed:
            why = f"a sheet that came at {receipt.came} by the referee's receipt came at {order.came} by the record"
            raise IntegrityError(order.seq, "note", why)
        return False
    is_used = _last_use(order, entries) >= receipt.size
    if not is_used and order.seq in sheets.used_up and is_signed:
        why = f"a sheet that was not used up at size {receipt.size} by the referee's receipt was so by the record"
        raise IntegrityError(order.seq, "note", why)
    return is_used


def _last_use(order: Order, entries: Sequence[Entry]) -> int:
    """Return the last entry in which something of an order's sheet was used."""
    moves = (content for content in _contents(entries) if isinstance(content, Move))
    return max([order.seq, *(move.seq for move in moves if move.cause == order.seq)])
