"""The simulated club: a short life of it is sound, and its checks notice what they are there to notice."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import json

from tools.club.campaign import Outcome, run
from tools.club.checks import check_time, compare
from tools.club.deadlines import reckon
from tools.club.office import Office
from tools.club.people import gap
from tools.club.simulation import Plan
from tools.club.world import DAY, HOUR, World, living_in

GAMES, DAYS, SEED = 4, 60, 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("club") / "club"


@pytest.fixture(scope="module")
def outcome(folder: Path) -> Outcome:
    """Two months of a club with a few games."""
    return run(folder, Plan(GAMES, DAYS, SEED), lambda _line: None)


@pytest.fixture
def records(outcome: Outcome, folder: Path) -> Iterator[dict[str, list[bytes]]]:
    world = World(SEED)
    with living_in(world), closing(Office(folder / "first", world, None)) as office:
        yield {game: office.record(game) for game in office.games("over")}


def test_nothing_is_wrong_in_a_short_life_of_the_club(outcome: Outcome) -> None:
    assert outcome.wrong == ()
    assert outcome.tally.games.total() == GAMES
    assert outcome.downs == 7
    happened = outcome.tally.happened
    assert outcome.tally.lates > 0
    assert happened["cause late"] >= outcome.tally.lates
    assert happened["act outage"] > 0
    assert happened["word undo"] > 0
    assert outcome.letters > outcome.mails > 100


def _late(records: dict[str, list[bytes]]) -> tuple[list[dict[str, Any]], int]:
    """Return a record in which somebody was late, and in which entry."""
    for record in records.values():
        entries = [json.decode(raw) for raw in record]
        for entry in entries:
            if entry.get("act") == "late":
                return entries, entry["seq"]
    raise AssertionError("nobody was late")


def test_somebody_who_is_late_a_second_too_early_is_noticed(records: dict[str, list[bytes]]) -> None:
    entries, number = _late(records)
    assert reckon(entries).wrong == []
    entries[number]["due"] -= 1
    (wrong,) = reckon(entries).wrong
    assert wrong.startswith(f"entry {number}: ")
    entries[number]["due"] += 1
    entries[number]["at"] -= 1
    assert reckon(entries).wrong


def test_a_silence_that_stopped_no_clock_and_a_stop_without_silence_are_noticed(
    records: dict[str, list[bytes]],
) -> None:
    game, record = next(
        (game, record) for game, record in records.items() if any(b'"act":"outage"' in raw for raw in record)
    )
    start = next(json.decode(raw)["at"] for raw in record if b'"kind":"start"' in raw)
    _lates, wrong = check_time(game, record, [(start, start + 3 * HOUR)])
    assert any("clocks stood for 0 seconds" in one for one in wrong)
    assert any("when the desk was there" in one for one in wrong)


def test_records_that_differ_are_told_with_the_entry(records: dict[str, list[bytes]]) -> None:
    game, record = next(iter(records.items()))
    assert list(compare(records, records)) == []
    (told,) = compare(records, {**records, game: record[:-1]})
    assert told.startswith(f"{game} differs from entry {len(record) - 1} on")


def test_people_answer_as_slow_players_do() -> None:
    random = Random(1)
    gaps = [gap(random) for _ in range(20_000)]
    answered = sorted(one for one in gaps if one is not None)
    assert 0 < len(gaps) - len(answered) < 100
    assert 0.8 * HOUR < answered[len(answered) // 2] < 1.2 * HOUR
    assert 0.8 * DAY < answered[len(answered) * 9 // 10] < 1.2 * DAY
    assert 4 * DAY < answered[len(answered) * 99 // 100] < 6 * DAY
