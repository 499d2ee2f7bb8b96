#!/usr/bin/env python3
"""Verify a game exported by pbem, without pbem: with Python's standard library alone.

This file is the second specification of a record. The first is docs/format.md. The
sections below have the names and the order of its headings; it has two more, with an
example and with what only the rules can tell. No code is shared with pbem. Start
reading at `CHECKS` and `main`, at the end.

    python3 verify.py DIR      DIR holds log.jsonl, openings.jsonl, head.note,
                               result.json and perhaps evidence.jsonl

Each check prints one line: a verdict, the name of the check, and some words.

    ok       nothing is wrong
    later    it can be checked when the game is over
    none     there is nothing to check
    FAILED   something is wrong; the exit code is 1
    missing  a file of a game that is over is not there; the exit code is 4
    CANNOT   the record has another format; the exit code is 4

The rules of the games are not known here. Of signatures by players only those of
Ed25519 keys are checked; others are counted.
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
from dataclasses import dataclass, field
from datetime import date
from io import BytesIO
from pathlib import Path

# ---- Saying no ----------------------------------------------------------------------


class BrokenError(Exception):
    """The record is wrong: the check that says so, the entry (or None), the reason."""


def need(truth, check, seq, why):
    """Raise a BrokenError unless something is true."""
    if not truth:
        raise BrokenError(check, seq, why)


# ---- Bytes --------------------------------------------------------------------------
# Which fields an entry has. A shape says what a value may be:
#     a range        an integer within it
#     a text         a text that matches this pattern as a whole
#     (a, b, ..)     whatever fits one of these shapes; the shape "" is the empty text
#     [a]            a list of any length, each item of which fits a
#     [a, b]         a list of exactly two items, the first of which fits a, ..
#     {"x": a, ..}   an object with exactly these fields
#     {"*": a}       an object with any fields, each of which fits a
#     a type         a value of this type, such as dict

COUNT = range(2**53)
FROM_ONE = range(1, 2**53)
NUMBER = range(1, 2**32)
TEXT = ".*"
HEX = "[0-9a-f]{64}"
NOTHING = type(None)

DAY = 86_400
YEAR = 366 * DAY
SECONDS = range(YEAR + 1)

GAME_NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}"
REFEREE_NAME = "[A-Za-z0-9][A-Za-z0-9._/-]{0,127}"
SEAT_NAME = "[!-~]{1,32}"
SEAT_KEY = "(desk|(ssh|pgp|x509|dkim):[!-~]{1,128})?"
WORD = "(agree|appeal|join|leave|luck|newkey|resign|reveal|undo)?"
QUOTED_HEAD = {"size": COUNT, "head": "[0-9a-f]{32,64}"}
ASKS = [[TEXT, TEXT]]
BY = [COUNT]
CHANCE = [
    {
        "slot": ".*/.*",
        "j": NUMBER,
        "r": HEX,
        "draws": [[FROM_ONE, COUNT]],
    }
]
OPENING = {"seq": COUNT, "salt": HEX, "text": TEXT}
DECK = {"deck": TEXT, "cards": [TEXT], "order": [TEXT]}
SEALED_SHEET = {"digest": HEX, "sheet": TEXT}
PACE = {
    "bank": SECONDS[60:],
    "add": SECONDS,
    "cap": SECONDS,
    "grace": SECONDS,
    "hold": range(DAY + 1),
    "late": "ask|default",
    "lates": range(1, 101),
    "leave": range(367),
    "outage": SECONDS[60:],
    "rest": [range(7)],
    "zone": TEXT,
    "offsets": [[COUNT, range(1 - DAY, DAY)]],
}
TABLE_OF_EVENT = {
    "event": GAME_NAME,
    "draw": HEX,
    "round": NUMBER,
    "table": NUMBER,
    "attempt": NUMBER,
}
IN_EVERY_ENTRY = {
    "at": COUNT,
    "game": TEXT,
    "kind": TEXT,
    "prev": ".{64}",  # what it must be, the check `chain` says
    "seq": COUNT,
}
OPEN = IN_EVERY_ENTRY | {
    "format": range(2, 3),
    "game": GAME_NAME,
    "rules": {"key": TEXT, "version": COUNT},
    "table": dict,
    "options": {"*": TEXT},
    "seats": [SEAT_NAME],
    "hosted": [SEAT_NAME],
    "referee": REFEREE_NAME,
    "key": HEX,
    "dice": {"n": NUMBER, "anchor": HEX},
    "hidden": HEX,
    "accepts": [TEXT],
    "pace": (NOTHING, PACE),
    "event": (NOTHING, TABLE_OF_EVENT),
}
SEAT = IN_EVERY_ENTRY | {
    "seat": TEXT,
    "name": TEXT,
    "key": SEAT_KEY,
    "luck": ("", HEX),
    "by": BY,
}
START = IN_EVERY_ENTRY | {
    "luck": {"*": HEX},
    "chance": CHANCE,
    "position": HEX,
    "asks": ASKS,
}
ORDER = IN_EVERY_ENTRY | {
    "seat": TEXT,
    "came": COUNT,
    "seen": (NOTHING, QUOTED_HEAD),
    "sign": TEXT,
    "seal": HEX,
    "word": WORD,
}
MOVE = IN_EVERY_ENTRY | {
    "seat": TEXT,
    "cause": (COUNT, "forced|default|late|ruling"),
    "chance": CHANCE,
    "opens": [OPENING],
    "position": HEX,
    "asks": ASKS,
}
CLOCK = IN_EVERY_ENTRY | {"seat": TEXT}
RULING = IN_EVERY_ENTRY | {"reason": TEXT}
CLOSE = IN_EVERY_ENTRY | {"result": dict, "hidden": HEX}

# An entry fits one of the shapes of its kind. An `act` is a pattern of one word.
SHAPES = {
    "open": [OPEN],
    "seat": [SEAT],
    "start": [START],
    "order": [ORDER],
    "move": [MOVE | {"text": TEXT}, MOVE | {"seal": HEX}],
    "clock": [
        CLOCK | {"act": "late", "due": COUNT},
        CLOCK | {"act": "leave", "from": COUNT, "to": COUNT, "by": BY},
        CLOCK | {"act": "outage", "from": COUNT, "to": COUNT},
    ],
    "ruling": [
        RULING | {"act": "answer", "to": COUNT, "opens": [OPENING]},
        RULING | {"act": "back", "to": COUNT, "by": BY, "asks": ASKS},
        RULING | {"act": "extend", "seat": TEXT, "due": COUNT},
        RULING | {"act": "pause", "until": COUNT},
        RULING | {"act": "play", "seat": TEXT},
        RULING | {"act": "result", "result": dict},
        RULING | {"act": "resume"},
        RULING | {"act": "substitute", "seat": TEXT, "asks": ASKS},
        RULING | {"act": "vacate", "seat": TEXT, "by": BY, "asks": ASKS},
        RULING | {"act": "void", "hidden": HEX},
    ],
    "close": [CLOSE],
}
MOST_BYTES = 2**16  # of a line, with its newline
MOST_LEVELS = 64
ENTERED_HERE = ("desk", "bot")  # the `sign` of orders that nobody signed


def fits(value, shape):
    """Tell whether a value has a shape. See above for what shapes are."""
    if isinstance(shape, tuple):
        return any(fits(value, one) for one in shape)
    if isinstance(shape, range):
        return type(value) is int and value in shape
    if isinstance(shape, str):
        return isinstance(value, str) and bool(re.fullmatch(shape, value, re.DOTALL))
    if isinstance(shape, list):
        return isinstance(value, list) and list_fits(value, shape)
    if isinstance(shape, dict):
        return isinstance(value, dict) and object_fits(value, shape)
    return isinstance(value, shape)


def list_fits(items, shape):
    """Tell whether all items of a list have the shape [a], or each has its own."""
    if len(shape) == 1:
        return all(fits(item, shape[0]) for item in items)
    return len(items) == len(shape) and all(map(fits, items, shape))


def object_fits(fields, shape):
    """Tell whether an object has the fields of a shape, and no other."""
    if "*" in shape:
        return all(fits(value, shape["*"]) for value in fields.values())
    if fields.keys() != shape.keys():
        return False
    return all(fits(fields[name], shape[name]) for name in fields)


def is_plain(data, levels=MOST_LEVELS):
    """Tell whether data has no floats, no large integers, ASCII keys, few levels."""
    if isinstance(data, dict):
        is_right = levels > 0 and "".join(data).isascii()
        return is_right and all(is_plain(item, levels - 1) for item in data.values())
    if isinstance(data, list):
        return levels > 0 and all(is_plain(item, levels - 1) for item in data)
    if isinstance(data, str | None):
        return True
    return not isinstance(data, float) and abs(data) < 2**53


def canonical(data):
    """Return data as a line of canonical JSON: the only bytes that stand for it."""
    text = json.dumps(
        data,
        sort_keys=True,
        ensure_ascii=False,
        separators=(",", ":"),
    )
    return text.encode() + b"\n"


def parse(line, seq, check="bytes"):
    """Return what a line of canonical JSON says.

    If other bytes could say the same, one entry could have two hashes, and two people
    could hold the same record and each believe the other's to be a forgery.
    """
    with suppress(ValueError, RecursionError):
        data = json.loads(line.decode())
        if is_plain(data) and canonical(data) == line and len(line) <= MOST_BYTES:
            return data
    why = f"{line[:40]!r}.. is not a line of canonical JSON, or too long"
    raise BrokenError(check, seq, why)


def parse_text(text, seq, check):
    """Return what a text says that must be canonical JSON."""
    return parse(text.encode() + b"\n", seq, check)


def lines_of(files, name):
    """Return the lines of a file with their newlines; none if it is not there."""
    return BytesIO(files.get(name, b""))


def check_format(entry, kind):
    """Refuse to judge a record of another format; that is no fault of it.

    `kind` is that of first entries. Format 1 did not say its number.
    """
    if not isinstance(entry, dict) or entry.get("kind") != kind:
        return
    number = entry.get("format", 1)
    is_other = type(number) is int and number != 2
    need(not is_other, "format", None, f"format {number} is not known here, 2 is")


def check_fields(entry, seq):
    """Check that an entry has the fields of its kind, and nothing else.

    In a field that nobody looks at, anything could be hidden. An order cannot be used
    before it came. A seat that nobody holds has no key, else that key could sign.
    """
    kind = entry.get("kind") if isinstance(entry, dict) else None
    why = f"not the fields of a {kind!r}, or a key or a time that cannot be"
    shapes = SHAPES.get(str(kind), ())
    need(any(fits(entry, shape) for shape in shapes), "bytes", seq, why)
    if kind == "order":
        need(entry["came"] <= entry["at"], "bytes", seq, why)
    if kind == "seat":
        need(bool(entry["name"]) == bool(entry["key"]), "bytes", seq, why)


def check_terms(entry, seq):
    """Check what fields alone do not say of the first entry, `open`.

    With a key of small order anybody could sign in the referee's name. A seat that is
    named twice would have two holders. A pace whose offsets go back in time, or in
    which all days are days of rest, has no deadlines that can be counted.
    """
    if entry["kind"] != "open":
        return
    seats = entry["seats"]
    is_right = seats and is_set(seats, seats) and is_set(entry["hosted"], seats)
    is_right = is_right and not is_weak(unhex(entry["key"]))
    if entry["pace"]:
        is_right = is_right and is_pace(entry["pace"])
    why = "no seats, a seat twice, a key for which anybody can sign, or no pace"
    need(is_right, "bytes", seq, why)


def is_pace(pace):
    """Tell whether offsets and days of rest are in order, and a bank is in its cap."""
    begins = [begin for begin, _offset in pace["offsets"]]
    rest = pace["rest"]
    if begins[:1] != [0] or begins != sorted(set(begins)):
        return False
    return rest == sorted(set(rest)) and len(rest) < 7 and pace["bank"] <= pace["cap"]


def is_set(items, among):
    """Tell whether items are different, and all among others."""
    return len(set(items)) == len(items) and set(items) <= set(among)


def unhex(text):
    """Return the bytes that hex digits stand for."""
    return bytes.fromhex(text)


# ---- A record as it is read ---------------------------------------------------------


class Record:
    """A folder, and what was read of its record so far. Events use it too."""

    def __init__(self, files):
        self.files = files  # the bytes of each file, by name
        self.entries = []
        self.heads = {0: "0" * 64}  # the head of each size
        self.first = None  # the entry `open`
        self.start = None  # the entry `start`, once there is one
        self.close = None  # the entry `close`, once there is one
        self.over = None  # the entry that ends it: `close`, or a ruling `void`
        self.joint = None  # K, from which all dice come; known from the start on

    def add(self, entry, line):
        """Take in an entry that was checked; `line` is its bytes with the newline."""
        self.entries.append(entry)
        hashed = hashlib.sha256(b"\0" + line[:-1])
        self.heads[len(self.entries)] = hashed.hexdigest()

    @property
    def may_show(self):
        """Whether signed sheets may be shown by now."""
        return True

    def is_sealed_by(self, opening, seal):
        """Tell whether an opening gives a seal: its text was fixed with that entry."""
        if not seal:
            return False
        seq, salt = opening["seq"], unhex(opening["salt"])
        game = self.first["game"]
        return tagged("seal", game, seq, salt, opening["text"]).hex() == seal


class Game(Record):
    """The folder of a game. What the checks find out about it is kept here."""

    def __init__(self, files):
        super().__init__(files)
        self.orders = {}  # all entries `order`, by seq
        self.names = {}  # of each seat the name of its last holder
        self.hosting = None  # who is bound before others (section Hosted seats)
        self.awaited = []  # for each entry, what `hosting` says after it
        self.used_words = set()  # entries that a `by` of a ruling has named
        self.standing = {}  # of each seat its last order of this line, by seq
        self.lines = []  # for each entry, what `standing` was after it
        self.changed = 0  # the last entry by which a request to go back lapses
        self.undone = {}  # of orders in `by` of a `back`, the request
        self.keys = {}  # of each order the key of its seat (check seats)
        self.lucks = {}  # of each order the luck of its seat (check seats)
        self.openings = []  # the lines of openings.jsonl that open a seal
        self.decks = []  # the lines of openings.jsonl that show a deck

    @property
    def may_show(self):
        """Whether signed sheets may be shown by now: after the end."""
        return bool(self.over)

    @property
    def no_openings(self):
        """What to say first if there is no openings.jsonl; empty if there is one."""
        is_there = "openings.jsonl" in self.files
        return "" if is_there else "there is no openings.jsonl: "


def check_bytes(game):
    """Read the record and the openings: check each entry by itself, then in its place.

    Entries are checked one by one, so that the first one that is wrong is named,
    whether its bytes are (here) or its place in the chain (section Chain).
    """
    for seq, line in enumerate(lines_of(game.files, "log.jsonl")):
        entry = parse(line, seq)
        check_format(entry, "open")
        check_fields(entry, seq)
        check_terms(entry, seq)
        check_place(game, entry, seq)
        take(game, entry, line)
    need(game.entries, "chain", None, "the record is empty")
    read_openings(game)
    openings = len(game.openings) + len(game.decks)
    return "ok", f"{len(game.entries)} entries, {openings} openings"


# ---- Chain --------------------------------------------------------------------------

BEFORE_START = ("open", "seat", "start")  # kinds that may stand there
WORDS_BEFORE_START = ("join", "luck", "newkey", "resign", "reveal")
ACTS_BEFORE_START = ("answer", "substitute", "vacate", "void")
ABOUT_TIME = {"late", "leave", "extend", "pause", "resume"}
TIME_TO_AGREE = 2 * DAY


def check_place(game, entry, seq):
    """Check an entry against all before it; the first rule that it breaks is named."""
    if seq == 0:
        game.first = entry
        game.hosting = Hosting(entry.get("hosted", ()))
    for why, is_kept in CHAIN_RULES.items():
        need(is_kept(game, entry, seq), "chain", seq, why)


def is_next(_game, entry, seq):
    """Entries are counted from 0, else one could be left out or put in unseen."""
    return entry["seq"] == seq


def is_linked(game, entry, seq):
    """`prev` is the hash of the entry before: nothing older can be changed later."""
    return entry["prev"] == game.heads[seq]


def is_not_after_end(game, entry, _seq):
    """Nothing follows the end, and a game starts once: no result is made better."""
    return not game.over and not (entry["kind"] == "start" and game.start)


def is_open_first(_game, entry, seq):
    """The terms come first and are never changed: `open` is the first entry only."""
    return (entry["kind"] == "open") == (seq == 0)


def is_of_game_and_time(game, entry, seq):
    """All entries are of one game, none moved over from another; time never goes back.

    A time that goes back would make a late order look as if it was in time.
    """
    last = game.entries[-1] if seq else entry
    return entry["game"] == game.first["game"] and entry["at"] >= last["at"]


def is_allowed_early(game, entry, _seq):
    """Before the start people sit down and leave; nobody orders or moves.

    An order that came before all lucks are known could not be one for this game.
    """
    if game.start or entry["kind"] in BEFORE_START:
        return True
    if entry["kind"] == "order":
        return entry["word"] in WORDS_BEFORE_START
    return entry.get("act") in ACTS_BEFORE_START


def is_nobody_asked_early(game, entry, _seq):
    """Before the start nobody is awaited, so that no clock runs out there."""
    return game.start or entry["kind"] == "start" or not entry.get("asks")


def is_closed_as_ruled(game, entry, seq):
    """After a ruling `result` the game is closed with just that result.

    Otherwise the host could rule one result with its reason, and enter another.
    """
    if seq == 0 or game.entries[-1].get("act") != "result":
        return True
    ruled = game.entries[-1]["result"]
    return entry["kind"] == "close" and entry["result"] == ruled


def is_ranking(game, entry, _seq):
    """A result that was ruled ranks every seat: one more than there are better ones.

    Otherwise a ruling could make two winners of one, or leave somebody out.
    """
    if entry.get("act") != "result":
        return True
    ranks = entry["result"].get("ranks")
    if not isinstance(ranks, dict) or set(ranks) != set(game.first["seats"]):
        return False
    places = list(ranks.values())
    return fits(places, [COUNT]) and are_places(places)


def are_places(places):
    """Tell whether places are a ranking: 1, 1, 3 for two who share the first place."""
    return all(place == 1 + sum(x < place for x in places) for place in places)


def is_free_of_time(game, entry, _seq):
    """A game without a pace has no deadlines: nobody can be late, away or put off."""
    if game.first["pace"]:
        return True
    said = {entry.get("cause"), entry.get("act"), entry.get("word")}
    return not said & ABOUT_TIME and entry["kind"] != "clock"


def has_seat(game, entry, _seq):
    """Every `seat` is one of the game; that of an outage is empty if all had it.

    An entry about another seat would be one that no check looks at.
    """
    seat = entry.get("seat")
    if seat == "" and entry.get("act") == "outage":
        return True
    return seat is None or seat in game.first["seats"]


def asks_seats(game, entry, _seq):
    """Seats of the game are asked, none twice: who is awaited has one clock."""
    asked = [seat for seat, _turn in entry.get("asks", ())]
    return is_set(asked, game.first["seats"])


def goes_back_rightly(game, entry, seq):
    """A ruling `back` goes to an entry from the start on, and before itself.

    What the start reveals cannot be taken back: everybody knows the lucks by then.
    """
    if entry.get("act") != "back":
        return True
    return game.start is not None and game.start["seq"] <= entry["to"] < seq


def answers_appeal(game, entry, _seq):
    """A ruling `answer` answers an appeal that somebody made.

    Otherwise the host could seem to have answered an appeal, and open another text.
    """
    if entry.get("act") != "answer":
        return True
    return game.orders.get(entry["to"], {}).get("word") == "appeal"


def has_words_for_it(game, entry, _seq):
    """A ruling that calls itself wished for names those who wished it.

    Otherwise the host could take a move back, or a seat away, and say that the players
    had asked for it. No order is named in two rulings: consent is given once.
    """
    act = entry.get("act")
    if act not in ("back", "vacate"):
        return True
    words = [game.orders[seq] for seq in entry["by"] if is_unused_word(game, seq)]
    game.used_words.update(entry["by"])
    if len({word["seat"] for word in words}) != len(entry["by"]):
        return False
    if not words:
        return True
    if act == "back":
        return is_agreed(game, entry, words)
    seats = {word["seat"] for word in words}
    return seats == {entry["seat"]} and all(word["word"] == "resign" for word in words)


def is_unused_word(game, seq):
    """Tell whether an entry is an order that no ruling has named."""
    return seq in game.orders and seq not in game.used_words


def is_agreed(game, back, words):
    """Tell whether all players agreed to go back: one asks, all others say so in time.

    They agree to one certain position, so nothing may have happened in between, and
    the game goes back to just before the last order of the one who asked.
    """
    undo, *agreed = words
    holders = {seat for seat, name in game.names.items() if name}
    if undo["word"] != "undo" or undo["seq"] <= game.changed:
        return False
    if {word["seat"] for word in words} != holders:
        return False
    if back["to"] != game.standing.get(undo["seat"], 0) - 1:
        return False
    return all(is_consent(word, undo) for word in agreed)


def is_consent(word, undo):
    """Tell whether a word agrees to a request that was made before, within two days."""
    is_timely = word["came"] <= undo["at"] + TIME_TO_AGREE
    return word["word"] == "agree" and is_timely and word["seq"] > undo["seq"]


def quotes_own_head(game, entry, _seq):
    """What a player saw when signing is a head of this record.

    So a referee who shows different players different records is found out as soon as
    one of their orders is in the wrong one.
    """
    seen = entry.get("seen")
    if not seen:
        return True
    return game.heads.get(seen["size"], "").startswith(seen["head"])


def is_signed_as_accepted(game, entry, _seq):
    """Orders are signed in a way that the terms name.

    Players knew, when they joined, how orders are signed, and how they are not.
    """
    return entry["kind"] != "order" or entry["sign"] in game.first["accepts"]


def has_cause(game, entry, _seq):
    """A move laid to an order names one of the same seat, and no word.

    Otherwise the order of one player could be used to move for another.
    """
    cause = entry.get("cause")
    if not isinstance(cause, int):
        return True
    order = game.orders.get(cause, {})
    return (order.get("seat"), order.get("word")) == (entry["seat"], "")


def is_hosted_first(game, entry, _seq):
    """Hosted seats choose before others do. See section Hosted seats."""
    is_right = game.hosting.allows(entry)
    game.hosting.read(entry)
    return is_right


CHAIN_RULES = {
    "seq is not the next number": is_next,
    "prev is not the hash of the entry before": is_linked,
    "after the end, or started twice": is_not_after_end,
    "open is the first entry and no other": is_open_first,
    "of another game, or time goes back": is_of_game_and_time,
    "before the start": is_allowed_early,
    "somebody is asked before the start": is_nobody_asked_early,
    "not closed with the result ruled": is_closed_as_ruled,
    "places that are no ranking": is_ranking,
    "about deadlines, without a pace": is_free_of_time,
    "there is no such seat": has_seat,
    "what is asked is no seat, or one twice": asks_seats,
    "goes back too far, or to what is to come": goes_back_rightly,
    "answers no appeal": answers_appeal,
    "by what is no word for it": has_words_for_it,
    "quotes a head of another chain": quotes_own_head,
    "signed by a kind not accepted": is_signed_as_accepted,
    "its cause is no order of that seat": has_cause,
    "not after a hosted seat has chosen, or chosen anew": is_hosted_first,
}


def take(game, entry, line):
    """Keep of an entry what later ones are checked against."""
    kind, seq, act = entry["kind"], entry["seq"], entry.get("act")
    game.add(entry, line)
    game.awaited.append((game.hosting.awaited(), game.hosting.bound_by(entry)))
    if kind == "open":
        game.names = dict.fromkeys(entry["seats"], "")
    if kind == "seat":
        game.names[entry["seat"]] = entry["name"]
    if kind == "order":
        game.orders[seq] = entry
    if kind == "start":
        game.start, game.joint = entry, joint_key(game.first, entry["luck"])
    if kind == "close":
        game.close = entry
    if kind == "close" or act == "void":
        game.over = entry
    take_line(game, entry)


def take_line(game, entry):
    """Keep which orders stand: those between a `back` and where it goes do not."""
    seq, act = entry["seq"], entry.get("act")
    if act == "back":
        game.standing = game.lines[entry["to"]]
        for word in entry["by"]:
            game.undone[word] = entry["by"][0]
    if entry.get("word") == "":
        game.standing = game.standing | {entry["seat"]: seq}
    if entry["kind"] == "move" or act in ("back", "substitute", "vacate"):
        game.changed = seq
    game.lines.append(game.standing)


def tell_head(game):
    """Tell the head: the hash that stands for the whole record.

    The chain itself was checked while it was read. A referee could still have made a
    second one: compare this head with those in letters that somebody kept.
    """
    return "ok", f"head {game.heads[len(game.entries)]}"


# ---- Seats --------------------------------------------------------------------------

WORDS_WITH_EFFECT = ("join", "leave", "luck", "newkey", "resign")


def check_seats(game):
    """Check that seats, keys and lucks change hands only for a reason.

    A host who could change the key of a seat unseen could sign for its player.
    """
    held = {}  # of each seat its last entry `seat`
    reasons = {}  # what lets a seat change, by the entry that says so: (reason, seat)
    owed = None  # the word whose effect must be the next entry
    for entry in game.entries:
        seq, kind = entry["seq"], entry["kind"]
        check_effect(entry, owed)
        owed = seq if entry.get("word") in WORDS_WITH_EFFECT else None
        if kind == "start":
            check_full(game, held, seq)
        if kind == "order":
            check_own_key(game, entry, held.get(entry["seat"]))
            reasons[seq] = entry["word"], entry["seat"]
        if entry.get("act") in ("substitute", "vacate"):
            reasons[seq] = entry["act"], entry["seat"]
        if kind == "seat":
            check_change(game, entry, held.get(entry["seat"]), reasons)
            held[entry["seat"]] = entry
    return "ok", f"{len(held)} taken"


def check_effect(entry, owed):
    """Check that the entry after a word does what it asks for.

    Otherwise a wish could be put off until it suits the host.
    """
    is_right = owed is None or entry.get("by") == [owed]
    need(is_right, "seats", entry["seq"], f"not what the word in {owed} asks for")


def check_full(game, held, seq):
    """Check that at the start somebody sits everywhere."""
    is_full = all(seat in held and held[seat]["name"] for seat in game.first["seats"])
    need(is_full, "seats", seq, "starts where nobody sits")


def check_own_key(game, order, seated):
    """Check that an order is signed by the kind of key that its seat has.

    People who join have no key yet. A new key is signed by the old one: the host
    cannot enter it at the desk, else a host could take over any seat.
    """
    seq, seat, sign = order["seq"], order["seat"], order["sign"]
    game.keys[seq] = seated["key"] if seated else ""
    game.lucks[seq] = seated["luck"] if seated else ""
    is_here = sign in ENTERED_HERE
    is_own = is_here or sign == kind_of(game.keys[seq])
    if order["word"] == "newkey":
        is_own = is_own and not is_here
    is_right = is_own or order["word"] == "join"
    need(is_right, "seats", seq, f"not signed by a key of {seat!r}, but by {sign!r}")


def kind_of(key):
    """Return which kind of key this is: ssh, pgp, .. or desk."""
    return key.partition(":")[0]


def check_change(game, entry, old, reasons):
    """Check that a seat changes by a reason that nothing else was changed by."""
    seq, by, seat = entry["seq"], entry["by"], entry["seat"]
    reason, whose = reasons.pop(by[0], ("", "")) if by else ("", seat)
    is_early = not game.start or seq < game.start["seq"]
    is_right = len(by) <= 1 and whose == seat
    is_right = is_right and lets(reason, old, entry, is_early=is_early)
    if reason == "join":
        signed = game.entries[seq - 1].get("sign")
        is_right = is_right and signed in (*ENTERED_HERE, kind_of(entry["key"]))
        game.keys[by[0]] = entry["key"]
    need(is_right, "seats", seq, f"{seat!r}: no reason")
    game.lucks |= dict.fromkeys(by, entry["luck"])


def lets(reason, old, new, *, is_early):
    """Tell whether a reason lets a seat change from `old` to `new`, and no further.

    `old` is None if nobody ever sat there. The reason is empty if there is none.
    """
    fields = ("name", "key", "luck")
    kept = [name for name in fields if old and old[name] == new[name]]
    is_free = not old or not old["name"]
    if reason == "":
        return not old
    if reason == "join":
        return is_early and is_free and new["name"] != ""
    if is_early and is_free:
        return False  # before the start a free seat is taken by joining only
    if reason == "luck":
        return kept == ["name", "key"]
    if reason == "newkey":
        return kept == ["name", "luck"]
    if reason == "substitute":
        return new["name"] != "" and "luck" in kept
    if reason == "vacate":
        is_luck_right = new["luck"] == "" if is_early else "luck" in kept
        return new["name"] == "" and is_luck_right
    return False


# ---- Hosted seats -------------------------------------------------------------------


class Hosting:
    """Who is bound before others choose at the same time.

    Players of `hosted` seats can read what the desk keeps secret. Without this section
    they could wait for the secret orders of others and then choose by them.
    """

    def __init__(self, hosted):
        self.hosted = set(hosted)
        self.asked = {}  # the last `asks`: the turn of each seat
        self.moving = set()  # from the first move on, who has still to move
        self.bound = {}  # of bound seats the cause that their move must have
        self.bound_last = -1  # the last entry that bound one
        self.binding_orders = set()  # all orders that ever bound one, by seq

    def choosing(self):
        """Return who is choosing, if hosted seats and others are among them."""
        if self.moving:
            return self.moving
        asked = set(self.asked)
        is_mixed = asked & self.hosted and asked - self.hosted
        return asked if is_mixed or self.bound else set()

    def unbound(self):
        """Return the hosted seats that are choosing and not bound yet."""
        return self.choosing() & self.hosted - self.bound.keys()

    def allows(self, entry):
        """Tell whether an entry may come."""
        seat, act, word = entry.get("seat"), entry.get("act"), entry.get("word")
        is_act = is_order_or_move(entry)
        if self.moving and not is_act:
            return False  # nothing comes between moves that were chosen together
        if seat in self.bound and (act in ("substitute", "vacate") or word == "newkey"):
            return False  # who is bound stays so, and stays the same player
        if seat not in self.choosing():
            return True
        if seat in self.hosted:
            return self.allows_hosted(entry)
        return not is_act or self.allows_other(entry)

    def allows_hosted(self, entry):
        """Tell whether a hosted seat may be bound, or moves by what it is bound to."""
        if is_binding(entry):
            return entry["seat"] in self.unbound()
        if entry["kind"] == "move":
            return entry["cause"] == self.bound.get(entry["seat"])
        return True

    def allows_other(self, entry):
        """Tell whether a seat that is not hosted may order or move.

        All hosted seats are bound, and what is used was written after that: an older
        plan could be one that the host has read.
        """
        cause = entry.get("cause")
        if self.unbound() or cause in ("forced", "default"):
            return False
        size = 0
        if entry.get("seen"):
            size = entry["seen"]["size"]
        elif isinstance(cause, int):
            size = cause
        elif entry["kind"] == "move" or entry["sign"] in ENTERED_HERE:
            size = entry["seq"]
        return size > self.bound_last

    def read(self, entry):
        """Take in an entry: who is bound by it, who has moved, who is asked."""
        seat, seq, act = entry.get("seat"), entry["seq"], entry.get("act")
        choosing = self.choosing()
        if is_binding(entry) and seat in self.unbound():
            self.bound[seat] = {"play": "ruling", "late": "late"}.get(act, seq)
            self.bound_last = seq
            if entry["kind"] == "order":
                self.binding_orders.add(seq)
        if entry["kind"] == "move":
            self.moving = choosing - {seat}
        if act == "back" or (entry["kind"] == "move" and not self.moving):
            self.moving, self.bound, self.bound_last = set(), {}, -1
        if "asks" in entry:
            self.asked = dict(entry["asks"])

    def awaited(self):
        """Return whose clocks run now, and in which turn: hosted seats first."""
        now = self.unbound() or self.asked.keys() - self.bound.keys()
        return {seat: turn for seat, turn in self.asked.items() if seat in now}

    def bound_by(self, entry):
        """Return what an entry that was just read has bound its seat to, if it has."""
        if is_binding(entry) and self.bound_last == entry["seq"]:
            return self.bound.get(entry["seat"])
        return None


def is_order_or_move(entry):
    """Tell whether an entry is a move, or an order that is no word."""
    return entry["kind"] == "move" or entry.get("word") == ""


def is_binding(entry):
    """Tell whether an entry binds a hosted seat: an order, or what stands for one."""
    return entry.get("word") == "" or entry.get("act") in ("play", "late")


# ---- Time ---------------------------------------------------------------------------

NEVER = 2**60
LONGEST = 5 * YEAR  # beyond that nobody knew the offsets of the zone
MOST_AWAY_IN_A_ROW = 3 * DAY
MOST_AWAY = 7 * DAY
EPOCH = date(1970, 1, 1)  # day 0, a Thursday


class Calendar:
    """Days, midnights and days of rest where a game is played."""

    def __init__(self, pace):
        self.offsets = pace["offsets"]
        self.workdays = [day for day in range(7) if day not in pace["rest"]]
        self.counted_before = [0]  # what counted before each of the offsets began
        self.latest_days = []  # the latest day that there was before each later one
        for number, (end, _offset) in enumerate(self.offsets[1:]):
            self.counted_before.append(self.counted(end, number))
            latest = self.day(end - 1)
            self.latest_days.append(max([latest, *self.latest_days[-1:]]))

    def number(self, at):
        """Return which of the offsets holds at an instant."""
        return bisect(self.offsets, [at, DAY]) - 1

    def day(self, at):
        """Return the day of an instant, counted from 1970 on."""
        return (at + self.offsets[self.number(at)][1]) // DAY

    def midnight(self, day):
        """Return the first instant of a day, or of the next one if it was left out."""
        begin, offset = self.offsets[bisect_left(self.latest_days, day)]
        return max(begin, day * DAY - offset)

    def counted(self, at, number=None):
        """Return how many seconds up to an instant are not of a day of rest."""
        number = self.number(at) if number is None else number
        begin, offset = self.offsets[number]
        before = self.of_workdays(begin + offset)
        return self.counted_before[number] + self.of_workdays(at + offset) - before

    def of_workdays(self, local):
        """Return how many seconds of local time, from 1970 on, are of working days."""
        weeks, rest = divmod(local + 3 * DAY, 7 * DAY)  # weeks begin on Monday
        begun = sum(min(max(rest - day * DAY, 0), DAY) for day in self.workdays)
        return weeks * len(self.workdays) * DAY + begun

    def leave(self, first, last, none):
        """Return from and to of a leave by the days of its sheet; None if none are."""
        try:
            begin = day_number(first)
            end = day_number(last or first)
        except ValueError:
            return None
        after = begin if none else end + 1
        return self.midnight(begin), self.midnight(after)


def day_number(text):
    """Return the number of a day such as 2026-12-20, counted from 1970 on."""
    return (date.fromisoformat(text) - EPOCH).days


@dataclass
class SeatClock:
    """The clock of one seat.

    `runs` says from when on it has run, and how long it had run by then. Asked at 8, it
    is [(8, 0)]. If it then stood from 10 to 15 by an outage, it is [(8, 0), (15, 2)].
    Leaves and a pause that lasts are not in it: they may still be changed.
    """

    bank: int
    name: str = ""  # of the holder
    turns: set = field(default_factory=set)  # all that it was ever asked for
    turn: str = ""  # the last of them
    since: int | None = None  # when it was asked; None if it is not awaited
    runs: list = field(default_factory=list)  # since then; see below
    least: int = 0  # what it has for the question even if its bank has less
    until: int = 0  # the `due` of the last ruling `extend`
    late: str | None = None  # the turn in which it was late the last time
    is_late: bool = False  # it is late, if `late` is still its turn
    is_owed: bool = False  # its next move is the automatic one
    lates: int = 0  # late turns in a row
    leaves: dict = field(default_factory=dict)  # from: to
    outages: int = 0  # seconds of all its outages
    row: tuple = (0, 0)  # its last outages without a gap: from, to


class Time:
    """All clocks of a game. They follow from the entries alone.

    Nobody has to believe the host that somebody was late: a stranger counts again.
    """

    def __init__(self, first, orders):
        self.pace = first["pace"]
        self.calendar = Calendar(self.pace)
        self.orders = orders  # by seq
        self.seats = {seat: self.new_clock() for seat in first["seats"]}
        self.pause = 0, 0  # from, to; both 0 if there is none
        self.asks = {}  # the last `asks`: the turn of each seat
        self.last = first  # the entry before

    def new_clock(self, **fields):
        """Return the clock of somebody who was never asked."""
        return SeatClock(bank=self.pace["bank"], **fields)

    # How much time has run

    def stops(self, clock):
        """Return from when to when a clock stands: its leaves, and the pause."""
        return sorted([*clock.leaves.items(), self.pause])

    def counted(self, clock, begin, end):
        """Return how many seconds count for a clock from one instant to another."""
        total = 0
        for stop, goes_on in self.stops(clock):
            if begin < min(stop, end):
                total += self.between(begin, min(stop, end))
            begin = max(begin, goes_on)
        return total + (self.between(begin, end) if begin < end else 0)

    def instant(self, clock, begin, seconds):
        """Return the first instant by which so many seconds have counted."""
        for stop, goes_on in self.stops(clock):
            counted = self.between(begin, max(stop, begin))
            if counted >= seconds:
                break
            begin, seconds = max(begin, goes_on), seconds - counted
        wanted = self.calendar.counted(begin) + seconds
        instants = range(begin, NEVER)
        return begin + bisect_left(instants, wanted, key=self.calendar.counted)

    def between(self, begin, end):
        """Return how many seconds between two instants are not of a day of rest."""
        return self.calendar.counted(end) - self.calendar.counted(begin)

    def ran(self, clock, upto):
        """Return how long a clock has run since its seat was asked."""
        if clock.since is None or upto < clock.since:
            return 0
        number = bisect(clock.runs, (upto, NEVER)) - 1
        begin, before = clock.runs[number]
        ran = before + self.counted(clock, begin, upto)
        later = clock.runs[number + 1 : number + 2]
        return min([ran, *(most for _begin, most in later)])

    def stand(self, begin, end, clocks):
        """Let clocks stand from one instant to another that has come."""
        for clock in clocks:
            if clock.since is not None and end > max(begin, clock.runs[-1][0]):
                ran = max(self.ran(clock, begin), clock.runs[-1][1])
                clock.runs.append((end, ran))

    def due(self, clock, act):
        """Return when a clock runs out; NEVER if its seat is not awaited.

        In a pause without an end nobody is due, but of those who were late when it
        began a `late` may still come.
        """
        if clock.since is None:
            return NEVER
        allowed = max(clock.bank, clock.least)
        number = bisect_left(clock.runs, allowed, key=lambda run: run[1])
        begin, ran = clock.runs[max(number - 1, 0)]
        due = max(self.instant(clock, begin, allowed - ran), clock.until)
        begun, end = self.pause
        was_late = act == "late" and due + self.pace["grace"] < begun
        return due if end < NEVER or was_late else NEVER

    # What an entry does

    def read(self, entry, awaited, bound):
        """Carry the clocks on by one entry; return whether it may come, and what it is.

        `awaited` is who is awaited after it, with the turns. `bound` is the cause to
        which the entry binds a hosted seat, if it does.
        """
        act, seat, at = entry.get("act"), entry.get("seat"), entry["at"]
        clock = self.seats.get(seat) or self.new_clock()
        is_paused = at < self.pause[1]
        self.end_pause(act, at)
        due = NEVER
        if act in ("late", "extend") or is_answer(entry, bound):
            due = self.due(clock, act)
        is_right = self.read_answer(entry, clock, due, bound)
        if entry["kind"] == "seat":
            self.read_holder(entry, clock)
        if act:
            is_right = self.read_act(entry, clock, due)
            is_right = is_right and (act != "resume" or is_paused)
        self.asks = dict(entry["asks"]) if "asks" in entry else self.asks
        self.last = entry
        for name, other in self.seats.items():
            has_moved = entry["kind"] == "move" and name == seat
            self.ask(other, awaited.get(name), at, has_moved, act == "back")
        when = due if due < NEVER else "never"
        what = act or entry["kind"]
        return is_right, f"{what} of {seat!r}, due {when}: not by this pace"

    def end_pause(self, act, at):
        """End a pause whose `until` has come, or that is ruled on anew."""
        if self.pause[1] and (act in ("pause", "resume") or at >= self.pause[1]):
            begin, end = self.pause
            self.stand(begin, min(at, end), self.seats.values())
            self.pause = 0, 0

    def read_answer(self, entry, clock, due, bound):
        """Take from the bank what ran before an answer; tell if it may come (2, 3).

        A host who took an order that came too late, or played for somebody who was
        not late, would favour one player over another.
        """
        cause, is_right = entry.get("cause"), True
        is_late = self.is_late(clock, entry.get("seat"))
        if entry["kind"] == "move":
            is_right = is_late if cause == "late" else not clock.is_owed
            clock.is_owed = False
        has_answered = is_answer(entry, bound)
        came = self.orders.get(cause, entry).get("came", entry["at"])
        if has_answered and clock.since is not None:
            is_timely = came <= due + self.pace["grace"]
            is_timely = is_timely and clock.lates < self.pace["lates"]
            is_right = is_right and (self.pace["late"] == "ask" or is_timely)
            clock.lates = clock.lates if is_late else 0
        if has_answered or cause == "ruling" or bound == "ruling":
            clock.bank = max(clock.bank - self.ran(clock, came), 0)
        return is_right

    def is_late(self, clock, seat):
        """Tell whether a seat is late in the turn for which it is asked."""
        return clock.is_late and clock.late == self.asks.get(seat)

    def read_holder(self, entry, clock):
        """Give a seat to its holder: a new holder gets a new clock."""
        if entry["name"] in ("", clock.name):
            clock.name = entry["name"]
            return
        new = self.new_clock(name=entry["name"], turns=clock.turns, turn=clock.turn)
        if clock.since is not None:
            new.since, new.runs = entry["at"], [(entry["at"], 0)]
        self.seats[entry["seat"]] = new

    def read_act(self, entry, clock, due):
        """Do what moves deadlines, and tell whether it may come."""
        readers = {
            "late": self.read_late,
            "leave": self.read_leave,
            "outage": self.read_outage,
            "extend": self.read_extend,
            "pause": self.read_pause,
        }
        read = readers.get(entry["act"])
        return read is None or read(entry, clock, due)

    def read_late(self, entry, clock, due):
        """A seat is late when its deadline and the grace are over, once in a turn (1).

        Otherwise the host could take a turn away from somebody who still had time.
        """
        turn = self.asks.get(entry["seat"])
        is_right = entry["due"] == due and due + self.pace["grace"] <= entry["at"]
        is_right = is_right and not self.is_late(clock, entry["seat"])
        is_right = is_right and clock.lates < self.pace["lates"]
        if clock.late != turn or not clock.lates:
            clock.lates += 1
        clock.bank, clock.late, clock.is_late, clock.is_owed = 0, turn, True, True
        return is_right and self.pace["late"] == "default"

    def read_leave(self, entry, clock, _due):
        """A leave is by a word, begins a day later, and keeps to the days left (4).

        Otherwise somebody who is late already could take leave, or leave could last
        for ever.
        """
        begin, end = entry["from"], entry["to"]
        is_right = self.is_leave_of(entry, self.last)
        if begin in clock.leaves:  # it is made shorter, or given up
            earliest = max(begin, entry["at"])
            is_right = is_right and earliest <= end < clock.leaves[begin]
        else:
            earliest = max(self.last.get("came", 0) + DAY, entry["at"])
            is_right = is_right and earliest <= begin < end
            is_right = is_right and self.has_leave_left(clock, begin, end)
        clock.leaves[begin] = end
        clock.leaves = {one: to for one, to in clock.leaves.items() if one < to}
        return is_right

    def is_leave_of(self, entry, word):
        """Tell whether a leave follows its word, and goes from midnight to midnight."""
        is_own = word.get("word") == "leave" and word.get("seat") == entry["seat"]
        days = self.calendar.day(entry["from"]), self.calendar.day(entry["to"])
        midnights = tuple(map(self.calendar.midnight, days))
        is_whole = midnights == (entry["from"], entry["to"])
        return is_own and entry["by"] == [word["seq"]] and is_whole

    def has_leave_left(self, clock, begin, end):
        """Tell whether a leave overlaps no other, and there are so many days left."""
        leaves = [*clock.leaves.items(), (begin, end)]
        days = sum(self.calendar.day(to) - self.calendar.day(one) for one, to in leaves)
        is_free = all(end <= one or to <= begin for one, to in clock.leaves.items())
        return days <= self.pace["leave"] and is_free

    def read_outage(self, entry, clock, _due):
        """An outage is over, follows what the record has, and is not short (5).

        One of a single seat is limited, else the host could give a friend all the
        time in the world by saying that letters to that friend were returned.
        """
        begin, end = entry["from"], entry["to"]
        is_right = self.last["at"] <= begin and end <= entry["at"]
        is_right = is_right and end - begin >= self.pace["outage"]
        if entry["seat"] == "":
            self.stand(begin, end, self.seats.values())
            return is_right
        self.stand(begin, end, [clock])
        since = clock.row[0] if clock.row[1] == begin else begin
        clock.row = since, end
        clock.outages += end - begin
        is_short = end - since <= MOST_AWAY_IN_A_ROW
        return is_right and is_short and clock.outages <= MOST_AWAY

    def read_extend(self, entry, clock, due):
        """A deadline is only made later, and not when it is over (6).

        Otherwise the host could take time away, or forgive a friend for being late.
        """
        is_over = due + self.pace["grace"] < entry["at"]
        is_later = due < entry["due"] and (self.pace["late"] == "ask" or not is_over)
        is_awaited = clock.since is not None
        is_right = is_awaited and not self.is_late(clock, entry["seat"])
        clock.until = entry["due"]
        return is_right and (due == NEVER or is_later)

    def read_pause(self, entry, _clock, _due):
        """A pause has no end yet (0), or one that is to come (7).

        One that began in the past would give time to those who were due by then.
        """
        self.pause = entry["at"], entry["until"] or NEVER
        return entry["until"] == 0 or entry["until"] > entry["at"]

    def ask(self, clock, turn, at, has_moved, is_back):
        """Ask a seat, if it is awaited now and was not before, or anew."""
        if is_back:
            clock.since, clock.is_late, clock.is_owed = None, False, False
        is_new = clock.since is None or clock.turn != turn or has_moved
        if turn is not None and is_new:
            self.ask_anew(clock, turn, at, is_back)
        if turn is None:
            clock.since = None

    def ask_anew(self, clock, turn, at, is_back):
        """Start the clock of a seat, and add to its bank what a new turn adds."""
        clock.is_late = clock.is_late and turn == clock.late
        clock.since, clock.turn, clock.runs, clock.until = at, turn, [(at, 0)], 0
        clock.least = self.pace["add"] if is_back else 0
        if turn not in clock.turns:
            if clock.turns:
                clock.bank = min(clock.bank + self.pace["add"], self.pace["cap"])
            if clock.lates:
                clock.bank = max(clock.bank, self.pace["bank"])
        clock.turns.add(turn)


def is_answer(entry, bound):
    """Tell whether an entry is a move laid to an order, or an order that binds."""
    is_bound = entry["kind"] == "order" and bound is not None
    return isinstance(entry.get("cause"), int) or is_bound


def check_clock(game):
    """Check every deadline: who was late, away, put off or given more time, and when.

    A host could otherwise give more time to a friend, and less to somebody else. The
    page numbers what is rejected. 1 to 7 are in `Time`, by their numbers, 8 is here.
    """
    if not game.first["pace"]:
        return "ok", "no pace"
    time = Time(game.first, game.orders)
    latest = game.first["at"] + LONGEST
    for entry, (awaited, bound) in zip(game.entries, game.awaited, strict=True):
        is_right, told = time.read(entry, awaited, bound)
        if entry.get("act") in ("leave", "extend", "pause"):
            ends = [entry[name] for name in ("to", "due", "until") if name in entry]
            is_right = is_right and max(ends) <= latest
        need(is_right, "clock", entry["seq"], told)
    return "ok", "every deadline"


# ---- Chance: `fair/1` ---------------------------------------------------------------


def joined(*parts):
    """Return parts one after the other, LP(..), each behind its length."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def tagged(*parts, key=None):
    """Return T(parts) or, with a key, M(key, parts).

    A text is taken as UTF-8, an integer as u32. Two different lists of parts never
    give the same bytes, so no hash can be passed off as another.
    """
    message = joined(b"pbem/fair/1", *map(raw_part, parts))
    if key:
        return hmac.digest(key, message, "sha256")
    return hashlib.sha256(message).digest()


