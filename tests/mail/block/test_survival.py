"""What mail programs do to a block on its way, and that it is still taken with the very same orders."""

import base64
import html
import quopri
import re
import textwrap
from collections.abc import Callable
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import pytest

from pbem.mail.block.block import MARKER, write
from tests.mail.players import BLOCK, MARTA, TEXT, accepted, mail_around, raw_mail

PLAIN = 'Content-Type: text/plain; charset="{}"'
CODED = "Content-Transfer-Encoding: {}"


def as_plain(text: str, *parameters: str) -> bytes:
    kind = "; ".join(["Content-Type: text/plain", 'charset="utf-8"', *parameters])
    return raw_mail(text.encode(), kind, CODED.format("8bit"))


def as_html(markup: str) -> bytes:
    return raw_mail(markup.encode(), 'Content-Type: text/html; charset="utf-8"', CODED.format("8bit"))


def as_alternative(text: str, markup: str) -> bytes:
    mail = MIMEMultipart("alternative")
    mail["From"] = "marta@example.net"
    mail.attach(MIMEText(text, "plain", "utf-8"))
    mail.attach(MIMEText(markup, "html", "utf-8"))
    return mail.as_bytes()


def quoted(text: str, mark: str = "> ") -> str:
    return "".join(mark + line for line in text.splitlines(keepends=True))


def wrapped(text: str, columns: int) -> str:
    return "\n".join(textwrap.fill(line, columns) for line in text.splitlines())


def refilled(text: str) -> str:
    return textwrap.fill(" ".join(text.split()), 72)


def flowed(text: str, *, del_space: bool = False) -> str:
    lines = [textwrap.wrap(line, 40, break_on_hyphens=False) for line in text.splitlines()]
    joint = "  \n" if del_space else " \n"
    return "\n".join(joint.join(" " + piece for piece in line) for line in lines)


def flowed_within_words(text: str) -> str:
    return re.sub("harvest", "har \nvest", text)


def smart(text: str) -> str:
    return text.replace("it's", "it’s").replace('"yours"', "“yours”").replace(" - or", " – or")  # noqa: RUF001


def with_invisible_characters(text: str) -> str:
    return "\ufeff" + text.replace("harvest", "har\u200bvest\u00ad").replace("play ", "play\u00a0").replace(
        ";", "\u200e;"
    )


def as_divs(text: str) -> str:
    return "<html><body>" + "".join(f"<div>{html.escape(line)}</div>" for line in text.splitlines()) + "</body></html>"


def as_gmail_quote(text: str) -> str:
    lines = "<br>\n".join(html.escape(line).replace("  ", "&nbsp; ") for line in text.splitlines())
    linked = lines.replace("referee.example.org", '<a href="http://x/?a=1&amp;b=2">referee.example.org</a>')
    return f"<style>p {{ color: red }}</style><p>Hello,</p><blockquote>{linked}</blockquote><p>-- <br>Marta</p>"


MAILS = {
    "our own": mail_around(TEXT),
    "line feeds": mail_around(TEXT).replace(b"\r\n", b"\n"),
    "carriage returns": as_plain(TEXT).replace(b"\n", b"\r\n"),
    "8bit": as_plain(TEXT),
    "quoted-printable": raw_mail(
        quopri.encodestring(TEXT.encode()), PLAIN.format("utf-8"), CODED.format("quoted-printable")
    ),
    "base64": raw_mail(base64.encodebytes(TEXT.encode()), PLAIN.format("utf-8"), CODED.format("base64")),
    "latin-1": raw_mail(TEXT.encode("latin-1"), PLAIN.format("iso-8859-1"), CODED.format("8bit")),
    "latin-1 quoted-printable": raw_mail(
        quopri.encodestring(TEXT.encode("latin-1")), PLAIN.format("iso-8859-1"), CODED.format("quoted-printable")
    ),
    "no charset named": raw_mail(TEXT.encode()),
    "flowed": as_plain(flowed(TEXT), "format=flowed"),
    "flowed with delsp": as_plain(flowed(TEXT, del_space=True), "format=flowed", "delsp=yes"),
    "flowed within words": as_plain(flowed_within_words(TEXT), "format=flowed", "delsp=yes"),
    "flowed and quoted": as_plain(quoted(TEXT, ">"), "format=flowed"),
    "wrapped at 60": as_plain(wrapped(TEXT, 60)),
    "wrapped at 40": as_plain(wrapped(TEXT, 40)),
    "refilled as one paragraph": as_plain("My orders: " + refilled(TEXT) + " Bye."),
    "quoted": as_plain("On Monday Marta wrote:\n" + quoted(TEXT) + "\nas I said\n"),
    "quoted twice": as_plain(quoted(quoted(TEXT, ">"))),
    "quoted, then wrapped": as_plain(wrapped(quoted(TEXT), 60)),
    "quoted without blanks": as_plain(quoted(TEXT, ">")),
    "indented": as_plain(quoted(TEXT, "    ")),
    "blank lines between": as_plain(TEXT.replace("\n", "\n\n")),
    "trailing blanks": as_plain(TEXT.replace("\n", "  \n")),
    "text around": as_plain("Dear referee,\n\nplay nothing;\n" + TEXT + "\n-- \nMarta;\n"),
    "smart quotes and dashes": as_plain(smart(TEXT)),
    "smart marker": as_plain(TEXT.replace("-----", "\u2014\u2014-")),
    "invisible characters": as_plain(with_invisible_characters(TEXT)),
    "HTML only, divs": as_html(as_divs(TEXT)),
    "HTML only, quoted": as_html(as_gmail_quote(TEXT)),
    "HTML only, entities": as_html("<pre>" + "".join(f"&#{ord(character)};" for character in TEXT) + "</pre>"),
    "text and HTML": as_alternative(TEXT, as_divs(TEXT)),
    "text without, HTML with": as_alternative("see the HTML", as_divs(TEXT)),
}


@pytest.mark.parametrize("name", MAILS)
def test_the_block_survives(name: str) -> None:
    verdict = accepted(MAILS[name])
    assert verdict.block == BLOCK
    assert verdict.key_id == MARTA
    assert verdict.signed_bytes == write(BLOCK)


@pytest.mark.parametrize("change", [smart, with_invisible_characters, flowed, refilled, as_divs])
def test_the_changes_are_changes(change: Callable[[str], str]) -> None:
    assert change(TEXT) != TEXT
    assert MARKER in change(TEXT)
