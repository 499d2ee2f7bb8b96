"""Exports as strangers may send them: true ones, changed in one place or another."""

import hashlib
import json
from pathlib import Path
from typing import Any

from pbem.record.log.entry import Head
from pbem.record.notes.notes import head_text, sign

ROOT = Path(__file__).parents[3]
PUBLISHED = ROOT / "archive"
_PRIVATE = hashlib.sha256(b"archive/referee").digest()  # which tools/make_archive.py signs with: no secret at all

Files = dict[str, bytes]


def published(game: str) -> Files:
    """Return the files of a published game."""
    names = ("log.jsonl", "openings.jsonl", "head.note", "result.json", "evidence.jsonl")
    folder = PUBLISHED / game
    return {name: (folder / name).read_bytes() for name in names if (folder / name).exists()}


def written(value: Any) -> bytes:
    """Return a value in canonical form, on its line."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def entries(files: Files) -> list[dict[str, Any]]:
    """Return the entries of an export."""
    return [json.loads(line) for line in files["log.jsonl"].splitlines()]


def with_names(files: Files, names: dict[str, str]) -> Files:
    """Return an export whose players are called otherwise: as valid as before, by the key of its referee."""
    log = entries(files)
    for entry in log:
        if entry["kind"] == "seat":
            entry["name"] = names.get(entry["seat"], entry["name"])
    result = json.loads(files["result.json"])
    result["seats"] |= names
    return chained({**files, "result.json": written(result)}, log)


def ended_at(files: Files, at: int) -> Files:
    """Return an export whose last entry has another time: as valid as before."""
    log = entries(files)
    log[-1]["at"] = at
    return chained(files, log)


def chained(files: Files, log: list[dict[str, Any]]) -> Files:
    """Return an export with other entries, chained and signed for anew."""
    head = "0" * 64
    lines = []
    for entry in log:
        entry["prev"] = head
        lines.append(written(entry))
        head = hashlib.sha256(b"\0" + lines[-1][:-1]).hexdigest()
    opened = log[0]
    text = head_text(opened["referee"], opened["game"], Head(len(log), bytes.fromhex(head)))
    note = sign(_PRIVATE, opened["referee"], text).encode()
    return {**files, "log.jsonl": b"".join(lines), "head.note": note}


def put(folder: Path, files: Files) -> Path:
    """Write an export into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder
