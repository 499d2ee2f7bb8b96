#!/usr/bin/env python3
"""Verify a game exported by pbem, without pbem: standard library only, written from docs/format.md alone.
Each check prints a line: `ok`, `later` (after the end), `none` (nothing there), `FAILED` (exit code 1), `missing` (a
file of a game that is over) or `CANNOT` (another format), both 4. No rules are known, and no keys but of Ed25519.
"""

import argparse
import hashlib
import hmac
import json
import re
import unicodedata
from base64 import b64decode, b64encode
from contextlib import suppress
from io import BytesIO
from pathlib import Path

COUNT, RANGE, RUNG, TEXT, HEX, NONE = range(2**53), range(1, 2**53), range(1, 2**32), ".*", "[0-9a-f]{64}", type(None)
GAME, REFEREE, SEAT = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}", "[A-Za-z0-9][A-Za-z0-9._/-]{0,127}", "[!-~]{1,32}"
KEY, WORD = "(desk|(ssh|pgp|x509|dkim):[!-~]{1,128})?", "(agree|appeal|join|leave|luck|newkey|resign|reveal|undo)?"
OPENING, DECK = {"seq": COUNT, "salt": HEX, "text": TEXT}, {"deck": TEXT, "cards": [TEXT], "order": [TEXT]}
SEALED, CHANCE = {"digest": HEX, "sheet": TEXT}, [{"slot": ".*/.*", "j": RUNG, "r": HEX, "draws": [[RANGE, COUNT]]}]
FIELDS = dict.fromkeys(["at", "came", "due", "from", "seq", "to", "until"], COUNT) | {"prev": ".{64}", "word": WORD}
FIELDS |= dict.fromkeys(["game", "kind", "name", "reason", "seat", "sign", "text"], TEXT)
FIELDS |= dict.fromkeys(["hidden", "position", "seal"], HEX) | {"pace": NONE, "format": range(2, 3)}
FIELDS |= {"chance": CHANCE, "opens": [OPENING], "asks": [[TEXT, TEXT]], "by": [COUNT], "result": dict, "table": dict}
FIELDS |= {"cause": (COUNT, "forced|default|late|ruling"), "seen": (NONE, {"size": COUNT, "head": "[0-9a-f]{32,64}"})}
FIELDS |= {"rules": {"key": TEXT, "version": COUNT}, "dice": {"n": RUNG, "anchor": HEX}, "options": {"*": TEXT}}
FIELDS |= {"accepts": [TEXT], "seats": [SEAT], "hosted": [SEAT], "referee": REFEREE}
FIELDS |= {"event": (NONE, {"event": GAME, "draw": HEX} | dict.fromkeys(["round", "table", "attempt"], RUNG))}


def shape(names, **other):
    return {name: FIELDS[name] for name in f"at game kind prev seq {names}".split()} | other


MOVE, OPEN = "seat cause chance opens position asks", "rules table options seats hosted referee dice hidden accepts"
ACTS = "answer to|back to by asks|extend seat due|pause until|play seat|result result|resume|substitute seat asks"
RULINGS, CLOCKS = f"{ACTS}|vacate seat by asks|void hidden", "late seat due|leave seat from to by|outage seat from to"
RULINGS, CLOCKS = ([act.partition(" ") for act in acts.split("|")] for acts in (RULINGS, CLOCKS))
KINDS = {"open": [shape(f"{OPEN} pace event format", game=GAME, key=HEX)], "close": [shape("result hidden")]}
KINDS |= {"seat": [shape("seat name by", key=KEY, luck=("", HEX))], "order": [shape("seat came seen sign seal word")]}
KINDS |= {"start": [shape("chance position asks", luck={"*": HEX})], "clock": [shape(x[2], act=x[0]) for x in CLOCKS]}
KINDS |= {"move": [shape(f"{MOVE} text"), shape(f"{MOVE} seal")]}
KINDS |= {"ruling": [shape(f"reason {x[2]}", act=x[0]) for x in RULINGS]}
EARLY, HERE = {"answer", "substitute", "void", "join", "luck", "newkey", "reveal"}, ("desk", "bot")
VALUE, SEEN = "([A-Za-z0-9][A-Za-z0-9._@/+-]{0,99})", r"(?:seen: (0|[1-9][0-9]{0,8}) ([0-9a-f]{32,64});\n)?"
HEADERS = f"to: {VALUE};\ngame: {VALUE};\nseat: {VALUE};\ntoken: {VALUE};\n{SEEN}(?:n: (?:0|[1-9][0-9]{{0,14}});\n)?"
STATEMENTS = f"-----BEGIN PBEM ORDERS-----\n{HEADERS}((?:[^;#\n]+;\n){{1,400}})"
SAID = "(?ai)(resign|abbandono|abandon|aufgeben)|(agree|appeal|join|leave|luck|newkey|reveal|undo)( .*)?"
CHECKS = ["bytes", "chain", "seats", "luck", "ladder", "draws", "seals", "decks", "note", "result", "evidence"]
ARMOR, unhex, STRONG = ("-----BEGIN SSH SIGNATURE-----\n", "-----END SSH SIGNATURE-----\n"), bytes.fromhex, "9" * 64


