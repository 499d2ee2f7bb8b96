"""Writes tests/vectors/accept, cannot and reject: `python -m tests.vectors.make`.

Each vector is an exported folder. One that must be rejected has a why.txt: the number of the entry (or -) and the
check that must say no, then the reason in words. The referee's key is known here, so every forgery is well signed.
Those in `cannot` are of a format that is not this one, or a file is kept back: nobody can say whether they are right.
Their why.txt has the check and what it lacks.
"""

import json
import shutil
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.record.dice import fair, seals
from pbem.record.log import canonical
from pbem.record.log.entry import Head, entry_hash
from pbem.record.notes import notes
from tests.record import sample
from tests.record.paced import GAMES
from tests.vectors.forgery import (
    BACK,
    BEGIN,
    BID,
    BLUE,
    CLOSE,
    EMPTY,
    END,
    IDA,
    KEY_SEAT,
    KEY_WORD,
    LATE_ORDER,
    LEFT,
    LUCK_SEAT,
    LUCK_WORD,
    MOVE,
    OPEN,
    ORDER,
    OTHER,
    RED,
    REROLL,
    RESIGN,
    REVEAL,
    ROLL_ON,
    RULED,
    START,
    SUBSTITUTE,
    VACATE,
    Body,
    Case,
    Files,
    bare,
    beside,
    changed,
    insert,
    lines,
    opening,
    openings,
    put,
    roll,
    text,
)
from tests.vectors.signatures import (
    bad_evidence,
    curve_signed,
    delayed,
    late_luck,
    luckless,
    shared_luck,
    signed_as,
    unheard,
)
from tests.vectors.timing import bad_times
from tests.vectors.words import bad_words

HERE = Path(__file__).parent


def bad_bytes() -> Iterator[Case]:
    long = sample.taken_back()
    yield "space", "5 bytes", "a space after a colon", text(MOVE, '"seq":5', '"seq": 5')
    yield "key-twice", "5 bytes", "a key given twice, the last one right", text(MOVE, '"seq":5', '"seq":9,"seq":5')
    yield "key-order", "5 bytes", "keys out of order", text(MOVE, '"seq":5,"text":"roll"', '"text":"roll","seq":5')
    yield "float", "5 bytes", "a number with a fraction", text(MOVE, '"seq":5', '"seq":5.0')
    yield "exponent", "5 bytes", "a number with an exponent", text(MOVE, '"seq":5', '"seq":5E0')
    yield "minus-zero", "5 bytes", "minus zero", text(MOVE, "[6,0]", "[6,-0]")
    yield "leading-zero", "5 bytes", "a number with a leading zero", text(MOVE, '"seq":5', '"seq":05')
    yield "large-integer", "5 bytes", "an integer of 2^53", text(MOVE, '"at":1700000300', '"at":9007199254740992')
    yield "large-in-table", "0 bytes", "an integer of 2^53 in free-form data", text(OPEN, '["ant"', "[9007199254740992")
    yield "float-in-result", "7 bytes", "a fraction in free-form data", text(CLOSE, '"total":7', '"total":7.5')
    yield "negative", "5 bytes", "a time before 1970", text(MOVE, '"at":1', '"at":-1')
    yield "true", "5 bytes", "a truth where a number belongs", text(MOVE, '"at":1700000300', '"at":true')
    yield "escape", "1 bytes", "an escape that is not needed", text(BLUE, "Zoë", "Zo\\u00eb")
    yield "escape-spelling", "10 bytes", "an escape in another spelling", text(BACK, "\\n", "\\u000a", long)
    yield "surrogate", "1 bytes", "half of a surrogate pair, escaped", text(BLUE, "Zoë", "Zo\\ud800")
    yield "surrogate-bytes", "1 bytes", "half of a surrogate pair in bytes", text(BLUE, "Zoë", "Zo\ud800")
    yield "byte-order-mark", "0 bytes", "a byte order mark", text(OPEN, "{", "\ufeff{")
    yield "carriage-return", "5 bytes", "a line ended by two characters", text(MOVE, '"roll"}', '"roll"}\r')
    yield "empty-line", "5 bytes", "an empty line between entries", text(MOVE, "{", "\n{")
    yield "key-not-ascii", "0 bytes", "a key that is not ASCII", text(OPEN, '"cards"', '"cartäs"')
    deep = "[" * 63 + "]" * 63
    yield "deep", "0 bytes", "65 levels, 64 are allowed", text(OPEN, '["ant","bee","cat","dog","elk"]', deep)
    yield "deeper", "0 bytes", "far too many levels", text(OPEN, '["ant","bee","cat","dog","elk"]', "[" * 30_000)
    yield "long", "5 bytes", "65,536 bytes", put(MOVE, text="x" * (65_536 - len(lines(sample.short())[MOVE]) + 4))
    yield "not-an-object", "5 bytes", "an entry that is a list", text(MOVE, "{", "[]{")
    yield "list", "2 bytes", "an entry that is a list", text(RED, lines(sample.short())[RED].decode(), "[]")
    yield "cut", "7 bytes", "the last line is not ended", beside(log_jsonl=sample.short()["log.jsonl"][:-1])


