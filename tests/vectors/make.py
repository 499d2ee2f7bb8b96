"""Writes tests/vectors/accept and tests/vectors/reject: `python -m tests.vectors.make`.

Each vector is an exported folder. One that must be rejected has a why.txt: the number of the entry (or -) and the
check that must say no, then the reason in words. The referee's key is known here, so every forgery is well signed.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.record import canonical, fair, notes
from pbem.record.entry import Head, entry_hash
from tests.record import sample

HERE = Path(__file__).parent
Body = dict[str, Any]
Files = dict[str, bytes]
Case = tuple[str, str, str, Files]

# Where things are in the sample games.
OPEN, BLUE, RED, START, ORDER, MOVE, BID, CLOSE = range(8)
REVEAL, BACK, SUBSTITUTE, LATE_ORDER, REROLL = 8, 10, 11, 14, 15  # of the longer one
OTHER = sha256(b"other").hexdigest()


def lines(files: Files, name: str = "log.jsonl") -> list[bytes]:
    return files[name].split(b"\n")[:-1]


def bodies(files: Files) -> list[Body]:
    """Return the entries; heads that players quoted are left out, to be found again when the chain is made anew."""
    entries = [json.loads(line) for line in lines(files)]
    for entry in entries:
        if entry.get("seen"):
            entry["seen"]["head"] = None
    return entries


def forge(files: Files, entries: list[Body]) -> Files:
    """Chain the entries anew without asking whether they are right, and sign the head."""
    raws: list[bytes] = []
    hashes = [Head.empty.hash]
    for seq, entry in enumerate(entries):
        if entry.get("seen") and entry["seen"]["head"] is None:
            entry["seen"]["head"] = hashes[: entry["seen"]["size"] + 1][-1].hex()[:32]
        raws.append(canonical.encode({**entry, "seq": seq, "prev": hashes[-1].hex()}))
        hashes.append(entry_hash(raws[-1]))
    note = sample.note(Head(len(raws), hashes[-1]))
    return files | {"log.jsonl": b"".join(raw + b"\n" for raw in raws), "head.note": note.encode()}


def changed(change: Callable[[list[Body]], object], files: Files | None = None) -> Files:
    """Return a game that was changed and then chained and signed anew."""
    files = sample.short() if files is None else files
    entries = bodies(files)
    change(entries)
    return forge(files, entries)


def put(seq: int, **fields: Any) -> Files:
    """Return the short game with some fields of an entry changed."""
    return changed(lambda entries: entries[seq].update(fields))


def text(seq: int, old: str, new: str, files: Files | None = None) -> Files:
    """Return a game with the bytes of one line changed and nothing else."""
    files = sample.short() if files is None else files
    raws = lines(files)
    raws[seq] = raws[seq].replace(old.encode(), new.encode("utf-8", "surrogatepass"), 1)
    return files | {"log.jsonl": b"".join(raw + b"\n" for raw in raws)}


def roll(seq: int, **fields: Any) -> Files:
    """Return the short game with some fields of a roll changed."""
    return changed(lambda entries: entries[seq]["chance"][0].update(fields))


def opening(number: int, old: str, new: str) -> Files:
    """Return the short game with one line of the openings changed."""
    files = sample.short()
    raws = lines(files, "openings.jsonl")
    raws[number] = raws[number].replace(old.encode(), new.encode(), 1)
    return files | {"openings.jsonl": b"".join(raw + b"\n" for raw in raws)}


def beside(**contents: bytes) -> Files:
    """Return the short game with another file beside its log."""
    return sample.short() | {name.replace("_", "."): raw for name, raw in contents.items()}


def bad_bytes() -> Iterator[Case]:
    long = sample.taken_back()
    yield "space", "5 bytes", "a space after a colon", text(MOVE, '"seq":5', '"seq": 5')
    yield "key-twice", "5 bytes", "a key given twice, the last one right", text(MOVE, '"seq":5', '"seq":9,"seq":5')
    yield "key-order", "5 bytes", "keys out of order", text(MOVE, '"seq":5,"text":"roll"', '"text":"roll","seq":5')
    yield "float", "5 bytes", "a number with a fraction", text(MOVE, '"seq":5', '"seq":5.0')
    yield "exponent", "5 bytes", "a number with an exponent", text(MOVE, '"seq":5', '"seq":5E0')
    yield "minus-zero", "5 bytes", "minus zero", text(MOVE, "[6,0]", "[6,-0]")
    yield "leading-zero", "5 bytes", "a number with a leading zero", text(MOVE, '"seq":5', '"seq":05')
    yield "large-integer", "5 bytes", "an integer of 2^53", text(MOVE, '"at":1700000300', '"at":9007199254740992')
    yield "large-in-table", "0 bytes", "an integer of 2^53 in free-form data", text(OPEN, '["ant"', "[9007199254740992")
    yield "float-in-result", "7 bytes", "a fraction in free-form data", text(CLOSE, '"total":7', '"total":7.5')
    yield "negative", "5 bytes", "a time before 1970", text(MOVE, '"at":1', '"at":-1')
    yield "true", "5 bytes", "a truth where a number belongs", text(MOVE, '"at":1700000300', '"at":true')
    yield "escape", "1 bytes", "an escape that is not needed", text(BLUE, "Zoë", "Zo\\u00eb")
    yield "escape-spelling", "10 bytes", "an escape in another spelling", text(BACK, "\\n", "\\u000a", long)
    yield "surrogate", "1 bytes", "half of a surrogate pair, escaped", text(BLUE, "Zoë", "Zo\\ud800")
    yield "surrogate-bytes", "1 bytes", "half of a surrogate pair in bytes", text(BLUE, "Zoë", "Zo\ud800")
    yield "byte-order-mark", "0 bytes", "a byte order mark", text(OPEN, "{", "\ufeff{")
    yield "carriage-return", "5 bytes", "a line ended by two characters", text(MOVE, '"roll"}', '"roll"}\r')
    yield "empty-line", "5 bytes", "an empty line between entries", text(MOVE, "{", "\n{")
    yield "key-not-ascii", "0 bytes", "a key that is not ASCII", text(OPEN, '"cards"', '"cartäs"')
    deep = "[" * 64 + "]" * 64
    yield "deep", "0 bytes", "65 levels, 64 are allowed", text(OPEN, '["ant","bee","cat","dog","elk"]', deep)
    yield "deeper", "0 bytes", "far too many levels", text(OPEN, '["ant","bee","cat","dog","elk"]', "[" * 30_000)
    yield "long", "5 bytes", "65,536 bytes", put(MOVE, text="x" * (65_536 - len(lines(sample.short())[MOVE]) + 4))
    yield "not-an-object", "5 bytes", "an entry that is a list", text(MOVE, "{", "[]{")
    yield "list", "2 bytes", "an entry that is a list", text(RED, lines(sample.short())[RED].decode(), "[]")
    yield "cut", "7 bytes", "the last line is not ended", beside(log_jsonl=sample.short()["log.jsonl"][:-1])


def bad_fields() -> Iterator[Case]:
    long = sample.taken_back()
    yield "kind", "5 bytes", "a kind that does not exist", put(MOVE, kind="wish")
    yield "kind-missing", "5 bytes", "no kind", changed(lambda entries: entries[MOVE].pop("kind"))
    yield "field-unknown", "5 bytes", "a field that does not exist", put(MOVE, mood="fine")
    yield "field-missing", "5 bytes", "no cause", changed(lambda entries: entries[MOVE].pop("cause"))
    yield "text-and-seal", "5 bytes", "a move both open and sealed", put(MOVE, seal=OTHER)
    yield "no-text-no-seal", "5 bytes", "a move neither open nor sealed", changed(lambda e: e[MOVE].pop("text"))
    yield "capital-hex", "5 bytes", "hex digits in capitals", put(MOVE, position=OTHER.upper())
    big = OTHER.upper()
    yield "capital-anchor", "0 bytes", "hex digits in capitals", put(OPEN, dice={"n": 64, "anchor": big})
    yield "capital-key", "0 bytes", "hex digits in capitals", put(OPEN, key=big)
    yield "capital-luck", "1 bytes", "hex digits in capitals", put(BLUE, luck=big)
    yield "capital-reveal", "3 bytes", "hex digits in capitals", put(START, luck={"blue": big})
    yield "capital-rung", "5 bytes", "hex digits in capitals", roll(MOVE, r=big)
    yield "capital-seal", "6 bytes", "hex digits in capitals", put(BID, seal=big)
    yield "capital-order", "4 bytes", "hex digits in capitals", put(ORDER, seal=big)
    yield "capital-hidden", "7 bytes", "hex digits in capitals", put(CLOSE, hidden=big)
    yield "capital-salt", "8 bytes", "hex digits in capitals", changed(_capital_salt, long)
    yield "short-hex", "5 bytes", "a digest of 62 digits", put(MOVE, position=OTHER[:62])
    yield "cause", "5 bytes", "a cause that does not exist", put(MOVE, cause="whim")
    yield "draw-below-zero", "5 bytes", "a draw of no numbers", roll(MOVE, draws=[[0, 0]])
    yield "draw-triple", "5 bytes", "a draw with three numbers", roll(MOVE, draws=[[6, 0, 0]])
    yield "short-quote", "4 bytes", "a head quoted by 31 digits", put(ORDER, seen={"size": 0, "head": "0" * 31})
    yield "game-id", "0 bytes", "a game id with a slash", changed(lambda es: [e.update(game="a/b") for e in es])
    yield "seat-twice", "0 bytes", "two seats of the same name", put(OPEN, seats=["blue", "blue"])
    yield "no-seats", "0 bytes", "a game without seats", put(OPEN, seats=[])
    yield "back-nowhere", "10 bytes", "back without an aim", changed(lambda entries: entries[BACK].pop("to"), long)
    yield "vacate-nobody", "11 bytes", "a substitute for no seat", changed(lambda es: es[SUBSTITUTE].pop("seat"), long)
    yield "openings-space", "- bytes", "an opening that is not canonical", opening(0, ":", ": ")
    yield "openings-salt", "- bytes", "an opening with a salt in capitals", opening(0, _salt(), OTHER.upper())
    yield "openings-field", "- bytes", "an opening with a field too many", opening(0, '"text"', '"tax":1,"text"')


def bad_chain() -> Iterator[Case]:
    long, raws = sample.taken_back(), lines(sample.short())
    yield "empty", "- chain", "no entry at all", beside(log_jsonl=b"")
    yield "changed", "6 chain", "entry 5 was changed after entry 6 was written", text(MOVE, '"roll"}', '"rule"}')
    yield "removed", "5 chain", "entry 5 is missing", beside(log_jsonl=b"".join(r + b"\n" for r in raws[:5] + raws[6:]))
    yield (
        "doubled",
        "6 chain",
        "entry 5 is there twice",
        beside(log_jsonl=b"".join(r + b"\n" for r in raws[:6] + raws[5:])),
    )
    yield "headless", "0 chain", "the first entry is missing", beside(log_jsonl=b"".join(r + b"\n" for r in raws[1:]))
    yield "first-prev", "0 chain", "the first entry follows another one", text(OPEN, "0" * 64, OTHER)
    yield "other-game", "5 chain", "an entry of another game", put(MOVE, game="spring-2")
    yield "no-open", "0 chain", "a record that begins with a seat", changed(lambda entries: entries.pop(0))
    yield "open-twice", "1 chain", "opened twice", changed(lambda entries: entries.insert(1, entries[0]))
    yield "start-twice", "4 chain", "started twice", changed(lambda entries: entries.insert(4, entries[START]))
    yield "not-started", "3 chain", "an order before the start", changed(lambda entries: entries.pop(START))
    yield (
        "after-close",
        "8 chain",
        "a ruling after the close",
        changed(lambda entries: entries.append(bodies(long)[BACK])),
    )
    yield "foreign-seat", "6 chain", "a move of a seat that does not exist", put(BID, seat="green")
    yield "cause-no-order", "5 chain", "a move caused by a seat's entry", put(MOVE, cause=1)
    yield "cause-other-seat", "6 chain", "a move caused by another seat's order", put(BID, cause=4)
    yield "cause-to-come", "5 chain", "a move caused by an order to come", put(MOVE, cause=5)
    yield "back-to-come", "10 chain", "back to an entry to come", changed(lambda es: es[BACK].update(to=10), long)
    yield (
        "foreign-quote",
        "4 chain",
        "a player saw a head of another chain",
        put(ORDER, seen={"size": 4, "head": OTHER}),
    )
    yield "quote-to-come", "4 chain", "a player saw a head to come", put(ORDER, seen={"size": 5, "head": OTHER})


def bad_chance() -> Iterator[Case]:
    long = sample.taken_back()
    yield "luck-hidden", "3 luck", "a luck committed to and not revealed", put(START, luck={}, chance=[])
    yield "luck-other", "3 luck", "another luck than the one committed to", put(START, luck={"blue": OTHER})
    yield "luck-late", "3 luck", "a luck that nobody committed to", put(RED, luck=OTHER)
    yield "luck-uncalled", "3 luck", "luck of a seat without commitment", put(BLUE, luck="")
    yield "rung-skipped", "5 ladder", "rung 3 after rung 1", roll(MOVE, j=3, r=sample.RUNGS.rung(3).hex())
    yield "rung-made-up", "5 ladder", "a rung that leads elsewhere", roll(MOVE, r=OTHER)
    yield "rung-taken", "5 ladder", "rung 1 used for a second slot", roll(MOVE, j=1, r=sample.RUNGS.rung(1).hex())
    yield "rung-changed", "15 ladder", "a slot rolled again with a new rung", changed(_reroll, long)
    yield "rung-turned", "15 ladder", "a slot rolled again with its number and another rung", changed(_turn, long)
    yield "slot-twice", "5 ladder", "a slot rolled twice in one entry", changed(_double)
    short = {"n": 1, "anchor": sample.RUNGS.anchor.hex()}
    yield "ladder-short", "5 ladder", "rung 2 of a ladder of one", changed(lambda es: es[OPEN].update(dice=short))
    yield "die-turned", "5 draws", "a six turned over", roll(MOVE, draws=[[6, 0], [6, 5]])
    yield "die-exchanged", "5 draws", "drawn from seven", roll(MOVE, draws=[[7, 0], [7, 5]])
    yield "die-in-setup", "3 draws", "a die of the setup turned over", roll(START, draws=[[6, 0]])
    yield "slot-renamed", "5 draws", "a roll under another slot", roll(MOVE, slot="round 1 green")


def _reroll(entries: list[Body]) -> None:
    entries[REROLL]["chance"][0].update(j=3, r=sample.RUNGS.rung(3).hex())


def _turn(entries: list[Body]) -> None:
    entries[REROLL]["chance"][0]["r"] = OTHER


def _capital_salt(entries: list[Body]) -> None:
    entries[REVEAL]["opens"][0]["salt"] = OTHER.upper()


def _salt() -> str:
    salt: str = json.loads(lines(sample.short(), "openings.jsonl")[0])["salt"]
    return salt


def _double(entries: list[Body]) -> None:
    entries[MOVE]["chance"] *= 2


def bad_secrets() -> Iterator[Case]:
    long, wrong = sample.taken_back(), sample.note(Head(8, bytes(32)))
    note = sample.short()["head.note"]
    yield (
        "opens-other",
        "8 seals",
        "opened as something else",
        changed(lambda es: es[REVEAL]["opens"][0].update(text="bid 9"), long),
    )
    yield (
        "opens-unsealed",
        "8 seals",
        "opened where nothing was sealed",
        changed(lambda es: es[REVEAL]["opens"][0].update(seq=3), long),
    )
    yield (
        "opens-later",
        "8 seals",
        "an entry that opens a later one",
        changed(lambda es: es[REVEAL]["opens"][0].update(seq=LATE_ORDER), long),
    )
    yield "opening-other", "- seals", "opened after the game as something else", opening(0, "bid 3", "bid 4")
    yield "opening-salt", "- seals", "opened with another salt", opening(0, _salt(), OTHER)
    yield "opening-unsealed", "- seals", "opened where nothing was sealed", opening(0, '"seq":6', '"seq":5')
    yield "opening-beyond", "- seals", "opened beyond the end", opening(0, '"seq":6', '"seq":9007199254740991')
    yield "hidden-other", "7 decks", "another secret than the one committed to", put(CLOSE, hidden=OTHER)
    yield (
        "deck-stacked",
        "- decks",
        "a deck in table order",
        opening(
            1, json.dumps(sample.deck().order, separators=(",", ":")), json.dumps(sample.CARDS, separators=(",", ":"))
        ),
    )
    yield "deck-relabelled", "- decks", "a deck under another label", opening(1, "main/1", "main/2")
    yield (
        "deck-unstarted",
        "- decks",
        "a deck of a game that never started",
        sample.void() | {"openings.jsonl": lines(sample.short(), "openings.jsonl")[1] + b"\n"},
    )
    yield "note-other-head", "- note", "a note on another head of this size", beside(head_note=wrong.encode())
    yield (
        "note-shorter",
        "- note",
        "a note on an earlier head",
        beside(head_note=sample.note(Head(4, entry_hash(lines(sample.short())[3]))).encode()),
    )
    yield (
        "note-longer",
        "- note",
        "a note on a longer record: entries are missing",
        beside(head_note=sample.note(Head(9, bytes(32))).encode()),
    )
    yield (
        "note-other-key",
        "- note",
        "signed by somebody else",
        beside(head_note=_note(sample.secret("thief")).encode()),
    )
    yield (
        "note-turned",
        "- note",
        "a signature with one letter changed",
        beside(head_note=note[:-6] + bytes([note[-6] ^ 1]) + note[-5:]),
    )
    spare = bytes([note[-3] + 1])
    yield "note-spare-bits", "- note", "base64 with its spare bits set", beside(head_note=note[:-3] + spare + note[-2:])
    yield "note-other-game", "- note", "a note on another game", beside(head_note=_note_on("spring-2").encode())
    yield "note-doubled", "- note", "a line after the signature", beside(head_note=note + b"\n")
    yield "note-binary", "- note", "no text at all", beside(head_note=b"\xff\x00" + note)
    yield (
        "result-other",
        "- result",
        "result.json has another winner",
        beside(result_json=sample.short()["result.json"].replace(b'"blue":1', b'"blue":2')),
    )
    yield (
        "result-name",
        "- result",
        "result.json names somebody else",
        beside(result_json=sample.short()["result.json"].replace(b"Rufus", b"Ruf")),
    )
    yield (
        "result-early",
        "- result",
        "result.json of a game under way",
        sample.running() | {"result.json": sample.short()["result.json"]},
    )
    yield (
        "result-open-line",
        "- result",
        "result.json without the end of its line",
        beside(result_json=sample.short()["result.json"][:-1]),
    )


def _note(private: bytes) -> str:
    head = Head(8, entry_hash(lines(sample.short())[-1]))
    return sample.note(head, private)


def _note_on(game: str) -> str:
    head = Head(8, entry_hash(lines(sample.short())[-1]))
    return notes.sign(sample.PRIVATE, sample.REFEREE, notes.head_text(sample.REFEREE, game, head))


def accepted() -> dict[str, Files]:
    """Return the folders that must be accepted, by name."""
    alone = {"log.jsonl": sample.short()["log.jsonl"]}
    host = changed(_without_luck, sample.unstarted())
    full = put(MOVE, text="x" * (65_535 - len(lines(sample.short())[MOVE]) + 4))
    return {
        "short": sample.short(),
        "running": sample.running(),
        "unstarted": sample.unstarted(),
        "void": sample.void(),
        "taken-back": sample.taken_back(),
        "log-alone": alone,
        "host": host,
        "full": full,
        "escapes": put(ORDER, sign='"\\\b\t\n\f\r\0\x1f\x7f/\u2028\U0001f340'),
    }


def _without_luck(entries: list[Body]) -> None:
    entries[BLUE]["luck"] = ""
    position = sha256(b"start").hexdigest()
    key = fair.joint_key(
        sample.GAME,
        sample.RUNGS.anchor,
        fair.hidden_commitment(sample.GAME, sample.HIDDEN),
        [(s, b"") for s in sample.SEATS],
    )
    rung = sample.RUNGS.rung(1)
    stream = fair.Stream(fair.roll_key(rung, game=sample.GAME, j=1, key=key, slot="setup"))
    stream.die()
    chance = {"slot": "setup", "j": 1, "r": rung.hex(), "draws": [list(draw) for draw in stream.draws]}
    common = {"at": 0, "game": sample.GAME}
    entries.append({**common, "kind": "start", "luck": {}, "chance": [chance], "position": position})


def rejected() -> Iterator[Case]:
    """Yield the folders that must be rejected: name, what says no, why, files."""
    yield from bad_bytes()
    yield from bad_fields()
    yield from bad_chain()
    yield from bad_chance()
    yield from bad_secrets()


def main() -> None:
    """Write every vector anew."""
    for name in ("accept", "reject"):
        shutil.rmtree(HERE / name, ignore_errors=True)
    for name, files in accepted().items():
        _write(HERE / "accept" / name, files)
    for name, verdict, why, files in rejected():
        _write(HERE / "reject" / name, files | {"why.txt": f"{verdict}\n{why}\n".encode()})


def _write(folder: Path, files: Files) -> None:
    folder.mkdir(parents=True)
    for name, raw in files.items():
        (folder / name).write_bytes(raw)


if __name__ == "__main__":
    main()
