"""The values of an event: plain data that can stand in a record, with no float anywhere."""

import ast
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import ValidationError, convert

import pbem.tournament
from pbem.record.log import canonical
from pbem.tournament.event import draw_lots, score
from pbem.tournament.values import Draw, Form, History, Round, Scoring, StandingsLine
from tests.tournament.hall import Seeded, entrants, form, plain, play, random_history, swiss, with_results

HOME = Path(pbem.tournament.__file__).parent
EXACT = sorted(path for path in HOME.rglob("*.py") if "ratings" not in path.parts)


def again(value: Any, kind: type[Any]) -> Any:
    """Write a value into canonical bytes, and read it back."""
    raw = canonical.encode(plain(value))
    return convert(canonical.decode(raw), kind)


@pytest.mark.parametrize("kind", ["swiss", "allmeet", "heats"])
def test_forms_and_draws_can_stand_in_a_record(kind: str) -> None:
    terms: dict[str, dict[str, Any]] = {"swiss": {"rounds": 3}, "allmeet": {}, "heats": {"advance": [8, 4]}}
    given_form = form(kind, 4, **terms[kind])
    assert again(given_form, Form) == given_form
    for past, drawn in play(given_form, entrants(13), rounds=1, seed="record"):
        assert again(drawn, Draw) == drawn
        assert again(past, History) == past


@given(st.integers(4, 14), st.integers(1, 6), st.integers(0, 2**32))
@settings(max_examples=30)
def test_histories_and_standings_can_stand_in_a_record(players: int, rounds: int, seed: int) -> None:
    past, who = random_history(players, rounds, seed), entrants(players)
    assert again(past, History) == past
    lines = score(swiss(5), who, past, draw_lots(who, Seeded(seed)))
    assert again(lines, tuple[StandingsLine, ...]) == lines


def test_marks_of_many_tables_are_no_numbers_too_large_for_a_record() -> None:
    given_form, who = form("allmeet", 5, laps=4), entrants(21)
    ((past, drawn),) = play(given_form, who, rounds=1, seed="large")
    lines = score(given_form, who, with_results(drawn, past, Random(1)))
    assert max(len(mark) for line in lines for mark in line.marks) > 16
    assert again(lines, tuple[StandingsLine, ...]) == lines


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (Scoring, {"bye": -1, "points": [5], "substituted": "entrant", "ties": []}),
        (Scoring, {"bye": 1.5, "points": [5], "substituted": "entrant", "ties": []}),
        (Scoring, {"bye": 1, "points": [5, 101], "substituted": "entrant", "ties": []}),
        (Scoring, {"bye": 1, "points": [5], "substituted": "whoever", "ties": []}),
        (Round, {"tables": [], "byes": [], "breaks": []}),
        (Round, {"tables": [{"seats": ["a"], "result": {"how": "played", "places": [0]}}]}),
    ],
)
def test_what_is_no_value_is_not_read_as_one(kind: type[Any], data: Any) -> None:
    with pytest.raises(ValidationError):
        convert(data, kind)


@pytest.mark.parametrize("path", EXACT, ids=lambda path: str(path.relative_to(HOME)))
def test_nothing_is_rounded(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), path
        called = node.func if isinstance(node, ast.Call) else None
        assert not (isinstance(called, ast.Name) and called.id in {"float", "round"}), path


def test_there_is_something_to_look_at() -> None:
    assert len(EXACT) > 15
