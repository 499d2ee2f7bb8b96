"""Evidence of every kind is checked again without the letter; what is published of it names nobody."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import json, structs

from pbem.mail.checking import check_evidence, publishable, read_published
from pbem.mail.evidence import Evidence, Signed
from pbem.mail.keys import Keyring, Keys
from pbem.mail.safe import Unusable
from pbem.mail.signed import sign_orders
from tests.mail.players import BLOCK, MARTA, MARTA_KEY, NOW, TEXT, accepted, mail_around, ring
from tests.mail.workshop import (
    DKIM_KEY,
    PLAIN,
    TYPED,
    armored,
    clearsigned,
    dkim_signed,
    inline,
    pgp_key,
    pgp_mime,
    smime,
    smime_opaque,
    taken,
    webmail,
    x509_key,
)

MAILS: dict[str, Callable[[], bytes]] = {
    "order block": lambda: mail_around(TEXT),
    "PGP/MIME": lambda: pgp_mime(PLAIN + TYPED),
    "PGP/MIME by a subkey": lambda: pgp_mime(PLAIN + TYPED, "ivo"),
    "clearsigned": lambda: inline(clearsigned()),
    "armored": lambda: inline(armored()),
    "armored, text mode": lambda: inline(armored(TYPED, "", "--textmode")),
    "S/MIME": lambda: smime(PLAIN + TYPED),
    "S/MIME opaque": lambda: smime_opaque(PLAIN + TYPED),
    "DKIM": lambda: dkim_signed(webmail()),
}
PUBLISHED = ("order block",)


def keys() -> Keys:
    own = Keyring([pgp_key(), pgp_key("ivo"), x509_key(), x509_key("ivo"), DKIM_KEY])
    return lambda name: [*own(name), *ring()(name)]


def evidence_of(name: str) -> Evidence:
    return taken(MAILS[name](), keys()).evidence()


@pytest.mark.parametrize("name", MAILS)
def test_evidence_is_checked_again_after_storing(name: str) -> None:
    verdict = taken(MAILS[name](), keys())
    stored = json.decode(json.encode(verdict.evidence()), type=Evidence)
    assert check_evidence(stored, keys(), now=NOW) == verdict
    assert verdict.block == BLOCK


@pytest.mark.parametrize("name", MAILS)
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_the_line_that_an_mbox_begins_a_mail_with_changes_nothing(name: str, line_end: bytes) -> None:
    raw = MAILS[name]()
    piped = b"From marta@example.net  Sun Jun  1 12:00:00 2025\n" + raw.replace(b"\r\n", b"\n")
    assert taken(piped.replace(b"\n", line_end), keys()) == taken(raw, keys())


@pytest.mark.parametrize("name", MAILS)
def test_changed_evidence_is_refused(name: str) -> None:
    evidence = evidence_of(name)
    others = [evidence_of(other) for other in MAILS if evidence_of(other).key_id != evidence.key_id]
    for changed in (
        structs.replace(evidence, signed_bytes=evidence.signed_bytes + b"x"),
        structs.replace(evidence, signed_bytes=evidence.signed_bytes.replace(b"water 1", b"water 2")),
        structs.replace(evidence, signed_bytes=b""),
        structs.replace(evidence, signature=b""),
        structs.replace(evidence, signature=evidence.signature[:-8]),
        structs.replace(evidence, key_id=""),
        *(structs.replace(evidence, key_id=other.key_id) for other in others),
        *(structs.replace(evidence, signature=other.signature) for other in others),
        *(structs.replace(evidence, kind=other.kind) for other in others if other.kind != evidence.kind),
    ):
        assert isinstance(check_evidence(changed, keys(), now=NOW), Unusable)
    assert isinstance(check_evidence(evidence, Keyring(), now=NOW), Unusable)


@pytest.mark.parametrize("name", MAILS)
def test_what_is_published_names_nobody(name: str) -> None:
    published = publishable(evidence_of(name))
    assert (published is not None) == (name in PUBLISHED)
    if published is not None:
        assert b"@" not in published
        assert b"CERTIFICATE" not in published
        assert not re.search(rb"marta|example\.net", published, re.IGNORECASE)


@pytest.mark.parametrize("name", PUBLISHED)
def test_what_is_published_can_be_checked_by_anybody(name: str) -> None:
    evidence = evidence_of(name)
    again = read_published(publishable(evidence) or b"", evidence.key_id)
    assert isinstance(again, Evidence)
    verdict = check_evidence(again, keys(), now=NOW)
    assert isinstance(verdict, Signed)
    assert (verdict.key_id, verdict.signed_bytes, verdict.block) == (evidence.key_id, evidence.signed_bytes, BLOCK)


@pytest.mark.parametrize("name", [name for name in MAILS if name not in PUBLISHED])
def test_what_is_never_published_is_not_read_back(name: str) -> None:
    evidence = evidence_of(name)
    again = read_published(evidence.signed_bytes + b"\n" + evidence.signature, evidence.key_id)
    assert isinstance(again, Unusable)
    assert "attested only" in again.why


def test_a_published_order_block_is_the_block_itself() -> None:
    assert publishable(accepted(mail_around(TEXT)).evidence()) == TEXT.encode()


@pytest.mark.parametrize(
    "entity",
    [
        PLAIN + "Dear referee,\n" + TYPED,
        PLAIN + TYPED + "-- \nMarta Rossi\n",
        PLAIN + TYPED + "\nIvo wrote:\n> hello\n",
        PLAIN + TYPED.replace("tell ivo:", "tell ivo: write to marta@example.net"),
        PLAIN.replace("8bit\n", "8bit\nSubject: I am Marta\n") + TYPED,
        PLAIN.replace("utf-8", 'utf-8"; name="marta@home') + TYPED,
        'Content-Type: multipart/mixed; boundary="i"\n\n--i\n'
        + PLAIN
        + TYPED
        + "\n--i\nContent-Type: image/png\n\nx\n--i--\n",
    ],
)
def test_letters_that_say_more_than_orders_are_attested_only(entity: str) -> None:
    assert publishable(taken(pgp_mime(entity), keys()).evidence()) is None


def test_a_signature_that_names_its_signer_is_attested_only() -> None:
    named = taken(pgp_mime(PLAIN + TYPED, "marta@example.net", "--sender", "marta@example.net"), keys()).evidence()
    assert b"marta@example.net" in named.signature
    assert publishable(named) is None
    noted = taken(pgp_mime(PLAIN + TYPED, "", "--sig-notation", "who@example.net=marta"), keys()).evidence()
    assert publishable(noted) is None


def test_an_order_block_with_an_address_is_attested_only() -> None:
    block = structs.replace(BLOCK, orders=("tell ivo: write to marta@example.net",))
    assert publishable(accepted(mail_around(sign_orders(block, MARTA_KEY))).evidence()) is None


@pytest.mark.parametrize("raw", [b"", b"x", b"\xff" * 90, b"\n-----BEGIN PGP SIGNATURE-----", TEXT.encode()[:-40]])
@pytest.mark.parametrize("key_id", [MARTA, "pgp:00", "x509:00", "dkim:a@b.c", ""])
def test_any_bytes_as_published_evidence_are_refused(raw: bytes, key_id: str) -> None:
    evidence = read_published(raw, key_id)
    assert isinstance(evidence, Unusable) or isinstance(check_evidence(evidence, keys(), now=NOW), Unusable)


def test_keygen_takes_what_is_published(tmp_path: Path) -> None:
    text, _, armor = TEXT.partition("-----BEGIN SSH")
    (tmp_path / "sig").write_text("-----BEGIN SSH" + armor)
    command = ["ssh-keygen", "-Y", "check-novalidate", "-n", "pbem", "-s", str(tmp_path / "sig")]
    assert subprocess.run(command, input=text.encode(), capture_output=True, check=False).returncode == 0
