"""Evidence at the desk: what players signed is kept, bound to its order by the seal, and checked again at any time."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from msgspec import Struct, json
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import MissingPartError
from pbem.desk.people import enrolled, id_in_record
from pbem.desk.store.store import Player, Transaction
from pbem.mail.block import block as order_block
from pbem.mail.block.block import Block, Seen
from pbem.mail.evidence import Evidence, Signed
from pbem.mail.keys import EnrolledKey, Keyring
from pbem.mail.kinds import KINDS, kind_named, kind_of, name_of
from pbem.mail.safe import Unusable
from pbem.record import canonical, kinds
from pbem.record.entry import MAX_BYTES, Entry, check_size
from pbem.record.errors import IntegrityError
from pbem.record.kinds import Opening
from pbem.record.seals import is_opened_by, salt

DESK = "desk"  # what a signed block is for that concerns the desk itself


class Kept(Struct, frozen=True):
    """What a player signed, the key that signed it as it was then, and when it was taken."""

    evidence: Evidence
    key: EnrolledKey
    at: int
    publishes: bool


_kept = json.Decoder(Kept)


def keep_evidence(desk: Desk, change: Transaction, signed: Signed, player: Player) -> None:
    """Keep what was signed under the digest that the order's seal is over, and the key."""
    kept = Kept(signed.evidence(), enrolled(player), desk.now(), player.publishes)
    change.put_evidence(_name(sha256(signed.signed_bytes).hexdigest(), signed.key_id), json.encode(kept))


def _name(digest: str, key_id: str) -> str:
    """Name a piece of evidence: with another key, or in another's place, somebody may sign the same words again.

    A key whose id is private is called otherwise by each record, so that there the digest must do. It does: such a key
    is an address, and what a provider signs holds the sender and the time.
    """
    if name_of(key_id) in KINDS and not kind_of(key_id).is_id_public:
        return digest
    return f"{digest} {key_id}"


def is_named_so(name: str, raw: bytes) -> bool:
    """Tell whether kept evidence is of what its name says; msgspec's errors if it cannot be read."""
    kept = _kept.decode(raw)
    return name == _name(sha256(kept.evidence.signed_bytes).hexdigest(), kept.evidence.key_id)


class Tally(Struct, frozen=True):
    """How many orders were checked by their signatures, and how many the referee alone vouches for."""

    checked: int = 0
    attested: int = 0


class Ordered(Struct, frozen=True):
    """An order of a record with what its signature must agree with: the seat's key at that entry, and the referee."""

    entry: Entry
    key_id: str
    referee: str


def orders_in(entries: Iterable[Entry]) -> Iterator[Ordered]:
    """Yield every order of a record; of a seat's keys the last one before it counts."""
    keys: dict[str, str] = {}
    referee = ""
    for entry in entries:
        match entry.content:
            case kinds.Open(referee=named):
                referee = named
            case kinds.Seat(seat=seat, key=key):
                keys[seat] = key
            case kinds.Order(seat=seat):
                yield Ordered(entry, keys.get(seat, ""), referee)


def check_orders(look: Transaction, game: str, entries: Iterable[Entry]) -> Tally:
    """Check the signature of every signed order of a game again; IntegrityError where one does not hold."""
    checked = attested = 0
    for order in orders_in(entries):
        if order.entry.body["sign"] in KINDS and _check_order(look, game, order):
            checked += 1
        else:
            attested += 1
    return Tally(checked, attested)


def sealed_order(look: Transaction, game: str, seq: int) -> Mapping[str, Any] | None:
    """Return what the seal of an order is over: the digest of the signed bytes, and the sheet as understood.

    None where the entry was imported: the sheet was lost with what came after a backup.
    """
    text = look.secret(game, f"order/{seq}")
    if text is None:
        raise IntegrityError(seq, "seals", "what the order's seal is over is not kept here")
    if not text:
        return None
    found: Mapping[str, Any] = canonical.decode(text)
    return found


