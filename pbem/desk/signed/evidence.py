"""Evidence at the desk: what players signed is kept, and bound to its order by the seal."""

from collections.abc import Iterator
from hashlib import sha256

from msgspec import Struct, json

from pbem.desk.desk import Desk
from pbem.desk.people.enrolled import enrolled
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.mail.evidence import Evidence, Signed
from pbem.mail.keys import EnrolledKey
from pbem.mail.kinds import KINDS, kind_of, name_of
from pbem.record.dice.seals import SealedOrder, is_opened_by, read_order, salt
from pbem.record.errors import IntegrityError
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Opening


class Kept(Struct, frozen=True):
    """What a player signed, the key that signed it as it was then, and when it was taken."""

    evidence: Evidence
    key: EnrolledKey
    at: int
    publishes: bool


_kept = json.Decoder(Kept)


def keep_evidence(desk: Desk, change: Transaction, signed: Signed, player: Member) -> None:
    """Keep what was signed under the digest that the order's seal is over, and the key."""
    kept = Kept(signed.evidence(), enrolled(player), desk.now(), player.publishes)
    change.mails.put_evidence(_name(sha256(signed.signed_bytes).hexdigest(), signed.key_id), json.encode(kept))


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


def kept_under(look: Transaction, digest: str) -> Iterator[Evidence]:
    """Yield what is kept of some signed bytes, by whatever key."""
    for name in look.mails.evidence_names(digest):
        raw = look.mails.evidence(name)
        if raw is not None:
            yield _kept.decode(raw).evidence


def sealed_order(look: Transaction, game: str, entry: Entry) -> SealedOrder | None:
    """Return what the seal of an order is over: the digest of the signed bytes, and the sheet as understood.

    None where the entry was imported: the sheet was lost with what came after a backup.
    """
    text = look.secrets.find(game, f"order/{entry.seq}")
    if text is None:
        raise IntegrityError(entry.seq, "seals", "what the order's seal is over is not kept here")
    if not text:
        return None
    opening = Opening(seq=entry.seq, salt=_salt(look, game, entry.seq), text=text.decode())
    words = opened_words(opening, entry)
    if words is None:
        raise IntegrityError(entry.seq, "seals", "what is kept here does not open the order's seal")
    return words


def _salt(look: Transaction, game: str, seq: int) -> str:
    return salt(look.secrets.find(game, "seal") or b"", game, seq).hex()


def opened_words(opening: Opening, entry: Entry) -> SealedOrder | None:
    """Return what an order is sealed over, or None if this is not it."""
    if not is_opened_by(opening, entry.body["game"], entry.body["seal"]):
        return None
    return read_order(opening.text)


def kept_evidence(look: Transaction, words: SealedOrder | None, key_id: str) -> Kept | None:
    """Return the evidence behind an order, if it was signed by the key that the record names."""
    raw = look.mails.evidence(_name(words.digest, key_id)) if words else None
    if raw is None:
        return None
    return _kept.decode(raw)