def bad_fields() -> Iterator[Case]:
    long = sample.taken_back()
    yield "kind", "5 bytes", "a kind that does not exist", put(MOVE, kind="wish")
    yield "kind-missing", "5 bytes", "no kind", changed(lambda entries: entries[MOVE].pop("kind"))
    yield "field-unknown", "5 bytes", "a field that does not exist", put(MOVE, mood="fine")
    yield "field-missing", "5 bytes", "no cause", changed(lambda entries: entries[MOVE].pop("cause"))
    yield "text-and-seal", "5 bytes", "a move both open and sealed", put(MOVE, seal=OTHER)
    yield "no-text-no-seal", "5 bytes", "a move neither open nor sealed", changed(lambda e: e[MOVE].pop("text"))
    yield "capital-hex", "5 bytes", "hex digits in capitals", put(MOVE, position=OTHER.upper())
    big = OTHER.upper()
    yield "capital-anchor", "0 bytes", "hex digits in capitals", put(OPEN, dice={"n": 256, "anchor": big})
    yield "capital-key", "0 bytes", "hex digits in capitals", put(OPEN, key=big)
    yield "capital-luck", "1 bytes", "hex digits in capitals", put(BLUE, luck=big)
    yield "capital-reveal", "3 bytes", "hex digits in capitals", put(START, luck={"blue": big})
    yield "capital-rung", "5 bytes", "hex digits in capitals", roll(MOVE, r=big)
    yield "capital-seal", "6 bytes", "hex digits in capitals", put(BID, seal=big)
    yield "capital-order", "4 bytes", "hex digits in capitals", put(ORDER, seal=big)
    yield "capital-hidden", "7 bytes", "hex digits in capitals", put(CLOSE, hidden=big)
    yield "capital-salt", "8 bytes", "hex digits in capitals", changed(_capital_salt, long)
    yield "short-hex", "5 bytes", "a digest of 62 digits", put(MOVE, position=OTHER[:62])
    yield "cause", "5 bytes", "a cause that does not exist", put(MOVE, cause="whim")
    yield "draw-below-zero", "5 bytes", "a draw of no numbers", roll(MOVE, draws=[[0, 0]])
    yield "draw-triple", "5 bytes", "a draw with three numbers", roll(MOVE, draws=[[6, 0, 0]])
    yield "short-quote", "4 bytes", "a head quoted by 31 digits", put(ORDER, seen={"size": 0, "head": "0" * 31})
    yield "game-id", "0 bytes", "a game id with a slash", changed(lambda es: [e.update(game="a/b") for e in es])
    yield "seat-twice", "0 bytes", "two seats of the same name", put(OPEN, seats=["blue", "blue"])
    yield "no-seats", "0 bytes", "a game without seats", put(OPEN, seats=[])
    yield "back-nowhere", "10 bytes", "back without an aim", changed(lambda entries: entries[BACK].pop("to"), long)
    yield "vacate-nobody", "11 bytes", "a vacant seat that is none", changed(lambda es: es[VACATE].pop("seat"), long)
    yield from bad_new_fields()


def bad_new_fields() -> Iterator[Case]:
    long, said = sample.taken_back(), sample.words()
    yield "format-text", "0 bytes", "a format that is no number", put(OPEN, format="2")
    yield "pace", "0 bytes", "a pace of a shape that is not known", put(OPEN, pace={"bank": 1})
    yield "event", "0 bytes", "an event of a shape that is not known", put(OPEN, event={"round": 1})
    yield "hosted-nobody", "0 bytes", "a hosted seat that does not exist", put(OPEN, hosted=["green"])
    yield "hosted-twice", "0 bytes", "a hosted seat named twice", put(OPEN, hosted=["red", "red"])
    for name, key in weak_keys().items():
        yield f"key-{name}", "0 bytes", "a referee's key of small order, or spelt in a second way", put(OPEN, key=key)
    yield "came-missing", "4 bytes", "an order without its time", changed(lambda es: es[ORDER].pop("came"))
    yield "came-late", "4 bytes", "an order used before it came", put(ORDER, came=sample.AT + 241)
    yield "word-unknown", "4 bytes", "a word that does not exist", put(ORDER, word="shout")
    yield "asks-missing", "5 bytes", "a move that does not say who is awaited", changed(lambda es: es[MOVE].pop("asks"))
    yield "asks-triple", "5 bytes", "awaited with three words", put(MOVE, asks=[["red", "1", "2"]])
    yield "slot-without-turn", "5 bytes", "a slot that is not written turn/attempt", roll(MOVE, slot="round 1 blue")
    yield "by-number", "1 bytes", "a reason that is no list", put(BLUE, by=0)
    yield "key-kind", "1 bytes", "a kind of key that does not exist", put(BLUE, key="fax:12345")
    yield "key-blank", "1 bytes", "a key with a blank", put(BLUE, key="ssh:SHA256:a b")
    yield "key-of-nobody", "1 bytes", "a key of a seat where nobody sits", put(BLUE, name="")
    yield "nobody-without-key", "1 bytes", "somebody without a key", put(BLUE, key="")
    yield (
        "void-hidden",
        "3 bytes",
        "void without the hidden secret",
        changed(lambda es: es[3].pop("hidden"), sample.void()),
    )
    yield "back-unasked", "10 bytes", "back that says not who is awaited", changed(lambda e: e[BACK].pop("asks"), long)
    yield "substitute-by", "13 bytes", "a field that goes with another act", put(SUBSTITUTE, long, by=[])
    yield (
        "result-missing",
        "12 bytes",
        "a ruled result without result",
        changed(lambda es: es[RULED].pop("result"), said),
    )
    yield (
        "extend-undue",
        "6 bytes",
        "more time, and not until when",
        insert(6, kind="ruling", act="extend", reason="", seat="red"),
    )
    yield "pause-endless", "6 bytes", "a pause without its end", insert(6, kind="ruling", act="pause", reason="")
    yield "clock-act", "6 bytes", "a clock that does something else", insert(6, kind="clock", act="stop", seat="red")
    yield "clock-undue", "6 bytes", "late, and not since when", insert(6, kind="clock", act="late", seat="red")
    yield (
        "clock-leave",
        "6 bytes",
        "a leave without its word",
        insert(6, kind="clock", act="leave", seat="red", to=9, **{"from": 1}),
    )


