import base64

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.safe import UnusableError
from pbem.mail.ssh import key as sshkey
from pbem.mail.ssh import signature as sshsig
from pbem.mail.ssh import wire
from tests.mail.players import MARTA, MARTA_KEY

KEY = sshsig.public_key(MARTA_KEY)
SIGNATURE = sshsig.sign(b"text", MARTA_KEY)
ARMOR = sshsig.write(SIGNATURE)


def armored(*fields: bytes, magic: bytes = b"SSHSIG", version: int = 1, after: bytes = b"") -> str:
    blob = magic + wire.number(version) + b"".join(map(wire.string, fields)) + after
    return f"{sshsig.BEGIN}\n{base64.b64encode(blob).decode()}\n{sshsig.END}\n"


FIELDS = (KEY.blob, b"pbem", b"", b"sha512", SIGNATURE.raw)


def test_a_signature_fits_its_text_and_no_other() -> None:
    parsed = sshsig.parse(ARMOR)
    assert parsed == SIGNATURE
    assert parsed.is_over(b"text")
    assert not parsed.is_over(b"text\n")


def test_the_fields_in_order_make_the_armor() -> None:
    assert sshsig.parse(armored(*FIELDS)) == SIGNATURE


@pytest.mark.parametrize(
    ("armor", "why"),
    [
        (armored(*FIELDS, magic=b"SSHSIX"), "version 1"),
        (armored(*FIELDS, version=2), "version 1"),
        (armored(*FIELDS, after=b"\0"), "after its end"),
        (armored(*FIELDS[:4]), "cut short"),
        (armored(KEY.blob, b"file", b"", b"sha512", SIGNATURE.raw), "-n pbem"),
        (armored(KEY.blob, b"PBEM", b"", b"sha512", SIGNATURE.raw), "-n pbem"),
        (armored(KEY.blob, b"pbem", b"x", b"sha512", SIGNATURE.raw), "reserved"),
        (armored(KEY.blob, b"pbem", b"", b"sha1", SIGNATURE.raw), "'sha1'"),
        (armored(KEY.blob, b"pbem", b"", b"sha\n512", SIGNATURE.raw), "unreadable"),
        (armored(KEY.blob + b"\0", *FIELDS[1:]), "after its end"),
        (armored(KEY.blob[:-1], *FIELDS[1:]), "cut short"),
        (armored(b"", *FIELDS[1:]), "cut short"),
        (armored(*FIELDS, after=b"\0").replace("AA==", "AB=="), "canonical base64"),
        (ARMOR.replace(sshsig.END, ""), "armor"),
        (ARMOR.replace("U", "*", 1), "armor|base64"),
        (ARMOR + ARMOR, "armor"),
        ("A" * 100_000, "armor"),
        ("", "armor"),
    ],
)
def test_a_signature_of_another_shape_is_refused(armor: str, why: str) -> None:
    with pytest.raises(UnusableError, match=why):
        sshsig.parse(armor)


@pytest.mark.parametrize(
    "raw",
    [
        wire.string(b"ssh-rsa") + wire.string(b"x" * 64),
        wire.string(b"rsa-sha2-512") + wire.string(b"x" * 64),
        SIGNATURE.raw + b"\0",
        SIGNATURE.raw[:-1],
        b"",
    ],
)
def test_a_signature_its_kind_of_key_never_makes_is_refused(raw: bytes) -> None:
    with pytest.raises(UnusableError):
        sshsig.parse(armored(*FIELDS[:4], raw)).is_over(b"text")


def test_a_short_ed25519_signature_does_not_fit() -> None:
    raw = wire.string(b"ssh-ed25519") + wire.string(b"x" * 63)
    assert not sshsig.parse(armored(*FIELDS[:4], raw)).is_over(b"text")


@given(st.data())
def test_a_changed_signature_never_fits(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(ARMOR) - 1))
    changed = ARMOR[:place] + data.draw(st.characters(codec="utf-8")) + ARMOR[place + 1 :]
    try:
        parsed = sshsig.parse(changed)
        fits = parsed.is_over(b"text")
    except UnusableError:
        return
    assert not fits or parsed == SIGNATURE


