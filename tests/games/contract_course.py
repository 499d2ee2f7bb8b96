"""Laws on the course of a game: who is asked what, how it ends, what chance is asked for, what repeats exactly."""

import hashlib
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from pbem.games.chance import ChanceRefused, NoChance
from pbem.games.game import Outcome, Seat, Step
from tests.games.contract import Case, Law, Witness, assert_sayable, dump, sayings
from tests.games.fate import Fate
from tests.games.playing import Choose, Ply, lay_out, options_with, play_out, random_chooser


def random_play_ends(case: Case) -> None:
    """Somebody is asked until there is an outcome, nobody afterwards."""
    for ply in case.plies:
        assert case.game.waiting(ply.state), "nobody is asked"
        assert case.game.outcome(ply.state) is None, "an outcome before the end"
    last = case.plies[-1].step.state
    assert not case.game.waiting(last), "somebody is asked after the end"
    _assert_outcome(case, case.game.outcome(last))
    for seat in case.eyes():
        assert not list(case.game.moves(case.game.view(last, seat))), "somebody may move after the end"


def _assert_outcome(case: Case, outcome: Outcome | None) -> None:
    """Each seat has a rank, one more than those before it, and points."""
    assert outcome is not None, "no outcome at the end"
    assert set(outcome.ranks) == set(outcome.points) == set(case.seats)
    ranks = list(outcome.ranks.values())
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks), f"odd ranks {ranks}"
    for points in outcome.points.values():
        assert all(type(n) is int and re.fullmatch("[a-z][a-z0-9_]*", name) for name, n in points.items()), points


def default_play_ends(case: Case) -> None:
    """A game in which nobody answers ends (unless the rules have it otherwise); every move is legal."""
    silent = _play_legally(case, case.start.state, lambda seat, view: case.game.default(view))
    if getattr(case.hidden, "DEFAULTS_END", True):
        _assert_ended(case, silent)
    else:
        assert len(list(islice(silent, 300))) == 300, "it does end: take DEFAULTS_END out"


def greedy_play_ends(case: Case) -> None:
    """The greedy bot plays legal moves to the end."""
    bot, random = case.game.bots["greedy"], case.random("greedy")
    _assert_ended(case, _play_legally(case, case.start.state, lambda seat, view: bot(view, random)))


def seats_may_be_left(case: Case) -> None:
    """When all but one have left, the game goes on by legal moves, whoever stays."""
    for last in case.seats:
        state, chooser = case.some(case.plies, 3, "left")[1].state, random_chooser(case.game, case.seed)
        for seat in set(case.seats) - {last}:
            step = case.game.vacate(state, seat)
            state = step.state
            case.hidden.assert_invariants(state)
            for saying in sayings(step):
                assert_sayable(case.game, saying)
        assert case.game.waiting(state), "nobody is asked when all others have left"
        _assert_taken_over(case, state)
        for ply in islice(_play_legally(case, state, _alone(case, last, chooser)), 150):
            state = ply.step.state
        assert case.game.waiting(state) or case.game.outcome(state), "it came to nothing"


def _assert_taken_over(case: Case, state: Any) -> None:
    """A seat that is left and taken over is as it was before; one that was never left hears nothing of it."""
    assert case.game.occupy(case.start.state, case.seats[0]) == Step(case.start.state), "it was never left"
    for ply in case.some(case.plies, 5, "taken over"):
        step = case.game.occupy(case.game.vacate(ply.state, ply.seat).state, ply.seat)
        assert step.state == ply.state, "who takes a seat over finds it changed"
        for saying in sayings(step):
            assert_sayable(case.game, saying)
    for seat in case.seats:
        state = case.game.occupy(state, seat).state
        case.hidden.assert_invariants(state)


def _alone(case: Case, last: Seat, choose: Choose) -> Choose:
    return lambda seat, view: choose(seat, view) if seat == last else case.game.default(view)


def _assert_ended(case: Case, plies: Iterator[Ply]) -> None:
    *_, last = plies
    _assert_outcome(case, case.game.outcome(last.step.state))


def _play_legally(case: Case, state: Any, choose: Choose) -> Iterator[Ply]:
    def choose_legally(seat: Seat, view: Any) -> Any:
        move = choose(seat, view)
        refusal = case.game.check(view, move)
        assert refusal is None, f"{move} is not legal: {refusal}"
        return move

    for ply in play_out(case.game, state, Fate(case.seed), choose_legally):
        case.hidden.assert_invariants(ply.step.state)
        yield ply


