"""Writes tests/vectors/events/accept and reject: `python -m tests.vectors.events.make`.

Each vector is an exported event. One that must be rejected has a why.txt: the number of the entry (or -) and the check
that must say no, then the reason in words.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from pbem.record.log import canonical
from tests.vectors.events import sample
from tests.vectors.events.cheating import bad_games
from tests.vectors.events.forgery import (
    BOTH_SHOWN,
    CLOSE,
    DRAW,
    EVENT,
    OTHER,
    RESULT,
    RUFUS,
    SHOWN,
    START,
    TABLE,
    ZOE,
    Body,
    Case,
    again,
    bodies,
    changed,
    cut,
    drop,
    put,
    ruled,
    where,
)
from tests.vectors.events.rounds import bad_draws, bad_rounds, bad_rulings
from tests.vectors.events.sample import Files

HERE = Path(__file__).parent

ACCEPTED = (
    sample.short,
    sample.entering,
    sample.unrevealed,
    sample.lain,
    sample.given_up,
    sample.beacon,
    sample.cancelled,
    sample.heats,
    sample.plane,
    sample.full,
)


def accepted() -> dict[str, Files]:
    return {make.__name__: make() for make in ACCEPTED}


def rejected() -> list[Case]:
    makers = (bad_bytes, bad_terms, bad_chain, bad_entrants, bad_luck, bad_dice, bad_rounds, bad_rulings, bad_draws)
    cases = [case for make in (*makers, bad_games, bad_scores, bad_files) for case in make()]
    return [(name, verdict, why, _lean(verdict, files)) for name, verdict, why, files in cases]


def _lean(verdict: str, files: Files) -> Files:
    """Leave the games out where something else is wrong: it is found without them."""
    is_about_games = verdict.split()[1] == "games"
    return {path: raw for path, raw in files.items() if is_about_games or not path.startswith("games/")}


def bad_bytes() -> Iterator[Case]:
    yield "kind", "7 bytes", "a kind that does not exist", put(TABLE, kind="wish")
    yield "field-missing", "7 bytes", "a table without its game", changed(lambda es: es[TABLE].pop("open"))
    yield "field-unknown", "9 bytes", "a field that does not exist", put(RESULT, mood="fine")
    yield "capital-hex", "9 bytes", "hex digits in capitals", put(RESULT, head=OTHER.upper())
    yield "act", "6 bytes", "an act that does not exist", ruled(DRAW, "smile")
    yield "act-fields", "6 bytes", "fields of another act", ruled(DRAW, "redraw", player="Zoë", round=1)
    yield "name-long", "1 bytes", "a name of 65 bytes", put(ZOE, player="x" * 65)
    yield "name-blank", "1 bytes", "a name with a blank behind it", put(ZOE, player="Zoë ")
    yield "name-line", "1 bytes", "a name of two lines", put(ZOE, player="Zo\në")
    yield "no-key", "1 bytes", "an entry without a key", put(ZOE, key="")
    yield "came-late", "1 bytes", "an entry taken before it came", put(ZOE, came=bodies(sample.short())[ZOE]["at"] + 1)
    yield "round-zero", "7 bytes", "a table of no round", put(TABLE, round=0)
    yield (
        "penalty-large",
        "7 bytes",
        "a penalty of more than a hundred points",
        ruled(TABLE, "penalty", **_fined(12_001)),
    )
    spaced = sample.short()["log.jsonl"].replace(b'"round":1,', b'"round": 1,', 1)
    yield "space", "6 bytes", "a space after a colon", sample.short() | {"log.jsonl": spaced}
    yield "number-capital", "6 bytes", "a public number in capitals", put(6, sample.plane(), beacon="00A2")


def _fined(parts: int) -> Body:
    return {"player": "Zoë", "round": 1, "parts": parts}


def bad_terms() -> Iterator[Case]:
    terms = bodies(sample.short())[EVENT]
    yield "id-dot", "0 bytes", "an id that looks like a table's", changed(lambda es: [e.update(game="a.1") for e in es])
    yield "two-chances", "0 bytes", "both luck and a public number", put(EVENT, beacon="tomorrow's")
    yield "no-round", "0 bytes", "an event without rounds", put(EVENT, rounds=[])
    yield "round-early", "0 bytes", "a round that ends before it begins", put(EVENT, rounds=[terms["checkin"]])
    yield (
        "checkin-early",
        "0 bytes",
        "a check-in before the entries end",
        put(EVENT, checkin=terms["entries"]["until"] - 1),
    )
    yield "checkin-vain", "0 bytes", "a check-in without luck", put(EVENT, luck="none")
    few = terms["entries"] | {"least": 9}
    yield "least-most", "0 bytes", "more must enter than may", put(EVENT, entries=few)
    late = terms["entries"] | {"late": 2}
    yield "late-after", "0 bytes", "late entries after the last round", put(EVENT, entries=late)
    yield "seat-twice", "0 bytes", "a seat named twice", put(EVENT, seats=["grey", "grey"])
    yield "ladder-long", "0 bytes", "a ladder that nobody climbs", put(EVENT, dice=terms["dice"] | {"n": 65_537})
    yield "key-weak", "0 bytes", "a key for which anybody can sign", put(EVENT, key="01" + "00" * 31)
    yield "pace", "0 bytes", "a pace that is none", put(EVENT, pace={"bank": 1})


def bad_chain() -> Iterator[Case]:
    entries = bodies(sample.short())
    yield "two-events", "1 chain", "announced twice", again(EVENT, 1)
    yield "no-event", "0 chain", "not announced at all", drop(EVENT)
    yield "time-back", "5 chain", "time that goes back", put(START, at=entries[BOTH_SHOWN]["at"] - 1)
    yield "other-event", "6 chain", "an entry of another event", put(DRAW, game="summer")
    yield "two-starts", "6 chain", "started twice", again(START, DRAW)
    yield "draw-early", "5 chain", "drawn before the start", changed(lambda es: es.insert(START, es.pop(DRAW)))
    yield "reveal-late", "6 chain", "revealed after the start", again(SHOWN, DRAW)
    yield "after-end", "12 chain", "something after the end", again(RESULT, CLOSE + 1)
    yield "after-cancel", "13 chain", "something after the event was given up", again(3, 13, sample.cancelled())
    yield "sign", "1 chain", "signed by a kind that is not accepted", put(ZOE, sign="pgp")
    yield "seen-other", "3 chain", "a head of another record", put(SHOWN, seen={"size": 3, "head": OTHER})
    yield "seen-ahead", "3 chain", "a head that is to come", put(SHOWN, seen={"size": 4, "head": OTHER})
    yield "start-early", "5 chain", "a start before the check-in ends", put(START, at=entries[BOTH_SHOWN]["at"])
    log = sample.short()["log.jsonl"].replace(b'"how":"adjudicated"', b'"how":"played"', 1)
    yield "changed", "10 chain", "an entry changed, and nothing else", sample.short() | {"log.jsonl": log}
    yield "empty", "- chain", "no entry at all", sample.short() | {"log.jsonl": b""}


def bad_entrants() -> Iterator[Case]:
    full = sample.full()
    yield "entry-twice", "3 entrants", "somebody who enters twice", again(RUFUS, SHOWN)
    shared = {"player": "Zita", "luck": OTHER}
    yield "key-twice", "3 entrants", "a second entry by one key", again(ZOE, SHOWN, **shared)
    until = bodies(sample.short())[EVENT]["entries"]["until"]
    tardy = {"player": "Zita", "came": until + 1, "at": until + 1}
    yield "entry-tardy", "3 entrants", "somebody who enters when entries are closed", again(RUFUS, SHOWN, **tardy)
    yield "entry-after-reveal", "4 entrants", "somebody who enters when a luck is known", again(RUFUS, 4, player="Zita")
    yield (
        "entry-unseen",
        "2 entrants",
        "an entry that does not quote the terms",
        put(RUFUS, seen={"size": 2, "head": None}),
    )
    yield "entry-late", "6 entrants", "a late entry where there is none", again(RUFUS, DRAW, player="Zita", luck="")
    crowded = again(where(full, "entry", player="Ida"), where(full, "entry", player="Ida"), full, player="Jo")
    yield "entry-full", f"{where(full, 'entry', player='Ida') + 1} entrants", "no room for a late entry", crowded
    yield "key-kind", "2 entrants", "a signature that the player has no key for", put(RUFUS, sign="ssh")
    yield "key-other", "4 entrants", "a reveal by another kind of key", put(BOTH_SHOWN, sign="ssh")
    yield "stranger", "3 entrants", "a reveal of somebody who has not entered", put(SHOWN, player="Zita")
    gone = again(where(sample.entering(), "withdraw"), 5, sample.entering())
    yield "withdraw-twice", "5 entrants", "somebody who withdraws twice", gone
    yield "reveal-gone", "5 entrants", "a reveal of somebody who has left", changed(_revealed_and_gone)
    yield "start-order", "5 entrants", "entrants in another order", put(START, entrants=["Rufus", "Zoë"])
    yield "start-without", "5 entrants", "somebody left out", put(START, entrants=["Zoë"], waiting=["Rufus"])
    absent = sample.unrevealed()
    start = where(absent, "start")
    drawn = ["Ada", "Ben", "Zoë"]
    yield (
        "start-unrevealed",
        f"{start} entrants",
        "somebody drawn who did not check in",
        put(start, absent, entrants=drawn),
    )
    crowd = {"entrants": list(sample.NAMES[:5]), "waiting": list(sample.NAMES[5:6])}
    yield (
        "start-crowd",
        f"{where(sample.beacon(), 'start')} entrants",
        "more than there is room for",
        put(where(sample.beacon(), "start"), sample.beacon(), **crowd),
    )
    yield "start-few", "5 entrants", "too few players", changed(_needs_three)


def _revealed_and_gone(entries: list[Body]) -> None:
    left = {name: entries[SHOWN][name] for name in ("at", "came", "game", "player", "seal", "sign")}
    entries.insert(SHOWN + 1, {"kind": "withdraw", **left})
    entries.insert(SHOWN + 2, json.loads(json.dumps(entries[SHOWN])))


def _needs_three(entries: list[Body]) -> None:
    entries[EVENT]["entries"]["least"] = 3


def bad_luck() -> Iterator[Case]:
    yield "luck-none", "2 luck", "no luck where one is asked", put(RUFUS, luck="")
    early = sample.entering()
    yield "luck-unasked", "2 luck", "a luck that nobody asked for", put(2, early, luck=OTHER)
    yield "luck-other", "3 luck", "a luck that was not committed to", put(SHOWN, luck=OTHER)
    yield "luck-twice", "4 luck", "a luck revealed twice", again(SHOWN, BOTH_SHOWN)
    checkin = bodies(sample.short())[EVENT]["checkin"]
    yield (
        "luck-tardy",
        "4 luck",
        "a luck revealed after the check-in",
        put(BOTH_SHOWN, at=checkin + 1, came=checkin + 1),
    )
    until = bodies(sample.short())[EVENT]["entries"]["until"]
    early = put(SHOWN, came=until - 1)
    yield "luck-hasty", "3 luck", "a luck revealed when others may still enter", early
    yield "luck-unseen", "3 luck", "revealed before all had entered", put(SHOWN, seen={"size": 2, "head": None})
    lucks = bodies(sample.short())[START]["luck"]
    yield "start-luck", "5 luck", "a start with another luck", put(START, luck=[lucks[0], OTHER])
    yield "start-no-luck", "5 luck", "a start without the lucks", put(START, luck=[])
    yield "number-none", "7 luck", "no public number where one is named", put(7, sample.beacon(), beacon="")
    yield "number-unnamed", "5 luck", "a public number that nobody named", put(START, beacon="0042")


def bad_dice() -> Iterator[Case]:
    yield "rung-next", "6 ladder", "another rung than the next", changed(lambda es: es[DRAW]["chance"][0].update(j=17))
    yield (
        "rung-other",
        "6 ladder",
        "a rung of another ladder",
        changed(lambda es: es[DRAW]["chance"][0].update(r=OTHER)),
    )
    yield "draw-value", "6 draws", "another value than the stream gives", changed(_other_value)
    yield "lots-value", "11 draws", "another lot than the stream gives", changed(_other_lot)
    full = sample.full()
    answer = where(full, "ruling", act="answer")
    opened = bodies(full)[answer]["opens"][0]
    yield (
        "answer-text",
        f"{answer} seals",
        "another text than was sealed",
        put(answer, full, opens=[opened | {"text": opened["text"].replace("equal", "first")}]),
    )
    yield (
        "answer-other",
        f"{answer} seals",
        "something else than the appeal is opened",
        put(answer, full, opens=[opened | {"seq": 1}]),
    )


def _other_value(entries: list[Body]) -> None:
    draws = entries[DRAW]["chance"][0]["draws"]
    draws[0][1] = 1 - draws[0][1]


def _other_lot(entries: list[Body]) -> None:
    draws = entries[CLOSE]["chance"][0]["draws"]
    draws[0][1] = 1 - draws[0][1]


def bad_scores() -> Iterator[Case]:
    yield "places", "9 scores", "places that cannot be", put(RESULT, places=[1, 3])
    yield "places-few", "9 scores", "a place too few", put(RESULT, places=[1])
    yield "void-places", "9 scores", "a void game with places", put(RESULT, how="void")
    yield "substitute-nobody", "9 scores", "a substitute for nobody", put(RESULT, substitutes=[["Zita", "Jo"]])
    yield (
        "points-told",
        "11 scores",
        "other points than the results give",
        changed(lambda es: _line(es).update(points=1)),
    )
    yield "tie-break", "11 scores", "another tie-break than the results give", changed(_other_mark)
    yield "rank", "11 scores", "another rank", changed(lambda es: _line(es).update(rank=2))
    yield "line-missing", "11 scores", "a player left out", changed(lambda es: es[CLOSE]["standings"].pop())


def _line(entries: list[Body]) -> Body:
    line: Body = entries[CLOSE]["standings"][0]
    return line


def _other_mark(entries: list[Body]) -> None:
    _line(entries)["marks"][1] = "1/3"


def bad_files() -> Iterator[Case]:
    short = sample.short()
    yield "note-other", "- note", "the note of another head", short | {"head.note": cut(5)["head.note"]}
    said = canonical.decode(short["result.json"][:-1])
    said["standings"].reverse()
    yield "result-file", "- result", "another result", short | {"result.json": canonical.encode(said) + b"\n"}
    early = sample.entering() | {"result.json": short["result.json"]}
    yield "result-early", "- result", "a result before the end", early
    shown = short["evidence.jsonl"]
    yield "evidence-junk", "- evidence", "evidence that is none", short | {"evidence.jsonl": b"{}\n"}
    forged = {"evidence.jsonl": shown.replace(b"9f1c27d0", b"9f1c27d1", 1)}
    yield "evidence-forged", "1 evidence", "a word that was not signed so", short | forged
    other = {"evidence.jsonl": b"".join(reversed(shown.splitlines(keepends=True)))}
    yield "evidence-order", "- evidence", "evidence in another order", short | other
    moved = {"evidence.jsonl": shown.replace(b'"seq":1,', b'"seq":2,', 1)}
    yield "evidence-other", "2 evidence", "evidence for another's word", short | moved


def write(folder: Path, files: Files) -> None:
    for name, raw in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)


def main() -> None:
    for name in ("accept", "reject"):
        shutil.rmtree(HERE / name, ignore_errors=True)
    for name, files in accepted().items():
        write(HERE / "accept" / name, files)
    for name, verdict, why, files in rejected():
        write(HERE / "reject" / name, files | {"why.txt": f"{verdict}\n{why}\n".encode()})


if __name__ == "__main__":
    main()