def kept_evidence(look: Transaction, game: str, seq: int, key_id: str) -> Kept | None:
    """Return the evidence behind an order, if it was signed by the key that the record names."""
    order = sealed_order(look, game, seq)
    if not order:
        return None
    raw = look.evidence(_name(order["digest"], key_id))
    if raw is None:
        return None
    return _kept.decode(raw)


def _check_order(look: Transaction, game: str, order: Ordered) -> bool:
    """Check an order by what was signed; tells whether there is anything to check it by."""
    seq, key_id = order.entry.seq, order.key_id
    if sealed_order(look, game, seq) is None:
        return False
    kept = kept_evidence(look, game, seq, key_id)
    if kept is None:
        raise IntegrityError(seq, "evidence", "the signed orders are not kept here")
    secret = look.secret(game, "seal") or b""
    # The record may call a key by a seal. Only where it is the seal of this very key does the key's own id count.
    if id_in_record(secret, game, kept.key.key_id) == key_id:
        order = replace(order, key_id=kept.key.key_id)
    check_one(order, kept.evidence, kept.key, at=kept.at)
    return True


def check_one(order: Ordered, evidence: Evidence, key: EnrolledKey, *, at: int) -> Block:
    """Check that evidence proves an order: signed by the seat's key, for this referee, game and seat."""
    from pbem.mail.checking import check_evidence

    seq = order.entry.seq
    signed = check_evidence(evidence, Keyring((key,)), now=at)
    if isinstance(signed, Unusable):
        if signed.lacks:
            raise MissingPartError(f"the signed orders cannot be checked: {signed.why}")
        raise IntegrityError(seq, "evidence", signed.why)
    if signed.signature != evidence.signature:
        raise IntegrityError(seq, "evidence", "the signature is not written as it is kept")
    if signed.key_id != order.key_id:
        raise IntegrityError(seq, "evidence", "the orders were signed by another key than the seat's")
    if why := _disagreement(signed.block, order):
        raise IntegrityError(seq, "evidence", why)
    return signed.block


def _disagreement(block: Block, order: Ordered) -> str | None:
    """Say where an order of the record is not what was signed."""
    body = order.entry.body
    if block.to != order.referee:
        return "the signed orders are for another referee"
    if body["word"] == "newkey":  # which concerns the desk, and every game there
        return None if block.game == DESK else "the signed word is not for the desk"
    if (block.game, block.seat) != (body["game"], body["seat"]):
        return "the signed orders are of another game or seat"
    seen = _quoted(block)
    if body["seen"] != (None if seen is None else {"size": seen.size, "head": seen.head}):
        return "the signed orders quote another head"
    return None


def _quoted(block: Block) -> Seen | None:
    """Return the head that signed orders quote: above them, or in a line of their own."""
    if block.seen:
        return block.seen
    from pbem.desk.desk_words import read_words
    from pbem.referee.sheet import Sheet, read_sheet

    sheet = read_sheet(read_words("\n".join(block.orders)).sheet)
    return sheet.seen if isinstance(sheet, Sheet) else None


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of evidence.jsonl: what opens the seal of an order, and the signed block itself."""

    salt: kinds.Digest
    seq: kinds.Count
    signed: str
    text: str


_shown = json.Decoder(Shown)


def show_orders(look: Transaction, game: str, entries: Sequence[Entry], secret: bytes) -> list[bytes]:
    """Return the signed orders that an export may show: of players who agree, wholly used, without anything private."""
    moves = Counter(entry.content.cause for entry in entries if isinstance(entry.content, kinds.Move))
    lines = []
    for order in orders_in(entries):
        entry = order.entry
        if entry.body["sign"] not in KINDS or not kind_named(entry.body["sign"]).is_published:
            continue
        kept = kept_evidence(look, game, entry.seq, order.key_id)
        shown = _shown_of(kept, entry, moves[entry.seq])
        if shown is not None:
            text = (look.secret(game, f"order/{entry.seq}") or b"").decode()
            opening = {"salt": salt(secret, game, entry.seq).hex(), "seq": entry.seq, "text": text}
            lines.append(canonical.encode({**opening, "signed": shown.decode()}))
    return [line for line in lines if len(line) <= MAX_BYTES]


def _may_be_shown(signed: bytes, entry: Entry, moves: int) -> bool:
    """Tell whether a signed sheet can be shown: written as it must be, a single word, or orders laid open."""
    block = order_block.read(signed)
    if isinstance(block, Unusable) or order_block.write(block) != signed:
        return False
    if entry.body["word"]:
        return len(block.orders) == 1
    is_quoted_above = (block.seen is None) == (entry.body["seen"] is None)
    return is_quoted_above and is_laid_open(signed, moves)


def _shown_of(kept: Kept | None, entry: Entry, moves: int) -> bytes | None:
    """Return what everybody may see of an order's evidence; nothing if its player keeps it private, or must."""
    from pbem.mail.checking import publishable

    if kept is None or not kept.publishes:
        return None
    if not _may_be_shown(kept.evidence.signed_bytes, entry, moves):
        return None
    return publishable(kept.evidence)


