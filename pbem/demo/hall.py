"""The hall where the events of the demo are held: its desk, the bots that play, and how rounds come and go."""

from collections.abc import Iterable
from random import Random

from pbem.demo.place import Tell
from pbem.desk.desk import Desk
from pbem.desk.events.course.ending import close_event
from pbem.desk.events.course.entering import say_here
from pbem.desk.events.course.opening import NewEvent, new_event
from pbem.desk.events.course.results import wake_event
from pbem.desk.events.course.rounds import draw_round, start_round
from pbem.desk.events.event_store import current_event, standings_of
from pbem.desk.events.event_vocabulary import EventWord
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.mail.kinds import OWN
from pbem.record.events.law.kinds import Entries
from pbem.tournament.director.due import due
from pbem.tournament.director.event import Event
from pbem.tournament.director.showing import points_in_words
from pbem.tournament.values import Form

DAY = 86_400
_BETWEEN_ROUNDS = 14 * DAY
_LENGTH = 6 * _BETWEEN_ROUNDS  # more than both events last together
_MOST_ORDERS = 20_000


class DemoDesk(Desk):
    """A desk for which days pass in no time: it begins months ago, so that nothing lies in the future at the end."""

    ahead = -_LENGTH

    def now(self) -> int:
        """Return the time of the demo, unix seconds."""
        return super().now() + self.ahead


class Hall:
    """Events of bots at a desk."""

    def __init__(self, desk: DemoDesk, tell: Tell, progress: Tell) -> None:
        self._desk = desk
        self._tell = tell
        self._progress = progress

    def announce(self, id_: str, title: str, rules: str, form: Form, rounds: int) -> None:
        """Open an event whose rounds are two weeks long."""
        now = self._desk.now()
        new_event(
            self._desk,
            NewEvent(
                id=id_,
                title=title,
                rules=rules,
                form=form,
                entries=Entries(late=0, least=4, most=16, until=now + DAY),
                rounds=tuple(now + DAY + number * _BETWEEN_ROUNDS for number in range(1, rounds + 1)),
                accepts=OWN,
            ),
        )
        self._tell(f"{title}: opened")

    def enter(self, id_: str, names: Iterable[str]) -> None:
        """Let people enter an event, and a day pass."""
        for name in names:
            say_here(self._desk, id_, name, EventWord("enter"))
        self._desk.ahead += DAY + 60

    def _event(self, id_: str) -> Event:
        with self._desk.store.read() as look:
            return current_event(self._desk, look, id_)

    def begin(self, id_: str) -> list[str]:
        """Draw a round and open its games; returns their ids."""
        drawn = draw_round(self._desk, id_).event
        opened = start_round(
            self._desk, id_, lambda done, of: self._progress(f"{id_}: opening table {done + 1} of {of}")
        )
        self._tell(f"{id_}: round {len(drawn.book.rounds)} is drawn, {len(opened)} games are opened")
        return opened

    def play(self, id_: str) -> None:
        """Let bots play what is open, and the event take the results."""
        games = [game for _place, game in due(self._event(id_), 0).playing]
        for number, game in enumerate(games, 1):
            self._progress(f"{id_}: playing {game}, {number} of {len(games)}")
            bots = Bots("greedy", frozenset(self.seats(game)), random_of(game), _MOST_ORDERS)
            play_bots(self._desk, game, bots)
        wake_event(self._desk, id_, self._desk.now())
        self._progress("")

    def seats(self, game: str) -> list[str]:
        """Return the seats of a game."""
        with self._desk.store.read() as look:
            return list(look.games.seats(game))

    def player(self, game: str, seat: str) -> str:
        """Return who has a seat of a game."""
        with self._desk.store.read() as look:
            return look.games.seats(game)[seat][0]

    def close(self, id_: str) -> None:
        """End an event, and say who has won."""
        event = close_event(self._desk, id_)
        with self._desk.store.read() as look:
            first = standings_of(look, event)[0]
        self._tell(f"{id_}: closed; {first.player} wins with {points_in_words(first.points)} points")


def random_of(seed: str) -> Random:
    """Return what bots choose by: the same for the same seed."""
    return Random(seed)  # noqa: S311 - it plays, it protects nothing