class BrokenError(Exception): ...  # check, number of the entry (or None), reason


def need(truth, *broken):
    if not truth:
        raise BrokenError(*broken)


def fits(x, shape):  # a number of a range, text of a pattern, [each ..], [a, pair], {of: fields}, one of (many)
    if isinstance(shape, tuple | range):
        return any(fits(x, one) for one in shape) if isinstance(shape, tuple) else type(x) is int and x in shape
    if isinstance(shape, str):
        return isinstance(x, str) and re.fullmatch(shape, x, re.DOTALL) is not None
    if isinstance(shape, list) and isinstance(x, list):
        shape = shape * len(x) if len(shape) == 1 else shape
        return len(x) == len(shape) and all(map(fits, x, shape))
    if isinstance(shape, dict) and isinstance(x, dict):
        shape = dict.fromkeys(x, shape["*"]) if "*" in shape else shape
        return x.keys() == shape.keys() and all(fits(x[key], shape[key]) for key in x)
    return isinstance(shape, type) and isinstance(x, shape)


def is_plain(data, depth=64):  # no floats, no integers from 2^53, ASCII keys only and no more than 64 levels
    if isinstance(data, dict | list):
        keys, inside = ("".join(data), data.values()) if isinstance(data, dict) else ("", data)
        return depth > 0 and keys.isascii() and all(is_plain(x, depth - 1) for x in inside)
    return not isinstance(data, float) and (isinstance(data, str | None) or abs(data) < 2**53)


def line_of(data):
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def parse(line, seq, check="bytes"):
    with suppress(ValueError, RecursionError):
        data = json.loads(line.decode())
        if is_plain(data) and line_of(data) == line and len(line) <= 2**16:
            return data
    raise BrokenError(check, seq, f"{line[:40]!r}.. is not a line of canonical JSON, or too long")


def is_set(items, among):
    return len(set(items)) == len(items) and set(items) <= set(among)


def joined(*parts):
    return b"".join(len(x).to_bytes(4, "big") + x for x in parts)


def tagged(*parts, key=None):  # T(parts) or, with a key, M(key, parts); the tag comes first, an integer is a u32
    raws = [x if isinstance(x, bytes) else x.encode() if isinstance(x, str) else x.to_bytes(4, "big") for x in parts]
    message = joined(b"pbem/fair/1", *raws)
    return hmac.digest(key, message, "sha256") if key else hashlib.sha256(message).digest()


