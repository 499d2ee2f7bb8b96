"""Two players with keys, a block of orders, and a mail around it: what most tests of this package start from."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.mail.block.block import Block, Seen
from pbem.mail.compose import order_mail
from pbem.mail.evidence import Signed
from pbem.mail.keys import EnrolledKey, Keyring
from pbem.mail.letter.letter import read_letter
from pbem.mail.safe import Unusable
from pbem.mail.signed import find_signed, sign_orders
from pbem.mail.ssh import signature as sshsig

MARTA_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
IVO_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
MARTA = sshsig.public_key(MARTA_KEY).fingerprint
IVO = sshsig.public_key(IVO_KEY).fingerprint
NOW = 1_748_779_200  # noon of 1 June 2025
ENROLLED = frozenset({MARTA, IVO})

BLOCK = Block(
    to="referee.example.org",
    game="fortuna-7",
    seat="blue",
    token="9f1c27d0",
    seen=Seen(57, "3f9c0d5be1a2c3d4e5f60718293a4b5c" * 2),
    orders=(
        "play harvest water 1",
        "swap graintrade | swap winetrade | swap fortuna",
        "military building build market if money >= 4 | military none",
        "bâtir marché à côté, größer è più",
        'tell ivo: it\'s "yours" - or mine',
    ),
)
TEXT = sign_orders(BLOCK, MARTA_KEY)


def mail_around(block_text: str) -> bytes:
    """Put the text into an ordinary mail by Marta."""
    return order_mail(
        sender="marta@example.net",
        to="referee@example.org",
        subject="my orders",
        block_text=block_text,
        date=1_700_000_000,
        message_id="<orders-1@example.net>",
    )


def raw_mail(body: bytes, *headers: str) -> bytes:
    """Put the body under headers of one's own, as other mail programs would."""
    return "\n".join(["From: Marta <marta@example.net>", *headers, "", ""]).encode("latin-1") + body


def ring(enrolled: frozenset[str] = ENROLLED) -> Keyring:
    """Enrol SSH keys by their ids: the signature brings the key along."""
    return Keyring(EnrolledKey(key_id, "ssh", b"", (key_id,)) for key_id in enrolled)


def judge(raw: bytes, enrolled: frozenset[str] = ENROLLED) -> Signed | Unusable:
    """Do what a desk does with a mail that should hold an order block."""
    letter = read_letter(raw)
    return letter if isinstance(letter, Unusable) else find_signed(letter, ring(enrolled), now=NOW, accepts=("ssh",))


def accepted(raw: bytes) -> Signed:
    """Give the orders of a mail that must be taken."""
    verdict = judge(raw)
    assert isinstance(verdict, Signed), verdict
    return verdict


def refused(raw: bytes, enrolled: frozenset[str] = ENROLLED) -> str:
    """Give the sentence for a mail that must not be taken."""
    verdict = judge(raw, enrolled)
    assert isinstance(verdict, Unusable), verdict
    return verdict.why
