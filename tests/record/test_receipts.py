"""Receipts: found however a mail program has laid them out, read only if the referee signed just that."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.record.errors import IntegrityError
from pbem.record.notes.notes import sign
from pbem.record.notes.receipts import (
    Receipt,
    Reminder,
    find_receipts,
    find_reminders,
    read_receipt,
    read_reminder,
    receipt_text,
    reminder_text,
)

PRIVATE = bytes(range(32))
PUBLIC = Ed25519PrivateKey.from_private_bytes(PRIVATE).public_key().public_bytes_raw()
REFEREE = "referee.example.org"
RECEIPT = Receipt("f1", "blue", 17, 1_700_000_000, "00" * 32)
TEXT = receipt_text(REFEREE, RECEIPT)
NOTE = sign(PRIVATE, REFEREE, TEXT)


def test_a_receipt_is_read_back() -> None:
    assert read_receipt(NOTE, PUBLIC, REFEREE) == RECEIPT


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
    ("old", "new"),
    [
        ("blue", "grey"),
        ("\n17\n", "\n18\n"),
        ("\n17000", "\n18000"),
        ("/f1", "/f2"),
        ("AAAA", "AAAB"),
        ("receipt/1", "head/1"),
    ],
)
def test_a_changed_receipt_is_not_the_referees(old: str, new: str) -> None:
    with pytest.raises(IntegrityError):
        read_receipt(NOTE.replace(old, new, 1), PUBLIC, REFEREE)


@pytest.mark.parametrize("text", [TEXT.replace("\n17\n", "\n017\n"), TEXT.replace(REFEREE, "other"), "anything\n"])
def test_what_the_referee_signed_but_is_no_receipt_is_refused(text: str) -> None:
    with pytest.raises(IntegrityError):
        read_receipt(sign(PRIVATE, REFEREE, text), PUBLIC, REFEREE)


REMINDER = Reminder("f1", "blue", 17, 1_700_000_000)
REMINDED = sign(PRIVATE, REFEREE, reminder_text(REFEREE, REMINDER))


def test_a_reminder_is_read_back() -> None:
    assert reminder_text(REFEREE, REMINDER) == "pbem/reminder/1 referee.example.org/f1\nblue\n17\n1700000000\n"
    assert read_reminder(REMINDED, PUBLIC, REFEREE) == REMINDER


@pytest.mark.parametrize(
    "laid_out",
    [
        REMINDED,
        f"Dear player,\n\n{NOTE}\n{REMINDED}\nyours",
        "".join(f"> > {line}\n" for line in REMINDED.splitlines()),
        " ".join(REMINDED.split()),
    ],
)
def test_a_reminder_is_found_however_it_was_quoted_or_folded(laid_out: str) -> None:
    assert list(find_reminders(laid_out)) == [REMINDED]


@pytest.mark.parametrize(
    ("old", "new"), [("blue", "grey"), ("\n17\n", "\n18\n"), ("\n17000", "\n18000"), ("reminder/1", "receipt/1")]
)
def test_a_changed_reminder_is_not_the_referees(old: str, new: str) -> None:
    with pytest.raises(IntegrityError):
        read_reminder(REMINDED.replace(old, new, 1), PUBLIC, REFEREE)


def test_a_reminder_names_the_referee_that_signed_it() -> None:
    stated = reminder_text("referee.example.com", REMINDER)
    with pytest.raises(IntegrityError):
        read_reminder(sign(PRIVATE, REFEREE, stated), PUBLIC, REFEREE)
    assert read_reminder(sign(PRIVATE, "referee.example.com", stated), PUBLIC, "referee.example.com") == REMINDER


def test_a_receipt_is_no_reminder_and_a_reminder_is_no_receipt() -> None:
    with pytest.raises(IntegrityError):
        read_reminder(NOTE, PUBLIC, REFEREE)
    with pytest.raises(IntegrityError):
        read_receipt(REMINDED, PUBLIC, REFEREE)
    assert not list(find_receipts(REMINDED))
    assert not list(find_reminders(NOTE))
