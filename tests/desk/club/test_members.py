"""Members: called otherwise or forgotten only while no game knows them, and known by their old names for ever."""

import pytest

from pbem.desk.club.hosting import ask
from pbem.desk.club.members import describe, remove, rename
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.matches.acts.host.rulings import rule_substitute, rule_void
from pbem.desk.people.enrolled import add_player
from pbem.desk.post.work.courier import send
from pbem.desk.store.values import Member
from tests.desk.club.society import GAME, Society

SEATS = {"blue": "Anna", "grey": "Bruno"}


def test_nobody_is_renamed_or_removed_while_he_plays(club: Society) -> None:
    club.open(SEATS)
    club.letters()
    with pytest.raises(DeskError, match="Bruno plays in g1"):
        rename(club.desk, "Bruno", "Bruno Verdi")
    with pytest.raises(DeskError, match="Bruno plays in g1"):
        remove(club.desk, "Bruno")
    rule_void(club.desk, GAME, "no time")
    with pytest.raises(DeskError, match="1 letters to Bruno wait: send them first"):
        remove(club.desk, "Bruno")
    send(club.desk)
    assert rename(club.desk, "bruno", "Bruno Verdi").name == "Bruno Verdi"


def test_what_somebody_has_asked_for_goes_with_the_name(club: Society) -> None:
    club.open(SEATS)
    ask(club.desk, "Elsa", "watch", (GAME,))
    ask(club.desk, "Elsa", "volunteer", ())
    club.letters()
    rename(club.desk, "Elsa", "Elisabeth")
    assert describe(club.desk, "Elisabeth") == [
        "name      Elisabeth",
        "letters   elsa@example.org, in en, times by UTC",
        "key       " + describe(club.desk, "Elisabeth")[2].split()[1],
        "was       Elsa",
        "watches   g1",
        "stands in any game",
    ]
    club.order("Anna", "blue")
    club.order("Bruno", "grey")
    assert "Elisabeth" in {letter.to for letter in club.letters()}


def test_whoever_held_a_seat_under_another_name_knows_too_much_all_the_same(club: Society) -> None:
    club.open(SEATS)
    rule_substitute(club.desk, GAME, "grey", "Elsa", "on holiday")
    club.letters()
    rename(club.desk, "Bruno", "Benito")
    with pytest.raises(DeskError, match="has held another seat"):
        rule_substitute(club.desk, GAME, "blue", "Benito", "on holiday")


def test_an_old_name_is_nobody_elses_while_its_owner_is_here(club: Society) -> None:
    rename(club.desk, "Elsa", "Elisabeth")
    for name in ("Elsa", "ELSA"):
        with pytest.raises(UsageError, match="was called so before"):
            add_player(club.desk, Member(name))
    assert rename(club.desk, "Elisabeth", "Elsa").name == "Elsa"
    assert "was       Elisabeth" in describe(club.desk, "Elsa")
    remove(club.desk, "Elsa")
    assert add_player(club.desk, Member("Elisabeth")).name == "Elisabeth"


@pytest.mark.parametrize("new", ["Anna", "blue", "referee", "games", "x--y", "volunteer"])
def test_a_name_that_nobody_may_have(club: Society, new: str) -> None:
    with pytest.raises(UsageError):
        rename(club.desk, "Elsa", new)
    assert describe(club.desk, "Elsa")[0] == "name      Elsa"


def test_who_is_removed_watches_nothing_and_waits_for_nothing(club: Society) -> None:
    club.open(SEATS)
    ask(club.desk, "Elsa", "watch", (GAME,))
    ask(club.desk, "Elsa", "volunteer", (GAME,))
    club.letters()
    remove(club.desk, "Elsa")
    with club.desk.store.read() as look:
        assert look.people.find("Elsa") is None
        assert look.secrets.under("", "volunteer/") == {}
        assert look.secrets.under(GAME, "watch/") == {}
    assert club.post("Elsa", "help").startswith("ignored: ")
