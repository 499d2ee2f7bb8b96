"""Previews: they change nothing, touch no chance, and tell nothing hidden."""

from copy import deepcopy

import pytest

from pbem.referee.acts.submit import Refused
from pbem.referee.plans.trial import Trial
from tests.referee.bench import Bench


def look(bench: Bench, text: str, seat: str = "red") -> Trial:
    before = deepcopy((bench.match.head, bench.plans, len(bench.entries)))
    trial = bench.preview(seat, text)
    assert isinstance(trial, Trial), trial
    assert (bench.match.head, bench.plans, len(bench.entries)) == before
    return trial


def acts(trial: Trial) -> list[str]:
    return [f"{act.move.kind} {act.move.choice}" for act in trial.acts]


def test_it_stops_at_the_decisions_of_others_in_parallel(bench: Bench) -> None:
    trial = look(bench, "bid 1; reroll; keep fig | any")
    assert (acts(trial), trial.end, trial.state) == (["bid 1"], "parallel", bench.match.state)


def test_it_stops_before_dice_and_cards(reroll: Bench) -> None:
    trial = look(reroll, "reroll; keep fig | any")
    assert (acts(trial), trial.end) == (["reroll yes"], "chance")
    assert (trial.state, trial.happenings) == (reroll.match.state, ())


def test_it_shows_how_far_a_sheet_gets(reroll: Bench) -> None:
    trial = look(reroll, "reroll none; polish; keep wine")
    assert (acts(trial), trial.end) == (["reroll none", "polish yes", "keep wine", "gift none"], "chance")
    assert trial.state.public.points["red"] == 3
    assert [happening.saying.key for happening in trial.happenings] == ["paid", "kept"]


def test_it_says_where_the_referee_would_ask(reroll: Bench) -> None:
    trial = look(reroll, "reroll none")
    assert (acts(trial), trial.end, trial.problems) == (["reroll none"], "asked", ())


def test_out_of_turn_it_shows_nothing(reroll: Bench) -> None:
    trial = look(reroll, "reroll; keep fig | any", "green")
    assert (trial.acts, trial.end, trial.happenings) == ((), "others", ())


def test_a_bad_sheet_is_refused_like_an_order(reroll: Bench) -> None:
    for text in ("kep", "reroll none; keep silk", ""):
        refused = reroll.preview("red", text)
        assert isinstance(refused, Refused)
        assert refused == reroll.refuse("red", text)


def test_it_agrees_with_what_is_played(reroll: Bench) -> None:
    trial = look(reroll, "reroll none; polish; keep wine; gift")
    since = len(reroll.entries)
    reroll.play("red", "reroll none; polish; keep wine; gift")
    played = [text for seat, text in reroll.moves(since) if seat == "red"]
    assert played == [reroll.game.write(act.move, "en") for act in trial.acts]


def last_keep(rules: str) -> Bench:
    """Green is the last to decide of the whole game."""
    bench = Bench(rules, seed="1598")
    bench.play("red", "always keep fig | any; always any")
    bench.play("green", "bid 0; any; any; gift\nnext\nbid 1")
    while bench.asked() != [("green", "keep")]:
        bench.default("green")
    return bench


def test_of_the_move_that_ends_the_game_nothing_is_told() -> None:
    bench = last_keep("open")
    trial = look(bench, "any", "green")
    assert (trial.end, trial.state, trial.happenings) == ("over", bench.match.state, ())
    bench.play("green", "any")
    assert bench.match.phase == "over"
    assert bench.told[-1][1].saying.key == "saw"


@pytest.mark.parametrize("text", ["reroll", "reroll then keep fig", "reroll none; any; any", "keep wine; gift"])
def test_no_preview_asks_the_real_chance(reroll: Bench, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a preview asked the real chance")

    monkeypatch.setattr("pbem.referee.acts.scribe.Roller", refuse)
    assert look(reroll, text).end == "chance"
    with pytest.raises(AssertionError, match="real chance"):
        reroll.order("red", text)
