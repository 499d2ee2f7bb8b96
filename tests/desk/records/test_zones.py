"""Offsets of a zone in a record against what this machine knows of its name: told, and no fault."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pbem.desk.records.checks.game_verdict import verify_files
from pbem.desk.wording.time_texts import offsets_of
from tests.cli.hosting import pbem
from tests.desk.records.test_silences import written
from tests.record.paced import HOUR, PACE, Paced, paced

NOWHERE = [[0, HOUR], [1_711_846_800, 2 * HOUR], [1_711_846_801, -86_399], [1_711_846_802, 86_399]]


def running(**pace: Any) -> dict[str, bytes]:
    table = Paced()
    table.begin_paced(**pace)
    return table.pack()


def over(**pace: Any) -> dict[str, bytes]:
    table = Paced()
    table.begin_paced(rest=[], **pace)
    table.answer("blue", "03-28 10:00", "red 1")
    return table.wait("04-02 09:00").end()


def test_offsets_that_are_those_of_the_zone_are_not_spoken_of(tmp_path: Path) -> None:
    assert verify_files(written(tmp_path / "x", over())).zone is None
    assert verify_files(written(tmp_path / "y", paced())).zone is None  # what comes after its end moved nothing
    assert "\nzone " not in pbem(tmp_path, "verify", tmp_path / "x").output


def test_offsets_of_nowhere_are_told_and_the_record_is_as_valid_as_before(tmp_path: Path) -> None:
    honest, other = written(tmp_path / "x", over()), written(tmp_path / "y", over(offsets=NOWHERE))
    told = pbem(tmp_path, "verify", other)
    line = "from 2024-03-31 01:00 UTC on the record has Europe/Rome at UTC-23:59:59, and this machine at UTC+02:00"
    assert f"\nzone       {line}\n" in told.output
    assert told.exit_code == pbem(tmp_path, "verify", honest).exit_code
    assert json.loads(pbem(tmp_path, "verify", other, "--json").stdout)["zone"] == line


@pytest.mark.parametrize("zone", ["Europe/Atlantis", "../../etc/passwd", "Europe", "", "\x1b[31m"])
def test_a_zone_that_is_not_known_here_is_told(tmp_path: Path, zone: str) -> None:
    found = verify_files(written(tmp_path / "x", over(zone=zone)))
    assert found.zone == f"{zone!r} is not known here: its offsets were not compared"
    assert found.first_bad is None
    assert "is not known here" in pbem(tmp_path, "verify", tmp_path / "x").output


def test_of_a_game_that_goes_on_what_is_to_come_counts_too(tmp_path: Path) -> None:
    short = PACE["offsets"][:2]  # the winter of 2024 is left out
    zone = verify_files(written(tmp_path / "x", running(offsets=short))).zone
    assert zone is not None
    assert zone.startswith("from 2024-10-27 01:00 UTC on the record has Europe/Rome at UTC+02:00, ")


def test_the_end_of_all_calendars_is_no_fault_of_a_record() -> None:
    last = int(datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC).timestamp())
    for now in (last - 86_400, last, last + 86_400):
        assert offsets_of(ZoneInfo("Europe/Rome"), now) == ((0, 3_600),)
        assert offsets_of(ZoneInfo("Pacific/Kiritimati"), now) == ((0, 50_400),)
