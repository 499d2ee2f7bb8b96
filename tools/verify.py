#!/usr/bin/env python3
"""Verify a game exported by pbem, without pbem: standard library only, written from docs/format.md alone.

DIR holds log.jsonl and, as far as they are published, openings.jsonl, head.note, result.json and evidence.jsonl. One
line is printed for each check: `ok`, `later` (it waits for the end of the game, or for a file), `missing` (the game is
over and nobody signed for it), `FAILED` (exit code 1) or `CANNOT` (a format that is not known here, exit code 4).

  bytes     each line is canonical JSON with exactly the fields of its kind
  chain     each entry names the hash of the one before; what entries point at exists; quoted heads are this chain's
  seats     a key or a holder changes only with a reason
  luck      each luck that a seat committed to is revealed, unchanged
  ladder    dice secrets come from the ladder published in advance, each turn in a place of its own
  draws     each die is what those secrets give
  seals     what was opened is what had been sealed
  decks     each deck lay in the order that the secret gives
  note      the referee signed this head
  result    result.json says what the record says
  evidence  each order shown was signed by the seat's key, and the record is what was signed

The rules of the game are not checked, and of the keys that sign orders only Ed25519 ones; others are counted. A record
made anew can only be told by a head that you kept: compare it.
"""

import argparse
import hashlib
import hmac
import json
import re
import unicodedata
from base64 import b64decode, b64encode
from io import BytesIO
from itertools import count
from pathlib import Path

COUNT, RUNG, TEXT, HEX, NONE = range(2**53), range(1, 2**32), ".*", "[0-9a-f]{64}", type(None)
GAME, REFEREE, SEAT = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}", "[A-Za-z0-9][A-Za-z0-9._/-]{0,127}", "[!-~]{1,32}"
KEY, WORDS = "(desk|(ssh|pgp|x509|dkim):[!-~]{1,128})?", "(agree|appeal|join|leave|luck|newkey|resign|reveal|undo)?"
OPENING, DECK = {"seq": COUNT, "salt": HEX, "text": TEXT}, {"deck": TEXT, "cards": [TEXT], "order": [TEXT]}
SHOWN, SEALED = OPENING | {"signed": TEXT}, {"digest": HEX, "sheet": TEXT}
CHANCE = [{"slot": ".*/.*", "j": RUNG, "r": HEX, "draws": [[range(1, 2**53), COUNT]]}]
USUAL = {"at": COUNT, "game": TEXT, "kind": TEXT, "prev": ".{64}", "seq": COUNT}
OPEN = {"game": GAME, "rules": {"key": TEXT, "version": COUNT}, "table": dict, "options": {"*": TEXT}, "seats": [SEAT]}
OPEN |= {"referee": REFEREE, "key": HEX, "dice": {"n": RUNG, "anchor": HEX}, "hidden": HEX, "accepts": [TEXT]}
OPEN |= {"format": range(2, 3), "hosted": [SEAT], "pace": NONE, "event": NONE}
ASKS, BY, SEEN = [[TEXT, TEXT]], [COUNT], (NONE, {"size": COUNT, "head": "[0-9a-f]{32,64}"})
ORDER = {"seat": TEXT, "came": COUNT, "seen": SEEN, "sign": TEXT, "seal": HEX, "word": WORDS}
CAUSE = (COUNT, "forced|default|late|ruling")
MOVE = {"seat": TEXT, "cause": CAUSE, "chance": CHANCE, "opens": [OPENING], "position": HEX, "asks": ASKS}
ACTS = {
    "answer": {"to": COUNT},
    "back": {"to": COUNT, "by": BY, "asks": ASKS},
    "extend": {"seat": TEXT, "due": COUNT},
    "pause": {"until": COUNT},
    "play": {"seat": TEXT},
    "result": {"result": dict},
    "resume": {},
    "substitute": {"seat": TEXT, "asks": ASKS},
    "vacate": {"seat": TEXT, "by": BY, "asks": ASKS},
    "void": {"hidden": HEX},
}
KINDS = {
    "open": (OPEN,),
    "seat": ({"seat": TEXT, "name": TEXT, "key": KEY, "luck": ("", HEX), "by": BY},),
    "start": ({"luck": {"*": HEX}, "chance": CHANCE, "position": HEX, "asks": ASKS},),
    "order": (ORDER,),
    "move": (MOVE | {"text": TEXT}, MOVE | {"seal": HEX}),
    "clock": (
        {"act": "late", "seat": TEXT, "due": COUNT},
        {"act": "leave", "seat": TEXT, "from": COUNT, "to": COUNT, "by": BY},
        {"act": "outage", "seat": TEXT, "from": COUNT, "to": COUNT},
    ),
    "ruling": tuple({"act": act, "reason": TEXT} | fields for act, fields in ACTS.items()),
    "close": ({"result": dict, "hidden": HEX},),
}
EARLY = {"open": [None], "seat": [None], "start": [None], "ruling": ["answer", "substitute", "void"]}
EARLY["order"] = ["join", "luck", "newkey", "reveal"]  # what may come before the start, by word or act
VALUE = "[A-Za-z0-9][A-Za-z0-9._@/+-]{0,99}"
STATEMENTS = re.compile(
    rf"-----BEGIN PBEM ORDERS-----\nto: ({VALUE});\ngame: ({VALUE});\nseat: ({VALUE});\ntoken: {VALUE};\n"
    r"(?:seen: (0|[1-9][0-9]{0,8}) ([0-9a-f]{32,64});\n)?((?:[^;#\n]+;\n){1,400})"
)
ARMOR = "-----BEGIN SSH SIGNATURE-----\n", "-----END SSH SIGNATURE-----\n"
unhex = bytes.fromhex


