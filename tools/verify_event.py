#!/usr/bin/env python3
"""Verify an event exported by pbem, without pbem: standard library only, written from docs/events.md alone.
Beside it lie verify.py, which verifies each game and whose lines and exit codes these are, and events.py with fields,
forms, scores, draws, words and games. Not checked: rules and, where many play, whether a start was cheaper.
"""

import argparse
import hashlib
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from io import BytesIO
from pathlib import Path

import events
import verify as games
from events import are_places, can_be, many
from verify import HERE, SEALED, BrokenError, fits, need, parse, tagged, unhex

WORDS, CUTS = ("entry", "withdraw", "reveal", "appeal"), ("discount", "penalty", "redraw", "replay", "result")
CHECKS = ["chain", "ladder", "draws", "seals", "evidence", "tables", "scores", "games", "note", "result"]


class Event(games.Game):  # a folder as it is read; from Game it has ladder, draws and note
    def __init__(self, files, folders):
        super().__init__(files)
        self.folders, self.keys, self.players, self.waiting, self.rounds, self.named = folders, {}, {}, [], [], {}
        self.redraws, self.penalties, self.appeals, self.sealed, self.absent, self.drawn = [], [], {}, {}, [], []
        self.seq, self.cut, self.entered, self.is_revealing, self.form, self.ends = 0, 0, 0, False, None, []
        self.signers, self.checked = {}, set()  # by which key each word must be signed, and which were seen to be

    def must(self, check, truth, why):
        need(truth, check, self.seq, why)

    def check_chain(self):
        for seq, line in enumerate(BytesIO(self.files.get("log.jsonl", b""))):
            new, self.seq = parse(line, seq), seq
            number = new.get("format", 1) if isinstance(new, dict) and new.get("kind") == "event" else 2
            need(type(number) is not int or number == 2, "format", None, f"format {number} is not known here, 2 is")
            self.must("bytes", can_be(new), "not the fields of its kind, or what cannot be")
            self.heads[self.seq + 1] = hashlib.sha256(b"\0" + line[:-1]).hexdigest()
            self.place(new, new["kind"], new.get("act"))
            self.cut = self.seq if new["kind"] in ("start", "result") or new.get("act") in CUTS else self.cut
            self.over = new if new["kind"] == "close" or new.get("act") == "cancel" else None
            self.rolls += [(self.seq, x["slot"], x["j"], unhex(x["r"]), x["draws"]) for x in new.get("chance", ())]
            self.entries.append(new)
        need(self.entries, "chain", None, "the record is empty")
        return "ok", f"{len(self.entries)} entries, head {self.heads[len(self.entries)]}"

    def place(self, new, kind, act):
        self.first, last = (self.entries or [new])[0], (self.entries or [new])[-1]
        is_next = (new["seq"], new["prev"], new["game"]) == (self.seq, self.heads[self.seq], self.first["game"])
        self.must("chain", is_next and new["at"] >= last["at"], "seq, prev, game or time is not that of the next entry")
        self.must("chain", not self.over and (kind == "event") == (self.seq == 0), "after the end, or no `event` first")
        is_early = kind in ("event", "start", *WORDS) or act in ("answer", "cancel", "out")
        is_late = self.start and kind in ("start", "reveal")
        self.must("chain", (self.start or is_early) and not is_late, "before the start, or started before")
        if kind in WORDS:
            self.word(new, new["player"])
        if kind == "close" or act == "cancel":
            is_bound = tagged("event", new["game"], unhex(new["secret"])).hex() == self.first["secret"]
            self.must("games", is_bound, "the secret revealed is not the one `event` is bound to")
        self.ends = list(new.get("rounds", self.ends))
        self.appeals |= {self.seq: new["seal"]} if kind == "appeal" else {}
        getattr(self, f"on_{kind}", lambda _: None)(new)

    def word(self, new, player):
        key, seen = new.get("key", self.keys.get(player, "")), new.get("seen") or {"size": 0, "head": ""}
        is_own = seen["size"] <= self.seq and self.heads[seen["size"]].startswith(seen["head"])
        is_own = is_own and new["sign"] in self.first["accepts"]
        self.must("chain", is_own, "a head of another chain, or signed by a kind that is not accepted")
        self.must("entrants", "key" in new or player in self.keys, f"{player!r} has not entered")
        self.must("entrants", new["sign"] in (*HERE, key.partition(":")[0]), f"not signed by a key of {player!r}")
        self.signers[self.seq] = key

    def on_entry(self, new):
        player, key, terms = new["player"], new["key"], self.first["entries"]
        is_new = player not in self.keys or (self.start and player in self.waiting)
        is_own = key == "desk" or key not in {y for x, y in self.keys.items() if x != player}
        is_new = is_new and is_own and new["seen"]["size"] == 1
        self.must("entrants", is_new, f"{player!r} or the key has entered, or does not quote the terms")
        has_room = len(self.rounds) < terms["late"] and len(self.active()) < terms["most"]
        is_early = not self.is_revealing and new["came"] <= terms["until"]
        self.must("entrants", has_room if self.start else is_early, f"{player!r} enters too late, or finds no room")
        is_asked = self.first["luck"] == "asked" and not self.start
        self.must("luck", bool(new["luck"]) == is_asked, f"a luck of {player!r} that is not asked, or none")
        self.keys[player], self.entered = key, self.seq
        self.come(player, new["luck"])

    def come(self, player, luck="", since=0):
        self.waiting = [x for x in self.waiting if x != player]
        blank = {"seq": self.seq, "luck": luck, "shown": "", "since": 0, "left": 0, "withdrew": 0}
        one = self.players.setdefault(player, blank)
        one["since"] = one["since"] or since

    def active(self):
        return [name for name, x in self.players.items() if not x["left"]]

    def on_withdraw(self, new, check="entrants"):
        player = new["player"]
        self.must(check, player in self.active() + self.waiting, f"{player!r} has left")
        self.waiting = [x for x in self.waiting if x != player]
        self.players.get(player, {})["left"] = self.seq

    def on_reveal(self, new):
        player, luck = new["player"], unhex(new["luck"])
        self.must("entrants", player in self.active(), f"{player!r} has left")
        is_own = tagged("luck", new["game"], player, luck).hex() == self.players[player]["luck"]
        is_timely = self.first["entries"]["until"] <= new["came"] <= self.first["checkin"]
        is_timely = is_timely and new["seen"]["size"] > self.entered
        is_right = is_own and is_timely and not self.players[player]["shown"]
        self.must("luck", is_right, "another luck, one revealed twice, too late, or before the end of the entries")
        self.players[player]["shown"], self.is_revealing = new["luck"], True

    def on_start(self, new):
        is_asked, most, least = self.first["luck"] == "asked", *map(self.first["entries"].get, ("most", "least"))
        self.must("chain", new["at"] >= self.first["checkin"], "before the check-in ends")
        there = [name for name in self.active() if self.players[name]["shown"] or not is_asked]
        is_right = [new["entrants"], new["waiting"]] == [there[:most], there[most:]] and len(new["entrants"]) >= least
        self.must("entrants", is_right, "not those who entered, stayed and checked in, or too few")
        is_right = new["luck"] == [self.players[name]["shown"] for name in new["entrants"] if is_asked]
        is_right = is_right and bool(new["beacon"]) == bool(self.first["beacon"])
        self.must("luck", is_right, "other lucks than were revealed, or a number that nobody named")
        self.absent = [name for name in self.active() if name not in there]
        self.players = {x: self.players[x] | {"since": 1} for x in new["entrants"]}
        lucks = [unhex(x) for x in new["luck"]] or [b""] * len(self.players)
        lucks = [x for pair in zip(self.players, lucks, strict=True) for x in pair]
        parts = lucks + ["beacon", new["beacon"]] * bool(new["beacon"])
        secrets = unhex(self.first["dice"]["anchor"]), unhex(self.first["secret"])
        self.start, self.waiting, self.key = new, new["waiting"], tagged("joint", new["game"], *secrets, *parts)

    def at(self, new):  # the table that an entry is about; None if there is none
        tables = self.rounds[new["round"] - 1]["tables"] if new["round"] <= len(self.rounds) else []
        return tables[new["table"] - 1] if new["table"] <= len(tables) else None

    def open_tables(self):
        return [x for drawn in self.rounds for x in drawn["tables"] if x["result"] is None]

    def on_draw(self, new):
        number, slots = len(self.rounds) + 1, [x["slot"] for x in new["chance"]]
        attempt, is_next = 1 + self.redraws.count(number), number <= len(self.first["rounds"])
        is_next = is_next and not self.open_tables() and slots == [f"draw {number}/{attempt}"]
        is_next = is_next and (new["round"], new["attempt"], new["cut"]) == (number, attempt, self.cut)
        names = {*new["byes"], *(name for table in new["tables"] for name in table["seats"])}
        self.must("chain", is_next and names <= self.players.keys(), f"not draw {number}/{attempt} by entry {self.cut}")
        for x in self.players.values():
            x["since"] = x["since"] or (number if x["seq"] < self.cut else 0)
            x["withdrew"] = x["withdrew"] or (number if 0 < x["left"] < self.cut else 0)
        there = [x for x, y in self.players.items() if 0 < y["since"] <= number and not 0 < y["withdrew"] <= number]
        past = [{"byes": x["byes"], "tables": [dict(table) for table in x["tables"]]} for x in self.rounds]
        self.drawn.append((new, there, past, [*self.penalties]))
        tables = [{"seats": x["seats"], "attempt": 1, "game": "", "result": None, "off": 0} for x in new["tables"]]
        self.rounds.append({"hash": self.heads[self.seq + 1], "at": new["at"], "byes": new["byes"], "tables": tables})

    def on_table(self, new):
        table, most, id_ = self.at(new), self.first["most_games"], "{game}.{round}.{table}.{attempt}".format_map(new)
        is_next = table and not table["result"] and not table["game"] and new["attempt"] == table["attempt"]
        self.must("chain", is_next and new["id"] == id_, "no such table, it needs no game, or not this one")
        busy = Counter(name for x in self.open_tables() if x["game"] for name in x["seats"])
        self.must("chain", not most or all(busy[x] < most for x in table["seats"]), "a player has too many games")
        seats, drawn = table["seats"], self.rounds[new["round"] - 1]
        named = {"draw": drawn["hash"], "drawn": drawn["at"], "seats": seats, "now": seats, "result": None}
        table["game"], self.named[id_] = id_, {"new": new} | named

    def on_result(self, new):
        table, taken = self.at(new), [x for x, _ in new["substitutes"]]
        is_open = table and table["game"] and not table["result"] and table["attempt"] == new["attempt"]
        self.must("chain", is_open, "no game of this attempt that has no result")
        is_void = new["how"] == "void" and not (new["places"] or new["points"] or taken)
        is_told = new["how"] != "void" and taken == [x for x in table["seats"] if x in taken]
        self.must("scores", is_void or (is_told and are_places(new, table)), "places or points that cannot be")
        table["result"] = {x: new[x] for x in ("how", "places", "points")} | {"substitutes": dict(new["substitutes"])}
        self.named[table["game"]]["result"] = new

    def on_ruling(self, new):
        act, number, table = new["act"], new.get("round", 0), self.at(new) if "table" in new else None
        is_right = "table" not in new or (table and not table["off"])
        is_right = is_right and (act not in ("replay", "result") or table["result"])
        self.must("chain", is_right, "no such table, not counted, or without a result")
        if act in ("discount", "replay"):
            again = {"attempt": table["attempt"] + 1, "game": "", "result": None}
            table.update(again if act == "replay" else {"result": {"how": "void"}, "off": 1})
        if act == "result":
            self.must("scores", are_places(new, table), "places or points that cannot be")
            ruled = {"how": "adjudicated", "places": new["places"], "points": new["points"]}
            table["result"] = {"substitutes": {}} | table["result"] | ruled
        if act == "replace":
            self.replace(new, self.rounds[number - 1], table)
        if act == "redraw":
            is_fresh = self.rounds and not any(x["game"] or x["result"] for x in self.rounds[-1]["tables"])
            self.must("chain", is_fresh and number == len(self.rounds), "not the last round, or it has begun")
            self.rounds.pop()
            self.redraws.append(number)
        if act == "penalty":
            self.must("chain", new["player"] in self.players and number <= len(self.rounds), "of nobody, or too early")
            self.penalties.append({"player": new["player"], "round": number, "points": new["parts"]})
        if act == "extend":
            self.must("chain", number <= len(self.ends) and new["until"] > self.ends[number - 1], "no later end")
            self.ends[number - 1] = new["until"]
        if act == "out":
            self.must("chain", self.start or not self.is_revealing, "between the first reveal and the start")
            self.on_withdraw(new, "chain")
        if act == "answer":
            self.must("chain", new["to"] in self.appeals, "answers no appeal")
            self.sealed[self.seq] = self.appeals.pop(new["to"])

    def replace(self, new, drawn, table):
        player, by = new["player"], new["by"]
        busy = {*drawn["byes"], *(x for y in drawn["tables"] for x in y["seats"])}
        is_free = by in self.waiting or (by in self.active() and by not in busy)
        is_right = is_free if by else not table["game"] and len(table["seats"]) > 2
        is_right = is_right and not table["result"] and player in table["seats"]
        self.must("chain", is_right, f"{player!r} does not sit there, or {by!r} waits for no seat")
        table["seats"] = [x for x in [by if x == player else x for x in table["seats"]] if x]
        self.named.get(table["game"], {})["now"] = table["seats"]
        if by:
            self.come(by, since=new["round"])

    def on_close(self, new):
        is_right = len(self.rounds) == len(self.first["rounds"]) and not self.open_tables()
        is_right = is_right and [x["slot"] for x in new["chance"]] == ["lots/1"]
        self.must("chain", is_right, "not all is played, or other rolls than the lots")
        self.close = new

    check_evidence, check_scores = events.evidence, events.check_scores

    def seals(self):
        for new, one in [(x, y) for x in self.entries if x.get("act") == "answer" for y in x["opens"]]:
            sealed = self.sealed.pop(new["seq"], "") if one["seq"] == new["to"] else ""
            is_word = fits(parse(one["text"].encode() + b"\n", new["seq"], "seals"), SEALED)
            need(is_word and self.opens(one, sealed), "seals", new["seq"], "opens another thing than the appeal")
        return "ok", f"{many(len(self.appeals) + len(self.sealed), 'appeal')} sealed"

    def check_tables(self):
        self.form = events.form_of(self.first)
        for new, there, rounds, penalties in self.drawn:
            events.check_draw(events.Scores(self.form, rounds, penalties), there, new)
        return "ok", f"{many(len(self.drawn), 'draw')}: {events.searched(self)}"

    def check_games(self):
        secret = unhex(self.over["secret"]) if self.over else None
        work = [(self.folders.get(id_), self.named[id_], self.first, self.key, secret) for id_ in self.named]
        with ProcessPoolExecutor() as pool:
            found = [*pool.map(events.look, work)]
        for seq, why in sorted((seq, why) for kind, seq, why in found if kind == "FAILED"):
            need(False, "games", seq, why)
        need(self.folders.keys() <= self.named.keys(), "games", None, "there is a game that no table names")
        kept = [f"{why}; " for kind, _, why in found if kind == "missing"]
        told = [*events.acts(self), *events.told(self, [x for kind, _, x in found if kind == "ok"])]
        words = f"{''.join(kept)}{many(len(work), 'game')}; {'; '.join(map(events.one_line, told))}"
        return "missing" if kept else "ok" if self.over else "later", words

    def result(self):
        if "result.json" not in self.files:
            return "missing" if self.close else "ok" if self.over else "later", "there is no result.json"
        said = self.first | (self.close or {"standings": None})
        said = games.line_of({x: said[x] for x in ("game", "rules", "standings", "title")})
        is_same = self.close and self.files["result.json"] == said
        need(is_same, "result", None, "result.json is not what the record says")
        return "ok", "as in the record"


