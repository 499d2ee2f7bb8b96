"""The demo of events: bots in a Swiss and in an all-meet, with everything that happens to directors; then forgeries."""

from collections.abc import Sequence
from pathlib import Path

from pbem.demo.forging import Forger
from pbem.demo.hall import DemoDesk, Hall, random_of
from pbem.demo.place import Tell, clear
from pbem.desk.desk import Desk
from pbem.desk.events.course.entering import say_here
from pbem.desk.events.course.ruling import rule_answer
from pbem.desk.events.event_vocabulary import EventWord
from pbem.desk.events.records.event_export import export_event
from pbem.desk.matches.acts.host.rulings import rule_result, rule_substitute
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.desk.people.enrolled import add_player
from pbem.desk.settings import StoreSettings
from pbem.desk.store.values import Member
from pbem.tournament.event import standard_scoring
from pbem.tournament.values import Form

SWISS, MEET = "swiss", "allmeet"


class TournamentDemo:
    """One run of the demo of events in a folder."""

    def __init__(
        self,
        folder: Path,
        *,
        tell: Tell,
        progress: Tell,
        store: StoreSettings = StoreSettings(),  # noqa: B008 - frozen
    ) -> None:
        self.folder = folder
        self._tell = tell
        self._gone: set[str] = set()
        clear(folder)
        Desk.create(folder / "desk", name="referee.example.org", address="referee@example.org", store=store).close()
        self.desk = DemoDesk(folder / "desk")
        self._hall = Hall(self.desk, tell, progress)
        self._forger = Forger(self.desk, folder, tell, progress)

    def run(self) -> None:
        """Hold both events, export and verify them, and forge one in three ways."""
        names = [f"Bot {number:02}" for number in range(1, 17)]
        for name in (*names, "Reserve"):
            add_player(self.desk, Member(name))
        self._swiss(names)
        self._all_meet(names[:13])
        for id_ in (SWISS, MEET):
            found = self._forger.verify(export_event(self.desk, id_, self.folder / id_))
            self._tell(
                f"{id_}: {'VALID' if found.ok else 'NOT VALID'}, {len(found.games)} games, {found.entries} entries"
            )
        self._forger.forge_all(SWISS)

    def _swiss(self, names: Sequence[str]) -> None:
        """Sixteen in four rounds of Fortuna: two leave, one is substituted, one appeals, one game is ruled."""
        form = Form(
            kind="swiss", least=3, scoring=standard_scoring(4), table=4, terms={"rounds": 4, "starts": 8}, version=1
        )
        self._hall.announce(SWISS, "Sixteen bots, four rounds of Fortuna", "fortuna", form, 4)
        self._hall.enter(SWISS, names)
        for number in range(1, 5):
            games = self._hall.begin(SWISS)
            if number == 1:
                self._incidents(games)
            self._hall.play(SWISS)
            if number == 2:
                self._withdraw(next(name for name in names if name not in self._gone))
        self._hall.close(SWISS)

    def _incidents(self, games: Sequence[str]) -> None:
        match = play_bots(
            self.desk, games[0], Bots("random", frozenset(self._hall.seats(games[0])), random_of(games[0]), 20)
        )
        seat = match.seats[0]
        rule_substitute(self.desk, games[0], seat, "Reserve", "the machine of that bot broke down")
        self._tell(f"{games[0]}: Reserve plays on for {match.holders[seat].name}")
        seats = self._hall.seats(games[1])
        places = {seat: number for number, seat in enumerate(seats, 1)}
        rule_result(
            self.desk, games[1], places, {seat: 40 - 5 * place for seat, place in places.items()}, "agreed by all"
        )
        self._tell(f"{games[1]}: the director rules the result")
        loser = self._hall.player(games[1], seats[-1])
        event = say_here(self.desk, SWISS, loser, EventWord("appeal", "nobody asked me"))
        seq = event.book.head.size - 1
        rule_answer(self.desk, SWISS, seq, reason="all four had agreed at the desk")
        self._tell(f"{loser} appeals, and is answered in entry {seq + 1}")
        self._withdraw(self._hall.player(games[2], self._hall.seats(games[2])[0]))

    def _withdraw(self, name: str) -> None:
        say_here(self.desk, SWISS, name, EventWord("withdraw"))
        self._gone.add(name)
        self._tell(f"{name} withdraws")

    def _all_meet(self, names: Sequence[str]) -> None:
        """Thirteen at Praetor, at thirteen tables of four: everybody meets everybody once."""
        form = Form(kind="allmeet", least=4, scoring=standard_scoring(4), table=4, terms={}, version=1)
        self._hall.announce(MEET, "Thirteen bots, everybody meets everybody at Praetor", "praetor", form, 1)
        self._hall.enter(MEET, names)
        self._hall.begin(MEET)
        self._hall.play(MEET)
        self._hall.close(MEET)
