"""Who signed which orders. The only door through which a letter's text becomes orders, and the player's side of it."""

from collections.abc import Callable, Iterable

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from pbem.mail import block as order_block
from pbem.mail import sshsig
from pbem.mail.block import Block
from pbem.mail.letter import Letter
from pbem.mail.passage import find_passage
from pbem.mail.safe import Refusal, Refused


class Signed(Struct, frozen=True):
    """Orders and the key that signed them; `signed_bytes` and `signature` are the evidence, enough to check again."""

    key_id: str
    signed_bytes: bytes
    block: Block
    signature: str


def find_signed(letter: Letter, is_enrolled: Callable[[str], bool]) -> Signed | Refused:
    """Give the letter's one order block if an enrolled key signed it; the text that verifies is the text that is read.

    `is_enrolled` is asked with a key id such as `ssh:SHA256:..`.
    """
    try:
        passage = find_passage(letter)
        return _settle(passage.armor, passage.candidates(), is_enrolled)
    except Refusal as refusal:
        return refusal.as_value()


def check_evidence(signed_bytes: bytes, signature: str, is_enrolled: Callable[[str], bool]) -> Signed | Refused:
    """Check stored evidence again: exactly these bytes, no other candidate."""
    try:
        return _settle(signature, (signed_bytes,), is_enrolled)
    except Refusal as refusal:
        return refusal.as_value()


def sign_orders(block: Block, key: Ed25519PrivateKey) -> str:
    """Give the whole block as it is pasted into a mail; refuse orders that a block cannot hold."""
    text = order_block.write(block)
    return text.decode("utf-8") + sshsig.write(sshsig.sign(text, key))


def _settle(armor: str, candidates: Iterable[bytes], is_enrolled: Callable[[str], bool]) -> Signed | Refused:
    signature = sshsig.parse(armor)
    key_id = signature.key.fingerprint
    if not is_enrolled(key_id):
        raise Refusal(f"the key {key_id} is not enrolled here")
    text = next((text for text in candidates if signature.is_over(text)), None)
    if text is None:
        raise Refusal("the signature does not fit the orders: they were changed after signing")
    block = order_block.read(text)
    return block if isinstance(block, Refused) else Signed(key_id, text, block, sshsig.write(signature))
