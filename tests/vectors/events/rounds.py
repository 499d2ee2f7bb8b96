"""Draws, tables, results and rulings of an event that may not stand where they do, or that the form does not give."""

from collections.abc import Iterator
from typing import Any

from tests.vectors.events import sample
from tests.vectors.events.forgery import (
    BOTH_SHOWN,
    CLOSE,
    DRAW,
    EVENT,
    OTHER,
    OTHER_RESULT,
    OTHER_TABLE,
    RESULT,
    TABLE,
    Body,
    Case,
    again,
    bodies,
    changed,
    drop,
    forge,
    put,
    ruled,
    where,
)
from tests.vectors.events.sample import Files


def bad_rounds() -> Iterator[Case]:
    full, brief = sample.full(), sample.cancelled()
    second = where(full, "draw", round=2)
    yield "draw-twice", "7 chain", "a second draw that nobody ruled", again(DRAW, TABLE)
    heats = sample.heats()
    final = where(heats, "draw", round=2)
    yield "draw-open", f"{final - 1} chain", "a draw while a table has no result", drop(final - 1, heats)
    yield "draw-cut", f"{second} chain", "a draw by what came after its cut", put(second, full, cut=second - 1)
    yield "draw-attempt", f"{second} chain", "another attempt than is next", put(second, full, attempt=2)
    yield (
        "draw-slot",
        "6 chain",
        "a draw by another roll",
        changed(lambda es: es[DRAW]["chance"][0].update(slot="draw 1/2")),
    )
    yield "draw-rolls", "6 chain", "a draw without a roll", put(DRAW, chance=[])
    yield "draw-stranger", "6 chain", "somebody drawn who has not entered", changed(_stranger_drawn)
    yield (
        "draw-more",
        "12 chain",
        "more rounds than there are",
        again(where(brief, "draw"), 12, _one_round(brief), round=2),
    )
    yield "table-twice", "8 chain", "a table that gets a second game", again(TABLE, OTHER_TABLE)
    yield (
        "table-none",
        "9 chain",
        "a game for a table that is not there",
        again(TABLE, RESULT, table=3, id="spring.1.3.1"),
    )
    yield "table-id", "7 chain", "a game by another id", put(TABLE, id="lucky")
    yield "table-attempt", "7 chain", "a second game that nobody ruled", put(TABLE, attempt=2, id="spring.1.1.2")
    many = sample.beacon()
    last = len(bodies(many))
    closed = {"table": 3, "id": "lottery.1.3.1"}
    yield "table-busy", f"{last} chain", "a player with too many games", again(last - 1, last, many, **closed)
    yield "result-twice", "10 chain", "a second result of a table", again(RESULT, OTHER_RESULT)
    yield "result-unopened", "8 chain", "a result of a table without a game", again(OTHER_RESULT, OTHER_TABLE)
    yield "result-attempt", "9 chain", "a result of another attempt", put(RESULT, attempt=2)
    yield "close-early", "10 chain", "closed before all is played", drop(OTHER_RESULT)
    yield "close-undrawn", "9 chain", "closed before all is drawn", changed(_undrawn, heats)
    yield "close-lots", "11 chain", "closed without lots", put(CLOSE, chance=[])


def _stranger_drawn(entries: list[Body]) -> None:
    entries[DRAW]["tables"][0]["seats"][0] = "Zita"


def _one_round(files: Files) -> Files:
    """Return the cancelled event without its end, and of one round only."""
    entries = bodies(files)[:-1]
    entries[0]["rounds"] = entries[0]["rounds"][:1]
    return forge(files, entries)


def _undrawn(entries: list[Body]) -> None:
    """Close the heats right after their start."""
    del entries[9 : len(entries) - 1]


def bad_rulings() -> Iterator[Case]:
    full = sample.full()
    last = len(bodies(full)) - 1
    second = where(full, "draw", round=2)
    at = f"{last} chain"
    yield "answer-nothing", at, "an answer to what is no appeal", ruled(last, "answer", full, to=1, opens=[])
    appeal = where(full, "appeal")
    yield "answer-twice", at, "an appeal answered twice", ruled(last, "answer", full, to=appeal, opens=[])
    yield "out-nobody", at, "somebody taken out who is not there", ruled(last, "out", full, player="Zita")
    yield "out-chosen", "4 chain", "taken out when a luck is known", ruled(BOTH_SHOWN, "out", player="Rufus")
    yield (
        "penalty-nobody",
        at,
        "a penalty for a stranger",
        ruled(last, "penalty", full, player="Zita", round=1, parts=1),
    )
    fine = {"player": "Gus", "round": 2, "parts": 60}
    yield "penalty-ahead", f"{second} chain", "a penalty in a round to come", ruled(second, "penalty", full, **fine)
    yield "extend-back", at, "a round that ends earlier", ruled(last, "extend", full, round=1, until=5)
    yield "extend-none", at, "a round that is not there", ruled(last, "extend", full, round=4, until=2**40)
    yield "redraw-begun", at, "a round drawn again that has begun", ruled(last, "redraw", full, round=3)
    yield "redraw-old", at, "an old round drawn again", ruled(last, "redraw", full, round=1)
    yield "replay-unplayed", "9 chain", "a replay of what has no result", ruled(RESULT, "replay", round=1, table=1)
    off = {"round": 2, "table": 1}
    yield "replay-discounted", at, "a replay of what does not count", ruled(last, "replay", full, **off)
    yield "discount-none", at, "a table that is not there", ruled(last, "discount", full, round=3, table=3)
    change = {"round": 1, "table": 1, "points": []}
    yield (
        "ruled-unplayed",
        "9 chain",
        "a result changed that is not there",
        ruled(RESULT, "result", places=[1, 2], **change),
    )
    yield (
        "ruled-places",
        f"{last} scores",
        "places that cannot be",
        ruled(last, "result", full, places=[1, 3, 3], **change),
    )
    seat = {"round": 1, "table": 1, "player": "Zoë"}
    yield "replace-busy", "9 chain", "replaced by somebody who plays", ruled(RESULT, "replace", by="Rufus", **seat)
    yield "replace-nobody", "9 chain", "a seat less when the game is opened", ruled(RESULT, "replace", by="", **seat)
    absent = {"round": 1, "table": 1, "player": "Gus", "by": "Ida"}
    yield "replace-absent", at, "replaced where he does not sit", ruled(last, "replace", full, **absent)
    yield "cancel-secret", "12 games", "given up with another secret", put(12, sample.cancelled(), secret=OTHER)


