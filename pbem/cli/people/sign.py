"""`pbem sign`: the player's side of a signed order mail."""

from __future__ import annotations

import re
import time
from pathlib import Path

import click

from pbem.cli.people.keys import PLAYER_KEY, read_private
from pbem.cli.people.luck import luck_order, wants_luck
from pbem.cli.session import read_text, saying_no
from pbem.desk.errors import UsageError
from pbem.mail.block.block import Block, Seen, order_lines, write
from pbem.mail.block.marker import is_edge
from pbem.mail.safe import UnusableError
from pbem.mail.signed import sign_orders
from pbem.referee.language.phrases import say

_BARE_APPEAL = re.compile(r"(appeal|ricorso|recours|einspruch)\s*:.*", re.IGNORECASE)
_HEADER = re.compile(r"(to|game|seat|token|seen|n)\s*:\s*(.+)")


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
@click.option(
    "--luck",
    is_flag=True,
    help="Commit luck before a game starts, with `join`, or where you enter an event; when a letter asks, reveal it.",
)
@click.option(
    "--again",
    is_flag=True,
    help="With --luck: reveal it to another letter than before, for that sheet was refused; its reader may know it.",
)
@click.option("--unsigned", is_flag=True, help="Print the lines as they are to be signed by another program.")
@saying_no
def sign(sheet: str, key: Path | None, *, luck: bool, again: bool, unsigned: bool, **given: str | None) -> None:
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
    if again and not luck:
        raise UsageError("--again goes with --luck: nothing else is revealed")
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
            orders = (luck_order(key, values, orders, again=again),)
        elif wants_luck(orders):
            raise UsageError("the sheet leaves a place for your luck: sign it with --luck")
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
