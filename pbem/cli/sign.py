"""`pbem sign`: the player's side of a signed order mail."""

from __future__ import annotations

import re
import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.people import PLAYER_KEY, read_private
from pbem.cli.session import read_text, saying_no
from pbem.desk.errors import UsageError
from pbem.mail.safe import UnusableError

if TYPE_CHECKING:
    from pbem.mail.block.block import Seen

_BARE_APPEAL = re.compile(r"(appeal|ricorso|recours|einspruch)\s*:.*", re.IGNORECASE)
_HEADER = re.compile(r"(to|game|seat|token|seen|n)\s*:\s*(.+)")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")  # it becomes part of a file's name
_LUCK = re.compile(r"[0-9a-f]{64}")


@click.command()
@click.argument("sheet", metavar="[FILE|-]", default="-")
@click.option(
    "--key",
    metavar="FILE",
    type=click.Path(path_type=Path),
    envvar="PBEM_KEY",
    help="Your secret key, such as id_ed25519; else $PBEM_KEY, else `player.key` in this folder (`pbem key new`).",
)
@click.option("--to", help="The referee's name.")
@click.option("--game", help="The game's id.")
@click.option("--seat", help="Your seat.")
@click.option("--token", help="The token of your newest letter.")
@click.option("--seen", help="The size and head that your newest letter states.")
@click.option("--luck", is_flag=True, help="Commit luck before a game starts, or with `join`; used again, reveal it.")
@click.option("--unsigned", is_flag=True, help="Print the lines as they are to be signed by another program.")
@saying_no
def sign(sheet: str, key: Path | None, *, luck: bool, unsigned: bool, **given: str | None) -> None:
    """Sign a sheet of orders; prints a block to paste into a mail.

    The sheet may begin with the lines that your letter gives (`to: ..; game: ..; seat: ..; token: ..; seen: ..;`);
    options win over them. Nothing else of your mail is read by the referee: not its subject, not its sender.

    With a key of another kind than Ed25519 let the program sign that has it: with --unsigned the complete lines are
    printed, and no key is needed; luck is kept in this folder, or beside --key.

    \b
    Example: pbem sign turn.txt
             pbem sign --luck --unsigned turn.txt > luck.txt && gpg --clearsign luck.txt
             pbem sign --luck --unsigned turn.txt > luck.txt && ssh-keygen -Y sign -n pbem -f id_rsa luck.txt
    """
    from pbem.mail.block.block import Block, order_lines, write
    from pbem.mail.block.marker import is_edge
    from pbem.mail.signed import sign_orders
    from pbem.referee.phrases import say

    key = key or (PLAYER_KEY if unsigned else _own_key())
    private = None if unsigned else read_private(key)
    lines = tuple(line for line in order_lines(read_text(sheet)) if not is_edge(line))
    found = [_HEADER.fullmatch(line) for line in lines]
    values = {header[1]: header[2] for header in found if header}
    values |= {name: value for name, value in given.items() if value}
    orders = tuple(line for line, header in zip(lines, found, strict=True) if not header)
    if any(_BARE_APPEAL.fullmatch(order) for order in orders):
        raise UsageError(say("appeal_form", "en"))
    try:
        if luck:
            orders = (_joining(key, values, orders) or _luck(key, values),)
        seen, number = _seen(values.get("seen")), _number(values.get("n"))
        block = Block(values["to"], values["game"], values["seat"], values["token"], seen, orders, number)
        text = sign_orders(block, private) if private else write(block).decode()
        click.echo(text, nl=False)
    except KeyError as error:
        raise UsageError(
            f"the sheet does not say {error.args[0]!r}: copy it from your letter, or give --{error.args[0]}"
        ) from None
    except UnusableError as error:
        raise UsageError(str(error)) from None


def _own_key() -> Path:
    if not PLAYER_KEY.exists():
        raise UsageError(f"there is no {PLAYER_KEY} here: make one with `pbem key new`, or name yours with --key FILE")
    return PLAYER_KEY


