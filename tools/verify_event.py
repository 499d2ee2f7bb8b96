#!/usr/bin/env python3
"""Verify an event exported by pbem, without pbem: with Python's standard library alone.

This file is the second specification of an event. The first is docs/events.md. The
sections below have the names and the order of its headings. No code is shared with
pbem. Beside it lies verify.py, which verifies each game. The lines that are printed
and the exit codes are as there. Start reading at `CHECKS` and `main`, at the end.

    python3 verify_event.py DIR      DIR holds log.jsonl, head.note, result.json and
                                     games/ID/ of each game

Not checked are the rules of games and, where many play, whether another start or
another design was to be taken for a draw. No number is rounded: what is compared are
integers and fractions.
"""

import hashlib
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, pairwise, permutations

import verify
from verify import (
    CHANCE,
    COUNT,
    ENTERED_HERE,
    HEX,
    IN_EVERY_ENTRY,
    NUMBER,
    OPEN,
    OPENING,
    QUOTED_HEAD,
    SEALED_SHEET,
    SEAT_KEY,
    TEXT,
    are_places,
    fits,
    need,
    tagged,
    unhex,
)

# ---- Values -------------------------------------------------------------------------

NAMES = [TEXT]
WHOLE = range(1 - 2**53, 2**53)
SCORING = {
    "points": [range(101)],
    "bye": range(12_001),
    "ties": NAMES,
    "substituted": "entrant|nobody",
}
FORM = {
    "kind": TEXT,
    "version": WHOLE,
    "least": WHOLE,
    "table": WHOLE,
    "terms": dict,
    "scoring": SCORING,
}
STARTS = range(1, 257)
TERMS = {
    "swiss": {"rounds": range(1, 100), "starts": STARTS},
    "heats": {"advance": [range(1, 257)], "starts": STARTS},
    "allmeet": {"design": "cyclic|plane", "laps": range(11)},
}
LEFT_OUT = {
    "swiss": {"starts": 64},
    "heats": {"starts": 64},
    "allmeet": {"design": "cyclic", "laps": 0},
}
MOST_PLACES = 100
TIES = {"wins", "share", "sonneborn-berger", "opponents", "head-to-head", "lot"}
IN_A_GROUP = ("head-to-head", "lot")  # tie-breaks that are asked within a group


@dataclass
class Result:
    """What came of a table: places, victory points, and who played for whom."""

    how: str
    places: list = field(default_factory=list)
    points: list = field(default_factory=list)
    substitutes: dict = field(default_factory=dict)


@dataclass
class Table:
    """A table of a round: its players in the order of seats."""

    seats: list
    attempt: int = 1
    game: str = ""  # the id of its game in this attempt, once there is one
    result: Result | None = None
    is_off: bool = False  # discounted: it never counts again


@dataclass
class Round:
    """A round that is drawn."""

    seq: int  # of the entry `draw`
    at: int
    byes: list
    tables: list


def check_form(first):
    """Return the form of an event, with what it leaves out; check that it can be.

    The bounds are checked first: a form without them could keep a verifier busy for
    ever.
    """
    form = first["form"]
    need(fits(form, FORM), "tables", 0, "the form is none")
    kind, version = form["kind"], form["version"]
    why = f"the form {kind!r} in version {version} is not known here"
    need(kind in TERMS and version == 1, "format", None, why)
    form = form | {"terms": LEFT_OUT[kind] | form["terms"]}
    is_right = can_score(form, len(first["seats"])) and can_be_held(form, first)
    need(is_right, "tables", 0, "the form cannot be")
    return form


def can_score(form, seats):
    """Tell whether a full table has 2 to 5 seats, and each place and tie its worth."""
    points, ties = form["scoring"]["points"], form["scoring"]["ties"]
    if not 2 <= form["least"] <= form["table"] <= 5 or form["table"] != seats:
        return False
    if not form["table"] <= len(points) <= MOST_PLACES:
        return False
    if points != sorted(points, reverse=True):
        return False
    return verify.is_set(ties, TIES) and "lot" not in ties[:-1]


def can_be_held(form, first):
    """Tell whether the terms of a form can be, and give as many rounds as there are."""
    kind, terms = form["kind"], form["terms"]
    if not fits(terms, TERMS[kind]):
        return False
    if first["entries"]["late"] and kind != "swiss":
        return False
    rounds = len(first["rounds"])
    if kind == "swiss":
        return rounds == terms["rounds"]
    if kind == "allmeet":
        return rounds == 1 and not (terms["laps"] and terms["design"] == "plane")
    return rounds == len(terms["advance"]) + 1 and can_advance(form)


def can_advance(form):
    """Tell whether fewer go on after each heat, and one table is left for the final."""
    advance = form["terms"]["advance"]
    if not 0 < len(advance) <= 20 or "lot" not in form["scoring"]["ties"]:
        return False
    is_falling = all(more > fewer for more, fewer in pairwise(advance))
    return is_falling and form["least"] <= advance[-1] <= form["table"]


# ---- Chance -------------------------------------------------------------------------


def shuffle(items, draws, seq):
    """Return items in the order that recorded draws give.

    Whether the draws are right, the check `draws` says. Here they must only be those
    of a shuffle.
    """
    items = list(items)
    ranges = [n for n, _value in draws]
    why = "the draws are not those of a shuffle"
    need(ranges == [*range(len(items), 1, -1)], "draws", seq, why)
    for place, (_n, other) in zip(range(len(items) - 1, 0, -1), draws, strict=True):
        items[place], items[other] = items[other], items[place]
    return items


# ---- Tables and byes ----------------------------------------------------------------


