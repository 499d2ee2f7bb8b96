"""Passes: the token by which a person's words to the desk count, a new one after each that changed something.

A sheet for the desk holds it. So words that somebody was made to sign do nothing, nor do those of a mail that was held
back on its way and comes after later ones.
"""

from hmac import compare_digest

from pbem.desk.desk import Desk
from pbem.desk.store.transaction import Transaction
from pbem.mail.block.block import DESK

SEAT = "club"  # what stands in the place of a seat
_ASKED = "asked"  # what all passes are made with: after a restore those of before are none
_LENGTH = 16


def pass_of(desk: Desk, look: Transaction, name: str) -> str:
    """Return the pass that is good for a person now."""
    asked, count = look.secrets.find("", _ASKED) or b"", look.secrets.find("", _use(name)) or b"0"
    return desk.store.vault.name("pass", name, count.decode(), asked.hex())[:_LENGTH]


def has_pass(desk: Desk, look: Transaction, name: str, given: str) -> bool:
    """Tell whether somebody shows the pass that is good now."""
    # Compared in constant time: how long it takes must not tell how much of it was right.
    return compare_digest(pass_of(desk, look, name).encode(), given.encode())


def renew_pass(change: Transaction, name: str) -> None:
    """Give somebody another pass, because something was changed by the one he had."""
    count = int(change.secrets.find("", _use(name)) or b"0")
    change.secrets.put("", _use(name), str(count + 1).encode())


def renew_all(desk: Desk, change: Transaction) -> None:
    """Give everybody another pass: what was changed by those of before may be forgotten here."""
    change.secrets.put("", _ASKED, desk.entropy())


def desk_lines(desk: Desk, look: Transaction, name: str) -> tuple[str, ...]:
    """Return the statements that a person's signed words to the desk begin with."""
    token = pass_of(desk, look, name)
    return (f"to: {desk.settings.referee.name};", f"game: {DESK};", f"seat: {SEAT};", f"token: {token};")


def _use(name: str) -> str:
    return f"pass/{name}"
