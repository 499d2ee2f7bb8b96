"""Each way of getting orders in that their player did not sign for here and now ends in a sentence, not in an order."""

import base64
import quopri
import unicodedata
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs

from pbem.mail.block import block
from pbem.mail.block.block import MARKER
from pbem.mail.checking import check_evidence
from pbem.mail.evidence import Signed
from pbem.mail.keys import Keyring
from pbem.mail.kinds import KINDS
from pbem.mail.letter.letter import Letter, read_letter
from pbem.mail.safe import Unusable
from pbem.mail.signed import find_signed, sign_orders
from pbem.mail.ssh import signature as sshsig
from pbem.mail.ssh import wire
from tests.mail.players import (
    BLOCK,
    IVO,
    IVO_KEY,
    MARTA,
    MARTA_KEY,
    NOW,
    TEXT,
    accepted,
    judge,
    mail_around,
    refused,
    ring,
)
from tests.mail.players import raw_mail as raw
from tests.wording import MAIL, says

OTHER = sign_orders(structs.replace(BLOCK, orders=("resign",)), MARTA_KEY)
UNSIGNED = TEXT.partition(sshsig.BEGIN)[0]
UTF8 = 'Content-Type: text/plain; charset="utf-8"'


def mixed(*parts: MIMEText | MIMEMessage, preamble: str = "", epilogue: str = "") -> bytes:
    mail = MIMEMultipart("mixed")
    mail["From"] = "marta@example.net"
    mail.preamble, mail.epilogue = preamble or None, epilogue or None
    for part in parts:
        mail.attach(part)
    return mail.as_bytes()


def text_part(text: str, kind: str = "plain") -> MIMEText:
    return MIMEText(text, kind, "utf-8")


def attached(text: str) -> MIMEMessage:
    return MIMEMessage(text_part(text))


def quoted(text: str, mark: str = "> ") -> str:
    return "".join(mark + line for line in text.splitlines(keepends=True))


@pytest.mark.parametrize(
    "body",
    [TEXT + OTHER, OTHER + TEXT, quoted(TEXT) + quoted(OTHER), TEXT + UNSIGNED + OTHER],
)
def test_two_blocks_that_both_hold_are_refused(body: str) -> None:
    assert says(refused(mail_around(body)), MAIL, "many_sheets")


@pytest.mark.parametrize(
    "mail",
    [
        mixed(text_part(TEXT), text_part(OTHER)),
        mixed(text_part(TEXT), text_part(OTHER, "html")),
        mixed(text_part(TEXT), text_part(OTHER.replace("\n", "<br>"), "html")),
        mixed(text_part(TEXT, "html"), text_part(OTHER, "html")),
    ],
)
def test_two_blocks_in_different_parts(mail: bytes) -> None:
    assert says(refused(mail), MAIL, "many_sheets")


@pytest.mark.parametrize(
    "body",
    [
        TEXT + TEXT,
        TEXT + UNSIGNED,
        UNSIGNED + TEXT,
        TEXT + OTHER.replace("resign", "pass"),
        OTHER.replace("resign", "pass") + TEXT,
        TEXT + "\u2014\u2014 begin pbem orders \u2014\u2014",
        TEXT + MARKER.replace("PBEM", "P\u200bBEM"),
        TEXT + OTHER[OTHER.index(sshsig.BEGIN) :],
        TEXT + "\nOn Monday Marta wrote:\n" + quoted(OTHER),
        quoted(OTHER) + TEXT,
        quoted(OTHER, "| ") + TEXT,
        TEXT + "\n-----Original Message-----\n" + OTHER,
        TEXT + "\nFrom: Marta\nSent: Monday\n\n" + OTHER,
        TEXT + quoted(f"Ivo (red): {MARKER} -----BEGIN PGP SIGNED MESSAGE----- {sshsig.BEGIN} {sshsig.END}\n"),
        TEXT + quoted("-----BEGIN PGP SIGNED MESSAGE-----\n\nx\n-----BEGIN PGP SIGNATURE-----\n"),
    ],
)
def test_a_block_of_ones_own_is_not_hurt_by_what_does_not_hold_or_is_quoted(body: str) -> None:
    assert accepted(mail_around(body)).block == BLOCK