def _seen(text: str | None) -> Seen | None:
    from pbem.mail.block.block import Seen

    if text is None:
        return None
    size, _, head = text.partition(" ")
    if not size.isdecimal():
        raise UsageError(f"{text!r} is not a size and a head")
    return Seen(int(size), head.strip())


def _number(text: str | None) -> int:
    """Return the number by which the referee knows the later of two sheets: the time, unless the sheet says one."""
    if text is None:
        return time.time_ns() // 1_000_000
    if not text.isdecimal():
        raise UsageError(f"{text!r} is not a number for `n:`")
    return int(text)


def _joining(key: Path, values: dict[str, str], orders: tuple[str, ...]) -> str:
    """Return the order that joins a game with fresh luck, kept beside the key; "" if the sheet does not join.

    Luck that was kept for that seat and never revealed is as good: whoever withdrew takes it along.
    """
    from pbem.record.words import ANY
    from pbem.referee.joining import is_join, read_join

    if not is_join("\n".join(orders)):
        return ""
    asked = read_join(orders[0], values["seat"])
    if asked is None or not asked.seat:
        raise UsageError(f"luck is bound to a seat: write `join SEAT`, and that seat or {ANY!r} in the line `seat:`")
    place = _place(key, values["game"], asked.seat)
    luck, _token, seen = _kept_luck(place) if place.exists() else ("", "", "")
    if not luck or seen:
        luck = secrets.token_bytes(32).hex()
    _keep_luck(place, luck, values["token"])
    return f"join {asked.seat} {_committing(values['game'], asked.seat, luck)}"


def _place(key: Path, game: str, seat: str) -> Path:
    """Return the file in which the luck of a seat is kept."""
    if not _NAME.fullmatch(game) or not _NAME.fullmatch(seat):
        raise UsageError(f"{game!r} and {seat!r} cannot be a game and a seat")
    return key.with_name(f"{key.name}.luck.{game}.{seat}")


def _luck(key: Path, values: dict[str, str]) -> str:
    """Return the order that commits fresh luck, kept beside the key; or, for the letter that asks for it, reveals it.

    The letter that asks for it has another token than the one that asked for the commitment. Who reveals luck twice,
    over different heads, may have told the host what it is before all were committed: nobody could see that later.
    """
    game, seat, token = values["game"], values["seat"], values["token"]
    place = _place(key, game, seat)
    if not place.exists():
        luck = secrets.token_bytes(32).hex()
        _keep_luck(place, luck, token)
        return _committing(game, seat, luck)
    luck, committed, seen = _kept_luck(place)
    if token == committed:
        return _committing(game, seat, luck)
    if seen not in ("", values["seen"]):
        raise UsageError(f"this luck was revealed before, to a letter with `seen: {seen}`: ask why it is wanted again")
    _keep_luck(place, luck, committed, values["seen"])
    return f"reveal {luck}"


def _committing(game: str, seat: str, luck: str) -> str:
    from pbem.record.fair import luck_commitment

    return f"luck {luck_commitment(game, seat, bytes.fromhex(luck)).hex()}"


def _kept_luck(place: Path) -> tuple[str, str, str]:
    """Return the luck in a file, the token that it was committed with, and what was seen when it was revealed."""
    luck, *more = read_text(str(place)).splitlines() or [""]
    if not _LUCK.fullmatch(luck):
        raise UsageError(f"{place} does not hold 64 hex digits: it is not the luck that was committed")
    committed, seen = (*more, "", "")[:2]
    return luck, committed, seen


def _keep_luck(place: Path, *lines: str) -> None:
    from pbem.desk.keys import write_private

    unfinished = place.with_name(f".{place.name}")
    try:
        unfinished.unlink(missing_ok=True)
        write_private(unfinished, "".join(f"{line}\n" for line in lines).encode())
        unfinished.replace(place)
    except OSError as error:
        raise UsageError(f"cannot keep the luck in {place}: {error.strerror}") from None
