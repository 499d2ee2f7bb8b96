"""Watching: public letters when players get theirs, in the watcher's language, and nothing that is not public."""

from random import Random

import pytest

from pbem.desk.club.hosting import ask
from pbem.desk.errors import RefusedError
from pbem.desk.matches.acts.host.rulings import rule_back, rule_substitute, rule_void
from pbem.desk.matches.acts.offers.entering import join_here
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from tests.desk.club.society import GAME, Society
from tests.wording import DESK, match_of, mentions

SEATS = {"blue": "Anna", "grey": "Bruno"}


def readers(club: Society) -> list[str]:
    return [letter.to for letter in club.letters()]


@pytest.fixture
def watched(club: Society) -> Society:
    """A game that Carla and Elsa watch."""
    club.open(SEATS)
    for name in ("Carla", "Elsa"):
        assert club.word(name, "watch g1").startswith("answered: ")
    club.letters()
    return club


def test_the_first_letter_shows_how_it_stands_and_how_to_stop(club: Society) -> None:
    club.open(SEATS)
    club.word("Elsa", "watch g1")
    letter, slip = [letter for letter in club.letters() if letter.to == "Elsa"]
    assert mentions(slip.flat, DESK, "watch_begun", game="g1")
    assert letter.subject == "Fortuna g1"
    assert mentions(letter.text, DESK, "public_report")
    assert mentions(letter.text, DESK, "watching")
    assert letter.block_for("desk")["orders"] == ("watch g1 off",)
    assert not mentions(letter.text, DESK, "orders")
    assert not mentions(letter.text, DESK, "answer")
    assert club.answer("Elsa", letter.block_for("desk")).startswith("answered: ")
    assert mentions(club.letter("Elsa").flat, DESK, "watch_ended", game="g1")
    club.order("Anna", "blue")
    club.order("Bruno", "grey")
    assert "Elsa" not in readers(club)


def test_letters_come_when_somebody_is_asked_anew_and_not_before(watched: Society) -> None:
    watched.order("Anna", "blue")
    assert readers(watched) == ["Anna"]  # whose choice is kept: nobody else may know
    watched.order("Bruno", "grey")
    letters = {letter.to: letter for letter in watched.letters()}
    assert letters.keys() >= {"Carla", "Elsa"}
    assert mentions(letters["Carla"].text, DESK, "public_report", "fr")
    assert mentions(letters["Elsa"].text, DESK, "public_report")
    assert letters["Elsa"].subject == letters["Carla"].subject


def test_rulings_and_the_end_are_told_and_then_it_is_over(watched: Society) -> None:
    play_bots(watched.desk, GAME, Bots("greedy", frozenset(SEATS), Random(1), 4))
    watched.letters()
    rule_back(watched.desk, GAME, 4, "a slip of the pen")
    letters = [letter for letter in watched.letters() if letter.to == "Elsa"]
    assert "a slip of the pen" in letters[0].flat
    rule_void(watched.desk, GAME, "the box is lost")
    (last,) = [letter for letter in watched.letters() if letter.to == "Elsa"]
    assert "the box is lost" in last.flat
    with watched.desk.store.read() as look:
        assert look.secrets.under(GAME, "watch/") == {}
        assert look.secrets.under("", "watching/") == {}


def test_desk_words_plans_and_messages_of_players_bring_no_letter(watched: Society) -> None:
    for sheet in (("status",), ("tell grey: hello",), ("always keep step | any",), ("plan",)):
        watched.order("Anna", "blue", *sheet)
    assert not {"Carla", "Elsa"} & set(readers(watched))


def test_a_run_of_bots_is_one_letter(watched: Society) -> None:
    play_bots(watched.desk, GAME, Bots("greedy", frozenset(SEATS), Random(1), 20))
    assert readers(watched).count("Elsa") == 1


def test_an_offer_can_be_watched_and_whoever_joins_it_stops(club: Society) -> None:
    club.offer()
    for name in ("Elsa", "Carla"):
        club.word(name, "watch g1")
    club.letters()
    join_here(club.desk, GAME, "Elsa", "")
    join_here(club.desk, GAME, "Anna", "")
    letters = club.letters()
    assert sorted(letter.to for letter in letters if letter.subject == "Fortuna g1") == ["Carla"]
    assert sorted(letter.to for letter in letters if letter.subject != "Fortuna g1") == ["Anna", "Elsa", "Elsa"]


def test_whoever_takes_a_seat_over_watches_no_longer(watched: Society) -> None:
    rule_substitute(watched.desk, GAME, "grey", "Elsa", "on holiday")
    assert [letter.subject for letter in watched.letters() if letter.to == "Elsa"] == ["Fortuna g1 (grey)"]


@pytest.mark.parametrize(
    ("rest", "why"),
    [
        (("g1",), match_of(DESK, "watch_own", game="g1")),
        (("g7",), match_of(DESK, "club_no_game", game="g7")),
        (("g1", "off"), match_of(DESK, "watch_not", game="g1")),
        (("g7", "off"), match_of(DESK, "watch_not", game="g7")),
        (("g2",), match_of(DESK, "club_over", game="g2")),
    ],
)
def test_what_cannot_be_watched(club: Society, rest: tuple[str, ...], why: str) -> None:
    club.open(SEATS)
    club.open({"blue": "Carla", "grey": "Elsa"}, game="g2")
    rule_void(club.desk, "g2", "no time")
    with pytest.raises(RefusedError, match=why):
        ask(club.desk, "Bruno", "watch", rest)
