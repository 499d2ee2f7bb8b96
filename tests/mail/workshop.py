"""Players who sign with real gpg, openssl and DKIM keys, and the mails they send. Everything happens in June 2025."""

import atexit
import base64
import functools
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from freezegun import freeze_time

from pbem.mail.evidence import Signed
from pbem.mail.keys import EnrolledKey, Keys
from pbem.mail.kinds import KINDS
from pbem.mail.letter.letter import read_letter
from pbem.mail.safe import Unusable
from pbem.mail.signed import find_signed, parse_key
from tests.mail.players import BLOCK, NOW

HEADERS = [
    "to: referee.example.org",
    "game: fortuna-7",
    "seat: blue",
    "token: 9f1c27d0",
    f"seen: 57 {BLOCK.seen.head if BLOCK.seen else ''}",
]
TYPED = "\n".join([*HEADERS, *BLOCK.orders, ""])
OTHER = TYPED.replace("play harvest water 1", "resign")
PLAIN = 'Content-Type: text/plain; charset="utf-8"\nContent-Transfer-Encoding: 8bit\n\n'
_GPG = ("gpg", "--batch", "--quiet", "--no-tty", "--passphrase", "", "--pinentry-mode", "loopback")


def faked(at: int = NOW) -> str:
    return f"--faked-system-time={datetime.fromtimestamp(at, UTC):%Y%m%dT%H%M%S}"


