"""Times that no calendar shows, faults of ours in one game, letters that are refused for good: all else goes on."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.desk.errors import RefusedError, UsageError
from pbem.desk.heartbeat import ClockError
from pbem.desk.matches.acts.host.rulings import rule_default, rule_result
from pbem.desk.matches.acts.host.time_rulings import rule_time
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.acts.settling import wake_up
from pbem.desk.matches.seats.watching import watch
from pbem.desk.matches.times.reader_times import teller
from pbem.desk.post.work import ticking
from pbem.desk.post.work.batch import Sent
from pbem.desk.post.work.courier import send
from pbem.desk.post.work.ticking import tick
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.safety.checking import check
from pbem.desk.safety.status import status
from pbem.desk.transports.boxes import GivenUpError
from pbem.desk.wording.time_texts import read_instant, read_zone, written
from pbem.mail.signed import sign_orders
from tests.desk.house import BLUE, GAME, HOLDERS, KEYS, ORANGE, block_of, mail, match_of
from tests.desk.time.calendar import BEGIN, DAY, HOUR, MINUTE, SWIFT, Calendar

FAR = 250_000_000_000  # in the year 9892
NO_SUCH = 2**53 - 1
YEARS = 5 * 366 * DAY


@pytest.fixture
def club(folder: Path) -> Iterator[Calendar]:
    club = Calendar(folder)
    yield club
    club.close()


@pytest.mark.parametrize("days", ["9999-12-30..9999-12-31", "2031-03-07..2031-03-09"])
def test_a_leave_beyond_what_a_pace_covers_is_refused(club: Calendar, days: str) -> None:
    with club.at(HOUR) as desk, pytest.raises(RefusedError, match="within five years"):
        order(desk, GAME, "Anna", f"leave {days}")
    club.tick(2 * HOUR)
    assert "leave" not in [entry["act"] for entry in club.clock()]


def test_a_leave_within_it_is_taken(club: Calendar) -> None:
    with club.at(HOUR) as desk:
        order(desk, GAME, "Anna", "leave 2031-03-01..2031-03-02")
    assert [entry["act"] for entry in club.clock()] == ["leave"]
    with club.at(2 * HOUR) as desk:
        assert verify_game(desk, GAME).ok


@pytest.mark.parametrize("ruling", [{"act": "extend", "seat": "blue", "due": 0}, {"act": "pause", "until": 0}])
def test_a_ruling_beyond_it_is_refused(club: Calendar, ruling: dict[str, object]) -> None:
    (last,) = [name for name, value in ruling.items() if value == 0]
    with club.at(HOUR) as desk:
        for end in (BEGIN + YEARS + 1, FAR, NO_SUCH):
            with pytest.raises(Exception, match="more than five years after the game was opened"):
                rule_time(desk, GAME, "x", **(ruling | {last: end}))
        rule_time(desk, GAME, "x", **(ruling | {last: BEGIN + YEARS}))
        assert verify_game(desk, GAME).ok


@pytest.mark.parametrize("zone", ["UTC", "Europe/Rome", "Pacific/Kiritimati", "Etc/GMT+12"])
def test_no_instant_is_too_large_to_be_told(zone: str) -> None:
    for at in (0, FAR, 253_402_300_799, NO_SUCH, -5):
        assert "20" not in written(at, read_zone(zone))[:2]
        assert teller("de", zone).at(at)
    assert written(NO_SUCH) == "9999-12-30 00:00 UTC"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("9999-12-31 23:59", "no time that a calendar here can show"),
        ("0001-01-01 00:00", "no time that a calendar here can show"),
        ("2027-03-28 02:30", "no such time in Europe/Rome"),
    ],
)
def test_a_time_that_there_is_not_is_refused(text: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        read_instant(text, read_zone("Europe/Rome"))
    assert read_instant("2027-03-28 03:30", read_zone("Europe/Rome")) == 1_806_197_400


@pytest.mark.parametrize("name", ["posixrules", "posix/Europe/Rome", "right/UTC", "localtime", "Factory", "Mars"])
def test_what_is_no_zone_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="there is no zone"):
        read_zone(name)


def test_a_fault_in_one_game_stops_neither_others_nor_letters(
    club: Calendar, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with club.at(60):
        club.open("f2")
    healthy = wake_up

    def faulty(desk: object, game: str, upto: int) -> None:
        if game == GAME:
            raise ValueError("year 10000 is out of range")
        healthy(desk, game, upto)  # type: ignore[arg-type]

    monkeypatch.setattr(ticking, "wake_up", faulty)
    club.run(26 * HOUR, every=100 * MINUTE)
    assert any(entry.body["kind"] == "clock" for entry in club.entries("f2")), "there somebody was late"
    assert (
        next(line for line in caplog.messages if "year 10000" in line) == "f1: ValueError: year 10000 is out of range"
    )
    with club.at(club.now) as desk:
        assert status(desk).troubles == {GAME: "ValueError: year 10000 is out of range"}
    monkeypatch.setattr(ticking, "wake_up", healthy)
    club.tick(club.now + HOUR)
    with club.at(club.now) as desk:
        assert status(desk).troubles == {}


def test_a_letter_that_cannot_be_written_is_put_off_and_others_go_out(
    club: Calendar, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from pbem.desk.letters import writing

    healthy = writing.write_letter

    def faulty(desk: object, look: object, letter: object) -> bytes:
        if letter.player == "Anna":  # type: ignore[attr-defined]
            raise OverflowError("date value out of range")
        return healthy(desk, look, letter)  # type: ignore[arg-type]

    monkeypatch.setattr(writing, "write_letter", faulty)
    with club.at(10) as desk:
        assert send(desk) == Sent(sent=1, later=1)
        assert status(desk).stuck == 1
        assert "cannot be written: OverflowError: date value out of range" in caplog.text
    monkeypatch.setattr(writing, "write_letter", healthy)
    with club.at(20 * MINUTE) as desk:
        assert send(desk) == Sent(sent=1)
        assert status(desk).stuck == 0


def test_a_mail_that_cannot_be_acted_on_stays_and_stops_no_clock(
    club: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.desk.post.hearing import receiving

    healthy = receiving.find_sheet

    def faulty(desk: object, look: object, mail: object) -> object:
        if b"explode" in mail.raw:  # type: ignore[attr-defined]
            raise RecursionError("too deep")
        return healthy(desk, look, mail)  # type: ignore[arg-type]

    monkeypatch.setattr(receiving, "find_sheet", faulty)
    club.put(90, b"From: a@example.org\n\nexplode\n")
    club.mail(100, BLUE, "reserve none")
    for at in range(100 * MINUTE, 30 * HOUR, 100 * MINUTE):
        with pytest.raises(Exception, match="a mail cannot be acted on, and stays in the inbox: RecursionError"):
            club.tick(at)
    with club.at(30 * HOUR) as desk:
        assert "RecursionError" in status(desk).troubles["the inbox"]
    assert "late" in [entry["act"] for entry in club.clock()]


class Refusing:
    """A server that refuses some letters for good."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def deliver(self, _name: str, to: str, _raw: bytes, /) -> None:
        if to.startswith(self.names):
            raise GivenUpError("mx.example.org says 550 5.1.1 no such user")

    def close(self) -> None:
        """Say goodbye."""