@pytest.mark.parametrize(
    "mail",
    [
        mixed(text_part(TEXT), attached(OTHER)),
        mixed(text_part(TEXT), preamble=OTHER),
        mixed(text_part(TEXT), epilogue=OTHER),
        mixed(text_part(TEXT, "html"), attached(OTHER)),
    ],
)
def test_nor_by_a_block_where_no_orders_are_taken(mail: bytes) -> None:
    assert accepted(mail).block == BLOCK


def test_an_older_block_that_is_quoted_does_not_stand_in_for_a_damaged_one() -> None:
    damaged = TEXT.replace("water 1", "water 2")
    assert "changed after signing" in refused(mail_around(damaged + quoted(OTHER)))


@pytest.mark.parametrize(
    "mail",
    [
        mixed(attached(TEXT)),
        mixed(text_part("see below"), attached(TEXT)),
        mixed(text_part("x"), preamble=OTHER),
        mixed(text_part("x"), epilogue=OTHER),
        mixed(text_part(f"<!-- {TEXT} -->", "html")),
        mixed(text_part(f"<style>{TEXT}</style>", "html")),
        mixed(text_part("hello")),
        raw(TEXT.encode(), 'Content-Type: application/pgp-signature; charset="utf-8"'),
        raw(TEXT.encode(), "Content-Type: text/enriched; charset=utf-8"),
        raw(b"", f"Subject: {MARKER}"),
    ],
)
def test_a_block_where_no_orders_are_taken(mail: bytes) -> None:
    assert "no order block" in refused(mail)


@pytest.mark.parametrize(
    "body",
    [
        TEXT.replace("water 1", "water 2"),
        TEXT.replace("play harvest water 1;", "play harvest; water 1;"),
        TEXT.replace("play harvest water 1;\n", ""),
        TEXT.replace("play harvest", "resign;\nplay harvest"),
        TEXT.replace("game: fortuna-7", "game: fortuna-8"),
        TEXT.replace("seat: blue", "seat: red"),
        TEXT.replace("token: 9f1c27d0", "token: 9f1c27d1"),
        TEXT.replace("referee.example.org", "referee.example.com"),
        TEXT.replace("seen: 57", "seen: 58"),
        TEXT.replace("größer", "grosser"),
        UNSIGNED + OTHER[OTHER.index(sshsig.BEGIN) :],
        MARKER + "\n" + ";" * 20_000 + TEXT[len(MARKER) :].replace("water 1", "water 2"),
    ],
)
def test_statements_changed_after_signing(body: str) -> None:
    assert body != TEXT
    assert "changed after signing" in refused(mail_around(body))


def test_text_outside_the_block_orders_nothing() -> None:
    around = "resign;\n" + TEXT + "\nresign;\n"
    assert accepted(mail_around(around)).block == BLOCK
    assert accepted(raw(TEXT.encode(), UTF8, "Subject: game: other; resign;")).block == BLOCK


@pytest.mark.parametrize(
    "body",
    [
        UNSIGNED,
        UNSIGNED + sshsig.BEGIN,
        UNSIGNED + sshsig.BEGIN + "\n" + sshsig.END,
        UNSIGNED + sshsig.END + "\n" + sshsig.BEGIN,
        TEXT.replace(sshsig.END, ""),
        TEXT.replace(sshsig.END, f"{MARKER}\n{sshsig.END}"),
        UNSIGNED + "-----BEGIN PGP SIGNATURE-----\n\nAAAA\n-----END PGP SIGNATURE-----\n",
        MARKER,
        MARKER + "x" * 100_000 + TEXT[len(MARKER) :],
        UNSIGNED + sshsig.BEGIN + "\n" + "A" * 100_000 + "\n" + sshsig.END,
        UNSIGNED + sshsig.BEGIN + "\n\u202e\x1b[2J\n" + sshsig.END,
        MARKER + ";" * 200_000,
        "-" * 200_000,
        "> " * 100_000 + MARKER,
        ">" * 100_000 + MARKER + ("\n" + ">" * 50) * 1000,
        (MARKER + "\n") * 5_000,
    ],
)
def test_no_usable_signature(body: str) -> None:
    assert refused(raw(body.encode(), UTF8))


