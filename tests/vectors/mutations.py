"""Records and files beside them, changed at random, the same at every run: what two verifiers must agree on."""

import json
from base64 import b64decode
from collections.abc import Callable
from random import Random
from typing import Any

from pbem.mail.block import block as order_block
from pbem.mail.block.block import Block
from pbem.mail.safe import UnusableError
from pbem.mail.ssh import signature as sshsig
from pbem.record import canonical
from tests.record import sample
from tests.vectors.forgery import OTHER, QUOTED, Files, bodies, forge
from tests.vectors.signatures import evidence, resealed, words_signed, wrapped

Mutation = Callable[[Random, Files], Files]
Signing = Callable[[Random], Files]
NAMES = ("openings.jsonl", "head.note", "result.json", "evidence.jsonl")
ODD: tuple[Any, ...] = (
    0,
    1,
    -1,
    7,
    2**53,
    1.5,
    "",
    "x",
    "red",
    "desk",
    "ssh",
    OTHER,
    None,
    True,
    [],
    {},
    [0],
    {"x": 1},
)
LETTERS = ";#:\n\r\t \"'-/x0A\u00e9e\u0301\u2018\u2013\u00a0\u200b\u2028\u037e\ud7ff\U0001f340\x00\x1f"


def changed_value(random: Random, value: Any) -> Any:
    """Return JSON data with one thing in it changed, taken away or added."""
    if isinstance(value, dict) and value and random.random() < 0.85:
        name = random.choice(sorted(value))
        if random.random() < 0.15:
            return {other: inside for other, inside in value.items() if other != name}
        return value | {name: changed_value(random, value[name])}
    if isinstance(value, list) and value and random.random() < 0.7:
        place = random.randrange(len(value))
        inside = [changed_value(random, value[place])] * random.choice((0, 1, 1, 1, 2))
        return [*value[:place], *inside, *value[place + 1 :]]
    if isinstance(value, str) and value and random.random() < 0.5:
        return changed_text(random, value)
    if isinstance(value, int) and not isinstance(value, bool) and random.random() < 0.5:
        return value + random.choice((-1, 1, 16))
    return random.choice(ODD)


def changed_text(random: Random, text: str) -> str:
    """Return a text with a few letters changed, taken away or added."""
    place = random.randrange(len(text))
    length = random.choice((0, 0, 1, 1, 2))
    letter: str = random.choice(("", *LETTERS))
    return text[:place] + letter + text[place + length :]


def changed_entry(random: Random, files: Files) -> Files:
    """Change an entry, or where it stands, and make the chain anew."""
    entries = bodies(files)
    place = random.randrange(len(entries))
    act = random.random()
    if act < 0.8:
        new = changed_value(random, entries[place])
        entries[place] = new if isinstance(new, dict) else {}
    elif act < 0.9:
        entries.insert(random.randrange(len(entries)), entries.pop(place))
    else:
        entries.insert(random.randrange(len(entries)), dict(entries[place]))
    return _forged(files, entries)


def _forged(files: Files, entries: list[dict[str, Any]]) -> Files:
    try:
        return forge(files, entries)
    except (ValueError, TypeError, KeyError, AttributeError):
        return files  # what cannot be written down at all


def changed_line(random: Random, files: Files) -> Files:
    """Change the bytes of any file."""
    name = random.choice(sorted(files))
    raw = files[name]
    if not raw:
        return files | {name: random.choice((b"\n", b"x", b"{}\n"))}
    place = random.randrange(len(raw))
    inside = random.choice(LETTERS).encode("utf-8", "surrogatepass")
    return files | {name: raw[:place] + inside + raw[place + random.choice((0, 1)) :]}