def invariants_hold(case: Case) -> None:
    for state in case.states:
        case.hidden.assert_invariants(state)


def play_changes_nothing_else(case: Case) -> None:
    """Playing leaves the state it is given as it was; the same moves and chance give the same bytes again."""
    state, chance = case.start.state, Fate(case.seed)
    for ply in case.plies:
        before = dump(case.game.encode(state))
        assert before == dump(case.game.encode(ply.state)), "the same moves gave another state"
        step = case.game.play(state, ply.seat, ply.move, chance)
        assert step.happenings == ply.step.happenings, "the same move told something else"
        assert before == dump(case.game.encode(state)), f"{ply.move} changed the state it was played in"
        state = step.state


def chance_is_asked_fairly(case: Case) -> None:
    """One slot is asked once; one label always comes with the same cards, and with each k follows the one before."""
    witness = Witness(case.seed)
    state = lay_out(case.game, case.seats, witness, case.options).state
    for ply in case.plies:
        state = case.game.play(state, ply.seat, ply.move, witness).state
    again = sorted(slot for slot in set(witness.slots) if witness.slots.count(slot) > 1)
    assert not again, f"asked more than once: {again}"
    for slot in witness.slots:
        assert re.fullmatch("[ -~]+/[ -~]+", slot), f"slot {slot!r} is not written turn/attempt"
    decks = dict(witness.decks)
    for label, cards in witness.decks:
        assert cards == decks[label], f"deck {label} was asked for with different cards"
        name, k = _label(label)
        assert k == 0 or f"{name}/{k - 1}" in decks, f"{label} without {name}/{k - 1}: labels begin at /0"


def _label(label: str) -> tuple[str, int]:
    found = re.fullmatch(r"([a-z][a-z0-9_-]*)/(0|[1-9][0-9]*)", label)
    assert found, f"a deck called {label!r}"
    return found[1], int(found[2])


def previews_stop_at_chance(case: Case) -> None:
    """Without chance a move gives the same step or is refused by chance, nothing else."""
    for ply in case.some(case.plies, 60, "previews"):
        try:
            preview = case.game.play(ply.state, ply.seat, ply.move, NoChance())
        except ChanceRefused:
            assert _asks_chance(case, ply.state, ply.seat, ply.move), f"{ply.move} asks no chance but was refused"
        else:
            assert preview == ply.step, f"a preview of {ply.move} gave something else"


def _asks_chance(case: Case, state: Any, seat: Seat, move: Any) -> bool:
    witness = Witness(case.seed)
    case.game.play(state, seat, move, witness)
    return bool(witness.slots or witness.decks)


def decisions_are_well_made(case: Case) -> None:
    """One per seat, in plain words; decline, forced and default are legal; forced is the only move there is."""
    game = case.game
    for ply in case.plies:
        decisions = game.waiting(ply.state)
        seats = [decision.seat for decision in decisions]
        assert len(set(seats)) == len(seats), f"asked twice: {seats}"
        assert set(seats) <= set(case.seats), f"asked: {seats}"
        for decision in decisions:
            view = game.view(ply.state, decision.seat)
            moves = list(game.moves(view))
            kinds = {game.kind(move) for move in moves}
            words = {decision.kind, *decision.also, *kinds}
            assert all(re.fullmatch("[a-z]+", word) for word in words), f"kinds {words}"
            assert decision.turn, "no turn"
            assert decision.kind in kinds <= {decision.kind, *decision.also}, f"{decision.kind} offers {kinds}"
            assert decision.forced is None or moves == [decision.forced], f"forced {decision.forced} of {moves}"
            assert decision.decline is None or game.kind(decision.decline) == decision.kind
            assert decision.decline is None or decision.decline in moves, f"{decision.decline} is not offered"
            assert game.default(view) in moves, f"default {game.default(view)} is not offered"
            assert game.kind(game.default(view)) == decision.kind, "the default answers something else"


def choices_in_parallel_stay_legal(case: Case) -> None:
    """A move chosen before the others of the same moment are played is legal when its time comes."""
    for ply in case.plies:
        refusal = case.game.check(case.view(ply), ply.move)
        assert refusal is None, f"{ply.move} became illegal: {refusal}"


