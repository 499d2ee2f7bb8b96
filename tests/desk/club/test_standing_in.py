"""Volunteers: who is late too often loses his seat to the first of them, and may ask it back for a while."""

from datetime import timedelta

import pytest

from pbem.desk.club.hosting import ask
from pbem.desk.errors import RefusedError
from pbem.desk.matches.acts.host.rulings import rule_substitute, rule_vacate
from pbem.desk.matches.state.entry_peek import all_holders
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.games.found import named
from pbem.referee.language.phrases import LATE, RETURNED
from tests.desk.club.society import GAME, Mailed, Society
from tests.wording import DESK, REFEREE, game_text, match_of, mentions, text_of

SEATS = {"blue": "Anna", "grey": "Bruno"}


def lose(club: Society, seat: str = "grey", other: str = "blue") -> None:
    """Let the holder of a seat be late until he loses it; the other seat answers."""
    name = club.match().holders[seat].name  # type: ignore[index]
    for _ in range(2_000):
        match = club.match()
        if match.holders[seat].name != name or match.phase != "running":  # type: ignore[index]
            return
        if match.decision_of(other) and match.clocks and match.clocks.seats[other].asked == match.at:  # type: ignore[arg-type]
            club.order(SEATS[other], other)
        club.later(hours=1)
    raise AssertionError("nobody lost a seat")


def to(club: Society, name: str) -> list[Mailed]:
    return [letter for letter in club.letters() if letter.to == name]


def reason(club: Society) -> list[str]:
    found = [entry for entry in club.entries() if b'"kind":"ruling"' in entry]
    return [part.split(b'"')[0].decode() for entry in found for part in entry.split(b'"reason":"')[1:]]


class TestTakingOver:
    def test_the_first_who_offered_gets_the_seat_and_everything_that_it_knows(self, club: Society) -> None:
        club.open(SEATS)
        club.word("Elsa", "volunteer g1")
        club.later(minutes=5)
        club.word("Carla", "volunteer")
        club.letters()
        lose(club)
        match = club.match()
        assert match.holders["grey"].name == "Elsa"  # type: ignore[index]
        assert reason(club) == [LATE]
        letters = club.letters()
        mine = [letter for letter in letters if letter.to == "Elsa"]
        first = mine[0]
        assert mentions(first.flat, DESK, "taken_over")
        assert mentions(first.flat, DESK, "taken_over_from", name="Bruno", reason=text_of(REFEREE, "reason_late"))
        assert first.subject == "Fortuna g1 (grey)"
        # From the first entry on, as that seat: what was dealt to it, and what has happened.
        assert game_text(named("fortuna"), "dealt") in first.flat
        lost = [letter for letter in letters if letter.to == "Bruno"][-1]
        assert mentions(
            lost.flat, DESK, "slip_seat_given", seat="grey", name="Elsa", reason=text_of(REFEREE, "reason_late")
        )
        assert verify_game(club.desk, GAME).ok
        assert club.order("Elsa", "grey", "history 5").startswith("answered: ")
        assert mentions(to(club, "Elsa")[-1].flat, DESK, "past")

    def test_nobody_else_ever_hears_what_the_seat_knows(self, club: Society) -> None:
        club.open(SEATS)
        club.word("Elsa", "volunteer")
        club.later(minutes=5)
        club.word("Carla", "volunteer")
        club.letters()
        lose(club)
        assert to(club, "Carla") == []

    def test_without_a_volunteer_the_rules_play_on(self, club: Society) -> None:
        club.open(SEATS)
        lose(club)
        assert club.match().vacant == {"grey"}
        assert mentions(to(club, "Bruno")[-1].flat, DESK, "slip_seat_vacant", seat="grey")

    def test_results_name_both(self, club: Society) -> None:
        club.open(SEATS)
        rule_substitute(club.desk, GAME, "grey", "Elsa", "on holiday")
        with club.desk.store.read() as look:
            assert all_holders(look, club.match()) == {"blue": ("Anna",), "grey": ("Bruno", "Elsa")}


