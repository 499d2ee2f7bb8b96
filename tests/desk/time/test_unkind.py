"""Attacks on clocks and verdicts, kept: what a host or a player tried with time, and what is told of it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.matches.acts.host.rulings import rule_answer, rule_back, rule_substitute, rule_void
from pbem.desk.matches.acts.host.time_rulings import rule_time
from pbem.desk.matches.acts.restored.thawing import thaw_by_host
from pbem.desk.matches.state.freezing import SHEET
from pbem.desk.matches.times.pacing import PaceWish
from pbem.desk.records.checks.game_verdict import verify_files, verify_game
from pbem.desk.records.checks.kept_letters import Kept, read_mail
from pbem.desk.records.checks.verdicts import Verified
from pbem.desk.records.folders.exporting import export
from pbem.desk.records.folders.files import read_files
from pbem.games.game import Seat
from pbem.record.notes.receipts import Receipt
from pbem.referee.acts.leaves import MOST_WORDS
from tests.cli.hosting import pbem
from tests.desk.house import BLUE, GAME, ORANGE, SteadyDesk, match_of
from tests.desk.time.calendar import BEGIN, DAY, HOUR, MINUTE, Calendar
from tests.desk.time.test_time import asked, chosen
from tests.record.test_vectors import verify_by_tool
from tests.wording import REFEREE, mentions


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Calendar]:
    club = Calendar(tmp_path / "desk")
    yield club
    club.close()


def awaited(club: Calendar) -> Seat:
    return BLUE if asked(club) == BLUE else ORANGE


def said(club: Calendar, *words: object) -> str:
    """What a command says at that time."""
    with club.at(club.now):
        return pbem(club.folder, *words).output


class TestTimeForAFriend:
    def test_going_back_to_where_the_game_stands_is_refused_and_moves_no_deadline(self, club: Calendar) -> None:
        chosen(club)
        seat = awaited(club)
        due, size = club.due(seat), len(club.raws())
        for hours in (5, 10, 15):
            club.run(hours * HOUR, every=100 * MINUTE)
            with club.at(hours * HOUR) as desk, pytest.raises(DeskError, match="nothing was played since entry"):
                rule_back(desk, GAME, size - 1, "to make sure")
        assert (club.due(seat), len(club.raws())) == (due, size)
        club.run(due + 3 * HOUR, every=100 * MINUTE)
        assert [entry["seat"] for entry in club.clock()][:1] == [seat]

    def test_nor_does_going_back_over_words_and_rulings_alone(self, club: Calendar) -> None:
        chosen(club)
        size = len(club.raws())
        with club.at(HOUR) as desk:
            rule_time(desk, GAME, "a test", act="pause", until=BEGIN + 2 * HOUR)
            with pytest.raises(DeskError, match="`pbem game extend` gives a seat more time"):
                rule_back(desk, GAME, size - 1, "to make sure")

    @pytest.mark.parametrize(("until", "again", "answered"), [(0, 0, 3), (0, 2, 1), (0, 2, 3), (2, 0, 3)])
    def test_who_was_late_when_others_still_chose_stays_so_when_the_game_is_paused(
        self, tmp_path: Path, until: int, again: int, answered: int
    ) -> None:
        """Of a default that waits until all have chosen nothing is in the record yet when the pause begins."""
        club = Calendar(tmp_path / "desk", pace=PaceWish("3h+1h<=4h", grace="30m"))
        with club.at(HOUR) as desk:
            rule_time(desk, GAME, "a test", act="extend", seat=BLUE, due=BEGIN + DAY)
        begin = 3 * HOUR + 30 * MINUTE + 1
        club.run(begin, every=100 * MINUTE)
        with club.at(begin) as desk:
            rule_time(desk, GAME, "a test", act="pause", until=until and BEGIN + begin + until * HOUR)
            with pytest.raises(DeskError, match="orange is late already"):
                rule_time(desk, GAME, "a test", act="extend", seat=ORANGE, due=BEGIN + DAY)
        for hours in sorted({again, answered} - {0}):
            club.run(begin + hours * HOUR, every=100 * MINUTE)
            if hours == answered:
                club.mail(club.now, BLUE, "reserve none")
                continue
            with club.at(club.now) as desk:
                rule_time(desk, GAME, "a test", act="resume")
        club.run(begin + 4 * HOUR, every=100 * MINUTE)
        assert [(entry["seat"], entry["due"]) for entry in club.clock()] == [(ORANGE, BEGIN + 3 * HOUR)]
        with club.at(club.now) as desk:
            found = verify_game(desk, GAME)
            export(desk, GAME, tmp_path / "out")
        assert found.ok, found.first_bad
        assert ("clock", "ok") in [told[:2] for told in verify_by_tool(read_files(tmp_path / "out"))]
        club.close()

    def test_a_takeback_that_undoes_something_is_told_with_the_deadlines_that_it_begins_anew(
        self, club: Calendar
    ) -> None:
        chosen(club)
        before = len(club.raws()) - 1
        club.mail(HOUR, awaited(club), "any")
        club.tick(HOUR + 5).tick(2 * HOUR)
        with club.at(3 * HOUR) as desk:
            rule_back(desk, GAME, before, "a slip of the pen")
            found = verify_game(desk, GAME)
        assert found.ok
        assert (found.host["rulings"], found.host["renewed"]) == ({"back": 1}, 1)
        told = said(club, "verify", GAME)
        assert "1 deadline was begun anew by his rulings: by going back, or by giving a seat to somebody else" in told

    def test_so_is_a_substitute_while_his_seat_is_awaited(self, club: Calendar) -> None:
        chosen(club)
        with club.at(HOUR) as desk:
            rule_substitute(desk, GAME, str(awaited(club)), "Dora", "she has more time")
            found = verify_game(desk, GAME)
        assert (found.host["rulings"], found.host["renewed"]) == ({"substitute": 1}, 1)

    def test_a_takeback_by_consent_is_not_the_host_s(self, club: Calendar) -> None:
        chosen(club)
        first = awaited(club)
        other = ORANGE if first == BLUE else BLUE
        club.mail(HOUR, first, "any")
        club.tick(HOUR + 5).tick(2 * HOUR)
        size = len(club.raws())
        club.mail(2 * HOUR + 10, first, "undo")
        club.tick(2 * HOUR + 20)
        club.mail(2 * HOUR + 30, other, f"agree {size}")
        club.tick(3 * HOUR)
        with club.at(3 * HOUR) as desk:
            found = verify_game(desk, GAME).host
        assert (found["rulings"], found["followed"], found["renewed"]) == ({}, {"agreed": 1}, 0)
        told = said(club, "verify", GAME)
        assert "host       rulings: none\n" in told
        assert "players' words or the clock brought about: takebacks to which everybody agreed 1\n" in told


class TestLateOverAReceipt:
    """The host gives a receipt, goes back to a copy of before it, and calls its player late."""

    @pytest.fixture
    def letters(self, club: Calendar, tmp_path: Path) -> list[Path]:
        """Blue's letters with a receipt, which the desk knows nothing of any more: blue was called late there."""
        club.tick(10)
        club.desk.close()
        shutil.copytree(club.folder, tmp_path / "copy")
        club.desk = SteadyDesk(club.folder)
        club.mail(HOUR, BLUE, "reserve none")
        club.tick(HOUR + 5)
        with club.at(club.now) as desk:
            kept = [path for path in (desk.folder / "outbox" / "new").iterdir() if b"receipt/1" in path.read_bytes()]
        assert kept
        shutil.copytree(club.folder / "outbox" / "new", tmp_path / "mails")
        club.desk.close()
        shutil.rmtree(club.folder)
        shutil.copytree(tmp_path / "copy", club.folder)
        club.desk = SteadyDesk(club.folder)
        club.now = 10
        club.run(27 * HOUR, every=100 * MINUTE)
        assert ("late", "blue") in [(entry["act"], entry["seat"]) for entry in club.clock()]
        return [tmp_path / "mails" / path.name for path in kept]

    def test_the_two_signed_words_stand_side_by_side(self, club: Calendar, letters: list[Path], tmp_path: Path) -> None:
        mails = [read_mail(path.read_bytes()) for path in letters]
        with club.at(28 * HOUR) as desk:
            rule_void(desk, GAME, "the end")
            made = export(desk, GAME, tmp_path / "out")
            found = verify_files(made, mails=mails)
        assert found.ok
        assert found.witness is not None
        assert found.witness["receipts"] == {"late": 1}
        (unmet,) = found.witness["unmet"]
        assert (unmet["seat"], unmet["fate"], unmet["came"]) == ("blue", "late", BEGIN + HOUR)
        assert (unmet["due"], unmet["called"]) == (BEGIN + 24 * HOUR, BEGIN + 25 * HOUR)
        told = pbem(club.folder, "verify", made, "--witness", letters[0]).output
        assert "receipts   1 called late all the same: the referee signed that the sheet came in time, and" in told
        assert "blue, came 2026-03-02 11:00:00 UTC, at 4 entries: late: called late at 2026-03-03 11:00:00 UTC" in told
        assert "a move was ruled" not in told
        assert told.splitlines()[-1].endswith("; but a seat was called late over 1 sheet that the referee signed for")

    @pytest.mark.parametrize(("came", "fate"), [(25 * HOUR, "late"), (25 * HOUR + 1, "defaulted")])
    def test_only_a_sheet_that_came_within_the_grace_speaks_against_it(
        self, club: Calendar, letters: list[Path], came: int, fate: str
    ) -> None:
        assert letters
        with club.at(28 * HOUR) as desk:
            late = desk.receipt(Receipt(GAME, "blue", 4, BEGIN + came, "ab" * 32))
            found = verify_files(export(desk, GAME, club.folder.parent / "out"), mails=[Kept(receipts=(late,))])
        assert found.witness is not None
        assert found.witness["receipts"] == {fate: 1}


