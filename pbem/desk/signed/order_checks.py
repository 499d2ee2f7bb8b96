"""Signed orders of a record, checked again at any time: each by its evidence and by the key of its seat."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.errors import MissingPartError
from pbem.desk.parallel import checked
from pbem.desk.people.enrolled import id_in_record
from pbem.desk.signed.evidence import Kept, kept_evidence, sealed_order
from pbem.desk.signed.order_effects import Effect, effects_in, word_disagreement
from pbem.desk.store.transaction import Transaction
from pbem.mail.block.block import DESK, Block, Seen
from pbem.mail.block.statements import IN_MESSAGE, one_line, statements
from pbem.mail.evidence import Evidence
from pbem.mail.keys import EnrolledKey, Keyring
from pbem.mail.kinds import KINDS
from pbem.mail.safe import Unusable
from pbem.record.dice.seals import SealedOrder
from pbem.record.errors import IntegrityError
from pbem.record.log import kinds
from pbem.record.log.entry import Entry
from pbem.record.log.record_words import ANY


class Checked(Struct, frozen=True):
    """Which orders were checked by their signatures, how many the referee alone vouches for, and all known sheets.

    `words` are what the seals of orders are over, by entry, whoever vouches for them.
    """

    checked: frozenset[int] = frozenset()
    attested: int = 0
    words: dict[int, SealedOrder] = {}


class Ordered(Struct, frozen=True):
    """An order of a record with what its signature must agree with: the seat's key at that entry, and the referee."""

    entry: Entry
    key_id: str
    referee: str
    effect: Effect


def orders_in(entries: Sequence[Entry]) -> Iterator[Ordered]:
    """Yield every order of a record; of a seat's keys the last one before it counts."""
    keys: dict[str, str] = {}
    referee = ""
    effects = effects_in(entries)
    for entry in entries:
        match entry.content:
            case kinds.Open(referee=named):
                referee = named
            case kinds.Seat(seat=seat, key=key):
                keys[seat] = key
            case kinds.Order(seat=seat, word=word):
                effect = effects[entry.seq]
                key = effect.key if word == "join" else keys.get(seat, "")  # who joins has held nothing before
                yield Ordered(entry, key, referee, effect)


class Uses:
    """Which signed bytes were used: by one key nothing is used twice."""

    def __init__(self) -> None:
        self._used: dict[tuple[str, str], int] = {}

    def note(self, order: Ordered, digest: str) -> None:
        """Note that an order used what was signed; IntegrityError if an earlier one did."""
        before = self._used.setdefault((digest, order.key_id), order.entry.seq)
        if before != order.entry.seq:
            raise IntegrityError(order.entry.seq, "evidence", f"what was signed was used before, in entry {before}")


def check_orders(look: Transaction, game: str, entries: Sequence[Entry]) -> Checked:
    """Check the signature of every signed order of a game again; IntegrityError where one does not hold."""
    orders = list(orders_in(entries))
    known: dict[int, SealedOrder] = {}
    signed = frozenset(checked(_check_kept, _kept_orders(look, game, orders, known)))
    return Checked(signed, len(orders) - len(signed), known)


class _KeptOrder(Struct, frozen=True):
    """An order with what is kept of it: what its seal is over, and the evidence."""

    order: Ordered
    words: SealedOrder
    kept: Kept


def _kept_orders(
    look: Transaction, game: str, orders: Iterable[Ordered], known: dict[int, SealedOrder]
) -> Iterator[_KeptOrder]:
    """Yield the signed orders of a game; of all of them it becomes known what their seals are over."""
    uses = Uses()
    for order in orders:
        words = sealed_order(look, game, order.entry)
        if words is None:
            continue
        known[order.entry.seq] = words
        _check_word(order, words)
        if order.entry.body["sign"] in KINDS:
            uses.note(order, words.digest)
            yield _with_evidence(look, game, order, words)


def _check_word(order: Ordered, words: SealedOrder) -> None:
    """Check that a known sheet is the word that the record has taken, whoever vouches for it."""
    orders = [statement for _line, statement in statements(words.sheet)]
    if why := word_disagreement(order.entry, order.effect, orders):
        raise IntegrityError(order.entry.seq, "evidence", why)


