"""The course of the club: what is to happen next, whatever it is, happens; what came from outside is kept."""

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

from msgspec import Struct

from tools.club.acts import Act
from tools.club.errands import Errands
from tools.club.host import Host
from tools.club.mails import HOST, Lines, read_letter, write_mail
from tools.club.office import Office, WrongError
from tools.club.people import Person
from tools.club.players import WORDS, Players
from tools.club.schedule import Opening, openings, troubles
from tools.club.world import BEGIN, DAY, HOUR, MINUTE, World

Rhythm = Iterator[int]  # how many seconds go by from one tick to the next
Progress = Callable[[int, str], None]
_PATIENCE = 365 * DAY  # after the stated time


class Happened(Struct, frozen=True):
    """What came from outside: a mail, or what was done at the desk."""

    at: int
    what: bytes | Act


class Plan(Struct, frozen=True):
    """What kind of club it is."""

    games: int
    days: int
    seed: int
    rulings: int = 1  # how many times as often as hosts do this one rules about time


def uneven(random: Random) -> Rhythm:
    """Tick as somebody does who has other things to do."""
    while True:
        yield int(random.uniform(12, 100) * MINUTE)


def even(minutes: int) -> Rhythm:
    """Tick by the clock."""
    while True:
        yield minutes * MINUTE


class Letters:
    """Where letters go: each is read by whom it is for."""

    def __init__(self, read: Callable[[bytes], None]) -> None:
        self._read = read

    def deliver(self, _name: str, _to: str, raw: bytes, /) -> None:
        """Hand over a letter."""
        self._read(raw)

    def close(self) -> None:
        """There is nothing to let go of."""


class Simulation:
    """A club from its first day until its last game is over."""

    def __init__(self, folder: Path, world: World, people: Sequence[Person], plan: Plan) -> None:
        self._plan = plan
        self._world = world
        self._people = {person.address: person for person in people}
        self._random = Random(plan.seed)  # noqa: S311 - people, not secrets
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._numbers = count()
        self._unread: list[bytes] = []
        self.happened: list[Happened] = []
        self.letters: Counter[str] = Counter()  # how often a letter of an id went out
        self.texts: Counter[tuple[str, str, bytes]] = Counter()  # to whom, about which game, with which words
        self.words: Counter[tuple[str, str]] = Counter()  # how often somebody asked something about a game
        self.office = Office(folder, world, Letters(self._unread.append))
        self._errands = Errands(world, self, self._random)
        self._players = Players(self.office, self, self._errands, self._random)
        self._host = Host(self.office, self._act, self._random, rulings=plan.rulings)

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        """Do something after a while."""
        heapq.heappush(self._queue, (self._world.now + max(1, int(seconds)), next(self._numbers), do))

    def write(self, person: Person, lines: Lines, *orders: str) -> None:
        """Let a signed mail come in."""
        raw = write_mail(person, lines, orders, number=next(self._numbers), at=self._world.now)
        self.happened.append(Happened(self._world.now, raw))
        self.words[person.address, lines.game] += orders[0].split()[0] in WORDS
        self.office.put(raw)

    def _act(self, act: Act) -> None:
        self.happened.append(Happened(self._world.now, act))
        act.do(self.office)
        self._read_letters()

    def run(self, rhythm: Rhythm, progress: Progress) -> None:
        """Live until the last game is over; WrongError if that does not come."""
        plan = self._plan
        self._errands.plan(list(self._people.values()), plan.days)
        for opening in openings(list(self._people.values()), self._random, games=plan.games, days=plan.days):
            self.later(opening.at - BEGIN, partial(self._open, opening))
        for at, act in troubles(plan.days):
            self.later(at - BEGIN, partial(self._act, act))
        for day in range((plan.days * DAY + _PATIENCE) // DAY):
            self.later(day * DAY + 10 * HOUR, self._host.make_round)
        self._live(rhythm, progress)

    def _live(self, rhythm: Rhythm, progress: Progress) -> None:
        tick = self._world.now + next(rhythm)
        end = BEGIN + self._plan.days * DAY
        is_over = False
        while not is_over:
            at = self._queue[0][0]
            if tick < at and not self.office.is_down:
                self._world.now = tick
                self.office.tick()
                self._read_letters()
                is_over = tick > end and not self.office.games("seating", "running")
                progress((tick - BEGIN) // DAY, f"{len(self.happened)} mails and acts, {self.letters.total()} letters")
                tick += next(rhythm)
            else:
                self._world.now, _number, do = heapq.heappop(self._queue)
                do()
                tick = max(tick, self._world.now)
            if self._world.now > end + _PATIENCE:
                raise WrongError(f"games do not end: {', '.join(self.office.games('seating', 'running'))}")

    def _open(self, opening: Opening) -> None:
        self._act(opening.open)
        for guest in opening.guests:
            self.later(self._random.uniform(0, 4) * DAY, partial(self._errands.join, guest, opening.open.game.id))

    def _read_letters(self) -> None:
        """Let everybody read what has just come."""
        unread, self._unread[:] = list(self._unread), []
        for raw in unread:
            letter = read_letter(raw)
            self.letters[letter.id] += 1
            if letter.to == HOST:
                continue
            self.texts[letter.to, letter.game, letter.digest] += 1
            person = self._people[letter.to]
            if self._errands.is_gone(person):
                continue
            (self._players if letter.seat else self._errands).read(person, letter)


def replay(office: Office, happened: Sequence[Happened], rhythm: Rhythm, *, until: int) -> None:
    """Let the same things come from outside at the same times to another desk, and tick by another rhythm."""
    world = office.world
    tick = world.now + next(rhythm)
    for one in (*happened, Happened(until, b"")):
        while tick < one.at:
            world.now = tick
            if not office.is_down:
                office.tick()
            tick += next(rhythm)
        world.now = one.at
        if isinstance(one.what, bytes):
            office.put(one.what)
        else:
            one.what.do(office)
    office.tick()
