"""Takebacks by consent: who may ask, who must agree, what comes back, and that dice and cards never fall anew."""

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from pbem.record.log.kinds import Content
from pbem.referee.acts import rulings
from pbem.referee.acts.submit import Refused
from pbem.referee.acts.takebacks import Past, agree, ask_back
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Match
from tests.referee.bench import AT, Bench
from tests.referee.test_settling import DAY, HOUR, PACE, THREE
from tests.wording import REFEREE, says, text_of


def past(bench: Bench) -> Past:
    def contents(first: int) -> Sequence[Content]:
        return [entry.content for entry in bench.entries[first:]]

    def match_at(seq: int) -> Match:
        return bench.audit()[seq]

    return Past(match_at, contents)


def undo(bench: Bench, seat: str) -> Decided | Refused:
    decided = ask_back(bench.scribe(), bench.submission(seat, "undo"), past(bench))
    return decided if isinstance(decided, Refused) else bench.keep(decided)


def consent(bench: Bench, seat: str, number: int) -> Decided | Refused:
    decided = agree(bench.scribe(), bench.submission(seat, f"agree {number}"), number, past(bench))
    return decided if isinstance(decided, Refused) else bench.keep(decided)


def why(decided: Decided | Refused) -> str:
    assert isinstance(decided, Refused), decided
    return decided.problems[0].text


@pytest.fixture
def bench() -> Bench:
    """A game in which red has rolled and rerolled, and is asked what to keep."""
    bench = Bench("toy", THREE)
    for seat in THREE:
        bench.play(seat, "bid 1")
    bench.play("red", "reroll")
    return bench


def test_the_last_consent_takes_back_what_was_asked_for(bench: Bench) -> None:
    target = next(entry.seq for entry in reversed(bench.entries) if entry.body["kind"] == "order") - 1
    state = bench.audit()[target].state
    undo(bench, "red")
    number = bench.match.head.size - 1
    assert bench.entries[-1].body["word"] == "undo"
    consent(bench, "green", number)
    assert bench.entries[-1].body["word"] == "agree"
    consent(bench, "blue", number)
    ruling = bench.entries[number + 3].body
    assert (ruling["act"], ruling["to"], ruling["by"]) == ("back", target, [number, number + 1, number + 2])
    assert bench.match.state == state
    assert bench.match.request is None
    bench.assert_sound()


def test_silence_is_no_and_the_next_move_ends_it(bench: Bench) -> None:
    undo(bench, "red")
    number = bench.match.head.size - 1
    consent(bench, "green", number)
    bench.play("red", "any")
    assert why(consent(bench, "blue", number)) == text_of(REFEREE, "agree_nothing", number=number)
    assert "back" not in [entry.body.get("act") for entry in bench.entries]
    bench.assert_sound()


def test_after_two_days_nobody_can_agree() -> None:
    bench = Bench("toy", THREE, pace=PACE)
    for seat in THREE:
        bench.play(seat, "bid 1")
    bench.at(700).play("red", "reroll")
    bench.at(1_400)
    undo(bench, "red")
    number = bench.match.head.size - 1
    bench.time = AT + 1_400 + 2 * DAY + 1
    assert why(consent(bench, "green", number)) == text_of(REFEREE, "agree_late", number=number)


def test_clocks_run_on_and_no_bank_grows() -> None:
    bench = Bench("toy", THREE, pace=PACE)
    for seat in THREE:
        bench.play(seat, "bid 1")
    bench.at(5 * HOUR).play("red", "reroll")
    bench.at(6 * HOUR)
    before = {seat: clock.bank for seat, clock in bench.match.clocks.seats.items()} if bench.match.clocks else {}
    undo(bench, "red")
    number = bench.match.head.size - 1
    for seat in ("green", "blue"):
        bench.at(8 * HOUR)
        consent(bench, seat, number)
    assert bench.match.clocks is not None
    assert {seat: clock.bank for seat, clock in bench.match.clocks.seats.items()} == before
    bench.assert_sound()


@pytest.mark.parametrize(
    ("seat", "number", "key"),
    [("green", 0, "agree_nothing"), ("red", -1, "agree_twice"), ("green", 999, "agree_nothing")],
)
def test_what_cannot_be_agreed_to(bench: Bench, seat: str, number: int, key: str) -> None:
    undo(bench, "red")
    asked = bench.match.head.size - 1 if number < 0 else number
    assert why(consent(bench, seat, asked)) == text_of(REFEREE, key, number=asked)
    assert why(consent(bench, "blue", 0)) == text_of(REFEREE, "agree_nothing", number=0)


def test_nobody_agrees_twice(bench: Bench) -> None:
    undo(bench, "red")
    number = bench.match.head.size - 1
    consent(bench, "green", number)
    assert why(consent(bench, "green", number)) == text_of(REFEREE, "agree_twice", number=number)


def test_it_is_asked_once_a_turn_and_by_one_at_a_time(bench: Bench) -> None:
    undo(bench, "red")
    assert why(undo(bench, "red")) == text_of(REFEREE, "undo_asked")
    bench.play("red", "polish | any")
    assert why(undo(bench, "red")) == text_of(REFEREE, "undo_again")


