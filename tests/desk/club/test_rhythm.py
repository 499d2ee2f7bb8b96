"""One order in time: the same mails with the same times of arrival give the same records, however often one looks."""

import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from freezegun import freeze_time

from pbem.desk.records.checks.game_verdict import verify_game
from tests.desk.club.society import MONDAY, Society, society
from tests.desk.club.test_nothing_early import LikeDesk
from tests.desk.club.test_standing_in import SEATS, lose

GAMES = ("g1", "g2", "g3")
Sent = tuple[int, bytes]


class Recorded(Society):
    """A club of which every mail is kept with the time when it came."""

    def __init__(self, desk: LikeDesk, clock: object) -> None:
        super().__init__(desk, clock)
        self.mails: list[Sent] = []

    def put(self, raw: bytes) -> None:
        self.mails.append((self.desk.now(), raw))
        super().put(raw)


@contextmanager
def world(premises: Path, folder: Path) -> Iterator[Recorded]:
    shutil.copytree(premises, folder)
    with freeze_time(MONDAY) as clock, closing(LikeDesk(folder)) as desk:
        yield Recorded(desk, clock)


def offers(club: Society) -> None:
    club.offer(game="g1", pace={"bank": "swift", "hold": "0s"})
    club.offer(3, game="g2", lapse=2 * 86_400, pace={"bank": "swift"})
    club.offer(game="g3", pace={"bank": "swift", "rest": "Sat,Sun", "hold": "30m"})


def spend(club: Society) -> None:
    """Some days of a club: people join and withdraw, go on leave, are late, lose a seat and ask it back."""
    offers(club)
    club.join("Anna", "join blue", game="g1", seat="any")
    club.join("Bruno", "join grey", game="g1", seat="any")
    club.join("Carla", game="g2")
    club.later(minutes=37)
    club.answer("Carla", club.letter("Carla").block_for("g2"))
    club.join("Dieter", game="g2")
    club.join("Anna", game="g3")
    club.later(hours=3, minutes=11)
    club.join("Elsa", game="g3")
    club.word("Elsa", "volunteer g1")
    club.word("Anna", "leave 2026-03-20..2026-03-22")
    club.order("Anna", "blue", game="g3")
    lose(club)
    club.order("Elsa", "grey", "leave 2026-04-20..2026-04-21", game="g1")  # she may, from when the seat is hers
    (line,) = [
        block
        for letter in club.letters()
        if letter.to == "Bruno"
        for block in letter.blocks
        if block["orders"] == ("join grey",)
    ]
    club.later(minutes=23)
    assert club.answer("Bruno", line).startswith("kept: ")
    club.later(hours=2)


def again(club: Society, mails: list[Sent], end: int, minutes: int) -> None:
    """Let the same mails come at the same times, and look so often."""
    offers(club)
    left = list(mails)
    new = club.desk.folder / "inbox" / "new"
    while club.desk.now() < end:
        club.clock.move_to(datetime.fromtimestamp(min(club.desk.now() + 60 * minutes, end), UTC))
        while left and left[0][0] <= club.desk.now():
            came, raw = left.pop(0)
            path = new / f"{len(mails) - len(left):06}.mail"  # those of one second are read by their names
            path.write_bytes(raw)
            os.utime(path, (came, came))
        club.tick()


@pytest.mark.sqlite
@pytest.mark.parametrize("minutes", [1, 7, 45, 98, 110])
def test_the_rhythm_of_ticks_changes_no_byte(tmp_path: Path, minutes: int) -> None:
    premises = tmp_path / "premises"
    with society(premises):
        pass
    with world(premises, tmp_path / "first") as first:
        spend(first)
        assert SEATS["grey"] == first.match("g1").holders["grey"].name  # type: ignore[index]
        records = {game: first.entries(game) for game in GAMES}
        assert [first.match(game).phase for game in GAMES] == ["running", "void", "running"]
        assert all(verify_game(first.desk, game).ok for game in GAMES)
        mails, end = first.mails, first.desk.now()
    with world(premises, tmp_path / "second") as second:
        again(second, mails, end, minutes)
        for game in GAMES:
            assert second.entries(game) == records[game]
