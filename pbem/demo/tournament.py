"""The demo of events: bots in a Swiss and in an all-meet, with everything that happens to directors; then forgeries."""

import json
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from pbem.demo.place import Tell, clear
from pbem.desk.desk import Desk
from pbem.desk.disk.writing import write_file
from pbem.desk.events.course.ending import close_event
from pbem.desk.events.course.entering import say_here
from pbem.desk.events.course.opening import NewEvent, new_event
from pbem.desk.events.course.results import wake_event
from pbem.desk.events.course.rounds import draw_round, start_round
from pbem.desk.events.course.ruling import rule_answer
from pbem.desk.events.event_store import current_event, standings_of
from pbem.desk.events.event_vocabulary import EventWord
from pbem.desk.events.records.event_export import export_event
from pbem.desk.events.records.event_verdict import EventVerified, GameFound, look_at_game, verify_event_folder
from pbem.desk.matches.acts.bots import Bots, play_bots
from pbem.desk.matches.acts.rulings import rule_result, rule_substitute
from pbem.desk.people.enrolled import add_player
from pbem.desk.records.checks.game_verdict import verify_files
from pbem.desk.settings import StoreSettings
from pbem.desk.store.values import Member
from pbem.mail.kinds import OWN
from pbem.record.events.law.kinds import Entries
from pbem.record.folder import LOG, NOTE, RESULT, join
from pbem.record.log import canonical
from pbem.record.log.entry import Head, entry_hash
from pbem.tournament.director.due import due
from pbem.tournament.director.event import Event
from pbem.tournament.director.showing import points_in_words
from pbem.tournament.event import standard_scoring
from pbem.tournament.values import Form

DAY = 86_400
SWISS, MEET = "swiss", "allmeet"
_BETWEEN_ROUNDS = 14 * DAY
_LENGTH = 6 * _BETWEEN_ROUNDS  # more than both events last together
_MOST_ORDERS = 20_000
Change = Callable[[list[dict[str, Any]]], None]


