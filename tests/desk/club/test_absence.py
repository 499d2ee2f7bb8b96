"""Leave: whole days in the zone of the pace, announced a day before, within what the pace gives, seen by all."""

import re
from datetime import UTC, datetime

import pytest

from pbem.desk.club.hosting import ask
from pbem.desk.errors import RefusedError
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.records.checks.game_verdict import verify_game
from tests.desk.club.society import GAME, Society
from tests.wording import DESK, REFEREE, match_of, mentions, text_of, time_text

SEATS = {"blue": "Anna", "grey": "Bruno"}
ROME = {"zone": "Europe/Rome"}


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def leaves(club: Society, seat: str = "grey", game: str = GAME) -> tuple[tuple[int, int], ...]:
    clocks = club.match(game).clocks
    assert clocks is not None
    return clocks.seats[seat].leaves


class TestOneGame:
    def test_a_signed_word_stops_a_clock_for_whole_days_of_the_zone(self, club: Society) -> None:
        club.open(SEATS, **ROME)
        assert club.order("Bruno", "grey", "leave 2026-03-28..2026-03-30") == "kept: g1, grey: leave"
        # In the night to the 29th clocks go forward: that day has 23 hours.
        assert leaves(club) == ((at("2026-03-27T23:00"), at("2026-03-30T22:00")),)
        assert verify_game(club.desk, GAME).ok
        told = club.letters()[-1]
        assert (told.to, mentions(told.flat, DESK, "clock_leave", seat="Bruno")) == ("Bruno", True)

    def test_others_see_until_when_in_their_next_letter_and_at_the_table(self, club: Society) -> None:
        club.open(SEATS)
        club.order("Bruno", "grey", "leave 2026-03-10..2026-03-12")
        club.order("Bruno", "grey")
        club.letters()
        club.order("Anna", "blue")
        told = next(letter for letter in club.letters() if letter.to == "Anna").flat
        assert mentions(
            told, DESK, "clock_leave", "it", seat="Bruno", begin=time_text("2026-03-10 00:00", "it", "Europe/Rome")
        )
        # Whoever begins, by lot, has what a turn adds.
        away = match_of(DESK, "on_leave", "it", last="2026-03-10..2026-03-12")
        assert re.search(rf"Bruno 1 g(?: 4 h)?, {away}", told)

    def test_a_deadline_waits_for_it_and_an_order_sent_meanwhile_is_played(self, club: Society) -> None:
        club.open({"blue": "Anna", "grey": "Bruno"}, bank="slow")
        club.order("Bruno", "grey", "leave 2026-03-04..2026-03-06")
        clocks = club.match().clocks
        assert clocks is not None
        assert clocks.due("blue") == at("2026-03-05T08:00")
        assert clocks.due("grey") == at("2026-03-08T08:00")
        club.later(days=2)
        club.order("Bruno", "grey")
        club.order("Anna", "blue")
        assert club.match().turns

    def test_it_is_made_shorter_and_called_off(self, club: Society) -> None:
        club.open(SEATS)
        club.order("Bruno", "grey", "leave 2026-03-10..2026-03-20")
        club.order("Bruno", "grey", "leave 2026-03-10..2026-03-12")
        assert leaves(club) == ((at("2026-03-10"), at("2026-03-13")),)
        assert mentions(club.letters()[-1].flat, DESK, "on_leave", last="2026-03-10..2026-03-12")
        club.order("Bruno", "grey", "leave 2026-03-10..none")
        assert leaves(club) == ()
        told = club.letter("Bruno").flat
        assert mentions(told, DESK, "clock_leave_off", seat="Bruno", begin=time_text("2026-03-10 00:00"))
        assert not mentions(told, DESK, "on_leave")
        club.order("Bruno", "grey", "leave 2026-03-10..2026-03-20")  # as if it had never been announced
        assert leaves(club) == ((at("2026-03-10"), at("2026-03-21")),)
        assert verify_game(club.desk, GAME).ok

    def test_an_order_that_was_signed_before_and_comes_after_still_counts(self, club: Society) -> None:
        club.open(SEATS)
        club.order("Bruno", "grey", "leave 2026-03-10..2026-03-12")
        assert not club.order("Bruno", "grey").startswith("refused")


