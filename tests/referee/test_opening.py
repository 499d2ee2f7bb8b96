"""How a match begins, with and without luck."""

import pytest

from pbem.referee.acts.opening import BadTermsError, check_luck
from pbem.referee.acts.submit import Refused
from pbem.referee.match.free import uncommitted
from tests.referee.bench import ID, RED, Bench, secret
from tests.wording import REFEREE, text_of


def why(refused: Refused | None) -> str:
    assert refused is not None
    (problem,) = refused.problems
    return problem.text


def reveal(bench: Bench, seat: str) -> Refused | None:
    return bench.luck(seat, f"reveal {secret(f'luck/{seat}').hex()};")


def begun() -> Bench:
    bench = Bench(luck=True)
    for seat in ("red", "green"):
        assert bench.commit(seat) is None
    return bench


def test_a_game_is_opened_seated_and_started_at_once(bench: Bench) -> None:
    assert bench.kinds() == ["open", "seat", "seat", "start"]
    opened = bench.entries[0].body
    assert opened["rules"] == {"key": "toy", "version": 1}
    assert opened["table"] == bench.game.table()
    assert bench.verify().chance == "host"


def test_seats_stand_in_the_order_of_the_game() -> None:
    assert Bench(seats=("blue", "red")).entries[0].body["seats"] == ["red", "blue"]


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"seats": ("red",)}, "not two or three"),
        ({"seats": ("red", "green", "pink")}, "there is no seat 'pink'"),
        ({"options": {"rounds": "9"}}, "no such option"),
        ({"table": {"coins": 2}}, "no goods"),
    ],
)
def test_bad_terms_are_refused_with_their_faults(more: dict[str, object], fault: str) -> None:
    with pytest.raises(BadTermsError, match=fault):
        Bench(**more)  # type: ignore[arg-type]


def test_luck_is_committed_by_all_then_revealed_by_all_then_the_game_starts() -> None:
    bench = Bench(luck=True)
    assert uncommitted(bench.match) == ("red", "green")
    assert bench.commit("green") is None
    assert uncommitted(bench.match) == ("red",)
    assert bench.commit("red") is None
    assert reveal(bench, "red") is None
    assert bench.asked() == []
    assert reveal(bench, "green") is None
    assert bench.asked() == [("red", "bid"), ("green", "bid")]
    assert uncommitted(bench.match) == ()
    said = ["order", "seat", "order", "seat", "order", "order"]
    assert bench.kinds() == ["open", "seat", "seat", *said, "start"]
    words = [entry.body["word"] for entry in bench.entries if entry.body["kind"] == "order"]
    assert words == ["luck", "luck", "reveal", "reveal"]
    assert [entry.body["by"] for entry in bench.entries if entry.body["kind"] == "seat"] == [[], [], [3], [5]]
    assert bench.entries[-1].body["luck"] == {seat: secret(f"luck/{seat}").hex() for seat in ("red", "green")}
    assert bench.verify().chance == "attested"  # no signature is checked here
    bench.assert_sound()


def test_luck_changes_the_dice() -> None:
    bench = begun()
    for seat in ("red", "green"):
        reveal(bench, seat)
    assert bench.match.key != Bench().match.key
    for seat in ("red", "green"):
        bench.play(seat, "always any")
    assert bench.match.phase == "over"
    bench.assert_sound()


def test_luck_is_not_revealed_before_all_have_committed() -> None:
    bench = Bench(luck=True)
    bench.commit("red")
    assert why(reveal(bench, "red")) == text_of(REFEREE, "reveal_early", missing="green")


def test_only_the_luck_committed_is_revealed() -> None:
    bench = begun()
    assert why(bench.luck("red", f"reveal {secret('another').hex()}")) == text_of(REFEREE, "reveal_other")
    assert check_luck(bench.match, RED, secret("luck/red").hex(), "en") is None
    assert check_luck(bench.match, RED, secret("luck/green").hex(), "en") is not None


def test_luck_is_committed_once() -> None:
    bench = begun()
    assert why(bench.commit("red")) == text_of(REFEREE, "luck_twice")


@pytest.mark.parametrize("text", ["bid 1", "luck", "luck 12", "reveal " + "G" * 64, "luck " + "0" * 64 + " 1", ""])
def test_nothing_else_is_taken_before_the_start(text: str) -> None:
    bench = Bench(luck=True)
    assert why(bench.luck("red", text)) == text_of(REFEREE, "luck_line")
    assert len(bench.entries) == 3


def test_after_the_start_there_is_no_luck_to_give(bench: Bench) -> None:
    assert why(bench.commit("red")) == text_of(REFEREE, "luck_late")
    assert why(reveal(bench, "red")) == text_of(REFEREE, "reveal_late")


def test_a_ladder_too_short_for_the_start_refuses_the_last_luck() -> None:
    bench = Bench("dicey", luck=True, rolls=15)
    for seat in ("red", "green"):
        bench.commit(seat)
    reveal(bench, "red")
    before = bench.entries[:]
    assert why(reveal(bench, "green")) == text_of(REFEREE, "ladder_end", rolls=15)
    assert (bench.entries, bench.match.phase) == (before, "seating")
    assert bench.match.id == ID
