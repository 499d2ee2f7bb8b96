"""`pbem player`, as far as somebody is enrolled, and by what that person's orders are believed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from pbem.cli.session import read_bytes, read_reason, warn, with_desk
from pbem.desk.errors import UsageError
from pbem.desk.people.enrolled import add_player
from pbem.desk.people.providers import doubt_player
from pbem.desk.post.keys.rekeying import change_key
from pbem.desk.store.values import Member
from pbem.desk.wording.time_texts import read_zone
from pbem.games.game import LANGUAGES
from pbem.mail.kinds import PROVIDED, kind_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from pbem.desk.desk import Desk


def _signed_by_provider(command: Callable[..., None]) -> Callable[..., None]:
    """Add an option for each kind of signature that a provider makes for the address of a player."""
    about = "Take mail that the provider of the --mail address signs (the lowest tier)."
    for kind in PROVIDED:
        command = click.option(f"--{kind}", "provider", flag_value=kind, default="", help=about)(command)
    return command


@click.command()
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


@click.command("key")
@click.argument("name")
@click.option("--key", "key_file", metavar="FILE", required=True, help="The new public key: OpenSSH, OpenPGP or X.509.")
@click.option("--reason", required=True, help="Why; the player reads it in a letter.")
@with_desk
def change(desk: Desk, name: str, key_file: str, reason: str) -> None:
    """Let NAME sign by another key. Every running game records it; plans signed by the old key are dropped."""
    changed = change_key(desk, name, _read_key(key_file), read_reason(reason))
    click.echo(f"{changed.name} signs by {changed.key_id} from now on")
    warn(doubt_player(desk, changed))


def _read_key(file: str) -> bytes:
    raw = read_bytes(file)
    if not raw.strip():
        raise UsageError(f"{file} is empty: it holds no key")
    return raw


@click.command()
@click.argument("name")
@click.option("--reason", required=True, help="Why; the player reads it in a letter.")
@with_desk
def revoke(desk: Desk, name: str, reason: str) -> None:
    """Revoke the key of NAME: what it signs counts no longer. Until there is a new one the host enters orders."""
    changed = change_key(desk, name, b"", read_reason(reason))
    click.echo(f"{changed.name} has no key any more (orders at the desk only)")