REFUSED = {
    "no days": ("soon", match_of(DESK, "leave_form")),
    "nothing": ("", match_of(DESK, "leave_form")),
    "a day that is none": ("2026-02-29..2026-03-02", match_of(DESK, "leave_no_day")),
    "backwards": ("2026-03-12..2026-03-10", match_of(DESK, "leave_ends")),
    "the past": ("2026-02-20..2026-02-22", match_of(DESK, "leave_past")),
    "today": ("2026-03-02..2026-03-05", match_of(DESK, "leave_past")),
    "tomorrow": ("2026-03-03..2026-03-05", match_of(DESK, "leave_late")),
    "beyond the budget": ("2026-03-10..2026-03-24", match_of(DESK, "leave_budget", days="15", left="10", most="14")),
    "into another": ("2026-04-03..2026-04-05", match_of(DESK, "leave_overlap")),
    "longer than announced": ("2026-04-01..2026-04-06", match_of(DESK, "leave_shorter")),
    "calling off what is not": ("2026-05-01..none", match_of(DESK, "leave_unknown")),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_leave_is_refused_in_a_line(club: Society, what: str) -> None:
    club.open(SEATS)
    club.order("Bruno", "grey", "leave 2026-04-01..2026-04-04")
    club.letters()
    before = club.entries()
    dates, why = REFUSED[what]
    assert club.order("Bruno", "grey", f"leave {dates}".strip()).startswith("refused: ")
    assert re.search(why, club.letter("Bruno").flat)
    assert club.entries() == before


@pytest.mark.parametrize("sheet", [("leave 2026-03-10..2026-03-12", "status"), ("reserve none", "leave 2026-03-10")])
def test_it_stands_alone(club: Society, sheet: tuple[str, ...]) -> None:
    club.open(SEATS)
    club.letters()
    assert club.order("Bruno", "grey", *sheet).startswith("refused: ")
    told = club.letter("Bruno").flat
    assert len(re.findall(match_of(REFEREE, "alone", word="leave"), told)) == 1
    assert not mentions(told, REFEREE, "near_words")
    assert leaves(club) == ()


def test_without_a_pace_nobody_needs_it(club: Society) -> None:
    club.offer(pace={"bank": "none"})
    club.join("Anna")
    club.join("Bruno")
    assert club.order("Bruno", "grey", "leave 2026-03-10").startswith("refused: ")
    assert mentions(club.letters()[-1].flat, DESK, "leave_no_pace", game="g1")


class TestAllGames:
    def test_one_word_to_the_desk_for_all_that_have_a_pace(self, club: Society) -> None:
        club.open(SEATS, game="g1")
        club.open({"blue": "Bruno", "grey": "Carla"}, game="g2", **ROME)
        club.open({"blue": "Bruno", "grey": "Carla"}, game="g3", leave="2d")
        club.offer(game="g4")
        club.join("Bruno", game="g4")
        assert club.word("Bruno", "leave 2026-03-10..2026-03-12") == "answered: a word to the desk: leave"
        told = club.letter("Bruno").flat
        assert mentions(told, DESK, "leave_taken", game="g1", dates="2026-03-10..2026-03-12")
        assert mentions(told, DESK, "leave_taken", game="g2")
        assert mentions(
            told, DESK, "leave_refused", game="g3", why=text_of(DESK, "leave_budget", days="3", left="2", most="2")
        )
        assert "g4" not in told
        assert leaves(club, "grey", "g1") == ((at("2026-03-10"), at("2026-03-13")),)
        assert leaves(club, "blue", "g2") == ((at("2026-03-09T23:00"), at("2026-03-12T23:00")),)
        assert leaves(club, "blue", "g3") == ()
        for game in ("g1", "g2", "g3"):
            verdict = verify_game(club.desk, game)
            assert verdict.ok, verdict.first_bad
        orders = verify_game(club.desk, "g1").orders
        assert orders is not None
        assert orders["checked"] == 1

    def test_refused_everywhere_is_refused(self, club: Society) -> None:
        club.open(SEATS)
        before = club.entries()
        assert club.word("Bruno", "leave 2026-02-10..2026-02-12").startswith("refused: ")
        assert f"g1: {text_of(DESK, 'leave_past')}" in club.letter("Bruno").flat
        assert club.word("Carla", "leave 2026-03-10..2026-03-12").startswith("refused: ")
        assert mentions(club.letter("Carla").flat, DESK, "leave_nowhere", "fr")
        assert club.entries() == before

    def test_by_the_host(self, club: Society) -> None:
        club.open(SEATS)
        assert ask(club.desk, "Bruno", "leave", ("2026-03-10..2026-03-12",)) == [
            text_of(DESK, "leave_taken", game="g1", dates="2026-03-10..2026-03-12")
        ]
        with pytest.raises(RefusedError, match=match_of(DESK, "leave_overlap")):
            order(club.desk, GAME, "Bruno", "leave 2026-03-12")
        verdict = verify_game(club.desk, GAME)
        assert verdict.ok
        assert verdict.host["entered"] == {"grey": 1}
