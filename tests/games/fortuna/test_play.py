"""Whole games: invariants after every move, counts of legal moves, replays, and readable playthroughs.

After a wanted change of the rules, `python -m tests.games.fortuna.test_play` writes the text files anew.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from pbem.games.fortuna import GAME
from pbem.games.fortuna.position.moves import Ask, Move, Play
from pbem.games.fortuna.position.state import View
from pbem.games.fortuna.table.options import OPTIONS
from pbem.games.game import LANGUAGES
from tests.games.fate import Fate
from tests.games.fortuna.hidden import assert_invariants, scramble
from tests.games.fortuna.making import Case
from tests.games.fortuna.playing import anything, open_game, play_out

HERE = Path(__file__).parent
KEPT = ((2, 4), (4, 7))  # games to be read: players and seed
PLIES = 40


def some_options(seed: int) -> dict[str, str]:
    random = Random(seed)
    return {option.name: random.choice(option.values) for option in OPTIONS}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_every_invariant(players: int) -> None:
    for seed in range(60):
        options = some_options(seed) if seed % 2 else {}
        state, last = None, None
        for count, moment in enumerate(play_out(players, seed, options)):
            assert count < 5000, f"game {seed} does not end"
            assert_invariants(moment.after)
            state, last = moment.after, moment
        assert state is not None
        assert last is not None
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert set(outcome.ranks) == set(state.public.players)
        assert min(outcome.ranks.values()) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_decisions_keep_their_promises(players: int) -> None:
    for seed in range(4):
        for moment in play_out(players, seed, some_options(seed)):
            view = GAME.view(moment.before, moment.seat)
            legal = list(GAME.moves(view))
            assert len(set(legal)) == len(legal)
            decision = next(each for each in GAME.waiting(moment.before) if each.seat == moment.seat)
            assert decision.forced is None or legal == [decision.forced]
            assert decision.decline is None or decision.decline in legal
            assert GAME.default(view) in legal
            assert {GAME.kind(move) for move in legal} <= {decision.kind, *decision.also}
            assert {GAME.kind(move) for move in legal} <= GAME.ahead(view)[0]
            assert all(GAME.check(view, move) is None for move in legal)


def test_what_is_told_can_be_said_in_every_language() -> None:
    for moment in (each for seed in range(6) for each in play_out(2 + seed % 3, seed, some_options(seed))):
        for told in moment.told:
            for language in LANGUAGES:
                assert GAME.say(told.saying, language)
        for decision in GAME.waiting(moment.after):
            assert all(GAME.say(decision.about, language) for language in LANGUAGES)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hidden_things_change_no_view(players: int) -> None:
    random, changed = Random(players), 0
    for moment in play_out(players, players + 10):
        state = moment.after
        for seat in (None, *state.public.players):
            other = scramble(GAME, state, seat, random)
            assert_invariants(other)
            assert GAME.view(other, seat) == GAME.view(state, seat)
            assert GAME.waiting(other) == GAME.waiting(state)
            changed += other != state
    assert changed > 20


@pytest.mark.parametrize("players", [2, 3, 4])
def test_b63_a_replay_of_the_written_moves_gives_the_same_states(players: int) -> None:
    state, fate = open_game(players, 8, {"setup": "expert"}), Fate(8)
    for moment in play_out(players, 8, {"setup": "expert"}):
        view = GAME.view(state, moment.seat)
        move = GAME.parse(view, GAME.write(moment.move, "en"))
        assert move == moment.move
        state = GAME.decode(GAME.encode(GAME.play(state, moment.seat, moment.move, fate).state))
        assert state == moment.after
        assert GAME.public(state) == GAME.public(moment.after)
    assert len(fate.slots) == len(set(fate.slots))


def test_b60_refused_orders_and_played_ones_leave_their_state_alone() -> None:
    for moment in islice(play_out(3, 5), 200):
        before = GAME.encode(moment.before)
        step = GAME.play(moment.before, moment.seat, moment.move, Fate(5))
        assert step.state == moment.after
        assert GAME.encode(moment.before) == before


def counts(players: int, setup: str) -> str:
    """Return the number of legal moves at the first plies of a game, one line."""
    moments = islice(play_out(players, 1, {"setup": setup}), PLIES)
    numbers = (len(list(GAME.moves(GAME.view(each.before, each.seat)))) for each in moments)
    return f"{players} {setup}: {' '.join(map(str, numbers))}"


def all_counts() -> str:
    return "".join(f"{counts(players, setup)}\n" for players in (2, 3, 4) for setup in ("beginner", "expert"))


def test_the_number_of_legal_moves_is_what_it_was() -> None:
    assert all_counts() == (HERE / "perft.txt").read_text("utf-8")


def tale(players: int, seed: int) -> str:
    """Return a game by greedy players as a text to read."""
    lines = []
    for moment in play_out(players, seed, {"setup": "expert"}, GAME.bots["greedy"]):
        lines.append(f"{moment.seat}: {GAME.write(moment.move, 'en')}")
        lines += [f"    {_hearers(each.to)}{GAME.say(each.saying, 'en')}" for each in moment.told]
        state = moment.after
    outcome = GAME.outcome(state)
    assert outcome is not None
    for seat, rank in sorted(outcome.ranks.items(), key=lambda each: each[1]):
        points = ", ".join(f"{name} {worth}" for name, worth in outcome.points[seat].items())
        lines.append(f"rank {rank}: {seat} ({points})")
    return "\n".join(lines) + "\n\n" + GAME.board(GAME.view(state, None), "en")


def _hearers(to: frozenset[str] | None) -> str:
    return "" if to is None else f"[{' '.join(sorted(to))} only] "


def playthroughs() -> Iterator[tuple[Path, str]]:
    """Yield every game that is kept as a text, and where."""
    for players, seed in KEPT:
        yield HERE / f"playthrough_{players}.txt", tale(players, seed)


@pytest.mark.parametrize(("players", "seed"), KEPT)
def test_the_playthrough_is_what_it_was(players: int, seed: int) -> None:
    assert tale(players, seed) == (HERE / f"playthrough_{players}.txt").read_text("utf-8")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_greedy_player_mostly_beats_chance(players: int) -> None:
    wins = 0
    for seed in range(12):
        hero = list(open_game(players, seed, {}).public.players)[seed % players]

        def choose(view, random, hero=hero):  # type: ignore[no-untyped-def]
            return GAME.bots["greedy"](view, random) if view.seat == hero else anything(view, random)

        *_, last = play_out(players, seed, {}, choose)
        outcome = GAME.outcome(last.after)
        assert outcome is not None
        wins += outcome.ranks[hero] == 1
    assert wins >= 9


def test_greedy_players_reach_the_palace() -> None:
    for seed in range(30):
        options = some_options(seed) if seed % 2 else {}
        *_, last = islice(play_out(2 + seed % 3, seed, options, GAME.bots["greedy"]), 1000)
        assert last.after.public.step == "over", seed


def test_greedy_players_who_lost_everything_recover() -> None:
    poor = {"money": 0, "reservoir": 0, "grain": 0, "wine": 0, "vestals": 0, "centurions": 0}
    case, random = Case(2).lay(blue="FORTUNA BUILDING VESTALS", orange="WINETRADE GRAINTRADE FAMILY"), Random(1)
    case.give("blue", **poor).give("orange", **poor)
    while case.public.step != "over":
        move = GAME.bots["greedy"](case.view(), random)
        case.state = GAME.play(case.state, case.active, move, case.fate).state
        assert case.public.round < 40


def purposeful(view: View, random: Random) -> Move:
    """Choose at random, but play cards for their action and use a favour where one can be used."""
    legal = list(GAME.moves(view))
    cards = sorted({move.card for move in legal if isinstance(move, Play)})
    if cards:
        card = random.choice(cards)
        acts = [move for move in legal if isinstance(move, Play) and move.card == card]
        return random.choice(acts[:-1] or acts)  # the last way is without action
    return random.choice([move for move in legal if isinstance(move, Ask) and move.number] or legal)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_about_a_dozen_rounds_long(players: int) -> None:
    """Who may decline and idle at random needs twice as long, since tax eats money and steps."""
    rounds = [list(play_out(players, seed, {}, purposeful))[-1].after.public.round for seed in range(30)]
    assert 9 <= sum(rounds) / len(rounds) <= 15


def test_the_greedy_player_moves_legally() -> None:
    for moment in play_out(3, 2, some_options(2), GAME.bots["greedy"]):
        assert GAME.check(GAME.view(moment.before, moment.seat), moment.move) is None


if __name__ == "__main__":
    (HERE / "perft.txt").write_text(all_counts(), "utf-8")
    for number, seed in ((2, 4), (4, 7)):
        (HERE / f"playthrough_{number}.txt").write_text(tale(number, seed), "utf-8")
