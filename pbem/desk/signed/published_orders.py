"""Signed orders as an export shows them: what opens the seal of an order, and the signed block itself."""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from msgspec import Struct, json

from pbem.desk.parallel import checked
from pbem.desk.signed.evidence import Kept, kept_evidence, opened_words, sealed_order
from pbem.desk.signed.order_checks import Checked, Ordered, Uses, check_one, orders_in
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.desk_words import read_words
from pbem.mail.block import block as order_block
from pbem.mail.block.block import DESK, Block
from pbem.mail.checking import publishable, read_published
from pbem.mail.kinds import KINDS, kind_named, kind_of
from pbem.mail.safe import Unusable
from pbem.record.dice.seals import SealedOrder, salt
from pbem.record.errors import IntegrityError
from pbem.record.log import canonical, header
from pbem.record.log.entry import MAX_BYTES, Entry, check_size
from pbem.record.log.kinds import Opening
from pbem.record.log.record_words import read_said, word_of
from pbem.referee.language.sheet import Sheet, read_sheet


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of evidence.jsonl: what opens the seal of an order, and the signed block itself."""

    salt: header.Digest
    seq: header.Count
    signed: str
    text: str


_shown = json.Decoder(Shown)


def show_orders(look: Transaction, game: str, entries: Sequence[Entry], secret: bytes) -> list[bytes]:
    """Return the signed orders that an export may show: of players who agree, wholly used, without anything private."""
    lines = []
    for order in orders_in(entries):
        entry = order.entry
        if entry.body["sign"] not in KINDS or not kind_named(entry.body["sign"]).is_published:
            continue
        kept = kept_evidence(look, sealed_order(look, game, entry), order.key_id)
        shown = _shown_of(kept, order)
        if shown is not None:
            text = (look.secrets.find(game, f"order/{entry.seq}") or b"").decode()
            opening = {"salt": salt(secret, game, entry.seq).hex(), "seq": entry.seq, "text": text}
            lines.append(canonical.encode({**opening, "signed": shown.decode()}))
    return [line for line in lines if len(line) <= MAX_BYTES]


def _may_be_shown(signed: bytes, order: Ordered) -> bool:
    """Tell whether a signed sheet can be shown: written as it must be, a single word, or orders laid open."""
    block = order_block.read(signed)
    if isinstance(block, Unusable) or not order_block.is_tidy(signed, block):
        return False
    word, sheet = order.entry.body["word"], "\n".join(block.orders)
    if word_of(sheet) != word:
        return False  # a word in letters that a stranger need not know
    if word:
        said = read_said(sheet)
        return said is not None and not said.is_private
    return _is_quoted_above(block, order) and is_laid_open(block, order.effect.moves)


def _is_quoted_above(block: Block, order: Ordered) -> bool:
    """Tell whether the head that an order quotes stands above it, where every reader finds it."""
    return (block.seen is None) == (order.entry.body["seen"] is None)


def _shown_of(kept: Kept | None, order: Ordered) -> bytes | None:
    """Return what everybody may see of an order's evidence; nothing if its player keeps it private, or must."""
    if kept is None or not kept.publishes:
        return None
    if not _may_be_shown(kept.evidence.signed_bytes, order):
        return None
    return publishable(kept.evidence)


def is_laid_open(block: Block, moves: int) -> bool:
    """Tell whether a signed sheet holds nothing but the orders of as many moves as the record shows of it.

    Messages and comments are nobody else's business, and what was planned and never used stays sealed for ever.
    """
    asked = read_words("\n".join(block.orders))
    sheet = read_sheet("\n".join(block.orders))
    if asked.words or asked.press or not isinstance(sheet, Sheet) or len(sheet.blocks) > 1:
        return False
    ordered = 0
    for line in sheet.lines:
        if len(line.alternatives) != 1 or line.always or line.alternatives[0].conditions:
            return False
        ordered += len(line.alternatives[0].moves)
    return ordered == moves


def check_shown(lines: Iterable[bytes], entries: Sequence[Entry]) -> Checked:
    """Check the published orders of an export by their signatures; IntegrityError where one does not hold."""
    read = [read_shown(number, line) for number, line in enumerate(lines, 1)]
    shown = dict(read)
    if [seq for seq, _line in read] != sorted(shown):
        raise IntegrityError(None, "evidence", "the evidence does not stand in the order of its entries, each once")
    orders = list(orders_in(entries))
    given = [(order, shown.pop(order.entry.seq)) for order in orders if order.entry.seq in shown]
    uses = Uses()
    known: dict[int, SealedOrder] = {}
    for (order, _line), words in zip(given, checked(_check_shown, given), strict=True):
        known[order.entry.seq] = words
        uses.note(order, words.digest)
    for seq in shown:
        raise IntegrityError(seq, "evidence", "evidence is given for an entry that is no order")
    return Checked(frozenset(known), len(orders) - len(given), known)


def read_shown(number: int, raw: bytes) -> tuple[int, Shown]:
    """Read a line of evidence; IntegrityError if it is none."""
    try:
        check_size(raw)
        canonical.decode(raw)
        line = _shown.decode(raw)
    except ValueError as error:
        raise IntegrityError(None, "evidence", f"evidence line {number}: {error}") from None
    if why := Opening(salt=line.salt, seq=line.seq, text=line.text).fault():
        raise IntegrityError(None, "evidence", f"evidence line {number}: {why}")
    return line.seq, line


def _check_shown(given: tuple[Ordered, Shown]) -> SealedOrder:
    """Check one published order: it opens the seal, and what it opens is what was signed."""
    order, line = given
    entry = order.entry
    if entry.body["sign"] not in KINDS or not kind_named(entry.body["sign"]).is_published:
        raise IntegrityError(entry.seq, "evidence", f"orders signed by {entry.body['sign']!r} are not shown")
    sealed = opened_words(Opening(salt=line.salt, seq=line.seq, text=line.text), entry)
    if sealed is None:
        raise IntegrityError(entry.seq, "evidence", "the evidence does not open the order's seal")
    evidence = read_published(line.signed.encode(), order.key_id)
    if isinstance(evidence, Unusable):
        raise IntegrityError(entry.seq, "evidence", evidence.why)
    if sha256(evidence.signed_bytes).hexdigest() != sealed.digest:
        raise IntegrityError(entry.seq, "evidence", "the signed orders are not those that were sealed")
    # Nobody outside the desk has the enrolled key: the signature brings it, and the record's id of it vouches for it.
    key = kind_of(order.key_id).published_key(order.key_id)
    block = check_one(order, evidence, key, at=entry.body["at"])
    if not order_block.is_tidy(evidence.signed_bytes, block):
        raise IntegrityError(entry.seq, "evidence", "what was signed is not written as it must be to be shown")
    if sealed.sheet != "\n".join(block.orders):
        raise IntegrityError(entry.seq, "evidence", "the sheet that was sealed is not what was signed")
    if block.game != DESK and not _is_quoted_above(block, order):
        raise IntegrityError(entry.seq, "evidence", "the head is not quoted above the orders")
    word = entry.body["word"]
    if word_of(sealed.sheet) != word or (word and read_said(sealed.sheet) is None):
        raise IntegrityError(entry.seq, "evidence", "the word that was signed is not written as it must be to be shown")
    # A sheet is shown when it was used up. So nobody can show one, and have left out a part of it.
    if not word and not is_laid_open(block, order.effect.moves):
        raise IntegrityError(entry.seq, "evidence", "the sheet does not order as many moves as are laid to it")
    return sealed
