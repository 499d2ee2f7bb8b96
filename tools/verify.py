#!/usr/bin/env python3
"""Verify a game exported by pbem, without pbem: standard library only, written from docs/format.md alone.

DIR holds log.jsonl and, as far as they are published, openings.jsonl, head.note and result.json. One line is printed
for each check: `ok`, `later` (it waits for the end of the game, or for a file) or `FAILED`; then the exit code is 1.

  bytes   each line is canonical JSON with exactly the fields of its kind
  chain   each entry names the hash of the one before; what entries point at exists; quoted heads are this chain's
  luck    each luck that a seat committed to is revealed, unchanged
  ladder  dice secrets come from the ladder published in advance, without gaps
  draws   each die is what those secrets give
  seals   what was opened is what had been sealed
  decks   each deck lay in the order that the secret gives
  note    the referee signed this head
  result  result.json says what the record says

The rules of the game are not checked. A record made anew can only be told by a head that you kept: compare it.
"""

import argparse
import hashlib
import hmac
import json
import re
from base64 import b64decode, b64encode
from io import BytesIO
from itertools import count
from pathlib import Path

COUNT, RUNG, TEXT, HEX, NONE = range(2**53), range(1, 2**32), ".*", "[0-9a-f]{64}", type(None)
GAME, REFEREE, SEAT = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}", "[A-Za-z0-9][A-Za-z0-9._/-]{0,127}", "[!-~]{1,32}"
OPENING, DECK = {"seq": COUNT, "salt": HEX, "text": TEXT}, {"deck": TEXT, "cards": [TEXT], "order": [TEXT]}
CHANCE = [{"slot": TEXT, "j": RUNG, "r": HEX, "draws": [[range(1, 2**53), COUNT]]}]
USUAL = {"at": COUNT, "game": TEXT, "kind": TEXT, "prev": ".{64}", "seq": COUNT}
OPEN = {"game": GAME, "rules": {"key": TEXT, "version": COUNT}, "table": dict, "options": {"*": TEXT}, "seats": [SEAT]}
OPEN |= {"referee": REFEREE, "key": HEX, "dice": {"n": RUNG, "anchor": HEX}, "hidden": HEX, "accepts": [TEXT]}
MOVE = {"seat": TEXT, "cause": (COUNT, "forced|default|ruling"), "chance": CHANCE, "opens": [OPENING], "position": HEX}
BACK, OTHER = {"act": "back", "reason": TEXT, "to": COUNT}, {"act": "extend|void|result", "reason": TEXT}
KINDS = {
    "open": (OPEN,),
    "seat": ({"seat": TEXT, "name": TEXT, "key": TEXT, "luck": ("", HEX)},),
    "start": ({"luck": {"*": HEX}, "chance": CHANCE, "position": HEX},),
    "order": ({"seat": TEXT, "seen": (NONE, {"size": COUNT, "head": "[0-9a-f]{32,64}"}), "sign": TEXT, "seal": HEX},),
    "move": (MOVE | {"text": TEXT}, MOVE | {"seal": HEX}),
    "ruling": (BACK, OTHER, {"act": "play|vacate|substitute", "reason": TEXT, "seat": TEXT}),
    "close": ({"result": dict, "hidden": HEX},),
}
unhex = bytes.fromhex


class BrokenError(Exception): ...  # check, number of the entry (or None), reason


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


