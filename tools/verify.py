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
from bisect import bisect, bisect_left
from contextlib import suppress
from datetime import date
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

COUNT, RANGE, RUNG, TEXT, HEX, NONE = range(2**53), range(1, 2**53), range(1, 2**32), ".*", "[0-9a-f]{64}", type(None)
GAME, REFEREE, SEAT = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}", "[A-Za-z0-9][A-Za-z0-9._/-]{0,127}", "[!-~]{1,32}"
KEY, WORD = "(desk|(ssh|pgp|x509|dkim):[!-~]{1,128})?", "(agree|appeal|join|leave|luck|newkey|resign|reveal|undo)?"
OPENING, DECK = {"seq": COUNT, "salt": HEX, "text": TEXT}, {"deck": TEXT, "cards": [TEXT], "order": [TEXT]}
SEALED, CHANCE = {"digest": HEX, "sheet": TEXT}, [{"slot": ".*/.*", "j": RUNG, "r": HEX, "draws": [[RANGE, COUNT]]}]
FIELDS = dict.fromkeys(["at", "came", "due", "from", "seq", "to", "until"], COUNT) | {"prev": ".{64}", "word": WORD}
FIELDS |= dict.fromkeys(["game", "kind", "name", "reason", "seat", "sign", "text"], TEXT)
FIELDS |= dict.fromkeys(["hidden", "position", "seal"], HEX) | {"format": range(2, 3)}
FIELDS |= {"chance": CHANCE, "opens": [OPENING], "asks": [[TEXT, TEXT]], "by": [COUNT], "result": dict, "table": dict}
FIELDS |= {"cause": (COUNT, "forced|default|late|ruling"), "seen": (NONE, {"size": COUNT, "head": "[0-9a-f]{32,64}"})}
FIELDS |= {"rules": {"key": TEXT, "version": COUNT}, "dice": {"n": RUNG, "anchor": HEX}, "options": {"*": TEXT}}
FIELDS |= {"accepts": [TEXT], "seats": [SEAT], "hosted": [SEAT], "referee": REFEREE}
FIELDS |= {"event": (NONE, {"event": GAME, "draw": HEX} | dict.fromkeys(["round", "table", "attempt"], RUNG))}
DAY, SPAN, NEVER = 86_400, range(366 * 86_400 + 1), 2**60
PACE = dict.fromkeys(["add", "cap", "grace"], SPAN) | dict.fromkeys(["bank", "outage"], SPAN[60:]) | {"zone": TEXT}
PACE |= {"hold": range(DAY + 1), "late": "ask|default", "lates": range(1, 101), "leave": range(367), "rest": [range(7)]}
FIELDS |= {"pace": (NONE, PACE | {"offsets": [[COUNT, range(1 - DAY, DAY)]]})}


def shape(names, **other):
    return {name: FIELDS[name] for name in f"at game kind prev seq {names}".split()} | other


