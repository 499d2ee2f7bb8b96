"""The parts of a letter: where it is cut, how they are decoded; the same on every Python."""

import base64
from email.feedparser import FeedParser
from email.message import Message

import pytest

from pbem.mail.keys import Keyring
from pbem.mail.letter.header import parse_header
from pbem.mail.letter.letter import read_letter
from pbem.mail.letter.multipart import Pieces, cut_pieces
from pbem.mail.letter.parts import read_parts
from pbem.mail.safe import Unusable, UnusableError
from tests.mail.players import BLOCK, TEXT, raw_mail
from tests.mail.workshop import DKIM_KEY, dkim_signed, taken, webmail

ALTERNATIVE = "Content-Type: multipart/alternative; boundary=b"


def mixed(*lines: str) -> bytes:
    return raw_mail("\n".join(lines).encode(), "Content-Type: multipart/mixed; boundary=b")


def texts_of(raw: bytes) -> list[str]:
    return [part.text() for part in read_parts(raw) if not part.is_container]


def test_a_body_is_cut_at_its_delimiters() -> None:
    body = b"before\n--b\none\n\n--b \t\ntwo\n--b--\nbehind\n--b\n"
    assert cut_pieces(body, "b") == Pieces((b"one\n", b"two"), (b"before", b"behind\n--b\n"))


@pytest.mark.parametrize("line", ["--bb", "--b-", "--b--x", "-- b", " --b", "x--b"])
def test_a_line_that_is_no_delimiter_belongs_to_its_part(line: str) -> None:
    assert cut_pieces(f"--b\n{line}\n--b--".encode(), "b").parts == (line.encode(),)


@pytest.mark.parametrize(
    ("body", "boundary"),
    [
        (b"", "b"),
        (b"no delimiter", "b"),
        (b"--b--\n", "b"),
        (b"--b\none\n", "b"),
        (b"--b\none\n--b\n", "b"),
        (b"--b\n--b--\n", "b"),
        (b"--\none\n----\n", ""),
        (b"--b\none\n--b--\n", "b" * 201),
        ("--ü\none\n--ü--\n".encode(), "\ufffd\ufffd"),
    ],
)
def test_a_body_that_cannot_be_cut_is_refused(body: bytes, boundary: str) -> None:
    with pytest.raises(UnusableError, match="the letter's parts are damaged"):
        cut_pieces(body, boundary)


def test_a_part_without_header_or_text() -> None:
    assert texts_of(mixed("--b", "", "one", "--b", "", "--b", "A: b", "--b--")) == ["one", "", ""]


def test_a_part_that_ends_with_the_one_around_it_is_refused() -> None:
    raw = mixed("--b", "Content-Type: multipart/mixed; boundary=c", "", "--c", "", "one", "--b--")
    assert read_letter(raw) == Unusable("the letter's parts are damaged")


def test_a_container_in_an_encoding_is_refused() -> None:
    raw = raw_mail(b"--b\n\none\n--b--\n", ALTERNATIVE, "Content-Transfer-Encoding: base64")
    assert read_letter(raw) == Unusable("the letter's parts are damaged")


def test_what_a_digest_holds_are_mails() -> None:
    raw = raw_mail(b"--b\n\nA: b\n\nold text\n--b--\n", "Content-Type: multipart/digest; boundary=b")
    assert [part.kind for part in read_parts(raw)] == ["multipart/digest", "message/rfc822", "text/plain"]
    assert [part.is_aside for part in read_parts(raw)] == [False, False, True]


def test_a_delivery_report_holds_no_mail() -> None:
    raw = raw_mail(b"--b\nContent-Type: message/delivery-status\n\nno field\n--b--\n", ALTERNATIVE)
    assert [part.kind for part in read_parts(raw)][1:] == ["message/delivery-status"]


WHOLE = base64.b64encode(b"play harvest\n").decode()  # ends with ==


@pytest.mark.parametrize(
    ("coded", "text"),
    [
        (WHOLE, "play harvest\n"),
        (WHOLE[:9] + "\n" + WHOLE[9:], "play harvest\n"),
        (WHOLE[:9] + " !\u00fc-_" + WHOLE[9:], "play harvest\n"),
        (WHOLE.rstrip("="), "play harvest\n"),
        (WHOLE + "\n--\nsent by a list", "play harvest\n"),
        (WHOLE + WHOLE, "play harvest\n"),
        (WHOLE.replace("=", "") + "=" + WHOLE, "play harvest\n"),
        (WHOLE[:8] + "=" + WHOLE[8:], "play h"),
        (WHOLE[:8] + "A", "play h"),
        ("=", ""),
        ("", ""),
    ],
)
def test_base64_is_undone_up_to_its_end(coded: str, text: str) -> None:
    raw = raw_mail(coded.encode(), "Content-Transfer-Encoding: base64")
    assert texts_of(raw) == [text]


def test_quoted_printable_is_undone() -> None:
    raw = raw_mail(b"gr=C3=B6=\n=C3=9Fer=20\nx=3D1 \n=", "Content-Transfer-Encoding: quoted-printable")
    assert texts_of(raw) == ["größer \nx=1 \n"]


@pytest.fixture
def _reader_of_python_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Python's own reader of mail find everything damaged, as versions of it do with sound mails."""

    def fail(*_: object, **__: object) -> None:
        raise ValueError("the mail was given to Python's own reader")

    monkeypatch.setattr(FeedParser, "close", fail)
    monkeypatch.setattr(Message, "get_payload", fail)
    monkeypatch.setattr(Message, "get_params", fail)


@pytest.mark.usefixtures("_reader_of_python_fails")
def test_a_mail_in_parts_that_its_domain_signed_is_read_whatever_python_makes_of_it() -> None:
    text = TEXT.partition("-----BEGIN SSH")[0].partition("\n")[2]
    both = f"--b\nContent-Type: text/plain; charset=utf-8\n\n{text}\n--b\nContent-Type: text/html\n\n<p>x\n--b--\n"
    raw = dkim_signed(webmail(both, kind=ALTERNATIVE))
    assert parse_header(raw.replace(b"\r\n", b"\n")).sender == "marta@example.net"
    assert taken(raw, Keyring([DKIM_KEY])).block == BLOCK