def blob_of(key: ec.EllipticCurvePublicKey | rsa.RSAPublicKey) -> bytes:
    return base64.b64decode(key.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).split()[1])


CURVE_BLOB = blob_of(ec.derive_private_key(7, ec.SECP256R1()).public_key())
POINT = CURVE_BLOB[-65:]


@pytest.mark.parametrize(
    ("blob", "why"),
    [
        (wire.string(b"sk-ssh-ed25519@openssh.com") + wire.string(b"x" * 32) + wire.string(b"ssh:"), "hardware"),
        (wire.string(b"ssh-ed25519-cert-v01@openssh.com") + wire.string(b"x"), "not taken"),
        (wire.string(b"ssh-dss") + wire.string(b"x"), "not taken"),
        (wire.string(b"ssh-ed25519") + wire.string(b"x" * 31), "not a valid key"),
        (wire.string(b"ssh-rsa") + wire.string(b"\1\0\1") + wire.string(b"\0" + b"\xff" * 128), "2048"),
        (wire.string(b"ssh-rsa") + wire.string(b"\1\0\1") + wire.string(b"\xff" * 256), "badly written"),
        (wire.string(b"ssh-rsa") + wire.string(b"\0\1\0\1") + wire.string(b"\0" + b"\xff" * 256), "badly written"),
        (wire.string(b"ssh-rsa") + wire.string(b"\1") + wire.string(b"\0" + b"\xff" * 256), "usual exponent"),
        (CURVE_BLOB.replace(b"\0\0\0\x08nistp256", b"\0\0\0\x08nistp384"), "not a valid ecdsa"),
        (CURVE_BLOB.replace(POINT, POINT[:-1] + b"\0"), "not a valid key"),
        (CURVE_BLOB.replace(b"\0\0\0\x41" + POINT, b"\0\0\0\x21\2" + POINT[1:33]), "not a valid ecdsa"),
        (b"\xff" * 40, "cut short"),
        (b"x" * 5_000, "too long"),
    ],
)
def test_a_key_we_cannot_use_is_refused(blob: bytes, why: str) -> None:
    with pytest.raises(UnusableError, match=why):
        sshkey.parse_blob(blob)


def test_a_public_line_reads_back() -> None:
    line = sshkey.write_line(KEY, "marta\n@home")
    assert line.endswith(" marta @home")
    assert sshkey.parse_line(line) == KEY
    assert sshkey.parse_line(line + "\n").fingerprint == MARTA


@pytest.mark.parametrize(
    "line",
    [
        "",
        "ssh-ed25519",
        "ssh-ed25519 AAAA",
        "ssh-ed25519 ****",
        "ssh-ed25519 é",
        'command="x" ' + sshkey.write_line(KEY),
        sshkey.write_line(KEY).replace("ssh-ed25519", "ssh-rsa"),
        sshkey.write_line(KEY) + "\n" + sshkey.write_line(KEY),
        "x" * 10_000,
    ],
)
def test_a_line_that_is_no_public_key_is_refused(line: str) -> None:
    with pytest.raises(UnusableError):
        sshkey.parse_line(line)


def test_a_private_key_file_is_loaded_and_others_are_refused() -> None:
    file = MARTA_KEY.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption())
    assert sshsig.public_key(sshsig.load_private_key(file)) == KEY
    other = ec.derive_private_key(7, ec.SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption())
    for wrong in (other, file[:100], b"", b"\xff" * 50):
        with pytest.raises(UnusableError):
            sshsig.load_private_key(wrong)
    with pytest.raises(UnusableError):
        sshsig.load_private_key(file, b"a password for none")


@given(st.binary(max_size=200))
def test_any_bytes_as_a_key_give_a_key_or_a_refusal(blob: bytes) -> None:
    try:
        key = sshkey.parse_blob(blob)
    except UnusableError:
        return
    assert key.blob == blob


def test_another_players_signature_names_another_key() -> None:
    other = Ed25519PrivateKey.from_private_bytes(b"\7" * 32)
    assert sshsig.sign(b"text", other).key.fingerprint != MARTA