def is_laid_open(signed: bytes, moves: int) -> bool:
    """Tell whether a signed sheet holds nothing but the orders of as many moves as the record shows of it.

    Messages and comments are nobody else's business, and what was planned and never used stays sealed for ever.
    """
    from pbem.desk.desk_words import read_words
    from pbem.referee.sheet import Sheet, read_sheet

    block = order_block.read(signed)
    if isinstance(block, Unusable) or b"#" in signed:
        return False
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


def check_shown(lines: Iterable[bytes], entries: Iterable[Entry]) -> Tally:
    """Check the published orders of an export by their signatures; IntegrityError where one does not hold."""
    read = [_read_shown(number, line) for number, line in enumerate(lines, 1)]
    shown = dict(read)
    if [seq for seq, _line in read] != sorted(shown):
        raise IntegrityError(None, "evidence", "the evidence does not stand in the order of its entries, each once")
    checked = attested = 0
    for order in orders_in(entries):
        line = shown.pop(order.entry.seq, None)
        if line is None:
            attested += 1
        else:
            checked += 1
            _check_shown(order, line)
    for seq in shown:
        raise IntegrityError(seq, "evidence", "evidence is given for an entry that is no order")
    return Tally(checked, attested)


def _read_shown(number: int, raw: bytes) -> tuple[int, Shown]:
    try:
        check_size(raw)
        canonical.decode(raw)
        line = _shown.decode(raw)
    except ValueError as error:
        raise IntegrityError(None, "evidence", f"evidence line {number}: {error}") from None
    if why := Opening(salt=line.salt, seq=line.seq, text=line.text).fault():
        raise IntegrityError(None, "evidence", f"evidence line {number}: {why}")
    return line.seq, line


class _Sealed(Struct, frozen=True, forbid_unknown_fields=True):
    """What the seal of an order is over."""

    digest: str
    sheet: str


_sealed = json.Decoder(_Sealed)


def _check_shown(order: Ordered, line: Shown) -> None:
    """Check one published order: it opens the seal, and what it opens is what was signed."""
    from pbem.mail.checking import read_published

    entry = order.entry
    if entry.body["sign"] not in KINDS or not kind_named(entry.body["sign"]).is_published:
        raise IntegrityError(entry.seq, "evidence", f"orders signed by {entry.body['sign']!r} are not shown")
    sealed = _opened(entry, line)
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
    if order_block.write(block) != evidence.signed_bytes:
        raise IntegrityError(entry.seq, "evidence", "what was signed is not written as it must be to be shown")
    if sealed.sheet != "\n".join(block.orders):
        raise IntegrityError(entry.seq, "evidence", "the sheet that was sealed is not what was signed")


def _opened(entry: Entry, line: Shown) -> _Sealed | None:
    opening = Opening(salt=line.salt, seq=line.seq, text=line.text)
    if not is_opened_by(opening, entry.body["game"], entry.body["seal"]):
        return None
    try:
        canonical.decode(line.text.encode())
        return _sealed.decode(line.text)
    except ValueError:
        return None