def raw_part(part):
    """Return the bytes of a part."""
    if isinstance(part, bytes):
        return part
    return part.encode() if isinstance(part, str) else part.to_bytes(4, "big")


def stream(key):
    """Give the bytes that follow from a key, without end."""
    for block in range(2**64):
        yield from tagged("stream", block.to_bytes(8, "big"), key=key)


def drawn(key, ranges):
    """Give below(n) of the stream of a key for each n: from 0 to n - 1, all alike."""
    source = stream(key)
    for n in ranges:
        bits = (n - 1).bit_length()
        value = n
        while value >= n:
            raw = bytes(next(source) for _ in range(-(-bits // 8)))
            value = int.from_bytes(raw, "big") % 2**bits
        yield value


def joint_key(first, luck):
    """Return K, from which all dice come: of the referee's secrets and all lucks.

    The part of the referee is fixed by `open`, before any luck is known. The part of
    a player is fixed by the commitment. So neither can choose the dice alone.
    """
    seats = ["event"] if first["event"] else first["seats"]
    parts = [unhex(first["dice"]["anchor"]), unhex(first["hidden"])]
    for seat in seats:
        parts += [seat, unhex(luck.get(seat, ""))]
    return tagged("joint", first["game"], *parts)


def check_luck(game):
    """Check that every luck that was committed to is revealed, and no other.

    Somebody who could still change a luck when others are known could try many, and
    take the one that gives the best dice.
    """
    begun = game.start["seq"] if game.start else len(game.entries)
    reveals = [order for order in game.orders.values() if order["word"] == "reveal"]
    until = min([begun, *(order["seq"] for order in reveals)])
    lucks = {}  # of each seat what it is committed to
    for entry in game.entries:
        if entry["kind"] == "seat":
            check_commitment(entry, lucks.get(entry["seat"], ""), until)
            lucks[entry["seat"]] = entry["luck"]
    shown = game.start["luck"] if game.start else {}
    if game.start:
        is_right = is_as_committed(game.first, shown, lucks)
        need(is_right, "luck", begun, "not as committed")
    known = sorted({order["seat"] for order in reveals} | shown.keys())
    is_void = known and game.over and not game.close
    words = f"luck of {', '.join(known) or 'nobody'} was revealed"
    verdict = "ok" if game.start or game.over else "later"
    return verdict, f"VOID after the {words}" if is_void else words


def check_commitment(entry, old, until):
    """Check that a luck is committed to once, and early, or given up with the seat."""
    new, is_early = entry["luck"], entry["seq"] < until
    is_left = entry["name"] == "" and new == ""
    is_right = new == old or (is_early and (old == "" or is_left))
    need(is_right, "luck", entry["seq"], "another luck, or late")


def is_as_committed(first, shown, lucks):
    """Tell whether `start` reveals just the lucks that seats are committed to.

    At a table of an event nobody commits: its K, which the event has checked, is what
    all its players had a part in.
    """
    committed = {seat: luck for seat, luck in lucks.items() if luck}
    if first["event"]:
        return [*shown] == ["event"] and not committed
    given = {seat: commitment(first, seat, luck) for seat, luck in shown.items()}
    return given == committed


def commitment(first, seat, luck):
    """Return what a seat commits to when it has a luck."""
    return tagged("luck", first["game"], seat, unhex(luck)).hex()


def check_ladder(record):
    """Check that each roll uses the rung of its place, which leads to the anchor.

    The rungs are fixed by `open`. A referee who could choose among them, or roll
    again, could choose the dice.
    """
    ladder = Ladder(record.first)
    for entry in record.entries:
        ladder.read(entry)
    return "ok", f"{len(ladder.used)} rolls"


class Ladder:
    """The rungs that were used so far."""

    def __init__(self, first):
        self.game, self.length = first["game"], first["dice"]["n"]
        self.used = {}  # of each slot its rung: (number, r)
        self.top = 0  # the number of the highest rung so far
        self.rung = unhex(first["dice"]["anchor"])  # the highest one itself
        self.turn = None  # of the slot that it was for
        self.rolled = frozenset()  # the slots that were rolled on this line
        self.lines = []  # what `rolled` was after each entry

    def read(self, entry):
        """Check the rolls of an entry."""
        if entry.get("act") == "back":
            self.rolled = self.lines[entry["to"]]
        for roll in entry.get("chance", ()):
            self.read_roll(roll, entry["seq"])
        self.lines.append(self.rolled)

    def read_roll(self, roll, seq):
        """Check one roll: its slot comes once on a line, and always with one rung."""
        slot, own = roll["slot"], (roll["j"], unhex(roll["r"]))
        why = f"slot {slot!r} was rolled before and not taken back"
        need(slot not in self.rolled, "ladder", seq, why)
        if slot not in self.used:
            self.climb(slot, *own, seq)
        why = f"slot {slot!r} had another rung before"
        need(self.used[slot] == own, "ladder", seq, why)
        self.rolled |= {slot}

    def climb(self, slot, number, rung, seq):
        """Go up to the rung of a new slot: the next in its turn, or the next 16th."""
        turn = slot.rpartition("/")[0]
        place = self.top + 1 if turn == self.turn else (self.top // 16 + 1) * 16
        is_next = place == number <= self.length
        need(is_next, "ladder", seq, f"rung {number}, not {place}")
        down = rung
        for step in range(number, self.top, -1):
            down = tagged("ladder", self.game, step, down)
        why = f"rung {number} does not lead down to rung {self.top}"
        need(down == self.rung, "ladder", seq, why)
        self.used[slot] = number, rung
        self.top, self.rung, self.turn = number, rung, turn


def check_draws(record):
    """Check every die and every other draw: it follows from rung, K and slot alone.

    Nobody can change any of these after the start, so nobody can wish for a six.
    """
    count = 0
    for entry in record.entries:
        for roll in entry.get("chance", ()):
            check_roll(record, roll, entry["seq"])
            count += 1
    return "ok", f"{count} rolls"


def check_roll(record, roll, seq):
    """Check the draws of one roll."""
    number, slot, rung = roll["j"], roll["slot"], unhex(roll["r"])
    key = tagged("roll", record.first["game"], number, record.joint, slot, key=rung)
    ranges = [n for n, _value in roll["draws"]]
    values = [value for _n, value in roll["draws"]]
    is_right = values == list(drawn(key, ranges))
    need(is_right, "draws", seq, f"other draws than those of {slot!r}")


def check_seals(game):
    """Check that what was sealed is opened: once, unchanged, and not too early.

    If a seal did not have to be opened, somebody could change a secret choice later,
    when the choices of others are known.
    """
    need(game.over or not game.openings, "seals", None, EARLY_OPENING)
    seals = Seals(game)
    for entry in game.entries:
        for opening in entry.get("opens", ()):
            seals.read_opened(opening, entry)
    for opening in game.openings:
        seals.read_opening(opening)
    closed = seals.moves
    why = f"what {sorted(closed)} sealed is not opened"
    need(not closed or not game.over or game.no_openings, "seals", None, why)
    words = f"{game.no_openings}{len(closed)} seals are closed"
    if not closed:
        return "ok", words
    return "missing" if game.over else "later", words


EARLY_OPENING = "what is sealed is opened before the end"


class Seals:
    """The seals that are still closed."""

    def __init__(self, game):
        self.game = game
        self.bound = game.hosting.binding_orders
        self.moves = {}  # of sealed moves, and of orders that bound a hosted seat
        self.appeals = {}
        for entry in game.entries:
            seq, word = entry["seq"], entry.get("word")
            is_move = entry["kind"] == "move" and "seal" in entry
            if is_move or seq in self.bound:
                self.moves[seq] = entry["seal"]
            if word == "appeal":
                self.appeals[seq] = entry["seal"]

    def read_opened(self, opening, entry):
        """Check what an entry opens: a move an earlier move, an answer its appeal.

        Orders are never opened here: they would show plans that still hold.
        """
        seq, where = opening["seq"], entry["seq"]
        seals, is_right = self.moves, seq not in self.bound
        if entry["kind"] == "ruling":
            seals, is_right = self.appeals, self.is_public_appeal(opening, entry)
        seal = seals.pop(seq, "") if seq < where else ""
        self.need_opened(opening, seal, where, is_right=is_right)

    def read_opening(self, opening):
        """Check what openings.jsonl opens: a move, or an order that bound a seat."""
        seq, is_right = opening["seq"], True
        if seq in self.bound:
            text = parse_text(opening["text"], None, "seals")
            is_right = fits(text, SEALED_SHEET)
        self.need_opened(opening, self.moves.pop(seq, ""), None, is_right=is_right)

    def need_opened(self, opening, seal, where, *, is_right):
        """Refuse an opening that does not give its seal, or is not right otherwise."""
        is_right = is_right and self.game.is_sealed_by(opening, seal)
        why = f"not what {opening['seq']} sealed, private, or opened twice"
        need(is_right, "seals", where, why)

    def is_public_appeal(self, opening, answer):
        """Tell whether an answer opens the appeal it answers, which is not private."""
        text = parse_text(opening["text"], answer["seq"], "seals")
        if not fits(text, SEALED_SHEET) or opening["seq"] != answer["to"]:
            return False
        word, said = said_in(text["sheet"].strip())
        if word != "appeal" or not said:
            return False
        number, private = said
        return not private and is_before(self.game, number, answer["to"], JUDGED)


JUDGED = ("ruling", "clock")  # what an appeal is from


def is_before(game, number, seq, kinds):
    """Tell whether a sheet names an earlier entry of one of these kinds or words."""
    if int(number) >= seq:
        return False
    entry = game.entries[int(number)]
    return entry["kind"] in kinds or entry.get("word") in kinds


def check_decks(game):
    """Check that every deck lay in the order that the hidden secret gives.

    The secret is fixed by `open` and shown at the end. A referee who could lay a deck
    otherwise could deal good cards to a friend.
    """
    why = "a deck is laid open before the end"
    need(game.over or not game.decks, "decks", None, why)
    if not game.over:
        return "later", "the game is not over"
    first, hidden = game.first, unhex(game.over["hidden"])
    is_committed = tagged("hidden", first["game"], hidden).hex() == first["hidden"]
    need(is_committed, "decks", game.over["seq"], "another secret")
    for deck in game.decks:
        is_right = game.joint and shuffled(game, deck, hidden) == deck["order"]
        why = f"deck {deck['deck']!r} lay in another order"
        need(is_right, "decks", None, why)
    words = f"{len(game.decks)} decks as they stand"
    words = f"{game.no_openings}{words}; only the rules know which were drawn from"
    return "missing" if game.start and game.no_openings else "ok", words


def shuffled(game, deck, hidden):
    """Return the cards of a deck in the order in which they lay."""
    cards = list(deck["cards"])
    key = tagged("deck", game.first["game"], game.joint, deck["deck"], key=hidden)
    places = range(len(cards) - 1, 0, -1)
    others = drawn(key, [place + 1 for place in places])
    for one, other in zip(places, others, strict=True):
        cards[one], cards[other] = cards[other], cards[one]
    return cards


# ---- Notes --------------------------------------------------------------------------


def check_note(record):
    """Check that the referee has signed the size and the head of this record.

    With this note the referee cannot say later that the record was another one.
    """
    if "head.note" not in record.files:
        return "missing" if record.over else "later", "there is no head.note"
    first, size = record.first, len(record.entries)
    referee, key = first["referee"], unhex(first["key"])
    head = b64encode(unhex(record.heads[size])).decode()
    text = f"pbem/head/1 {referee}/{first['game']}\n{size}\n{head}\n"
    note = record.files["head.note"].decode(errors="replace")
    line = rf"— {re.escape(referee)} ([A-Za-z0-9+/]{{91}}=)\n"
    found = re.fullmatch(f"{re.escape(text)}\n{line}", note)
    need(found, "note", None, "not a signed note on the head of this log")
    raw = b64decode(found[1])
    is_right = b64encode(raw).decode() == found[1]
    is_right = is_right and raw[:4] == key_id_of(referee, key)
    is_right = is_right and is_signed(key, raw[4:], text.encode())
    need(is_right, "note", None, f"not signed by {referee}")
    return "ok", f"signed by {referee}, key {first['key']}"


def key_id_of(referee, key):
    """Return the four bytes by which a signed note names the key that signed it."""
    return hashlib.sha256(referee.encode() + b"\n\x01" + key).digest()[:4]


# ---- Openings and result ------------------------------------------------------------


def read_openings(game):
    """Read openings.jsonl: what was sealed, in the order of entries, then every deck.

    With one order, and nothing twice, there is only one such file for a record.
    """
    lines = [parse(line, None) for line in lines_of(game.files, "openings.jsonl")]
    why = "an opening has not the fields of one"
    need(fits(lines, [(OPENING, DECK)]), "bytes", None, why)
    game.openings = [line for line in lines if "seq" in line]
    game.decks = [line for line in lines if "deck" in line]
    seqs = [opening["seq"] for opening in game.openings]
    decks = [(deck["deck"], *deck["cards"]) for deck in game.decks]
    is_right = lines == game.openings + game.decks
    is_right = is_right and seqs == sorted(set(seqs)) and is_set(decks, decks)
    why = "openings are not in the order of their entries, then decks, each once"
    need(is_right, "bytes", None, why)


def check_result(game):
    """Check that result.json says what the record says, for those who read only it."""
    if "result.json" not in game.files:
        return without_result(game)
    right = None
    if game.close:
        fields = {
            "game": game.first["game"],
            "result": game.close["result"],
            "rules": game.first["rules"],
            "seats": game.names,
        }
        right = canonical(fields)
    is_right = game.files["result.json"] == right
    need(is_right, "result", None, "result.json is not what the record says")
    return "ok", "as in the record"


def without_result(record):
    """Say of a missing result.json whether there should be one: after a `close`."""
    why = "there is no result.json"
    if record.close:
        return "missing", why
    return "ok" if record.over else "later", why


# ---- Evidence -----------------------------------------------------------------------

ARMOR_BEGIN = "-----BEGIN SSH SIGNATURE-----\n"
ARMOR_END = "-----END SSH SIGNATURE-----\n"
VALUE = "[A-Za-z0-9][A-Za-z0-9._@/+-]{0,99}"
SIGNED_TEXT = (
    "-----BEGIN PBEM ORDERS-----\n"
    f"to: (?P<to>{VALUE});\n"
    f"game: (?P<game>{VALUE});\n"
    f"seat: (?P<seat>{VALUE});\n"
    f"token: {VALUE};\n"
    "(?:seen: (?P<size>0|[1-9][0-9]{0,8}) (?P<head>[0-9a-f]{32,64});\n)?"
    "(?:n: (?:0|[1-9][0-9]{0,14});\n)?"
    "(?P<orders>(?:[^;#\n]+;\n){1,400})"
)
MOST_MARKS = 30  # combining marks in a row
# Characters that versions 15 to 17 of Unicode have added to 14.0, and gaps between.
# A later Python takes them for printable; by the page they are not.
ADDED_TO_UNICODE = """
    88F 897 C5C CDC CF3 ECE 1ACF-1AEB 1B4E-1B4F 1B7F 1C89-1C8A 20C1 2427-2429 2B96
    2FFC-2FFF 31E4-31EF A7CB-A7CF A7D2 A7D4 A7DA-A7F1 FBC3-FBD2 FD90-FD91 FDC8-FDCE
    105C0-105F3 10940-10959 10D40-10D8F 10EC2-10EFF 1123F-11241 11380-113E2 116D0-116E3
    11B00-11BF9 11DB0-11DE9 11F00-11F5A 1342F 13439-143FA 16100-16139 16D40-16D79
    16EA0-16ED3 16FF2-16FF6 187F8-187FF 18CFF 18D09-18DF2 1B132 1B155 1CC00-1CEF0
    1D2C0-1D2D3 1DF25-1DF2A 1E030-1E08F 1E4D0-1E6FF 1F6D8-1F6DC 1F774-1F77F 1F7D9
    1F8B2-1F8D8 1FA54-1FA57 1FA75-1FA77 1FA87-1FA8F 1FAAD-1FAAF 1FABB-1FABF 1FAC6-1FACF
    1FADA-1FADF 1FAE8-1FAEF 1FAF7-1FAF8 1FBCB-1FBEF 1FBFA 2B739-2B73F 2CEA2-2CEAD
    2EBF0-2EE5D 31350-33479
"""


def span_of(text):
    """Return the range of characters that a text such as 2427-2429 stands for."""
    first, _dash, last = text.partition("-")
    return range(int(first, 16), int(last or first, 16) + 1)


ADDED_LATER = [*map(span_of, ADDED_TO_UNICODE.split())]

# Words: how they are spelt, and what a sheet of them says beside. Groups of a pattern
# are what `said_in` returns.
SPELLINGS = {
    "agree": "agree|accetto|accepter|einverstanden",
    "appeal": "appeal|ricorso|recours|einspruch",
    "join": "join|partecipo|participer|beitreten",
    "leave": "leave|assenza|absence|urlaub",
    "luck": "luck",
    "newkey": "newkey",
    "resign": "resign|abbandono|abandon|aufgeben|(?:(withdraw|ritiro|retrait|absagen))",
    "reveal": "reveal",
    "undo": "undo|annulla|annuler|zuruecknehmen|zurucknehmen",
}
SEQ = r"(0|[1-9]\d{0,15})"
A_DAY = r"(\d{4}-\d\d-\d\d)"
PRIVATE = "(private|privato|prive|privat)"
NONE = "(none|nessuno|aucun|keiner)"
SAYS = {
    "agree": f" {SEQ}",
    "appeal": f" {SEQ}(?: {PRIVATE})? ?: ?.+",
    "join": f"(?: ({SEAT_NAME})(?: luck ({HEX}))?)?",
    "leave": rf" {A_DAY}(?: ?\.\. ?(?:{A_DAY}|{NONE}))?",
    "luck": ".*",
    "newkey": ".*",
    "resign": "",
    "reveal": ".*",
    "undo": "",
}


def said_in(sheet):
    """Return the word that a sheet is, and what it says besides.

    The word is empty if the sheet holds orders. What it says is None if that is not
    what a sheet of this word must say.
    """
    for word, spelt in SPELLINGS.items():
        more = "" if word == "resign" else "(?: .*)?"
        if re.fullmatch(f"(?ai)(?:{spelt}){more}", sheet):
            said = re.fullmatch(f"(?ai)(?:{spelt}){SAYS[word]}", sheet)
            return word, said and said.groups()
    return "", ()


def check_evidence(game):
    """Check signed sheets: who signed them, and that the record took them as signed.

    Without them the record holds what the referee says that players have ordered.
    """
    shown = read_evidence(game, "other fields, or early")
    used, left = set(), set()
    for line in shown:
        seq = line["seq"]
        need_order(game, line)
        text, armor = split_armor(line["signed"])
        sheet = sheet_of(line, text)
        is_right = sheet is not None and agrees(game, game.orders[seq], text, sheet)
        need(is_right, "evidence", seq, "not what was signed")
        key_id = game.keys.get(seq)
        need((text, key_id) not in used, "evidence", seq, "signed once, used twice")
        used.add((text, key_id))
        is_right, is_left = check_ssh(armor, text.encode(), key_id)
        need(is_right, "evidence", seq, "not signed by the key of the seat")
        left |= {seq} if is_left else set()
    seqs = {line["seq"] for line in shown}
    words = f"{len(seqs) - len(left)} orders checked, {len(left)} left out"
    words = f"{words}, {len(game.orders) - len(seqs)} attested"
    words = f"{words}; {tell_chance(game, seqs, left)}"
    if shown:
        return "ok", words
    return "none" if game.over else "later", words


def read_evidence(record, why):
    """Read evidence.jsonl: in the order of entries, each once.

    Of a game there is none before the end: a sheet may hold plans that are still
    secret. The words of players in an event may be shown at any time.
    """
    lines = lines_of(record.files, "evidence.jsonl")
    shown = [parse(line, None, "evidence") for line in lines]
    need(fits(shown, [OPENING | {"signed": TEXT}]), "evidence", None, why)
    need(record.may_show or not shown, "evidence", None, why)
    seqs = [line["seq"] for line in shown]
    why = "not in the order of its entries, each once"
    need(seqs == sorted(set(seqs)), "evidence", None, why)
    return shown


def need_order(game, line):
    """Check that a line opens the seal of an order that was signed by SSH.

    The seal was in the record when the order was used, so no other sheet can be
    shown for it later.
    """
    order = game.orders.get(line["seq"], {})
    is_right = order.get("sign") == "ssh" and game.is_sealed_by(line, order["seal"])
    need(is_right, "evidence", line["seq"], "opens no order")


def split_armor(signed):
    """Return the text that was signed, and the signature in its armor."""
    text, begin, armor = signed.rpartition(ARMOR_BEGIN)
    return text, begin + armor


def sheet_of(line, text):
    """Return the sheet that was sealed with the digest of a signed text, or None."""
    sealed = parse_text(line["text"], line["seq"], "evidence")
    digest = hashlib.sha256(text.encode()).hexdigest()
    is_right = fits(sealed, SEALED_SHEET) and sealed["digest"] == digest
    return sealed["sheet"] if is_right else None


def agrees(game, order, text, sheet):
    """Tell whether an order of the record is what was signed, and did what it says.

    Otherwise an order for one seat, game or position could be used for another.
    """
    found = read_signed(game.first, text, sheet)
    if not found:
        return False
    word, seen = order["word"], order["seen"]
    if word == "newkey":
        is_meant = found["game"] == "desk"
    elif word == "leave" and found["game"] == "desk":
        is_meant = seen is None or is_for(found, order)
    else:
        is_meant = is_for(found, order)
    return is_meant and does(game, order, sheet)


def read_signed(first, text, sheet):
    """Return the lines of a signed text; None if it is no such text, or another sheet.

    Texts have one form only, so that nobody sees another text than was signed.
    """
    found = re.fullmatch(SIGNED_TEXT, text)
    if not found or not is_printed_alike(text):
        return None
    orders = found["orders"][:-2].split(";\n")
    is_right = found["to"] == first["referee"] and all(map(is_tidy, orders))
    return found if is_right and sheet == "\n".join(orders) else None


def is_printed_alike(text):
    """Tell whether a text is in NFC, without heaps of combining marks."""
    marks = "".join("x" if unicodedata.combining(one) else " " for one in text)
    is_heaped = "x" * (MOST_MARKS + 1) in marks
    return unicodedata.normalize("NFC", text) == text and not is_heaped


def is_tidy(order):
    """Tell whether an order is printable, has single blanks, and is no header line."""
    is_header = re.match(r"\w+ ?:", order)
    return order == " ".join(order.split()) and is_printable(order) and not is_header


def is_printable(text):
    """Tell whether a text has only printable characters of Unicode 14.0.

    What is valid for one Python must be valid for all.
    """
    if not text.isprintable():
        return False
    return text.isascii() or not any(map(is_added_later, text))


def is_added_later(character):
    """Tell whether a character is in no Unicode before 15."""
    return any(ord(character) in span for span in ADDED_LATER)


def quoted(found):
    """Return the head that a signed text quotes, as an entry has it, or None."""
    if not found["size"]:
        return None
    return {"size": int(found["size"]), "head": found["head"]}


def is_for(found, order):
    """Tell whether a signed text is for the game, seat and head of an order."""
    seats = [order["seat"]]
    if order["word"] == "join":
        seats.append("any")
    is_here = found["game"] == order["game"] and found["seat"] in seats
    return is_here and quoted(found) == order["seen"]


def does(game, order, sheet):
    """Tell whether a sheet is of the word of its order, and did what it says.

    A sheet of orders has no word; what its moves must be, only the rules know.
    """
    word, said = said_in(sheet)
    if word != order["word"] or said is None:
        return False
    effects = {
        "agree": does_agree,
        "appeal": does_appeal,
        "join": does_join,
        "leave": does_leave,
        "luck": does_luck,
        "newkey": does_newkey,
        "resign": does_resign,
        "reveal": does_reveal,
    }
    return word not in effects or effects[word](game, order, sheet, said)


def does_agree(game, order, _sheet, said):
    """`agree N`: N is a request, and that by which the game then went back."""
    number = int(said[0])
    undone = game.undone.get(order["seq"], number)
    return undone == number and is_before(game, number, order["seq"], ("undo",))


def does_appeal(game, order, _sheet, said):
    """`appeal N: TEXT`: N is a ruling or a clock entry."""
    return is_before(game, said[0], order["seq"], JUDGED)


def does_join(game, order, _sheet, said):
    """`join SEAT luck HEX`: it is this seat, and this is what it commits to."""
    seat, luck = said[0] or order["seat"], said[1] or ""
    is_seat = seat.lower() == order["seat"].lower()
    return is_seat and luck.lower() == game.lucks[order["seq"]]


def does_leave(game, order, _sheet, said):
    """`leave FROM..TO`: the next entry is a leave of these days."""
    leave = game.entries[order["seq"] + 1]
    days = Calendar(game.first["pace"]).leave(*said)
    return days == (leave["from"], leave["to"])


def does_luck(game, order, sheet, _said):
    """`luck HEX`: this is what the seat commits to."""
    return sheet == f"luck {game.lucks[order['seq']]}"


def does_newkey(game, order, sheet, _said):
    """`newkey KEY`: this is the key of the next entry."""
    return sheet == f"newkey {game.entries[order['seq'] + 1]['key']}"


def does_resign(game, order, _sheet, said):
    """`resign`; `withdraw` and its like only before the start."""
    is_early = not game.start or order["seq"] < game.start["seq"]
    return is_early or not said[0]


def does_reveal(game, order, sheet, _said):
    """`reveal HEX`: this is the luck that the seat has committed to."""
    shown = re.fullmatch(f"reveal ({HEX})", sheet)
    if not shown:
        return False
    committed = game.lucks[order["seq"]]
    return commitment(game.first, order["seat"], shown[1]) == committed


def tell_chance(game, shown, left):
    """Tell whose chance it was: who, beside the referee, had a part in the dice.

    `shown` are the orders whose signatures were looked at; `left` those of them that
    have a kind of key which is not known here.
    """
    if not game.start:
        return "no start"
    how = lucks_vouched(game, shown, left)
    fair = {seat for seat in how if how[seat] == "checked"} - {*game.first["hosted"]}
    kind = "attested" if how else "host"
    if fair:
        kind = "joint"
    if game.first["event"]:
        kind = "event"
    lucks = ", ".join(f"{seat} {vouched}" for seat, vouched in how.items())
    return f"chance is {kind}: luck of {lucks or 'nobody'}"


def lucks_vouched(game, shown, left):
    """Tell of each luck whether signatures vouch for it, or the referee alone.

    It is checked if one key has signed both the commitment and the first word that
    revealed it, and who revealed it had seen all commitments. Otherwise the referee,
    who knew the luck, could have begun anew until the dice were the right ones.
    """
    first, bound = commitments(game)
    reveals = {}  # of each seat the first one
    for order in game.orders.values():
        if order["word"] == "reveal":
            reveals.setdefault(order["seat"], order)
    how = {}
    for seat in sorted(first):
        by = [seq for seq in first[seat]["by"] if is_commitment(game.orders[seq])]
        reveal = reveals.get(seat, {})
        both = {*by, reveal.get("seq")}
        seen = (reveal.get("seen") or {"size": 0})["size"]
        has_one_key = len({game.keys.get(seq) for seq in both}) == 1
        how[seat] = "checked"
        if both & left:
            how[seat] = "left"
        if not by or not has_one_key or seen <= bound or both - shown:
            how[seat] = "attested"
    return how


def is_commitment(order):
    """Tell whether an order is a word by which somebody commits to a luck."""
    return order["word"] in ("join", "luck")


def commitments(game):
    """Return by which entry each seat is bound to its luck, and the last one of all.

    One that was given up with its seat counts for the last one, too.
    """
    first, last = {}, 0
    for entry in game.entries:
        if entry["kind"] != "seat":
            continue
        seat = entry["seat"]
        if not entry["luck"]:
            first.pop(seat, None)
        elif seat not in first:
            first[seat], last = entry, entry["seq"]
    return first, last


# A signature of OpenSSH (SSHSIG), in its armor

SSH_MAGIC = b"SSHSIG"
SSH_VERSION = b"\0\0\0\1"
SSH_HASHES = (b"sha256", b"sha512")
SSH_LEFT_OUT = rb"ssh-rsa|ecdsa-sha2-nistp(256|384|521)"


def fields_of(raw):
    """Return the fields of a packed list, each of which comes behind its length."""
    fields = []
    while raw:
        end = 4 + int.from_bytes(raw[:4], "big")
        fields.append(raw[4:end])
        raw = raw[end:]
    return fields


def check_ssh(armor, text, key_id):
    """Return whether that key signed the text, and whether its kind is left out here.

    A signature is packed in one way only: else one could be changed and used again.
    """
    try:
        raw = b64decode("".join(armor.split("\n")[1:-2]), validate=True)
        key, namespace, _reserved, name, sign = fields_of(raw[10:])
        kind, *public = fields_of(key)
        algorithm, *signature = fields_of(sign)
    except ValueError:
        return False, False
    packed = SSH_MAGIC + SSH_VERSION + joined(key, b"pbem", b"", name, sign)
    is_ours = armored(raw) == armor and raw == packed and name in SSH_HASHES
    is_ours = is_ours and key == joined(kind, *public) and key_id == ssh_key_id(key)
    if not is_ours:
        return False, False
    if kind != b"ssh-ed25519":
        return bool(re.fullmatch(SSH_LEFT_OUT, kind)), True
    digest = hashlib.new(name.decode(), text).digest()
    message = SSH_MAGIC + joined(namespace, b"", name, digest)
    is_shaped = sign == joined(kind, *signature) and algorithm == kind
    is_shaped = is_shaped and [len(one) for one in public + signature] == [32, 64]
    return is_shaped and is_signed(public[0], signature[0], message), False


def armored(raw):
    """Return the armor of a signature: base64 in lines of 70."""
    text = b64encode(raw).decode()
    lines = [text[begin : begin + 70] + "\n" for begin in range(0, len(text), 70)]
    return ARMOR_BEGIN + "".join(lines) + ARMOR_END


def ssh_key_id(key):
    """Return how a record calls an SSH key."""
    digest = b64encode(hashlib.sha256(key).digest()).decode()
    return "ssh:SHA256:" + digest.rstrip("=")


# ---- Ed25519 (RFC 8032) -------------------------------------------------------------
# Points of the curve are (x, y, z, t) with x/z, y/z and xy = tz.

P = 2**255 - 19
ORDER_OF_BASE = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P)
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
NEUTRAL = (0, 1, 1, 0)
BASE = unhex("58" + "66" * 31)
ORDER_EIGHT = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"


def little(raw):
    """Return the integer that bytes stand for, the lowest first."""
    return int.from_bytes(raw, "little")


def point(raw):
    """Return the point that 32 bytes stand for, or None if they are none."""
    y, is_odd = little(raw) % 2**255, raw[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_ONE % P
    if x % 2 != is_odd:
        x = P - x
    is_there = x * x % P == square and y < P and x < P
    return (x, y, 1, x * y % P) if is_there else None


def add(one, other):
    """Return the sum of two points."""
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2), (y1 + x1) * (y2 + x2)
    c, d = 2 * t1 * t2 * D, 2 * z1 * z2
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def is_weak(key):
    """Tell whether a key is a point of small order, or another spelling of a point.

    For such a key anybody can make signatures.
    """
    y, eighth = little(key) % 2**255, little(unhex(ORDER_EIGHT))
    return y >= P or y in (0, 1, P - 1, eighth, P - eighth)


def is_signed(key, sign, text):
    """Tell whether a key has signed a text: whether s B - h A is R."""
    a, r, s = point(key), point(sign[:32]), little(sign[32:])
    if s >= ORDER_OF_BASE or not a or not r or is_weak(key):
        return False
    digest = hashlib.sha512(sign[:32] + key + text).digest()
    h = little(digest) % ORDER_OF_BASE
    base, minus = point(BASE), (P - a[0], a[1], 1, P - a[3])
    steps = NEUTRAL, base, minus, add(base, minus)
    total = NEUTRAL
    for bit in range(252, -1, -1):
        step = steps[(s >> bit & 1) + 2 * (h >> bit & 1)]
        total = add(add(total, total), step)
    x, y, z, _t = total
    return (x - r[0] * z) % P == 0 and (y - r[1] * z) % P == 0


# ---- What must be rejected ----------------------------------------------------------

# The table of contents: in this order the checks are made, and told. Behind each are
# the sections above that belong to it.
CHECKS = {
    "bytes": check_bytes,  # Bytes, Chain, Hosted seats
    "chain": tell_head,  # Chain: it was checked with the bytes, entry by entry
    "seats": check_seats,  # Seats
    "clock": check_clock,  # Time
    "luck": check_luck,  # Chance, as are the next four
    "ladder": check_ladder,
    "draws": check_draws,
    "seals": check_seals,
    "decks": check_decks,
    "note": check_note,  # Notes
    "result": check_result,  # Openings and result
    "evidence": check_evidence,  # Evidence
}
VITAL = ("bytes", "seats")  # if they fail, the others would mean nothing


def verify(files):
    """Check a game, and give a name, a verdict and words for each check.

    `files` are the bytes of each file of the folder, by name.
    """
    return run(Game(files), CHECKS, VITAL)


def run(record, checks, vital):
    """Give what each check says of a record; stop after one that must not fail."""
    for name, check in checks.items():
        try:
            verdict, words = check(record)
        except BrokenError as error:
            yield told_broken(error)
            if name in vital:
                return
        else:
            yield name, verdict, words


def told_broken(error):
    """Return what is told of a record that is wrong."""
    check, seq, why = error.args
    verdict = "CANNOT" if check == "format" else "FAILED"
    return check, verdict, why if seq is None else f"entry {seq}: {why}"


def read_folder(folder):
    """Return the bytes of each file in a folder, by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def exit_code(told):
    """Return 0 if nothing is wrong, 1 if something is, 4 if not all can be checked."""
    verdicts = {verdict for _name, verdict, _words in told}
    if "FAILED" in verdicts:
        return 1
    return 4 if verdicts & {"CANNOT", "missing"} else 0


def arguments(text, help_text):
    """Return what was asked for on the command line."""
    parser = argparse.ArgumentParser(
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("dir", metavar="DIR", type=Path, help=help_text)
    return parser.parse_args()


def main():
    """Read a folder, check it, print a line for each check; return the exit code."""
    asked = arguments(__doc__, "an exported game: log.jsonl, openings.jsonl ..")
    try:
        told = list(verify(read_folder(asked.dir)))
    except OSError as error:
        told = [("bytes", "FAILED", error)]
    for name, verdict, words in told:
        print(f"{verdict:<7} {name:<8} {words}")
    return exit_code(told)


if __name__ == "__main__":
    raise SystemExit(main())
