"""Nothing early, nothing of others: whether somebody has answered already changes nothing that anybody else can see."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from freezegun import freeze_time

from pbem.desk.desk import Desk
from pbem.desk.matches.state.entry_peek import glance
from tests.cli.hosting import pbem
from tests.desk.club.society import GAME, MONDAY, Mailed, Society, society

SEATS = {"blue": "Anna", "grey": "Bruno", "orange": "Dieter"}
COMMANDS = (
    ("game", "list"),
    ("game", "list", "--late"),
    ("game", "show", GAME),
    ("game", "show", GAME, "--seat", "grey"),
    ("clock", GAME),
    ("log", GAME),
    ("status",),
    ("player", "show", "Anna"),
)


class LikeDesk(Desk):
    """A desk that draws what others drew that did the same."""

    drawn = 0

    def entropy(self) -> bytes:
        self.drawn += 1
        return sha256(b"like %d" % self.drawn).digest()


@pytest.fixture(scope="module")
def premises(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A desk before any game."""
    folder = tmp_path_factory.mktemp("premises") / "desk"
    with society(folder):
        pass
    return folder


def world(premises: Path, folder: Path) -> Iterator[Society]:
    shutil.copytree(premises, folder)
    with freeze_time(MONDAY) as clock, closing(LikeDesk(folder)) as desk:
        yield Society(desk, clock)


def plain(letter: Mailed) -> bytes:
    """A letter without what is made new for each: its id, and the boundaries of its parts."""
    raw = re.sub(rb"Message-ID: \s*<[0-9a-f]{32}@", b"Message-ID: <", letter.raw)
    boundaries = set(re.findall(rb'boundary="([^"]+)"', raw))
    for boundary in boundaries:
        raw = raw.replace(boundary, b"-" * len(boundary))
    return raw


class Seen:
    """Everything that others than Anna can see, in its order."""

    def __init__(self, club: Society) -> None:
        self._club = club
        self.all: list[Any] = []

    def look(self) -> None:
        """Let everybody ask for everything, and the host look at everything."""
        club = self._club
        for name in ("Bruno", "Carla", "Dieter"):
            self.all.append(club.post(name, "games", n=len(self.all)))
        for name, seat in (("Bruno", "grey"), ("Dieter", "orange")):
            self.all.append(club.order(name, seat, "status", "plan", "board"))
        self.all += [(letter.to, plain(letter)) for letter in club.letters() if letter.to != "Anna"]
        for words in COMMANDS:
            said = pbem(club.desk.folder, *words)
            self.all.append((words, said.exit_code, _without_disk(said.output)))


def _without_disk(text: str) -> str:
    """What is said without how much room the host has, and how many mails he got: Anna's is one of them."""
    return re.sub(r"(?m)^(disk|mails|letters) .*$", "", text)


def spend(club: Society, early: Callable[[Society], object]) -> list[Any]:
    """Play until somebody is to choose at the same time as others; `early` is what Anna does meanwhile."""
    club.open(SEATS, hold="10m", rest="Sun", zone="Europe/Rome")
    for name in ("Carla", "Elsa"):
        club.word(name, "watch g1")
    club.word("Elsa", "volunteer g1")
    club.order("Dieter", "orange", "leave 2026-03-10..2026-03-12")
    club.letters()
    seen = Seen(club)
    seen.look()
    club.later(hours=1)
    early(club)
    seen.look()
    club.later(hours=1)  # second thoughts are over
    seen.look()
    club.later(hours=20)  # reminders went out
    seen.look()
    club.later(hours=6)  # everybody is late, and in grace
    seen.look()
    seen.all.append([glance(raw) for raw in club.entries()])
    return seen.all


EARLY: dict[str, Callable[[Society], object]] = {
    "has chosen": lambda club: club.order("Anna", "blue"),
    "has chosen twice": lambda club: (club.order("Anna", "blue"), club.order("Anna", "blue", "reserve none")),
    "has thought better of it": lambda club: (club.order("Anna", "blue"), club.order("Anna", "blue", "undo")),
    "has resigned": lambda club: club.order("Anna", "blue", "resign"),
    "has planned": lambda club: club.order("Anna", "blue", "next", "play harvest water 1 | any"),
    "has asked": lambda club: club.order("Anna", "blue", "status"),
}


@pytest.mark.sqlite
@pytest.mark.parametrize("what", EARLY)
def test_others_see_the_same(premises: Path, tmp_path: Path, what: str) -> None:
    (silent,) = [spend(club, lambda _club: None) for club in world(premises, tmp_path / "silent")]
    (early,) = [spend(club, EARLY[what]) for club in world(premises, tmp_path / "early")]
    assert len(early) == len(silent)
    for one, other in zip(early, silent, strict=True):
        assert one == other


@pytest.mark.sqlite
def test_what_is_compared_tells_worlds_apart(premises: Path, tmp_path: Path) -> None:
    def extended(club: Society) -> None:
        said = pbem(club.desk.folder, "game", "extend", GAME, "blue", "2026-03-09 12:00", "--reason", "ill")
        assert said.exit_code == 0

    (silent,) = [spend(club, lambda _club: None) for club in world(premises, tmp_path / "silent")]
    (other,) = [spend(club, extended) for club in world(premises, tmp_path / "other")]
    assert silent != other
