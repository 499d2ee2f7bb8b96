"""Seats and options of an opening, and what can be wrong with them."""

import pytest

from pbem.games.alea import GAME
from tests.games.alea.making import begin, seats


@pytest.mark.parametrize(
    ("count", "options", "words"),
    [
        (1, {}, "it takes 2 to 5"),
        (2, {"border_mode": "round"}, "border_mode cannot be 'round'"),
        (2, {"dice": "7"}, "'dice' is unknown"),
        (2, {"start_seat": "yellow"}, "nobody plays yellow"),
        (2, {"reroll_supply": "-3"}, "reroll_supply cannot be"),
        (2, {"reroll_supply": "10000"}, "choose from unlimited, 30, or any number up to 9999"),
    ],
)
def test_bad_openings_are_told(count: int, options: dict[str, str], words: str) -> None:
    (fault,) = GAME.faults(seats=seats(count), options=options, table=GAME.table())
    assert words in fault


@pytest.mark.parametrize("supply", ["0", "12", "1000"])
def test_any_number_of_tokens_will_do(supply: str) -> None:
    assert GAME.faults(seats=seats(2), options={"reroll_supply": supply}, table=GAME.table()) == ()
    assert begin(2, reroll_supply=supply).position.supply == int(supply)
