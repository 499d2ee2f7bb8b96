"""What an export shows of the signed orders."""

import pytest

from pbem.desk.desk import Desk
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.records.folders.entries import entries_of
from pbem.desk.signed.published_orders import is_laid_open, show_orders
from pbem.mail.block import block as order_block
from pbem.mail.block.block import Block
from pbem.mail.signed import sign_orders
from tests.desk.house import BLUE, GAME, KEYS, block_of, legal, mail, match_of


def signed(*orders: str) -> Block:
    return Block("referee.example.org", GAME, "blue", "abc", None, orders)


@pytest.mark.parametrize(("orders", "moves"), [(["roll"], 1), (["roll", "pass"], 2), (["roll then pass"], 2)])
def test_a_sheet_that_was_used_up_is_shown(orders: list[str], moves: int) -> None:
    assert is_laid_open(signed(*orders), moves)


@pytest.mark.parametrize(
    ("orders", "moves"),
    [
        (["roll", "tell Bruno: a secret"], 1),
        (["roll", "scrivi tutti: un segreto"], 1),
        (["plan", "roll"], 1),
        (["roll", "pass"], 1),
        (["roll", "next", "pass"], 1),
        (["always roll"], 1),
        (["roll | pass"], 1),
        (["roll if money > 3"], 1),
    ],
)
def test_a_sheet_that_tells_more_than_the_record_is_not(orders: list[str], moves: int) -> None:
    assert not is_laid_open(signed(*orders), moves)


def test_nor_is_a_comment() -> None:
    raw = order_block.write(signed("roll")).replace(b"roll;", b"roll # he knows nothing;")
    block = order_block.read(raw)
    assert isinstance(block, Block)
    assert not order_block.is_tidy(raw, block)


def test_a_message_to_another_player_is_in_no_export(running: Desk) -> None:
    seat = match_of(running).waiting()[0].seat
    assert seat == BLUE
    size = match_of(running).head.size
    block = block_of(running, BLUE, legal(running, BLUE)[0], "tell all: the password is swordfish")
    assert receive(running, mail(sign_orders(block, KEYS["Anna"]))).verdict == "played"
    with running.store.read() as look:
        entries = entries_of(look, GAME)
        shown = show_orders(look, GAME, entries, look.secrets.find(GAME, "seal") or b"")
    assert any(entry.body["kind"] == "order" and entry.body["sign"] == "ssh" for entry in entries[size:])
    assert b"swordfish" not in b"".join(shown)