def drawn(key, ranges):
    source = (byte for block in range(2**64) for byte in tagged("stream", block.to_bytes(8, "big"), key=key))
    for n in ranges:
        bits, value = (n - 1).bit_length(), n
        while value >= n:
            value = int.from_bytes([next(source) for _ in range(-(-bits // 8))], "big") % 2**bits
        yield value


class Game:  # a folder as it is read; each check returns a verdict and a word, or raises BrokenError
    def __init__(self, files):
        self.files, self.entries, self.rolls, self.orders, self.names, self.done = files, [], [], {}, {}, set()
        self.heads, self.start, self.over, self.close, self.key = {0: "0" * 64}, None, None, None, None
        self.bare = "" if "openings.jsonl" in files else "there is no openings.jsonl: "
        self.asked, self.left, self.bound, self.chosen, self.since = set(), set(), set(), {}, -1

    def bytes(self):
        for seq, line in enumerate(BytesIO(self.files.get("log.jsonl", b""))):
            new = parse(line, seq)
            kind = new.get("kind") if isinstance(new, dict) else None
            number = new.get("format", 1) if kind == "open" else 2
            need(type(number) is not int or number == 2, "format", None, f"format {number} is not known here, 2 is")
            is_right = any(fits(new, one) for one in KINDS.get(str(kind), ())) and new.get("came", 0) <= new["at"]
            is_right = is_right and bool(new.get("name", "-")) == bool(new.get("key", "-"))
            need(is_right, "bytes", seq, f"not the fields of a {kind!r}, or a key or a time that cannot be")
            seats, hosted, key = new.get("seats", "-"), new.get("hosted", ""), new["key"] if kind == "open" else STRONG
            is_right = seats and is_set(seats, seats) and is_set(hosted, seats) and not is_weak(key)
            need(is_right, "bytes", seq, "no seats, a seat twice, or a key for which anybody can sign")
            self.place(new, seq)
            self.heads[seq + 1] = hashlib.sha256(b"\0" + line[:-1]).hexdigest()
        need(self.entries, "chain", None, "the record is empty")
        self.lines = [parse(line, None) for line in BytesIO(self.files.get("openings.jsonl", b""))]
        need(fits(self.lines, [(OPENING, DECK)]), "bytes", None, "an opening has not the fields of one")
        self.opened, self.laid = [x for x in self.lines if "seq" in x], [x for x in self.lines if "deck" in x]
        seqs, decks = [x["seq"] for x in self.opened], [(x["deck"], *x["cards"]) for x in self.laid]
        is_right = self.lines == self.opened + self.laid and seqs == sorted(set(seqs)) and is_set(decks, decks)
        need(is_right, "bytes", None, "openings are not in the order of their entries, then decks, each once")
        self.chain = lambda: ("ok", f"head {self.heads[len(self.entries)]}")
        return "ok", f"{len(self.entries)} entries, {len(self.lines)} openings"

    def place(self, new, seq):
        self.first = self.entries[0] if self.entries else new
        kind, seat, cause, seen, act = map(new.get, ("kind", "seat", "cause", "seen", "act"))
        last, seats = self.entries[-1] if seq else new, self.first.get("seats", ())
        asked, ruled = [x for x, _ in new.get("asks", ())], last["result"] if last.get("act") == "result" else None
        sheet = tuple(map(self.orders.get(cause, {}).get, ("seat", "word")))
        rules = {
            "seq is not the next number": new["seq"] == seq,
            "prev is not the hash of the entry before": new["prev"] == self.heads[seq],
            "after the end, or started twice": not self.over and not (kind == "start" and self.start),
            "open is the first entry and no other": (kind == "open") == (seq == 0),
            "of another game, or time goes back": new["game"] == self.first["game"] and new["at"] >= last["at"],
            "before the start": self.start or kind in ("open", "seat", "start") or new.get("word", act) in EARLY,
            "not closed with the result ruled": ruled is None or (kind == "close" and new["result"] == ruled),
            "about deadlines, without a pace": not {kind, cause, act} & {"clock", "late", "extend", "pause", "resume"},
            "there is no such seat, or one is asked twice": seat in (None, *seats) and is_set(asked, seats),
            "goes back too far, or to what is to come": act != "back" or (self.start or new)["seq"] <= new["to"] < seq,
            "answers no appeal": act != "answer" or self.orders.get(new["to"], {}).get("word") == "appeal",
            "by what is no word for it": act not in ("back", "vacate") or self.takes(new["by"], act, seat),
            "quotes a head of another chain": not seen or self.heads.get(seen["size"], "").startswith(seen["head"]),
            "signed by a kind not accepted": kind != "order" or new["sign"] in self.first.get("accepts", ()),
            "its cause is no order of that seat": not isinstance(cause, int) or sheet == (seat, ""),
            "not after a hosted seat has chosen, or chosen anew": self.is_chosen_first(new, seat, cause, act),
        }
        need(all(rules.values()), "chain", seq, next((why for why, is_kept in rules.items() if not is_kept), ""))
        self.entries.append(new)
        self.rolls += [(seq, x["slot"], x["j"], unhex(x["r"]), x["draws"]) for x in new.get("chance", ())]
        self.orders |= {seq: new} if kind == "order" else {}
        self.names |= dict.fromkeys(new.get("seats", ()), "") | ({seat: new["name"]} if kind == "seat" else {})
        self.close, self.over = new if kind == "close" else None, new if kind == "close" or act == "void" else None
        if kind == "start":
            shared = ["event"] if self.first["event"] else seats  # a table of an event has the luck of all its players
            lucks = [part for seat in shared for part in (seat, unhex(new["luck"].get(seat, "")))]
            parts = unhex(self.first["dice"]["anchor"]), unhex(self.first["hidden"]), *lucks
            self.start, self.key = new, tagged("joint", new["game"], *parts)

    def is_chosen_first(self, new, seat, cause, act):  # hosted seats are bound before others order or move
        hosted, seq, bound, word = set(self.first.get("hosted", ())), new["seq"], self.chosen, new.get("word")
        is_mixed, is_move, is_sheet = self.asked & hosted and self.asked - hosted, new["kind"] == "move", word == ""
        choosing = self.left or (self.asked if is_mixed or bound else set())
        first, is_act, is_binding = choosing & hosted - bound.keys(), is_sheet or is_move, is_sheet or act == "play"
        unseen = cause if isinstance(cause, int) else seq if new.get("sign", "bot") in HERE else 0
        quoted = (new.get("seen") or {"size": unseen})["size"]
        is_right = not is_act or (not first and quoted > self.since and cause not in ("forced", "default"))
        if seat in hosted:
            is_right = seat in first if is_binding else not is_move or cause == bound.get(seat)
        is_fixed = seat in bound and (act in ("substitute", "vacate") or word == "newkey")
        is_right = (is_right or seat not in choosing) and (is_act or not self.left) and not is_fixed
        if is_binding and seat in first:
            bound[seat], self.since, self.bound = "ruling" if act else seq, seq, self.bound | (set() if act else {seq})
        self.left = choosing - {seat} if is_move else self.left
        if act == "back" or (is_move and not self.left):
            self.left, self.chosen, self.since = set(), {}, -1
        self.asked = set(dict(new["asks"])) if "asks" in new else self.asked
        return is_right

    def takes(self, by, act, seat):  # words that can cause a ruling, each of another seat, each for the first time
        named = [self.orders[seq] for seq in by if seq in self.orders and seq not in self.done]
        self.done.update(by)
        is_right = all(x["word"] in ("undo", "agree") if act == "back" else x["word"] == "resign" for x in named)
        return is_right and len({x["seat"] for x in named if seat in (None, x["seat"])}) == len(by)

    def seats(self):
        held, reasons, self.keys, said = {}, {}, {}, None  # of each order: the key of its seat then
        for new in self.entries:
            kind, seq, seat, act, sign, word = map(new.get, ("kind", "seq", "seat", "act", "sign", "word"))
            need(said is None or new.get("by") == [said], "seats", seq, f"not what the word in {said} asks for")
            old, said = held.get(seat), seq if word in ("luck", "newkey", "resign") else None
            if kind == "order":
                self.keys[seq] = old["key"] if old else ""
                is_own = sign in (*HERE, self.keys[seq].partition(":")[0]) and (word != "newkey" or sign not in HERE)
                need(is_own, "seats", seq, f"not signed by a key of {seat!r}, but by {sign!r}")
            reasons |= {seq: (new.get("word", act), seat)} if kind == "order" or act in ("substitute", "vacate") else {}
            if kind == "seat":
                why, whose = reasons.pop(new["by"][0], ("", "")) if new["by"] else ("", seat)
                same = "+".join(name for name in ("name", "key", "luck") if old and old[name] == new[name])
                lets = {"": not old, "join": not old, "luck": same == "name+key", "newkey": same == "name+luck"}
                lets |= {"substitute" if new["name"] else "vacate": "luck" in same}
                need(len(new["by"]) <= 1 and whose == seat and lets.get(why), "seats", seq, f"{seat!r}: no reason")
                held[seat] = new
        return "ok", f"{len(held)} taken"

    def luck(self):
        begun, shown = (self.start["seq"], self.start["luck"]) if self.start else (len(self.entries), {})
        self.lucks, until = {}, min([begun] + [seq for seq, x in self.orders.items() if x["word"] == "reveal"])
        for new in [x for x in self.entries if x["kind"] == "seat"]:
            old = self.lucks.get(new["seat"], "")
            need(new["luck"] == old or (not old and new["seq"] < until), "luck", new["seq"], "another luck, or late")
            self.lucks[new["seat"]] = new["luck"]
        known = ", ".join(sorted({x["seat"] for x in self.orders.values() if x["word"] == "reveal"} | shown.keys()))
        void = "VOID after the " if known and self.over and not self.close else ""
        given = {seat: tagged("luck", self.first["game"], seat, unhex(shown[seat])).hex() for seat in shown}
        given = ({} if [*shown] == ["event"] else {"event": ""}) if self.first["event"] else given
        need(not self.start or given == {x: y for x, y in self.lucks.items() if y}, "luck", begun, "not as committed")
        return "ok" if self.start or self.over else "later", f"{void}luck of {known or 'nobody'} was revealed"

    def ladder(self):
        used, line, lines, top, turn, last = {}, frozenset(), [], 0, None, unhex(self.first["dice"]["anchor"])
        for entry in self.entries:
            line = lines[entry["to"]] if entry.get("act") == "back" else line
            for x in entry.get("chance", ()):
                slot, j, r = x["slot"], x["j"], unhex(x["r"])
                need(slot not in line, "ladder", entry["seq"], f"slot {slot!r} was rolled before and not taken back")
                if slot not in used:
                    rung, place = r, top + 1 if slot.rpartition("/")[0] == turn else (top // 16 + 1) * 16
                    need(place == j <= self.first["dice"]["n"], "ladder", entry["seq"], f"rung {j}, not {place}")
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
            values = drawn(tagged("roll", self.first["game"], j, self.key, slot, key=r), [n for n, _ in draws])
            need([value for _, value in draws] == list(values), "draws", seq, f"other draws than those of {slot!r}")
        return "ok", f"{len(self.rolls)} rolls"

    def seals(self):
        closed = {x["seq"]: x["seal"] for x in self.entries if x["seq"] in self.bound or {"opens", "seal"} <= x.keys()}
        need(self.over or not self.opened, "seals", None, "what is sealed is opened before the end")
        inside = [(entry["seq"], one) for entry in self.entries for one in entry.get("opens", ())]
        for where, one in inside + [(None, line) for line in self.opened]:
            is_order, text = one["seq"] in self.bound, one["text"].encode() + b"\n"
            is_right = fits(parse(text, None, "seals"), SEALED) if is_order and where is None else not is_order
            sealed = closed.pop(one["seq"], "") if where is None or one["seq"] < where else ""
            need(is_right and self.opens(one, sealed), "seals", where, f"not what {one['seq']} sealed, or opened twice")
        need(not closed or not self.over or self.bare, "seals", None, f"what {sorted(closed)} sealed is not opened")
        return "ok" if not closed else "missing" if self.over else "later", f"{self.bare}{len(closed)} seals are closed"

    def opens(self, x, sealed):
        return sealed and sealed == tagged("seal", self.first["game"], x["seq"], unhex(x["salt"]), x["text"]).hex()

    def decks(self):
        need(self.over or not self.laid, "decks", None, "a deck is laid open before the end")
        if not self.over:
            return "later", "the game is not over"
        game, hidden = self.first["game"], unhex(self.over["hidden"])
        need(tagged("hidden", game, hidden).hex() == self.first["hidden"], "decks", self.over["seq"], "another secret")
        for deck in self.laid:
            cards, places = deck["cards"], range(len(deck["cards"]) - 1, 0, -1)
            key = tagged("deck", game, self.key or b"", deck["deck"], key=hidden)
            for i, j in zip(places, drawn(key, [i + 1 for i in places]), strict=True):
                cards[i], cards[j] = cards[j], cards[i]
            need(self.key and cards == deck["order"], "decks", None, f"deck {deck['deck']!r} lay in another order")
        words = f"{self.bare}{len(self.laid)} decks as they stand; only the rules know which were drawn from"
        return "missing" if self.start and self.bare else "ok", words

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
            return "missing" if self.close else "ok" if self.over else "later", "there is no result.json"
        data = self.first | (self.close or {"result": None}) | {"seats": self.names}
        is_same = self.files["result.json"] == line_of({x: data[x] for x in ("game", "result", "rules", "seats")})
        need(self.close and is_same, "result", None, "result.json is not what the record says")
        return "ok", "as in the record"

    def evidence(self):
        shown = [parse(line, None, "evidence") for line in BytesIO(self.files.get("evidence.jsonl", b""))]
        need(fits(shown, [OPENING | {"signed": TEXT}] * bool(self.over)), "evidence", None, "other fields, or early")
        seqs, used, left = [x["seq"] for x in shown], set(), set()
        need(seqs == sorted(set(seqs)), "evidence", None, "not in the order of its entries, each once")
        for one in shown:
            seq, order, key_id = one["seq"], self.orders.get(one["seq"], {}), self.keys.get(one["seq"])
            need(order.get("sign") == "ssh" and self.opens(one, order["seal"]), "evidence", seq, "opens no order")
            text, begin, armor = one["signed"].rpartition(ARMOR[0])
            sealed = parse(one["text"].encode() + b"\n", seq, "evidence")
            is_right = fits(sealed, SEALED) and sealed["digest"] == hashlib.sha256(text.encode()).hexdigest()
            need(is_right and self.agrees(text, order, sealed["sheet"]), "evidence", seq, "not what was signed")
            need(used.add((text, key_id)) or len(used) > seqs.index(seq), "evidence", seq, "signed once, used twice")
            is_right, is_left = ssh_signed(begin + armor, text.encode(), key_id)
            need(is_right, "evidence", seq, "not signed by the key of the seat")
            left.update([seq] * is_left)
        told = f"{len(seqs) - len(left)} orders checked, {len(left)} left out, {len(self.orders) - len(seqs)} attested"
        return "ok" if shown else "none" if self.over else "later", f"{told}; {self.chance(set(seqs), left)}"

    def chance(self, shown, left):  # luck is checked if its seat signed commitment and first reveal, and there saw all
        first = {x["seat"]: x for x in reversed(self.entries) if x["kind"] == "seat" and x["luck"]}
        reveals, how = {x["seat"]: x for x in reversed(self.orders.values()) if x["word"] == "reveal"}, {}
        for seat in sorted(first):
            by, reveal = [x for x in first[seat]["by"] if self.orders[x]["word"] == "luck"], reveals.get(seat, {})
            both, seen = [*by, reveal.get("seq")], (reveal.get("seen") or {"size": 0})["size"]
            is_own = by and len({self.keys.get(x) for x in both}) == 1 and seen > max(x["seq"] for x in first.values())
            how[seat] = "attested" if not is_own or {*both} - shown else "left" if {*both} & left else "checked"
        fair, luck = {x for x in how if how[x] == "checked"} - {*self.first["hosted"]}, map(" ".join, how.items())
        kind = "event" if self.first["event"] else "joint" if fair else "attested" if how else "host"
        return f"chance is {kind}: luck of {', '.join(luck) or 'nobody'}" if self.start else "no start"

    def agrees(self, text, order, sheet):
        found = re.fullmatch(STATEMENTS, text)
        marks = "".join(" x"[unicodedata.combining(x) > 0] for x in text)
        if not found or unicodedata.normalize("NFC", text) != text or "x" * 31 in marks:
            return False
        to, game, seat, _, size, head, orders = *found.groups()[:6], found[7][:-2].split(";\n")
        is_tidy = all(x == " ".join(x.split()) and x.isprintable() and not re.match(r"\w+ ?:", x) for x in orders)
        luck, said = self.lucks.get(seat), (game, seat, {"size": int(size), "head": head} if size else None)
        is_ours = game == "desk" if order["word"] == "newkey" else said == (order["game"], order["seat"], order["seen"])
        is_luck = re.fullmatch(f"reveal {HEX}", sheet) and tagged("luck", game, seat, unhex(sheet[7:])).hex() == luck
        said, key = re.fullmatch(SAID, sheet), self.entries[order["seq"] + 1].get("key")
        whole = {"luck": sheet == f"luck {luck}", "reveal": is_luck, "newkey": sheet == f"newkey {key}"}
        is_word = order["word"] == ((said[2] or "resign").lower() if said else "") and whole.get(order["word"], True)
        return is_word and to == self.first["referee"] and is_ours and is_tidy and sheet == "\n".join(orders)


def fields_of(raw):
    size = 4 + int.from_bytes(raw[:4], "big")
    return [raw[4:size], *fields_of(raw[size:])] if raw else []


def ssh_signed(armor, text, key_id):  # whether that key signed, and whether its kind is not checked here
    try:
        raw = b64decode("".join(armor.split("\n")[1:-2]), validate=True)
        key, namespace, reserved, name, sign = fields_of(raw[10:])
        (kind, *public), (algorithm, *signature) = fields_of(key), fields_of(sign)
    except (ValueError, RecursionError):
        return False, False
    base, packed = b64encode(raw).decode(), b"SSHSIG\0\0\0\1" + joined(key, b"pbem", b"", name, sign)
    is_ours = ARMOR[0] + "".join(base[i : i + 70] + "\n" for i in range(0, len(base), 70)) + ARMOR[1] == armor
    is_ours &= raw == packed and name in (b"sha256", b"sha512") and key == joined(kind, *public)
    is_ours &= key_id == "ssh:SHA256:" + b64encode(hashlib.sha256(key).digest()).decode().rstrip("=")
    if not is_ours or kind != b"ssh-ed25519":
        return is_ours and bool(re.fullmatch(rb"ssh-rsa|ecdsa-sha2-nistp(256|384|521)", kind)), True
    message = b"SSHSIG" + joined(namespace, reserved, name, hashlib.new(name.decode(), text).digest())
    is_shaped = sign == joined(kind, *signature) and [len(x) for x in public + signature] == [32, 64]
    return is_shaped and algorithm == kind and is_signed(public[0], signature[0], message), False


EIGHT = int.from_bytes(unhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little")
P, N, D = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493, -121665 * pow(121666, -1, 2**255 - 19)


def point(raw):  # the point (x, y, 1, xy) of the curve Ed25519 (RFC 8032) that 32 bytes stand for, or None
    y, is_odd = int.from_bytes(raw, "little") % 2**255, raw[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    x = x if x % 2 == is_odd else P - x
    return (x, y, 1, x * y % P) if x * x % P == square and y < P and x < P else None


def add(p, q):
    a, b, c, d = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0]), 2 * p[3] * q[3] * D, 2 * p[2] * q[2]
    return (b - a) * (d - c) % P, (d + c) * (b + a) % P, (d - c) * (d + c) % P, (b - a) * (b + a) % P


def is_weak(key):  # a point of small order, for which anybody can sign, or the second spelling of a point
    return (y := int.from_bytes(unhex(key), "little") % 2**255) >= P or y in (0, 1, P - 1, EIGHT, P - EIGHT)


def is_signed(key, sign, text):  # whether an Ed25519 signature is right: s B - h A = R
    s, a, r = int.from_bytes(sign[32:], "little"), point(key), point(sign[:32])
    h = int.from_bytes(hashlib.sha512(sign[:32] + key + text).digest(), "little") % N
    if s >= N or not a or not r or is_weak(key.hex()):
        return False
    p, base, minus = (0, 1, 1, 0), point(unhex("58" + "66" * 31)), (P - a[0], a[1], 1, P - a[3])
    steps = p, base, minus, add(base, minus)
    for bit in range(252, -1, -1):
        p = add(add(p, p), steps[(s >> bit & 1) + 2 * (h >> bit & 1)])
    return (p[0] - r[0] * p[2]) % P == (p[1] - r[1] * p[2]) % P == 0


def verify(files):
    game = Game(files)
    for name in CHECKS:
        try:
            yield name, *getattr(game, name)()
        except BrokenError as error:
            check, seq, why = error.args
            yield check, "CANNOT" if check == "format" else "FAILED", why if seq is None else f"entry {seq}: {why}"
            if check in ("format", "bytes", "chain", "seats"):
                return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", metavar="DIR", type=Path, help="an exported game: log.jsonl, openings.jsonl ..")
    try:
        verdicts = list(verify({x.name: x.read_bytes() for x in parser.parse_args().dir.iterdir() if x.is_file()}))
    except OSError as error:
        verdicts = [("bytes", "FAILED", error)]
    print(*(f"{verdict:<7} {name:<8} {words}" for name, verdict, words in verdicts), sep="\n")
    return 1 if "FAILED" in (found := {x[1] for x in verdicts}) else 4 if found & {"CANNOT", "missing"} else 0


if __name__ == "__main__":
    raise SystemExit(main())