MOVE, OPEN = "seat cause chance opens position asks", "rules table options seats hosted referee dice hidden accepts"
ACTS = "answer to opens|back to by asks|extend seat due|pause until|play seat|result result|resume|substitute seat asks"
RULINGS, CLOCKS = f"{ACTS}|vacate seat by asks|void hidden", "late seat due|leave seat from to by|outage seat from to"
RULINGS, CLOCKS = ([act.partition(" ") for act in acts.split("|")] for acts in (RULINGS, CLOCKS))
KINDS = {"open": [shape(f"{OPEN} pace event format", game=GAME, key=HEX)], "close": [shape("result hidden")]}
KINDS |= {"seat": [shape("seat name by", key=KEY, luck=("", HEX))], "order": [shape("seat came seen sign seal word")]}
KINDS |= {"start": [shape("chance position asks", luck={"*": HEX})], "clock": [shape(x[2], act=x[0]) for x in CLOCKS]}
KINDS |= {"move": [shape(f"{MOVE} text"), shape(f"{MOVE} seal")]}
KINDS |= {"ruling": [shape(f"reason {x[2]}", act=x[0]) for x in RULINGS]}
EARLY = {"answer", "join", "luck", "newkey", "resign", "reveal", "substitute", "vacate", "void"}
TIMED, HERE = {"clock", "late", "leave", "extend", "pause", "resume"}, ("desk", "bot")
VALUE, SEEN = "([A-Za-z0-9][A-Za-z0-9._@/+-]{0,99})", r"(?:seen: (0|[1-9][0-9]{0,8}) ([0-9a-f]{32,64});\n)?"
HEADERS = f"to: {VALUE};\ngame: {VALUE};\nseat: {VALUE};\ntoken: {VALUE};\n{SEEN}(?:n: (?:0|[1-9][0-9]{{0,14}});\n)?"
STATEMENTS = f"-----BEGIN PBEM ORDERS-----\n{HEADERS}((?:[^;#\n]+;\n){{1,400}})"
SPELT = {"agree": "agree|accetto|accepter|einverstanden", "appeal": "appeal|ricorso|recours|einspruch", "luck": "luck"}
SPELT |= {"join": "join|partecipo|participer|beitreten", "leave": "leave|assenza|absence|urlaub", "newkey": "newkey"}
SPELT |= {"undo": "undo|annulla|annuler|zuruecknehmen|zurucknehmen", "reveal": "reveal"}
SPELT |= {"resign": "resign|abbandono|abandon|aufgeben|(?:(withdraw|ritiro|retrait|absagen))"}
NUMBER, ISO, PRIVATE = r" (0|[1-9]\d{0,15})", r"(\d{4}-\d\d-\d\d)", "(private|privato|prive|privat)"
SAYS = {"agree": NUMBER, "appeal": f"{NUMBER}(?: {PRIVATE})? ?: ?.+", "join": f"(?: ({SEAT})(?: luck ({HEX}))?)?"}
SAYS |= {"leave": rf" {ISO}(?: ?\.\. ?(?:{ISO}|(none|nessuno|aucun|keiner)))?", "resign": "", "undo": ""}
CHECKS = ["bytes", "chain", "seats", "clock", "luck", "ladder", "draws", "seals", "decks", "note", "result", "evidence"]
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


def said_in(sheet):  # the word of a sheet, and what it says besides; None if that is not what it must
    begins = {word: f"(?ai)(?:{spelt})" + ("" if word == "resign" else "(?: .*)?") for word, spelt in SPELT.items()}
    word = next((word for word, begin in begins.items() if re.fullmatch(begin, sheet)), "")
    found = re.fullmatch(f"(?ai)(?:{SPELT.get(word, '')}){SAYS.get(word, '.*')}", sheet)
    return word, found and found.groups()


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


