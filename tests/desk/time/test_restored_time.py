"""A restored game that its players thaw by mail: as of when their mails came, and with what they order in them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.desk.matches.acts.restored.asking_anew import freeze_restored
from pbem.desk.matches.state.freezing import frozen
from pbem.desk.records.checks.game_verdict import verify_game
from tests.desk.house import BLUE, GAME, ORANGE, match_of
from tests.desk.time.calendar import BEGIN, HOUR, MINUTE, SWIFT, Calendar
from tests.servers.postgres import Postgres


@pytest.fixture
def club(folder: Path, server: Postgres | None) -> Iterator[Calendar]:
    """A club whose desk was restored an hour after a game began."""
    club = Calendar(folder, server)
    restored(club, HOUR)
    yield club
    club.close()


def restored(club: Calendar, at: int) -> None:
    """Freeze a game as restoring does."""
    with club.at(at) as desk, desk.store.write() as change:
        assert freeze_restored(desk, change, match_of(desk))


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


def test_the_last_one_to_be_heard_may_order_in_the_same_mail(folder: Path, server: Postgres | None) -> None:
    club = Calendar(folder, server, replace(SWIFT, hold="0s"))
    for number, seat in enumerate((BLUE, ORANGE)):
        club.mail(10 + number, seat, "reserve none")
    club.tick(HOUR)
    (decision,) = match_of(club.desk).waiting()
    other = ORANGE if decision.seat == BLUE else BLUE
    restored(club, HOUR)
    club.mail(2 * HOUR, other, "status")
    club.mail(4 * HOUR, decision.seat, "any")
    club.tick(4 * HOUR + 1)
    assert not is_frozen(club)
    (outage,) = club.clock()
    after = [(one.body["kind"], one.body["at"]) for one in club.entries() if one.seq > int(str(outage["seq"]))]
    assert after[:2] == [("order", BEGIN + 4 * HOUR), ("move", BEGIN + 4 * HOUR)]
    with club.at(5 * HOUR) as desk:
        assert verify_game(desk, GAME).ok
    club.close()
