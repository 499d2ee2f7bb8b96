"""What players said in an event, checked by their signatures as far as the export shows them."""

from collections.abc import Iterable
from hashlib import sha256

from pbem.desk.signed.order_checks import signed_block
from pbem.desk.signed.published_orders import Shown, read_shown
from pbem.mail.block import block as order_block
from pbem.mail.block.block import Block
from pbem.mail.checking import read_published
from pbem.mail.kinds import KINDS, kind_named, kind_of
from pbem.mail.safe import Unusable
from pbem.record.dice.seals import SealedOrder, is_opened_by, read_order
from pbem.record.errors import IntegrityError
from pbem.record.events.law.kinds import Appeal, Enter, Event, Reveal, Withdraw, Word
from pbem.record.events.law.log import EventLog
from pbem.record.log.kinds import Opening, Seen


def check_words(lines: Iterable[bytes], log: EventLog) -> frozenset[int]:
    """Return the words that were checked by their signatures; IntegrityError where one does not hold."""
    read = [read_shown(number, line) for number, line in enumerate(lines, 1)]
    shown = dict(read)
    if [seq for seq, _line in read] != sorted(shown):
        raise IntegrityError(None, "evidence", "the evidence does not stand in the order of its entries, each once")
    used: dict[tuple[str, str], int] = {}
    for seq, line in shown.items():
        word = log.entries[seq].content if seq < len(log.entries) else None
        if not isinstance(word, Enter | Withdraw | Reveal | Appeal):
            raise IntegrityError(seq, "evidence", "evidence is given for an entry that is nobody's word")
        key = log.books[seq].keys[word.player]
        sealed = _checked(log.books[0].terms, word, key, line)
        if used.setdefault((sealed.digest, key), seq) != seq:
            raise IntegrityError(seq, "evidence", "what was signed was used before")
    return frozenset(shown)


def _checked(terms: Event, word: Word, key_id: str, line: Shown) -> SealedOrder:
    """Check one published word: it opens the seal, and what it opens is what was signed."""
    if word.sign not in KINDS or not kind_named(word.sign).is_published:
        raise IntegrityError(word.seq, "evidence", f"words signed by {word.sign!r} are not shown")
    sealed = read_order(line.text)
    opening = Opening(salt=line.salt, seq=line.seq, text=line.text)
    if sealed is None or not is_opened_by(opening, word.game, word.seal):
        raise IntegrityError(word.seq, "evidence", "the evidence does not open the seal of the word")
    evidence = read_published(line.signed.encode(), key_id)
    if isinstance(evidence, Unusable):
        raise IntegrityError(word.seq, "evidence", evidence.why)
    if sha256(evidence.signed_bytes).hexdigest() != sealed.digest:
        raise IntegrityError(word.seq, "evidence", "what was signed is not what was sealed")
    key = kind_of(key_id).published_key(key_id)
    block = signed_block(word.seq, evidence, key, at=word.at, key_id=key_id)
    if not order_block.is_tidy(evidence.signed_bytes, block):
        raise IntegrityError(word.seq, "evidence", "what was signed is not written as it must be to be shown")
    if sealed.sheet != "\n".join(block.orders) or not _is_said(terms, word, block):
        raise IntegrityError(word.seq, "evidence", "the word in the record is not what was signed")
    return sealed


def _is_said(terms: Event, word: Word, block: Block) -> bool:
    """Tell whether a signed block says just what the record has taken it for."""
    said, _, rest = "\n".join(block.orders).partition(" ")
    if (block.to, block.game, said.lower()) != (terms.referee, terms.game, _SAID[type(word)]):
        return False
    match word:
        case Enter(luck=luck, seen=seen):
            return rest == f"{terms.game} {luck}".strip() and _is_quoted(block, seen)
        case Reveal(luck=luck, seen=seen):
            return rest == luck and _is_quoted(block, seen)
        case Withdraw():
            return rest == terms.game
    return "\n" not in rest


_SAID: dict[type[Word], str] = {Enter: "enter", Withdraw: "withdraw", Reveal: "reveal", Appeal: "appeal"}


def _is_quoted(block: Block, seen: Seen) -> bool:
    return block.seen is not None and (block.seen.size, block.seen.head) == (seen.size, seen.head)