def work(club: Calendar, upto: int, box: Refusing) -> None:
    """Tick every 100 minutes, and hand letters to a server."""
    at = club.now
    while at < upto:
        at = min(at + 100 * MINUTE, upto)
        with club.at(at) as desk, closing(desk.inbox) as inbox:
            tick(desk, inbox)
            send(desk, box)


def test_who_is_refused_for_good_loses_no_time_within_limits_and_status_says_so(club: Calendar) -> None:
    work(club, 25 * HOUR + 20 * MINUTE, Refusing("anna", "bruno"))
    with club.at(club.now) as desk:
        assert set(status(desk).troubles) == {"letters to Anna", "letters to Bruno"}
        assert "550 5.1.1" in status(desk).troubles["letters to Anna"]
    work(club, 60 * HOUR, Refusing("anna", "bruno"))
    assert "late" not in [entry["act"] for entry in club.clock()]
    assert {entry["seat"] for entry in club.clock()} == {"blue", "orange"}
    work(club, 24 * HOUR + 3 * DAY + 5 * HOUR, Refusing("anna", "bruno"))
    assert "late" in [entry["act"] for entry in club.clock()]
    with club.at(club.now) as desk:
        assert verify_game(desk, GAME).ok


def test_a_letter_that_arrives_lets_the_clock_run_again(club: Calendar) -> None:
    work(club, 5 * HOUR, Refusing("anna"))
    with club.at(5 * HOUR) as desk:
        rule_time(desk, GAME, "so that there is a letter", act="pause", until=BEGIN + 6 * HOUR)
    work(club, 8 * HOUR, Refusing())
    with club.at(8 * HOUR) as desk:
        assert status(desk).troubles == {}
    work(club, 40 * HOUR, Refusing())
    late = [entry for entry in club.clock() if entry["act"] == "late"]
    assert {entry["seat"] for entry in late} >= {"orange", "blue"}