class Gpg:
    """A GnuPG home of its own."""

    def __init__(self) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="pbem-gpg-"))
        atexit.register(self.close)
        for _ in range(5):  # on a busy machine gpg does not wait long enough for its agent to start
            launch = ["gpgconf", "--homedir", str(self.home), "--launch", "gpg-agent"]
            if subprocess.run(launch, check=False, capture_output=True).returncode == 0:
                break

    def close(self) -> None:
        subprocess.run(["gpgconf", "--homedir", str(self.home), "--kill", "all"], check=False, capture_output=True)
        shutil.rmtree(self.home, ignore_errors=True)

    def run(self, *arguments: str, text: bytes = b"", at: int = NOW) -> bytes:
        command = [*_GPG, "--homedir", str(self.home), faked(at), *arguments]
        done = subprocess.run(command, input=text, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def new_key(self, name: str, kind: str = "ed25519", usage: str = "sign", *, life: str = "2y", at: int = NOW) -> str:
        self.run("--quick-gen-key", f"{name} <{name}@example.net>", kind, usage, life, at=at - 86_400)
        return self.fingerprints(name)[0]

    def fingerprints(self, name: str) -> list[str]:
        lines = self.run("--list-keys", "--with-colons", name).decode().splitlines()
        return [line.split(":")[9].lower() for line in lines if line.startswith("fpr")]

    def export(self, name: str, *options: str) -> bytes:
        return self.run("--export", *options, name)

    def enrol(self, name: str, *, now: int = NOW) -> EnrolledKey:
        return parse_key(self.export(name), now=now)

    def sign(self, how: str, text: bytes, key: str, *options: str, at: int = NOW) -> bytes:
        return self.run("--armor", "--local-user", key, *options, how, text=text, at=at)


@functools.cache
def gpg() -> Gpg:
    home = Gpg()
    home.new_key("marta")
    home.new_key("ivo", "rsa2048", "cert", life="never")
    home.run(
        "--quick-add-key", home.fingerprints("ivo")[0], "ed25519", "sign", "1y", at=NOW - 86_340
    )  # a slow machine takes seconds for a key
    return home


@functools.cache
def pgp_key(name: str = "marta") -> EnrolledKey:
    return gpg().enrol(name)


def marta() -> str:
    """Name Marta's key by its fingerprint, so that her signatures do not name her."""
    return gpg().fingerprints("marta")[0]


def mail(body: bytes, *headers: str) -> bytes:
    base = ["From: Marta <marta@example.net>", "To: referee@example.org", "Subject: orders", "MIME-Version: 1.0"]
    return "\n".join([*base, *headers, "", ""]).encode() + body


def multipart_signed(
    entity: bytes, signature: bytes, protocol: str, *, boundary: str = "=_b1", pre: bytes = b""
) -> bytes:
    kind = f'Content-Type: multipart/signed; micalg=pgp-sha256;\n protocol="{protocol}"; boundary="{boundary}"'
    mark = b"--" + boundary.encode()
    body = pre + mark + b"\n" + entity + b"\n" + mark + b"\n" + signature + b"\n" + mark + b"--\n"
    return mail(body, kind)


def pgp_part(armor: bytes) -> bytes:
    return b'Content-Type: application/pgp-signature; name="signature.asc"\n\n' + armor


def pgp_mime(entity: str, key: str = "", *options: str, at: int = NOW) -> bytes:
    raw = entity.encode()
    armor = gpg().sign("--detach-sign", raw.replace(b"\n", b"\r\n"), key or marta(), *options, at=at)
    return multipart_signed(raw, pgp_part(armor), "application/pgp-signature")


@functools.cache
def clearsigned(text: str = TYPED, key: str = "", *options: str, at: int = NOW) -> bytes:
    return gpg().sign("--clear-sign", text.encode(), key or marta(), *options, at=at)


@functools.cache
def armored(text: str = TYPED, key: str = "", *options: str) -> bytes:
    return gpg().sign("--sign", text.encode(), key or marta(), *options)


def in_armor(raw: bytes, label: str) -> bytes:
    """Put bytes into OpenPGP armor, without checksum and headers."""
    lines = re.findall(rb".{1,64}", base64.b64encode(raw))
    begin, end = f"-----BEGIN PGP {label}-----".encode(), f"-----END PGP {label}-----".encode()
    return b"\n".join([begin, b"", *lines, end, b""])


def inline(body: bytes, *headers: str) -> bytes:
    return mail(body, *(headers or ('Content-Type: text/plain; charset="utf-8"', "Content-Transfer-Encoding: 8bit")))


PrivateKey = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey


class Openssl:
    """Keys and certificates as files, for the openssl program."""

    def __init__(self) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="pbem-ssl-"))
        atexit.register(shutil.rmtree, self.home, ignore_errors=True)

    def new_key(
        self,
        name: str,
        key: PrivateKey,
        *,
        days: int = 365,
        purpose: x509.ObjectIdentifier | None = None,
        at: int = NOW,
    ) -> bytes:
        """Make a certificate that signs itself; give it as DER."""
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        start = datetime.fromtimestamp(at, UTC) - timedelta(days=1)
        certificate = (
            x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
            .not_valid_before(start)
            .not_valid_after(start + timedelta(days=days))
            .add_extension(x509.ExtendedKeyUsage([purpose or ExtendedKeyUsageOID.EMAIL_PROTECTION]), critical=False)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .sign(key, None if isinstance(key, ed25519.Ed25519PrivateKey) else hashes.SHA256())
        )
        (self.home / f"{name}.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
        (self.home / f"{name}.key").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return certificate.public_bytes(Encoding.DER)

    def cms(self, content: bytes, *options: str, signers: tuple[str, ...] = ("marta",), form: str = "DER") -> bytes:
        named = [word for name in signers for word in ("-signer", f"{name}.pem", "-inkey", f"{name}.key")]
        command = ["openssl", "cms", "-sign", "-binary", "-outform", form, *named, *options]
        done = subprocess.run(command, input=content, capture_output=True, check=False, cwd=self.home)
        assert done.returncode == 0, done.stderr
        return done.stdout


@functools.cache
def rsa_key(bits: int = 2048, number: int = 0) -> rsa.RSAPrivateKey:  # one key for each number
    return rsa.generate_private_key(65537, bits)


@functools.cache
def openssl() -> Openssl:
    home = Openssl()
    home.new_key("marta", rsa_key())
    home.new_key("ivo", ec.derive_private_key(7, ec.SECP256R1()))
    return home


@functools.cache
def x509_key(name: str = "marta") -> EnrolledKey:
    return parse_key((openssl().home / f"{name}.pem").read_bytes(), now=NOW)


def smime_part(der: bytes) -> bytes:
    kind = b"Content-Type: application/pkcs7-signature; name=smime.p7s\nContent-Transfer-Encoding: base64\n\n"
    return kind + base64.encodebytes(der).strip()


def smime(entity: str, *options: str, signers: tuple[str, ...] = ("marta",)) -> bytes:
    der = openssl().cms(entity.encode().replace(b"\n", b"\r\n"), *options, signers=signers)
    return multipart_signed(entity.encode(), smime_part(der), "application/pkcs7-signature")


def opaque(der: bytes) -> bytes:
    kind = "Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m"
    return mail(base64.encodebytes(der), kind, "Content-Transfer-Encoding: base64")


def smime_opaque(entity: str, *options: str, signers: tuple[str, ...] = ("marta",)) -> bytes:
    return opaque(openssl().cms(entity.encode().replace(b"\n", b"\r\n"), "-nodetach", *options, signers=signers))


DKIM_KEY = parse_key(b"marta@example.net", now=NOW)
SIGNED_HEADERS = ("From", "To", "Subject", "Date", "Message-ID", "Content-Type", "Content-Transfer-Encoding")


def record_of(key: rsa.RSAPrivateKey, *tags: str) -> bytes:
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return "; ".join(["v=DKIM1", "k=rsa", *tags, f"p={base64.b64encode(public).decode()}"]).encode()


def webmail(text: str = TYPED, *, sender: str = "Marta <marta@example.net>", kind: str = "") -> bytes:
    headers = [
        f"From: {sender}",
        "To: referee@example.org",
        "Subject: orders",
        "Date: Sun, 01 Jun 2025 12:00:00 +0000",
        "Message-ID: <1@example.net>",
        kind or 'Content-Type: text/plain; charset="utf-8"',
        "Content-Transfer-Encoding: 8bit",
    ]
    return "\r\n".join([*headers, "", text.replace("\n", "\r\n")]).encode()


def dkim_signed(
    raw: bytes,
    *,
    domain: str = "example.net",
    headers: tuple[str, ...] = SIGNED_HEADERS,
    key: rsa.RSAPrivateKey | None = None,
    form: tuple[str, str] = ("relaxed", "relaxed"),
    extra: Mapping[str, bool] | None = None,
) -> bytes:
    private = (key or rsa_key()).private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    with freeze_time(datetime.fromtimestamp(NOW, UTC)):
        field: bytes = import_module("dkim").sign(
            raw,
            b"mail",
            domain.encode(),
            private,
            canonicalize=(form[0].encode(), form[1].encode()),
            include_headers=[name.lower().encode() for name in headers],
            **(extra or {}),
        )
    return field + raw


def hand_signed(raw: bytes, tags: Mapping[str, str | None] = {}, *, form: str = "", after: str = "") -> bytes:
    """Sign a letter by DKIM with any tags, as no provider would: the signature holds, whatever they say.

    A tag of None is left out; `after` stands right before the signature's own tag. The letter is hashed in the form
    that the tags name, or in another.
    """
    library = import_module("dkim")
    said = {"v": "1", "a": "rsa-sha256", "c": "relaxed/relaxed", "d": "example.net", "s": "mail", **tags}
    names = (tags.get("h") or ":".join(SIGNED_HEADERS).lower()).split(":")
    algorithm = (said["a"] or "rsa-sha256").encode()
    policy = library.CanonicalizationPolicy.from_c_value((form or said["c"] or "simple/simple").encode())
    letter = library.DKIM(raw, signature_algorithm=algorithm)
    letter.hasher = library.HASH_ALGORITHMS[algorithm]
    body = letter.hasher(policy.canonicalize_body(letter.body)[: int(said.get("l") or len(raw))])
    said |= {"h": " : ".join(names), "bh": base64.b64encode(body.digest()).decode() + after, "b": "0" * 60}
    listed = [(name.encode(), value.encode()) for name, value in said.items() if value is not None]
    pem = rsa_key().private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    key = import_module("dkim.crypto").parse_pem_private_key(pem)
    field: bytes = letter.gen_header(listed, [name.encode() for name in names], policy, b"DKIM-Signature", key)
    return b"DKIM-Signature: " + field + raw


def records(name: str) -> bytes | None:
    return record_of(rsa_key()) if name == "mail._domainkey.example.net" else None


def weigh(raw: bytes, keys: Keys, *, now: int = NOW, accepts: frozenset[str] = KINDS) -> Signed | Unusable:
    """Do what a desk that takes every kind of signature does with a mail."""
    letter = read_letter(raw)
    if isinstance(letter, Unusable):
        return letter
    return find_signed(letter, keys, now=now, accepts=accepts, records=records)


def taken(raw: bytes, keys: Keys, *, now: int = NOW) -> Signed:
    """Give the orders of a mail that must be taken."""
    verdict = weigh(raw, keys, now=now)
    assert isinstance(verdict, Signed), verdict
    return verdict


def turned_down(raw: bytes, keys: Keys, *, now: int = NOW) -> str:
    """Give the sentence for a mail that must not be taken."""
    verdict = weigh(raw, keys, now=now)
    assert isinstance(verdict, Unusable), verdict
    return verdict.why
