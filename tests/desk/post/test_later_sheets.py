"""Two sheets of one turn: the one that was signed later counts, whichever came first."""

import pytest
from msgspec import structs

from pbem.desk.desk import Desk
from pbem.desk.post.receiving import receive
from pbem.games.game import LANGUAGES
from pbem.mail.signed import sign_orders
from tests.desk.house import BLUE, GAME, KEYS, ORANGE, block_of, legal, mail
from tests.desk.post.test_answers import new_letters, speak, written

KEEP = ("always keep vestal | any", "always keep step | any")


def numbered(desk: Desk, order: str, n: int | None) -> bytes:
    block = structs.replace(block_of(desk, ORANGE, order), n=n)
    return mail(sign_orders(block, KEYS["Bruno"]))


def planned(desk: Desk) -> bytes:
    with desk.store.read() as look:
        return look.secrets(GAME, "plan/")["orange"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_that_was_overtaken_is_not_used(running: Desk, language: str) -> None:
    speak(running.folder, "Bruno", language)
    later, earlier = numbered(running, KEEP[1], 9), numbered(running, KEEP[0], 5)
    assert receive(running, later).verdict == "played"
    new_letters(running)
    assert receive(running, earlier).verdict == "refused"
    (told,) = new_letters(running)
    assert "n: 5" in " ".join(written(running, told).split())
    assert "n: 9" in " ".join(written(running, told).split())
    assert KEEP[1].encode() in planned(running)


@pytest.mark.parametrize(("first", "second"), [(5, 9), (5, 5), (5, None), (None, 5), (None, None), (0, 2**49)])
def test_otherwise_the_one_that_came_last_counts(running: Desk, first: int | None, second: int | None) -> None:
    assert receive(running, numbered(running, KEEP[0], first)).verdict == "played"
    assert receive(running, numbered(running, KEEP[1], second)).verdict == "played"
    assert KEEP[1].encode() in planned(running)


def test_a_sheet_that_was_refused_keeps_no_other_out(running: Desk) -> None:
    assert receive(running, numbered(running, "fly", 9)).verdict == "refused"
    assert receive(running, numbered(running, KEEP[0], 5)).verdict == "played"


def test_the_numbers_of_another_turn_or_seat_do_not_count(running: Desk) -> None:
    assert receive(running, numbered(running, KEEP[0], 9)).verdict == "played"
    block = structs.replace(block_of(running, BLUE, legal(running, BLUE)[0]), n=1)
    assert receive(running, mail(sign_orders(block, KEYS["Anna"]))).verdict == "played"