def test_a_watchers_letter_that_is_refused_concerns_no_clock(club: Calendar) -> None:
    with club.at(60) as desk, desk.store.write(GAME) as change:
        watch(change, match_of(desk), "Carla")
    with club.at(60) as desk:
        rule_time(desk, GAME, "x", act="pause", until=BEGIN + HOUR)
        assert send(desk, Refusing("carla")).given_up == 1
    work(club, 30 * HOUR, Refusing())
    assert "late" in [entry["act"] for entry in club.clock()]


def test_a_desk_with_watchers_and_substitutes_is_whole(club: Calendar) -> None:
    from pbem.desk.matches.acts.host.rulings import rule_substitute

    with club.at(60) as desk:
        with desk.store.write(GAME) as change:
            watch(change, match_of(desk), "Carla")
        rule_time(desk, GAME, "x", act="pause", until=BEGIN + HOUR)
    club.tick(120)
    with club.at(180) as desk:
        assert check(desk) == []
        rule_substitute(desk, GAME, "blue", "Carla", "she asked")
    club.tick(240)
    with club.at(300) as desk:
        assert check(desk) == []


@pytest.mark.parametrize("places", [(0, 2), (0, 1), (1, 3), (2, 2), (2, 3)])
def test_places_are_those_of_a_ranking(club: Calendar, places: tuple[int, int]) -> None:
    with club.at(60) as desk:
        with pytest.raises(UsageError, match="places begin at 1"):
            rule_result(desk, GAME, dict(zip(("blue", "orange"), places, strict=True)), {}, "x")
        assert match_of(desk).phase == "running"


def test_a_default_for_all_leaves_alone_who_has_answered(club: Calendar) -> None:
    told: list[str] = []
    with club.at(60) as desk:
        order(desk, GAME, "Bruno", "reserve none")
        rule_default(desk, GAME, (), "no answer", tell=told.extend)
    assert told == ["blue"]
    with club.at(70) as desk, pytest.raises(Exception, match="has answered"):
        rule_default(desk, GAME, ("orange",), "no answer")


def test_an_extension_to_an_earlier_time_says_until_when_it_is(club: Calendar) -> None:
    with club.at(60) as desk, pytest.raises(Exception, match="blue has until 2026-03-03 10:00 UTC already"):
        rule_time(desk, GAME, "x", act="extend", seat="blue", due=BEGIN + HOUR)


def test_after_a_jump_games_without_a_pace_go_on_and_status_says_what_the_desk_waits_for(club: Calendar) -> None:
    with club.at(60) as desk:
        new_game(desk, NewGame("fortuna", {str(seat): name for seat, name in HOLDERS.items()}, "f3"))
        raw = mail(sign_orders(block_of(desk, ORANGE, "reserve none", game="f3"), KEYS["Bruno"]))
        assert status(desk).waits == ""
    before = club.raws()
    club.mail(100, BLUE, "reserve none")
    club.put(110, raw)
    with pytest.raises(ClockError, match="pbem tick --confirm"):
        club.tick(3 * DAY)
    with club.at(3 * DAY) as desk:
        assert len(list((club.folder / "inbox" / "new").iterdir())) == 1, "only the mail for f1 waits"
        order(desk, "f3", "Anna", "reserve none")
        assert match_of(desk, "f3").head.size > 4
        with pytest.raises(ClockError):
            club.open("f4", replace(SWIFT))
        assert "pbem tick --confirm" in status(desk).waits
    assert club.raws() == before
    club.confirm(3 * DAY)
    club.tick(3 * DAY + 5)
    assert list((club.folder / "inbox" / "new").iterdir()) == []
