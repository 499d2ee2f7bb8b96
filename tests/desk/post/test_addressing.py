"""Whom a message is for, whose answers a mail uses up, and what the name of a letter tells: nothing of others."""

import re
from email import message_from_bytes

import pytest
from freezegun import freeze_time

from pbem.desk.desk import Desk
from pbem.desk.letters.writing import write_letter
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.people.enrolled import add_player
from pbem.desk.post.accounts import ANSWERS_AN_HOUR
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.safety.checking import check
from pbem.desk.store.guards.vault import Vault
from pbem.desk.store.values import Due, Member
from pbem.mail.block.block import Block
from pbem.mail.signed import sign_orders
from tests.desk.house import BLUE, GAME, KEYS, ORANGE, block_of, legal, mail, signed_mail
from tests.desk.post.test_answers import answer, new_letters
from tests.desk.post.test_kinds import JuneDesk, desk, key
from tests.mail import workshop
from tests.wording import DESK, mentions

pytestmark = pytest.mark.anywhere

__all__ = ["desk"]


def seated(desk: Desk, *names: str) -> None:
    """Seat Anna at blue of a game of three, and others whose names were taken before names were looked at."""
    with desk.store.write() as change:
        for name in names:
            change.people.put(Member(name, f"{len(name)}@example.org"))
    seats = dict(zip(("blue", "grey", "orange"), ("Anna", *names), strict=True))
    new_game(desk, NewGame("fortuna", seats, "g2"))
    new_letters(desk)


@pytest.mark.parametrize(
    ("names", "to"),
    [
        (("Orange", "Emil"), "orange"),
        (("Blue", "Emil"), "blue"),
        (("Zoé", "ZOE"), "zoe"),
        (("Emil", "émil"), "Emil"),
        (("Tutti", "Emil"), "tutti"),
    ],
)
def test_a_message_that_may_be_for_two_is_refused(fresh: Desk, names: tuple[str, str], to: str) -> None:
    seated(fresh, *names)
    block = block_of(fresh, BLUE, f"tell {to}: attack at dawn", game="g2")
    told = answer(fresh, _mail(block), "refused")
    assert mentions(told, DESK, "desk_two_called", name=to)
    assert new_letters(fresh) == []


def test_the_seat_itself_still_says_whom_a_message_is_for(fresh: Desk) -> None:
    seated(fresh, "Zoé", "ZOE")
    assert receive(fresh, _mail(block_of(fresh, BLUE, "tell grey: attack at dawn", game="g2"))).verdict == "answered"
    assert {letter.player for letter in new_letters(fresh)} == {"Anna", "Zoé"}


def _mail(block: Block) -> bytes:
    return mail(sign_orders(block, KEYS["Anna"]))


def message_ids(desk: Desk, due: list[Due]) -> list[str]:
    with desk.store.read() as look:
        return [message_from_bytes(write_letter(desk, look, letter))["Message-ID"] for letter in due]


def test_the_id_of_a_letter_does_not_count_letters(fresh: Desk) -> None:
    new_letters(fresh)
    for seat in (BLUE, ORANGE):
        order(fresh, GAME, {BLUE: "Anna", ORANGE: "Bruno"}[seat], legal(fresh, seat)[0])
    receive(fresh, signed_mail(fresh, BLUE, "fly", other={"game": "none"}))
    due = new_letters(fresh)
    ids = message_ids(fresh, due)
    assert all(re.fullmatch(r"<[0-9a-f]{32}@example\.org>", id_) for id_ in ids), ids
    assert len(set(ids)) == len(due) > 2
    assert {letter.seat == "" for letter in due} == {True, False}


def test_a_letter_that_is_sent_again_keeps_its_id_and_no_other_desk_would_give_it(fresh: Desk) -> None:
    due = new_letters(fresh)
    assert message_ids(fresh, due) == message_ids(fresh, due)
    facts = ("letter", due[0].id, due[0].at, due[0].game, due[0].seat)
    before = fresh.store.vault.name(*facts)
    assert before in message_ids(fresh, due)[0]
    assert Vault(bytes(32)).name(*facts) != before


@freeze_time("2031-02-03 04:05:06", auto_tick_seconds=1)
def test_sheets_for_another_referee_do_not_use_up_answers(running: Desk) -> None:
    new_letters(running)
    for number in range(ANSWERS_AN_HOUR + 5):
        raw = signed_mail(running, BLUE, f"fly {number}", other={"to": "referee.elsewhere.org"})
        assert receive(running, raw).verdict == "refused"
    assert len(new_letters(running)) == 1
    assert check(running) == []
    assert receive(running, signed_mail(running, BLUE, "status")).verdict == "answered"
    for number in range(ANSWERS_AN_HOUR + 5):
        receive(running, signed_mail(running, BLUE, f"dance {number}"))
    assert len(new_letters(running)) == ANSWERS_AN_HOUR


def test_signed_mail_about_something_else_does_not_use_up_answers(desk: JuneDesk) -> None:
    add_player(desk, Member("Marta", "marta@example.net"), key("pgp"))
    new_game(desk, NewGame("fortuna", {"blue": "Marta", "orange": "Bruno"}, "g2", accepts=("ssh", "pgp")))
    new_letters(desk)
    for number in range(4):
        raw = workshop.pgp_mime(f"{workshop.PLAIN}Dear list, this is the number {number} of my tales.\n")
        assert receive(desk, raw).verdict == "refused"
    assert len(new_letters(desk)) == 1
    with desk.store.read() as look:
        assert look.mails.count_answers("Marta", 0) == 0
