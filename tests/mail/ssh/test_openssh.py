"""Against the real ssh-keygen: what it signs we take, what we sign it takes."""

import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from pbem.mail.block import block
from pbem.mail.safe import UnusableError
from pbem.mail.ssh import key as sshkey
from pbem.mail.ssh import signature as sshsig
from tests.mail.players import BLOCK, MARTA, MARTA_KEY, TEXT, accepted, judge, mail_around, refused

KINDS = (("ed25519", "256"), ("ecdsa", "256"), ("ecdsa", "384"), ("ecdsa", "521"), ("rsa", "3072"))


def keygen(*arguments: str | Path, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["ssh-keygen", *map(str, arguments)], input=text, capture_output=True, check=False)


def new_key(folder: Path, kind: str, bits: str) -> Path:
    keygen("-q", "-t", kind, "-b", bits, "-N", "", "-C", "marta", "-f", folder / "key")
    return folder / "key"


def signed_by_keygen(folder: Path, key: Path, text: bytes, *options: str) -> str:
    file = folder / "orders.txt"
    file.write_bytes(text)
    done = keygen("-Y", "sign", "-n", "pbem", *options, "-f", key, file)
    assert done.returncode == 0, done.stderr
    return text.decode() + (folder / "orders.txt.sig").read_text()


def fingerprint(key: Path) -> str:
    return "ssh:" + keygen("-l", "-f", key).stdout.split()[1].decode()


@pytest.mark.parametrize(("kind", "bits"), KINDS)
@pytest.mark.parametrize("hash_name", ["sha256", "sha512"])
def test_what_keygen_signs_we_take(tmp_path: Path, kind: str, bits: str, hash_name: str) -> None:
    key = new_key(tmp_path, kind, bits)
    text = signed_by_keygen(tmp_path, key, block.write(BLOCK), "-O", f"hashalg={hash_name}")
    public = sshkey.parse_line(key.with_suffix(".pub").read_text())
    assert public.fingerprint == fingerprint(key)
    verdict = judge(mail_around(text), frozenset({public.fingerprint}))
    assert getattr(verdict, "block", verdict) == BLOCK


@pytest.mark.parametrize(("kind", "bits"), KINDS)
def test_what_keygen_signed_and_somebody_changed_is_refused(tmp_path: Path, kind: str, bits: str) -> None:
    key = new_key(tmp_path, kind, bits)
    text = signed_by_keygen(tmp_path, key, block.write(BLOCK)).replace("water 1", "water 2")
    assert "changed" in refused(mail_around(text), frozenset({fingerprint(key)}))


def test_another_namespace_is_refused(tmp_path: Path) -> None:
    key = new_key(tmp_path, "ed25519", "256")
    text = signed_by_keygen(tmp_path, key, block.write(BLOCK), "-n", "git")
    assert "made for 'git'" in refused(mail_around(text), frozenset({fingerprint(key)}))


@pytest.mark.parametrize("bits", ["1024"])
def test_a_short_rsa_key_is_refused(tmp_path: Path, bits: str) -> None:
    key = new_key(tmp_path, "rsa", bits)
    with pytest.raises(UnusableError, match="2048"):
        sshkey.parse_line(key.with_suffix(".pub").read_text())


@pytest.mark.parametrize(
    "typed",
    [
        "to: r;\ngame: g;\nseat: blue;\ntoken: t;\n\n  play   this ;  play that; # as he said;\n",
        "to: r; game: g; seat: blue; token: t; play this; play that;",
        "to: r;\r\ngame: g;\r\nseat: blue;\r\ntoken: t;\r\nplay this;\r\nplay that;\r\n",
        "to: r;\r\ngame: g;\r\nseat: blue;\r\ntoken: t;\r\nplay this;\r\nplay that;",
    ],
)
def test_a_file_typed_by_hand_is_taken_as_it_stands(tmp_path: Path, typed: str) -> None:
    key = new_key(tmp_path, "ed25519", "256")
    ends = "\r\n" if "\r" in typed else "\n"
    text = signed_by_keygen(tmp_path, key, f"{block.MARKER}{ends}{typed}".encode())
    verdict = judge(mail_around(text.replace(";-----", ";\n-----")), frozenset({fingerprint(key)}))
    assert getattr(getattr(verdict, "block", verdict), "orders", verdict) == ("play this", "play that")


def allowed(folder: Path) -> Path:
    file = folder / "allowed"
    file.write_text(f"marta {sshkey.write_line(sshsig.public_key(MARTA_KEY))}\n")
    return file


def test_what_we_sign_keygen_takes(tmp_path: Path) -> None:
    evidence = accepted(mail_around(TEXT))
    (tmp_path / "sig").write_bytes(evidence.signature)
    arguments = ("-Y", "verify", "-n", "pbem", "-I", "marta", "-f", allowed(tmp_path), "-s", tmp_path / "sig")
    assert keygen(*arguments, text=evidence.signed_bytes).returncode == 0
    assert keygen(*arguments, text=evidence.signed_bytes + b" ").returncode != 0


def test_our_key_file_and_fingerprint_are_those_of_keygen(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_bytes(MARTA_KEY.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
    file.chmod(0o600)
    assert fingerprint(file) == MARTA
    assert signed_by_keygen(tmp_path, file, block.write(BLOCK)) == TEXT  # ed25519 signatures are deterministic
