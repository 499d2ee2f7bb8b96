"""What real mail programs make of a signed sheet: links, files, labels, escapes, quotes."""

import base64
import html
from email.mime.application import MIMEApplication
from email.mime.base import MIMEBase
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import pytest
from msgspec import structs

from pbem.mail.block import block as order_block
from pbem.mail.block.block import MARKER
from pbem.mail.block.typed import read_typed
from pbem.mail.signed import sign_orders
from pbem.mail.ssh import signature as sshsig
from tests.mail.players import BLOCK, MARTA_KEY, TEXT, accepted, mail_around, raw_mail, refused
from tests.mail.workshop import TYPED, clearsigned, inline

NAME = "referee.example.org"
LINKS = {
    "Gmail": f"{NAME} <http://{NAME}>",
    "Gmail, with a slash": f"{NAME} <http://{NAME}/>",
    "Outlook": f"{NAME}<http://{NAME}>",
    "Outlook, wrapped": f"{NAME}\n<http://{NAME}/>",
    "Outlook, safe links": f"{NAME}<https://eur01.safelinks.protection.outlook.com/?url=http%3A%2F%2F{NAME}%2F&data=05>",
}
PURE = structs.replace(BLOCK, orders=("play harvest water 1", "pass"))
ASCII = sign_orders(PURE, MARTA_KEY)


def alternative(text: str, markup: str) -> bytes:
    mail = MIMEMultipart("alternative")
    mail["From"] = "marta@example.net"
    mail.attach(MIMEText(text, "plain", "utf-8"))
    mail.attach(MIMEText(markup, "html", "utf-8"))
    return mail.as_bytes()


def as_html(text: str) -> str:
    lines = "<br>\n".join(html.escape(line) for line in text.splitlines())
    return "<div>" + lines.replace(NAME, f'<a href="http://{NAME}">{NAME}</a>', 1) + "</div>"


@pytest.mark.parametrize("how", LINKS)
def test_a_name_that_became_a_link(how: str) -> None:
    linked = TEXT.replace(NAME, LINKS[how], 1)
    assert accepted(alternative(linked, as_html(TEXT))).block == BLOCK
    assert accepted(mail_around(linked)).block == BLOCK
    assert read_typed(TYPED.replace(NAME, LINKS[how], 1)) == BLOCK


def test_a_text_that_is_beyond_repair_beside_html_that_is_whole() -> None:
    broken = TEXT.replace(NAME, f"[{NAME}](http://{NAME})", 1)
    assert "changed after signing" in refused(mail_around(broken))
    assert accepted(alternative(broken, as_html(TEXT))).block == BLOCK


def with_files(*parts: MIMEBase) -> bytes:
    mail = MIMEMultipart("mixed")
    mail["From"] = "marta@example.net"
    mail.attach(MIMEText("my orders are attached\n", "plain", "utf-8"))
    for number, part in enumerate(parts):
        del part["Content-Disposition"]
        part.add_header("Content-Disposition", "attachment", filename=f"turn.txt{'.sig' * number}")
        mail.attach(part)
    return mail.as_bytes()


def signed_file(text: bytes) -> tuple[bytes, bytes]:
    return text, sshsig.write(sshsig.sign(text, MARTA_KEY)).encode()


FILE = order_block.write(BLOCK)


@pytest.mark.parametrize(
    "text", [FILE, FILE.replace(b"\n", b"\r\n"), FILE.rstrip(), FILE.replace(b";\n", b" ;\n\n") + b"\n"]
)
@pytest.mark.parametrize("kind", ["text", "octets"])
def test_a_file_and_its_signature_attached(text: bytes, kind: str) -> None:
    sheet, armor = signed_file(text)
    one: MIMEBase = MIMEApplication(sheet)
    if kind == "text":
        one = MIMEBase("text", "plain", charset="utf-8")
        one.set_payload(base64.encodebytes(sheet))
        one.add_header("Content-Transfer-Encoding", "base64")
    for other in (MIMEApplication(armor), MIMEText(armor.decode()), MIMEApplication(armor, "pgp-signature")):
        assert accepted(with_files(one, other)).block == BLOCK


def test_a_file_that_was_signed_whole_needs_no_second_file() -> None:
    assert accepted(with_files(MIMEApplication(TEXT.encode()))).block == BLOCK


def test_a_signature_file_of_another_sheet_is_none() -> None:
    _, armor = signed_file(FILE.replace(b"water 1", b"water 2"))
    assert "changed after signing" in refused(with_files(MIMEText(FILE.decode()), MIMEApplication(armor)))


@pytest.mark.parametrize("label", ["koi8-r", "gb2312", "iso-8859-8", "windows-1256", "x-user-defined", "big5"])
def test_ascii_under_any_label(label: str) -> None:
    assert accepted(raw_mail(ASCII.encode(), f"Content-Type: text/plain; charset={label}")).block == PURE


@pytest.mark.parametrize("mark", ["> ", "| ", ">> ", "|> ", "> | "])
def test_a_quoted_block_however_it_is_marked(mark: str) -> None:
    quoted = "".join(mark + line for line in ASCII.splitlines(keepends=True))
    assert accepted(mail_around(quoted)).block == PURE


def test_a_block_whose_dashes_were_escaped() -> None:
    escaped = ASCII.replace("\n-----", "\n- -----").replace(MARKER, f"- {MARKER}")
    assert accepted(mail_around(escaped)).block == PURE
    above = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n"
    below = "-----BEGIN PGP SIGNATURE-----\n\nAAAA\n-----END PGP SIGNATURE-----\n"
    around = above + escaped + below
    assert accepted(mail_around(around)).block == PURE
    assert accepted(inline(clearsigned(ASCII))).block == PURE


@pytest.mark.parametrize(
    "below",
    [
        "\nSent from my iPhone\n",
        "\nInviato da iPhone\n",
        "\nEnvoyé de mon iPhone\n",
        "\nVon meinem iPhone gesendet\n",
        "\nThis e-mail is confidential.\n",
        "\nMarta Rossi\n+39 012 345\n",
    ],
)
def test_what_a_telephone_or_a_firm_adds_below_a_block_does_no_harm(below: str) -> None:
    assert accepted(mail_around(TEXT + below)).block == BLOCK