def weak_keys() -> dict[str, str]:
    """Return what is no key: every point of small order, and a point in its second spelling."""
    prime = 2**255 - 19
    eight = int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little")
    heights = {"zero": 0, "one": 1, "minus-one": prime - 1, "eight": eight, "minus-eight": prime - eight}
    heights |= {"second-zero": prime, "second-one": prime + 1, "odd-one": 2**255 + 1, "odd-eight": 2**255 + eight}
    return {name: height.to_bytes(32, "little").hex() for name, height in heights.items()}


def bad_openings() -> Iterator[Case]:
    yield "openings-space", "- bytes", "an opening that is not canonical", opening(0, ":", ": ")
    yield "openings-salt", "- bytes", "an opening with a salt in capitals", opening(0, _salt(), OTHER.upper())
    raws = lines(sample.short(), "openings.jsonl")
    both = lines(sample.taken_back(), "openings.jsonl")
    yield "openings-doubled", "- bytes", "an opening given twice", openings(raws[0], *raws)
    yield "openings-turned", "- bytes", "a deck before the openings", openings(*reversed(raws))
    yield "openings-unsorted", "- bytes", "openings in another order than their entries", openings(*_unsorted())
    yield "deck-doubled", "- bytes", "a deck laid open twice", openings(*both, both[0], files=sample.taken_back())
    yield "openings-long", "- bytes", "an opening of 65,536 bytes", openings(_long(raws[0]), raws[1])
    yield "openings-field", "- bytes", "an opening with a field too many", opening(0, '"text"', '"tax":1,"text"')


def bad_chain() -> Iterator[Case]:
    long, raws = sample.taken_back(), lines(sample.short())
    yield "empty", "- chain", "no entry at all", beside(log_jsonl=b"")
    yield "changed", "6 chain", "entry 5 was changed after entry 6 was written", text(MOVE, '"roll"}', '"rule"}')
    yield "removed", "5 chain", "entry 5 is missing", beside(log_jsonl=b"".join(r + b"\n" for r in raws[:5] + raws[6:]))
    yield (
        "doubled",
        "6 chain",
        "entry 5 is there twice",
        beside(log_jsonl=b"".join(r + b"\n" for r in raws[:6] + raws[5:])),
    )
    yield "headless", "0 chain", "the first entry is missing", beside(log_jsonl=b"".join(r + b"\n" for r in raws[1:]))
    yield "first-prev", "0 chain", "the first entry follows another one", text(OPEN, "0" * 64, OTHER)
    yield "other-game", "5 chain", "an entry of another game", put(MOVE, game="spring-2")
    yield "no-open", "0 chain", "a record that begins with a seat", changed(lambda entries: entries.pop(0))
    yield (
        "order-first",
        "0 chain",
        "a record that begins with an order",
        changed(lambda es: es.insert(0, es.pop(ORDER))),
    )
    yield "open-twice", "1 chain", "opened twice", changed(lambda entries: entries.insert(1, entries[0]))
    yield "start-twice", "4 chain", "started twice", changed(lambda entries: entries.insert(4, entries[START]))
    yield "not-started", "3 chain", "an order before the start", changed(lambda entries: entries.pop(START))
    after = {"kind": "ruling", "act": "play", "reason": "", "seat": "red"}
    yield "after-close", "8 chain", "a ruling after the close", insert(8, **after)
    yield "after-void", "7 chain", "a ruling after the game was void", insert(7, sample.void_late(), **after)
    end = {"kind": "close", "result": {}, "hidden": sample.HIDDEN.hex()}
    yield "close-void", "4 chain", "a close after the game was void", insert(4, sample.void(), **end)
    yield "close-unstarted", "3 chain", "a close before the start", insert(3, sample.unstarted() | _seated(), **end)
    yield "ruling-early", "3 chain", "a ruling that plays before the start", insert(3, **after)
    back = {"kind": "ruling", "act": "back", "reason": "", "to": 2, "by": [], "asks": []}
    yield "back-unstarted", "3 chain", "a takeback before the start", insert(3, **back)
    yield "time-back", "5 chain", "an entry older than the one before", put(MOVE, at=sample.AT + 239)
    yield "clock-paceless", "6 chain", "a clock without a pace", insert(6, kind="clock", act="late", seat="red", due=1)
    yield "late-paceless", "6 chain", "a late move without a pace", put(BID, cause="late")
    yield (
        "extend-paceless",
        "6 chain",
        "more time without a pace",
        insert(6, kind="ruling", act="extend", reason="", seat="red", due=9),
    )
    yield (
        "pause-paceless",
        "6 chain",
        "a pause without a pace",
        insert(6, kind="ruling", act="pause", reason="", until=0),
    )
    yield "leave-paceless", "4 chain", "a leave announced without a pace", insert(4, **_word("leave", "blue"))
    yield "asks-nobody", "5 chain", "a seat is awaited that does not exist", put(MOVE, asks=[["green", "1"]])
    yield "asks-twice", "5 chain", "a seat is awaited twice", put(MOVE, asks=[["red", "1"], ["red", "2"]])
    yield "sign-refused", "4 chain", "signed by a kind that is not accepted", put(ORDER, sign="pgp")
    yield "cause-word", "9 chain", "a move caused by a word", insert(9, sample.words(), **_move(KEY_WORD))
    back = {"kind": "ruling", "act": "back", "reason": "", "to": 1, "by": [], "asks": []}
    yield "back-before-start", "10 chain", "back to before the start", put(BACK, long, to=2)
    yield "back-by-sheet", "10 chain", "back by what is no consent", put(BACK, long, by=[4])
    yield "vacate-by-other", "10 chain", "left by the word of another seat", put(LEFT, sample.words(), by=[KEY_WORD])
    yield "vacate-by-nothing", "10 chain", "left by an entry that is no word", put(LEFT, sample.words(), by=[BEGIN])
    yield "vacate-again", "12 chain", "left twice by one word", insert(12, sample.words(), **_left(RESIGN))
    yield (
        "answer-nothing",
        "6 chain",
        "an answer to no appeal",
        insert(6, kind="ruling", act="answer", reason="no", to=4, opens=[]),
    )
    yield (
        "ruled-otherwise",
        "13 chain",
        "closed with another result than was ruled",
        put(END, sample.words(), result={}),
    )
    yield "ruled-and-on", "13 chain", "a ruled result, and the game goes on", insert(13, sample.words(), **after)
    yield "foreign-seat", "6 chain", "a move of a seat that does not exist", put(BID, seat="green")
    yield "cause-no-order", "5 chain", "a move caused by a seat's entry", put(MOVE, cause=1)
    yield "cause-other-seat", "6 chain", "a move caused by another seat's order", put(BID, cause=4)
    yield "cause-to-come", "5 chain", "a move caused by an order to come", put(MOVE, cause=5)
    yield "back-to-come", "10 chain", "back to an entry to come", changed(lambda es: es[BACK].update(to=10), long)
    yield (
        "foreign-quote",
        "4 chain",
        "a player saw a head of another chain",
        put(ORDER, seen={"size": 4, "head": OTHER}),
    )
    yield "quote-to-come", "4 chain", "a player saw a head to come", put(ORDER, seen={"size": 5, "head": OTHER})


