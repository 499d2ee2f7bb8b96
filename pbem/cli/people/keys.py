"""`pbem key`: the key that a player signs with."""

from __future__ import annotations

import os
from errno import EEXIST
from pathlib import Path

import click
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from pbem.cli.session import read_bytes, saying_no
from pbem.desk.disk.removing import remove
from pbem.desk.disk.ways import led_to_new
from pbem.desk.disk.writing import NEW_PRIVATE, How, write_file
from pbem.desk.errors import UsageError
from pbem.mail.safe import UnusableError
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import load_private_key, public_key

PLAYER_KEY = Path("player.key")  # beside a desk it is taken for none of the desk's own keys


@click.group()
def key() -> None:
    """The key you sign orders with (the player's side)."""


@key.command()
@click.argument("file", metavar="[FILE]", default=PLAYER_KEY, type=click.Path(path_type=Path))
@saying_no
def new(file: Path) -> None:
    """Make a key. The secret half goes into FILE, the public half into FILE.pub, which you give to your host.

    Without FILE it is `player.key` in this folder, where `pbem sign` finds it.
    """
    private = Ed25519PrivateKey.generate()
    secret = private.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption())
    public = write_line(public_key(private), file.name) + "\n"
    try:
        _write_pair(file, secret, public.encode())
    except FileExistsError as error:
        taken = file.with_name(Path(error.filename).name)
        raise UsageError(f"{taken} exists already; a key is never overwritten") from None
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None
    click.echo(f"made {file} (keep it to yourself) and {file}.pub (give it to your host)")


def _write_pair(file: Path, secret: bytes, public: bytes) -> None:
    """Write both halves of a new key, or neither, where no link of another user leads."""
    place, within = led_to_new(file)
    other = place.with_name(f"{place.name}.pub")
    if os.path.lexists(other):
        raise FileExistsError(EEXIST, "", str(other))
    write_file(place, secret, NEW_PRIVATE, within=within)
    try:
        write_file(other, public, How(0o644, is_new=True), within=within)
    except BaseException:
        remove(place, within=within)
        raise


@key.command()
@click.argument("file", metavar="[FILE]", default=PLAYER_KEY, type=click.Path(path_type=Path))
@saying_no
def show(file: Path) -> None:
    """Show the public half and the id of a secret key FILE, `player.key` if none is named."""
    public = public_key(read_private(file))
    click.echo(write_line(public, file.name))
    click.echo(public.fingerprint)


def read_private(file: Path) -> Ed25519PrivateKey:
    """Read a secret key; UsageError if it is none we can sign with."""
    try:
        return load_private_key(read_bytes(str(file)))
    except UnusableError as error:
        raise UsageError(f"{file}: {error}") from None
