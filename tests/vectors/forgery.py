"""Forging a record: entries changed, chained anew and signed again by a referee whose key is known here."""

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from pbem.mail.block.block import Seen
from pbem.record.log import canonical
from pbem.record.log.entry import Head, entry_hash
from tests.record import sample

Body = dict[str, Any]
Files = dict[str, bytes]
Case = tuple[str, str, str, Files]
OPEN, BLUE, RED, START, ORDER, MOVE, BID, CLOSE = range(8)
REVEAL, BACK, VACATE, EMPTY, SUBSTITUTE, IDA, LATE_ORDER, REROLL, ROLL_ON = 8, 10, 11, 12, 13, 14, 15, 16, 17  # longer
LUCK_WORD, LUCK_SEAT, REVEAL_WORD, BEGIN, KEY_WORD, KEY_SEAT, RESIGN, LEFT, GONE, RULED, END = range(3, 14)  # words
OTHER = sha256(b"other").hexdigest()
QUOTED = Seen(4, entry_hash(sample.short()["log.jsonl"].split(b"\n")[START]).hex()[:32])


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
    log = b"".join(raw + b"\n" for raw in raws)
    kept = {name: raw for name, raw in files.items() if name != "evidence.jsonl"}  # which quotes heads that are gone
    return kept | {"log.jsonl": log, "head.note": note.encode()}


def changed(change: Callable[[list[Body]], object], files: Files | None = None) -> Files:
    """Return a game that was changed and then chained and signed anew."""
    files = sample.short() if files is None else files
    entries = bodies(files)
    change(entries)
    return forge(files, entries)


def put(seq: int, files: Files | None = None, /, **fields: Any) -> Files:
    """Return a game (the short one) with some fields of an entry changed."""
    return changed(lambda entries: entries[seq].update(fields), files)


def drop(seq: int, files: Files | None = None) -> Files:
    """Return a game without an entry."""
    return changed(lambda entries: entries.pop(seq), files)


def insert(seq: int, files: Files | None = None, /, **body: Any) -> Files:
    """Return a game with one entry more."""

    def add(entries: list[Body]) -> None:
        entries.insert(seq, {"at": entries[seq - 1]["at"], "game": sample.GAME, **body})

    return changed(add, files)


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
    raws = lines(sample.short(), "openings.jsonl")
    raws[number] = raws[number].replace(old.encode(), new.encode(), 1)
    return openings(*raws)


def openings(*raws: bytes, files: Files | None = None) -> Files:
    """Return a game (the short one) with other openings."""
    return (files or sample.short()) | {"openings.jsonl": b"".join(raw + b"\n" for raw in raws)}


def beside(**contents: bytes) -> Files:
    """Return the short game with another file beside its log."""
    return sample.short() | {name.replace("_", "."): raw for name, raw in contents.items()}


def bare(files: Files) -> Files:
    return {name: files[name] for name in ("log.jsonl", "head.note")}