def bad_places() -> Iterator[Case]:
    """Yield results that were ruled, and closed with, although nobody can have such places."""
    bad: dict[str, tuple[str, Any]] = {
        "zero": ("places that begin at 0", {"blue": 0, "red": 1}),
        "gap": ("a place that is left out", {"blue": 1, "red": 3}),
        "negative": ("a place below 0", {"blue": -1, "red": 2}),
        "tied": ("two who share the worse place", {"blue": 2, "red": 2}),
        "truth": ("a place that is no number", {"blue": True, "red": 2}),
        "missing": ("a seat without a place", {"blue": 1}),
        "list": ("places of no seats", [1, 2]),
    }
    for name, (why, ranks) in bad.items():
        forged = changed(partial(_ranked, ranks=ranks), sample.words())
        yield f"places-{name}", f"{RULED} chain", why, forged


def _ranked(entries: list[Body], ranks: Any) -> None:
    for entry in entries[RULED:]:
        entry["result"] = entry["result"] | {"ranks": ranks}


def bad_choices() -> Iterator[Case]:
    """Yield games in which red, whose player can read the desk, could have chosen after reading."""
    game = sample.hosted()
    first, blue, moved = 5, 6, 7  # red's order, blue's, blue's move; then red's move
    yield (
        "hosted-after",
        "5 chain",
        "a hosted seat chooses after another",
        changed(lambda es: es.insert(6, es.pop(5)), game),
    )
    yield (
        "hosted-at-last",
        "5 chain",
        "a hosted seat chooses when another has moved",
        changed(lambda es: es.insert(7, es.pop(5)), game),
    )
    yield (
        "hosted-asked-late",
        "6 chain",
        "another seat quotes a head of before",
        put(blue, game, seen=_seen_at(first, game)),
    )
    yield "hosted-unquoted", "6 chain", "another does not say what it has seen", put(6, game, seen=None)
    yield "hosted-anew", "6 chain", "a hosted seat chooses anew", insert(6, game, **_word("", "red"))
    yield "hosted-ruled-anew", "6 chain", "a ruling chooses anew", insert(6, game, **_ruled("red"))
    yield "hosted-by-other", "13 chain", "a hosted seat moves by an order of before", put(13, game, cause=first)
    yield "hosted-old-order", "12 chain", "another moves by an order of before", put(12, game, cause=blue)
    yield "hosted-unbound", "15 chain", "another orders before the hosted seat", changed(lambda es: es.pop(15), game)
    yield (
        "hosted-left-out",
        "5 chain",
        "another moves unasked before",
        changed(lambda es: _unasked(es, first, moved), game),
    )