class TestAppeals:
    def appealed(self, club: Calendar) -> int:
        with club.at(HOUR) as desk:
            rule_time(desk, GAME, "I like it", act="pause", until=0)
        return len(club.raws()) - 1

    def verdict(self, club: Calendar) -> Verified:
        with club.at(club.now) as desk:
            return verify_game(desk, GAME)

    def test_those_without_an_answer_are_told(self, club: Calendar) -> None:
        number = self.appealed(club)
        club.mail(2 * HOUR, BLUE, f"appeal {number}: you help your friend")
        club.mail(2 * HOUR + 1, ORANGE, f"appeal {number} private: so I think")
        club.tick(2 * HOUR + 5)
        found = self.verdict(club).host
        assert (found["appeals"], found["appeals_unanswered"]) == (2, 2)
        with club.at(3 * HOUR) as desk:
            rule_answer(desk, GAME, number + 1, "I do not")
        found = self.verdict(club).host
        assert (found["appeals"], found["appeals_unanswered"]) == (2, 1)
        assert "2 appeals against rulings, 1 never answered\n" in said(club, "verify", GAME)

    def test_a_seat_appeals_once_against_a_ruling(self, club: Calendar) -> None:
        number = self.appealed(club)
        for count, words in enumerate(("why", "why, I ask", "really")):
            club.mail(2 * HOUR + count, BLUE, f"appeal {number}: {words}")
            club.tick(2 * HOUR + 10 + count)
        assert self.verdict(club).host["appeals"] == 1
        assert mentions(club.letters("Anna")[-1], REFEREE, "appeal_again", number=number)
        with club.at(3 * HOUR) as desk:
            rule_answer(desk, GAME, number + 1, "because")
            second = len(club.raws()) - 1
        club.mail(4 * HOUR, BLUE, f"appeal {second}: that is no answer")
        club.mail(4 * HOUR + 1, ORANGE, f"appeal {number}: I, too")
        club.tick(4 * HOUR + 5)
        assert self.verdict(club).host["appeals"] == 3


