"""`pbem player` and `pbem key`."""

from __future__ import annotations

import os
from collections.abc import Callable
from errno import EEXIST
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from pbem.cli.people.member import MEMBERS
from pbem.cli.session import read_bytes, read_reason, saying_no, warn, with_desk
from pbem.cli.show import limit_option, say_more
from pbem.desk.disk.removing import remove
from pbem.desk.disk.ways import led_to_new
from pbem.desk.disk.writing import NEW_PRIVATE, How, write_file
from pbem.desk.errors import UsageError
from pbem.games.game import LANGUAGES
from pbem.mail.kinds import PROVIDED, kind_named
from pbem.mail.safe import UnusableError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from pbem.desk.desk import Desk

PLAYER_KEY = Path("player.key")  # beside a desk it is taken for none of the desk's own keys


def _signed_by_provider(command: Callable[..., None]) -> Callable[..., None]:
    """Add an option for each kind of signature that a provider makes for the address of a player."""
    about = "Take mail that the provider of the --mail address signs (the lowest tier)."
    for kind in PROVIDED:
        command = click.option(f"--{kind}", "provider", flag_value=kind, default="", help=about)(command)
    return command


@click.group(commands=MEMBERS)
def player() -> None:
    """The people at this desk."""


@player.command()
@click.argument("name")
@click.option(
    "--mail", "address", metavar="ADDRESS", default="", help="Where letters go; without it no letters are written."
)
@click.option(
    "--key", "key_file", metavar="FILE", default="", help="A public key: OpenSSH (id_ed25519.pub), OpenPGP or X.509."
)
@_signed_by_provider
@click.option(
    "--lang", default="en", type=click.Choice(LANGUAGES), help="The language of letters; English if not given."
)
@click.option(
    "--zone", default="", metavar="ZONE", help="Whose clock tells times in letters, such as Europe/Rome; else UTC."
)
@click.option("--private", is_flag=True, help="Exports of finished games do not show this player's signed orders.")
@with_desk
def add(desk: Desk, name: str, *, lang: str, zone: str, private: bool, **given: Any) -> None:
    """Enrol NAME. With a key the player can send signed orders; without one the host enters them at the desk."""
    from pbem.desk.people.enrolled import add_player
    from pbem.desk.people.providers import doubt_player
    from pbem.desk.store.values import Member
    from pbem.desk.wording.time_texts import read_zone

    believed = _Believed(**given)
    player = Member(name, believed.address, lang, publishes=not private, zone=read_zone(zone).key if zone else "")
    added = add_player(desk, player, believed.key())
    click.echo(f"{added.name} is enrolled ({added.key_id or 'orders at the desk only'})")
    warn(doubt_player(desk, added))


class _Believed(Struct, frozen=True):
    """The options of `pbem player add` that say by what a player's orders are believed."""

    address: str
    key_file: str
    provider: str

    def key(self) -> bytes:
        """Return the public key, or nothing where orders come in at the desk alone."""
        if self.provider and (self.key_file or not self.address):
            raise UsageError(f"--{self.provider} stands for a key: it needs --mail and no --key")
        if self.key_file:
            return _read_key(self.key_file)
        if self.provider:
            return kind_named(self.provider).key_of_sender(self.address).encode()
        return b""


@player.command("list")
@click.option("--after", metavar="NAME", default="", help="Only those whose names come after this one.")
@limit_option
@with_desk
def list_players(desk: Desk, after: str, limit: int) -> None:
    """List everybody by name, with language and key."""
    with desk.store.read() as look:
        listed = look.people.after(after, limit)
        more = look.people.count_after(listed[-1].name) if listed else 0
    for found in listed:
        click.echo(f"{found.name:<20} {found.language}  {found.key_id or 'desk only'}")
    say_more(more)


@player.command("mail")
@click.argument("name")
@click.argument("address")
@with_desk
def move(desk: Desk, name: str, address: str) -> None:
    """Send NAME's letters to another ADDRESS. What NAME's orders are believed by does not change."""
    from pbem.desk.people.enrolled import change_address

    moved = change_address(desk, name, address)
    click.echo(f"letters for {moved.name} go to another address from now on")


@player.command("key")
@click.argument("name")
@click.option("--key", "key_file", metavar="FILE", required=True, help="The new public key: OpenSSH, OpenPGP or X.509.")
@click.option("--reason", required=True, help="Why; the player reads it in a letter.")
@with_desk
def change(desk: Desk, name: str, key_file: str, reason: str) -> None:
    """Let NAME sign by another key. Every running game records it; plans signed by the old key are dropped."""
    from pbem.desk.people.providers import doubt_player
    from pbem.desk.post.keys.rekeying import change_key

    changed = change_key(desk, name, _read_key(key_file), read_reason(reason))
    click.echo(f"{changed.name} signs by {changed.key_id} from now on")
    warn(doubt_player(desk, changed))


def _read_key(file: str) -> bytes:
    raw = read_bytes(file)
    if not raw.strip():
        raise UsageError(f"{file} is empty: it holds no key")
    return raw


@player.command()
@click.argument("name")
@click.option("--reason", required=True, help="Why; the player reads it in a letter.")
@with_desk
def revoke(desk: Desk, name: str, reason: str) -> None:
    """Revoke the key of NAME: what it signs counts no longer. Until there is a new one the host enters orders."""
    from pbem.desk.post.keys.rekeying import change_key

    changed = change_key(desk, name, b"", read_reason(reason))
    click.echo(f"{changed.name} has no key any more (orders at the desk only)")


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
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    from pbem.mail.ssh.key import write_line
    from pbem.mail.ssh.signature import public_key

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
    from pbem.mail.ssh.key import write_line
    from pbem.mail.ssh.signature import public_key

    public = public_key(read_private(file))
    click.echo(write_line(public, file.name))
    click.echo(public.fingerprint)


def read_private(file: Path) -> Ed25519PrivateKey:
    """Read a secret key; UsageError if it is none we can sign with."""
    from pbem.mail.ssh.signature import load_private_key

    try:
        return load_private_key(read_bytes(str(file)))
    except UnusableError as error:
        raise UsageError(f"{file}: {error}") from None