def bad_bonds() -> Iterator[Case]:
    """Yield games in which red is bound, and then does not move by that, or is freed of it."""
    game = sample.hosted()
    first, moved, red, ruled = 5, 7, 8, 18  # red's order, the moves of both; red's move by a ruling
    for cause in ("forced", "default", "ruling"):
        yield (
            f"hosted-{cause}",
            "8 chain",
            "a hosted seat moves otherwise than by its choice",
            put(red, game, cause=cause),
        )
    for cause in ("forced", "default"):
        yield f"asked-{cause}", "7 chain", "a seat that is asked moves unasked", put(moved, game, cause=cause)
    yield "hosted-ruled-other", "18 chain", "a hosted seat moves by an order, not as ruled", put(ruled, game, cause=10)
    yield "hosted-vacated", "6 chain", "a bound seat is left", insert(6, game, **_freed("vacate", by=[]))
    yield "hosted-substituted", "6 chain", "a bound seat is taken over", insert(6, game, **_freed("substitute"))
    yield "hosted-new-key", "6 chain", "a bound seat gets another key", insert(6, game, **_word("newkey"))
    yield "hosted-between", "8 chain", "a ruling between moves chosen together", insert(8, game, **_ruled("blue"))
    raws = lines(game, "openings.jsonl")
    yield "hosted-unopened", "- seals", "what bound a hosted seat is not opened", openings(*raws[1:], files=game)
    other = raws[0].replace(b"bid 1", b"bid 9")
    yield "hosted-opened-other", "- seals", "opened as another sheet", openings(other, *raws[1:], files=game)
    line = json.loads(lines(game, "evidence.jsonl")[0])
    free = canonical.encode({name: line[name] for name in ("salt", "seq", "text")})
    yield (
        "hosted-opened-free",
        "- seals",
        "another seat's order is opened",
        openings(raws[0], free, *raws[1:], files=game),
    )
    yield "hosted-opened-in-play", "7 seals", "a choice opened in play", put(moved, game, opens=[json.loads(raws[0])])
    yield "hosted-no-order", "- seals", "what bound a hosted seat is no order", _sealed_otherwise(first, "bid 1", game)
    blank = json.loads(raws[0])["text"].replace(":", ": ")
    yield "hosted-order-blanks", "- seals", "a choice that is not canonical", _sealed_otherwise(first, blank, game)


def _freed(act: str, **more: Any) -> Body:
    return {"kind": "ruling", "act": act, "reason": "", "seat": "red", "asks": [["blue", "1"], ["red", "1"]], **more}


def _sealed_otherwise(seq: int, text: str, game: Files) -> Files:
    """Return a game in which the first choice is sealed over any text, and opened so."""
    salt = seals.salt(sample.SALTS, sample.GAME, seq)
    files = put(seq, game, seal=seals.seal(sample.GAME, seq, salt, text).hex())
    opened = canonical.encode({"salt": salt.hex(), "seq": seq, "text": text})
    return openings(opened, *lines(game, "openings.jsonl")[1:], files=files)


def _seen_at(size: int, files: Files) -> Body:
    return {"size": size, "head": entry_hash(lines(files)[size - 1]).hex()}


def _ruled(seat: str) -> Body:
    return {"kind": "ruling", "act": "play", "reason": "", "seat": seat}


def _unasked(entries: list[Body], first: int, moved: int) -> None:
    """Let another seat move by the rules' force, before the hosted one is bound."""
    entries[moved]["cause"] = "forced"
    del entries[first : first + 2]


def _word(word: str, seat: str = "red") -> Body:
    """Return an order that is entered at the desk."""
    order = {"kind": "order", "seat": seat, "seen": None, "seal": OTHER, "sign": "desk", "came": sample.AT}
    return {**order, "word": word}


def _move(cause: int) -> Body:
    usual: Body = {"kind": "move", "seat": "blue", "asks": [], "chance": [], "opens": [], "position": OTHER}
    return {**usual, "cause": cause, "text": "roll"}


def _left(word: int) -> Body:
    return {"kind": "ruling", "act": "vacate", "reason": "", "seat": "red", "by": [word], "asks": []}


def _seated() -> Files:
    """Return the log of a game whose seats are taken."""
    return {"log.jsonl": b"".join(raw + b"\n" for raw in lines(sample.short())[:3])}


def bad_seats() -> Iterator[Case]:
    long, said = sample.taken_back(), sample.words()
    again: Body = {"kind": "seat", "seat": "red", "name": "Rufus", "key": "desk", "luck": "", "by": []}
    yield "key-unreasoned", "8 seats", "a new key without a reason", put(KEY_SEAT, said, by=[])
    yield "key-by-other", "8 seats", "a new key by another seat's word", changed(_other_word, said)
    yield (
        "key-at-desk",
        "7 seats",
        "a word for a new key that the host entered himself",
        put(KEY_WORD, said, sign="desk"),
    )
    yield "key-withheld", "5 seats", "a signed word for a new key that is not given", unheard(f"newkey {sample.NEW_ID}")
    yield "key-delayed", "5 seats", "a new key that is given later", delayed()
    yield "luck-withheld", "4 seats", "a signed luck that is not committed to", luckless()
    yield "left-withheld", "5 seats", "a signed word to leave, and nobody leaves", unheard("resign")
    yield "key-by-sheet", "8 seats", "a new key by an order that is no word for it", put(KEY_WORD, said, word="")
    yield "key-by-start", "8 seats", "a new key by an entry that is no word", put(KEY_SEAT, said, by=[BEGIN])
    yield "key-by-itself", "8 seats", "a new key by the entry itself", put(KEY_SEAT, said, by=[KEY_SEAT])
    yield "key-by-two", "8 seats", "a new key by two words", put(KEY_SEAT, said, by=[KEY_WORD, LUCK_WORD])
    yield "key-and-name", "8 seats", "another holder by the word for a new key", put(KEY_SEAT, said, name="Zoe")
    yield "key-unchanged", "8 seats", "the same key by the word for a new one", put(KEY_SEAT, said, key=sample.BLUE_ID)
    yield "holder-unreasoned", "7 seats", "the same holder again without a reason", insert(7, **again)
    yield "holder-again", "19 seats", "a second holder by one ruling", insert(19, long, **{**again, "by": [SUBSTITUTE]})
    yield "vacant-by-substitute", "14 seats", "a vacant seat by a substitute", put(IDA, long, name="", key="")
    yield "holder-by-vacate", "12 seats", "a new holder by a vacancy", put(EMPTY, long, name="Ida", key="desk")
    yield "taken-by-word", "1 seats", "a seat taken for the first time by an entry", put(BLUE, by=[0])
    yield "luck-and-key", "4 seats", "another key with a word for luck", put(LUCK_SEAT, said, key="desk")
    yield (
        "sign-other-kind",
        "15 seats",
        "signed by a kind of key that the seat has not",
        put(LATE_ORDER, long, sign="ssh"),
    )