def test_leave_announced_and_called_off_again_and_again_comes_to_an_end(club: Calendar) -> None:
    size = len(club.raws())
    for number in range(MOST_WORDS + 4):
        club.mail(100 + 10 * number, BLUE, f"leave 2026-03-10..{'none' if number % 2 else '2026-03-12'}")
        club.tick(105 + 10 * number)
    assert len(club.raws()) == size + 2 * MOST_WORDS
    assert mentions(club.letters("Anna")[-1], REFEREE, "leave_often", most=MOST_WORDS)
    club.mail(2 * HOUR, ORANGE, "leave 2026-03-10..2026-03-12")
    club.tick(2 * HOUR + 5)
    assert len(club.raws()) == size + 2 * MOST_WORDS + 2
    with club.at(3 * HOUR) as desk:
        assert verify_game(desk, GAME).ok


def freeze(desk: Desk, use: str = SHEET) -> None:
    note = desk.receipt(Receipt(GAME, "blue", 4, BEGIN, "ab" * 32))
    with desk.store.write(GAME) as change:
        change.secrets.put(GAME, use, note.encode())


def test_who_is_thawed_is_shown_the_deadlines_that_there_are_then(club: Calendar) -> None:
    club.tick(HOUR)
    with club.at(HOUR) as desk:
        freeze(desk)
    club.run(2 * DAY, every=100 * MINUTE)
    with club.at(2 * DAY) as desk:
        match = thaw_by_host(desk, GAME)
        clocks, now = match_of(desk).clocks, desk.now()
    assert match.clocks == clocks
    assert match.clocks is not None
    assert (match.clocks.due(BLUE) or 0) > now


def test_a_record_that_the_desk_knows_to_lack_something_is_not_called_valid(club: Calendar) -> None:
    with club.at(HOUR) as desk:
        freeze(desk)
    found = pbem(club.folder, "verify", GAME)
    assert found.exit_code == 4
    assert "CANNOT CHECK: the referee gave blue a receipt for a sheet that is not here" in found.output
