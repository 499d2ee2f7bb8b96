import base64

import pytest

from pbem.mail.letter.header import HEADER_LIMIT, Header, parse_header
from pbem.mail.letter.letter import Letter, glimpse, read_letter
from pbem.mail.letter.plaintext import strip_tags, unflow
from pbem.mail.safe import LETTER_LIMIT, Unusable, UnusableError
from tests.mail.players import raw_mail


def letter_of(raw: bytes) -> Letter:
    letter = read_letter(raw)
    assert isinstance(letter, Letter), letter
    return letter


def refusal_of(raw: bytes) -> str:
    letter = read_letter(raw)
    assert isinstance(letter, Unusable), letter
    return letter.why


def head_with(*headers: str, sender: str = "Marta <marta@example.net>") -> Header:
    return parse_header("\n".join([f"From: {sender}", *headers, "", "body"]).encode())


def test_one_line_of_an_mbox_is_dropped_and_no_more() -> None:
    line, raw = b"From marta@example.net  Sun Jun  1 12:00:00 2025\n", raw_mail(b"pass\n")
    assert letter_of(line + raw) == letter_of(raw)
    assert letter_of(line + line + raw).lines == line + raw


@pytest.mark.parametrize(
    "value",
    [
        "marta@example.net",
        "<marta@example.net>",
        "Marta Rossi <marta@example.net>",
        '"Rossi, Marta" <marta@example.net>',
        '"marta@example.net" <marta@example.net>',
        "=?utf-8?q?M=C3=A1rta?= <marta@example.net>",
        "marta@example.net (Marta Rossi)",
        "Marta\n <marta@example.net>",
    ],
)
def test_the_sender_is_the_one_address(value: str) -> None:
    assert head_with(sender=value).sender == "marta@example.net"


@pytest.mark.parametrize(
    "value",
    [
        "",
        "Marta",
        "marta@example.net, ivo@example.net",
        "marta@example.net <ivo@example.net>",
        '"marta@example.net" <ivo@example.net>',
        "friends: marta@example.net;",
        "<marta@example.net> <ivo@example.net>",
        "marta@example.net\nFrom: ivo@example.net",
        "marta@exämple.net",
        "m\0arta@example.net",
        "marta@example.net" + " " * 400,
        "(" * 390,
    ],
)
def test_no_single_sender_is_refused(value: str) -> None:
    with pytest.raises(UnusableError):
        parse_header(f"From: {value}\n\nbody".encode())
    assert isinstance(read_letter(f"From: {value}\r\n\r\nbody".encode()), Unusable)


def test_a_letter_without_sender_is_refused() -> None:
    assert refusal_of(b"Subject: x\n\nbody") == "the letter does not name one sender"
    assert refusal_of(b"") == "the letter does not name one sender"


@pytest.mark.parametrize(
    ("header", "origin"),
    [
        ("Subject: hello", "person"),
        ("Auto-Submitted: no", "person"),
        ("Auto-Submitted: auto-replied", "robot"),
        ("Auto-Submitted: Auto-Generated; owner-email=x", "robot"),
        ("Precedence: bulk", "robot"),
        ("X-Autoreply: yes", "robot"),
        ("Precedence: list", "list"),
        ("List-Id: <games.example.org>", "list"),
        ("Return-Path: <>", "bounce"),
        ("Return-Path: <marta@example.net>", "person"),
        ("Content-Type: multipart/report; boundary=x", "bounce"),
    ],
)
def test_the_origin_tells_persons_from_machines(header: str, origin: str) -> None:
    assert head_with(header).origin == origin


def test_the_mailer_daemon_is_a_bounce() -> None:
    assert head_with(sender="MAILER-DAEMON@mx.example.net").origin == "bounce"