def _with_evidence(look: Transaction, game: str, order: Ordered, words: SealedOrder) -> _KeptOrder:
    """Find what was signed for an order."""
    kept = kept_evidence(look, words, order.key_id)
    if kept is None:
        raise IntegrityError(order.entry.seq, "evidence", "the signed orders are not kept here")
    secret = look.secrets.find(game, "seal") or b""
    # The record may call a key by a seal. Only where it is the seal of this very key does the key's own id count.
    if id_in_record(secret, game, kept.key.key_id) == order.key_id:
        order = replace(order, key_id=kept.key.key_id)
    return _KeptOrder(order, words, kept)


def _check_kept(one: _KeptOrder) -> int:
    """Check an order by what was signed; returns its entry."""
    from pbem.desk.wording.desk_words import read_words

    seq = one.order.entry.seq
    block = check_one(one.order, one.kept.evidence, one.kept.key, at=one.kept.at)
    signed, before = "\n".join(block.orders), _cut_as_before(block.orders)
    if one.words.sheet not in (signed, read_words(signed).sheet, read_words(before).sheet):
        raise IntegrityError(seq, "evidence", "the sheet that was sealed is not what was signed")
    return seq


def _cut_as_before(orders: Iterable[str]) -> str:
    """Return orders as they were read when `;` and `#` ended a message, too: sheets of then stay valid."""
    cut = (piece for order in orders for piece in order.replace(IN_MESSAGE, ";").split(";"))
    said = (one_line(piece.partition("#")[0]) for piece in cut)
    return "\n".join(words for words in said if words)


def check_one(order: Ordered, evidence: Evidence, key: EnrolledKey, *, at: int) -> Block:
    """Check that evidence proves an order: signed by the seat's key, for this referee, game and seat."""
    block = signed_block(order.entry.seq, evidence, key, at=at, key_id=order.key_id)
    if why := _disagreement(block, order):
        raise IntegrityError(order.entry.seq, "evidence", why)
    return block


def signed_block(seq: int, evidence: Evidence, key: EnrolledKey, *, at: int, key_id: str) -> Block:
    """Return what was signed, behind an entry, by the key that the record names so; IntegrityError if it was not."""
    from pbem.mail.checking import check_evidence

    signed = check_evidence(evidence, Keyring((key,)), now=at)
    if isinstance(signed, Unusable):
        if signed.lacks:
            raise MissingPartError(f"the signed orders cannot be checked: {signed.why}")
        raise IntegrityError(seq, "evidence", signed.why)
    if signed.signature != evidence.signature:
        raise IntegrityError(seq, "evidence", "the signature is not written as it is kept")
    if signed.key_id != key_id:
        raise IntegrityError(seq, "evidence", "the orders were signed by another key than the seat's")
    return signed.block


def _disagreement(block: Block, order: Ordered) -> str | None:
    """Say where an order of the record is not what was signed."""
    body = order.entry.body
    if why := word_disagreement(order.entry, order.effect, block.orders):
        return why
    if block.to != order.referee:
        return "the signed orders are for another referee"
    if body["word"] == "newkey":  # which concerns the desk, and every game there
        return None if block.game == DESK else "the signed word is not for the desk"
    if body["word"] == "leave" and block.game == DESK:
        return "what was signed for all games quotes a head of this one" if body["seen"] else None
    seats = (body["seat"], ANY) if body["word"] == "join" else (body["seat"],)
    if block.game != body["game"] or block.seat not in seats:
        return "the signed orders are of another game or seat"
    seen = _quoted(block)
    if body["seen"] != (None if seen is None else {"size": seen.size, "head": seen.head}):
        return "the signed orders quote another head"
    return None


def _quoted(block: Block) -> Seen | None:
    """Return the head that signed orders quote: above them, or in a line of their own."""
    if block.seen:
        return block.seen
    from pbem.desk.wording.desk_words import read_words
    from pbem.referee.language.sheet import Sheet, read_sheet

    sheet = read_sheet(read_words("\n".join(block.orders)).sheet)
    return sheet.seen if isinstance(sheet, Sheet) else None
