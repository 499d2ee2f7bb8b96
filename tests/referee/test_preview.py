"""A preview tells its seat nothing that is hidden from it: it reads the same whatever the hidden things are."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.desk.post.hearing.games.word_answers import tell_trial
from pbem.games.game import Seat
from pbem.referee.acts.submit import Refused
from pbem.referee.plans.trial import Trial
from tests.games.contract import Case, all_games
from tests.games.fate import Fate
from tests.games.playing import lay_out, options_with, play_out, random_chooser
from tests.referee.bench import Bench, install

AS_FAR_AS_IT_GOES = "\n".join(["any"] * 12)
STATES = 12


def options_of(case: Case) -> Iterator[dict[str, str]]:
    """The default options, and each value of each option in turn."""
    yield {}
    for option in case.game.meta.options:
        for value in option.values:
            given = options_with(case.game, case.seats, {option.name: value}, case.random("options"))
            if given is not None:
                yield given


CASES = [
    pytest.param(
        case, options, id=f"{case}-{'-'.join(f'{name}={value}' for name, value in options.items()) or 'plain'}"
    )
    for case in (Case(game, max(game.meta.players)) for game in all_games().values())
    for options in options_of(case)
]


def turned_down(state: Any, seat: Seat, random: Random) -> Any:
    """Exchange the face-down cards of others, where a game has such and keeps them out of reports."""
    rules = getattr(state, "rules", None)
    if rules is None or not getattr(rules, "is_hidden", False):
        return state
    sides = {side: list(slots) for side, slots in state.public.sides.items()}
    down = [(side, at) for side in sides for at, slot in enumerate(sides[side]) if not slot.is_up and side != seat]
    cards = [sides[side][at] for side, at in down]
    random.shuffle(cards)
    for (side, at), card in zip(down, cards, strict=True):
        sides[side][at] = card
    changed = {side: tuple(slots) for side, slots in sides.items()}
    return replace(state, public=replace(state.public, sides=changed))


def told(bench: Bench, seat: str, text: str, state: Any) -> tuple[str, ...]:
    """What the player reads."""
    bench.set_state(state)
    found = bench.preview(seat, text)
    if isinstance(found, Refused):
        return tuple(problem.text for problem in found.problems)
    assert isinstance(found, Trial)
    return tell_trial(bench.game, found, "en")


def orders(bench: Bench, state: Any, seat: Seat, random: Random) -> list[str]:
    """Some sheets for a seat: whatever is legal, and single orders before it."""
    view = bench.game.view(state, seat)
    moves = list(bench.game.moves(view))
    chosen = random.sample(moves, min(3, len(moves)))
    return [AS_FAR_AS_IT_GOES, *(f"{bench.game.write(move, 'en')}\n{AS_FAR_AS_IT_GOES}" for move in chosen)]


@pytest.mark.parametrize(("case", "options"), CASES)
def test_a_preview_reads_the_same_when_all_that_is_hidden_changes(
    case: Case, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, case.game)
    random, chance = Random(str(options)), Fate(1)
    bench = Bench(case.game.meta.key, case.seats, options=options)
    start = lay_out(case.game, case.seats, chance, options)
    plies = list(play_out(case.game, start.state, chance, random_chooser(case.game, 1)))
    compared = 0
    for ply in random.sample(plies, min(STATES, len(plies))):
        for text in orders(bench, ply.state, ply.seat, random):
            shown = told(bench, ply.seat, text, ply.state)
            for _ in range(2):
                other = case.hidden.scramble(case.game, ply.state, ply.seat, random)
                assert told(bench, ply.seat, text, turned_down(other, ply.seat, random)) == shown, text
                compared += 1
    assert compared


def test_a_preview_ends_where_another_seat_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    game = all_games()["fortuna"]
    install(monkeypatch, game)
    seats = ("blue", "grey", "orange")
    bench = Bench("fortuna", seats, options={"facedown_display": "hidden"})
    for seat in seats:
        bench.play(seat, "any")
    ends = set()
    for _ in range(30):
        seat, _kind = bench.asked()[0]
        trial = bench.preview(seat, AS_FAR_AS_IT_GOES)
        assert isinstance(trial, Trial)
        assert "revealed" not in [happening.saying.key for happening in trial.happenings]
        ends.add(trial.end)
        bench.play(seat, "any")
    assert "others" in ends
    assert "revealed" in [happening.saying.key for _, happening in bench.told]
