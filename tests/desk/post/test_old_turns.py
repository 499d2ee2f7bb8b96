"""Sheets of a turn that is over: held back on their way and handed in later, they must not play the next one."""

from collections.abc import Callable

import pytest
from msgspec import structs

from pbem.desk.desk import Desk
from pbem.desk.post.hearing.receiving import receive
from pbem.games.game import LANGUAGES, Decision
from pbem.mail.block.block import Block, Seen
from pbem.mail.signed import sign_orders
from tests.desk.house import BLUE, KEYS, block_of, head_of, mail, match_of, play
from tests.desk.post.test_answers import new_letters, speak, written
from tests.wording import DESK, mentions

OTHERWISE: dict[str, Callable[[Block], Block]] = {
    "as it was": lambda block: block,
    "with a number": lambda block: structs.replace(block, n=9),
    "without a head": lambda block: structs.replace(block, seen=None),
}


def signed(block: Block) -> bytes:
    return mail(sign_orders(block, KEYS["Anna"]))


def decision(desk: Desk) -> Decision | None:
    return match_of(desk).decision_of(BLUE)


def play_until(desk: Desk, is_there: Callable[[Decision | None], bool]) -> None:
    for _ in range(200):
        if is_there(decision(desk)):
            return
        play(desk, 1)
    raise AssertionError("the game never came there")


def end_turn(desk: Desk) -> str:
    """Let Anna play to the end of her turn; returns which it was."""
    asked = decision(desk)
    assert asked
    play_until(desk, lambda now: now is None or now.turn != asked.turn)
    return asked.turn


@pytest.mark.parametrize("what", OTHERWISE)
def test_a_sheet_that_was_held_back_does_not_play_the_next_turn(running: Desk, what: str) -> None:
    held = signed(OTHERWISE[what](block_of(running, BLUE, "any")))
    turn = end_turn(running)
    play_until(running, lambda now: now is not None and now.turn != turn)
    before = head_of(running)
    assert receive(running, held).verdict == "refused"
    assert head_of(running) == before


@pytest.mark.parametrize("what", OTHERWISE)
def test_nor_is_it_kept_for_the_next_turn(running: Desk, what: str) -> None:
    held = signed(OTHERWISE[what](block_of(running, BLUE, "always keep vestal | any")))
    end_turn(running)
    assert receive(running, held).verdict == "refused"


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_player_is_told(running: Desk, language: str) -> None:
    speak(running.folder, "Anna", language)
    held = signed(block_of(running, BLUE, "any"))
    end_turn(running)
    new_letters(running)
    receive(running, held)
    (told,) = new_letters(running)
    assert mentions(written(running, told), DESK, "desk_old_turn", language)


def test_what_was_written_after_the_turn_is_for_the_next_one_however_late_it_comes(running: Desk) -> None:
    turn = end_turn(running)
    ahead = signed(block_of(running, BLUE, "always keep vestal | any"))
    assert decision(running) is None
    play_until(running, lambda now: now is not None and now.turn != turn)
    assert receive(running, ahead).verdict == "played"


def test_within_a_turn_an_older_head_is_good(running: Desk) -> None:
    asked = decision(running)
    late = block_of(running, BLUE, "any")
    play(running, 1)
    now = decision(running)
    assert asked
    assert now
    assert now.turn == asked.turn
    assert receive(running, signed(late)).verdict == "played"


def test_before_a_seat_has_moved_at_all_no_turn_is_over(fresh: Desk) -> None:
    block = structs.replace(block_of(fresh, BLUE, "any"), seen=None)
    assert receive(fresh, signed(block)).verdict == "played"


def test_a_head_that_the_record_never_had_makes_no_sheet_young(running: Desk) -> None:
    held = block_of(running, BLUE, "any")
    end_turn(running)
    forged = structs.replace(held, seen=Seen(head_of(running).size, "0" * 64))
    assert receive(running, signed(forged)).verdict == "refused"
