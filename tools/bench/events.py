"""A whole event at a desk: bots play every game, and what the event itself costs is held against their playing."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import process_time

from pbem.demo.hall import DAY, DemoDesk
from pbem.desk.desk import Desk
from pbem.desk.events.course.ending import close_event
from pbem.desk.events.course.entering import say_here
from pbem.desk.events.course.opening import NewEvent, new_event
from pbem.desk.events.course.results import wake_event
from pbem.desk.events.course.rounds import draw_round, start_round
from pbem.desk.events.event_store import current_event
from pbem.desk.events.event_vocabulary import EventWord
from pbem.desk.events.records.event_export import export_event
from pbem.desk.events.records.event_verdict import look_at_game, verify_event_folder
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.desk.people.enrolled import add_player
from pbem.desk.records.checks.game_verdict import verify_files
from pbem.desk.store.values import Member
from pbem.record.events.law.kinds import Entries
from pbem.tournament.director.due import due
from pbem.tournament.event import standard_scoring
from pbem.tournament.values import Form
from tools.bench.clock import progress, spent
from tools.bench.desks import Bench, random_of
from tools.bench.lines import Line

EVENT = "event"
_MOST = 20_000
Spent = dict[str, float]


def bench_event(bench: Bench) -> Iterator[Line]:
    """Hold an event of 120 players in six rounds, 180 games of Praetor; quick: of 16 in two."""
    players, rounds = (16, 2) if bench.is_quick else (120, 6)
    Desk.create(bench.folder / EVENT, name="bench", address="referee@example.org").close()
    with closing(DemoDesk(bench.folder / EVENT)) as desk:
        times = held(desk, players, rounds)
        folder = export_event(desk, EVENT, bench.folder / "exported")
    games = players // 4 * rounds
    own = times["draws"] + times["tables"] + times["results"]
    parts = ", ".join(f"{part} {seconds:.1f} s" for part, seconds in times.items())
    figures = f"{players} players, {rounds} rounds, {games} games; {parts}; letters go nowhere"
    yield Line(EVENT, "draws, tables, results against playing", own / times["playing"], 0.5, figures)
    progress("verifying the event")
    checked = spent(lambda: check(folder))
    yield Line(EVENT, "verified, games included", checked, None, "on one processor, every draw run again", "s")


def held(desk: DemoDesk, players: int, rounds: int) -> Spent:
    """Hold an event, and return how many seconds of the processor each part of it took."""
    times: Spent = dict.fromkeys(("entries", "draws", "tables", "playing", "results", "close"), 0.0)
    times["entries"] = spent(lambda: enter(desk, players, rounds))
    for number in range(rounds):
        times["draws"] += spent(lambda: draw_round(desk, EVENT))
        times["tables"] += spent(lambda: start_round(desk, EVENT))
        times["playing"] += play(desk, number)
        times["results"] += spent(lambda: wake_event(desk, EVENT, desk.now()))
    times["close"] = spent(lambda: close_event(desk, EVENT))
    return times


def enter(desk: DemoDesk, players: int, rounds: int) -> None:
    """Open an event, and enter people in it."""
    terms = {"rounds": rounds, "starts": 8}
    form = Form(kind="swiss", least=3, scoring=standard_scoring(4), table=4, terms=terms, version=1)
    now = desk.now()
    asked = NewEvent(
        id=EVENT,
        title="The bench",
        rules="praetor",
        form=form,
        entries=Entries(late=0, least=4, most=players, until=now + DAY),
        rounds=tuple(now + DAY * (1 + 30 * number) for number in range(1, rounds + 1)),
    )
    new_event(desk, asked)
    for number in range(players):
        add_player(desk, Member(f"Bot {number:03}"))
        say_here(desk, EVENT, f"Bot {number:03}", EventWord("enter"))
    desk.ahead += DAY + 60


def play(desk: Desk, number: int) -> float:
    """Let bots play all games of a round; returns the seconds that took."""
    began = process_time()
    with desk.store.read() as look:
        games = [game for _place, game in due(current_event(desk, look, EVENT), 0).playing]
    for count, game in enumerate(games, 1):
        progress(f"round {number + 1}: playing {count} of {len(games)}")
        with desk.store.read() as look:
            seats = frozenset(look.games.seats(game))
        play_bots(desk, game, Bots("greedy", seats, random_of(game), _MOST))
    return process_time() - began


def check(folder: Path) -> None:
    """Verify the export of an event; it must be valid."""
    found = verify_event_folder(
        folder, lambda paths, secret: [look_at_game(path, verify_files(path), secret) for path in paths]
    )
    if not found.ok:
        raise ValueError(f"the event is not valid: {found.first_bad or found.cannot}")