class Time:  # the clocks of a game. `runs` of a seat: (from when on it ran, how long it had), since it was asked
    def __init__(self, first, orders):
        vars(self).update(first["pace"], orders=orders, pause=(0, 0), last=first, asks={}, sums=[0], tops=[])
        self.days, self.seats = [x for x in range(7) if x not in self.rest], {x: self.fresh() for x in first["seats"]}
        for i, (end, _) in enumerate(self.offsets[1:]):
            self.sums.append(self.worked(end, i))
            self.tops.append(max([*self.tops[-1:], self.day(end - 1)]))

    def fresh(self, **more):  # a clock that was never asked
        x = SimpleNamespace(bank=self.bank, late=None, leaves={}, name="", row=(0, 0), runs=[], since=None, turn="")
        vars(x).update(dict.fromkeys(["least", "until", "lates", "is_out", "is_owed", "away"], 0), turns=set())
        vars(x).update(more)
        return x

    def day(self, at):
        return (at + self.offsets[bisect(self.offsets, [at, DAY]) - 1][1]) // DAY

    def midnight(self, day):  # the first instant of that day, or of the next one that there is
        begin, offset = self.offsets[bisect_left(self.tops, day)]
        return max(begin, day * DAY - offset)

    def span(self, first, last, none):  # of a leave, by the days that its sheet names
        try:
            days = [date.fromisoformat(x).toordinal() - date(1970, 1, 1).toordinal() for x in (first, last or first)]
        except ValueError:
            return None
        return self.midnight(days[0]), self.midnight(days[0] if none else days[1] + 1)

    def worked(self, at, i=None):  # how many seconds up to then are not of a day of rest
        i = bisect(self.offsets, [at, DAY]) - 1 if i is None else i
        weeks = [divmod(x + self.offsets[i][1] + 3 * DAY, 7 * DAY) for x in (self.offsets[i][0], at)]
        sums = [n * len(self.days) * DAY + sum(min(max(x - d * DAY, 0), DAY) for d in self.days) for n, x in weeks]
        return self.sums[i] + sums[1] - sums[0]

    def walk(self, x, at, left, end=NEVER):  # when so much has run from `at` on; or what of it has not by the end
        for begin, on in sorted([*x.leaves.items(), self.pause, (end, end)]):
            ran = self.worked(max(min(begin, end), at)) - self.worked(at)
            if ran >= left:
                break
            at, left = max(at, on), left - ran
        return left if end < NEVER else at + bisect_left(range(at, NEVER), self.worked(at) + left, key=self.worked)

    def ran(self, x, upto):
        if x.since is None or upto < x.since:
            return 0
        i = bisect(x.runs, (upto, NEVER)) - 1
        ran = x.runs[i][1] + NEVER - self.walk(x, x.runs[i][0], NEVER, upto)
        return min([ran, *(most for _, most in x.runs[i + 1 : i + 2])])

    def due(self, x, act):  # nobody's in a pause without an end, but of those who were late when it began
        allowed, is_asked = max(x.bank, x.least), x.since is not None
        at, ran = x.runs[max(bisect_left(x.runs, allowed, key=lambda run: run[1]) - 1, 0)] if is_asked else (0, 0)
        due = max(self.walk(x, at, allowed - ran), x.until) if is_asked else NEVER
        return due if self.pause[1] < NEVER or (act == "late" and due + self.grace < self.pause[0]) else NEVER

    def stand(self, begin, end, clocks):
        for x in [x for x in clocks if x.since is not None and end > max(begin, x.runs[-1][0])]:
            x.runs.append((end, max(self.ran(x, begin), x.runs[-1][1])))

    def read(self, new, awaited, bound):  # carries the clocks one entry on; tells whether it may come, and what was due
        kind, act, seat, at, cause = map(new.get, ("kind", "act", "seat", "at", "cause"))
        x, is_paused, is_right = self.seats.get(seat) or self.fresh(), at < self.pause[1], True
        if self.pause[1] and (act in ("pause", "resume") or not is_paused):
            self.stand(self.pause[0], min(at, self.pause[1]), self.seats.values())
            self.pause = 0, 0
        is_answer = isinstance(cause, int) or (kind == "order" and bound)
        due = self.due(x, act) if is_answer or act in ("late", "extend") else NEVER
        came, is_late = self.orders.get(cause, new).get("came", at), x.is_out and x.late == self.asks.get(seat)
        if kind == "move":
            is_right, x.is_owed = is_late if cause == "late" else not x.is_owed, 0
        if is_answer and x.since is not None:
            is_timely = came <= due + self.grace and x.lates < self.lates
            is_right, x.lates = is_right and (self.late == "ask" or is_timely), x.lates if is_late else 0
        if is_answer or "ruling" in (cause, bound):
            x.bank = max(x.bank - self.ran(x, came), 0)
        if kind == "seat" and new["name"] not in ("", x.name):
            asked = {} if x.since is None else {"since": at, "runs": [(at, 0)]}
            self.seats[seat] = self.fresh(name=new["name"], turns=x.turns, turn=x.turn, **asked)
        elif kind == "seat":
            x.name = new["name"]
        elif act:
            is_right = self.acts(new, x, due, is_late) and (act != "resume" or is_paused)
        self.asks, self.last = dict(new["asks"]) if "asks" in new else self.asks, new
        for name, clock in self.seats.items():
            self.ask(clock, awaited.get(name), at, kind == "move" and name == seat, act == "back")
        return is_right, f"{act or kind} of {seat!r}, due {due if due < NEVER else 'never'}: not by this pace"

    def acts(self, new, x, due, is_late):  # what moves deadlines; tells whether it may
        act, seat, at, begin, end = map(new.get, ("act", "seat", "at", "from", "to"))
        word, over, is_asking, is_right = self.last, due + self.grace, self.late == "ask", True
        if act == "late":
            is_right = new["due"] == due and over <= at and x.lates < self.lates and not is_late and not is_asking
            x.bank, x.lates, x.is_out, x.is_owed = 0, x.lates + (x.late != self.asks.get(seat) or not x.lates), 1, 1
            x.late = self.asks.get(seat)
        elif act == "leave":
            by, first, last = [word.get("word"), word.get("seat"), [word["seq"]]], self.day(begin), self.day(end)
            days = last - first + sum(self.day(to) - self.day(other) for other, to in x.leaves.items())
            is_free = days <= self.leave and all(end <= other or to <= begin for other, to in x.leaves.items())
            is_right = is_free and max(word.get("came", 0) + DAY, at) <= begin < end
            is_right = max(begin, at) <= end < x.leaves[begin] if begin in x.leaves else is_right
            is_right &= [begin, end] == [self.midnight(first), self.midnight(last)] and by == ["leave", seat, new["by"]]
            x.leaves = {day: to for day, to in (x.leaves | {begin: end}).items() if day < to}
        elif act == "outage":
            is_right = word["at"] <= begin and end <= at and end - begin >= self.outage
            self.stand(begin, end, [x] if seat else self.seats.values())
            x.row, x.away = (x.row[0] if x.row[1] == begin else begin, end), x.away + end - begin
            is_right = is_right and (not seat or (end - x.row[0] <= 3 * DAY and x.away <= 7 * DAY))
        elif act == "extend":
            is_later = due == NEVER or (due < new["due"] and (is_asking or at <= over))
            is_right, x.until = x.since is not None and not is_late and is_later, new["due"]
        elif act == "pause":
            is_right, self.pause = not new["until"] or new["until"] > at, (at, new["until"] or NEVER)
        return is_right

    def ask(self, x, turn, at, has_moved, is_back):
        x.since, x.is_out, x.is_owed = (None, 0, 0) if is_back else (x.since, x.is_out, x.is_owed)
        if turn is not None and (x.since is None or x.turn != turn or has_moved):
            x.is_out, x.since, x.turn, x.runs, x.until = x.is_out and turn == x.late, at, turn, [(at, 0)], 0
            x.least, added = self.add if is_back else 0, min(x.bank + self.add, self.cap) if x.turns else x.bank
            x.bank = x.bank if turn in x.turns else max(added, self.bank if x.lates else 0)
            x.turns.add(turn)
        x.since = None if turn is None else x.since


