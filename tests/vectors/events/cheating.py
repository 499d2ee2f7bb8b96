"""What a cheating director may do to the games of an event, and what he may say of them."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from pbem.games.found import named
from pbem.record.dice import fair
from pbem.record.events.law.chance import Place
from pbem.referee.acts.rulings import adjudicate
from pbem.referee.match.secrets import Secrets
from pbem.tournament.director.acts import ruling
from pbem.tournament.director.acts.rounds import close
from pbem.tournament.director.due import due
from tests.tournament.director.hall import secret
from tests.vectors.events import sample
from tests.vectors.events.forgery import CLOSE, OTHER, Case, put, where
from tests.vectors.events.sample import Files


class Cheat:
    """A director who opens the first table of the short event otherwise than he should, and goes on like that."""

    def __init__(self) -> None:
        self.hall = sample.drawn_hall()
        self.sitting, self.other = due(self.hall.event, self.hall.now).to_open[:2]
        self.terms = self.hall.terms_of(self.sitting)
        self.secrets = self.hall.secrets_of(self.sitting)

    def play(self, **terms: Any) -> Files:
        """Open the game with other terms, and play the event to its end."""
        played = self.hall.begin(replace(self.terms, **terms), self.secrets)
        self.hall.games[self.sitting.id] = self.hall.games.pop(played.match.id)
        place = {"round": 1, "table": 1, "attempt": 1}
        self.hall.force("table", id=self.sitting.id, open=played.entries[0].hash.hex(), **place)
        self.hall.open(self.other)
        return self.end()

    def open_early(self) -> Files:
        """Open the game before its table is drawn, or say so, and play the event to its end."""
        drawn, self.hall.now = self.hall.now, self.hall.now - 1
        played = self.hall.begin(self.terms, self.secrets)
        self.hall.now = drawn
        place = {"round": 1, "table": 1, "attempt": 1}
        self.hall.force("table", id=self.sitting.id, open=played.entries[0].hash.hex(), **place)
        self.hall.open(self.other)
        return self.end()

    def result_early(self) -> Files:
        """Enter the result of a game before the game is over."""
        self.hall.open(self.sitting)
        self.hall.open(self.other)
        self.result(self.sitting.id, ends=self.hall.now + 1)
        self.result(self.other.id)
        self.hall.keep(close(self.hall.clerk()))
        return self.hall.files()

    def end(self) -> Files:
        """Give both games a result, whatever they are, and close."""
        for id_ in (self.sitting.id, self.other.id):
            self.result(id_)
        self.hall.keep(close(self.hall.clerk()))
        return self.hall.files()

    def result(self, id_: str, ends: int | None = None, **fields: Any) -> None:
        """Write the result of a game that is adjudicated."""
        played, table = self.hall.games[id_], int(id_.split(".")[2])
        points = {seat: {"total": 50 - place} for place, seat in enumerate(played.match.seats)}
        ranks = {seat: place for place, seat in enumerate(played.match.seats, 1)}
        ended = {"ranks": ranks, "points": points}
        played.keep(adjudicate(played.scribe(ends or self.hall.now), ended, reason="agreed"))
        usual = {
            "round": 1,
            "table": table,
            "attempt": 1,
            "head": played.entries[-1].hash.hex(),
            "how": "adjudicated",
            "places": [1, 2],
            "points": [50, 49],
            "substitutes": [],
        }
        self.hall.force("result", **(usual | fields))


def bad_games() -> Iterator[Case]:
    yield "secret-other", "11 games", "closed with another secret", put(CLOSE, secret=OTHER)
    yield "game-options", "7 games", "a game by other options", Cheat().play(options={"temple_keep": _other_option()})
    yield "game-table", "7 games", "a game with other components", Cheat().play(table=_other_table())
    yield "game-id", "7 games", "a game by another id", Cheat().play(id="spring.1.1.9")
    yield "game-plain", "7 games", "a game that is of no event", Cheat().play(event=None, event_key="")
    yield "game-key", "7 games", "a game with other luck", Cheat().play(event_key=OTHER)
    draw = Cheat()
    of = draw.terms.event
    assert of is not None
    yield "game-draw", "7 games", "a game of another draw", draw.play(event=replace(of, draw=OTHER))
    yield "game-place", "7 games", "a game of another table", Cheat().play(event=replace(of, table=2, draw=of.draw))
    yield "game-accepts", "7 games", "a game that takes other signatures", Cheat().play(accepts=("desk", "bot"))
    turned = Cheat()
    grey, brown = turned.terms.holders
    holders = {grey: turned.terms.holders[brown], brown: turned.terms.holders[grey]}
    yield "game-seats", "7 games", "players who sit otherwise than drawn", turned.play(holders=holders)
    yield "game-early", "7 games", "a game that is older than its draw", Cheat().open_early()
    yield "result-before", "9 games", "a result that is older than the end of its game", Cheat().result_early()
    yield from bad_secrets()
    yield from bad_results()


def _other_option() -> str:
    option = next(option for option in named("alea").meta.options if option.name == "temple_keep")
    return option.values[1]


def _other_table() -> Any:
    table = named("alea").table()
    return {**table, "senate": {**table["senate"], "border_points": 4}}


def bad_secrets() -> Iterator[Case]:
    lucky = Cheat()
    lucky.secrets = Secrets(
        fair.ladder(lucky.sitting.id, secret("lucky"), sample.RUNGS), lucky.secrets.hidden, b"s" * 32
    )
    yield "dice-lucky", "7 games", "dice that do not follow from the event's secret", lucky.play()
    hidden = Cheat()
    hidden.secrets = Secrets(hidden.secrets.rungs, secret("lucky"), b"s" * 32)
    yield "decks-lucky", "7 games", "decks that do not follow from the event's secret", hidden.play()
    long = Cheat()
    top = long.secrets.rungs.rung(sample.RUNGS)
    long.secrets = Secrets(fair.ladder(long.sitting.id, top, sample.RUNGS + 1), long.secrets.hidden, b"s" * 32)
    yield "dice-longer", "7 games", "a ladder of another length", long.play()


def bad_results() -> Iterator[Case]:
    for name, why, fields in (
        ("result-places", "a result that is not the game's", {"places": [2, 1]}),
        ("result-points", "other victory points", {"points": [50, 48]}),
        ("result-how", "a ruled result that is told as played", {"how": "played"}),
        ("result-void", "a game that was not void", {"how": "void", "places": [], "points": []}),
        ("result-head", "the result of another game", {"head": OTHER}),
        ("result-substitute", "a substitute who never came", {"substitutes": [["Rufus", "Zita"]]}),
    ):
        cheat = _opened()
        first, second = cheat.sitting.id, cheat.other.id
        cheat.result(first, **fields)
        cheat.result(second)
        cheat.hall.keep(close(cheat.hall.clerk()))
        yield name, "9 games", why, cheat.hall.files()
    stray = sample.short()
    extra = {
        path.replace("spring.1.1.1", "spring.1.1.2"): raw
        for path, raw in stray.items()
        if path.startswith("games/spring.1.1.1")
    }
    yield "game-stray", "- games", "a game that no table names", stray | extra
    log = stray["games/spring.1.2.1/log.jsonl"].replace(b'"total":100', b'"total":101', 1)
    yield "game-tampered", "8 games", "a game that is not valid", stray | {"games/spring.1.2.1/log.jsonl": log}
    yield "replace-played", *_replaced_late()


def _opened() -> Cheat:
    """A director who has opened both tables as he should."""
    cheat = Cheat()
    for sitting in (cheat.sitting, cheat.other):
        cheat.hall.open(sitting)
    return cheat


def _replaced_late() -> tuple[str, str, Files]:
    """Let somebody get a seat, and its points, from a player who had played."""
    event = sample.hall("late", "swiss", 2, rounds=1, terms={"rounds": 1}, entries=sample.entries(most=2))
    event.enter("Ada", "Ben", "Cem").start().draw().open_all()
    played = event.games["late.1.1.1"]
    before = len(played.entries)
    while not any(entry.body["kind"] == "order" for entry in played.entries):
        played.play(event.now, most=1)
    assert len(played.entries) > before
    seat = next(entry.body["seat"] for entry in played.entries if entry.body["kind"] == "order")
    player = played.match.holders[seat].name
    event.substitute("late.1.1.1", player, "Cem").rule(ruling.replace_player, Place(1, 1), player, "Cem")
    points = {one: {"total": 9 - place} for place, one in enumerate(played.match.seats)}
    ranks = {one: place for place, one in enumerate(played.match.seats, 1)}
    ended = {"ranks": ranks, "points": points}
    played.keep(adjudicate(played.scribe(event.now), ended, reason="agreed"))
    place = {"round": 1, "table": 1, "attempt": 1, "how": "adjudicated", "places": [1, 2], "points": [9, 8]}
    event.force("result", head=played.entries[-1].hash.hex(), substitutes=[], **place)
    event.keep(close(event.clerk()))
    files = event.files()
    return f"{where(files, 'result')} games", "replaced when he had begun to play", files