def turns_do_not_come_back(case: Case) -> None:
    """A seat's turn label never returns once it has changed."""
    for seat in case.seats:
        turns = [turn for turn, _ in _asked(case, seat)]
        changes = [turn for at, turn in enumerate(turns) if at == 0 or turns[at - 1] != turn]
        assert len(set(changes)) == len(changes), f"turns of {seat}: {changes}"


def nothing_is_asked_in_past_turns(case: Case) -> None:
    """A turn that is past for a seat is none that it is asked in, now or later."""
    for seat in case.seats:
        left = [turn for turn, _ in _asked(case, seat)]
        last = ""
        for ply in case.plies:
            view = case.game.view(ply.state, seat)
            if last:
                assert not (case.game.is_past(view, last) and last in left), f"{seat} is asked in {last} again"
            if ply.seat == seat:
                last = left.pop(0)
                assert not case.game.is_past(view, last), f"{seat} is asked in {last} just now"


def _asked(case: Case, seat: Seat) -> list[tuple[str, str]]:
    """The turn and kind of everything a seat decided, in order."""
    return [(case.decision(ply).turn, case.game.kind(ply.move)) for ply in case.plies if ply.seat == seat]


def ahead_foresees_all(case: Case) -> None:
    """What is asked now, and all that comes up for a seat later, was said to be ahead; unless nothing may be ordered
    ahead."""
    orders_ahead = getattr(case.hidden, "orders_ahead", lambda _state: True)
    for seat in case.seats:
        asked = _asked(case, seat)
        for ply in case.plies:
            now, later = case.game.ahead(case.game.view(ply.state, seat))
            present = [decision for decision in case.game.waiting(ply.state) if decision.seat == seat]
            for decision in present:
                assert {decision.kind, *decision.also} <= now, f"{decision.kind} is asked but not ahead: {now}"
            turn = present[0].turn if present else asked[0][0] if asked else ""
            same, other = (now if present else now | later), later
            for when, kind in asked:
                if orders_ahead(ply.state) or (present and when == turn):
                    assert kind in (same if when == turn else other), f"{kind} came up for {seat} but was not ahead"
            if ply.seat == seat:
                asked = asked[1:]
    for seat in case.seats:
        assert case.game.ahead(case.game.view(case.states[-1], seat)) == (frozenset(), frozenset()), (
            "more after the end"
        )


def options_all_play(case: Case) -> None:
    """Every value of every option can be played for a while."""
    for option in case.game.meta.options:
        for value in option.values:
            options = options_with(case.game, case.seats, {option.name: value}, case.random(value))
            if options is None:
                continue
            chance = Fate(case.seed)
            state = lay_out(case.game, case.seats, chance, options).state
            plies = play_out(case.game, state, chance, random_chooser(case.game, f"{option.name}={value}"))
            for ply in islice(plies, 40):
                case.hidden.assert_invariants(ply.step.state)


def hashes_decide_nothing(case: Case) -> None:
    """Another process with other hash seeds plays the same game (a set kept in order of hashes would show)."""
    program = f"from {__name__} import tell_digest; tell_digest()"
    who = (type(case.game).__module__, type(case.game).__name__, str(case.players), str(case.seed))
    told = {
        subprocess.run(
            [sys.executable, "-c", program, *who],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(told) == 1, "a game depends on the hash seed"


def tell_digest() -> None:
    """Print the digest of a random game: module and class of the game, players and seed are given as arguments."""
    module, name, players, seed = sys.argv[1:]
    case = Case(getattr(importlib.import_module(module), name)(), int(players), int(seed))
    digest = hashlib.sha256()
    for ply in case.plies:
        listed = [case.game.write(move, "en") for move in case.game.moves(case.view(ply))]
        told = [[happening.saying.key, happening.saying.args] for happening in ply.step.happenings]
        views = [case.game.plain(case.game.view(ply.state, seat)) for seat in case.eyes()]
        digest.update(dump([case.game.encode(ply.state), case.game.public(ply.state), views, listed, told]))
    print(digest.hexdigest())


LAWS: tuple[Law, ...] = (
    random_play_ends,
    default_play_ends,
    greedy_play_ends,
    seats_may_be_left,
    invariants_hold,
    play_changes_nothing_else,
    chance_is_asked_fairly,
    previews_stop_at_chance,
    decisions_are_well_made,
    choices_in_parallel_stay_legal,
    turns_do_not_come_back,
    nothing_is_asked_in_past_turns,
    ahead_foresees_all,
)
GAME_LAWS: tuple[Law, ...] = (options_all_play, hashes_decide_nothing)
