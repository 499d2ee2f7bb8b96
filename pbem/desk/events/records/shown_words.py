"""What players signed in an event, as its export shows it."""

from collections.abc import Iterator, Sequence

from pbem.desk.signed.evidence import Kept, kept_evidence
from pbem.desk.store.transaction import Transaction
from pbem.mail.block import block as order_block
from pbem.mail.checking import publishable
from pbem.mail.kinds import KINDS, kind_named
from pbem.mail.safe import Unusable
from pbem.record.dice.seals import SealedOrder, read_order, salt
from pbem.record.events.law.entry import EventEntry
from pbem.record.events.law.kinds import Appeal, Enter, Reveal, Withdraw
from pbem.record.log import canonical
from pbem.record.log.entry import MAX_BYTES
from pbem.tournament.director.event import Event


def show_words(look: Transaction, event: Event, entries: Sequence[EventEntry]) -> Iterator[bytes]:
    """Yield what was signed in an event, of players who let it be shown. An appeal is shown once it was laid open."""
    secret = look.secrets.find(event.id, "seal") or b""
    opened = {opening["seq"] for entry in entries for opening in entry.body.get("opens", ())}
    for entry in entries:
        word = entry.content
        if not isinstance(word, Enter | Withdraw | Reveal | Appeal):
            continue
        is_hidden = isinstance(word, Appeal) and entry.seq not in opened
        if is_hidden or word.sign not in KINDS or not kind_named(word.sign).is_published:
            continue
        text = (look.secrets.find(event.id, f"order/{entry.seq}") or b"").decode()
        sealed = read_order(text) if text else None
        kept = kept_evidence(look, sealed, event.book.keys[word.player])
        if sealed is not None and kept is not None and _may_be_shown(kept, sealed):
            salted = salt(secret, event.id, entry.seq).hex()
            signed = publishable(kept.evidence)
            if signed is None:
                continue
            line = canonical.encode({"salt": salted, "seq": entry.seq, "signed": signed.decode(), "text": text})
            if len(line) <= MAX_BYTES:
                yield line


def _may_be_shown(kept: Kept, sealed: SealedOrder) -> bool:
    """Tell whether everybody may see what was signed, and can check it."""
    if not kept.publishes:
        return False
    block = order_block.read(kept.evidence.signed_bytes)
    if isinstance(block, Unusable) or not order_block.is_tidy(kept.evidence.signed_bytes, block):
        return False
    return sealed.sheet == "\n".join(block.orders)