def verify(files, folders):
    event = Event(files, folders)
    for name in CHECKS:
        try:
            verdict, words = getattr(event, f"check_{name}", getattr(event, name, None))()
            yield from [(name, verdict, words)] * (verdict != "none")
        except BrokenError as error:
            check, seq, why = error.args
            yield check, "CANNOT" if check == "format" else "FAILED", why if seq is None else f"entry {seq}: {why}"
            if name == "chain":
                return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", metavar="DIR", type=Path, help="an exported event: log.jsonl .. and games/ID/ of each")
    folder = parser.parse_args().dir
    if not (folder / "log.jsonl").is_file():
        print(f"{folder} is no export: it holds no log.jsonl")
        return 2
    try:
        homes = {x.parent.name: read(x.parent) for x in folder.glob("games/*/log.jsonl")}
        verdicts = list(verify(read(folder), homes))
    except OSError as error:
        verdicts = [("bytes", "FAILED", error)]
    print(*(f"{verdict:<7} {name:<8} {events.shown(words)}" for name, verdict, words in verdicts), sep="\n")
    return 1 if "FAILED" in (found := {x[1] for x in verdicts}) else 4 if found & {"CANNOT", "missing"} else 0


def read(folder):
    return {x.name: x.read_bytes() for x in folder.iterdir() if x.is_file()}


if __name__ == "__main__":
    raise SystemExit(main())
