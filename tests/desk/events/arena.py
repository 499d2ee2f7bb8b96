"""Events at a desk under a clock that stands until it is moved: people enter by signed mail, bots and rulings play."""

from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.events.course.ending import close_event
from pbem.desk.events.course.entering import say_here
from pbem.desk.events.course.opening import NewEvent, new_event
from pbem.desk.events.course.results import wake_event
from pbem.desk.events.course.rounds import draw_round, start_round
from pbem.desk.events.event_store import current_event
from pbem.desk.events.event_vocabulary import EventWord
from pbem.desk.events.records.event_export import export_event
from pbem.desk.matches.acts.host.rulings import rule_result
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.desk.people.enrolled import add_player
from pbem.desk.store.values import Member
from pbem.record.events.law.kinds import Entries
from pbem.tournament.director.due import due
from pbem.tournament.director.event import Event
from pbem.tournament.event import standard_scoring
from pbem.tournament.values import Form
from tests.desk.club.society import Mailed, Society

DAY = 86_400
CUP = "cup"
MEMBERS = ("Anna", "Bruno", "Carla", "Dieter", "Elsa", "Fritz")


def form(kind: str = "swiss", table: int = 2, least: int = 2, **terms: Any) -> Form:
    """Return a form with the usual scoring."""
    return Form(kind=kind, least=least, scoring=standard_scoring(table), table=table, terms=terms, version=1)


class Arena:
    """The desk, its people, its clock and its events."""

    def __init__(self, club: Society) -> None:
        self.club = club

    @property
    def desk(self) -> Desk:
        return self.club.desk

    def terms(self, id_: str = CUP, **more: Any) -> NewEvent:
        """Return the terms of two rounds of Fortuna for two, of ten days each; entries are open for a day."""
        now = self.desk.now()
        given = form(rounds=2, starts=4)
        usual = NewEvent(
            id=id_,
            title=f"The {id_}",
            rules="fortuna",
            form=given,
            entries=Entries(late=0, least=2, most=16, until=now + DAY),
            rounds=(now + 11 * DAY, now + 21 * DAY),
            accepts=("ssh",),
        )
        return replace(usual, **more)

    def open(self, id_: str = CUP, **more: Any) -> Event:
        return new_event(self.desk, self.terms(id_, **more))

    def event(self, id_: str = CUP) -> Event:
        with self.desk.store.read() as look:
            return current_event(self.desk, look, id_)

    def people(self, count: int) -> list[str]:
        """Enrol people without keys or addresses."""
        names = [f"Player {number:02}" for number in range(count)]
        for name in names:
            add_player(self.desk, Member(name))
        return names

    def enter(self, *names: str, id_: str = CUP) -> None:
        """Let the host enter people."""
        for name in names:
            say_here(self.desk, id_, name, EventWord("enter"))

    def begun(self, *names: str, **more: Any) -> Event:
        """Open an event, let people enter, wait for the end of the entries, draw and start a round."""
        self.open(**more)
        self.enter(*names)
        self.later(days=1, hours=1)
        draw_round(self.desk, CUP)
        start_round(self.desk, CUP)
        return self.event()

    def later(self, **span: float) -> None:
        """Let time go by at once: without a pace nobody minds."""
        from datetime import timedelta

        self.club.clock.tick(timedelta(**span))
        self.club.tick()

    def playing(self, id_: str = CUP) -> list[str]:
        return [game for _place, game in due(self.event(id_), 0).playing]

    def decide(self, game: str, *, winner: str = "") -> None:
        """Rule a game's result: the first in the alphabet wins, or whoever is named."""
        match = self.club.match(game)
        names = sorted((held.name != winner, held.name, seat) for seat, held in match.holders.items())
        places = {str(seat): number for number, (_, _, seat) in enumerate(names, 1)}
        rule_result(self.desk, game, places, {seat: 100 - place for seat, place in places.items()}, "agreed")

    def decide_all(self, id_: str = CUP) -> None:
        """Rule all games under way, and let the event take their results."""
        for game in self.playing(id_):
            self.decide(game)
        self.club.tick()

    def play(self, game: str) -> None:
        """Let bots play a game to its end."""
        seats = frozenset(map(str, self.club.match(game).seats))
        play_bots(self.desk, game, Bots("random", seats, Random(game), 10_000))

    def finish(self, id_: str = CUP) -> Event:
        """Play all rounds that are left, and close."""
        while True:
            while self.playing(id_):
                self.decide_all(id_)
            if not due(self.event(id_), self.desk.now()).can_draw:
                break
            draw_round(self.desk, id_)
            start_round(self.desk, id_)
        return close_event(self.desk, id_)

    def export(self, target: Path, id_: str = CUP) -> Path:
        wake_event(self.desk, id_, self.desk.now())
        return export_event(self.desk, id_, target)

    def letters(self) -> dict[str, list[Mailed]]:
        """Return the letters since the last time, by reader."""
        found: dict[str, list[Mailed]] = {}
        for one in self.club.letters():
            found.setdefault(one.to, []).append(one)
        return found

    def size(self, id_: str = CUP) -> int:
        return self.event(id_).book.head.size
