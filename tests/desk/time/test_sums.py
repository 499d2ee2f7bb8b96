"""The arithmetic of `pbem clock`: every line is added again, over games that chance plays."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

from pbem.desk.errors import DeskError
from pbem.desk.matches.acts.host.rulings import rule_back, rule_default, rule_substitute, rule_vacate, rule_void
from pbem.desk.matches.acts.host.time_rulings import rule_time
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.desk.matches.times.clock_report import pace_lines, seat_lines
from pbem.desk.matches.times.pacing import PaceWish
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.wording.time_texts import written
from pbem.games.game import Seat
from pbem.referee.match.match import Match
from tests.desk.house import BLUE, GAME, HOLDERS, ORANGE, match_of
from tests.desk.time.calendar import BEGIN, DAY, HOUR, MINUTE, Calendar

_PACE = PaceWish("5h+2h<=9h", grace="30m", hold="0m")
_SPAN = r"((?:[0-9]+[hms])+)"
_TIME = r"(\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?) UTC"
_ASKED = re.compile(rf"asked for '.*?' at {_TIME}: bank {_SPAN}(?: \+ {_SPAN} for the turn)?(?:, at most {_SPAN})?")
_AFTER_LATE = re.compile(rf", at least {_SPAN} after a late turn")
_EQUALS = re.compile(rf"^ +\d+ +   = {_SPAN}(?:, for this question at least {_SPAN})?(?:, runs out {_TIME})?$")
_SPENT = re.compile(rf"at {_TIME}: bank {_SPAN} - {_SPAN} spent(, not below 0h)? = {_SPAN}$")
_IS = re.compile(rf"the bank is {_SPAN}")
_LAST = re.compile(rf"bank {_SPAN}$")


def seconds(span: str | None) -> int:
    """Read a span as it is told."""
    units = {"h": 3_600, "m": 60, "s": 1}
    return sum(int(number) * units[unit] for number, unit in re.findall(r"(\d+)([hms])", span or ""))


def instant(told: str) -> int:
    """Read a time as it is told."""
    return int(datetime.fromisoformat(told).replace(tzinfo=UTC).timestamp())


class Adding:
    """Adds the lines of a seat again: each bank is what the line before it left."""

    def __init__(self, opening: int, *, is_steady: bool) -> None:
        self.bank = opening
        self.checked = 0
        self.is_steady = is_steady  # nothing ever stops a clock
        self._asked = 0
        self._sum = 0

    def read(self, line: str) -> None:
        """Hold a line against those before it."""
        if found := _ASKED.search(line):
            self._ask(line, found)
        elif found := _EQUALS.search(line):
            self._equals(found)
        elif found := _SPENT.search(line):
            self._spend(line, found)
        elif found := _IS.search(line):
            self.bank = seconds(found[1])
        elif " bank " in line:
            found = _LAST.search(line)
            assert found is not None, line
            assert seconds(found[1]) == self.bank, line

    def _ask(self, line: str, found: re.Match[str]) -> None:
        at, bank, added, most = found.groups()
        assert seconds(bank) == self.bank, line
        self._asked, self._sum = instant(at), seconds(bank) + seconds(added)
        if most:
            self._sum = min(self._sum, seconds(most))
        if late := _AFTER_LATE.search(line):
            self._sum = max(self._sum, seconds(late[1]))

    def _equals(self, found: re.Match[str]) -> None:
        bank, least, runs_out = found.groups()
        assert seconds(bank) == self._sum, found.string
        if self.is_steady and runs_out:
            assert instant(runs_out) == self._asked + max(self._sum, seconds(least)), found.string
        self.bank = self._sum
        self.checked += 1

    def _spend(self, line: str, found: re.Match[str]) -> None:
        at, bank, ran, floor, left = found.groups()
        assert seconds(bank) == self.bank, line
        assert bool(floor) == (seconds(ran) > self.bank), line
        assert max(self.bank - seconds(ran), 0) == seconds(left), line
        if self.is_steady:
            assert instant(at) - self._asked == seconds(ran), line
        self.bank = seconds(left)
        self.checked += 1


def act(club: Calendar, dice: Random, now: int, *, is_steady: bool) -> None:
    """Let somebody do something; what cannot be is refused, and then nothing happens."""
    seat = dice.choice((BLUE, ORANGE))
    deeds = ["order"] * 12 + ["default", "back", "hand"]
    if not is_steady:
        deeds += ["pause", "resume", "extend", "leave"]
    deed = dice.choice(deeds)
    with club.at(now) as desk:
        match = match_of(desk)
        name = match.holders[seat].name
        try:
            if deed == "order":
                play_bots(desk, GAME, Bots("random", frozenset(HOLDERS), dice, dice.choice((1, 1, 4))))
            elif deed == "default":
                rule_default(desk, GAME, (), "a test")
            elif deed == "back":
                rule_back(desk, GAME, dice.randrange(4, match.head.size), "a test")
            elif deed == "hand":
                rule_vacate(desk, GAME, seat, "a test")
                rule_substitute(desk, GAME, seat, "Carla" if name != "Carla" else HOLDERS[seat], "a test")
            elif deed == "leave":
                first = datetime.fromtimestamp(BEGIN + now + 2 * DAY, UTC)
                order(desk, GAME, name, f"leave {first:%Y-%m-%d}")
            elif deed == "extend":
                rule_time(desk, GAME, "a test", act="extend", seat=seat, due=BEGIN + now + dice.randrange(20 * HOUR))
            elif deed == "pause":
                rule_time(desk, GAME, "a test", act="pause", until=dice.choice((0, BEGIN + now + 3 * HOUR)))
            else:
                rule_time(desk, GAME, "a test", act="resume")
        except DeskError:
            pass


def played(club: Calendar, seed: int, *, is_steady: bool) -> Match:
    dice, now = Random(seed), 0
    for _ in range(45):
        now += dice.choice((0, dice.randrange(90), dice.randrange(3 * HOUR), dice.randrange(6 * HOUR)))
        while club.now + HOUR < now:
            club.tick(club.now + HOUR)
        club.tick(now)
        act(club, dice, now, is_steady=is_steady)
        if match_of(club.desk).phase != "running":
            break
    return match_of(club.desk)


def lines_of(club: Calendar, match: Match, seat: Seat) -> Iterator[str]:
    return seat_lines(club.raws(), match, seat, ZoneInfo("UTC"))


def test_every_line_adds_up_whatever_was_played(tmp_path: Path, world: int) -> None:
    is_steady = world % 2 == 0
    club = Calendar(tmp_path / "club", pace=_PACE)
    match = played(club, world, is_steady=is_steady)
    assert match.clocks is not None
    checked = 0
    for seat in (BLUE, ORANGE):
        adding = Adding(match.clocks.pace.bank, is_steady=is_steady)
        for line in lines_of(club, match, seat):
            adding.read(line)
        assert adding.bank == match.clocks.seats[seat].bank
        checked += adding.checked
    assert checked > 10
    with club.at(club.now) as desk:
        assert verify_game(desk, GAME).ok
    club.close()


def test_who_was_late_has_the_opening_bank_again_and_his_default_is_no_answer(tmp_path: Path) -> None:
    club = Calendar(tmp_path / "club", pace=_PACE)
    club.run(6 * HOUR)
    with club.at(7 * HOUR) as desk:
        match = play_bots(desk, GAME, Bots("random", frozenset(HOLDERS), Random(1), 3))
    told = "\n".join(line for seat in (BLUE, ORANGE) for line in lines_of(club, match, seat))
    assert "late: due 2026-03-02 15:00 UTC; the bank is 0h, 1 late in a row" in told
    assert "bank 0h + 2h for the turn, at least 5h after a late turn\n" in told
    assert "answered at 2026-03-02 15" not in told
    club.close()


def test_a_seat_that_changes_hands_in_the_second_in_which_it_is_asked(tmp_path: Path) -> None:
    club = Calendar(tmp_path / "club", pace=_PACE)
    with club.at(0) as desk:
        match = rule_substitute(desk, GAME, BLUE, "Carla", "a test")
    told = list(lines_of(club, match, BLUE))
    handed = next(at for at, line in enumerate(told) if "held by Carla: the bank is 5h" in line)
    assert "asked for 'setup' at 2026-03-02 10:00 UTC: bank 5h" in told[handed + 1]
    club.close()


def test_what_stopped_a_clock_is_told_as_what_it_was(tmp_path: Path) -> None:
    club = Calendar(tmp_path / "club", pace=_PACE)
    with club.at(MINUTE) as desk:
        order(desk, GAME, "Anna", "leave 2026-03-05..2026-03-06")
        order(desk, GAME, "Anna", "leave 2026-03-05..none")
        match = match_of(desk)
    told = "\n".join(lines_of(club, match, BLUE))
    assert "on leave from 2026-03-05 00:00 UTC to 2026-03-07 00:00 UTC" in told
    assert "the leave that was to begin 2026-03-05 00:00 UTC is called off" in told
    assert told.endswith("awaited until 2026-03-02 15:00 UTC, with grace 2026-03-02 15:30 UTC")
    club.close()


def test_a_game_that_is_over_awaits_nobody(tmp_path: Path) -> None:
    club = Calendar(tmp_path / "club", pace=_PACE)
    with club.at(MINUTE) as desk:
        match = rule_void(desk, GAME, "a test")
    told = list(lines_of(club, match, BLUE))
    assert told[-1] == "  the game is void: no clock runs any more; bank 5h"
    club.close()


def test_where_the_host_is_asked_no_seat_changes_hands_by_itself(tmp_path: Path) -> None:
    club = Calendar(tmp_path / "club", pace=PaceWish("swift", late="ask"))
    clocks = match_of(club.desk).clocks
    assert clocks is not None
    assert list(pace_lines(clocks.pace))[-1] == "who is late: the host is asked; no seat changes hands by itself"
    club.close()


def test_a_time_names_the_day_that_it_is_elsewhere() -> None:
    midnight = int(datetime(2026, 11, 19, 23, tzinfo=UTC).timestamp())
    assert written(midnight, ZoneInfo("Europe/Rome")) == "2026-11-20 00:00 Europe/Rome (2026-11-19 23:00 UTC)"
    assert written(midnight + HOUR, ZoneInfo("Europe/Rome")) == "2026-11-20 01:00 Europe/Rome (00:00 UTC)"