def test_an_unknown_key_is_named_and_refused() -> None:
    stranger = Ed25519PrivateKey.from_private_bytes(b"\7" * 32)
    why = refused(mail_around(sign_orders(BLOCK, stranger)))
    assert why == f"the key {sshsig.public_key(stranger).fingerprint} is not enrolled here"


def test_another_enrolled_key_is_never_taken_for_the_players_own() -> None:
    assert accepted(mail_around(sign_orders(BLOCK, IVO_KEY))).key_id == IVO
    assert "not enrolled" in refused(mail_around(sign_orders(BLOCK, IVO_KEY)), frozenset({MARTA}))


def test_a_signature_that_names_another_players_key() -> None:
    own = sshsig.sign(block.write(BLOCK), IVO_KEY)
    forged = structs.replace(own, key=sshsig.public_key(MARTA_KEY))
    assert "changed after signing" in refused(mail_around(UNSIGNED + sshsig.write(forged)))


def test_another_namespace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sshsig, "NAMESPACE", "file")
    foreign = UNSIGNED + sshsig.write(sshsig.sign(block.write(BLOCK), MARTA_KEY))
    monkeypatch.undo()
    assert "made for 'file'" in refused(mail_around(foreign))


def test_a_signature_over_a_block_that_is_none() -> None:
    for text in (b"", MARKER.encode(), block.write(BLOCK).replace(b"token: 9f1c27d0;\n", b"")):
        signed = text.decode() + "\n" + sshsig.write(sshsig.sign(text, MARTA_KEY))
        assert refused(raw(signed.encode(), UTF8))


def test_a_hardware_key_is_refused_with_a_clear_word() -> None:
    blob = wire.string(b"sk-ssh-ed25519@openssh.com") + wire.string(b"x" * 32) + wire.string(b"ssh:")
    key = structs.replace(sshsig.public_key(MARTA_KEY), blob=blob)
    signature = structs.replace(sshsig.sign(b"", MARTA_KEY), key=key)
    assert "hardware" in refused(mail_around(UNSIGNED + sshsig.write(signature)))


@pytest.mark.parametrize(
    "mail",
    [
        b"From: ivo@example.net\n" + raw(TEXT.encode(), UTF8),
        raw(TEXT.encode(), UTF8, "From: ivo@example.net"),
        raw(TEXT.encode(), UTF8).replace(b"Marta <", b'"ivo@example.net" <'),
        raw(TEXT.encode(), UTF8).replace(
            b"From: Marta <marta@example.net>", b"From: marta@example.net, ivo@example.net"
        ),
        raw(TEXT.encode(), UTF8, "Content-Type: text/html"),
        raw(TEXT.encode(), "Content-Type: message/partial; id=x; number=1; total=1"),
        raw(TEXT.encode("utf-7"), "Content-Type: text/plain; charset=utf-7"),
        raw(TEXT.encode() + b"\0", UTF8),
    ],
)
def test_a_good_block_in_a_mail_that_is_not_read(mail: bytes) -> None:
    assert refused(mail)


def coded(how: str, body: bytes) -> bytes:
    return raw(body, UTF8, f"Content-Transfer-Encoding: {how}")