class BrokenError(Exception): ...  # check, number of the entry (or None), reason


class UnknownError(Exception): ...  # what is not known here


def need(truth, *broken):
    if not truth:
        raise BrokenError(*broken)


def fits(x, shape):
    """Tell whether x is a number of a range, text of a pattern, [each ..], [a, pair], {of: fields}, one of (many)."""
    if isinstance(shape, tuple):
        return any(fits(x, one) for one in shape)
    if isinstance(shape, range):
        return type(x) is int and x in shape
    if isinstance(shape, str):
        return isinstance(x, str) and re.fullmatch(shape, x, re.DOTALL) is not None
    if isinstance(shape, list) and isinstance(x, list):
        shape = shape * len(x) if len(shape) == 1 else shape
        return len(x) == len(shape) and all(map(fits, x, shape))
    if isinstance(shape, dict) and isinstance(x, dict):
        shape = dict.fromkeys(x, shape["*"]) if "*" in shape else shape
        return x.keys() == shape.keys() and all(fits(x[key], shape[key]) for key in x)
    return isinstance(shape, type) and isinstance(x, shape)


def is_plain(data, depth=64):
    """Tell whether data has no floats, no integers from 2^53, ASCII keys only and no more than 64 levels."""
    if isinstance(data, dict | list):
        keys, inside = ("".join(data), data.values()) if isinstance(data, dict) else ("", data)
        return depth > 0 and keys.isascii() and all(is_plain(x, depth - 1) for x in inside)
    return not isinstance(data, float) and (isinstance(data, str | None) or abs(data) < 2**53)


def line_of(data):
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def parse(line, seq, check="bytes"):
    try:
        data = json.loads(line.decode())
        is_canonical = is_plain(data) and line_of(data) == line and len(line) <= 2**16
    except (ValueError, RecursionError):
        is_canonical = False
    need(is_canonical, check, seq, f"{line[:40]!r}.. is not a line of canonical JSON, or too long")
    return data


def tagged(*parts, key=None):
    """Return T(parts) or, with a key, M(key, parts); the tag comes first, an integer is a u32."""
    raws = [x if isinstance(x, bytes) else x.encode() if isinstance(x, str) else x.to_bytes(4, "big") for x in parts]
    message = b"\0\0\0\x0bpbem/fair/1" + b"".join(len(x).to_bytes(4, "big") + x for x in raws)
    return hmac.digest(key, message, "sha256") if key else hashlib.sha256(message).digest()


def stream(key):
    return (byte for block in count() for byte in tagged("stream", block.to_bytes(8, "big"), key=key))


