"""S/MIME against the real openssl: detached and opaque, DER and BER; and every confusion of what was signed by whom."""

import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID
from msgspec import structs

from pbem.mail.keys import Keyring
from pbem.mail.safe import UnusableError
from pbem.mail.signed import parse_key
from pbem.mail.smime import certificate as x509key
from pbem.mail.smime import cms
from pbem.mail.smime import smime as smime_rules
from tests.mail.players import BLOCK, NOW
from tests.mail.workshop import (
    OTHER,
    PLAIN,
    TYPED,
    mail,
    multipart_signed,
    opaque,
    openssl,
    rsa_key,
    smime,
    smime_opaque,
    smime_part,
    taken,
    turned_down,
    x509_key,
)

DAY = 86_400
ENTITY = PLAIN + TYPED
CRLF = ENTITY.encode().replace(b"\n", b"\r\n")
DETACHED = "application/pkcs7-signature"


def keys() -> Keyring:
    return Keyring([x509_key(), x509_key("ivo")])


@pytest.mark.parametrize("signer", ["marta", "ivo"])
@pytest.mark.parametrize("options", [(), ("-md", "sha384"), ("-md", "sha512"), ("-keyid",), ("-nosmimecap",)])
def test_what_openssl_signs_is_taken(signer: str, options: tuple[str, ...]) -> None:
    for raw in (smime(ENTITY, *options, signers=(signer,)), smime_opaque(ENTITY, *options, signers=(signer,))):
        verdict = taken(raw, keys())
        assert (verdict.kind, verdict.key_id, verdict.block) == ("x509", x509_key(signer).key_id, BLOCK)
        assert verdict.signed_bytes == CRLF
        assert taken(raw.replace(b"\n", b"\r\n"), keys()) == verdict


def test_pss_padding_is_taken() -> None:
    assert taken(smime(ENTITY, "-keyopt", "rsa_padding_mode:pss"), keys()).block == BLOCK
    assert (
        taken(smime(ENTITY, "-keyopt", "rsa_padding_mode:pss", "-keyopt", "rsa_pss_saltlen:32"), keys()).block == BLOCK
    )


def test_indefinite_lengths_are_really_in_the_stream() -> None:
    for signer in ("marta", "ivo"):
        der = openssl().cms(CRLF, "-nodetach", "-stream", signers=(signer,))
        assert der.startswith(b"\x30\x80")
        assert taken(opaque(der), keys()).signed_bytes == CRLF


def test_the_mail_that_openssl_writes_itself() -> None:
    for options in ((), ("-nodetach",), ("-stream",), ("-nodetach", "-stream")):
        written = openssl().cms(CRLF, *options, form="SMIME")
        raw = b"From: Marta <marta@example.net>\n" + written
        assert taken(raw, keys()).block == BLOCK


def test_plain_text_without_mime_headers_is_taken_opaque() -> None:
    assert taken(opaque(openssl().cms(TYPED.encode(), "-nodetach")), keys()).block == BLOCK


def test_an_ed25519_key_signs() -> None:
    """As RFC 8419 has it; openssl 3.0 does not sign so yet."""
    key = ed25519.Ed25519PrivateKey.from_private_bytes(b"\7" * 32)
    signer = structs.replace(cms.read(openssl().cms(CRLF, "-md", "sha512")).signer, algorithm="ed25519")
    good = structs.replace(signer, signature=key.sign(signer.attributes))
    smime_rules.check(key.public_key(), good, CRLF)
    for wrong in (signer, structs.replace(good, algorithm="rsassa_pkcs1v15")):
        with pytest.raises(UnusableError):
            smime_rules.check(key.public_key(), wrong, CRLF)


PSS = ("-keyopt", "rsa_padding_mode:pss", "-keyopt", "rsa_pss_saltlen:32")


@pytest.mark.parametrize(("signer", "options"), [("marta", ()), ("marta", PSS), ("ivo", ())], ids=["rsa", "pss", "ec"])
def test_a_signature_over_other_attributes_is_refused(signer: str, options: tuple[str, ...]) -> None:
    """The digest of the text is right, and only the signature tells that nobody signed it."""
    enrolled = x509key.key_of(x509key.load_der(x509_key(signer).public))
    good, other = (cms.read(openssl().cms(text, *options, signers=(signer,))).signer for text in (CRLF, OTHER.encode()))
    smime_rules.check(enrolled, good, CRLF)
    with pytest.raises(UnusableError, match="changed after signing"):
        smime_rules.check(enrolled, structs.replace(good, signature=other.signature), CRLF)


def test_a_renewed_certificate_is_the_same_key() -> None:
    home = openssl()
    home.new_key("renewed", rsa_key(), days=900)
    assert taken(smime(ENTITY, signers=("renewed",)), keys()).key_id == x509_key().key_id