def changed_lines(random: Random, files: Files) -> Files:
    """Change, drop, double or turn lines of openings or evidence."""
    name = random.choice([name for name in ("openings.jsonl", "evidence.jsonl") if files.get(name)] or ["log.jsonl"])
    raws = files[name].split(b"\n")[:-1]
    place = random.randrange(len(raws))
    act = random.random()
    if act < 0.7:
        raws[place] = canonical_or(changed_value(random, json.loads(raws[place])), raws[place])
    elif act < 0.8:
        raws.insert(random.randrange(len(raws) + 1), raws[place])
    elif act < 0.9:
        raws.insert(random.randrange(len(raws)), raws.pop(place))
    else:
        del raws[place]
    return files | {name: b"".join(raw + b"\n" for raw in raws)}


def canonical_or(value: Any, raw: bytes) -> bytes:
    """Return data as a line, or the line of before where it cannot be one."""
    try:
        return canonical.encode(value)
    except (ValueError, TypeError):
        return raw


def dropped_file(random: Random, files: Files) -> Files:
    """Keep files back, or empty them."""
    name = random.choice(NAMES)
    if name in files and random.random() < 0.3:
        return files | {name: b""}
    return {other: raw for other, raw in files.items() if other != name}


def signed_text(random: Random) -> Files:
    """Let blue sign a text that is changed, and seal just that."""
    text = order_block.write(Block(sample.REFEREE, sample.GAME, "blue", "9f1c27d0", QUOTED, ("roll",))).decode()
    for _ in range(random.choice((1, 1, 2, 3))):
        text = changed_text(random, text)
    headers = tuple(f"{name}:" for name in ("-----BEGIN PBEM ORDERS-----", "to", "game", "seat", "token", "seen", "n"))
    said = [line.removesuffix(";") for line in text.split("\n")[1:-1] if not line.startswith(headers)]
    raw = text.encode("utf-8", "replace")
    return resealed(raw, sshsig.write(sshsig.sign(raw, sample.BLUE_KEY)), "\n".join(said))


def signed_order(random: Random) -> Files:
    """Let blue sign an order that is changed, in a block that is right."""
    order = "roll"
    for _ in range(random.choice((1, 2, 4))):
        order = changed_text(random, order + random.choice(("", " six", "6")))
    text = order_block.write(Block(sample.REFEREE, sample.GAME, "blue", "9f1c27d0", QUOTED, ("roll",)))
    raw = text.replace(b"roll;", f"{order};".encode("utf-8", "replace"))
    return resealed(raw, sshsig.write(sshsig.sign(raw, sample.BLUE_KEY)), order)


def changed_armor(random: Random, files: Files) -> Files:
    """Change what stands in the armor of a signature."""
    if "evidence.jsonl" not in files:
        return files
    raws = files["evidence.jsonl"].split(b"\n")[:-1]
    place = random.randrange(len(raws))
    line = json.loads(raws[place])
    head, begin, armor = line["signed"].rpartition("-----BEGIN SSH SIGNATURE-----\n")
    raw = b64decode(armor.split("-----END")[0])
    at = random.randrange(len(raw))
    raw = (
        raw[:at] + random.choice((b"", b"\0", b"\1", b"ssh", bytes([raw[at] ^ 1]))) + raw[at + random.choice((0, 1)) :]
    )
    line["signed"] = head + begin + wrapped(raw) + "-----END SSH SIGNATURE-----\n"
    raws[place] = canonical.encode(line)
    return evidence(*raws, files=files)


def signed_luck(random: Random) -> Files:
    """Let blue sign a commitment and a reveal, one of which may be changed."""
    luck, reveal = f"luck {sample.COMMITMENT}", f"reveal {sample.LUCK.hex()}"
    try:
        if random.random() < 0.5:
            return words_signed(luck=changed_text(random, luck))
        return words_signed(reveal=changed_text(random, reveal))
    except UnusableError:
        return words_signed()  # what cannot be signed as a sheet


MUTATIONS: tuple[Mutation, ...] = (changed_entry, changed_line, changed_lines, dropped_file, changed_armor)
SIGNINGS: tuple[Signing, ...] = (signed_text, signed_order, signed_luck)