class DemoDesk(Desk):
    """A desk for which days pass in no time: it begins months ago, so that nothing lies in the future at the end."""

    ahead = -_LENGTH

    def now(self) -> int:
        """Return the time of the demo, unix seconds."""
        return super().now() + self.ahead


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
        self._progress = progress
        self._found: dict[str, GameFound] = {}
        self._gone: set[str] = set()
        clear(folder)
        Desk.create(folder / "desk", name="referee.example.org", address="referee@example.org", store=store).close()
        self.desk = DemoDesk(folder / "desk")

    def run(self) -> None:
        """Hold both events, export and verify them, and forge one in three ways."""
        names = [f"Bot {number:02}" for number in range(1, 17)]
        for name in (*names, "Reserve"):
            add_player(self.desk, Member(name))
        self._swiss(names)
        self._all_meet(names[:13])
        for id_ in (SWISS, MEET):
            found = self._verify(export_event(self.desk, id_, self.folder / id_))
            self._tell(
                f"{id_}: {'VALID' if found.ok else 'NOT VALID'}, {len(found.games)} games, {found.entries} entries"
            )
        self._forge("result", _forge_result)
        self._forge("draw", _forge_draw)
        self._forge("tie-break", _forge_tie)

    def _open(self, id_: str, title: str, rules: str, form: Form, rounds: int) -> None:
        now = self.desk.now()
        new_event(
            self.desk,
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

    def _enter(self, id_: str, names: Iterable[str]) -> None:
        for name in names:
            say_here(self.desk, id_, name, EventWord("enter"))
        self.desk.ahead += DAY + 60

    def _swiss(self, names: Sequence[str]) -> None:
        """Sixteen in four rounds of Fortuna: two leave, one is substituted, one appeals, one game is ruled."""
        form = Form(
            kind="swiss", least=3, scoring=standard_scoring(4), table=4, terms={"rounds": 4, "starts": 8}, version=1
        )
        self._open(SWISS, "Sixteen bots, four rounds of Fortuna", "fortuna", form, 4)
        self._enter(SWISS, names)
        for number in range(1, 5):
            games = self._begin(SWISS)
            if number == 1:
                self._incidents(games)
            self._play(SWISS)
            if number == 2:
                self._withdraw(next(name for name in names if name not in self._gone))
        self._close(SWISS)

    def _incidents(self, games: Sequence[str]) -> None:
        match = play_bots(self.desk, games[0], Bots("random", frozenset(self._seats(games[0])), _random(games[0]), 20))
        seat = match.seats[0]
        rule_substitute(self.desk, games[0], seat, "Reserve", "the machine of that bot broke down")
        self._tell(f"{games[0]}: Reserve plays on for {match.holders[seat].name}")
        seats = self._seats(games[1])
        places = {seat: number for number, seat in enumerate(seats, 1)}
        rule_result(
            self.desk, games[1], places, {seat: 40 - 5 * place for seat, place in places.items()}, "agreed by all"
        )
        self._tell(f"{games[1]}: the director rules the result")
        loser = self._player(games[1], seats[-1])
        event = say_here(self.desk, SWISS, loser, EventWord("appeal", "nobody asked me"))
        seq = event.book.head.size - 1
        rule_answer(self.desk, SWISS, seq, reason="all four had agreed at the desk")
        self._tell(f"{loser} appeals, and is answered in entry {seq + 1}")
        self._withdraw(self._player(games[2], self._seats(games[2])[0]))

    def _withdraw(self, name: str) -> None:
        say_here(self.desk, SWISS, name, EventWord("withdraw"))
        self._gone.add(name)
        self._tell(f"{name} withdraws")

    def _all_meet(self, names: Sequence[str]) -> None:
        """Thirteen at Praetor, at thirteen tables of four: everybody meets everybody once."""
        form = Form(kind="allmeet", least=4, scoring=standard_scoring(4), table=4, terms={}, version=1)
        self._open(MEET, "Thirteen bots, everybody meets everybody at Praetor", "praetor", form, 1)
        self._enter(MEET, names)
        self._begin(MEET)
        self._play(MEET)
        self._close(MEET)

    def _event(self, id_: str) -> Event:
        with self.desk.store.read() as look:
            return current_event(self.desk, look, id_)

    def _begin(self, id_: str) -> list[str]:
        drawn = draw_round(self.desk, id_).event
        opened = start_round(
            self.desk, id_, lambda done, of: self._progress(f"{id_}: opening table {done + 1} of {of}")
        )
        self._tell(f"{id_}: round {len(drawn.book.rounds)} is drawn, {len(opened)} games are opened")
        return opened

    def _play(self, id_: str) -> None:
        """Let bots play what is open, and the event take the results."""
        games = [game for _place, game in due(self._event(id_), 0).playing]
        for number, game in enumerate(games, 1):
            self._progress(f"{id_}: playing {game}, {number} of {len(games)}")
            bots = Bots("greedy", frozenset(self._seats(game)), _random(game), _MOST_ORDERS)
            play_bots(self.desk, game, bots)
        wake_event(self.desk, id_, self.desk.now())
        self._progress("")

    def _seats(self, game: str) -> list[str]:
        with self.desk.store.read() as look:
            return list(look.games.seats(game))

    def _player(self, game: str, seat: str) -> str:
        with self.desk.store.read() as look:
            return look.games.seats(game)[seat][0]

    def _close(self, id_: str) -> None:
        event = close_event(self.desk, id_)
        with self.desk.store.read() as look:
            first = standings_of(look, event)[0]
        self._tell(f"{id_}: closed; {first.player} wins with {points_in_words(first.points)} points")

    def _verify(self, folder: Path) -> EventVerified:
        return verify_event_folder(folder, self._look)

    def _look(self, paths: Sequence[Path], secret: bytes | None) -> list[GameFound]:
        """Look at games, each once: in the forgeries they are as they were."""
        for number, path in enumerate(paths, 1):
            if path.name not in self._found:
                self._progress(f"verifying {path.name}, {number} of {len(paths)}")
                self._found[path.name] = look_at_game(path, verify_files(path), secret)
        self._progress("")
        return [self._found[path.name] for path in paths]

    def _forge(self, what: str, change: Change) -> None:
        """Change the export of the Swiss, chain it anew and sign it, as its director could; and say what is found."""
        folder = Path(shutil.copytree(self.folder / SWISS, self.folder / f"forged-{what}"))
        entries = [json.loads(line) for line in (folder / LOG).read_bytes().splitlines()]
        change(entries)
        raws, prev = [], Head.empty.hash
        for entry in entries:
            raws.append(canonical.encode({**entry, "prev": prev.hex()}))
            prev = entry_hash(raws[-1])
        write_file(folder / LOG, join(raws))
        write_file(folder / NOTE, self.desk.note(SWISS, Head(len(raws), prev)).encode())
        said = {name: entries[0][name] for name in ("game", "rules", "title")}
        write_file(folder / RESULT, canonical.encode({**said, "standings": entries[-1]["standings"]}) + b"\n")
        found = self._verify(folder).first_bad
        told = f"entry {found['seq']}: {found['why']}" if found else "NOT NOTICED"
        self._tell(f"a forged {what}: {told}")


def _random(seed: str) -> Random:
    return Random(seed)  # noqa: S311 - it plays, it protects nothing


def _last(entries: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(entry for entry in reversed(entries) if entry["kind"] == kind)


def _forge_result(entries: list[dict[str, Any]]) -> None:
    places = _last(entries, "result")["places"]
    places[0], places[-1] = places[-1], places[0]
    if places[0] == places[-1]:
        places.reverse()


def _forge_draw(entries: list[dict[str, Any]]) -> None:
    one, two = _last(entries, "draw")["tables"][:2]
    one["seats"][0], two["seats"][0] = two["seats"][0], one["seats"][0]


def _forge_tie(entries: list[dict[str, Any]]) -> None:
    _last(entries, "close")["standings"][0]["marks"][0] = "99"