def test_a_foreign_certificate_for_the_same_name_is_another_key() -> None:
    home, kept = openssl(), (openssl().home / "marta.pem").read_bytes()
    home.new_key("mallory", rsa_key(2048, 1))
    assert "not enrolled" in turned_down(smime(ENTITY, signers=("mallory",)), keys())
    # Her certificate beside his signature: it names a key that did not sign.
    der = openssl().cms(CRLF, "-nocerts", "-certfile", "marta.pem", signers=("mallory",))
    assert turned_down(multipart_signed(ENTITY.encode(), smime_part(der), DETACHED), keys())
    assert (home.home / "marta.pem").read_bytes() == kept


def test_changed_text_is_refused() -> None:
    assert "changed after signing" in turned_down(smime(ENTITY).replace(b"water 1", b"water 2"), keys())
    der = openssl().cms(CRLF, "-nodetach").replace(b"water 1", b"water 2")
    assert "changed after signing" in turned_down(opaque(der), keys())


def detached(*options: str, signers: tuple[str, ...] = ("marta",), content: bytes = CRLF) -> bytes:
    der = openssl().cms(content, *options, signers=signers)
    return multipart_signed(ENTITY.encode(), smime_part(der), DETACHED)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (lambda: detached("-nodetach"), "content of its own"),
        (lambda: detached("-nodetach", content=OTHER.encode()), "content of its own"),
        (lambda: opaque(openssl().cms(CRLF)), "no text"),
        (lambda: detached(signers=("marta", "ivo")), "one S/MIME signature, it has 2"),
        (lambda: detached("-nocerts"), "certificate"),
        (lambda: detached("-nocerts", "-certfile", "ivo.pem"), "its one certificate"),
        (lambda: detached("-noattr"), "no signed attributes"),
        (lambda: detached("-md", "sha1"), "'sha1'"),
        (lambda: detached("-md", "sha224"), "'sha224'"),
        (lambda: detached("-econtent_type", "1.2.3.4"), "not over a letter"),
        (lambda: detached(content=OTHER.encode()), "changed after signing"),
        (lambda: smime(ENTITY).replace(b"pkcs7-signature; name", b"octet-stream; name"), "announces"),
        (lambda: smime(ENTITY).replace(b'protocol="', b'protocol="x'), "announces"),
        (lambda: smime(ENTITY).replace(b"protocol=", b"protocole="), "'protocol'"),
    ],
)
def test_confused_structures_are_refused(raw: Any, why: str) -> None:
    assert why in turned_down(raw(), keys())


def test_a_certificates_only_message_is_refused() -> None:
    command = ["openssl", "crl2pkcs7", "-nocrl", "-certfile", "marta.pem", "-outform", "DER"]
    der = subprocess.run(command, capture_output=True, check=True, cwd=openssl().home).stdout
    assert "it has 0" in turned_down(opaque(der), keys())


def test_an_encrypted_letter_is_refused_in_words() -> None:
    command = ["openssl", "cms", "-encrypt", "-aes256", "-outform", "DER", "marta.pem"]
    der = subprocess.run(command, input=CRLF, capture_output=True, check=True, cwd=openssl().home).stdout
    assert "encrypted" in turned_down(opaque(der), keys())


def forge(change: Any) -> bytes:
    """Change a parsed SignedData and write it again."""
    library = import_module("asn1crypto.cms")
    info = library.ContentInfo.load(openssl().cms(CRLF))
    change(library, info["content"])
    return multipart_signed(ENTITY.encode(), smime_part(info.dump(force=True)), DETACHED)


def without(name: str) -> Any:
    def change(library: Any, data: Any) -> None:
        signer = data["signer_infos"][0]
        kept = [attribute for attribute in signer["signed_attrs"] if attribute["type"].native != name]
        signer["signed_attrs"] = library.CMSAttributes(kept)

    return change


def twice(name: str) -> Any:
    def change(library: Any, data: Any) -> None:
        signer = data["signer_infos"][0]
        attributes = list(signer["signed_attrs"])
        again = [attribute.copy() for attribute in attributes if attribute["type"].native == name]
        signer["signed_attrs"] = library.CMSAttributes(attributes + again)

    return change


def no_signers(library: Any, data: Any) -> None:
    data["signer_infos"] = library.SignerInfos([])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (without("content_type"), "'content_type'"),
        (without("message_digest"), "'message_digest'"),
        (without("signing_time"), "changed after signing"),
        (twice("content_type"), "'content_type'"),
        (twice("message_digest"), "'message_digest'"),
        (no_signers, "it has 0"),
    ],
)
def test_forged_attributes_are_refused(change: Any, why: str) -> None:
    assert why in turned_down(forge(change), keys())