def parse(line, seq):
    try:
        data = json.loads(line.decode())
        is_canonical = is_plain(data) and line_of(data) == line
    except (ValueError, RecursionError):
        is_canonical = False
    need(is_canonical, "bytes", seq, f"{line[:40]!r}.. is not a line of canonical JSON")
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
        self.files, self.entries, self.rolls, self.orders, self.names, self.lucks = files, [], [], {}, {}, {}
        self.heads, self.start, self.close, self.key = {0: "0" * 64}, None, None, None

    def bytes(self):
        for seq, line in enumerate(BytesIO(self.files.get("log.jsonl", b""))):
            new = parse(line, seq)
            kind = new.get("kind") if isinstance(new, dict) else None
            is_right = len(line) <= 2**16 and any(fits(new, USUAL | shape) for shape in KINDS.get(str(kind), ()))
            is_right = is_right and (kind != "open" or 0 < len(new["seats"]) == len(set(new["seats"])))
            need(is_right, "bytes", seq, f"too long, or not the fields of a {kind!r}, or no seats, or a seat twice")
            self.place(new, seq)
            self.heads[seq + 1] = hashlib.sha256(b"\0" + line[:-1]).hexdigest()
        need(self.entries, "chain", None, "the record is empty")
        self.openings = [parse(line, None) for line in BytesIO(self.files.get("openings.jsonl", b""))]
        need(fits(self.openings, [(OPENING, DECK)]), "bytes", None, "an opening has not the fields of one")
        return "ok", f"{len(self.entries)} entries, {len(self.openings)} openings"

    def place(self, new, seq):
        """Take in an entry, unless it stands in the wrong place or points at what is not there."""
        self.first = self.entries[0] if self.entries else new
        kind, seat, cause, seen = new["kind"], new.get("seat"), new.get("cause"), new.get("seen")
        rules = {
            "seq is not the next number": new["seq"] == seq,
            "prev is not the hash of the entry before": new["prev"] == self.heads[seq],
            "open is the first entry and no other": (kind == "open") == (seq == 0),
            "of another game": new["game"] == self.first["game"],
            "after the close": not self.close,
            "started twice": kind != "start" or not self.start,
            "before the start": kind not in ("order", "move") or self.start,
            "there is no such seat": seat is None or seat in self.first.get("seats", ()),
            "goes back to an entry still to come": new.get("to", -1) < seq,
            "quotes a head of another chain": not seen or self.heads.get(seen["size"], "").startswith(seen["head"]),
            "its cause is no order of that seat": not isinstance(cause, int) or self.orders.get(cause) == seat,
        }
        need(all(rules.values()), "chain", seq, next((why for why, is_kept in rules.items() if not is_kept), ""))
        self.entries.append(new)
        self.rolls += [(seq, x["slot"], x["j"], unhex(x["r"]), x["draws"]) for x in new.get("chance", ())]
        self.orders |= {seq: seat} if kind == "order" else {}
        self.names |= dict.fromkeys(new.get("seats", ()), "") | ({seat: new["name"]} if kind == "seat" else {})
        self.lucks |= {seat: new["luck"]} if kind == "seat" and not self.start else {}
        self.close = new if kind == "close" else None
        if kind == "start":
            lucks = [part for seat in self.first["seats"] for part in (seat, unhex(new["luck"].get(seat, "")))]
            parts = unhex(self.first["dice"]["anchor"]), unhex(self.first["hidden"]), *lucks
            self.start, self.key = new, tagged("joint", new["game"], *parts)

    def chain(self):
        return "ok", f"head {self.heads[len(self.entries)]}"

    def luck(self):
        if not self.start:
            return "ok" if self.close else "later", "not started"
        committed, lucks = {seat: luck for seat, luck in self.lucks.items() if luck}, self.start["luck"]
        given = {seat: tagged("luck", self.first["game"], seat, unhex(lucks[seat])).hex() for seat in lucks}
        need(given == committed, "luck", self.start["seq"], "the luck revealed is not the luck committed to")
        return "ok", f"chance is {'joint' if given else 'host: the host could have picked a lucky game'}"

    def ladder(self):
        slots, here, dice, last = {}, set(), self.first["dice"], unhex(self.first["dice"]["anchor"])
        for seq, slot, j, r, _ in self.rolls:
            is_next = slot not in slots and len(slots) + 1 == j <= dice["n"]
            if is_next and tagged("ladder", self.first["game"], j, r) == last:
                slots[slot], last = (j, r), r
            is_right = slots.get(slot) == (j, r) and (seq, slot) not in here
            need(is_right, "ladder", seq, f"rung {j} is not the next above the last, or not that of slot {slot!r}")
            here.add((seq, slot))
        return "ok", f"{len(slots)} rolls"

    def draws(self):
        for seq, slot, j, r, draws in self.rolls:
            source = stream(tagged("roll", self.first["game"], j, self.key, slot, key=r))
            for n, value in draws:
                need(below(source, n) == value, "draws", seq, f"a draw of {slot!r} is not {value} of {n}")
        return "ok", f"{sum(len(draws) for *_, draws in self.rolls)} draws"

    def seals(self):
        sealed = {entry["seq"]: entry["seal"] for entry in self.entries if "seal" in entry}
        closed = sealed.keys() - self.orders.keys()
        inside = [(entry["seq"], one) for entry in self.entries for one in entry.get("opens", ())]
        for where, one in inside + [(None, line) for line in self.openings if "seq" in line]:
            seq, game, salt = one["seq"], self.first["game"], unhex(one["salt"])
            is_there = seq in sealed and (where is None or seq < where)
            is_right = is_there and tagged("seal", game, seq, salt, one["text"]).hex() == sealed[seq]
            need(is_right, "seals", where, f"what is opened was not sealed in entry {seq}")
            closed.discard(seq)
        return "later" if closed else "ok", f"{len(closed)} moves are sealed"

    def decks(self):
        if not self.close:
            return "later", "the game is not closed"
        game, hidden, decks = self.first["game"], unhex(self.close["hidden"]), [x for x in self.openings if "deck" in x]
        need(tagged("hidden", game, hidden).hex() == self.first["hidden"], "decks", self.close["seq"], "another secret")
        for deck in decks:
            cards, source = deck["cards"], stream(tagged("deck", game, self.key or b"", deck["deck"], key=hidden))
            for i in range(len(cards) - 1, 0, -1):
                j = below(source, i + 1)
                cards[i], cards[j] = cards[j], cards[i]
            need(self.key and cards == deck["order"], "decks", None, f"deck {deck['deck']!r} lay in another order")
        return "ok", f"{len(decks)} decks"

    def note(self):
        if "head.note" not in self.files:
            return "later", "there is no head.note"
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