def _other_word(entries: list[Body]) -> None:
    """Let red, who has a key too now, say the word for blue's new key."""
    entries[RED]["key"] = f"ssh:{OTHER}"
    entries[KEY_WORD]["seat"] = "red"


def bad_chance() -> Iterator[Case]:
    long = sample.taken_back()
    said = sample.words()
    yield "luck-again", "6 luck", "a second commitment", changed(_commit_again, bare(said))
    yield "luck-dropped", "8 seats", "a commitment taken away with a new key", put(KEY_SEAT, said, luck="")
    yield "luck-after-start", "7 luck", "a commitment after the start", changed(_commit_late, sample.running())
    yield "luck-after-reveal", "7 luck", "a commitment after another was revealed", late_luck()
    yield "luck-hidden", "3 luck", "a luck committed to and not revealed", put(START, luck={}, chance=[])
    yield "luck-other", "3 luck", "another luck than the one committed to", put(START, luck={"blue": OTHER})
    yield "luck-late", "3 luck", "a luck that nobody committed to", put(RED, luck=OTHER)
    yield "luck-uncalled", "3 luck", "luck of a seat without commitment", put(BLUE, luck="")
    yield "rung-skipped", "5 ladder", "a block of rungs left out", roll(MOVE, j=48, r=sample.RUNGS.rung(48).hex())
    yield "rung-near", "5 ladder", "another turn takes the next rung", roll(MOVE, j=17, r=sample.RUNGS.rung(17).hex())
    yield "rung-far", "17 ladder", "the same turn takes a new block", changed(_far, long)
    yield "rung-unblocked", "3 ladder", "the first roll takes rung 1", roll(START, j=1, r=sample.RUNGS.rung(1).hex())
    yield "rung-again", "16 ladder", "a slot rolled again that was not taken back", changed(_not_back, long)
    yield "rung-back-after", "16 ladder", "a slot rolled again, taken back to after it", put(BACK, long, to=9)
    yield "rung-made-up", "5 ladder", "a rung that leads elsewhere", roll(MOVE, r=OTHER)
    yield "rung-taken", "5 ladder", "rung 16 used for a second slot", roll(MOVE, j=16, r=sample.RUNGS.rung(16).hex())
    yield "rung-changed", "16 ladder", "a slot rolled again with a new rung", changed(_reroll, long)
    yield "rung-turned", "16 ladder", "a slot rolled again with its number and another rung", changed(_turn, long)
    yield "slot-twice", "5 ladder", "a slot rolled twice in one entry", changed(_double)
    short = {"n": 31, "anchor": sample.RUNGS.anchor.hex()}
    yield "ladder-short", "5 ladder", "rung 32 of a ladder of 31", changed(lambda es: es[OPEN].update(dice=short))
    yield "die-turned", "5 draws", "a die turned over", roll(MOVE, draws=[[6, 2], [6, 5]])
    yield "die-exchanged", "5 draws", "drawn from nine", roll(MOVE, draws=[[9, 2], [9, 0]])
    yield "die-in-setup", "3 draws", "a die of the setup turned over", roll(START, draws=[[6, 0]])
    yield "slot-renamed", "5 draws", "a roll under another slot", roll(MOVE, slot="round 1 green/1")


def _reroll(entries: list[Body]) -> None:
    entries[REROLL]["chance"][0].update(j=48, r=sample.RUNGS.rung(48).hex())


def _far(entries: list[Body]) -> None:
    entries[ROLL_ON]["chance"][0].update(j=48, r=sample.RUNGS.rung(48).hex())


def _not_back(entries: list[Body]) -> None:
    same = {name: entries[BACK][name] for name in ("at", "game", "kind", "reason")}
    entries[BACK] = {**same, "act": "play", "seat": "red"}


def _commit_again(entries: list[Body]) -> None:
    again = fair.luck_commitment(sample.GAME, "blue", sample.secret("again")).hex()
    word = {**entries[LUCK_WORD], "at": entries[LUCK_SEAT]["at"]}
    seat = {**entries[LUCK_SEAT], "luck": again, "by": [LUCK_SEAT + 1]}
    entries[LUCK_SEAT + 1 :] = [word, seat]


def _commit_late(entries: list[Body]) -> None:
    at = entries[-1]["at"]
    red = {**entries[RED], "at": at, "luck": OTHER, "by": [len(entries)]}
    entries += [{**_word("luck"), "at": at, "game": sample.GAME}, red]


def _turn(entries: list[Body]) -> None:
    entries[REROLL]["chance"][0]["r"] = OTHER


def _capital_salt(entries: list[Body]) -> None:
    entries[REVEAL]["opens"][0]["salt"] = OTHER.upper()


def _salt() -> str:
    salt: str = json.loads(lines(sample.short(), "openings.jsonl")[0])["salt"]
    return salt


def _double(entries: list[Body]) -> None:
    entries[MOVE]["chance"] *= 2