def test_signed_attributes_are_no_content() -> None:
    """The bytes behind a signature with attributes, offered as content of one without them."""
    signer = cms.read(openssl().cms(CRLF)).signer
    info = import_module("asn1crypto.cms").ContentInfo.load(openssl().cms(CRLF))
    del info["content"]["signer_infos"][0]["signed_attrs"]
    bare = info.dump(force=True)
    with pytest.raises(UnusableError, match="no signed attributes"):
        smime_rules.verify(signer.attributes, bare, keys(), now=NOW)


def test_an_expired_certificate_signs_nothing() -> None:
    raw = smime(ENTITY)
    for now in (NOW + 400 * DAY, NOW - 5 * DAY):
        assert "expired or is not valid yet" in turned_down(raw, keys(), now=now)


def test_kept_certificates_that_do_not_fit_verify_nothing() -> None:
    wrong = structs.replace(x509_key(), public=x509_key("ivo").public)
    assert "another one" in turned_down(smime(ENTITY), Keyring([wrong]))
    for public in (b"", b"\x30", x509_key().public[:-5]):
        assert turned_down(smime(ENTITY), Keyring([structs.replace(x509_key(), public=public)]))


@pytest.mark.parametrize(
    "bomb",
    [
        b"",
        b"\x30",
        b"\x30\x80" * 60_000,
        b"\x30\x80" * 5_000 + b"\0\0" * 5_000,
        b"\x24\x80" * 60_000,
        b"\x30\x84\xff\xff\xff\xff",
        b"\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x80\x30\x80" + b"\x31\x80" * 50_000,
        b"\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x80\x30\x80\x02\x01\x01\x31\x00\x30\x80\x06\x09"
        b"\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01\xa0\x80" + b"\x24\x80" * 50_000 + b"\0\0" * 50_010,
        b"\0" * 100_000,
        b"\xff" * 100_000,
        b"\x30\x80" + b"\xff" * 100_000,
        b"\x30\x83\x01\x86\xa0" + b"\x05\0" * 50_000,
        b"\x30\x82\x00\x10\x30\x82\x00\x20" + b"\5\0" * 40,
    ],
)
def test_asn1_bombs_are_refused(bomb: bytes) -> None:
    assert turned_down(opaque(bomb), keys())
    assert turned_down(multipart_signed(ENTITY.encode(), smime_part(bomb), DETACHED), keys())


def test_bytes_after_the_signature_are_refused() -> None:
    assert "damaged" in turned_down(opaque(openssl().cms(CRLF, "-nodetach") + b"\0\0"), keys())


def test_certificates_are_read_as_pem_and_der_and_others_refused() -> None:
    home = openssl()
    pem = (home.home / "marta.pem").read_bytes()
    assert parse_key(x509_key().public, now=NOW) == parse_key(pem, now=NOW) == x509_key()
    command = "openssl x509 -in marta.pem -noout -pubkey | openssl pkey -pubin -outform DER | openssl dgst -sha256 -r"
    digest = subprocess.run(command, shell=True, capture_output=True, check=True, cwd=home.home).stdout.split()[0]
    assert x509_key().key_id == f"x509:{digest.decode()}"
    weak = home.new_key("weak", rsa_key(1024))
    server = home.new_key("server", rsa_key(2048, 1), purpose=ExtendedKeyUsageOID.SERVER_AUTH)
    curve = home.new_key("curve", ec.derive_private_key(7, ec.SECP256K1()))
    for raw in (
        weak,
        server,
        curve,
        pem + pem,
        pem[:300],
        x509_key().public[:100],
        (home.home / "marta.key").read_bytes(),
    ):
        with pytest.raises(UnusableError):
            parse_key(raw, now=NOW)
    for now in (NOW + 400 * DAY, NOW - 5 * DAY):
        with pytest.raises(UnusableError, match="expired"):
            parse_key(pem, now=now)


def test_a_short_rsa_key_signs_nothing_even_if_it_were_enrolled() -> None:
    der = openssl().new_key("tiny", rsa_key(1024))
    raw = smime(ENTITY, signers=("tiny",))
    assert "2048" in turned_down(raw, Keyring([structs.replace(x509_key(), public=der)]))


def test_without_the_library_the_answer_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    raw, ring = smime(ENTITY), keys()
    monkeypatch.setitem(sys.modules, "asn1crypto.cms", None)
    assert turned_down(raw, ring) == "this desk cannot read S/MIME: install pbem[smime]"


def test_an_opaque_part_inside_another_letter_is_refused() -> None:
    inner = smime_opaque(ENTITY).partition(b"MIME-Version: 1.0\n")[2]
    raw = mail(b"--b\n" + inner + b"\n--b\n\nhello\n--b--\n", "Content-Type: multipart/mixed; boundary=b")
    assert "only a part" in turned_down(raw, keys())


def test_private_key_files_are_refused_as_such() -> None:
    file = rsa.generate_private_key(65537, 2048).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    with pytest.raises(UnusableError, match="private key"):
        parse_key(file, now=NOW)
