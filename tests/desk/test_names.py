"""Names that nobody can be mistaken by: they are no seats, no words of the desk, and look like nobody else's."""

import pytest

from pbem.desk.desk import Desk
from pbem.desk.desk_words import WORDS
from pbem.desk.errors import UsageError
from pbem.desk.names import looks_like
from pbem.desk.people import add_player, change_address
from pbem.desk.store.store import Player
from pbem.games import find, named

SEATS = sorted({seat for game in find() for seat in named(game).meta.seats})
DESK_WORDS = sorted({word for words in WORDS.values() for word in words})


@pytest.mark.parametrize(
    "word", [*SEATS, *DESK_WORDS, "Blue", "B1UE", "0range", "Tutti", "ALL", "Al1", "etat", "Gr.ey"]
)
def test_no_seat_and_no_word_of_the_desk_is_a_name(fresh: Desk, word: str) -> None:
    with pytest.raises(UsageError, match="means something else in a sheet"):
        add_player(fresh, Player(word))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Bill", "bi11"),
        ("Bill", "B1ll"),
        ("Ivo", "lvo"),
        ("Ivo", "1vo"),
        ("Otto", "0tt0"),
        ("Zoé", "ZOE"),
        ("Anna Rossi", "AnnaRossi"),
        ("Anna Rossi", "anna.rossi"),
        ("Marna", "Mama"),
        ("\u0421\u0430\u0440\u0430", "Capa"),
        ("\u039d\u03af\u03ba\u03b7", "NIKH"),
        ("Jürgen", "Jurgen"),
    ],
)
def test_no_name_looks_like_another(fresh: Desk, name: str, other: str) -> None:
    for first, second in ((name, other), (other, name)):
        assert looks_like(first, second)
    add_player(fresh, Player(name))
    with pytest.raises(UsageError, match="there is a player"):
        add_player(fresh, Player(other))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ali", "Al"),
        ("Lia", "Ila"),
        ("Nina", "Ninna"),
        ("Ali", "Aldo"),
        ("\u041c\u0430\u0440\u0438\u044f", "Maria"),
        ("Ina", "Una"),
    ],
)
def test_names_that_can_be_told_apart_are_taken(fresh: Desk, name: str, other: str) -> None:
    add_player(fresh, Player(name))
    assert add_player(fresh, Player(other)).name == other


def test_who_was_enrolled_before_under_such_a_name_can_still_move(fresh: Desk) -> None:
    with fresh.store.write() as change:
        change.add_player(Player("Grey", "grey@example.org"))
    assert change_address(fresh, "Grey", "grey@example.net").address == "grey@example.net"