def bad_secrets() -> Iterator[Case]:
    long, wrong = sample.taken_back(), sample.note(Head(8, bytes(32)))
    note = sample.short()["head.note"]
    yield (
        "opens-other",
        "8 seals",
        "opened as something else",
        changed(lambda es: es[REVEAL]["opens"][0].update(text="bid 9"), long),
    )
    yield (
        "opens-unsealed",
        "8 seals",
        "opened where nothing was sealed",
        changed(lambda es: es[REVEAL]["opens"][0].update(seq=3), long),
    )
    yield (
        "opens-later",
        "8 seals",
        "an entry that opens a later one",
        changed(lambda es: es[REVEAL]["opens"][0].update(seq=LATE_ORDER), long),
    )
    yield "opening-other", "- seals", "opened after the game as something else", opening(0, "bid 3", "bid 4")
    yield "opening-salt", "- seals", "opened with another salt", opening(0, _salt(), OTHER)
    yield "opening-unsealed", "- seals", "opened where nothing was sealed", opening(0, '"seq":6', '"seq":5')
    raws = lines(sample.short(), "openings.jsonl")
    yield "opening-missing", "- seals", "a sealed move that is not opened", openings(raws[1])
    early = lines(sample.void_late(), "openings.jsonl")
    yield "opening-early", "- seals", "opened before the end", openings(early[0], files=sample.running())
    yield "deck-early", "- decks", "a deck laid open before the end", openings(raws[1], files=sample.running())
    yield "opening-order", "- seals", "an order opened where moves are", openings(_opened_order(), *raws)
    yield (
        "opening-of-opened",
        "- seals",
        "opened again after it was opened in play",
        openings(*_open_twice(), files=long),
    )
    yield "void-other", "6 decks", "a void game with another secret", put(6, sample.void_late(), hidden=OTHER)
    yield "opening-beyond", "- seals", "opened beyond the end", opening(0, '"seq":6', '"seq":9007199254740991')
    yield "hidden-other", "7 decks", "another secret than the one committed to", put(CLOSE, hidden=OTHER)
    yield (
        "deck-stacked",
        "- decks",
        "a deck in table order",
        opening(
            1, json.dumps(sample.deck().order, separators=(",", ":")), json.dumps(sample.CARDS, separators=(",", ":"))
        ),
    )
    yield "deck-relabelled", "- decks", "a deck under another label", opening(1, "main/1", "main/2")
    yield (
        "deck-unstarted",
        "- decks",
        "a deck of a game that never started",
        sample.void() | {"openings.jsonl": lines(sample.short(), "openings.jsonl")[1] + b"\n"},
    )
    yield (
        "deck-of-one-label",
        "- decks",
        "the second deck of a label in another order",
        openings(*_second_stacked(), files=long),
    )
    yield "note-other-head", "- note", "a note on another head of this size", beside(head_note=wrong.encode())
    yield (
        "note-shorter",
        "- note",
        "a note on an earlier head",
        beside(head_note=sample.note(Head(4, entry_hash(lines(sample.short())[3]))).encode()),
    )
    yield (
        "note-longer",
        "- note",
        "a note on a longer record: entries are missing",
        beside(head_note=sample.note(Head(9, bytes(32))).encode()),
    )
    yield (
        "note-other-key",
        "- note",
        "signed by somebody else",
        beside(head_note=_note(sample.secret("thief")).encode()),
    )
    yield (
        "note-turned",
        "- note",
        "a signature with one letter changed",
        beside(head_note=note[:-6] + bytes([note[-6] ^ 1]) + note[-5:]),
    )
    spare = bytes([note[-3] + 1])
    yield "note-spare-bits", "- note", "base64 with its spare bits set", beside(head_note=note[:-3] + spare + note[-2:])
    yield "note-other-game", "- note", "a note on another game", beside(head_note=_note_on("spring-2").encode())
    yield "note-doubled", "- note", "a line after the signature", beside(head_note=note + b"\n")
    yield "note-binary", "- note", "no text at all", beside(head_note=b"\xff\x00" + note)
    yield (
        "result-other",
        "- result",
        "result.json has another winner",
        beside(result_json=sample.short()["result.json"].replace(b'"blue":1', b'"blue":2')),
    )
    yield (
        "result-name",
        "- result",
        "result.json names somebody else",
        beside(result_json=sample.short()["result.json"].replace(b"Rufus", b"Ruf")),
    )
    yield (
        "result-early",
        "- result",
        "result.json of a game under way",
        sample.running() | {"result.json": sample.short()["result.json"]},
    )
    yield (
        "result-open-line",
        "- result",
        "result.json without the end of its line",
        beside(result_json=sample.short()["result.json"][:-1]),
    )


def _opened_order() -> bytes:
    """Return the opening of the order of the short game, which its evidence brings and no other file may."""
    line = json.loads(lines(sample.short(), "evidence.jsonl")[0])
    return canonical.encode({name: line[name] for name in ("salt", "seq", "text")})


def _open_twice() -> list[bytes]:
    """Return the openings of the longer game, with one that the game opened itself."""
    opened = json.loads(lines(sample.taken_back())[REVEAL])["opens"][0]
    return [canonical.encode(opened), *lines(sample.taken_back(), "openings.jsonl")]


def _second_stacked() -> list[bytes]:
    """Return the decks of the longer game, the second in table order."""
    first, second = lines(sample.taken_back(), "openings.jsonl")
    deck = json.loads(second)
    return [first, canonical.encode({**deck, "order": deck["cards"]})]


def _unsorted() -> list[bytes]:
    raws = lines(sample.short(), "openings.jsonl")
    later = {**json.loads(raws[0]), "seq": 7}
    return [canonical.encode(later), *raws]


