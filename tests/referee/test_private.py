"""Private decisions are answered ahead only by what cannot fail, so that no stop tells what a seat holds."""

import pytest

from pbem.referee.language.plan import texts
from tests.referee.bench import RED, Bench

SAFE = ["keep silk | any", "any", "keep silk else pass", "polish else skip; keep wine | any", "always keep silk | any"]
UNSAFE = [
    "keep wine",
    "keep wine | keep fig",
    "keep wine | any if coins",
    "keep wine else skip",
    "polish; keep wine | any",
    "polish else skip; keep wine",
    "always keep wine",
    "always keep wine else skip",
]


def ahead(line: str) -> Bench:
    """Red orders ahead, before it has drawn: seed 6 gives it a fig and wine."""
    bench = Bench(seed="1598")
    bench.play("red", f"bid 0; reroll none; {line}")
    bench.play("green", "bid 0")
    return bench


@pytest.mark.parametrize("line", SAFE)
def test_a_line_that_cannot_fail_is_used_ahead(line: str) -> None:
    bench = ahead(line)
    assert bench.asked() == [("green", "reroll")]


@pytest.mark.parametrize("line", UNSAFE)
def test_a_line_that_can_fail_is_not_used_ahead_even_where_it_fits(line: str) -> None:
    bench = ahead(line)
    assert bench.asked() == [("red", "keep")]
    assert bench.moves()[-1] == ("red", "reroll none")


def test_a_safe_line_is_used_where_it_fits_and_where_it_does_not() -> None:
    assert ("red", "keep wine") in ahead("keep wine | any").moves()
    assert ("red", "keep fig") in ahead("keep silk | any").moves()


def test_moves_in_between_that_may_be_skipped_are_made_ahead() -> None:
    assert ahead("polish else skip; keep wine | any").moves()[3:5] == [("red", "polish"), ("red", "keep wine")]


def test_the_line_of_this_turn_is_not_passed_over_for_the_always_line() -> None:
    assert ahead("keep wine; always keep fig | any").asked() == [("red", "keep")]


def test_a_skipped_line_may_rely_on_the_always_line() -> None:
    assert ("red", "keep wine") in ahead("keep wine else skip; always keep fig | any").moves()
    assert ("red", "keep fig") in ahead("keep silk else skip; always keep fig | any").moves()


@pytest.mark.parametrize("line", ["keep wine", "keep silk | keep wine", "polish; keep wine", "polish then keep wine"])
def test_any_line_answers_a_private_question_that_was_put(keep: Bench, line: str) -> None:
    keep.play("red", line)
    assert keep.asked() == [("green", "reroll")]
    assert ("red", "keep wine") in keep.moves()


@pytest.mark.parametrize("line", ["keep wine", "keep wine else skip"])
def test_what_a_seat_knows_is_tried_with_the_sheet(reroll: Bench, line: str) -> None:
    since = len(reroll.entries)
    reroll.play("red", f"reroll none; {line}")
    assert reroll.moves(since)[:2] == [("red", "reroll none"), ("red", "keep wine")]


@pytest.mark.parametrize("line", ["keep silk", "keep silk else skip", "keep silk | keep salt"])
def test_what_a_seat_knows_to_fail_is_refused_whole_and_not_stopped_at(reroll: Bench, line: str) -> None:
    found = reroll.refuse("red", f"reroll none\n{line}")
    assert {problem.line for problem in found.problems} == {2}


def test_after_chance_an_answer_is_a_line_written_ahead(reroll: Bench) -> None:
    reroll.play("red", "reroll; keep wine")
    assert reroll.asked() == [("red", "keep")]
    assert texts(reroll.plans[RED].lines) == ("keep wine",)
    reroll.play("red", "always gift")
    assert reroll.asked() == [("red", "keep")], "a sheet about something else does not make it an answer"


def test_an_unsafe_always_line_answers_no_private_question_that_was_put(keep: Bench) -> None:
    keep.play("red", "always keep wine")
    assert keep.asked() == [("red", "keep")]


def test_a_private_move_is_sealed_and_its_text_kept_aside(keep: Bench) -> None:
    keep.play("red", "keep wine")
    seq = next(iter(keep.sealed))
    assert keep.sealed == {seq: "keep wine"}
    assert "text" not in keep.entries[seq].body
    assert all(b"wine" not in entry.raw for entry in keep.entries[1:])
    keep.assert_sound()


@pytest.mark.parametrize("line", ["gift", "gift if points >= 99", "gift if points >= 99 else skip"])
def test_what_nobody_is_asked_never_stops_a_game_even_in_private(line: str) -> None:
    bench = Bench("secretbids", seed="1598")
    bench.play("red", f"bid 0; reroll none; keep wine | any; {line}")
    bench.play("green", "bid 0")
    assert bench.asked() == [("green", "reroll")]
    assert bench.moves()[4] == ("red", "gift" if line == "gift" else "gift none")
