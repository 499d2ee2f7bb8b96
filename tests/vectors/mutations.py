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
from pbem.record.log import canonical
from tests.record import sample
from tests.vectors.forgery import OTHER, QUOTED, Files, bare, bodies, forge
from tests.vectors.signatures import evidence, resealed, words_signed, wrapped
from tests.vectors.words import agreed_by, appeal_by, joined_by, leave_by, left_by

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


TIMES = ("came", "due", "from", "to", "until")
SHIFTS = (-86_400, -3_600, -601, -60, -1, 0, 1, 60, 600, 3_600, 86_400)


def changed_time(random: Random, files: Files) -> Files:
    """Set a time of an entry near to another one of the record, or let everything from an entry on be later."""
    entries = bodies(files)
    known = [entry[name] for entry in entries for name in ("at", *TIMES) if entry.get(name, 0) > 2**20]
    places = [(entry, name) for entry in entries for name in TIMES if entry.get(name, 0) > 2**20]
    if places and random.random() < 0.7:
        entry, name = random.choice(places)
        near = random.choice((entry[name], random.choice(known)))
        entry[name] = max(near + random.choice(SHIFTS), 0)
        return _forged(files, entries)
    first = random.randrange(1, len(entries))
    later = random.choice((*SHIFTS, 7 * 86_400, 2**40))
    for entry in entries[first:]:
        entry["at"] = max(entry["at"] + later, entries[first - 1]["at"])
    return _forged(files, entries)


def changed_pace(random: Random, files: Files) -> Files:
    """Play by another pace than was played by."""
    entries = bodies(files)
    pace = entries[0]["pace"]
    if pace is None:
        return files
    name = random.choice(sorted(pace))
    if isinstance(pace[name], int) and random.random() < 0.7:
        pace[name] = max(pace[name] + random.choice((*SHIFTS, 2, -2)), 0)
    elif name == "rest":
        pace[name] = sorted(random.sample(range(7), random.randrange(8)))
    elif name == "offsets":
        pace[name] = [[begin + random.choice((0, 0, 3_600)), random.choice(SHIFTS)] for begin, _ in pace[name]]
    elif name == "late":
        pace[name] = random.choice(("ask", "default", "never"))
    else:
        pace[name] = changed_value(random, pace[name])
    return _forged(files, entries)


def changed_act(random: Random, files: Files) -> Files:
    """Let another seat, turn or cause be meant, or leave an entry about time out and cut the record off soon after."""
    entries = bodies(files)
    place = random.randrange(1, len(entries))
    entry = entries[place]
    if entry.get("seat") and random.random() < 0.3:
        entry["seat"] = random.choice(("blue", "red", ""))
    elif entry.get("asks") and random.random() < 0.5:
        entry["asks"] = [[seat, random.choice("12345")] for seat, _turn in entry["asks"]]
    elif entry["kind"] == "move" and random.random() < 0.7:
        entry["cause"] = random.choice(("late", "ruling", "default", place - 1))
    elif entry["kind"] in ("clock", "ruling"):
        del entries[place]
    del entries[place + random.randrange(1, 6) :]
    return _forged(bare(files), entries)


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


MUTATIONS: tuple[Mutation, ...] = (
    changed_entry,
    changed_line,
    changed_lines,
    dropped_file,
    changed_armor,
    changed_time,
    changed_pace,
    changed_act,
)


def signed_word(random: Random) -> Files:
    """Let blue sign a word that may be changed, or be another one."""
    sheets = ("leave 2024-03-30..2024-04-01", "urlaub 2024-03-30 .. 2024-04-01", "agree 8", "appeal 4: no", "join blue")
    sheet = random.choice((*sheets, "Join", "ricorso 4 Privato : why", "absagen", "Retrait", "AUFGEBEN"))
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        sheet = changed_text(random, sheet)
    makers: tuple[Callable[[str], Files], ...] = (leave_by, agreed_by, appeal_by, joined_by, left_by)
    sign = random.choice(makers)
    fitting: dict[str, Callable[[str], Files]] = {
        "l": leave_by,
        "u": leave_by,
        "ag": agreed_by,
        "ap": appeal_by,
        "ri": appeal_by,
        "jo": joined_by,
    }
    sign = next((made for begin, made in fitting.items() if sheet.lower().startswith(begin)), sign)
    try:
        return sign(sheet)
    except UnusableError:
        return words_signed()


SIGNINGS: tuple[Signing, ...] = (signed_text, signed_order, signed_luck, signed_word)