def _long(raw: bytes) -> bytes:
    line = json.loads(raw)
    return canonical.encode({**line, "text": "x" * (65_536 - len(raw) + len(line["text"]))})


def _note(private: bytes) -> str:
    head = Head(8, entry_hash(lines(sample.short())[-1]))
    return sample.note(head, private)


def _note_on(game: str) -> str:
    head = Head(8, entry_hash(lines(sample.short())[-1]))
    return notes.sign(sample.PRIVATE, sample.REFEREE, notes.head_text(sample.REFEREE, game, head))


def accepted() -> dict[str, Files]:
    """Return the folders that must be accepted, by name."""
    host = changed(_without_luck, sample.unstarted())
    full = put(MOVE, text="x" * (65_535 - len(lines(sample.short())[MOVE]) + 4))
    return {
        "short": sample.short(),
        "running": sample.running(),
        "unstarted": sample.unstarted(),
        "void": sample.void(),
        "taken-back": sample.taken_back(),
        "void-late": sample.void_late(),
        "words": sample.words(),
        "all-said": sample.all_said(),
        **{name: game() for name, game in GAMES.items()},
        "hosted": sample.hosted(),
        "hosted-left": sample.hosted_left(),
        "host": host,
        "full": full,
        "escapes": put(MOVE, text='"\\\b\t\n\f\r\0\x1f\x7f/\u2028\U0001f340'),
        "deep": put(OPEN, table={"cards": deep(62)}),
        "same-time": changed(
            lambda entries: (
                [entry.update(at=sample.AT, came=0) for entry in entries[4:5]]
                and [entry.update(at=sample.AT) for entry in entries]
            )
        ),
        "no-openings-needed": without("openings.jsonl", sample.void()),
        "evidence-left": curve_signed(),
        "luck-checked": shared_luck(),
        "signed-marks": signed_as("roll \u2018six\u2019 \u2013 \u201enow\u201c"),
        "signed-many-marks": signed_as("roll x" + "\u0301" * 30),
    }


def unknown() -> Iterator[Case]:
    """Yield the folders that cannot be checked: name, the check and what it lacks, why, files."""
    yield "format-3", "format 3", "a format that is not known", put(OPEN, format=3)
    unnamed = changed(lambda entries: entries[OPEN].pop("format"))
    yield "format-1", "format 1", "the first format, which has no number", unnamed
    yield "no-openings", "seals openings.jsonl", "a sealed move that is not opened", without("openings.jsonl")
    hosted = without("openings.jsonl", sample.hosted())
    yield "no-decks", "decks openings.jsonl", "nobody can tell whether a deck was drawn from", hosted
    yield "no-note", "note head.note", "a finished game that nobody signed for", without("head.note")
    yield (
        "no-void-note",
        "note head.note",
        "a game given up, and nobody signed for it",
        without("head.note", sample.void()),
    )
    yield "no-result", "result result.json", "a finished game without its result", without("result.json")
    yield "log-alone", "seals openings.jsonl", "all files kept back but the log", without_all()


def without(name: str, files: Files | None = None) -> Files:
    """Return a game (the short one) whose host keeps a file back."""
    return {other: raw for other, raw in (files or sample.short()).items() if other != name}


def without_all() -> Files:
    """Return the log of the short game alone."""
    return {"log.jsonl": sample.short()["log.jsonl"]}


def deep(levels: int) -> Any:
    """Return so many lists, one in the other."""
    nested: list[Any] = []
    for _ in range(levels - 1):
        nested = [nested]
    return nested


def _without_luck(entries: list[Body]) -> None:
    entries[BLUE]["luck"] = ""
    position = sha256(b"start").hexdigest()
    key = fair.joint_key(
        sample.GAME,
        sample.RUNGS.anchor,
        fair.hidden_commitment(sample.GAME, sample.HIDDEN),
        [(s, b"") for s in sample.SEATS],
    )
    rung = sample.RUNGS.rung(16)
    stream = fair.Stream(fair.roll_key(rung, game=sample.GAME, j=16, key=key, slot="setup/order"))
    stream.die()
    chance = {"slot": "setup/order", "j": 16, "r": rung.hex(), "draws": [list(draw) for draw in stream.draws]}
    common = {"at": entries[-1]["at"], "game": sample.GAME}
    entries.append({**common, "kind": "start", "luck": {}, "chance": [chance], "position": position, "asks": []})


def rejected() -> Iterator[Case]:
    """Yield the folders that must be rejected: name, what says no, why, files."""
    yield from bad_bytes()
    yield from bad_fields()
    yield from bad_openings()
    yield from bad_chain()
    yield from bad_places()
    yield from bad_choices()
    yield from bad_bonds()
    yield from bad_seats()
    yield from bad_chance()
    yield from bad_secrets()
    yield from bad_evidence()
    yield from bad_times()
    yield from bad_words()


def main() -> None:
    """Write every vector anew."""
    for name in ("accept", "cannot", "reject"):
        shutil.rmtree(HERE / name, ignore_errors=True)
    for name, files in accepted().items():
        _write(HERE / "accept" / name, files)
    for kind, cases in (("cannot", unknown()), ("reject", rejected())):
        for name, verdict, why, files in cases:
            _write(HERE / kind / name, files | {"why.txt": f"{verdict}\n{why}\n".encode()})


def _write(folder: Path, files: Files) -> None:
    folder.mkdir(parents=True)
    for name, raw in files.items():
        (folder / name).write_bytes(raw)


if __name__ == "__main__":
    main()
