"""What verify_event.py needs beside the chain: fields, forms, scores, draws and games, by docs/events.md alone.
Nothing is searched for, and nothing is rounded.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, permutations

import verify
from verify import COUNT, FIELDS, HEX, KEY, RUNG, TEXT, fits, is_weak, need, tagged

NAMES, COST, WHOLE, MOST = [TEXT], {"*": COUNT}, range(1 - 2**53, 2**53), range(2, 257)
LINE = {"marks": NAMES, "played": COUNT, "player": TEXT, "points": WHOLE, "rank": RUNG, "withdrew": COUNT}
ALIKE = [(COUNT, "at seq came cut start to until checkin most_games"), (TEXT, "game kind sign reason player by id")]
ALIKE += [(RUNG, "round table attempt"), (HEX, "open head secret"), (NAMES, "byes waiting entrants"), (TEXT, "title")]
SHAPES = {name: shape for shape, names in ALIKE for name in names.split()} | {"beacon": TEXT, "parts": range(12001)}
ASGAME = "prev seal chance opens rules options pace accepts referee seats format"
SHAPES |= {x: FIELDS[x] for x in ASGAME.split()} | {"act": TEXT}
SHAPES |= {"seen": FIELDS["seen"][1], "cost": COST, "how": "played|adjudicated|void", "rounds": [COUNT], "key": KEY}
SHAPES |= {"tables": [{"seats": NAMES, "cost": COST}], "substitutes": [[TEXT, TEXT]], "unfinished": "default|director"}
SHAPES |= {"places": [RUNG], "points": [WHOLE], "form": dict, "standings": [LINE]}
SAME = "accepts key options pace referee rules table"  # in an event and in all its games
KINDS = {"withdraw": "player came sign seal", "appeal": "player came sign seal", "start": "entrants waiting"}
KINDS |= {"entry": "player key came seen sign seal", "reveal": "player came seen sign seal"}
KINDS |= {"draw": "round attempt cut chance tables byes cost start", "table": "round table attempt id open"}
KINDS |= {"result": "round table attempt head how places points substitutes", "close": "standings chance secret"}
KINDS |= {"event": f"{SAME} seats format title form secret beacon checkin rounds unfinished most_games"}
ACTS = "answer to opens|cancel secret|discount round table|extend round until|out player|penalty player round parts"
ACTS += "|redraw round|replace round table player by|replay round table|result round table places points"
KINDS |= {x.partition(" ")[0] + "!": f"act reason {x.partition(' ')[2]}" for x in ACTS.split("|")}
ENTRIES, DICE = {"until": COUNT, "late": COUNT, "least": MOST, "most": MOST}, {"n": range(1, 65537), "anchor": HEX}
OTHER = {"game": "[A-Za-z0-9][A-Za-z0-9_-]{0,39}", "luck": "asked|none", "key": HEX, "entries": ENTRIES, "table": dict}
OTHER = {"entry": {"luck": ("", HEX)}, "reveal": {"luck": HEX}, "event": OTHER | {"dice": DICE}}
OTHER |= {"start": {"luck": [HEX], "beacon": ("", "[0-9a-z]{1,128}")}}
SCORING = {"points": [range(101)], "bye": range(12001), "ties": NAMES, "substituted": "entrant|nobody"}
FORM = {"kind": TEXT, "version": WHOLE, "least": WHOLE, "table": WHOLE, "terms": dict, "scoring": SCORING}
STARTS, DESIGN = {"starts": range(1, 257)}, {"design": "cyclic|plane", "laps": range(11)}
TERMS = {"swiss": STARTS | {"rounds": range(1, 100)}, "heats": STARTS | {"advance": [RUNG]}, "allmeet": DESIGN}
USUAL = {"swiss": {"starts": 64}, "heats": {"starts": 64}, "allmeet": {"design": "cyclic", "laps": 0}}
TIES = {"wins", "share", "sonneborn-berger", "opponents", "head-to-head", "lot"}
PARTS, SPREAD = "excess repeats short spread seats", "fewest_meetings most_meetings fewest_seats most_seats"


def can_be(new):  # whether an entry has the fields of its kind, and what stands in them can be
    kind = str(new.get("kind")) if isinstance(new, dict) else ""
    names = KINDS.get(f"{new.get('act')}!" if kind == "ruling" else kind)
    shape = {x: SHAPES[x] for x in f"at game kind prev seq {names}".split()} if names else {}
    if not names or "!" in kind or not fits(new, shape | OTHER.get(kind, {})) or new.get("came", 0) > new["at"]:
        return False
    if kind == "entry":
        name = new["player"]
        return 0 < len(name.encode()) <= 64 and name.isprintable() and name == name.strip() and new["key"]
    if kind != "event":
        return True
    entries, seats, asks = new["entries"], new["seats"], new["luck"] == "asked"
    is_right = entries["least"] <= entries["most"] and entries["late"] <= len(new["rounds"]) > 0
    is_right &= new["checkin"] == entries["until"] or (asks and new["checkin"] > entries["until"])
    is_right &= all(x < y for x, y in pairwise([new["checkin"], *new["rounds"]])) and not (asks and new["beacon"])
    return is_right and len(set(seats)) == len(seats) > 1 and not is_weak(new["key"])


def many(count, word):
    return f"{count} {word}{'s' * (count != 1)}"


def are_places(new, table):
    places, size = new["places"], len(table["seats"])
    is_right = len(places) == size and len(new["points"]) in (0, size)
    return is_right and all(x == 1 + sum(y < x for y in places) for x in places)


def form_of(first):  # the form of an event, with what it leaves out
    form, late = first["form"], first["entries"]["late"]
    kind, score, full = form.get("kind"), form.get("scoring"), form.get("table")
    need(fits(form, FORM), "tables", 0, "the form is none")
    is_known = kind in TERMS and form["version"] == 1
    need(is_known, "format", None, f"the form {kind!r} in version {form['version']} is not known here")
    terms, points, ties = USUAL[kind] | form["terms"], score["points"], score["ties"]
    is_right = fits(terms, TERMS[kind]) and 2 <= form["least"] <= full <= 5 and full == len(first["seats"])
    is_right = is_right and len(points) >= full and points == sorted(points, reverse=True)
    is_right = is_right and {*ties} <= TIES and len({*ties}) == len(ties) and "lot" not in ties[:-1]
    go = terms["advance"] if is_right and kind == "heats" else [full]
    is_right = (
        is_right and 0 < len(go) <= 20 and all(x > y for x, y in pairwise(go)) and form["least"] <= go[-1] <= full
    )
    is_right = (
        is_right and (kind != "heats" or "lot" in ties) and not (terms.get("laps") and terms["design"] == "plane")
    )
    rounds = {"swiss": terms.get("rounds"), "allmeet": 1, "heats": len(go) + 1}[kind]
    is_right = is_right and rounds == len(first["rounds"]) and not (late and kind != "swiss")
    need(is_right, "tables", 0, "the form cannot be")
    return form | {"terms": terms}


class Scores:  # what was drawn and played, and what it counts
    def __init__(self, form, rounds, penalties):
        self.form, self.full, self.rounds, self.penalties = form, form["table"], rounds, penalties
        every = [x for y in rounds for x in y["tables"]]
        self.tables = [x for x in every if not x["result"] or x["result"]["how"] != "void"]
        self.played = [(x["seats"], x["result"]) for x in self.tables if x["result"]]
        self.byes, self.points = Counter(x for y in rounds for x in y["byes"]), Counter()
        for seats, result in self.played:
            pieces = [x for x in form["scoring"]["points"][: self.full] for _ in seats]
            for name, place in zip(seats, result["places"], strict=True):
                own = pieces[(place - 1) * self.full : (place - 1 + result["places"].count(place)) * self.full]
                self.points[name] += 120 * sum(own) // len(own) if self.has(result, name) else 0
        for name in self.byes:
            self.points[name] += form["scoring"]["bye"] * self.byes[name]
        for x in penalties:
            self.points[x["player"]] -= x["points"]

    def has(self, result, name):  # whether what a seat came to is its entrant's
        return self.form["scoring"]["substituted"] == "entrant" or name not in result["substitutes"]

    def alone(self, number):  # one round
        return Scores(self.form, [self.rounds[number - 1]], [x for x in self.penalties if x["round"] == number])

    def there(self):
        return {*self.byes, *(name for x in self.rounds for table in x["tables"] for name in table["seats"])}

    def places(self, names):  # by which those of one round are ranked in heats; larger is better
        places = {x: -y for seats, result in self.played for x, y in zip(seats, result["places"], strict=True)}
        return {x: -1 if x in self.byes else places.get(x, -99) for x in names}

    def gained(self, tie, seats, result, i):  # what a table gives to one seat by a tie-break
        size, places, victory = len(seats), result["places"], result["points"]
        if tie == "wins":
            return Fraction(places[i] == 1, places.count(1))
        if tie == "share":
            part = Fraction(victory[i], sum(victory)) if victory and sum(victory) > 0 else Fraction(1, size)
            return part * Fraction(size, self.full)
        beaten = sum(versus(places[i], places[j]) * self.points[seats[j]] for j in range(size) if j != i)
        return beaten * Fraction(self.full - 1, size - 1)

    def marks(self, tie, group, lots):  # of a group; none if the tie-break cannot tell
        if tie == "lot":
            return {x: Fraction(len(lots) - 1 - lots.index(x)) for x in group} if lots else {}
        if tie == "head-to-head":
            return self.head_to_head(group)
        if tie == "opponents":
            met = {x: [self.points[z] for y, _ in self.played if x in y for z in y if z != x] for x in group}
            return {x: Fraction(sum(y), max(1, len(y))) for x, y in met.items()}
        marks = {x: Fraction(self.byes[x] if tie == "share" else 0, self.full) for x in group}
        for seats, result in self.played:
            for i, name in enumerate(seats):
                if name in marks and self.has(result, name):
                    marks[name] += self.gained(tie, seats, result, i)
        return marks

    def head_to_head(self, group):
        marks = dict.fromkeys(group, Fraction(0))
        for x, y in combinations(group, 2):
            both = [(r["places"][s.index(x)], r["places"][s.index(y)]) for s, r in self.played if x in s and y in s]
            if not both:
                return {}
            average = sum(versus(*pair) for pair in both) / len(both)
            marks[x], marks[y] = marks[x] + average, marks[y] + 1 - average
        return marks

    def ranked(self, names, lots, before=None):  # groups of equals, the best first, and everybody's marks
        told, groups = {x: [] for x in names}, [[*names]] if names else []
        for marks in (before or dict.fromkeys(names, 0), {x: self.points[x] for x in names}):
            groups = split(groups, marks)
        for tie in self.form["scoring"]["ties"]:
            asked = [x for x in groups if len(x) > 1] if tie in ("head-to-head", "lot") else [[*names]]
            marks = {x: y for group in asked for x, y in self.marks(tie, group, lots).items()}
            groups, told = split(groups, marks), {x: [*told[x], str(marks.get(x, ""))] for x in told}
        return groups, told

    def lines(self, players, lots, start=0, before=None):
        groups, told = self.ranked(players, lots, before)
        for group in groups:
            for name in group:
                line = {"marks": told[name], "played": sum(name in x for x, _ in self.played), "player": name}
                yield line | {"points": self.points[name], "rank": start + 1, "withdrew": players[name]}
            start += len(group)

    def standings(self, players, lots):
        if self.form["kind"] != "heats":
            return [*self.lines(players, lots)]
        lines, left = [], dict(players)
        for number in range(len(self.rounds), 0, -1):
            one = self.alone(number)
            here = {x: left.pop(x) for x in players if x in left and x in one.there()}
            lines += one.lines(here, lots, len(lines), one.places(here))
        return [*lines, *Scores(self.form, [], []).lines(left, [], len(lines))]


def versus(mine, yours):
    return Fraction(1 + (mine < yours) - (mine > yours), 2)


def split(groups, marks):  # by marks, larger ones first; a group without marks stays as it is
    held = [sorted({marks[x] for x in group if x in marks}, reverse=True) or [None] for group in groups]
    return [[x for x in y if marks.get(x) == z] for y, zs in zip(groups, held, strict=True) for z in zs]


def shuffle(items, draws, seq):  # by the draws that were recorded; whether they are right, others check
    items = list(items)
    need([n for n, _ in draws] == [*range(len(items), 1, -1)], "draws", seq, "the draws are not those of a shuffle")
    for i, (_, j) in zip(range(len(items) - 1, 0, -1), draws, strict=True):
        items[i], items[j] = items[j], items[i]
    return items


def check_draw(scores, names, new):  # names are those who are in for this round, in the order of entry
    number, seq, draws, form = new["round"], new["seq"], new["chance"][0]["draws"], scores.form
    past = scores.alone(number - 1) if form["kind"] == "heats" and number > 1 else None
    names = [x for x in names if not past or x in past.there()]
    is_enough = form["kind"] != "heats" or past or len(names) > form["terms"]["advance"][0]
    need(is_enough and len(names) >= form["least"], "tables", seq, "too few players are left")
    lots, rest = shuffle(names, draws[: len(names) - 1], seq), draws[len(names) - 1 :]
    if form["kind"] == "allmeet":
        need(not rest and is_design(form, lots, new), "tables", seq, "the tables are no such design, or other costs")
        return
    if past:
        groups, _ = past.ranked(names, lots, past.places(names))
        best = [x for group in groups for x in group][: form["terms"]["advance"][number - 2]]
        names, lots = [x for x in names if x in best], [x for x in lots if x in best]
    score = scores.points if form["kind"] == "swiss" else Counter()
    count, sizes = sizes_of(form, len(names))
    out = sorted(names, key=lambda x: (scores.byes[x], score[x], lots.index(x)))[:count]
    seated, tables = [x for x in names if x not in out], [x["seats"] for x in new["tables"]]
    starts = min(form["terms"]["starts"], max(4, 2000 // len(seated)))
    need(
        [n for n, _ in rest] == [*range(len(seated), 1, -1)] * starts, "draws", seq, "the draws are not those of starts"
    )
    is_right = new["byes"] == [x for x in names if x in out] and [len(x) for x in tables] == sizes
    is_right = is_right and sorted(y for x in tables for y in x) == sorted(seated) and 0 < new["start"] <= starts
    need(is_right, "tables", seq, "byes, sizes or players are not those of this round")
    field = Field(scores, seated, score)
    costs = [field.cost(x) for x in tables]
    told = [dict(zip(PARTS.split(), x, strict=True)) for x in (*costs, added(costs))]
    need(told == [*(x["cost"] for x in new["tables"]), new["cost"]], "tables", seq, "costs are not as told")
    is_seated = all(x[4] == field.seats(y) for x, y in zip(costs, tables, strict=True))
    need(is_seated and not field.better(tables, costs), "tables", seq, "it would be cheaper to exchange two players")


def sizes_of(form, n):
    for byes in range(n):
        small, more = divmod(n - byes, -(-(n - byes) // form["table"]))
        if small >= form["least"]:
            return byes, [small + 1] * more + [small] * (-(-(n - byes) // form["table"]) - more)
    return 0, []


def added(costs):
    return [sum(x) for x in zip(*costs, strict=True)]


class Field:  # those who are seated in a round, and what it costs to seat them
    def __init__(self, scores, names, score):
        past, self.full, self.score = [x["seats"] for x in scores.tables], scores.full, score
        self.sat = Counter(pair for seats in past for pair in enumerate(seats))
        self.met = Counter(pair for seats in past for pair in permutations(seats, 2))
        lacks = {x: sum(self.full - len(seats) for seats in past if x in seats) for x in names}
        self.lacks = {x: lacks[x] - min(lacks.values()) for x in names}

    def parts(self, table):
        pairs, lacking, lacks = [*combinations(table, 2)], self.full - len(table), [self.lacks[x] for x in table]
        excess, spread = sum(max(0, x - 1) for x in lacks), sum((self.score[x] - self.score[y]) ** 2 for x, y in pairs)
        return [lacking * excess, sum(self.met[x] for x in pairs), lacking * sum(lacks), spread]

    def cost(self, table):
        return [*self.parts(table), sum(self.sat[x] for x in enumerate(table))]

    def seats(self, table):  # the least that a table can cost by who sits where
        return min(sum(self.sat[x] for x in enumerate(way)) for way in permutations(table))

    def better(self, tables, costs):  # whether two players of different tables could be exchanged for less
        for (one, mine), (two, yours) in combinations(zip(tables, costs, strict=True), 2):
            *now, seats = added([mine, yours])
            for x, y in [(x, y) for x in one for y in two]:
                a, b = [y if z == x else z for z in one], [x if z == y else z for z in two]
                parts = added([self.parts(a), self.parts(b)])
                if parts < now or (parts == now and self.seats(a) + self.seats(b) < seats):
                    return True
        return False


def is_design(form, lots, new):
    v, design, tables = len(lots), form["terms"], [x["seats"] for x in new["tables"]]
    k, is_bare = (
        min(form["table"], v),
        not new["byes"] and not new["start"] and not any(x["cost"] for x in new["tables"]),
    )
    if not is_bare or any(not {*x} <= {*lots} or len({*x}) != len(x) or len(x) != k for x in tables):
        return False
    met = Counter(pair for x in tables for pair in permutations(x, 2))
    sat = Counter(seat for x in tables for seat in enumerate(x))
    meets, sits = [met[x] for x in permutations(lots, 2)], [sat[i, x] for x in lots for i in range(k)]
    spread = [f(x) for x in (meets, sits) for f in (min, max)]
    if new["cost"] != dict(zip(SPREAD.split(), spread, strict=True)):
        return False
    if design["design"] == "plane":  # every two meet once, and nobody sits in a seat more than twice
        return v == k * k and spread == [1, 1, 1, 2]
    numbers = [[lots.index(x) for x in y] for y in tables]
    blocks = numbers[::v]
    is_cyclic = numbers == [[(b + x) % v for b in block] for block in blocks for x in range(v)]
    return is_cyclic and (len(blocks) == design["laps"] or (not design["laps"] and spread[0] > 0))


def look(work):  # a game of the event: what is wrong with it, and which entry of the event is about it
    files, named, first, key, secret = work
    table, result, id_ = named["new"], named["result"], named["new"]["id"]
    verdicts = [*verify.verify(files)] if files else [("", "missing", "")]
    for check, _, words in [x for x in verdicts if x[1] == "FAILED"]:
        return "FAILED", table["seq"], f"{id_}: {check}: {words}"
    if {"CANNOT", "missing"} & {x[1] for x in verdicts}:
        return "missing", table["seq"], f"{id_} is missing, or cannot be checked"
    game = verify.Game(files)
    game.bytes()
    if not is_opened(game, named, first, key) or not (secret is None or is_derived(game.first, secret)):
        return "FAILED", table["seq"], f"{id_}: not opened as the event says, or with other dice"
    if result and not is_result(game, named):
        return "FAILED", result["seq"], f"{id_}: the result is not that of the game"
    keys = {x["name"]: x["key"] for x in reversed(game.entries) if x["kind"] == "seat"}
    return "ok", table["seq"], [(name, keys[name]) for name in named["seats"]]


def is_opened(game, named, first, key):
    terms, table, seats = game.first, named["new"], first["seats"][: len(named["seats"])]
    place = {x: table[x] for x in ("round", "table", "attempt")} | {"event": first["game"], "draw": named["draw"]}
    is_same = all(terms[x] == first[x] for x in SAME.split()) and terms["dice"]["n"] == first["dice"]["n"]
    is_same &= (game.heads[1], terms["game"], terms["event"], terms["seats"]) == (
        table["open"],
        table["id"],
        place,
        seats,
    )
    sat = {x["seat"]: x["name"] for x in reversed(game.entries) if x["kind"] == "seat"}
    is_same &= [sat.get(x, "") for x in terms["seats"]] == named["seats"]
    return is_same and (not game.start or game.start["luck"] == {"event": key.hex()})


def is_derived(terms, secret):  # whether ladder and hidden secret follow from that of the event
    place = [terms["event"][x] for x in ("event", "round", "table", "attempt")]
    rung, hidden = (tagged(what, *place, key=secret) for what in ("ladder", "hidden"))
    for j in range(terms["dice"]["n"], 0, -1):
        rung = tagged("ladder", terms["game"], j, rung)
    return (rung.hex(), tagged("hidden", terms["game"], hidden).hex()) == (terms["dice"]["anchor"], terms["hidden"])


def is_result(game, named):
    result, seats = named["result"], game.first["seats"]
    names, orders = {x: [] for x in seats}, {x: [] for x in seats}  # who held each seat, and who of them ordered
    for x in [x for x in game.entries if x.get("seat") in seats]:
        names[x["seat"]] += [x["name"]] if x["kind"] == "seat" else []
        orders[x["seat"]] += names[x["seat"]][-1:] if x.get("word") == "" else []
    how = "adjudicated" if any(x.get("act") == "result" for x in game.entries) else "played" if game.close else "void"
    if not game.over or (game.heads[len(game.entries)], how) != (result["head"], result["how"]):
        return False
    for seat, old, new in zip(seats, named["seats"], named["now"], strict=True):
        if old != new and (new not in names[seat] or old in orders[seat]):
            return False
    said, points = game.entries[-1].get("result") or {}, []
    ranks = [said["ranks"].get(x) for x in seats] if isinstance(said.get("ranks"), dict) else []
    if isinstance(said.get("points"), dict):
        lines = [said["points"].get(x) for x in seats]
        points = [x.get("total") for x in lines if isinstance(x, dict)]
    points = points if len(points) == len(seats) and all(type(x) is int for x in points) else []
    last = [[x, names[seat][-1]] for seat, x in zip(seats, named["now"], strict=True)]
    others = [x for x in last if x[1] not in ("", x[0])] if how != "void" else []
    return (result["places"], result["points"], result["substitutes"]) == (ranks, points, others)


def told(event, sat):  # whose chance it was, and what else must be told; sat says by which keys people sat down
    start, results = event.start, [x["result"] for x in event.named.values() if x["result"]]
    if start:
        chance = "beacon" if start["beacon"] else "attested, no signature was checked" if start["luck"] else "host"
        yield f"chance: {chance}"
    yield from event.told
    if event.told:
        yield f"so there were 2^{len(event.told)} possible draws"
    late = [x["player"] for x in event.entries if x["kind"] == "entry" and start and x["seq"] > start["seq"]]
    yield from (f"{name} entered after the start" for name in late)
    ids = ["{game}.{round}.{table}.{attempt} was {how}".format_map(x) for x in results if x["how"] != "played"]
    yield from (*ids, *(f"{x} was played once more" for x, y in event.named.items() if y["new"]["attempt"] > 1))
    others = [name for name, key in sat if not key.startswith("dkim:") and key != event.keys[name]]
    yield from (f"{name} sat down with another key than he entered with" for name in dict.fromkeys(others))


def acts(event):  # the director's rulings, each with the draw that came next
    number = len(event.rounds) + 1
    draws = [(x["seq"], x["round"], x["attempt"]) for x in event.entries if x["kind"] == "draw"]
    if not event.over and number <= len(event.first["rounds"]):
        draws.append((len(event.entries), number, 1 + event.redraws.count(number)))
    if not any(x["kind"] == "ruling" for x in event.entries):
        yield "no rulings"
    for new in [x for x in event.entries if x["kind"] == "ruling"]:
        after = [f"before draw {x}{' (again)' * (y > 1)}" for seq, x, y in draws if seq > new["seq"]]
        yield f"{[*after, 'no draw came after'][0]}: {new['act']}: {new['reason']}"
