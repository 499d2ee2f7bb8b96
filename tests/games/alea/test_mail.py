"""The vectors that a desk settles, for a game of Alea: old tokens, tests without effect, mails that come twice."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.state.replies import reply_lines
from pbem.desk.people.enrolled import add_player
from pbem.desk.post.hearing.games.sheets import take_here
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.store.values import Member
from pbem.games.game import Seat
from pbem.mail.block.block import Block
from pbem.mail.compose import order_mail
from pbem.mail.signed import sign_orders
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from pbem.referee.match.match import Match
from pbem.report.notice import lines_in

KEYS = {name: Ed25519PrivateKey.generate() for name in ("Anna", "Bruno")}
SEATS = {"grey": "Anna", "brown": "Bruno"}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk.create(tmp_path / "desk", name="referee.example.org", address="referee@example.org")
    for name, key in KEYS.items():
        add_player(made, Member(name, f"{name.lower()}@example.org"), write_line(public_key(key)).encode())
    new_game(made, NewGame("alea", SEATS, "a1", {"start_seat": "grey"}))
    yield made
    made.close()


def now(desk: Desk) -> Match:
    with desk.store.read() as look:
        return current(desk, look, "a1")


def token(desk: Desk, seat: str) -> str:
    with desk.store.read() as look:
        lines = reply_lines(look, now(desk), Seat(seat))
    return next(line.removeprefix("token: ").removesuffix(";") for line in lines if line.startswith("token:"))


def mailed(desk: Desk, seat: str, given: str) -> bytes:
    """A signed mail with the first legal placement of a seat."""
    match = now(desk)
    text = match.game.write(next(match.game.moves(match.game.view(match.state, Seat(seat)))), "en")
    block = sign_orders(Block("referee.example.org", "a1", seat, given, None, (text,)), KEYS[SEATS[seat]])
    return order_mail(
        sender="x@example.org", to="referee@example.org", subject="", block_text=block, date=0, message_id="<1@x.org>"
    )


def test_v144_a_token_of_an_older_turn_has_no_effect_and_the_present_state_is_sent(desk: Desk) -> None:
    old = token(desk, "grey")
    for seat in ("grey", "brown", "grey", "brown"):
        assert receive(desk, mailed(desk, seat, token(desk, seat))).verdict == "played"
    before, due = now(desk), letters(desk)
    assert receive(desk, mailed(desk, "grey", old)).verdict == "refused"
    assert now(desk).head == before.head
    assert letters(desk) == due + 1


def letters(desk: Desk) -> int:
    with desk.store.read() as look:
        return len(look.letters.due(2**40))


def test_v147_a_preview_tells_how_orders_are_read_and_plays_nothing(desk: Desk) -> None:
    before = now(desk)
    view = before.game.view(before.state, Seat("grey"))
    text = before.game.write(next(before.game.moves(view)), "en")
    taken = take_here(desk, "a1", "Anna", f"preview\n{text}")
    assert taken.played is None
    assert any(text in line for line in lines_in(taken.notices, "preview"))
    assert now(desk).head == before.head


def test_v149_the_same_mail_delivered_twice_is_executed_once(desk: Desk) -> None:
    raw = mailed(desk, "grey", token(desk, "grey"))
    assert receive(desk, raw).verdict == "played"
    after = now(desk)
    assert receive(desk, raw).verdict == "known"
    assert now(desk).head == after.head
