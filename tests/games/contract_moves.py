"""Laws on moves: what is listed is legal, what is legal is listed and plays, the rest is refused with a reason."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from pbem.games.game import LANGUAGES, Data, Refusal
from tests.games.contract import Case, Law, assert_sayable
from tests.games.fate import Fate
from tests.games.playing import Ply

ODD: tuple[Data, ...] = (-1, 0, 1, 7, 10**6, 2**53 - 1, "", "nobody", "a/b", "{0}", None, True, [], ["nobody"], {})


def listed_moves_are_legal(case: Case) -> None:
    """Every move is listed once, in a stable order, passes check and plays."""
    for ply in case.some(case.plies, 40, "listed"):
        view = case.view(ply)
        moves = list(case.game.moves(view))
        assert moves == list(case.game.moves(case.view(ply))), "the order of moves is not stable"
        assert all(move not in moves[:at] for at, move in enumerate(moves[:300])), "a move is listed twice"
        for move in case.some(moves, 25, "moves"):
            refusal = case.game.check(view, move)
            assert refusal is None, f"{move} is listed but refused: {refusal}"
            case.hidden.assert_invariants(case.game.play(ply.state, ply.seat, move, Fate(case.seed)).state)


def what_is_impossible_never_comes(case: Case) -> None:
    """No legal move of a game was ever called impossible in it, and what is called so is refused at any time."""
    random, refused = case.random("impossible"), 0
    views = [case.game.view(state, seat) for state in case.some(case.states, 4, "moments") for seat in case.eyes()]
    for ply in case.some(case.plies, 25, "impossible"):
        moves = list(case.game.moves(case.view(ply)))
        for move in case.some(moves, 10, "legal"):
            for view in random.sample(views, 3):
                refusal = case.game.impossible(view, move)
                assert refusal is None, f"{move} is legal, but was called impossible: {refusal}"
        for move in mutants(moves, [ply.move], random):
            refusal = case.game.impossible(random.choice(views), move)
            if refusal is not None:
                refused += 1
                _assert_refused(case, refusal, move)
                assert case.game.check(case.view(ply), move) is not None, f"{move} is impossible, but legal"
    assert refused, "nothing at all is impossible"


def others_may_not_move(case: Case) -> None:
    """Whoever is not asked, and the public, has no moves and is refused any."""
    for ply in case.some(case.plies, 40, "others"):
        asked = {decision.seat for decision in case.game.waiting(ply.state)}
        for seat in set(case.eyes()) - asked:
            view = case.game.view(ply.state, seat)
            assert not list(case.game.moves(view)), f"{seat} is not asked but has moves"
            _assert_refused(case, case.game.check(view, ply.move), ply.move)


def any_move_is_judged(case: Case) -> None:
    """Mutated moves and moves of other moments are legal and then play, or are refused for a reason one can tell."""
    random, refused = case.random("judged"), 0
    for ply in case.some(case.plies, 40, "judged"):
        view = case.view(ply)
        moves = list(case.game.moves(view))
        others = [other.move for other in random.sample(case.plies, min(12, len(case.plies)))]
        for move in (*mutants(moves, others, random), *others):
            refusal = case.game.check(view, move)
            if refusal is None:
                _assert_plays(case, ply, move, moves)
            else:
                _assert_refused(case, refusal, move)
                refused += 1
    assert refused, "no move at all was refused"


def _assert_refused(case: Case, refusal: Refusal | None, move: Any) -> None:
    assert isinstance(refusal, Refusal), f"{move} is not refused"
    assert type(refusal.rule) is str
    assert_sayable(case.game, refusal.saying, f"{move} is refused")


def _assert_plays(case: Case, ply: Ply, move: Any, listed: list[Any]) -> None:
    """A move that passes check is listed or leads where a listed one does, plays, and can be written."""
    step = case.game.play(ply.state, ply.seat, move, Fate(case.seed))
    case.hidden.assert_invariants(step.state)
    is_open_ended = getattr(case.hidden, "is_open_ended", lambda move: False)
    if move not in listed and not is_open_ended(move):
        alike = (other for other in listed if case.game.kind(other) == case.game.kind(move))
        states = (case.game.play(ply.state, ply.seat, other, Fate(case.seed)).state for other in alike)
        assert step.state in states, f"{move} is legal, but neither it nor its like is listed"
    for language in LANGUAGES:
        text = case.game.write(move, language)
        assert case.game.parse(case.view(ply), text) == move, f"{text!r} is not read as {move}"


def mutants(moves: list[Any], others: list[Any], random: Random) -> Iterator[Any]:
    """Yield moves whose plain data is that of legal ones, changed in one to three places."""
    bits = [*ODD, *(bit for move in (*moves[:20], *others) for bit in _bits(msgspec.to_builtins(move)))]
    for move in (*others, *random.sample(moves, min(12, len(moves)))):
        data = msgspec.to_builtins(move)
        for _ in range(random.randint(1, 3)):
            data = _edit(data, random, bits)
        try:
            yield msgspec.convert(data, type(move))
        except msgspec.ValidationError:
            continue


def _bits(data: Data) -> Iterator[Data]:
    """Yield every value inside plain data."""
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list | tuple) else ()
    for value in inside:
        yield value
        yield from _bits(value)


def _edit(data: Data, random: Random, bits: list[Data]) -> Data:
    """Change one place inside plain data, or put something else in its stead."""
    data = copy.deepcopy(data)
    if isinstance(data, dict) and data:
        key = random.choice(list(data))
        return data | {key: _edit(data[key], random, bits)}
    if isinstance(data, list | tuple) and random.random() < 0.8:
        return _edit_list(list(data), random, bits)
    if type(data) is int and random.random() < 0.5:
        return data + random.choice((-1, 1))
    return copy.deepcopy(random.choice(bits))


def _edit_list(data: list[Data], random: Random, bits: list[Data]) -> list[Data]:
    at = random.randrange(len(data) + 1)
    if at == len(data):
        return [*data, random.choice([*data, *bits])]
    changed: list[list[Data]] = [
        data[:at] + data[at + 1 :],
        data[: at + 1] + data[at:],
        data[::-1],
        [*data[:at], _edit(data[at], random, bits), *data[at + 1 :]],
    ]
    return random.choice(changed)


LAWS: tuple[Law, ...] = (
    listed_moves_are_legal,
    what_is_impossible_never_comes,
    others_may_not_move,
    any_move_is_judged,
)
