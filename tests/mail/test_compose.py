import email
from email import policy
from email.header import decode_header, make_header
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pbem.mail.compose import Mailbox, Outgoing, compose, order_mail
from pbem.mail.letter.letter import Letter, read_letter
from pbem.mail.safe import UnusableError

LETTER = Outgoing(
    sender=Mailbox("referee@example.org", "The Referee"),
    to=Mailbox("marta@example.net", "Márta “M” Rossi"),
    subject="fortuna-7: your turn",
    message_id="<fortuna-7.57.blue@example.org>",
    date=1_700_000_000,
    text="Your turn, Márta.\n.\nFrom here on: pay = 4 \n",
    html="<p>Your turn, <b>Márta</b>.</p>",
    in_reply_to="<orders-1@example.net>",
    references=("<fortuna-7@example.org>", "<orders-1@example.net>"),
)


def parsed(raw: bytes) -> EmailMessage:
    return email.message_from_bytes(raw, policy=policy.default)


def body(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def test_a_letter_reads_back_as_written() -> None:
    message = parsed(compose(LETTER))
    assert message["From"] == "The Referee <referee@example.org>"
    assert message["To"].addresses[0].display_name == "Márta “M” Rossi"
    assert message["To"].addresses[0].addr_spec == "marta@example.net"
    assert message["Subject"] == LETTER.subject
    assert message["Message-ID"] == LETTER.message_id
    assert message["In-Reply-To"] == LETTER.in_reply_to
    assert message["References"].split() == list(LETTER.references)
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Date"] == "Tue, 14 Nov 2023 22:13:20 +0000"
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]
    assert body(message, "plain") == LETTER.text
    assert body(message, "html") == LETTER.html


def test_the_same_letter_is_the_same_bytes_and_another_has_another_boundary() -> None:
    assert compose(LETTER) == compose(LETTER)
    other = parsed(compose(structs.replace(LETTER, message_id="<other@example.org>")))
    assert other.get_boundary() != parsed(compose(LETTER)).get_boundary()


def test_our_own_reader_knows_our_letters_for_a_machines() -> None:
    letter = read_letter(compose(LETTER))
    assert isinstance(letter, Letter)
    assert letter.header.origin == "robot"
    assert letter.plain[0] == LETTER.text


def test_lines_end_with_crlf() -> None:
    raw = compose(LETTER)
    assert raw.count(b"\n") == raw.count(b"\r\n") == raw.count(b"\r")


@pytest.mark.parametrize(
    "change",
    [
        {"subject": "x\r\nBcc: ivo@example.net"},
        {"subject": "x\ny"},
        {"subject": "x\u2028y\0"},
        {"subject": "x\u202ey"},
        {"subject": "x\ud800"},
        {"sender": Mailbox("a@b\r\nBcc: c@d")},
        {"sender": Mailbox("a@b.org\n")},
        {"sender": Mailbox("a@b, c@d")},
        {"to": Mailbox("a@b.org", "x\r\nBcc: c@d")},
        {"to": Mailbox("marta")},
        {"message_id": "x@y"},
        {"message_id": "<x@y>\r\nBcc: c@d"},
        {"message_id": "<x y@z>"},
        {"in_reply_to": "<x>\n"},
        {"references": ("<x@y>", "<x@y>\r\nBcc: c@d")},
        {"list_id": "games y.example.org"},
        {"list_id": "gam\u00e9s.example.org"},
        {"list_id": "games.example.org\x7f"},
        {"leave": "mailto:a@b?subject=leave it"},
        {"leave": "mailto:a@b\t"},
    ],
)
def test_a_value_that_would_make_another_header_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(UnusableError):
        compose(structs.replace(LETTER, **change))


@pytest.mark.parametrize(
    "subject",
    ["", "plain", "=?utf-8?q?x?=", "größer " * 30, "a" * 300, "two  blanks", " edges ", "é", "🎲" * 40],
)
def test_any_subject_reads_back(subject: str) -> None:
    raw = compose(structs.replace(LETTER, subject=subject))
    assert parsed(raw)["Subject"] == subject
    assert max(map(len, raw.split(b"\r\n"))) <= 76


@pytest.mark.parametrize("name", ["Marta", "Rossi, Marta", 'M "x" \\', "ivo@example.net", "x" * 100, "é" * 60, "<>"])
def test_any_name_reads_back_beside_its_own_address(name: str) -> None:
    raw = compose(structs.replace(LETTER, to=Mailbox("marta@example.net", name)))
    shown = str(make_header(decode_header(str(email.message_from_bytes(raw)["To"]))))
    assert shown.split() == f"{name} <marta@example.net>".split()
    assert [address.addr_spec for address in parsed(raw)["To"].addresses] == ["marta@example.net"]


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\r")), st.text("ab .=é\n\t"))
def test_any_text_reads_back_and_no_line_is_long(text: str, more: str) -> None:
    raw = compose(structs.replace(LETTER, text=text, html=more))
    first, second = (part.get_payload(decode=True) for part in parsed(raw).iter_parts())
    assert first == text.encode().replace(b"\n", b"\r\n")
    assert second == more.encode().replace(b"\n", b"\r\n")
    assert max(map(len, raw.split(b"\r\n"))) <= 76


def test_an_order_mail_comes_from_a_person() -> None:
    raw = order_mail(
        sender="marta@example.net", to="r@example.org", subject="orders", block_text="é;\n", date=0, message_id="<1@x>"
    )
    letter = read_letter(raw)
    assert isinstance(letter, Letter)
    assert (letter.header.sender, letter.header.origin, letter.plain) == ("marta@example.net", "person", ("é;\n",))


def test_a_word_of_a_header_is_as_long_as_it_may_be_and_no_longer() -> None:
    lines = []
    for letters in (13, 14):  # of three bytes each: 39 fit into one encoded word
        raw = compose(structs.replace(LETTER, subject="\u20ac" * letters))
        lines.append(raw.count(b"=?utf-8?B?4oKs"))
        assert parsed(raw)["Subject"] == "\u20ac" * letters
    assert lines == [1, 2]
