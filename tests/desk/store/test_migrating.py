"""A desk of an older pbem is one of today as soon as it is opened, and keeps everything."""

from pathlib import Path

import pytest

from pbem.desk.people.enrolled import change_person
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.safety.checking import check
from tests.desk.house import BLUE, furnished, legal, opened, rows, signed_mail, tamper
from tests.servers.postgres import Postgres

# What each format had not yet.
NEW_IN = {
    5: ["DROP TABLE tally"],
    6: ["DROP TABLE known_by", "DROP INDEX game_listed", "DROP INDEX secret_frozen"],
    8: ["DROP TABLE deadline"],
}


def older(folder: Path, number: int) -> None:
    """Make a desk one of an older format."""
    with opened(folder) as desk, desk.store.write() as change:
        change.facts.put("format", str(number))  # counted, where rows were counted already
    for later, statements in NEW_IN.items():
        for statement in statements if later > number else ():
            tamper(folder, statement)


@pytest.mark.parametrize("number", [4, 5, 7])
def test_an_older_desk_becomes_todays_and_goes_on(folder: Path, server: Postgres | None, number: int) -> None:
    before = rows(furnished("running", folder, server), "tally")
    older(folder, number)
    with opened(folder) as desk:
        assert rows(folder, "tally") == before
        assert check(desk) == []
        assert receive(desk, signed_mail(desk, BLUE, legal(desk, BLUE)[0])).verdict == "played"
        assert check(desk) == []


def test_whose_clock_somebody_reads_is_not_forgotten(folder: Path, server: Postgres | None) -> None:
    with opened(furnished("fresh", folder, server)) as desk:
        change_person(desk, "Anna", zone="Europe/Rome")
    older(folder, 7)
    with opened(folder) as desk, desk.store.read() as look:
        anna = look.people.find("Anna")
        assert anna is not None
        assert anna.zone == "Europe/Rome"
