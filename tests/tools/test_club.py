"""The simulated club: a short life of it is sound, and its checks notice what they are there to notice."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import json

from pbem.desk.matches.acts.host.rulings import rule_vacate
from pbem.desk.matches.acts.host.time_rulings import rule_time
from tests.desk.house import BLUE, GAME, ORANGE
from tests.desk.time.calendar import BEGIN, MINUTE, Calendar
from tests.painting import painted_small
from tools.club.campaign import Outcome, run
from tools.club.checks import check_time, check_void, compare
from tools.club.deadlines import reckon
from tools.club.office import Office
from tools.club.people import gap
from tools.club.simulation import Plan
from tools.club.world import DAY, HOUR, World, living_in

GAMES, DAYS, SEED = 4, 60, 4
RULINGS = 40  # times as many as of most hosts, so that a short life has what befalls a long one
VECTORS = Path(__file__).parents[1] / "vectors" / "accept"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("club") / "club"


@pytest.fixture(scope="module")
def outcome(folder: Path) -> Outcome:
    """Two months of a club with a few games."""
    with painted_small():
        return run(folder, Plan(GAMES, DAYS, SEED, RULINGS), lambda _line: None)


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
    assert min(happened[f"act {act}"] for act in ("outage", "pause", "resume", "extend", "substitute", "vacate")) > 0
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


def read(record: list[bytes]) -> list[dict[str, Any]]:
    return [json.decode(raw) for raw in record]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Calendar]:
    club = Calendar(tmp_path / "desk")
    yield club
    club.close()


@pytest.mark.parametrize("until", [None, 4 * DAY])
def test_an_answer_in_a_pause_that_began_in_the_grace_is_as_good_for_these_sums(
    club: Calendar, until: int | None
) -> None:
    club.run(DAY + 30 * MINUTE, every=100 * MINUTE)
    assert club.due(BLUE) == DAY
    with club.at(club.now) as desk:
        rule_time(desk, GAME, "holidays", act="pause", until=0 if until is None else BEGIN + until)
    club.run(DAY + 3 * HOUR, every=100 * MINUTE)
    for seat in (BLUE, ORANGE):
        club.mail(club.now + 10, seat, "reserve none")
    club.tick(club.now + 20).tick(club.now + HOUR)
    moves = [entry for entry in read(club.raws()) if entry["kind"] == "move"]
    assert [type(move["cause"]) for move in moves[:2]] == [int, int]
    assert reckon(read(club.raws())).wrong == []


@pytest.mark.parametrize("name", ["paced", "paced-back", "paced-leaves"])
def test_small_records_about_time_are_right_by_these_sums(name: str) -> None:
    entries = read((VECTORS / name / "log.jsonl").read_bytes().splitlines())
    assert any(entry["kind"] == "clock" for entry in entries)
    assert reckon(entries).wrong == []


def test_a_void_game_is_right_only_if_everybody_had_left(club: Calendar) -> None:
    assert list(check_void(GAME, club.raws())) == [f"{GAME} is void, and had begun, and blue, orange had not left"]
    for seat in (BLUE, ORANGE):
        with club.at(HOUR) as desk:
            rule_vacate(desk, GAME, seat, "a test")
    assert read(club.raws())[-1]["act"] == "void"
    assert list(check_void(GAME, club.raws())) == []