QUOTED = quopri.encodestring(TEXT.encode())
DECOYS = {
    "a second block behind the end of base64": coded("base64", base64.encodebytes(TEXT.encode()) + OTHER.encode()),
    "two base64 texts in a row": coded(
        "base64", base64.encodebytes(TEXT.encode()) + base64.encodebytes(OTHER.encode())
    ),
    "a line end that only shows decoded": coded("quoted-printable", QUOTED.replace(b"water 1;", b"water 1;=0A")),
    "an order that only shows decoded": coded("quoted-printable", QUOTED.replace(b"water 1;", b"water 1;=0Aresign;")),
    "a soft line end inside a word": coded("quoted-printable", QUOTED.replace(b"harvest", b"har=\nvest")),
    "a marker that only shows decoded": coded("quoted-printable", QUOTED + OTHER.replace("-", "=2D").encode()),
    "base64 with a comment": coded("base64 (x)", base64.encodebytes(TEXT.encode())),
    "uuencode": coded("x-uuencode", TEXT.encode()),
    "UTF-16": raw(TEXT.encode("utf-16"), "Content-Type: text/plain; charset=utf-16"),
    "an encoded address for a name": raw(TEXT.encode(), UTF8).replace(b"Marta <", b"=?utf-8?q?ivo=40example.net?= <"),
    "a folded sender": raw(TEXT.encode(), UTF8).replace(b"Marta <", b"Marta\n\t<"),
    "right to left": mail_around(TEXT.replace("water 1", "water \u202e1\u202c")),
    "a letter that looks like another": mail_around(TEXT.replace("seat: blue", "seat: blu\u0435")),
    "a mail in a mail": raw(mail_around(TEXT), "Content-Type: message/rfc822"),
}


@pytest.mark.parametrize("what", DECOYS)
def test_a_decoy_orders_nothing_that_was_not_signed(what: str) -> None:
    verdict = judge(DECOYS[what])
    assert isinstance(verdict, Unusable) or verdict.block == BLOCK


def signed_anyhow(statements: str) -> str:
    text = f"{MARKER}\n{statements}"
    return text + sshsig.write(sshsig.sign(text.encode(), MARTA_KEY))


def test_words_mailed_back_are_plain_and_short() -> None:
    evil = "\x1b[2J\x9b1m" + "evil" * 100
    mails = [
        raw(b"x", f"Content-Type: text/plain; charset={evil}"),
        raw(b"x", f"Content-Transfer-Encoding: {evil}"),
        mail_around(signed_anyhow(f"game: {evil};\n")),
        mail_around(signed_anyhow(f"{'x' * 300}: y;\n")),
        mail_around(signed_anyhow(f"to: {'(evil)' * 90};\ngame: g;\nseat: s;\ntoken: t;\npass;\n")),
    ]
    for mail in mails:
        why = refused(mail)
        assert len(why) <= 240
        assert not any(unicodedata.category(character).startswith("C") for character in why)


def test_a_replay_is_the_same_evidence_whatever_its_envelope() -> None:
    again = raw(TEXT.encode(), UTF8, "Date: Fri, 1 Jan 2100 00:00:00 +0000", "Message-ID: <new@example.net>")
    assert accepted(again) == accepted(mail_around(TEXT))


def test_evidence_is_checked_again_by_its_exact_bytes() -> None:
    verdict = accepted(mail_around(TEXT))
    evidence = verdict.evidence()
    assert check_evidence(evidence, ring(), now=NOW) == verdict
    for changed in (verdict.signed_bytes + b"\n", verdict.signed_bytes.replace(b"\n", b"\r\n"), b""):
        assert isinstance(check_evidence(structs.replace(evidence, signed_bytes=changed), ring(), now=NOW), Unusable)
    for changed in (b"nothing", b"\xff", b""):
        assert isinstance(check_evidence(structs.replace(evidence, signature=changed), ring(), now=NOW), Unusable)
    assert isinstance(check_evidence(structs.replace(evidence, key_id=IVO), ring(), now=NOW), Unusable)


def test_nobody_enrolled_means_nothing_taken() -> None:
    letter = read_letter(mail_around(TEXT))
    assert isinstance(letter, Letter)
    assert isinstance(find_signed(letter, Keyring(), now=NOW, accepts=KINDS), Unusable)
    assert isinstance(judge(mail_around(TEXT)), Signed)


def test_a_block_beyond_its_limit_is_not_even_verified() -> None:
    padded = TEXT.replace(MARKER, MARKER + " " * block.TEXT_LIMIT)
    assert "longer than" in refused(mail_around(padded))
