"""Notes: signed heads, found again however a mail program mangled them."""

from base64 import b64decode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from pbem.record.errors import IntegrityError
from pbem.record.log.entry import Head
from pbem.record.notes import notes
from tests.record.sample import GAME, PRIVATE, PUBLIC, REFEREE, secret
from tools.fuzz import limited

HEAD = Head(12, secret("head"))
TEXT = notes.head_text(REFEREE, GAME, HEAD)
NOTE = notes.sign(PRIVATE, REFEREE, TEXT)


def test_the_text_of_a_head() -> None:
    assert TEXT == "pbem/head/1 referee.example.org/spring-1\n12\nny5tM6NxfugmNTpAS6RhjRrutoea15Nrzo7V9GgUkk0=\n"


def test_a_note_is_read_back() -> None:
    assert notes.read(NOTE, PUBLIC, REFEREE) == (GAME, HEAD)


def test_any_text_can_be_signed() -> None:
    text = "pbem/receipt/1 a\n\nwith an empty line — and a dash\n"
    assert notes.open_note(notes.sign(PRIVATE, REFEREE, text), PUBLIC, REFEREE) == text


def test_a_text_must_end_its_line() -> None:
    with pytest.raises(ValueError, match="newline"):
        notes.sign(PRIVATE, REFEREE, "open")


def test_the_layout_is_that_of_a_signed_note() -> None:
    """A note that was signed elsewhere: the one in the documentation of Go's sumdb/note, with its public key."""
    text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
    sign = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
    key = b64decode("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")[1:]
    assert notes.open_note(f"{text}\n— PeterNeumann {sign}\n", key, "PeterNeumann") == text


@pytest.mark.parametrize(
    "note",
    [
        "",
        "\n\n",
        TEXT,
        NOTE[:-1],
        NOTE + "\n",
        NOTE + NOTE,
        NOTE.replace("\n12\n", "\n13\n"),
        NOTE.replace("\n\n", "\n"),
        NOTE.replace("— ", "- "),
        NOTE.replace(f"— {REFEREE}", "— referee.example.com"),
        NOTE.replace("=\n", "\n"),
        notes.sign(secret("thief"), REFEREE, TEXT),
        notes.sign(PRIVATE, REFEREE, "pbem/receipt/1 a\n"),
        notes.sign(PRIVATE, REFEREE, TEXT.replace(REFEREE, "referee.example.com")),
        notes.sign(PRIVATE, REFEREE, TEXT.replace("12", "012")),
        notes.sign(PRIVATE, REFEREE, TEXT + "more\n"),
        notes.sign(PRIVATE, REFEREE, TEXT.replace("=\n", "\n")),
        "\ud800" + NOTE,
    ],
    ids=range(18),
)
def test_other_notes_are_refused(note: str) -> None:
    with pytest.raises(IntegrityError) as caught:
        notes.read(note, PUBLIC, REFEREE)
    assert (caught.value.seq, caught.value.check) == (None, "note")


def test_a_note_of_another_key_is_refused() -> None:
    other = Ed25519PrivateKey.from_private_bytes(secret("other")).public_key().public_bytes_raw()
    with pytest.raises(IntegrityError):
        notes.read(NOTE, other, REFEREE)


def test_of_several_notes_those_that_the_referee_signed_are_told() -> None:
    later = notes.sign(PRIVATE, REFEREE, notes.head_text(REFEREE, GAME, Head(13, secret("later"))))
    forged = notes.sign(secret("thief"), REFEREE, TEXT)
    elsewhere = notes.sign(PRIVATE, "referee.example.com", TEXT)
    assert notes.genuine([forged, NOTE, elsewhere, later, "no note"], PUBLIC, REFEREE) == [NOTE, later]


def quoted(text: str, mark: str) -> str:
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


@pytest.mark.parametrize(
    "body",
    [
        NOTE,
        f"Dear Zoë,\n\nyour turn.\n\n{NOTE}\n-- \nthe referee\n",
        NOTE.replace("\n", "\r\n"),
        quoted(NOTE, "> "),
        quoted(quoted(NOTE, ">"), "> "),
        quoted(NOTE, "> ").replace("> \n", ">\n"),
        quoted(NOTE, "   | "),
        NOTE.replace("\n", "  \n"),
        quoted(NOTE, "> ").replace(f"— {REFEREE} ", f"— {REFEREE}\n> "),
        quoted(NOTE, "> ").replace("pbem/head/1 ", "pbem/head/1\n"),
    ],
    ids=range(10),
)
def test_a_note_is_found_in_a_mail(body: str) -> None:
    assert list(notes.find_notes(body)) == [NOTE]


def test_all_notes_are_found_and_text_is_not_taken_for_one() -> None:
    other = notes.sign(PRIVATE, REFEREE, notes.head_text(REFEREE, "autumn-2", Head(3, secret("x"))))
    body = f"pbem/head/1 is what heads begin with\n{quoted(NOTE, '> ')}\nand\n{other}pbem/head/1 a/b\n7\n"
    assert list(notes.find_notes(body)) == [NOTE, other]


@pytest.mark.parametrize(
    "bomb",
    [
        "x" + " " * 250_000 + "x",
        "x" + "\u00a0" * 250_000 + "x",
        "pbem/head/1" + "\n> " * 80_000,
        "pbem/head/1 " + ">" * 250_000,
        "pbem/head/1 " + "a/" * 120_000,
        "pbem/head/1 " * 20_000,
        NOTE.partition("—")[0] + "— " + "a>" * 120_000,
        NOTE.partition("—")[0] + "— a" + "|" * 240_000,
    ],
    ids=range(8),
)
def test_bombs_are_read_in_a_single_pass(bomb: str) -> None:
    with limited(60):
        assert list(notes.find_notes(bomb)) == []


@given(st.text())
def test_finding_never_fails(text: str) -> None:
    assert list(notes.find_notes(text)) == []


@given(st.text(st.characters(exclude_categories=["Cs"])), st.integers(0, 2**40), st.binary(min_size=32, max_size=32))
def test_any_head_is_read_back_from_any_mail(around: str, size: int, digest: bytes) -> None:
    note = notes.sign(PRIVATE, REFEREE, notes.head_text(REFEREE, GAME, Head(size, digest)))
    found = list(notes.find_notes(f"{around}\n{note}\n{around}"))
    assert [notes.read(one, PUBLIC, REFEREE) for one in found] == [(GAME, Head(size, digest))]
