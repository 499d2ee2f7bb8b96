"""Forging an event: entries changed, chained anew and signed again by a referee whose key is known here."""

import json
from collections.abc import Callable
from typing import Any

from pbem.record.log import canonical
from pbem.record.log.entry import Head, entry_hash
from tests.tournament.director.hall import note
from tests.vectors.events import sample
from tests.vectors.events.sample import Files

Body = dict[str, Any]
Case = tuple[str, str, str, Files]
Change = Callable[[list[Body]], object]
EVENT, ZOE, RUFUS, SHOWN, BOTH_SHOWN, START, DRAW, TABLE, OTHER_TABLE, RESULT, OTHER_RESULT, CLOSE = range(12)  # short
OTHER = "0f" * 32


def bodies(files: Files) -> list[Body]:
    """Return the entries; heads that players quoted are left out, to be found again when the chain is made anew."""
    entries = [json.loads(line) for line in files["log.jsonl"].split(b"\n")[:-1]]
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
    signed = note(str(entries[0].get("game")), Head(len(raws), hashes[-1])) if entries else ""
    kept = {name: raw for name, raw in files.items() if name != "evidence.jsonl"}  # which quotes heads that are gone
    changed = {"log.jsonl": b"".join(raw + b"\n" for raw in raws), "head.note": signed.encode()}
    return kept | changed | _result(entries)


def _result(entries: list[Body]) -> Files:
    """Return result.json as the entries have it, so that nothing else is wrong."""
    if not entries or entries[-1].get("kind") != "close":
        return {}
    said = entries[0] | entries[-1]
    line = canonical.encode({name: said.get(name) for name in ("game", "rules", "standings", "title")})
    return {"result.json": line + b"\n"}


def changed(change: Change, files: Files | None = None) -> Files:
    """Return an event (the short one) that was changed and then chained and signed anew."""
    files = sample.short() if files is None else files
    entries = bodies(files)
    change(entries)
    return forge(files, entries)


def put(seq: int, files: Files | None = None, /, **fields: Any) -> Files:
    """Return an event with some fields of an entry changed."""
    return changed(lambda entries: entries[seq].update(fields), files)


def drop(seq: int, files: Files | None = None) -> Files:
    """Return an event without an entry."""
    return changed(lambda entries: entries.pop(seq), files)


def again(seq: int, after: int, files: Files | None = None, /, **fields: Any) -> Files:
    """Return an event with an entry once more, later, and as late as what stands there."""

    def add(entries: list[Body]) -> None:
        entries.insert(after, json.loads(json.dumps(entries[seq])) | {"at": entries[after - 1]["at"]} | fields)

    return changed(add, files)


def ruled(after: int, act: str, files: Files | None = None, /, **fields: Any) -> Files:
    """Return an event with a ruling more."""

    def add(entries: list[Body]) -> None:
        before = entries[after - 1]
        common = {"at": before["at"], "game": before["game"], "kind": "ruling"}
        entries.insert(after, {**common, "act": act, "reason": "so it is", **fields})

    return changed(add, files)


def cut(size: int, files: Files | None = None) -> Files:
    """Return an event that is broken off after so many entries; its result is gone too."""
    files = sample.short() if files is None else files
    kept = {name: raw for name, raw in files.items() if name != "result.json"}
    return forge(kept, bodies(files)[:size])


def where(files: Files, kind: str, nth: int = 0, **fields: Any) -> int:
    """Return the number of the nth entry of a kind with these fields."""
    found = [
        seq
        for seq, entry in enumerate(bodies(files))
        if entry["kind"] == kind and all(entry.get(name) == value for name, value in fields.items())
    ]
    return found[nth]
