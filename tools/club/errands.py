"""What people ask of the desk itself: leave, standing in for others, games to join."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Protocol

from tools.club.mails import Letter, Lines
from tools.club.people import Person, gap
from tools.club.world import BEGIN, DAY, HOUR, MINUTE, World

_NO_PASS = Lines("desk", "club", "none")
_ASKS_BACK = 0.4  # of those who have lost a seat


class Post(Protocol):
    """How people act: they do something later, and write mails."""

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        """Do something after a while."""

    def write(self, person: Person, lines: Lines, *orders: str) -> None:
        """Send a signed mail."""


class Errands:
    """Everybody's errands."""

    def __init__(self, world: World, post: Post, random: Random) -> None:
        self._world = world
        self._post = post
        self._random = random
        self._words: dict[str, list[str]] = defaultdict(list)  # what somebody will say when he has a pass
        self._wanted: dict[str, list[str]] = defaultdict(list)  # games that somebody will join
        self._away: dict[str, list[tuple[int, int]]] = defaultdict(list)

    def plan(self, people: Sequence[Person], days: int) -> None:
        """Let people stand in for others, and go on leave once or twice a year."""
        for person in people:
            if person.stands_in:
                self._post.later(self._random.uniform(0, 3) * DAY, partial(self._say, person, "volunteer"))
            for year in range(0, max(days, 30), 240):
                self._plan_leave(person, self._random.uniform(year, min(year + 240, max(days, 30))) * DAY)

    def _plan_leave(self, person: Person, seconds: float) -> None:
        begin = int(BEGIN + seconds) // DAY * DAY + self._random.randrange(3, 10) * DAY
        end = begin + self._random.randrange(3, 8) * DAY
        self._away[person.name].append((begin, end))
        word = f"leave {_day(begin)}..{_day(end - DAY)}"
        self._post.later(seconds, partial(self._say, person, word))

    def is_gone(self, person: Person) -> bool:
        """Tell whether somebody is not heard of any more."""
        return self._world.now >= person.gone

    def free_after(self, person: Person, seconds: float) -> float:
        """Return after how long somebody finds time for what takes so long, if he is away meanwhile."""
        at = self._world.now + seconds
        for begin, end in self._away[person.name]:
            if begin <= at < end:
                return end + self._random.uniform(0, 6) * HOUR - self._world.now
        return seconds

    def _say(self, person: Person, word: str) -> None:
        """Ask for a pass, with which the word is said then."""
        if not self.is_gone(person):
            self._words[person.name].append(word)
            self._post.write(person, _NO_PASS, "help")

    def join(self, person: Person, game: str) -> None:
        """Ask for the games on offer, and join one."""
        if not self.is_gone(person):
            self._wanted[person.name].append(game)
            self._post.write(person, _NO_PASS, "games")

    def read(self, person: Person, letter: Letter) -> None:
        """Let somebody read a letter that is about no seat of his."""
        for lines in letter.blocks:
            if lines.game == "desk":
                self._say_next(person, lines)
            elif lines.orders and lines.game in self._wanted[person.name]:
                self._wanted[person.name].remove(lines.game)
                self._sign(person, lines, self._random.uniform(5, 60) * MINUTE)
            elif lines.orders and lines.orders[0].startswith("join ") and self._random.random() < _ASKS_BACK:
                self._sign(person, lines, gap(self._random) or DAY)

    def _say_next(self, person: Person, lines: Lines) -> None:
        if self._words[person.name]:
            word = self._words[person.name].pop(0)
            self._post.later(MINUTE, partial(self._post.write, person, lines, word))

    def _sign(self, person: Person, lines: Lines, seconds: float) -> None:
        self._post.later(seconds, partial(self._post.write, person, lines, *lines.orders))


def _day(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")
