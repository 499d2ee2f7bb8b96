"""Names that nobody can be mistaken by: they are no seats, no words of the desk, and look like nobody else's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.desk.confusables import looks_like, skeleton
from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.people.enrolled import add_player, change_address
from pbem.desk.store.values import Member
from pbem.desk.wording.desk_words import WORDS
from pbem.games.found import find, named

pytestmark = pytest.mark.anywhere

SEATS = sorted({seat for game in find() for seat in named(game).meta.seats})
DESK_WORDS = sorted({word for words in WORDS.values() for word in words})


@pytest.mark.parametrize(
    "word",
    [*SEATS, *DESK_WORDS, "Blue", "B1UE", "0range", "Tutti", "ALL", "Al1", "etat", "Gr.ey", "next", "None", "Immer"],
)
def test_no_seat_and_no_word_of_the_desk_is_a_name(fresh: Desk, word: str) -> None:
    with pytest.raises(UsageError, match="means something else in a sheet"):
        add_player(fresh, Member(word))


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
    assert skeleton(name) == skeleton(other)
    add_player(fresh, Member(name))
    with pytest.raises(UsageError, match="there is a player"):
        add_player(fresh, Member(other))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ali", "Al"),
        ("Lia", "Ila"),
        ("Nina", "Ninna"),
        ("Ali", "Aldo"),
        ("\u041c\u0430\u0440\u0438\u044f", "Maria"),
        ("Ina", "Una"),
        ("Ai", "Amy"),
    ],
)
def test_names_that_can_be_told_apart_are_taken(fresh: Desk, name: str, other: str) -> None:
    add_player(fresh, Member(name))
    assert add_player(fresh, Member(other)).name == other


LETTERS = "abchilmnotuvwyrnIHLMOTVWY10\u00e9\u0142\u00df\u03b7\u03b9\u03bc\u03bd\u03c3\u0442\u0438\u0456\u043d .-"


@given(st.integers(1, 8).flatmap(lambda size: st.tuples(*[st.text(LETTERS, min_size=size, max_size=size)] * 2)))
def test_names_that_look_alike_have_one_skeleton(names: tuple[str, str]) -> None:
    name, other = names
    if looks_like(name, other):
        assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize("sign", sorted(set(LETTERS)))
def test_letters_that_look_alike_have_one_skeleton(sign: str) -> None:
    alike = [letter for letter in LETTERS if looks_like(sign, letter)]
    assert {skeleton(letter) for letter in alike} == {skeleton(sign)}


def test_a_skeleton_tells_most_names_apart() -> None:
    names = ["Anna", "Bruno", "Carla", "Dora", "Eva", "Fritz", "Gina", "Hugo", "Ivo", "Jan", "Kim", "Leo", "Mara"]
    assert len({skeleton(name) for name in names}) == len(names)


REFEREES = (
    "referee, Referee, The Referee, Your host, YourHost, host, Desk, this desk, pbem, REFEREE.EXAMPLE.ORG,"
    "H0st, h\u00f6st, "
    "Referee Example Org, referee-example-org, Arbitro, L'arbitro, il tuo arbitro, arbitre, L'Arbitre, votre arbitre,"
    "Bureau, Schiedsrichter, Der Schiedsrichter, Dein Gastgeber, Spielleiter"
)


@pytest.mark.parametrize("name", [name.strip() for name in REFEREES.split(",")])
def test_nobody_is_called_as_the_desk_calls_itself(fresh: Desk, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be a name"):
        add_player(fresh, Member(name))


STRANGE = {
    "a Latin letter of no language": "\u2c6dnna",
    "a phonetic one": "\u0251nna",
    "Latin and Cyrillic": "\u0410nna",
    "Cyrillic and Greek": "\u0410\u039d\u039d\u0410",
    "Greek and Latin": "Z\u03bfe",
    "Armenian": "\u0531\u0576\u0576\u0561",
    "Cherokee": "\u13aa\u13a1",
    "a small capital": "a\u0274na",
    "a click": "Ivo\u01c3",
    "a long s": "A\u017fa",
    "wide letters": "\uff21nna",
    "mathematical ones": "\U0001d400nna",
    "Latin and Japanese": "Anna\u4e00",
    "a sign of the East that looks like an O": "\u3007",
    "a ligature": "\ufb01ona",
    "other digits": "Anna\u0662",
    "an old Cyrillic letter": "\u0461",
    "an old Greek one": "\u03f2",
}


@pytest.mark.parametrize("what", STRANGE)
def test_names_are_written_in_one_living_alphabet(fresh: Desk, what: str) -> None:
    with pytest.raises(UsageError, match="one alphabet"):
        add_player(fresh, Member(STRANGE[what]))


PEOPLE = (
    "Zo\u00eb, \u0141ukasz, J\u00fcrgen Wei\u00df, S\u00f8ren, \u00d0or\u00fe\u00f3r,"
    "\u015eule I\u015f\u0131k, Nguy\u1ec5n, \u0218tefan, O'Brien, "
    "Jean-Luc, J. R. 2, Dvo\u0159\u00e1k, \u0152uvre, Michel Host, Anna Bureau,"
    "\u0394\u03b7\u03bc\u03ae\u03c4\u03c1\u03b7\u03c2, \u0399\u03ce,"
    "\u0418\u0432\u0430\u043d, \u0413\u0440\u0438\u0433\u043e\u0440\u0456\u0439 \u0407\u0436\u0430\u043a,"
    "\u0409\u0443\u0431\u0438\u0446\u0430"
)


@pytest.mark.parametrize("name", [name.strip() for name in PEOPLE.split(",")])
def test_names_of_living_people_are_taken(fresh: Desk, name: str) -> None:
    assert add_player(fresh, Member(name)).name == name


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("\u0141ukasz", "Lukasz"),
        ("S\u00f8ren", "Soren"),
        ("I\u015f\u0131k", "isik"),
        ("\u03bd\u03bf\u03bd\u03b1", "vova"),
        ("\u0433\u043e\u0441\u043a", "rock"),
        ("\u0441\u043e\u0440\u0430", "copa"),
        ("\u03bf\u03c1\u03b1", "\u043e\u0440\u0430"),
    ],
)
def test_other_alphabets_and_strokes_hide_nobody(fresh: Desk, name: str, other: str) -> None:
    add_player(fresh, Member(name))
    with pytest.raises(UsageError, match="there is a player"):
        add_player(fresh, Member(other))


@pytest.mark.parametrize("name", ["Anna Rossi", "\u2c6dnna"])
def test_who_was_enrolled_before_in_other_letters_keeps_his_name(fresh: Desk, name: str) -> None:
    with fresh.store.write() as change:
        change.people.put(Member(name, "a@example.org"))
    assert change_address(fresh, name, "b@example.org").address == "b@example.org"


def test_who_was_enrolled_before_under_such_a_name_can_still_move(fresh: Desk) -> None:
    with fresh.store.write() as change:
        change.people.put(Member("Grey", "grey@example.org"))
    assert change_address(fresh, "Grey", "grey@example.net").address == "grey@example.net"