def below(source, n):
    bits, value = (n - 1).bit_length(), n
    while value >= n:
        value = int.from_bytes([next(source) for _ in range(-(-bits // 8))], "big") % 2**bits
    return value


class Game:
    """A folder as it is read. Each check returns a verdict and a word, or raises BrokenError."""

    def __init__(self, files):
        self.files, self.entries, self.rolls, self.orders, self.names, self.done = files, [], [], {}, {}, set()
        self.heads, self.start, self.over, self.close, self.key = {0: "0" * 64}, None, None, None, None

    def bytes(self):
        for seq, line in enumerate(BytesIO(self.files.get("log.jsonl", b""))):
            new = parse(line, seq)
            kind = new.get("kind") if isinstance(new, dict) else None
            number = new.get("format", 1) if kind == "open" else 2
            if type(number) is int and number != 2:
                raise UnknownError(f"the record is of format {number}, this program knows format 2")
            is_right = any(fits(new, USUAL | shape) for shape in KINDS.get(str(kind), ()))
            is_right = is_right and (kind != "open" or is_opening(new)) and new.get("came", 0) <= new["at"]
            is_right = is_right and (kind != "seat" or bool(new["name"]) == bool(new["key"]))
            need(is_right, "bytes", seq, f"not the fields of a {kind!r}, or seats, keys or times that cannot be")
            self.place(new, seq)
            self.heads[seq + 1] = hashlib.sha256(b"\0" + line[:-1]).hexdigest()
        need(self.entries, "chain", None, "the record is empty")
        self.lines = [parse(line, None) for line in BytesIO(self.files.get("openings.jsonl", b""))]
        need(fits(self.lines, [(OPENING, DECK)]), "bytes", None, "an opening has not the fields of one")
        self.opened, self.laid = [x for x in self.lines if "seq" in x], [x for x in self.lines if "deck" in x]
        seqs, decks = [x["seq"] for x in self.opened], [(x["deck"], *x["cards"]) for x in self.laid]
        is_ordered = (
            self.lines == self.opened + self.laid and seqs == sorted(set(seqs)) and len(set(decks)) == len(decks)
        )
        need(is_ordered, "bytes", None, "openings are not in the order of their entries, then decks, each once")
        return "ok", f"{len(self.entries)} entries, {len(self.lines)} openings"

    def place(self, new, seq):
        """Take in an entry, unless it stands in the wrong place or points at what is not there."""
        self.first = self.entries[0] if self.entries else new
        kind, seat, cause, seen, act = map(new.get, ("kind", "seat", "cause", "seen", "act"))
        last, seats, asked = (
            self.entries[-1] if seq else new,
            self.first.get("seats", ()),
            [x for x, _ in new.get("asks", ())],
        )
        is_sheet = not isinstance(cause, int) or (cause in self.orders and self.orders[cause]["word"] == "")
        rules = {
            "seq is not the next number": new["seq"] == seq,
            "prev is not the hash of the entry before": new["prev"] == self.heads[seq],
            "after the end": not self.over,
            "open is the first entry and no other": (kind == "open") == (seq == 0),
            "of another game": new["game"] == self.first["game"],
            "time goes back": new["at"] >= last["at"],
            "started twice": kind != "start" or not self.start,
            "before the start": self.start or new.get("word", act) in EARLY.get(kind, ()),
            "not closed with the result ruled": last.get("act") != "result" or new.get("result") == last["result"],
            "not closed after the result": last.get("act") != "result" or kind == "close",
            "about deadlines, without a pace": kind != "clock"
            and cause != "late"
            and act not in ("extend", "pause", "resume"),
            "there is no such seat": seat is None or seat in seats,
            "asks what is no seat, or a seat twice": len(asked) == len(set(asked)) and set(asked) <= set(seats),
            "goes back too far, or to what is to come": act != "back" or self.start["seq"] <= new["to"] < seq,
            "answers no appeal": act != "answer" or self.orders.get(new["to"], {}).get("word") == "appeal",
            "by what is no word for it": act not in ("back", "vacate") or self.takes(new["by"], act, seat),
            "quotes a head of another chain": not seen or self.heads.get(seen["size"], "").startswith(seen["head"]),
            "signed by a kind not accepted": kind != "order" or new["sign"] in self.first["accepts"],
            "its cause is no order of that seat": is_sheet
            and self.orders.get(cause, new)["seat" if seat else "seq"] == (seat or seq),
        }
        need(all(rules.values()), "chain", seq, next((why for why, is_kept in rules.items() if not is_kept), ""))
        self.entries.append(new)
        self.rolls += [(seq, x["slot"], x["j"], unhex(x["r"]), x["draws"]) for x in new.get("chance", ())]
        self.orders |= {seq: new} if kind == "order" else {}
        self.names |= dict.fromkeys(new.get("seats", ()), "") | ({seat: new["name"]} if kind == "seat" else {})
        self.close = new if kind == "close" else None
        self.over = new if kind == "close" or act == "void" else None
        if kind == "start":
            lucks = [part for seat in self.first["seats"] for part in (seat, unhex(new["luck"].get(seat, "")))]
            parts = unhex(self.first["dice"]["anchor"]), unhex(self.first["hidden"]), *lucks
            self.start, self.key = new, tagged("joint", new["game"], *parts)

    def takes(self, by, act, seat):
        """Tell whether entries are words that can cause a ruling, each of another seat and taken for the first time."""
        named = [self.orders[seq] for seq in by if seq in self.orders and seq not in self.done]
        self.done.update(by)
        is_right = all(x["word"] in ("undo", "agree") if act == "back" else x["word"] == "resign" for x in named)
        return is_right and len({x["seat"] for x in named if seat in (None, x["seat"])}) == len(by)

    def chain(self):
        return "ok", f"head {self.heads[len(self.entries)]}"

    def seats(self):
        held, reasons, changes = {}, {}, 0
        self.keys = {}  # of each order: the key of its seat then
        for new in self.entries:
            kind, seq, seat = new["kind"], new["seq"], new.get("seat")
            old = held.get(seat)
            if kind == "order":
                self.keys[seq] = old["key"] if old else ""
                is_right = new["sign"] in ("desk", "bot", self.keys[seq].partition(":")[0])
                need(is_right, "seats", seq, f"{seat!r} has no key of the kind {new['sign']!r}")
            if kind == "order" or new.get("act") in ("substitute", "vacate"):
                reasons[seq] = (new.get("word", new.get("act")), seat)
            if kind == "seat":
                why, whose = reasons.pop(new["by"][0], ("", "")) if new["by"] else ("", seat)
                is_right = len(new["by"]) <= 1 and whose == seat and is_change(why, old, new)
                need(is_right, "seats", seq, f"the seat {seat!r} changes without a reason for it")
                held[seat], changes = new, changes + bool(old)
        return "ok", f"{changes} changes"

    def luck(self):
        lucks, known = {}, [x["seat"] for x in self.orders.values() if x["word"] == "reveal"]
        for new in self.entries:
            if new["kind"] == "seat":
                old = lucks.setdefault(
                    new["seat"], "" if self.start and new["seq"] > self.start["seq"] else new["luck"]
                )
                is_right = new["luck"] == old or (not old and not (self.start and new["seq"] > self.start["seq"]))
                need(is_right, "luck", new["seq"], "another luck than before, or one after the start")
                lucks[new["seat"]] = new["luck"]
        is_void = self.over and not self.close
        told = (
            f"; VOID after the luck of {', '.join(sorted({*known, *(self.start or {}).get('luck', ())}))} was revealed"
        )
        told = told if is_void and (known or (self.start and self.start["luck"])) else ""
        if not self.start:
            return "ok" if self.over else "later", "not started" + told
        committed, shown = {seat: luck for seat, luck in lucks.items() if luck}, self.start["luck"]
        given = {seat: tagged("luck", self.first["game"], seat, unhex(shown[seat])).hex() for seat in shown}
        need(given == committed, "luck", self.start["seq"], "the luck revealed is not the luck committed to")
        joint = f"joint: luck of {', '.join(given)}" if given else "host: the host could have picked a lucky game"
        return "ok", f"chance is {joint}{told}"

    def ladder(self):
        used, line, lines, dice = {}, frozenset(), [], self.first["dice"]
        top, last, turn = 0, unhex(dice["anchor"]), None
        for entry in self.entries:
            line = lines[entry["to"]] if entry.get("act") == "back" else line
            for x in entry.get("chance", ()):
                slot, j, r = x["slot"], x["j"], unhex(x["r"])
                need(slot not in line, "ladder", entry["seq"], f"slot {slot!r} was rolled before and not taken back")
                if slot not in used:
                    rung, place = r, top + 1 if slot.rpartition("/")[0] == turn else (top // 16 + 1) * 16
                    need(place == j <= dice["n"], "ladder", entry["seq"], f"slot {slot!r} takes rung {j}, not {place}")
                    for i in range(j, top, -1):
                        rung = tagged("ladder", self.first["game"], i, rung)
                    need(rung == last, "ladder", entry["seq"], f"rung {j} does not lead down to rung {top}")
                    used[slot], top, last, turn = (j, r), j, r, slot.rpartition("/")[0]
                need(used[slot] == (j, r), "ladder", entry["seq"], f"slot {slot!r} had another rung before")
                line |= {slot}
            lines.append(line)
        return "ok", f"{len(used)} rolls"

    def draws(self):
        for seq, slot, j, r, draws in self.rolls:
            source = stream(tagged("roll", self.first["game"], j, self.key, slot, key=r))
            for n, value in draws:
                need(below(source, n) == value, "draws", seq, f"a draw of {slot!r} is not {value} of {n}")
        return "ok", f"{sum(len(draws) for *_, draws in self.rolls)} draws"

    def seals(self):
        closed = {entry["seq"]: entry["seal"] for entry in self.entries if entry["kind"] == "move" and "seal" in entry}
        need(self.over or not self.opened, "seals", None, "what is sealed is opened before the end")
        inside = [(entry["seq"], one) for entry in self.entries for one in entry.get("opens", ())]
        for where, one in inside + [(None, line) for line in self.opened]:
            sealed = closed.pop(one["seq"], "") if where is None or one["seq"] < where else ""
            need(
                self.opens(one, sealed), "seals", where, f"what is opened was not sealed in move {one['seq']}, or twice"
            )
        is_whole = not closed or not self.over or "openings.jsonl" not in self.files
        need(is_whole, "seals", None, f"the moves {sorted(closed)} are not opened")
        return "later" if closed else "ok", f"{len(closed)} moves are sealed"

    def opens(self, one, sealed):
        game, seq, salt = self.first["game"], one["seq"], unhex(one["salt"])
        return bool(sealed) and tagged("seal", game, seq, salt, one["text"]).hex() == sealed

    def decks(self):
        need(self.over or not self.laid, "decks", None, "a deck is laid open before the end")
        if not self.over:
            return "later", "the game is not over"
        game, hidden = self.first["game"], unhex(self.over["hidden"])
        need(tagged("hidden", game, hidden).hex() == self.first["hidden"], "decks", self.over["seq"], "another secret")
        for deck in self.laid:
            cards, source = deck["cards"], stream(tagged("deck", game, self.key or b"", deck["deck"], key=hidden))
            for i in range(len(cards) - 1, 0, -1):
                j = below(source, i + 1)
                cards[i], cards[j] = cards[j], cards[i]
            need(self.key and cards == deck["order"], "decks", None, f"deck {deck['deck']!r} lay in another order")
        return "ok", f"{len(self.laid)} decks"

    def note(self):
        if "head.note" not in self.files:
            return "missing" if self.over else "later", "there is no head.note"
        referee, key, size = self.first["referee"], unhex(self.first["key"]), len(self.entries)
        text = f"pbem/head/1 {referee}/{self.first['game']}\n{size}\n{b64encode(unhex(self.heads[size])).decode()}\n"
        pattern = rf"{re.escape(text)}\n— {re.escape(referee)} ([A-Za-z0-9+/]{{91}}=)\n"
        found = re.fullmatch(pattern, self.files["head.note"].decode(errors="replace"))
        need(found, "note", None, "not a signed note on the head of this log")
        raw, key_id = b64decode(found[1]), hashlib.sha256(referee.encode() + b"\n\x01" + key).digest()[:4]
        is_right = b64encode(raw).decode() == found[1] and raw[:4] == key_id and is_signed(key, raw[4:], text.encode())
        need(is_right, "note", None, f"not signed by {referee}")
        return "ok", f"signed by {referee}, key {self.first['key']}"

    def result(self):
        if "result.json" not in self.files:
            return "later", "there is no result.json"
        said = {"game": self.first["game"], "rules": self.first["rules"], "seats": self.names}
        is_right = self.close and self.files["result.json"] == line_of(said | {"result": self.close["result"]})
        need(is_right, "result", None, "result.json is not what the record says")
        return "ok", "as in the record"

    def evidence(self):
        shown = [parse(line, None, "evidence") for line in BytesIO(self.files.get("evidence.jsonl", b""))]
        need(fits(shown, [SHOWN]), "evidence", None, "a line has not the fields of evidence")
        need(self.over or not shown, "evidence", None, "signed orders are shown before the end")
        seqs, left = [x["seq"] for x in shown], 0
        need(seqs == sorted(set(seqs)), "evidence", None, "not in the order of its entries, each once")
        for one in shown:
            seq, order, key_id = one["seq"], self.orders.get(one["seq"], {}), self.keys.get(one["seq"], "")
            need(
                order.get("sign") == "ssh" and self.opens(one, order["seal"]), "evidence", seq, "opens no signed order"
            )
            text, begin, armor = one["signed"].rpartition(ARMOR[0])
            sealed = parse(one["text"].encode() + b"\n", seq, "evidence")
            digest = hashlib.sha256(text.encode()).hexdigest()
            need(fits(sealed, SEALED) and sealed["digest"] == digest, "evidence", seq, "other bytes than were sealed")
            need(self.agrees(text, order, sealed["sheet"]), "evidence", seq, "the record is not what was signed")
            is_held, is_left = ssh_signed(begin + armor, text.encode(), key_id)
            need(is_held, "evidence", seq, "not signed by the key of the seat")
            left += is_left
        attested, told = len(self.orders) - len(shown), f", {left} by keys not checked here" if left else ""
        verdict = "ok" if shown else "later"
        return verdict, f"{len(shown) - left} orders by signature{told}, {attested} attested by the referee alone"

    def agrees(self, text, order, sheet):
        """Tell whether signed statements are what the record says: referee, game, seat, head, orders."""
        found = STATEMENTS.fullmatch(text)
        if not found or unicodedata.normalize("NFC", text) != text:
            return False
        to, game, seat, size, head, orders = found.groups()
        orders = orders[:-2].split(";\n")
        is_tidy = all(x == " ".join(x.split()) and x.isprintable() and not re.match(r"\w+ ?:", x) for x in orders)
        is_ours = game == "desk" or (game, seat) == (order["game"], order["seat"])
        seen = {"size": int(size), "head": head} if size else None
        is_ours = is_ours and (game == "desk") == (order["word"] == "newkey")
        is_seen = seen == order["seen"] or order["word"] == "newkey"
        return to == self.first["referee"] and is_ours and is_seen and is_tidy and sheet == "\n".join(orders)


def is_opening(new):
    seats, hosted, key = new["seats"], new["hosted"], point(unhex(new["key"]))
    is_seated = 0 < len(seats) == len(set(seats)) and set(hosted) <= set(seats) and len(set(hosted)) == len(hosted)
    return is_seated and not is_weak(unhex(new["key"]), key)


def is_change(why, old, new):
    """Tell whether a seat may change from old (None: never taken) to new for this reason."""
    if not old:
        return why in ("", "join")
    same = [name for name in ("name", "key", "luck") if old[name] == new[name]]
    shapes = {"luck": same == ["name", "key"], "newkey": same == ["name", "luck"]}
    shapes |= {"substitute": "luck" in same and new["name"], "vacate": "luck" in same and not new["name"]}
    return shapes.get(why, False)


def fields_of(raw):
    """Yield the length-prefixed strings of SSH's encoding; ValueError where one is cut short."""
    while raw:
        size = int.from_bytes(raw[:4], "big")
        if len(raw) < 4 + size:
            raise ValueError("cut short")
        yield raw[4 : 4 + size]
        raw = raw[4 + size :]


def ssh_signed(armor, text, key_id):
    """Return whether the key of that fingerprint signed a text, and whether its kind leaves that open here."""
    try:
        raw = b64decode("".join(armor.split("\n")[1:-2]), validate=True)
        key, namespace, reserved, name, sign = fields_of(raw[10:])
        (kind, *public), (algorithm, *signature) = fields_of(key), fields_of(sign)
    except ValueError:
        return False, False
    base = b64encode(raw).decode()
    is_armor = ARMOR[0] + "".join(base[i : i + 70] + "\n" for i in range(0, len(base), 70)) + ARMOR[1] == armor
    fingerprint = "ssh:SHA256:" + b64encode(hashlib.sha256(key).digest()).decode().rstrip("=")
    is_ours = (raw[:10], namespace, reserved) == (b"SSHSIG\0\0\0\1", b"pbem", b"") and name in (b"sha256", b"sha512")
    if not is_armor or not is_ours or fingerprint != key_id:
        return False, False
    if kind != b"ssh-ed25519":
        return True, True
    parts = [namespace, reserved, name, hashlib.new(name.decode(), text).digest()]
    message = b"SSHSIG" + b"".join(len(x).to_bytes(4, "big") + x for x in parts)
    is_shaped = algorithm == kind and [len(x) for x in public + signature] == [32, 64]
    return bool(is_shaped and is_signed(public[0], signature[0], message)), False


P, N, D = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493, -121665 * pow(121666, -1, 2**255 - 19)


def point(raw):
    """Return the point (x, y, 1, xy) of the curve Ed25519 (RFC 8032) that 32 bytes stand for, or None."""
    y, is_odd = int.from_bytes(raw, "little") % 2**255, raw[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square or y >= P or (is_odd and not x):
        return None
    x = x if x % 2 == is_odd else P - x
    return x, y, 1, x * y % P


def add(p, q):
    a, b, c, d = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0]), 2 * p[3] * q[3] * D, 2 * p[2] * q[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def add_times(total, number, p):
    while number:
        total, p, number = add(total, p) if number & 1 else total, add(p, p), number >> 1
    return total


def is_same(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == (p[1] * q[2] - q[1] * p[2]) % P == 0


def is_weak(raw, key):
    """Tell whether a key is a point of small order, for which anybody can sign, or the second spelling of a point."""
    is_small = key and is_same(add_times((0, 1, 1, 0), 8, key), (0, 1, 1, 0))
    is_flat = int.from_bytes(raw, "little") % 2**255 in (1, P - 1)  # with x = 0 and its sign set
    return is_small or is_flat or int.from_bytes(raw, "little") % 2**255 >= P


def is_signed(key, sign, text):
    """Tell whether an Ed25519 signature is right: s B = R + h A."""
    s, a, r = int.from_bytes(sign[32:], "little"), point(key), point(sign[:32])
    h = int.from_bytes(hashlib.sha512(sign[:32] + key + text).digest(), "little") % N
    is_usable = s < N and a and r and not is_weak(key, a)
    return is_usable and is_same(add_times((0, 1, 1, 0), s, point(unhex("58" + "66" * 31))), add_times(r, h, a))


def verify(files):
    """Yield each check with its verdict and a word about it; a broken chain ends the list."""
    game = Game(files)
    for name in "bytes chain seats luck ladder draws seals decks note result evidence".split():
        try:
            yield name, *getattr(game, name)()
        except UnknownError as error:
            yield name, "CANNOT", str(error)
            return
        except BrokenError as error:
            check, seq, why = error.args
            yield check, "FAILED", why if seq is None else f"entry {seq}: {why}"
            if check in ("bytes", "chain", "seats"):
                return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", metavar="DIR", type=Path, help="folder of an exported game")
    try:
        paths = [path for path in parser.parse_args().dir.iterdir() if path.is_file()]
        verdicts = list(verify({path.name: path.read_bytes() for path in paths}))
    except OSError as error:
        verdicts = [("bytes", "FAILED", error)]
    for name, verdict, words in verdicts:
        print(f"{verdict:<7} {name:<8} {words}")
    found = [verdict for _, verdict, _ in verdicts]
    return 1 if "FAILED" in found else 4 if "CANNOT" in found else 0


if __name__ == "__main__":
    raise SystemExit(main())
