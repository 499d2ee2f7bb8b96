"""A restored game that its players thaw by mail: as of when their mails came, and with what they order in them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.desk.matches.freezing import frozen
from pbem.desk.matches.thawing import freeze_restored
from pbem.desk.records.verify import verify_game
from tests.desk.house import BLUE, GAME, ORANGE, match_of
from tests.desk.time.calendar import BEGIN, HOUR, MINUTE, Calendar
from tests.servers.postgres import Postgres


@pytest.fixture
def club(folder: Path, server: Postgres | None) -> Iterator[Calendar]:
    """A club whose desk was restored an hour after a game began."""
    club = Calendar(folder, server)
    with club.at(HOUR) as desk, desk.store.write() as change:
        assert freeze_restored(desk, change, match_of(desk))
    yield club
    club.close()


def is_frozen(club: Calendar) -> bool:
    with club.desk.store.read() as look:
        return frozen(club.desk, look, GAME) is not None


@pytest.mark.parametrize("looked", [3 * HOUR + 1, 3 * HOUR + 100 * MINUTE])
def test_it_goes_on_from_when_the_last_mail_came_whenever_somebody_looks(club: Calendar, looked: int) -> None:
    club.mail(2 * HOUR, BLUE, "status")
    club.tick(2 * HOUR + 1)
    assert is_frozen(club)
    club.mail(3 * HOUR, ORANGE, "status")
    club.tick(looked)
    assert not is_frozen(club)
    (outage,) = club.clock()
    assert (outage["from"], outage["to"], outage["at"]) == (BEGIN, BEGIN + 3 * HOUR, BEGIN + 3 * HOUR)
    assert club.due(BLUE) == club.due(ORANGE) == 27 * HOUR


def test_the_last_one_to_be_heard_may_order_in_the_same_mail(club: Calendar) -> None:
    club.mail(2 * HOUR, BLUE, "status")
    club.mail(3 * HOUR, ORANGE, "reserve none")
    club.tick(3 * HOUR + 1)
    assert not is_frozen(club)
    club.mail(4 * HOUR, BLUE, "reserve none")
    club.run(5 * HOUR)
    moves = [(move["seat"], move["at"]) for move in club.clock("move")[:2]]
    assert moves == [("blue", BEGIN + 4 * HOUR + 10 * MINUTE), ("orange", BEGIN + 4 * HOUR + 10 * MINUTE)]
    with club.at(5 * HOUR) as desk:
        assert verify_game(desk, GAME).ok