def bad_draws() -> Iterator[Case]:
    full = sample.full()
    third = where(full, "draw", round=3)
    yield "seats-other", "6 tables", "players in other seats", changed(_turned)
    yield "exchanged", f"{third} tables", "two players exchanged", changed(lambda es: _exchanged(es[third]), full)
    first = where(full, "draw")
    yield (
        "draw-first",
        f"{first} tables",
        "a first round as it pleases",
        changed(lambda es: _exchanged(es[first]), full),
    )
    yield "cost", f"{third} tables", "another cost", changed(lambda es: es[third]["cost"].update(repeats=99), full)
    yield "start-number", f"{third} tables", "another start is named", changed(_other_start, full)
    heats = sample.heats()
    final = where(heats, "draw", round=2)
    yield (
        "final-other",
        f"{final} tables",
        "somebody in the final who is not among the best",
        changed(_wrong_final, heats),
    )
    bye = sample.cancelled()
    yield "bye-other", f"{where(bye, 'draw')} tables", "another bye", changed(_other_bye, bye)
    yield "form-points", "0 tables", "a worse place that gives more", changed(_rising, full)
    yield "form-rounds", "0 tables", "another number of rounds than end", changed(_more_rounds, full)
    yield (
        "form-seats",
        "0 tables",
        "more seats than at a table",
        put(EVENT, full, seats=["grey", "brown", "blue", "green"]),
    )
    yield (
        "form-vast",
        "0 tables",
        "a table for more than can be counted",
        changed(lambda es: _form(es, table=2**53 - 1)),
    )
    yield "form-deep", "0 tables", "tables of fewer than nobody", changed(lambda es: _form(es, least=1 - 2**53))
    yield "form-places", "0 tables", "points for a hundred places and one", changed(_many_places, full)
    yield "form-advance", "0 tables", "more go on than can enter", changed(_many_go_on, _unclosed(heats))
    yield "form-late", "0 tables", "late entries where the form takes none", changed(_late_allmeet)


def _turned(entries: list[Body]) -> None:
    entries[DRAW]["tables"][0]["seats"].reverse()


def _exchanged(draw: Body) -> None:
    one, two = draw["tables"][:2]
    one["seats"][0], two["seats"][0] = two["seats"][0], one["seats"][0]


def _other_start(entries: list[Body]) -> None:
    draw = next(entry for entry in entries if entry["kind"] == "draw" and entry["round"] == 3)
    draw["start"] = draw["start"] % 4 + 1


def _wrong_final(entries: list[Body]) -> None:
    draw = next(entry for entry in entries if entry["kind"] == "draw" and entry["round"] == 2)
    seats = draw["tables"][0]["seats"]
    seats[0] = next(name for name in sample.NAMES[:7] if name not in seats)


def _other_bye(entries: list[Body]) -> None:
    draw = next(entry for entry in entries if entry["kind"] == "draw")
    seats = draw["tables"][0]["seats"]
    draw["byes"], seats[0] = [seats[0]], draw["byes"][0]


def _rising(entries: list[Body]) -> None:
    entries[EVENT]["form"]["scoring"]["points"] = [3, 5, 2, 1, 0]


def _form(entries: list[Body], **fields: Any) -> None:
    entries[EVENT]["form"].update(fields)


def _many_places(entries: list[Body]) -> None:
    entries[EVENT]["form"]["scoring"]["points"] = [1] * 101


def _unclosed(files: Files) -> Files:
    return {name: raw for name, raw in files.items() if name != "result.json"}


def _many_go_on(entries: list[Body]) -> None:
    entries[EVENT]["form"]["terms"]["advance"] = [257, 3]
    entries[EVENT]["rounds"].append(entries[EVENT]["rounds"][-1] + 1)
    del entries[9:]  # what follows the start


def _more_rounds(entries: list[Body]) -> None:
    entries[EVENT]["form"]["terms"]["rounds"] = 4


def _late_allmeet(entries: list[Body]) -> None:
    entries[EVENT]["entries"]["late"] = 1