class Game:  # a folder as it is read; each check returns a verdict and a word, or raises BrokenError
    def __init__(self, files):
        self.files, self.entries, self.rolls, self.orders, self.names, self.done = files, [], [], {}, {}, set()
        self.heads, self.start, self.over, self.close, self.key = {0: "0" * 64}, None, None, None, None
        self.bare = "" if "openings.jsonl" in files else "there is no openings.jsonl: "
        self.asked, self.left, self.bound, self.chosen, self.since, self.awaited = {}, set(), set(), {}, -1, []
        self.ordered, self.ways, self.changed, self.asks = {}, [], 0, {}  # the last order of each seat, by entry

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
            pace = new.get("pace") or {"offsets": [[0, 0]], "rest": [], "bank": 0, "cap": 0}
            begins, rest = [begin for begin, _ in pace["offsets"]], pace["rest"]
            is_right = is_right and begins[:1] == [0] and begins == sorted(set(begins)) and rest == sorted(set(rest))
            is_right = is_right and len(rest) < 7 and pace["bank"] <= pace["cap"]
            need(is_right, "bytes", seq, "no seats, a seat twice, a key for which anybody can sign, or no pace")
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
        kind, seat, cause, seen, act, word = map(new.get, ("kind", "seat", "cause", "seen", "act", "word"))
        last, seats, said = self.entries[-1] if seq else new, self.first.get("seats", ()), new.get("result") or {}
        places = list(said["ranks"].values()) if fits(said.get("ranks"), dict.fromkeys(seats, COUNT)) else [0]
        asked, ruled = [x for x, _ in new.get("asks", ())], last["result"] if last.get("act") == "result" else None
        sheet = tuple(map(self.orders.get(cause, {}).get, ("seat", "word")))
        rules = {
            "seq is not the next number": new["seq"] == seq,
            "prev is not the hash of the entry before": new["prev"] == self.heads[seq],
            "after the end, or started twice": not self.over and not (kind == "start" and self.start),
            "open is the first entry and no other": (kind == "open") == (seq == 0),
            "of another game, or time goes back": new["game"] == self.first["game"] and new["at"] >= last["at"],
            "before the start": self.start or kind in ("open", "seat", "start") or (word or act) in EARLY,
            "somebody is asked before the start": self.start or kind == "start" or not asked,
            "not closed with the result ruled": ruled is None or (kind == "close" and new["result"] == ruled),
            "places that are no ranking": act != "result" or all(x == 1 + sum(y < x for y in places) for x in places),
            "about deadlines, without a pace": self.first.get("pace") or not {kind, cause, act, word} & TIMED,
            "there is no such seat": seat in (None, *seats) or (seat, act) == ("", "outage"),
            "what is asked is no seat, or one twice": is_set(asked, seats),
            "goes back too far, or to what is to come": act != "back" or (self.start or new)["seq"] <= new["to"] < seq,
            "answers no appeal": act != "answer" or self.orders.get(new["to"], {}).get("word") == "appeal",
            "by what is no word for it": act not in ("back", "vacate") or self.takes(new, new["by"], act, seat),
            "quotes a head of another chain": not seen or self.heads.get(seen["size"], "").startswith(seen["head"]),
            "signed by a kind not accepted": kind != "order" or new["sign"] in self.first.get("accepts", ()),
            "its cause is no order of that seat": not isinstance(cause, int) or sheet == (seat, ""),
            "not after a hosted seat has chosen, or chosen anew": self.is_chosen_first(new, seat, cause, act),
        }
        need(all(rules.values()), "chain", seq, next((why for why, is_kept in rules.items() if not is_kept), ""))
        self.entries.append(new)
        self.ordered = self.ways[new["to"]] if act == "back" else self.ordered
        self.ordered = self.ordered | {seat: seq} if word == "" else self.ordered
        self.changed = seq if kind == "move" or act in ("back", "substitute", "vacate") else self.changed
        self.ways.append(self.ordered)
        self.asks |= dict.fromkeys(new["by"], new["by"][0]) if act == "back" and new["by"] else {}
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
        choosing, is_move, is_sheet = self.choosing(hosted), new["kind"] == "move", word == ""
        first, is_act = choosing & hosted - bound.keys(), is_sheet or is_move
        is_binding = is_sheet or act in ("play", "late")
        unseen = cause if isinstance(cause, int) else seq if new.get("sign", "bot") in HERE else 0
        quoted = (new.get("seen") or {"size": unseen})["size"]
        is_right = not is_act or (not first and quoted > self.since and cause not in ("forced", "default"))
        if seat in hosted:
            is_right = seat in first if is_binding else not is_move or cause == bound.get(seat)
        is_fixed = seat in bound and (act in ("substitute", "vacate") or word == "newkey")
        is_right = (is_right or seat not in choosing) and (is_act or not self.left) and not is_fixed
        if is_binding and seat in first:
            bound[seat] = {"play": "ruling", "late": "late"}.get(act, seq)
            self.since, self.bound = seq, self.bound | (set() if act else {seq})
        self.left = choosing - {seat} if is_move else self.left
        if act == "back" or (is_move and not self.left):
            self.left, self.chosen, self.since = set(), {}, -1
        self.asked = dict(new["asks"]) if "asks" in new else self.asked
        now = self.choosing(hosted) & hosted - self.chosen.keys() or self.asked.keys() - self.chosen.keys()
        bound_now = self.chosen.get(seat) if is_binding and self.since == seq else None
        self.awaited.append(({x: turn for x, turn in self.asked.items() if x in now}, bound_now))
        return is_right

    def choosing(self, hosted):
        is_mixed = self.asked.keys() & hosted and self.asked.keys() - hosted
        return self.left or (set(self.asked) if is_mixed or self.chosen else set())

    def takes(self, new, by, act, seat):  # words that can cause a ruling, each of another seat, each for the first time
        named = [self.orders[seq] for seq in by if seq in self.orders and seq not in self.done]
        self.done.update(by)
        if len({x["seat"] for x in named if seat in (None, x["seat"])}) != len(by):
            return False
        if act == "vacate" or not by:
            return all(x["word"] == "resign" for x in named)
        undo, until, holders = named[0], named[0]["at"] + 2 * DAY, {x for x, name in self.names.items() if name}
        is_right = undo["word"] == "undo" and undo["seq"] > self.changed and {x["seat"] for x in named} == holders
        is_right = is_right and new["to"] == self.ordered.get(undo["seat"], 0) - 1
        return is_right and all(x["word"] == "agree" and x["came"] <= until and x["seq"] > by[0] for x in named[1:])

    def seats(self):
        held, reasons, said, self.keys, self.lucks = {}, {}, None, {}, {}  # of each order: its seat's key and luck then
        for new in self.entries:
            kind, seq, seat, act, sign, word = map(new.get, ("kind", "seq", "seat", "act", "sign", "word"))
            need(said is None or new.get("by") == [said], "seats", seq, f"not what the word in {said} asks for")
            old, said = held.get(seat), seq if word in ("join", "leave", "luck", "newkey", "resign") else None
            is_full = kind != "start" or all(x in held and held[x]["name"] for x in self.first["seats"])
            need(is_full, "seats", seq, "starts where nobody sits")
            if kind == "order":
                self.keys[seq], self.lucks[seq] = (old["key"], old["luck"]) if old else ("", "")
                is_own = sign in (*HERE, self.keys[seq].partition(":")[0]) and (word != "newkey" or sign not in HERE)
                need(is_own or word == "join", "seats", seq, f"not signed by a key of {seat!r}, but by {sign!r}")
            reasons |= {seq: (new.get("word", act), seat)} if kind == "order" or act in ("substitute", "vacate") else {}
            if kind == "seat":
                why, whose = reasons.pop(new["by"][0], ("", "")) if new["by"] else ("", seat)
                same = "+".join(name for name in ("name", "key", "luck") if old and old[name] == new[name])
                lets = {"": not old, "luck": same == "name+key", "newkey": same == "name+luck"}
                lets |= {"substitute" if new["name"] else "vacate": "luck" in same}
                if not self.start or seq < self.start["seq"]:
                    is_free, kinds = not old or not old["name"], (*HERE, new["key"].partition(":")[0])
                    lets = {"": not old} if is_free else lets | {"vacate": not new["name"] + new["luck"]}
                    lets["join"] = is_free and new["name"] and self.entries[seq - 1].get("sign") in kinds
                need(len(new["by"]) <= 1 and whose == seat and lets.get(why), "seats", seq, f"{seat!r}: no reason")
                held[seat] = new
                self.lucks |= dict.fromkeys(new["by"], new["luck"])
                self.keys |= dict.fromkeys(new["by"] if why == "join" else (), new["key"])
        return "ok", f"{len(held)} taken"

    def clock(self):
        time = Time(self.first, self.orders) if self.first["pace"] else None
        for new, (awaited, bound) in zip(self.entries, self.awaited, strict=True) if time else ():
            is_right, told = time.read(new, awaited, bound)
            ends = max(map(new.get, ("to", "due", "until"), (0,) * 3)) if new.get("act") in TIMED - {"late"} else 0
            need(is_right and ends <= self.first["at"] + 5 * 366 * DAY, "clock", new["seq"], told)
        return "ok", "every deadline" if time else "no pace"

    def luck(self):
        begun, shown = (self.start["seq"], self.start["luck"]) if self.start else (len(self.entries), {})
        lucks, until = {}, min([begun] + [seq for seq, x in self.orders.items() if x["word"] == "reveal"])
        for new in [x for x in self.entries if x["kind"] == "seat"]:
            old, is_early = lucks.get(new["seat"], ""), new["seq"] < until
            is_right = new["luck"] == old or (is_early and (not old or not new["name"] + new["luck"]))
            need(is_right, "luck", new["seq"], "another luck, or late")
            lucks[new["seat"]] = new["luck"]
        known = ", ".join(sorted({x["seat"] for x in self.orders.values() if x["word"] == "reveal"} | shown.keys()))
        void = "VOID after the " if known and self.over and not self.close else ""
        given = {seat: tagged("luck", self.first["game"], seat, unhex(shown[seat])).hex() for seat in shown}
        given = ({} if [*shown] == ["event"] else {"event": ""}) if self.first["event"] else given
        need(not self.start or given == {x: y for x, y in lucks.items() if y}, "luck", begun, "not as committed")
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
        inside = [(entry, one) for entry in self.entries for one in entry.get("opens", ())]
        appeals = {seq: x["seal"] for seq, x in self.orders.items() if x["word"] == "appeal"}
        for entry, one in inside + [({}, line) for line in self.opened]:
            where, seq, is_answer, is_order = entry.get("seq"), one["seq"], "act" in entry, one["seq"] in self.bound
            is_sheet = is_answer or (is_order and not entry)
            text = parse(one["text"].encode() + b"\n", where, "seals") if is_sheet else None
            is_right = fits(text, SEALED) if is_sheet else not is_order
            word, said = said_in(text["sheet"].strip()) if is_answer and is_right else ("", None)
            is_public = word == "appeal" and said and not said[1] and seq == entry["to"]
            is_public = is_public and self.points(said[0], seq, "ruling", "clock")
            sealed = (appeals if is_answer else closed).pop(seq, "") if not entry or seq < where else ""
            is_right = is_right and (is_public or not is_answer) and self.opens(one, sealed)
            need(is_right, "seals", where, f"not what {seq} sealed, private, or opened twice")
        need(not closed or not self.over or self.bare, "seals", None, f"what {sorted(closed)} sealed is not opened")
        return "ok" if not closed else "missing" if self.over else "later", f"{self.bare}{len(closed)} seals are closed"

    def points(self, number, seq, *what):  # whether a sheet names an earlier entry of such a kind or word
        entry = self.entries[int(number)] if int(number) < seq else {}
        return bool({entry.get("kind"), entry.get("word")} & {*what})

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
        first, bound = {}, 0  # by which entry each seat is bound to its luck, and which was the last of all
        for x in [x for x in self.entries if x["kind"] == "seat"]:
            bound = x["seq"] if x["luck"] and x["seat"] not in first else bound
            first = {y: first[y] for y in first if y != x["seat"] or x["luck"]}
            first |= {x["seat"]: first.get(x["seat"], x)} if x["luck"] else {}
        reveals, how = {x["seat"]: x for x in reversed(self.orders.values()) if x["word"] == "reveal"}, {}
        for seat in sorted(first):
            by = [x for x in first[seat]["by"] if self.orders[x]["word"] in ("join", "luck")]
            reveal = reveals.get(seat, {})
            both, seen = [*by, reveal.get("seq")], (reveal.get("seen") or {"size": 0})["size"]
            is_own = by and len({self.keys.get(x) for x in both}) == 1 and seen > bound
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
        word, seen, quoted = order["word"], order["seen"], {"size": int(size), "head": head} if size else None
        is_ours = (game, quoted) == (order["game"], seen) and seat in (order["seat"], "any" if word == "join" else "")
        is_ours = game == "desk" if word == "newkey" else is_ours or (word == "leave" and game == "desk" and not seen)
        is_ours = is_ours and to == self.first["referee"] and is_tidy and sheet == "\n".join(orders)
        return is_ours and self.does(order, sheet)

    def does(self, order, sheet):  # whether a sheet is the word that the record has taken, and did what it says
        (word, said), seq, seat, luck = said_in(sheet), order["seq"], order["seat"], self.lucks[order["seq"]]
        new, undone, shown = self.entries[seq + 1], self.asks.get(seq), re.fullmatch(f"reveal ({HEX})", sheet)
        time = Time(self.first, {}) if self.first["pace"] else None
        does = {
            "agree": lambda n: undone in (None, int(n)) and self.points(n, seq, "undo"),
            "appeal": lambda number, _: self.points(number, seq, "ruling", "clock"),
            "join": lambda x, own: (x or seat).lower() == seat.lower() and (own or "").lower() == luck,
            "leave": lambda *days: time.span(*days) == (new["from"], new["to"]),
            "luck": lambda: sheet == f"luck {luck}",
            "newkey": lambda: sheet == f"newkey {new['key']}",
            "resign": lambda early: not early or not self.start or seq < self.start["seq"],
            "reveal": lambda: shown and tagged("luck", order["game"], seat, unhex(shown[1])).hex() == luck,
        }
        return word == order["word"] and (not word or said is not None) and (word not in does or does[word](*said))


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
