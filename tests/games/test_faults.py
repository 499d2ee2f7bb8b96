"""What is wrong with seats and options of an opening, whatever the game."""

import pytest

from pbem.games.game import Meta, Option
from pbem.games.kit.faults import is_number, numbers, option_faults, seat_faults

META = Meta(
    key="any",
    version=1,
    titles={},
    seats=("red", "green", "blue"),
    players=(2, 3),
    turns={2: 2, 3: 2},
    options=(Option("rounds", ("2", "3"), "how many"), Option("end", ("soon", "late"), "when")),
)


@pytest.mark.parametrize(
    ("seats", "count"),
    [(("red", "green"), 0), (("red",), 1), (("red", "red"), 1), (("red", "pink"), 1), ((), 1), (("red",) * 4, 2)],
)
def test_seats(seats: tuple[str, ...], count: int) -> None:
    assert len(list(seat_faults(META, seats))) == count


def test_options_must_be_known_and_have_a_known_value() -> None:
    unknown, wrong = option_faults(META, {"colour": "red", "rounds": "4", "end": "late"}, {})
    assert "'colour' is unknown" in unknown
    assert "rounds, end" in unknown
    assert "rounds cannot be '4'" in wrong


def test_an_option_may_take_more_values_than_it_names() -> None:
    fits = {"rounds": numbers(99)}
    assert list(option_faults(META, {"rounds": "40"}, fits)) == []
    (told,) = option_faults(META, {"rounds": "100"}, fits)
    assert told == "option rounds cannot be '100': choose from 2, 3, or any number up to 99"


@pytest.mark.parametrize("value", ["", "-1", "1.5", "one", "\u0663", "0100"])
def test_what_is_no_number(value: str) -> None:
    assert not is_number(value, most=999)
