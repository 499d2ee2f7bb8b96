"""Receipts: found however a mail program has laid them out, read only if the referee signed just that."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.record.errors import IntegrityError
from pbem.record.notes import receipt_text, sign
from pbem.record.receipts import Receipt, find_receipts, read_receipt

PRIVATE = bytes(range(32))
PUBLIC = Ed25519PrivateKey.from_private_bytes(PRIVATE).public_key().public_bytes_raw()
REFEREE = "referee.example.org"
TEXT = receipt_text(REFEREE, "f1", seat="blue", size=17, digest=bytes(32))
NOTE = sign(PRIVATE, REFEREE, TEXT)


def test_a_receipt_is_read_back() -> None:
    assert read_receipt(NOTE, PUBLIC, REFEREE) == Receipt("f1", "blue", 17, "00" * 32)


@pytest.mark.parametrize(
    "laid_out",
    [
        NOTE,
        f"Dear referee,\n\n{NOTE}\nyours",
        "".join(f"> > {line}\n" for line in NOTE.splitlines()),
        NOTE.replace("\n", "\r\n"),
        " ".join(NOTE.split()),
    ],
)
def test_a_receipt_is_found_however_it_was_quoted_or_folded(laid_out: str) -> None:
    assert list(find_receipts(laid_out)) == [NOTE]


@pytest.mark.parametrize(
    ("old", "new"), [("blue", "grey"), ("\n17\n", "\n18\n"), ("/f1", "/f2"), ("AAAA", "AAAB"), ("receipt/1", "head/1")]
)
def test_a_changed_receipt_is_not_the_referees(old: str, new: str) -> None:
    with pytest.raises(IntegrityError):
        read_receipt(NOTE.replace(old, new, 1), PUBLIC, REFEREE)


@pytest.mark.parametrize("text", [TEXT.replace("\n17\n", "\n017\n"), TEXT.replace(REFEREE, "other"), "anything\n"])
def test_what_the_referee_signed_but_is_no_receipt_is_refused(text: str) -> None:
    with pytest.raises(IntegrityError):
        read_receipt(sign(PRIVATE, REFEREE, text), PUBLIC, REFEREE)