def test_who_has_ordered_nothing_has_nothing_to_take_back(bench: Bench) -> None:
    fresh = Bench("toy", THREE)
    assert why(undo(fresh, "red")) == text_of(REFEREE, "undo_turn")
    fresh.rule(rulings.void)
    assert why(undo(fresh, "red")) == text_of(REFEREE, "closed_void")


def test_what_all_chose_at_once_is_not_taken_back() -> None:
    bench = Bench("toy", THREE)
    for seat in THREE:
        bench.play(seat, "bid 1")
    assert why(undo(bench, "green")) == text_of(REFEREE, "undo_laid_open")


def test_a_secret_of_another_that_was_laid_open_is_not_unseen(bench: Bench) -> None:
    """What another seat has drawn or kept since changed what it knows alone."""
    bench.play("red", "any; any")
    assert bench.asked()[0][0] == "green"
    bench.play("green", "any; any; any")
    assert why(undo(bench, "red")) == text_of(REFEREE, "undo_laid_open")


def test_what_a_plan_did_in_a_later_turn_is_not_taken_back_with_its_first() -> None:
    bench = Bench("toy", ("red", "green"))
    bench.play("green", "always any")
    bench.play("red", "bid 0; any; any; any\nnext\nbid 0; reroll none")
    assert bench.asked()[0][0] == "red"
    assert why(undo(bench, "red")) == text_of(REFEREE, "undo_turn")


def test_without_others_it_is_done_at_once() -> None:
    bench = Bench("toy", ("red", "green"))
    bench.play("green", "resign")
    bench.play("red", "bid 1")
    bench.play("red", "reroll")
    undo(bench, "red")
    assert bench.entries[-1].body.get("act") == "back"
    bench.assert_sound()


@pytest.mark.parametrize("seed", range(12))
def test_a_slot_that_comes_again_shows_the_same_dice_and_a_deck_the_same_cards(seed: int) -> None:
    random = Random(seed)
    bench = Bench("toy", ("red", "green"), seed=str(seed))
    bench.play("green", "always any")
    bench.play("red", "bid 1")
    shown: dict[str, object] = {}
    sheets = ["reroll", *random.choices(("reroll", "reroll none", "any", "keep fig | any", "bid 0 | any"), k=11)]
    for sheet in sheets:
        if bench.match.phase != "running":
            break
        bench.order("red", sheet)
        decided = undo(bench, "red")
        if not isinstance(decided, Refused):
            consent(bench, "green", bench.match.request.seq if bench.match.request else 0)
    for entry in bench.entries:
        for roll in entry.body.get("chance", ()):
            assert shown.setdefault(roll["slot"], roll["draws"]) == roll["draws"]
    assert "back" in [entry.body.get("act") for entry in bench.entries]
    bench.assert_sound()


def test_two_days_are_over_after_their_last_second() -> None:
    bench = Bench("toy", THREE, pace=replace(PACE, bank=3 * DAY))
    for seat in THREE:
        bench.play(seat, "bid 1")
    bench.at(700).play("red", "reroll")
    bench.at(1_400)
    undo(bench, "red")
    number = bench.match.head.size - 1
    bench.at(1_400 + 2 * DAY)
    consent(bench, "green", number)
    late = agree(bench.scribe(), bench.submission("blue", f"agree {number}", came=bench.time + 1), number, past(bench))
    assert says(why(late), REFEREE, "agree_late", number=number)
    consent(bench, "blue", number)
    assert bench.entries[-1].body.get("act") == "back"
    bench.assert_sound()


def test_what_two_others_chose_at_once_since_is_not_unseen() -> None:
    bench = Bench("leading", THREE)
    bench.play("red", "bid 1")
    assert bench.asked() == [("green", "bid"), ("blue", "bid")]
    bench.play("green", "bid 1")
    bench.play("blue", "bid 0")
    assert says(why(undo(bench, "red")), REFEREE, "undo_laid_open")


def test_what_one_of_two_has_chosen_so_far_has_been_seen_by_nobody() -> None:
    bench = Bench("leading", THREE)
    bench.play("red", "bid 1")
    bench.play("green", "bid 1")
    undo(bench, "red")
    number = bench.match.head.size - 1
    for seat in ("green", "blue"):
        consent(bench, seat, number)
    assert bench.asked() == [("red", "bid")]
    bench.assert_sound()


def test_what_two_chose_at_once_is_not_taken_back_by_one_of_them() -> None:
    bench = Bench("toy", ("red", "green"))
    for seat in ("red", "green"):
        bench.play(seat, "bid 1")
    assert says(why(undo(bench, "red")), REFEREE, "undo_laid_open")


def test_what_another_did_alone_since_is_taken_back_as_well() -> None:
    """Everybody saw it when it was done, and nobody had chosen without seeing."""
    bench = Bench("leading", ("red", "green"))
    bench.play("red", "bid 1")
    bench.play("green", "bid 1")
    undo(bench, "red")
    consent(bench, "green", bench.match.head.size - 1)
    assert bench.asked() == [("red", "bid")]
    bench.assert_sound()