P, ORDER, D = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493, -121665 * pow(121666, -1, 2**255 - 19)


def point(raw):
    """Return the point (x, y) of the curve Ed25519 (RFC 8032) that 32 bytes stand for, or None."""
    y, is_odd = int.from_bytes(raw, "little") % 2**255, raw[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    return (x if x % 2 == is_odd else P - x, y) if x * x % P == square and y < P else None


def add(p, q):
    common, x, y = D * p[0] * q[0] * p[1] * q[1], p[0] * q[1] + q[0] * p[1], p[1] * q[1] + p[0] * q[0]
    return x * pow(1 + common, -1, P) % P, y * pow(1 - common, -1, P) % P


def add_times(total, number, p):
    while number:
        total, p, number = add(total, p) if number & 1 else total, add(p, p), number >> 1
    return total


def is_signed(key, sign, text):
    """Tell whether an Ed25519 signature is right: s B = R + h A."""
    s, a, r = int.from_bytes(sign[32:], "little"), point(key), point(sign[:32])
    h = int.from_bytes(hashlib.sha512(sign[:32] + key + text).digest(), "little") % ORDER
    return s < ORDER and a and r and add_times((0, 1), s, point(unhex("58" + "66" * 31))) == add_times(r, h, a)


def verify(files):
    """Yield each check with its verdict and a word about it; a broken chain ends the list."""
    game = Game(files)
    for name in ("bytes", "chain", "luck", "ladder", "draws", "seals", "decks", "note", "result"):
        try:
            yield name, *getattr(game, name)()
        except BrokenError as error:
            check, seq, why = error.args
            yield check, "FAILED", why if seq is None else f"entry {seq}: {why}"
            if check in ("bytes", "chain"):
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
        print(f"{verdict:<7} {name:<7} {words}")
    return int("FAILED" in [verdict for _, verdict, _ in verdicts])


if __name__ == "__main__":
    raise SystemExit(main())