def test_caps_hold_before_parsing() -> None:
    assert "larger" in refusal_of(raw_mail(b"x" * LETTER_LIMIT))
    assert "header is longer" in refusal_of(raw_mail(b"", *["X: " + "y" * 1000] * (HEADER_LIMIT // 1000 + 1)))
    assert "line of the letter's header" in refusal_of(raw_mail(b"", "X: " + "y" * 2000))
    assert "NUL" in refusal_of(raw_mail(b"a\0b"))


def test_a_large_letter_under_the_caps_is_read() -> None:
    assert len(letter_of(raw_mail(b"x" * 200_000)).plain[0]) == 200_000


def multipart(count: int) -> bytes:
    return raw_mail(b"--b\n\nx\n" * count + b"--b--\n", "Content-Type: multipart/mixed; boundary=b")


def nested(depth: int) -> bytes:
    opening = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(depth))
    closing = "".join(f"\n--b{n}--\n" for n in reversed(range(depth)))
    return f"From: marta@example.net\n{opening}\nx{closing}".encode()


def test_parts_and_depth_are_capped() -> None:
    assert len(letter_of(multipart(39)).plain) == 39
    assert "more than 40 parts" in refusal_of(multipart(40))
    assert "too many parts" in refusal_of(multipart(30_000))
    assert letter_of(nested(5)).plain == ("x",)
    assert "deeper" in refusal_of(nested(6))
    assert "parts within parts" in refusal_of(nested(30))
    assert "too many parts" in refusal_of(nested(1_500))


def test_attached_mails_stand_aside() -> None:
    forwarded = raw_mail(b"From: ivo@example.net\n\nold text", "Content-Type: message/rfc822")
    assert letter_of(forwarded).plain == ()
    assert letter_of(forwarded).aside == ("old text",)


def test_text_around_the_parts_stands_aside() -> None:
    raw = raw_mail(b"before\n--b\n\nx\n--b--\nafter", "Content-Type: multipart/mixed; boundary=b")
    assert letter_of(raw).plain == ("x",)
    assert letter_of(raw).aside == ("before", "after")


@pytest.mark.parametrize("label", ["koi8-r", "gb2312", "big5", "x-unknown", "ANSI_X3.4-1968", "shift_jis", "hex"])
def test_ascii_is_read_whatever_its_label(label: str) -> None:
    assert letter_of(raw_mail(b"to: a;", f"Content-Type: text/plain; charset={label}")).plain == ("to: a;",)
    if label != "koi8-r":
        assert refusal_of(raw_mail(b"to: \xe4;", f"Content-Type: text/plain; charset={label}"))


@pytest.mark.parametrize(
    "headers",
    [
        ["Content-Type: text/plain; charset=utf-7"],
        ["Content-Type: text/plain; charset=utf-16"],
        ["Content-Type: text/plain; charset=iso-2022-jp-2"],
        ["Content-Type: text/plain; charset=cp037"],
        ["Content-Type: text/plain; charset=\x7f"],
        ["Content-Type: text/plain", "Content-Type: text/html"],
        ["Content-Transfer-Encoding: x-uuencode"],
        ["Content-Transfer-Encoding: base64", "Content-Transfer-Encoding: 8bit"],
        ["Content-Type: message/partial; id=1; number=1; total=2"],
        ["Content-Type: message/external-body; access-type=local-file; name=/etc/passwd"],
        ["Content-Type: multipart/mixed"],
        ["Content-Type: multipart/mixed; boundary=elsewhere"],
        ["Content-Type: text/plain;" + "\n a=b;" * 400],
        ["no colon here"],
    ],
)
def test_structure_we_do_not_read_is_refused(headers: list[str]) -> None:
    assert refusal_of(raw_mail(b"text", *headers))


@pytest.mark.parametrize("bomb", ['"' * 50_000, ";" * 20_000, "; a*0*=" * 5_000, "(" * 50_000])
def test_a_bomb_in_a_part_header_is_refused(bomb: str) -> None:
    raw = raw_mail(
        f"--b\nContent-Type: text/plain; {bomb}\n\nx\n--b--\n".encode(), "Content-Type: multipart/mixed; boundary=b"
    )
    assert "header of a part" in refusal_of(raw)


@pytest.mark.parametrize(
    ("charset", "raw"),
    [
        ("utf-8", "é".encode()),
        ("UTF-8", "é".encode()),
        ("iso-8859-1", b"\xe9"),
        ("windows-1252", b"\xe9"),
        ("us-ascii", "é".encode()),
        ("us-ascii", b"\xe9"),
        ("utf-8", b"\xe9"),
    ],
)
def test_the_usual_character_sets_are_read_even_when_misnamed(charset: str, raw: bytes) -> None:
    assert letter_of(raw_mail(raw, f"Content-Type: text/plain; charset={charset}")).plain == ("é",)


def test_flowed_lines_are_joined_within_their_depth_of_quoting() -> None:
    assert unflow("one \ntwo\n>a \n>b\n>> c \n> d", del_space=False) == "one two\n> a b\n>> c \n> d"


def test_flowed_lines_lose_stuffing_and_deleted_spaces() -> None:
    assert unflow(" >no quote\nhar \nvest", del_space=True) == ">no quote\nharvest"


def test_a_signature_mark_never_flows() -> None:
    assert unflow("-- \nmarta", del_space=False) == "-- \nmarta"


def test_html_gives_its_text() -> None:
    page = (
        "<html><head><title>t</title><style>p {x}</style></head><body><!-- no <b>way</b> -->"
        "<p>play&nbsp;<b>har</b>vest<br>money &gt;= 4 &eacute;</p><script>if (a<b) x()</script></body>"
    )
    assert strip_tags(page).split("\n") == ["", "play\u00a0harvest", "money >= 4 é", ""]


@pytest.mark.parametrize(
    "bomb",
    ["<" * 200_000, "<a" * 100_000, "<!--" * 50_000, "&#" + "9" * 200_000 + ";", "<style>" * 30_000, "a" * 200_000],
)
def test_html_bombs_are_stripped_in_a_single_pass(bomb: str) -> None:
    assert letter_of(raw_mail(bomb.encode(), "Content-Type: text/html")).html != ()


@pytest.mark.parametrize("after", [b"", b"A", b"QUJD", b"==QUJD", b"====", b"=\nQUJDRA"])
def test_of_base64_that_goes_on_what_can_be_seen_ends_with_it(after: bytes) -> None:
    coded = base64.b64encode(b"pass now").removesuffix(b"=") + b"="
    assert glimpse(raw_mail(coded + after, "Content-Transfer-Encoding: base64")) == "pass now"


def test_base64_that_is_cut_short_can_be_seen_up_to_there() -> None:
    assert glimpse(raw_mail(b"cGFzcyBub3cgQ", "Content-Transfer-Encoding: base64")) == "pass now "