class TestAskingBack:
    def line(self, club: Society) -> dict[str, object]:
        """Let Bruno lose his seat to Elsa, and return the lines by which he can have it back."""
        club.open(SEATS)
        club.word("Elsa", "volunteer g1")
        lose(club)
        return to(club, "Bruno")[-1].block_for(GAME)

    def test_until_the_substitute_has_moved(self, club: Society) -> None:
        line = self.line(club)
        assert line["orders"] == ("join grey",)
        assert club.answer("Bruno", line) == "kept: g1, grey: given back"
        assert club.match().holders["grey"].name == "Bruno"  # type: ignore[index]
        assert reason(club) == [LATE, RETURNED]
        letters = {letter.to: letter for letter in club.letters()}
        assert mentions(letters["Bruno"].flat, DESK, "taken_over")
        assert mentions(letters["Elsa"].flat, REFEREE, "reason_returned")
        assert mentions(letters["Anna"].flat, REFEREE, "reason_returned", "it")
        assert verify_game(club.desk, GAME).ok
        # He begins with all his time, and is late no more.
        clocks = club.match().clocks
        assert clocks is not None
        assert (clocks.seats["grey"].bank, clocks.seats["grey"].lates) == (clocks.pace.bank, 0)

    def test_not_after_it(self, club: Society) -> None:
        line = self.line(club)
        while not club.match().decision_of("grey"):  # type: ignore[arg-type]
            club.order("Anna", "blue")
            club.later(hours=1)
        size = club.match().head.size
        club.order("Elsa", "grey")
        while club.match().head.size == size:
            club.order("Anna", "blue")
        club.letters()
        before = club.entries()
        assert club.answer("Bruno", line).startswith("refused: ")
        assert mentions(to(club, "Bruno")[-1].flat, DESK, "desk_return_moved", name="Elsa", seat="grey")
        assert club.entries() == before

    def test_not_when_nobody_is_left_to_play_and_then_he_is_told(self, club: Society) -> None:
        club.open(SEATS)
        lose(club)
        club.letters()
        rule_vacate(club.desk, GAME, "blue", "a test")
        assert club.match().phase == "void"
        told = to(club, "Bruno")[-1].flat
        assert mentions(told, DESK, "slip_seat_void", seat="grey", reason=text_of(REFEREE, "reason_deserted"))

    def test_a_vacant_seat_too(self, club: Society) -> None:
        club.open(SEATS)
        lose(club)
        line = to(club, "Bruno")[-1].block_for(GAME)
        assert club.answer("Bruno", line).startswith("kept: ")
        assert club.match().vacant == frozenset()
        assert verify_game(club.desk, GAME).ok

    def test_not_by_somebody_else_and_not_who_left_himself(self, club: Society) -> None:
        line = self.line(club)
        assert club.answer("Carla", {**line, "token": club.token("Carla")}).startswith("refused: ")
        rule_substitute(club.desk, GAME, "grey", "Carla", "as she likes")
        club.letters()
        assert club.answer("Bruno", {**line, "token": club.token("Bruno")}).startswith("refused: ")
        assert club.match().holders["grey"].name == "Carla"  # type: ignore[index]


@pytest.mark.parametrize(
    ("name", "rest", "why"),
    [
        ("Anna", ("g1",), match_of(DESK, "volunteer_plays", game="g1")),
        ("Bruno", ("g1",), match_of(DESK, "volunteer_held", game="g1")),
        ("Carla", ("g7",), match_of(DESK, "club_no_game", game="g7")),
        ("Carla", ("off",), match_of(DESK, "volunteer_not")),
        ("Carla", ("g1", "off"), match_of(DESK, "volunteer_not")),
    ],
)
def test_who_cannot_volunteer(club: Society, name: str, rest: tuple[str, ...], why: str) -> None:
    club.open(SEATS)
    rule_substitute(club.desk, GAME, "grey", "Elsa", "on holiday")
    with pytest.raises(RefusedError, match=why):
        ask(club.desk, name, "volunteer", rest)


def test_who_does_not_want_to_any_more_gets_no_seat(club: Society) -> None:
    club.open(SEATS)
    for name in ("Elsa", "Carla"):
        club.word(name, "volunteer")
        club.word(name, "volunteer g1")
    club.word("Elsa", "volunteer off")
    lose(club)
    assert club.match().holders["grey"].name == "Carla"  # type: ignore[index]


class TestInTime:
    def test_who_offers_after_a_seat_was_lost_has_not_got_it_however_late_somebody_looks(self, club: Society) -> None:
        club.open(SEATS)
        clocks = club.match().clocks
        while not (clocks and clocks.seats["grey"].lates and clocks.due("grey")):
            if club.match().decision_of("blue"):  # type: ignore[arg-type]
                club.order("Anna", "blue")
            club.later(hours=1)
            clocks = club.match().clocks
        lost = (clocks.due("grey") or 0) + clocks.pace.grace
        token = club.token("Elsa")
        club.later(seconds=lost - club.desk.now() - 60)
        club.clock.tick(timedelta(minutes=30))
        club.put(club.signed("Elsa", "volunteer", token=token))
        club.clock.tick(timedelta(minutes=30))
        assert club.tick() == ["answered: a word to the desk: volunteer"]
        assert "grey" in club.match().vacant
        assert verify_game(club.desk, GAME).ok


def test_who_loses_his_seat_by_a_ruling_is_told_so_and_who_gets_it_whose_it_was(club: Society) -> None:
    club.open(SEATS)
    club.order("Anna", "blue")
    club.order("Bruno", "grey")
    club.later(hours=1)
    club.letters()
    rule_vacate(club.desk, GAME, "grey", "you asked me to")
    told = club.letters()
    lost = [letter.flat for letter in told if letter.to == "Bruno"]
    assert len(lost) == 1
    assert mentions(lost[0], DESK, "slip_seat_vacant", seat="grey", reason="you asked me to")
    assert mentions(lost[0], DESK, "slip_seat_ruled")
    rule_substitute(club.desk, GAME, "grey", "Elsa", "as agreed")
    assert mentions(to(club, "Elsa")[0].flat, DESK, "taken_over_last", name="Bruno", reason="as agreed")
