"""docs/events.md written a second time, straight from its sentences: slow, plain, with nothing of pbem imported.

Values are what JSON gives: dicts, lists, names, integers.
"""

import hashlib
import hmac
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

Data = Any
PARTS = ("excess", "repeats", "short", "spread", "seats")


def stream(key: bytes) -> Iterator[int]:
    """Yield the bytes of a roll."""
    block = 0
    while True:
        fields = (b"pbem/fair/1", b"stream", block.to_bytes(8, "big"))
        message = b"".join(len(field).to_bytes(4, "big") + field for field in fields)
        yield from hmac.new(key, message, hashlib.sha256).digest()
        block += 1


def below(source: Iterator[int], n: int) -> int:
    bits = (n - 1).bit_length()
    while True:
        value = 0
        for _ in range((bits + 7) // 8):
            value = value * 256 + next(source)
        value &= (1 << bits) - 1
        if value < n:
            return value


def shuffled(source: Iterator[int], items: list[str]) -> list[str]:
    mixed = list(items)
    for i in range(len(mixed) - 1, 0, -1):
        j = below(source, i + 1)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed


def tables_of(history: Data) -> list[Data]:
    every = [table for drawn in history["rounds"] for table in drawn["tables"]]
    return [table for table in every if table["result"] is None or table["result"]["how"] != "void"]


def results_of(history: Data) -> list[Data]:
    return [table for table in tables_of(history) if table["result"] is not None]


def is_own(form: Data, table: Data, name: str) -> bool:
    return form["scoring"]["substituted"] == "entrant" or name not in table["result"]["substitutes"]


def place_of(table: Data, name: str) -> int:
    place: int = table["result"]["places"][table["seats"].index(name)]
    return place


def points_at(form: Data, table: Data, name: str) -> Fraction:
    """Points by pieces, each piece 1/m of a place of the full table."""
    full, size, places = form["table"], len(table["seats"]), table["result"]["places"]
    pieces = [worth for worth in form["scoring"]["points"][:full] for _ in range(size)]
    place = place_of(table, name)
    sharing = places.count(place)
    own = pieces[(place - 1) * full : (place - 1 + sharing) * full]
    return Fraction(sum(own), len(own)) * 120


def points(form: Data, history: Data, name: str) -> Fraction:
    total = Fraction(0)
    for table in results_of(history):
        if name in table["seats"] and is_own(form, table, name):
            total += points_at(form, table, name)
    for drawn in history["rounds"]:
        total += form["scoring"]["bye"] * drawn["byes"].count(name)
    for penalty in history["penalties"]:
        total -= penalty["points"] * (penalty["player"] == name)
    return total


def sizes(form: Data, n: int) -> tuple[int, list[int]]:
    for byes in range(n):
        count = (n - byes + form["table"] - 1) // form["table"]
        spread = [(n - byes) // count] * count
        for i in range((n - byes) % count):
            spread[i] += 1
        if min(spread) >= form["least"]:
            return byes, spread
    raise AssertionError("too few")


class Round:
    """One Swiss round: who is there, and what it depends on."""

    def __init__(self, form: Data, names: list[str], history: Data, key: bytes) -> None:
        self.form, self.history = form, history
        source = stream(key)
        lots = shuffled(source, names)
        byes, self.sizes = sizes(form, len(names))

        def turn(name: str) -> tuple[int, Fraction, int]:
            had = sum(drawn["byes"].count(name) for drawn in history["rounds"])
            return had, points(form, history, name), lots.index(name)

        out = sorted(names, key=turn)[:byes]
        self.byes = [name for name in names if name in out]
        self.seated = [name for name in names if name not in out]
        starts = min(form["terms"].get("starts", 64), max(4, 2000 // len(self.seated)))
        self.shuffles = [shuffled(source, self.seated) for _ in range(starts)]
        self.score = {name: points(form, history, name) for name in self.seated}
        lacks = {name: self.lack(name) for name in self.seated}
        self.lacks = {name: lack - min(lacks.values()) for name, lack in lacks.items()}

    def lack(self, name: str) -> int:
        there = [table["seats"] for table in tables_of(self.history) if name in table["seats"]]
        return sum(self.form["table"] - len(seats) for seats in there)

    def cost(self, table: list[str]) -> list[int]:
        """The five parts of a table whose players sit in this order."""
        lacking = self.form["table"] - len(table)
        past = [one["seats"] for one in tables_of(self.history)]
        pairs = list(combinations(table, 2))
        return [
            lacking * sum(max(0, self.lacks[name] - 1) for name in table),
            sum(one in seats and other in seats for one, other in pairs for seats in past),
            lacking * sum(self.lacks[name] for name in table),
            int(sum((self.score[one] - self.score[other]) ** 2 for one, other in pairs)),
            sum(seats[seat : seat + 1] == [name] for seat, name in enumerate(table) for seats in past),
        ]

    def sit(self, table: list[str]) -> list[str]:
        return min((list(order) for order in permutations(table)), key=self.cost)

    def total(self, tables: list[list[str]]) -> list[int]:
        return [sum(parts) for parts in zip(*(self.cost(table) for table in tables), strict=True)]

    def improved(self, order: list[str]) -> list[list[str]]:
        """Steps 1 to 3 of a start."""
        order = sorted(order, key=lambda name: -self.score[name])
        ends = [sum(self.sizes[: i + 1]) for i in range(len(self.sizes))]
        table_at = [sum(place >= end for end in ends) for place in range(len(order))]
        changed = True
        while changed:
            changed = False
            for i, j in combinations(range(len(order)), 2):
                if table_at[i] != table_at[j]:
                    other = list(order)
                    other[i], other[j] = order[j], order[i]
                    two = (table_at[i], table_at[j])
                    if self.both(other, table_at, two) < self.both(order, table_at, two):
                        order, changed = other, True
        return [self.sit(self.table(order, table_at, number)) for number in range(len(ends))]

    def both(self, order: list[str], table_at: list[int], two: tuple[int, int]) -> list[int]:
        return self.total([self.sit(self.table(order, table_at, number)) for number in two])

    @staticmethod
    def table(order: list[str], table_at: list[int], number: int) -> list[str]:
        return [name for place, name in enumerate(order) if table_at[place] == number]

    def draw(self) -> Data:
        drawn = [self.improved(order) for order in self.shuffles]
        best = min(range(len(drawn)), key=lambda i: self.total(drawn[i]))
        tables = drawn[best]
        return {
            "byes": self.byes,
            "cost": dict(zip(PARTS, self.total(tables), strict=True)),
            "round": len(self.history["rounds"]) + 1,
            "start": best + 1,
            "tables": [{"cost": dict(zip(PARTS, self.cost(table), strict=True)), "seats": table} for table in tables],
        }


class Ranking:
    """Standings; `first` is what comes before points, in heats."""

    def __init__(
        self, form: Data, names: list[str], history: Data, lots: list[str], first: dict[str, Fraction] | None = None
    ) -> None:
        self.first = first or dict.fromkeys(names, Fraction(0))
        self.form, self.names, self.history, self.lots = form, names, history, lots
        self.results = results_of(history)
        everybody = {name for table in self.results for name in table["seats"]} | set(names)
        self.points = {name: points(form, history, name) for name in everybody}

    def at(self, name: str) -> list[Data]:
        return [table for table in self.results if name in table["seats"]]

    def mark(self, tie: str, name: str, group: list[str]) -> Fraction | None:
        if tie == "lot":
            return Fraction(len(self.lots) - 1 - self.lots.index(name)) if self.lots else None
        if tie == "head-to-head":
            return self.head_to_head(name, group)
        if tie == "opponents":
            met = [self.points[other] for table in self.at(name) for other in table["seats"] if other != name]
            return sum(met, Fraction(0)) / len(met) if met else Fraction(0)
        own = [table for table in self.at(name) if is_own(self.form, table, name)]
        byes = sum(name in drawn["byes"] for drawn in self.history["rounds"])
        if tie == "share":
            return Fraction(byes, self.form["table"]) + sum(self.share(table, name) for table in own)
        return sum((getattr(self, tie.replace("-", "_"))(table, name) for table in own), Fraction(0))

    def wins(self, table: Data, name: str) -> Fraction:
        winners = table["result"]["places"].count(1)
        return Fraction(int(place_of(table, name) == 1), winners)

    def share(self, table: Data, name: str) -> Fraction:
        victory, size = table["result"]["points"], len(table["seats"])
        part = Fraction(1, size)
        if victory and sum(victory) > 0:
            part = Fraction(victory[table["seats"].index(name)], sum(victory))
        return part * Fraction(size, self.form["table"])

    def sonneborn_berger(self, table: Data, name: str) -> Fraction:
        total = Fraction(0)
        for other in table["seats"]:
            if place_of(table, other) > place_of(table, name):
                total += self.points[other]
            elif other != name and place_of(table, other) == place_of(table, name):
                total += self.points[other] / 2
        return total * Fraction(self.form["table"] - 1, len(table["seats"]) - 1)

    def head_to_head(self, name: str, group: list[str]) -> Fraction | None:
        if any(not self.between(one, other) for one, other in combinations(group, 2)):
            return None
        met = [self.between(name, other) for other in group if other != name]
        return sum((sum(scores, Fraction(0)) / len(scores) for scores in met), Fraction(0))

    def between(self, name: str, other: str) -> list[Fraction]:
        both = [table for table in self.at(name) if other in table["seats"]]
        gaps = [place_of(table, other) - place_of(table, name) for table in both]
        return [Fraction(1, 2) + Fraction(int(gap > 0) - int(gap < 0), 2) for gap in gaps]

    def lines(self) -> list[Data]:
        told: dict[str, list[str]] = {name: [] for name in self.names}
        groups = self.split(self.split([self.names], self.first), self.points)
        for tie in self.form["scoring"]["ties"]:
            finer = []
            for group in groups:
                within = tie in ("head-to-head", "lot")
                marks = {name: None if within and len(group) < 2 else self.mark(tie, name, group) for name in group}
                for name, mark in marks.items():
                    told[name].append("" if mark is None else str(mark))
                known = {name: mark for name, mark in marks.items() if mark is not None}
                finer += self.split([group], known) if len(known) == len(group) else [group]
            groups = finer
        return [self.line(name, group, groups, told[name]) for group in groups for name in group]

    def line(self, name: str, group: list[str], groups: list[list[str]], marks: list[str]) -> Data:
        before = sum(len(other) for other in groups[: groups.index(group)])
        return {
            "marks": marks,
            "played": len(self.at(name)),
            "player": name,
            "points": int(self.points[name]),
            "rank": before + 1,
        }

    @staticmethod
    def split(groups: list[list[str]], marks: dict[str, Fraction]) -> list[list[str]]:
        parts = []
        for group in groups:
            held = sorted({marks[name] for name in group}, reverse=True)
            parts += [[name for name in group if marks[name] == mark] for mark in held]
        return parts


def going_on(form: Data, names: list[str], history: Data, lots: list[str]) -> list[str]:
    """Heats: who goes on after the last round, in the order of entry."""
    last = history["rounds"][-1]
    number = len(history["rounds"])
    alone = {"rounds": [last], "penalties": [one for one in history["penalties"] if one["round"] == number]}
    place = dict.fromkeys(last["byes"], 1)
    for table in results_of(alone):
        place |= dict(zip(table["seats"], table["result"]["places"], strict=True))
    there = {*last["byes"], *(name for table in last["tables"] for name in table["seats"])}
    candidates = [name for name in names if name in there]
    first = {name: Fraction(-place.get(name, 1000)) for name in candidates}
    lines = Ranking(form, candidates, alone, lots, first).lines()
    best = [line["player"] for line in lines][: form["terms"]["advance"][number - 1]]
    return [name for name in names if name in best]