def sizes_of(form, players):
    """Return how many have a bye, and how many sit at each table."""
    for byes in range(players):
        seated = players - byes
        tables = -(-seated // form["table"])
        small, larger = divmod(seated, tables)
        if small >= form["least"]:
            return byes, [small + 1] * larger + [small] * (tables - larger)
    return 0, []


def check_draw(form, drawn):
    """Check that a draw is what the form gives: nobody was seated as it pleased.

    A director who could seat people could give a friend weak opponents.
    """
    entry, scores = drawn.entry, Scores(form, drawn.rounds, drawn.penalties)
    seq, draws = entry["seq"], entry["chance"][0]["draws"]
    heat = heat_before(scores, entry["round"])
    names = drawn.candidates
    if heat:
        there = heat.there()
        names = [name for name in names if name in there]
    is_right = are_enough(form, len(names), is_first=not heat)
    need(is_right, "tables", seq, "too few players are left")
    lots = shuffle(names, draws[: len(names) - 1], seq)
    starts = draws[len(names) - 1 :]
    if form["kind"] == "allmeet":
        is_right = not starts and is_design(form, lots, entry)
        why = "the tables are no such design, or other costs"
        need(is_right, "tables", seq, why)
        return
    if heat:
        count = form["terms"]["advance"][entry["round"] - 2]
        names = go_on(heat, names, lots, count)
        lots = [name for name in lots if name in names]
    check_tables_of(scores, names, lots, starts, entry)


def are_enough(form, players, *, is_first):
    """Tell whether a round can be held: in a first heat somebody must be left out."""
    if form["kind"] == "heats" and is_first and players <= form["terms"]["advance"][0]:
        return False
    return players >= form["least"]


def check_tables_of(scores, names, lots, draws, entry):
    """Check byes, sizes, costs and tables of a draw for which tables are searched."""
    form, seq = scores.form, entry["seq"]
    score = scores.points if form["kind"] == "swiss" else Counter()
    count, sizes = sizes_of(form, len(names))
    in_order = sorted(names, key=lambda x: (scores.byes[x], score[x], lots.index(x)))
    out = in_order[:count]
    seated = [name for name in names if name not in out]
    starts = min(form["terms"]["starts"], max(4, 2000 // len(seated)))
    shuffles = [*range(len(seated), 1, -1)] * starts
    why = "the draws are not those of starts"
    need([n for n, _value in draws] == shuffles, "draws", seq, why)
    tables = [table["seats"] for table in entry["tables"]]
    is_right = entry["byes"] == [name for name in names if name in out]
    is_right = is_right and [len(table) for table in tables] == sizes
    at_tables = [name for table in tables for name in table]
    is_right = is_right and sorted(at_tables) == sorted(seated)
    is_right = is_right and 0 < entry["start"] <= starts
    why = "byes, sizes or players are not those of this round"
    need(is_right, "tables", seq, why)
    seating = Seating(scores, seated, score)
    check_costs(seating, tables, entry)
    check_starts(seating, seated, sizes, Starts(draws, starts, entry))


def check_costs(seating, tables, entry):
    """Check that costs are as told, and no exchange of two players makes them less."""
    seq, costs = entry["seq"], [seating.cost(table) for table in tables]
    told = [table["cost"] for table in entry["tables"]]
    is_right = [*map(named_parts, costs)] == told
    is_right = is_right and named_parts(added(costs)) == entry["cost"]
    need(is_right, "tables", seq, "costs are not as told")
    is_best = all(map(seating.is_seated_best, tables))
    is_best = is_best and not seating.can_be_cheaper(tables)
    need(is_best, "tables", seq, "it would be cheaper to exchange two players")


FEW = 24  # players for whom all starts are run; of more the first and the one named


@dataclass
class Starts:
    """The shuffles of a draw, each of which is a start."""

    draws: list
    count: int
    entry: dict

    def shuffled(self, seated, number):
        """Return the players as one start has them."""
        size = len(seated) - 1
        draws = self.draws[(number - 1) * size : number * size]
        return shuffle(seated, draws, self.entry["seq"])


def check_starts(seating, seated, sizes, starts):
    """Check that the start that is named gives these tables, and none a cheaper draw.

    Without this any draw of a first round would pass, for all of them cost nothing.
    """
    named = starts.entry["start"]
    numbers = range(1, starts.count + 1)
    if len(seated) > FEW:
        numbers = sorted({1, named})
    found = {}
    for number in numbers:
        order = starts.shuffled(seated, number)
        order = sorted(order, key=lambda name: -seating.score[name])
        found[number] = seating.arranged(order, sizes)
    best = min(found, key=lambda number: seating.total(found[number]))
    tables = [table["seats"] for table in starts.entry["tables"]]
    is_right = best == named and found[named] == tables
    why = "these are not the tables that its starts give"
    need(is_right, "tables", starts.entry["seq"], why)


def searched(event):
    """Tell how far draws were searched for better ones."""
    told = "no two could be exchanged, and no table could sit, cheaper"
    if event.form["kind"] == "allmeet":
        return f"{told}; not searched: whether it is the design that is found"
    for drawn in event.draws:
        if sum(len(table["seats"]) for table in drawn.entry["tables"]) > FEW:
            return f"{told}; not searched: whether other starts were cheaper"
    return f"{told}, and no start was"


# ---- Swiss --------------------------------------------------------------------------

PARTS = ("excess", "repeats", "short", "spread", "seats")


def added(costs):
    """Return the sums of all parts of costs."""
    return [sum(parts) for parts in zip(*costs, strict=True)]


def named_parts(cost):
    """Return the parts of a cost with their names, as entries have them."""
    return dict(zip(PARTS, cost, strict=True))


class Seating:
    """Those who are seated in a round, and what it costs to seat them."""

    def __init__(self, scores, names, score):
        self.full, self.score = scores.full, score
        self.met = {name: Counter() for name in names}  # how often, with whom
        self.sat = Counter()  # how often somebody had a seat: (seat, name)
        lacked = Counter()  # by how much all tables of somebody were short
        for table in scores.tables:
            self.sat.update(enumerate(table.seats))
            for name, other in permutations(table.seats, 2):
                self.met.setdefault(name, Counter())[other] += 1
            for name in table.seats:
                lacked[name] += self.full - len(table.seats)
        least = min(lacked[name] for name in names)
        self.lack = {name: lacked[name] - least for name in names}
        self.beyond = {name: max(0, lack - 1) for name, lack in self.lack.items()}
        self.least_seats = {}  # by the players of a table

    def cost(self, table):
        """Return the parts of what a table costs as its players sit."""
        lacking, pairs = self.full - len(table), [*combinations(table, 2)]
        return [
            lacking * sum(self.beyond[name] for name in table),
            sum(self.met[one][other] for one, other in pairs),
            lacking * sum(self.lack[name] for name in table),
            sum((self.score[one] - self.score[other]) ** 2 for one, other in pairs),
            self.seats(table),
        ]

    def total(self, tables):
        """Return the parts of what all tables cost."""
        return added([self.cost(table) for table in tables])

    def seats(self, table):
        """Return how often players had the seats before that they have now."""
        return sum(self.sat[place] for place in enumerate(table))

    def best_seats(self, table):
        """Return the least that a table can cost by who sits where."""
        players = frozenset(table)
        if players not in self.least_seats:
            self.least_seats[players] = min(map(self.seats, permutations(table)))
        return self.least_seats[players]

    def is_seated_best(self, table):
        """Tell whether no other order at a table costs less."""
        return self.seats(table) == self.best_seats(table)

    def is_cheaper(self, table, name, other_table, other):
        """Tell whether it costs less if two players of two tables are exchanged.

        Only the difference is counted: it is the same as that of the whole costs.
        """
        for change in self.changes(table, name, other_table, other):
            if change:
                return change < 0
        now = self.best_seats(table) + self.best_seats(other_table)
        if now == 0:
            return False
        new = [other if one == name else one for one in table]
        other_new = [name if one == other else one for one in other_table]
        return self.best_seats(new) + self.best_seats(other_new) < now

    def changes(self, table, name, other_table, other):
        """Give by how much an exchange changes the parts of the cost, but `seats`."""
        larger = len(other_table) - len(table)  # so much less lacks at the other one
        yield larger * (self.beyond[other] - self.beyond[name])
        stay = [one for one in table if one != name]
        other_stay = [one for one in other_table if one != other]
        mine, others = self.met[name], self.met[other]
        repeats = sum(others[one] - mine[one] for one in stay)
        yield repeats + sum(mine[one] - others[one] for one in other_stay)
        yield larger * (self.lack[other] - self.lack[name])
        come = self.spread(other, stay) + self.spread(name, other_stay)
        yield come - self.spread(name, stay) - self.spread(other, other_stay)

    def spread(self, name, others):
        """Return the squares of the differences of one score to others."""
        own = self.score[name]
        return sum((own - self.score[other]) ** 2 for other in others)

    def arranged(self, order, sizes):
        """Return what becomes of a start: tables, exchanged while that is cheaper."""
        tables, begin = [], 0
        for size in sizes:
            tables.append([*order[begin : begin + size]])
            begin += size
        places = [(x, i) for x, table in enumerate(tables) for i in range(len(table))]
        pairs = [pair for pair in combinations(places, 2) if pair[0][0] != pair[1][0]]
        while self.exchange(tables, pairs):
            pass  # until nothing changes
        return [self.seated(table) for table in tables]

    def exchange(self, tables, pairs):
        """Exchange players, pair by pair, where it costs less; tell if any were."""
        has_changed = False
        for (x, i), (y, j) in pairs:
            table, other = tables[x], tables[y]
            if self.is_cheaper(table, table[i], other, other[j]):
                table[i], other[j] = other[j], table[i]
                has_changed = True
        return has_changed

    def seated(self, table):
        """Return the players of a table as they sit: the first way that costs least."""
        return [*min(permutations(table), key=self.seats)]

    def can_be_cheaper(self, tables):
        """Tell whether two players of different tables could be exchanged for less."""
        for table, other_table in combinations(tables, 2):
            for name in table:
                for other in other_table:
                    if self.is_cheaper(table, name, other_table, other):
                        return True
        return False


# ---- Heats and final ----------------------------------------------------------------


def heat_before(scores, number):
    """Return the scores of the heat before a round; None if it follows no heat."""
    is_later = scores.form["kind"] == "heats" and number > 1
    return scores.alone(number - 1) if is_later else None


def go_on(heat, names, lots, count):
    """Return who goes on after a heat, in the order of entry."""
    groups, _marks = ranked(heat, names, lots, heat.places(names))
    best = [name for group in groups for name in group][:count]
    return [name for name in names if name in best]


# ---- All meet -----------------------------------------------------------------------

SPREAD = ("fewest_meetings", "most_meetings", "fewest_seats", "most_seats")


def is_design(form, lots, entry):
    """Tell whether tables are a design of the kind that the form names.

    Whether it is the very design that the page's search finds, is not searched for.
    """
    tables = [table["seats"] for table in entry["tables"]]
    size = min(form["table"], len(lots))
    has_costs = any(table["cost"] for table in entry["tables"])
    if entry["byes"] or entry["start"] or has_costs:
        return False
    if not all(is_full_table(table, lots, size) for table in tables):
        return False
    spread = spread_of(tables, lots, size)
    if entry["cost"] != dict(zip(SPREAD, spread, strict=True)):
        return False
    if form["terms"]["design"] == "plane":
        # every two meet once, and nobody sits in a seat more than twice
        return len(lots) == size * size and spread == [1, 1, 1, 2]
    return is_cyclic(tables, lots, form["terms"]["laps"], spread)


def is_full_table(table, lots, size):
    """Tell whether so many different players sit at a table."""
    return len(table) == size and verify.is_set(table, lots)


def spread_of(tables, lots, size):
    """Return the fewest and most meetings of two, and how often somebody has a seat."""
    met, sat = Counter(), Counter()
    for table in tables:
        met.update(permutations(table, 2))
        sat.update(enumerate(table))
    meets = [met[pair] for pair in permutations(lots, 2)]
    sits = [sat[seat, name] for name in lots for seat in range(size)]
    return [min(meets), max(meets), min(sits), max(sits)]


def is_cyclic(tables, lots, laps, spread):
    """Tell whether tables are so many base blocks, each moved on by 0, 1, 2 .."""
    count = len(lots)
    numbers = [[lots.index(name) for name in table] for table in tables]
    blocks = numbers[::count]
    right = [[(b + x) % count for b in block] for block in blocks for x in range(count)]
    if numbers != right:
        return False
    return len(blocks) == laps or (laps == 0 and spread[0] > 0)


# ---- Points -------------------------------------------------------------------------


class Scores:
    """What was drawn and played, and what it counts."""

    def __init__(self, form, rounds, penalties):
        self.form, self.full = form, form["table"]
        self.rounds, self.penalties = rounds, penalties
        tables = [table for one in rounds for table in one.tables]
        self.tables = [table for table in tables if not is_void(table)]
        self.played = [table for table in self.tables if table.result]
        self.byes = Counter(name for one in rounds for name in one.byes)
        self.points = Counter()  # in 120ths
        for table in self.played:
            self.add_table(table)
        for name, count in self.byes.items():
            self.points[name] += form["scoring"]["bye"] * count
        for penalty in penalties:
            self.points[penalty["player"]] -= penalty["parts"]

    def add_table(self, table):
        """Give points for a table: each place has pieces, shared by who shares it."""
        places = table.result.places
        values = self.form["scoring"]["points"][: self.full]
        pieces = [value for value in values for _seat in table.seats]
        for name, place in zip(table.seats, places, strict=True):
            last = place - 1 + places.count(place)
            own = pieces[(place - 1) * self.full : last * self.full]
            if self.has(table, name):
                self.points[name] += 120 * sum(own) // len(own)

    def has(self, table, name):
        """Tell whether what a seat came to is its entrant's."""
        is_entrants = self.form["scoring"]["substituted"] == "entrant"
        return is_entrants or name not in table.result.substitutes

    def alone(self, number):
        """Return the scores of one round."""
        penalties = [one for one in self.penalties if one["round"] == number]
        return Scores(self.form, [self.rounds[number - 1]], penalties)

    def there(self):
        """Return who was at a table or had a bye."""
        tables = [table for one in self.rounds for table in one.tables]
        return {*self.byes, *(name for table in tables for name in table.seats)}

    def places(self, names):
        """Return the places of one round by which heats rank; larger is better."""
        places = {}
        for table in self.played:
            for name, place in zip(table.seats, table.result.places, strict=True):
                places[name] = -place
        places |= dict.fromkeys(self.byes, -1)
        return {name: places.get(name, -99) for name in names}


def is_void(table):
    """Tell whether a table counts for nothing."""
    return table.result is not None and table.result.how == "void"


# ---- Standings ----------------------------------------------------------------------


def ranked(scores, names, lots, before=None):
    """Return groups of equals, the best first, and the marks of everybody.

    `before` is what counts before points: in heats the places of a round.
    """
    marks = {name: [] for name in names}
    groups = [[*names]] if names else []
    groups = split(groups, before or dict.fromkeys(names, 0))
    groups = split(groups, {name: scores.points[name] for name in names})
    for tie in scores.form["scoring"]["ties"]:
        asked = [[*names]]
        if tie in IN_A_GROUP:
            asked = [group for group in groups if len(group) > 1]
        given = {}
        for group in asked:
            given |= tie_break(scores, tie, group, lots)
        groups = split(groups, given)
        for name in names:
            marks[name].append(str(given.get(name, "")))
    return groups, marks


def tie_break(scores, tie, group, lots):
    """Return what a tie-break gives to each of a group; none if it cannot tell."""
    if tie == "lot":
        return {x: Fraction(len(lots) - 1 - lots.index(x)) for x in group if lots}
    if tie == "head-to-head":
        return head_to_head(scores, group)
    if tie == "opponents":
        return {name: opponents(scores, name) for name in group}
    marks = dict.fromkeys(group, Fraction(0))
    if tie == "share":
        marks = {name: Fraction(scores.byes[name], scores.full) for name in group}
    for table in scores.played:
        for seat, name in enumerate(table.seats):
            if name in marks and scores.has(table, name):
                marks[name] += gained(scores, tie, table, seat)
    return marks


def gained(scores, tie, table, seat):
    """Return what a table gives to one seat by a tie-break."""
    size, result = len(table.seats), table.result
    if tie == "wins":
        return Fraction(result.places[seat] == 1, result.places.count(1))
    if tie == "share":
        return share(result.points, seat, size) * Fraction(size, scores.full)
    own = result.places[seat]
    beaten = Fraction(0)
    for other, place in enumerate(result.places):
        if other != seat:
            beaten += versus(own, place) * scores.points[table.seats[other]]
    return beaten * Fraction(scores.full - 1, size - 1)


def opponents(scores, name):
    """Return the average of the points of all whom somebody met."""
    tables = [table.seats for table in scores.played if name in table.seats]
    met = [other for seats in tables for other in seats if other != name]
    total = sum(scores.points[other] for other in met)
    return Fraction(total, max(1, len(met)))


def head_to_head(scores, group):
    """Return what players have against each other, if every two of them met."""
    marks = dict.fromkeys(group, Fraction(0))
    for one, other in combinations(group, 2):
        both = [table for table in scores.played if {one, other} <= {*table.seats}]
        if not both:
            return {}
        won = [versus_at(table, one, other) for table in both]
        average = sum(won) / len(won)
        marks[one] += average
        marks[other] += 1 - average
    return marks


def standings(scores, players, lots):
    """Return the lines of all players; in heats those of the last round first."""
    if scores.form["kind"] != "heats":
        return lines_of(scores, players, lots)
    lines, left = [], dict(players)
    for number in range(len(scores.rounds), 0, -1):
        one = scores.alone(number)
        there = one.there()
        here = {name: left[name] for name in left if name in there}
        left = {name: left[name] for name in left if name not in there}
        lines += lines_of(one, here, lots, len(lines), one.places(here))
    nothing = Scores(scores.form, [], [])
    return lines + lines_of(nothing, left, [], len(lines))


def lines_of(scores, players, lots, above=0, before=None):
    """Return lines of standings, below so many others."""
    lines = []
    played = Counter(name for table in scores.played for name in table.seats)
    groups, marks = ranked(scores, players, lots, before)
    for group in groups:
        rank = above + len(lines) + 1
        for name in group:
            line = {
                "marks": marks[name],
                "played": played[name],
                "player": name,
                "points": scores.points[name],
                "rank": rank,
                "withdrew": players[name],
            }
            lines.append(line)
    return lines


def share(points, seat, size):
    """Return which part of the victory points of a table are those of a seat."""
    if points and sum(points) > 0:
        return Fraction(points[seat], sum(points))
    return Fraction(1, size)


def versus(mine, yours):
    """Return 1 for a better place, 1/2 for the same, 0 for a worse one."""
    return Fraction(1 + (mine < yours) - (mine > yours), 2)


def versus_at(table, one, other):
    """Return what one player has against another at a table."""
    places = table.result.places
    own, others = (places[table.seats.index(name)] for name in (one, other))
    return versus(own, others)


def split(groups, marks):
    """Split groups by marks, larger ones first; one without marks stays as it is."""
    parts = []
    for group in groups:
        held = sorted({marks[name] for name in group if name in marks}, reverse=True)
        marked = [[x for x in group if marks.get(x) == mark] for mark in held]
        parts += marked or [group]
    return parts


def check_scores(event):
    """Check that the standings follow from what was played, ruled and drawn by lot.

    Otherwise the director could choose the winner.
    """
    if not event.close or not event.form:
        return "later", "the event is not closed, or its form not known"
    after, seq = len(event.rounds) + 1, event.close["seq"]
    players = {}
    for name, player in event.players.items():
        players[name] = player.withdrew or (after if player.left else 0)
    lots = shuffle(players, event.close["chance"][0]["draws"], seq)
    scores = Scores(event.form, event.rounds, event.penalties)
    is_right = standings(scores, players, lots) == event.close["standings"]
    need(is_right, "scores", seq, "the standings do not follow")
    return "ok", many(len(players), "player")


def many(count, word):
    """Return a number of things, with its plural."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


# ---- Kinds --------------------------------------------------------------------------

EVENT_NAME = "[A-Za-z0-9][A-Za-z0-9_-]{0,39}"
MOST_BYTES_OF_NAME = 64
PLAYERS = range(2, 257)
COST = {"*": COUNT}
AS_IN_OPEN = (
    "accepts",
    "format",
    "key",
    "options",
    "pace",
    "referee",
    "rules",
    "seats",
    "table",
)
EVENT = {name: OPEN[name] for name in AS_IN_OPEN} | {
    "game": EVENT_NAME,
    "title": TEXT,
    "form": dict,
    "dice": {"n": range(1, 65_537), "anchor": HEX},
    "secret": HEX,
    "luck": "asked|none",
    "beacon": TEXT,
    "entries": {"until": COUNT, "late": COUNT, "least": PLAYERS, "most": PLAYERS},
    "checkin": COUNT,
    "rounds": [COUNT],
    "unfinished": "default|director",
    "most_games": COUNT,
}
WORD = {"player": TEXT, "came": COUNT, "sign": TEXT, "seal": HEX}
ENTRY = WORD | {"key": SEAT_KEY, "luck": ("", HEX), "seen": QUOTED_HEAD}
REVEAL = WORD | {"luck": HEX, "seen": QUOTED_HEAD}
START = {
    "entrants": NAMES,
    "luck": [HEX],
    "waiting": NAMES,
    "beacon": ("", "[0-9a-z]{1,128}"),
}
DRAW = {
    "round": NUMBER,
    "attempt": NUMBER,
    "cut": COUNT,
    "chance": CHANCE,
    "tables": [{"seats": NAMES, "cost": COST}],
    "byes": NAMES,
    "cost": COST,
    "start": COUNT,
}
PLACE = {"round": NUMBER, "table": NUMBER}
TABLE = PLACE | {"attempt": NUMBER, "id": TEXT, "open": HEX}
PLACES = {"places": [NUMBER], "points": [WHOLE]}
RESULT = PLACE | PLACES
RESULT |= {
    "attempt": NUMBER,
    "head": HEX,
    "how": "played|adjudicated|void",
    "substitutes": [[TEXT, TEXT]],
}
LINE = {
    "marks": NAMES,
    "played": COUNT,
    "player": TEXT,
    "points": WHOLE,
    "rank": NUMBER,
    "withdrew": COUNT,
}
SHAPES = {
    "event": EVENT,
    "entry": ENTRY,
    "withdraw": WORD,
    "reveal": REVEAL,
    "appeal": WORD,
    "start": START,
    "draw": DRAW,
    "table": TABLE,
    "result": RESULT,
    "close": {"standings": [LINE], "chance": CHANCE, "secret": HEX},
}
RULINGS = {
    "answer": {"to": COUNT, "opens": [OPENING]},
    "cancel": {"secret": HEX},
    "discount": PLACE,
    "extend": {"round": NUMBER, "until": COUNT},
    "out": {"player": TEXT},
    "penalty": {"player": TEXT, "round": NUMBER, "parts": range(12_001)},
    "redraw": {"round": NUMBER},
    "replace": PLACE | {"player": TEXT, "by": TEXT},
    "replay": PLACE,
    "result": PLACE | PLACES,
}


def shape_of(entry):
    """Return the shape that an entry must have; None if there is no such kind."""
    if not isinstance(entry, dict):
        return None
    kind, act = str(entry.get("kind")), str(entry.get("act"))
    if kind == "ruling" and act in RULINGS:
        return IN_EVERY_ENTRY | {"act": TEXT, "reason": TEXT} | RULINGS[act]
    return IN_EVERY_ENTRY | SHAPES[kind] if kind in SHAPES else None


def can_be(entry):
    """Tell whether an entry has the fields of its kind, and what is in them can be."""
    shape = shape_of(entry)
    if not shape or not fits(entry, shape) or entry.get("came", 0) > entry["at"]:
        return False
    if entry["kind"] == "entry":
        return is_name(entry["player"]) and entry["key"] != ""
    return entry["kind"] != "event" or are_terms(entry)


def is_name(name):
    """Tell whether a name is printable, not too long, and has no blanks around it."""
    is_short = 0 < len(name.encode()) <= MOST_BYTES_OF_NAME
    return is_short and verify.is_printable(name) and name == name.strip()


def are_terms(first):
    """Tell whether the terms of an event can be: instants in order, bounds, a key."""
    entries, rounds, seats = first["entries"], first["rounds"], first["seats"]
    if entries["least"] > entries["most"] or entries["late"] > len(rounds):
        return False
    is_asked = first["luck"] == "asked"
    if is_asked and (first["beacon"] or first["checkin"] < entries["until"]):
        return False
    if not is_asked and first["checkin"] != entries["until"]:
        return False
    instants = [first["checkin"], *rounds]
    is_rising = all(one < later for one, later in pairwise(instants))
    if first["pace"] and not verify.is_pace(first["pace"]):
        return False
    is_table = len(seats) > 1 and verify.is_set(seats, seats)
    is_right = is_rising and is_table and len(rounds) > 0
    return is_right and not verify.is_weak(unhex(first["key"]))


@dataclass
class Player:
    """Somebody who is, or was, in the event."""

    seq: int  # of the entry by which they came
    luck: str = ""  # what they committed to
    shown: str = ""  # the luck that they revealed
    since: int = 0  # the first round they are drawn in; 0: not known yet
    left: int = 0  # the entry by which they left; 0: they are here
    withdrew: int = 0  # the first round they are not drawn in any more


@dataclass
class Drawn:
    """A draw, with all that it is made from."""

    entry: dict
    candidates: list
    rounds: list
    penalties: list


@dataclass
class Named:
    """A game that a table names."""

    entry: dict  # the entry `table`
    draw: str  # the hash of its draw
    drawn_at: int
    seats: list  # the players when it was opened
    now: list  # the players now
    result: dict | None = None  # the entry `result`


class Event(verify.Record):
    """The folder of an event. What the checks find out about it is kept here."""

    def __init__(self, files, folders):
        super().__init__(files)
        self.folders = folders  # the files of each game, by its id
        self.form = None
        self.keys = {}  # of everybody who entered
        self.players = {}  # by name, in the order of entry
        self.waiting = []
        self.last_entered = 0  # the last entry `entry`
        self.is_revealing = False  # whether a luck was revealed
        self.absent = []  # who did not check in
        self.ends = []  # of the rounds
        self.cut = 0  # the last entry by which the next draw is made
        self.rounds = []
        self.redraws = []  # the numbers of rounds that are drawn again
        self.penalties = []
        self.draws = []
        self.named = {}  # games, by id
        self.appeals = {}  # the seals of those that are not answered
        self.answered = {}  # the seals of others, by the entry of the answer
        self.signers = {}  # of each word the key that must have signed it
        self.checked = set()  # words whose signatures were checked

    def active(self):
        """Return who is in the event, in the order of entry."""
        return [name for name, player in self.players.items() if not player.left]

    def table_of(self, entry):
        """Return the table that an entry is about; None if there is none."""
        if entry["round"] > len(self.rounds):
            return None
        tables = self.rounds[entry["round"] - 1].tables
        return tables[entry["table"] - 1] if entry["table"] <= len(tables) else None

    def open_tables(self):
        """Return the tables that have no result."""
        tables = [table for one in self.rounds for table in one.tables]
        return [table for table in tables if table.result is None]


WORDS = ("entry", "withdraw", "reveal", "appeal")
CUTTING_RULINGS = ("discount", "penalty", "redraw", "replay", "result")
RULINGS_BEFORE_START = ("answer", "cancel", "out")


def check_record(event):
    """Read the record: check each entry by itself, and then in its place.

    Each step depends on those before it, so the first one that is wrong is named.
    """
    for seq, line in enumerate(verify.lines_of(event.files, "log.jsonl")):
        entry = verify.parse(line, seq)
        verify.check_format(entry, "event")
        why = "not the fields of its kind, or what cannot be"
        need(can_be(entry), "bytes", seq, why)
        check_place(event, entry, seq)
        event.add(entry, line)
        take(event, entry)
    need(event.entries, "chain", None, "the record is empty")
    size = len(event.entries)
    return "ok", f"{size} entries, head {event.heads[size]}"


def check_place(event, entry, seq):
    """Check an entry against all before it, and do what it says."""
    check_chain(event, entry, seq)
    kind = entry["kind"]
    if kind in WORDS:
        check_word(event, entry)
    if kind == "close" or entry.get("act") == "cancel":
        check_secret(event, entry)
    if kind == "event":
        event.ends = list(entry["rounds"])
    if kind == "appeal":
        event.appeals[seq] = entry["seal"]
    if kind in READERS:
        READERS[kind](event, entry)


def check_chain(event, entry, seq):
    """Check that an entry follows the one before, and may stand there.

    As in a game: nothing can be changed, left out, put in or moved over unseen.
    """
    if seq == 0:
        event.first = entry
    last = event.entries[-1] if seq else entry
    is_next = (entry["seq"], entry["prev"]) == (seq, event.heads[seq])
    is_next = is_next and entry["game"] == event.first["game"]
    is_next = is_next and entry["at"] >= last["at"]
    why = "seq, prev, game or time is not that of the next entry"
    need(is_next, "chain", seq, why)
    is_right = not event.over and (entry["kind"] == "event") == (seq == 0)
    need(is_right, "chain", seq, "after the end, or no `event` first")
    is_right = may_follow_start(entry) if event.start else may_precede_start(entry)
    need(is_right, "chain", seq, "before the start, or started before")


def may_precede_start(entry):
    """Tell whether an entry may stand before the start, or is the start."""
    is_ruling = entry.get("act") in RULINGS_BEFORE_START
    return is_ruling or entry["kind"] in ("event", "start", *WORDS)


def may_follow_start(entry):
    """Tell whether an entry may stand after the start: there is no second one."""
    return entry["kind"] not in ("start", "reveal")


def check_secret(event, entry):
    """Check the secret at the end: from it the dice of all games follow."""
    secret = tagged("event", entry["game"], unhex(entry["secret"])).hex()
    why = "the secret revealed is not the one `event` is bound to"
    need(secret == event.first["secret"], "games", entry["seq"], why)


def take(event, entry):
    """Keep of an entry what later ones are checked against."""
    kind, act = entry["kind"], entry.get("act")
    if kind in ("start", "result") or act in CUTTING_RULINGS:
        event.cut = entry["seq"]
    if kind == "close" or act == "cancel":
        event.over = entry


# ---- Who enters ---------------------------------------------------------------------


def check_word(event, entry):
    """Check a word of a player: of somebody who entered, with the right kind of key.

    Otherwise the director could enter people, or take them out, in their names.
    """
    seq, player, sign = entry["seq"], entry["player"], entry["sign"]
    key = entry.get("key", event.keys.get(player, ""))
    is_right = sign in event.first["accepts"]
    if "seen" in entry:
        seen = entry["seen"]
        head = event.heads.get(seen["size"], "")
        is_right = is_right and seen["size"] <= seq and head.startswith(seen["head"])
    why = "a head of another chain, or signed by a kind that is not accepted"
    need(is_right, "chain", seq, why)
    has_entered = "key" in entry or player in event.keys
    need(has_entered, "entrants", seq, f"{player!r} has not entered")
    is_own = sign in (*ENTERED_HERE, verify.kind_of(key))
    need(is_own, "entrants", seq, f"not signed by a key of {player!r}")
    event.signers[seq] = key


def read_entry(event, entry):
    """Somebody enters: once, by the terms, in time, and with a luck if it is asked.

    Somebody with two names could meet the other one, and lose on purpose.
    """
    seq, player, key = entry["seq"], entry["player"], entry["key"]
    keys = {other for name, other in event.keys.items() if name != player}
    is_new = player not in event.keys or (event.start and player in event.waiting)
    is_new = is_new and (key == "desk" or key not in keys)
    is_right = is_new and entry["seen"]["size"] == 1
    why = f"{player!r} or the key has entered, or does not quote the terms"
    need(is_right, "entrants", seq, why)
    is_right = has_room(event) if event.start else is_early(event, entry)
    why = f"{player!r} enters too late, or finds no room"
    need(is_right, "entrants", seq, why)
    is_asked = event.first["luck"] == "asked" and not event.start
    why = f"a luck of {player!r} that is not asked, or none"
    need(bool(entry["luck"]) == is_asked, "luck", seq, why)
    event.keys[player], event.last_entered = key, seq
    come(event, player, seq, luck=entry["luck"])


def is_early(event, entry):
    """Tell whether somebody enters before the entries close, and before any reveal."""
    is_timely = entry["came"] <= event.first["entries"]["until"]
    return is_timely and not event.is_revealing


def has_room(event):
    """Tell whether somebody may still enter after the start."""
    entries = event.first["entries"]
    is_early_enough = len(event.rounds) < entries["late"]
    return is_early_enough and len(event.active()) < entries["most"]


def come(event, player, seq, *, luck="", since=0):
    """Let somebody be in the event."""
    stop_waiting(event, player)
    one = event.players.setdefault(player, Player(seq, luck))
    one.since = one.since or since


def stop_waiting(event, player):
    """Take somebody off the waiting list."""
    event.waiting = [name for name in event.waiting if name != player]


def leave(event, entry, check):
    """Let somebody leave who is in the event, or waits for a place."""
    player, seq = entry["player"], entry["seq"]
    is_there = player in event.active() + event.waiting
    need(is_there, check, seq, f"{player!r} has left")
    stop_waiting(event, player)
    if player in event.players:
        event.players[player].left = seq


def read_withdraw(event, entry):
    """Somebody withdraws who is there."""
    leave(event, entry, "entrants")


def read_reveal(event, entry):
    """A luck is revealed: the one committed to, once, in time, when all have entered.

    Otherwise the director, who knows it then, could let somebody enter whose luck
    gives a better draw for a friend.
    """
    seq, player, first = entry["seq"], entry["player"], event.first
    need(player in event.active(), "entrants", seq, f"{player!r} has left")
    one = event.players[player]
    is_right = verify.commitment(first, player, entry["luck"]) == one.luck
    until, checkin = first["entries"]["until"], first["checkin"]
    is_right = is_right and until <= entry["came"] <= checkin
    is_right = is_right and entry["seen"]["size"] > event.last_entered and not one.shown
    why = "another luck, one revealed twice, too late, or before the end of the entries"
    need(is_right, "luck", seq, why)
    one.shown, event.is_revealing = entry["luck"], True


def read_start(event, entry):
    """The event starts with those who entered, stayed, and checked in where asked.

    A director could otherwise leave somebody out, or choose whose luck counts.
    """
    seq, first = entry["seq"], event.first
    need(entry["at"] >= first["checkin"], "chain", seq, "before the check-in ends")
    is_asked, entries = first["luck"] == "asked", first["entries"]
    there = [x for x in event.active() if event.players[x].shown or not is_asked]
    most = entries["most"]
    is_right = entry["entrants"] == there[:most] and entry["waiting"] == there[most:]
    is_right = is_right and len(entry["entrants"]) >= entries["least"]
    why = "not those who entered, stayed and checked in, or too few"
    need(is_right, "entrants", seq, why)
    lucks = [event.players[name].shown for name in there[:most] if is_asked]
    is_right = entry["luck"] == lucks
    is_right = is_right and bool(entry["beacon"]) == bool(first["beacon"])
    why = "other lucks than were revealed, or a number that nobody named"
    need(is_right, "luck", seq, why)
    event.absent = [name for name in event.active() if name not in there]
    event.players = {name: event.players[name] for name in entry["entrants"]}
    for player in event.players.values():
        player.since = 1
    event.start, event.waiting = entry, entry["waiting"]
    event.joint = joint_key(first, entry)


# ---- Chance of an event -------------------------------------------------------------


def joint_key(first, start):
    """Return K, from which all draws come, and a part of the dice of all games.

    It is made of the director's secrets, which `event` binds, of the lucks of players,
    and of a public number where the terms name one: nobody can choose it alone.
    """
    parts = [unhex(first["dice"]["anchor"]), unhex(first["secret"])]
    for number, name in enumerate(start["entrants"]):
        luck = unhex(start["luck"][number]) if start["luck"] else b""
        parts += [name, luck]
    if start["beacon"]:
        parts += ["beacon", start["beacon"]]
    return tagged("joint", first["game"], *parts)


def check_seals(event):
    """Check that an answer opens the appeal that it answers, and nothing else."""
    for entry in event.entries:
        for opening in entry.get("opens", ()):
            check_opening(event, entry, opening)
    sealed = len(event.appeals) + len(event.answered)
    return "ok", f"{many(sealed, 'appeal')} sealed"


def check_opening(event, entry, opening):
    """Check one opening in an answer."""
    seal, seq = "", entry["seq"]
    sealed = event.answered.pop(seq, "")
    if opening["seq"] == entry["to"]:
        seal = sealed
    text = verify.parse_text(opening["text"], seq, "seals")
    is_right = fits(text, SEALED_SHEET) and event.is_sealed_by(opening, seal)
    need(is_right, "seals", seq, "opens another thing than the appeal")


# ---- Rounds -------------------------------------------------------------------------


def read_draw(event, entry):
    """The next round is drawn: when all have played, by what counts up to its cut.

    Without a cut the director could try out, before each draw, which of them is best
    for a friend: with somebody who wants to leave, or without.
    """
    number, seq = len(event.rounds) + 1, entry["seq"]
    attempt = 1 + event.redraws.count(number)
    is_next = number <= len(event.first["rounds"]) and not event.open_tables()
    slots = [roll["slot"] for roll in entry["chance"]]
    is_next = is_next and slots == [f"draw {number}/{attempt}"]
    told = entry["round"], entry["attempt"], entry["cut"]
    is_next = is_next and told == (number, attempt, event.cut)
    seated = {name for table in entry["tables"] for name in table["seats"]}
    is_right = is_next and {*entry["byes"]} | seated <= event.players.keys()
    why = f"not draw {number}/{attempt} by entry {event.cut}"
    need(is_right, "chain", seq, why)
    set_rounds(event, number)
    names = [name for name, one in event.players.items() if is_drawn(one, number)]
    event.draws.append(Drawn(entry, names, past_of(event), [*event.penalties]))
    tables = [Table(table["seats"]) for table in entry["tables"]]
    event.rounds.append(Round(seq, entry["at"], entry["byes"], tables))


def set_rounds(event, number):
    """Note who is drawn from this round on, and who is not any more."""
    for player in event.players.values():
        if not player.since and player.seq < event.cut:
            player.since = number
        if not player.withdrew and 0 < player.left < event.cut:
            player.withdrew = number


def is_drawn(player, number):
    """Tell whether somebody is drawn in a round."""
    has_left = 0 < player.withdrew <= number
    return 0 < player.since <= number and not has_left


def past_of(event):
    """Return the rounds so far as they are now; later rulings may change them."""
    return [replace(one, tables=[*map(replace, one.tables)]) for one in event.rounds]


def read_table(event, entry):
    """A game is opened for a table that needs one, and no player has too many.

    If a table could have two games, the director could count the better one.
    """
    seq, table, most = entry["seq"], event.table_of(entry), event.first["most_games"]
    id_ = "{game}.{round}.{table}.{attempt}".format_map(entry)
    is_right = table and not table.result and not table.game
    is_right = is_right and entry["attempt"] == table.attempt and entry["id"] == id_
    why = "no such table, it needs no game, or not this one"
    need(is_right, "chain", seq, why)
    if most:
        tables = [other for other in event.open_tables() if other.game]
        busy = Counter(name for other in tables for name in other.seats)
        is_right = all(busy[name] < most for name in table.seats)
        need(is_right, "chain", seq, "a player has too many games")
    drawn = event.rounds[entry["round"] - 1]
    table.game = id_
    hashed = event.heads[drawn.seq + 1]
    event.named[id_] = Named(entry, hashed, drawn.at, table.seats, table.seats)


def read_result(event, entry):
    """A game has come to a result. Whether it is that of the game, `games` checks."""
    seq, table = entry["seq"], event.table_of(entry)
    is_open = table and table.game and not table.result
    is_open = is_open and table.attempt == entry["attempt"]
    why = "no game of this attempt that has no result"
    need(is_open, "chain", seq, why)
    taken = [name for name, _substitute in entry["substitutes"]]
    if entry["how"] == "void":
        is_right = not (entry["places"] or entry["points"] or taken)
    else:
        is_right = taken == [name for name in table.seats if name in taken]
        is_right = is_right and has_places(entry, table)
    need(is_right, "scores", seq, "places or points that cannot be")
    substitutes = dict(entry["substitutes"])
    places, points = entry["places"], entry["points"]
    table.result = Result(entry["how"], places, points, substitutes)
    event.named[table.game].result = entry


def has_places(entry, table):
    """Tell whether there is a place for each seat, and points for each or for none."""
    size = len(table.seats)
    if len(entry["places"]) != size or len(entry["points"]) not in (0, size):
        return False
    return are_places(entry["places"])


def read_ruling(event, entry):
    """The director rules. Each ruling is an entry with a reason, and is told."""
    act, seq = entry["act"], entry["seq"]
    if "table" in entry:
        table = event.table_of(entry)
        is_right = table and not table.is_off
        if act in ("replay", "result"):
            is_right = is_right and table.result
        why = "no such table, not counted, or without a result"
        need(is_right, "chain", seq, why)
    if act in RULING_READERS:
        RULING_READERS[act](event, entry)


def rule_discount(event, entry):
    """A table does not count, for good."""
    table = event.table_of(entry)
    table.result, table.is_off = Result("void"), True


def rule_replay(event, entry):
    """A table is played once more, in another game."""
    table = event.table_of(entry)
    table.attempt, table.game, table.result = table.attempt + 1, "", None


def rule_result(event, entry):
    """The result of a table is changed; who played for whom is not."""
    table = event.table_of(entry)
    is_right = has_places(entry, table)
    need(is_right, "scores", entry["seq"], "places or points that cannot be")
    table.result = replace(
        table.result,
        how="adjudicated",
        places=entry["places"],
        points=entry["points"],
    )


def rule_replace(event, entry):
    """Somebody free gets a seat of a table without a result, or the seat is dropped.

    Otherwise the director could put a strong player into a friend's seat.
    """
    player, by, table = entry["player"], entry["by"], event.table_of(entry)
    is_right = is_free(event, by, entry["round"]) if by else can_shrink(table)
    is_right = is_right and not table.result and player in table.seats
    why = f"{player!r} does not sit there, or {by!r} waits for no seat"
    need(is_right, "chain", entry["seq"], why)
    seats = [by if name == player else name for name in table.seats]
    table.seats = [name for name in seats if name]
    if table.game in event.named:
        event.named[table.game].now = table.seats
    if by:
        come(event, by, entry["seq"], since=entry["round"])


def is_free(event, name, number):
    """Tell whether somebody waits, or is in the event and not in this round."""
    drawn = event.rounds[number - 1]
    busy = {*drawn.byes, *(name for table in drawn.tables for name in table.seats)}
    return name in event.waiting or (name in event.active() and name not in busy)


def can_shrink(table):
    """Tell whether a table may have one seat less: before its game, if two are left."""
    return not table.game and len(table.seats) > 2


def rule_redraw(event, entry):
    """The last round is drawn again, if none of its games has begun."""
    is_fresh = bool(event.rounds) and entry["round"] == len(event.rounds)
    if is_fresh:
        tables = event.rounds[-1].tables
        is_fresh = not any(table.game or table.result for table in tables)
    why = "not the last round, or it has begun"
    need(is_fresh, "chain", entry["seq"], why)
    event.rounds.pop()
    event.redraws.append(entry["round"])


def rule_penalty(event, entry):
    """Somebody loses points, in a round that is drawn."""
    is_right = entry["player"] in event.players and entry["round"] <= len(event.rounds)
    need(is_right, "chain", entry["seq"], "of nobody, or too early")
    event.penalties.append(entry)


def rule_extend(event, entry):
    """A round ends later than it was to end."""
    number = entry["round"]
    is_right = number <= len(event.ends) and entry["until"] > event.ends[number - 1]
    need(is_right, "chain", entry["seq"], "no later end")
    event.ends[number - 1] = entry["until"]


def rule_out(event, entry):
    """Somebody is taken out, but not when lucks are known and the draw is not made."""
    is_right = event.start or not event.is_revealing
    need(is_right, "chain", entry["seq"], "between the first reveal and the start")
    leave(event, entry, "chain")


def rule_answer(event, entry):
    """An appeal is answered."""
    is_right = entry["to"] in event.appeals
    need(is_right, "chain", entry["seq"], "answers no appeal")
    event.answered[entry["seq"]] = event.appeals.pop(entry["to"])


RULING_READERS = {
    "answer": rule_answer,
    "discount": rule_discount,
    "extend": rule_extend,
    "out": rule_out,
    "penalty": rule_penalty,
    "redraw": rule_redraw,
    "replace": rule_replace,
    "replay": rule_replay,
    "result": rule_result,
}


def read_close(event, entry):
    """The event is closed when everything is played; its lots are drawn then."""
    is_right = len(event.rounds) == len(event.first["rounds"])
    is_right = is_right and not event.open_tables()
    slots = [roll["slot"] for roll in entry["chance"]]
    why = "not all is played, or other rolls than the lots"
    need(is_right and slots == ["lots/1"], "chain", entry["seq"], why)
    event.close = entry


READERS = {
    "entry": read_entry,
    "withdraw": read_withdraw,
    "reveal": read_reveal,
    "start": read_start,
    "draw": read_draw,
    "table": read_table,
    "result": read_result,
    "ruling": read_ruling,
    "close": read_close,
}


def check_tables(event):
    """Check that every draw is what the form and its roll give."""
    event.form = check_form(event.first)
    for drawn in event.draws:
        check_draw(event.form, drawn)
    return "ok", f"{many(len(event.draws), 'draw')}: {searched(event)}"


# ---- Games of an event --------------------------------------------------------------

SAME_IN_GAMES = ("accepts", "key", "options", "pace", "referee", "rules", "table")
NOBODY = ""


@dataclass
class Looked:
    """What was found of a game: of which entry of the event that is told, and why."""

    verdict: str
    seq: int
    why: str = ""
    keys: dict = field(default_factory=dict)  # of the players who sat down
    is_over: bool = False
    is_bound: bool = False  # by a head that a checked sheet quotes


def check_games(event):
    """Check every game that a table names, and that it is of this event.

    A director could otherwise choose the dice or the seats of a game, open several
    and show one, or write another result than there was.
    """
    secret = unhex(event.over["secret"]) if event.over else None
    terms = event.first, event.joint, secret
    work = [(event.folders.get(id_), one, *terms) for id_, one in event.named.items()]
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(look, work))
    failed = [(one.seq, one.why) for one in found if one.verdict == "FAILED"]
    if failed:
        raise verify.BrokenError("games", *min(failed))
    is_right = event.folders.keys() <= event.named.keys()
    need(is_right, "games", None, "there is a game that no table names")
    kept = [f"{one.why}; " for one in found if one.verdict == "missing"]
    told = [*tell_acts(event)]
    told += tell_event(event, [one for one in found if one.verdict == "ok"])
    words = "; ".join([many(len(work), "game"), *map(one_line, told)])
    words = "".join(kept) + words
    if kept:
        return "missing", words
    return "ok" if event.over else "later", words


def look(work):
    """Look at one game, in a process of its own."""
    files, named, first, joint, secret = work
    seq, id_ = named.entry["seq"], named.entry["id"]
    missing = f"{id_} is missing, or cannot be checked"
    if not files:
        return Looked("missing", seq, missing)
    game = verify.Game(files)
    told = list(verify.run(game, verify.CHECKS, verify.VITAL))
    if not is_first_entry(files, named.entry["open"]):
        why = "its first entry is not the one that the table names"
        told.append(("chain", "FAILED", why))
    for check, verdict, words in told:
        if verdict == "FAILED":
            return Looked("FAILED", seq, f"{id_}: {check}: {words}")
    if {"CANNOT", "missing"} & {verdict for _check, verdict, _words in told}:
        return Looked("missing", seq, missing)
    is_right = is_opened(game, named, first, joint)
    if secret and is_right:
        is_right = is_derived(game.first, secret)
    if not is_right:
        why = f"{id_}: not opened as the event says, or with other dice"
        return Looked("FAILED", seq, why)
    if named.result and not is_result(game, named):
        why = f"{id_}: the result is not that of the game"
        return Looked("FAILED", named.result["seq"], why)
    return what_it_shows(game, named)


def is_first_entry(files, hashed):
    """Tell whether the first entry of a game has the hash that its table says."""
    first = files["log.jsonl"].partition(b"\n")[0]
    return hashlib.sha256(b"\0" + first).hexdigest() == hashed


def what_it_shows(game, named):
    """Return what a right game shows: by which keys, whether over, whether bound."""
    sat = first_seated(game)
    keys = {entry["name"]: entry["key"] for entry in sat}
    shown = verify.read_evidence(game, "other fields than evidence has")
    return Looked(
        "ok",
        named.entry["seq"],
        keys={name: keys[name] for name in named.seats},
        is_over=bool(game.over),
        is_bound=any(game.entries[line["seq"]].get("seen") for line in shown),
    )


def first_seated(game):
    """Return the entries `seat`, the last ones first: in a dict the first ones win."""
    return [entry for entry in reversed(game.entries) if entry["kind"] == "seat"]


def is_opened(game, named, first, joint):
    """Tell whether a game was opened as the event says.

    All that its dice depend on is fixed by the event and by the draw, so that nobody
    can choose it when it is known who plays.
    """
    terms, table = game.first, named.entry
    place = {name: table[name] for name in ("round", "table", "attempt")}
    place |= {"event": first["game"], "draw": named.draw}
    is_same = all(terms[name] == first[name] for name in SAME_IN_GAMES)
    is_same = is_same and terms["dice"]["n"] == first["dice"]["n"]
    is_same = is_same and game.heads[1] == table["open"]
    is_same = is_same and terms["game"] == table["id"] and terms["event"] == place
    is_same = is_same and terms["seats"] == first["seats"][: len(named.seats)]
    sat = {entry["seat"]: entry["name"] for entry in first_seated(game)}
    names = [sat.get(seat, NOBODY) for seat in terms["seats"]]
    is_same = is_same and names == named.seats and terms["at"] >= named.drawn_at
    if game.start:
        is_same = is_same and game.start["luck"] == {"event": joint.hex()}
    return is_same


def is_derived(terms, secret):
    """Tell whether ladder and hidden secret of a game follow from that of the event."""
    game, length = terms["game"], terms["dice"]["n"]
    place = [terms["event"][x] for x in ("event", "round", "table", "attempt")]
    rung = tagged("ladder", *place, key=secret)
    for number in range(length, 0, -1):
        rung = tagged("ladder", game, number, rung)
    hidden = tagged("hidden", game, tagged("hidden", *place, key=secret))
    return rung.hex() == terms["dice"]["anchor"] and hidden.hex() == terms["hidden"]


def is_result(game, named):
    """Tell whether a result of the event is that of its game, and not older."""
    result = named.result
    head = game.heads[len(game.entries)]
    if not game.over or (head, how_ended(game)) != (result["head"], result["how"]):
        return False
    if result["at"] < game.entries[-1]["at"]:
        return False
    names, ordered = holders(game)
    seats = game.first["seats"]
    for seat, old, new in zip(seats, named.seats, named.now, strict=True):
        if old != new and (new not in names[seat] or old in ordered[seat]):
            return False
    substitutes = []
    for seat, name in zip(seats, named.now, strict=True):
        last = names[seat][-1]
        if last not in (NOBODY, name) and result["how"] != "void":
            substitutes.append([name, last])
    said = game.entries[-1].get("result") or {}
    is_right = result["substitutes"] == substitutes
    is_right = is_right and result["points"] == points_of(said, seats)
    return is_right and result["places"] == ranks_of(said, seats)


def how_ended(game):
    """Return how a game ended."""
    if any(entry.get("act") == "result" for entry in game.entries):
        return "adjudicated"
    return "played" if game.close else "void"


def holders(game):
    """Return who held each seat, in turn, and who of them gave an order there."""
    seats = game.first["seats"]
    names = {seat: [] for seat in seats}
    ordered = {seat: [] for seat in seats}
    for entry in game.entries:
        seat = entry.get("seat")
        if entry["kind"] == "seat":
            names[seat].append(entry["name"])
        if entry.get("word") == "":
            ordered[seat] += names[seat][-1:]
    return names, ordered


def ranks_of(result, seats):
    """Return the places of seats by the result of a game; none if there are none."""
    ranks = result.get("ranks")
    return [ranks.get(seat) for seat in seats] if isinstance(ranks, dict) else []


def points_of(result, seats):
    """Return the victory points of seats; none if one of them lacks its own."""
    lines = result.get("points")
    if not isinstance(lines, dict):
        return []
    lines = [lines.get(seat) for seat in seats]
    points = [line.get("total") for line in lines if isinstance(line, dict)]
    is_whole = len(points) == len(seats) and all(type(one) is int for one in points)
    return points if is_whole else []


# ---- Words --------------------------------------------------------------------------


def check_evidence(event):
    """Check the signed words of players that are shown.

    Without them the director alone says who entered, withdrew, revealed and appealed.
    """
    shown = verify.read_evidence(event, "other fields than evidence has")
    used, left = set(), 0
    for line in shown:
        seq, key_id = line["seq"], event.signers.get(line["seq"])
        word = event.entries[seq] if key_id else {}
        is_open = word.get("sign") == "ssh" and event.is_sealed_by(line, word["seal"])
        need(is_open, "evidence", seq, "opens no word that was signed so")
        text, armor = verify.split_armor(line["signed"])
        sheet = verify.sheet_of(line, text)
        is_right = sheet is not None and is_said(event, word, text, sheet)
        need(is_right, "evidence", seq, "not what was signed")
        need((text, key_id) not in used, "evidence", seq, "signed once, used twice")
        used.add((text, key_id))
        is_right, is_left = verify.check_ssh(armor, text.encode(), key_id)
        need(is_right, "evidence", seq, "not signed by the key of its player")
        if is_left:
            left += 1
        else:
            event.checked.add(seq)
    words = f"{many(len(event.checked), 'word')} checked, {left} left out"
    return "ok" if shown else "none", words


def is_said(event, word, text, sheet):
    """Tell whether what was signed says what the record has taken it for."""
    found = verify.read_signed(event.first, text, sheet)
    if not found or found["game"] != word["game"]:
        return False
    if "seen" in word and verify.quoted(found) != word["seen"]:
        return False
    said, _blank, rest = sheet.partition(" ")
    luck = word.get("luck", "")
    says = {
        "entry": ("enter", f"{word['game']} {luck}".strip()),
        "withdraw": ("withdraw", word["game"]),
        "reveal": ("reveal", luck),
        "appeal": ("appeal", rest),
    }
    return (said.lower(), rest) == says[word["kind"]] and "\n" not in rest


# ---- What must be told --------------------------------------------------------------
# The page says so where it comes up: in Chance of an event, Games of an event, Words.

CHECKED = "signed"
ATTESTED = "said to be signed"
AT_THE_DESK = "entered at the desk"
MOST_CHARACTERS = 400


def shown(words):
    """Return words without what could end a line, or move what stands in it."""
    return "".join(one if one.isprintable() else "?" for one in str(words))


def one_line(words):
    """Return words that cannot look like the next thing that is told."""
    return shown(words[:MOST_CHARACTERS]).replace(";", ",")


def tell_event(event, looked):
    """Tell whose chance it was, and whatever else readers must know."""
    yield from tell_lucks(event)
    yield from tell_games(event)
    yield from tell_keys(event, looked)
    yield from tell_words(event)
    if event.appeals:
        yield f"{many(len(event.appeals), 'appeal')} not answered"


def tell_games(event):
    """Tell who entered late, and which games were not simply played."""
    for entry in event.entries:
        is_late = event.start and entry["seq"] > event.start["seq"]
        if entry["kind"] == "entry" and is_late:
            yield f"{entry['player']} entered after the start"
    for named in event.named.values():
        if named.result and named.result["how"] != "played":
            place = "{game}.{round}.{table}.{attempt} was {how}"
            yield place.format_map(named.result)
    for id_, named in event.named.items():
        if named.entry["attempt"] > 1:
            yield f"{id_} was played once more"


def tell_keys(event, looked):
    """Tell who sat down with another key, and how many games sheets vouch for.

    Of addresses (`dkim`) every record has another digest, so they are left out.
    """
    others = {}
    for one in looked:
        for name, key in one.keys.items():
            if not key.startswith("dkim:") and key != event.keys[name]:
                others[name] = f"{name} sat down with another key than he entered with"
    yield from others.values()
    over = [one for one in looked if one.is_over]
    if over:
        bound = sum(one.is_bound for one in over)
        told = "bound by a signed sheet that quotes a head"
        yield f"{told}: {bound} of {many(len(over), 'game')}"


def tell_words(event):
    """Tell for which words signatures vouch, and for which the director alone."""
    words = [event.entries[seq] for seq in event.signers]
    counts = Counter(how_said(event, word) for word in words)
    hows = (CHECKED, ATTESTED, AT_THE_DESK)
    yield f"words of players: {', '.join(f'{counts[how]} {how}' for how in hows)}"
    attested = [word for word in words if how_said(event, word) == ATTESTED]
    for name in dict.fromkeys(word["player"] for word in attested):
        yield f"that {name} signed, the director alone says"
    for name, key in event.keys.items():
        if ":" not in key:
            yield f"{name} has no key"


def how_said(event, word):
    """Return who vouches for a word."""
    if word["sign"] in ENTERED_HERE:
        return AT_THE_DESK
    return CHECKED if word["seq"] in event.checked else ATTESTED


def tell_lucks(event):
    """Tell whose chance it was, and how many draws there were to choose among."""
    start, lucks = event.start, {}  # of each player the words by which the luck came
    for entry in event.entries[: start["seq"] if start else None]:
        if entry["kind"] in ("entry", "reveal"):
            lucks.setdefault(entry["player"], []).append(entry["seq"])
    if start:
        yield f"chance: {whose_chance(event, lucks)}"
        if start["beacon"]:
            public = f"{start['beacon']!r} for {event.first['beacon']!r}"
            yield f"the public number is {public}, by the director's word"
        if not event.over:
            yield "the dice of tables are checked at the end"
    out = [f"{name} did not check in" for name in event.absent]
    left = left_after_reveal(event)
    out += [f"{name} left when a luck may have been known" for name in left]
    yield from out
    if out:
        yield f"so there were 2^{len(out)} possible draws"
    if event.over and event.over["kind"] == "ruling":
        for name, words in lucks.items():
            if len(words) > 1:
                yield f"given up when the luck of {name} was known"


def whose_chance(event, lucks):
    """Return who had a part in the draws: players, a public number, the host alone."""
    start = event.start
    if not start["luck"]:
        return "beacon" if start["beacon"] else "host"
    is_joint = any({*lucks[name]} <= event.checked for name in start["entrants"])
    return "joint" if is_joint else "attested"


def left_after_reveal(event):
    """Return who left when a luck may have been known.

    The mail of a reveal may have lain unread: its luck counts as known from the head
    on that it quotes.
    """
    sizes = [x["seen"]["size"] for x in event.entries if x["kind"] == "reveal"]
    if not sizes:
        return []
    end = event.start["seq"] if event.start else None
    entries = event.entries[min(sizes) : end]
    left = [x for x in entries if x["kind"] == "withdraw" or x.get("act") == "out"]
    return [entry["player"] for entry in left]


def tell_acts(event):
    """Tell rulings and who withdrew, each with the draw that came next."""
    kinds = [entry["kind"] for entry in event.entries]
    if "ruling" not in kinds:
        yield "no rulings"
    draws = draws_of(event)
    for entry in event.entries:
        if entry["kind"] in ("ruling", "withdraw"):
            when = draw_after(draws, entry["seq"])
            yield f"{when}: {what_was_done(event, entry)}"


def draws_of(event):
    """Return all draws: (seq, round, attempt), with the one to come if there is one."""
    entries = [entry for entry in event.entries if entry["kind"] == "draw"]
    draws = [(entry["seq"], entry["round"], entry["attempt"]) for entry in entries]
    number = len(event.rounds) + 1
    if not event.over and number <= len(event.first["rounds"]):
        attempt = 1 + event.redraws.count(number)
        draws.append((len(event.entries), number, attempt))
    return draws


def draw_after(draws, seq):
    """Return which draw came next after an entry."""
    for later, number, attempt in draws:
        if later > seq:
            return f"before draw {number}{' (again)' if attempt > 1 else ''}"
    return "no draw came after"


def what_was_done(event, entry):
    """Return a ruling in words: what about, how much, and why; or who withdrew."""
    if entry["kind"] == "withdraw":
        return f"{entry['player']} withdrew, {how_said(event, entry)}"
    about = [str(entry[x]) for x in ("round", "table", "player", "by") if x in entry]
    if "parts" in entry:
        about.append(f"points {Fraction(entry['parts'], 120)}")
    if "places" in entry:
        about.append(f"places {' '.join(map(str, entry['places']))}")
    return f"{entry['act']} ({', '.join(about)}): {entry['reason']}"


def check_result(event):
    """Check that result.json says what the record says, for those who read only it."""
    if "result.json" not in event.files:
        return verify.without_result(event)
    right = None
    if event.close:
        fields = {name: event.first[name] for name in ("game", "rules", "title")}
        right = verify.canonical(fields | {"standings": event.close["standings"]})
    is_right = event.files["result.json"] == right
    need(is_right, "result", None, "result.json is not what the record says")
    return "ok", "as in the record"


# ---- What must be rejected in an event ----------------------------------------------

# The table of contents: in this order the checks are made, and told. Behind each are
# the sections above that belong to it.
CHECKS = {
    "chain": check_record,  # Kinds, Who enters, Rounds
    "ladder": verify.check_ladder,  # Chance of an event, as are the next two
    "draws": verify.check_draws,
    "seals": check_seals,
    "evidence": check_evidence,  # Words
    "tables": check_tables,  # Values, Chance, Tables and byes, Swiss, Heats, All meet
    "scores": check_scores,  # Points, Standings
    "games": check_games,  # Games of an event, What must be told
    "note": verify.check_note,
    "result": check_result,
}
VITAL = ("chain",)  # if it fails, the others would mean nothing


def verify_event(files, folders):
    """Check an event, and give a name, a verdict and words for each check.

    `files` are the bytes of each file of the folder, by name; `folders` are the same
    of each game, by its id.
    """
    event = Event(files, folders)
    for name, verdict, words in verify.run(event, CHECKS, VITAL):
        if verdict != "none":
            yield name, verdict, words


def main():
    """Read a folder, check it, print a line for each check; return the exit code."""
    help_text = "an exported event: log.jsonl .. and games/ID/ of each"
    folder = verify.arguments(__doc__, help_text).dir
    if not (folder / "log.jsonl").is_file():
        print(f"{folder} is no export: it holds no log.jsonl")
        return 2
    try:
        homes = [path.parent for path in folder.glob("games/*/log.jsonl")]
        games = {home.name: verify.read_folder(home) for home in homes}
        told = list(verify_event(verify.read_folder(folder), games))
    except OSError as error:
        told = [("bytes", "FAILED", error)]
    for name, verdict, words in told:
        print(f"{verdict:<7} {name:<8} {shown(words)}")
    return verify.exit_code(told)


if __name__ == "__main__":
    raise SystemExit(main())
