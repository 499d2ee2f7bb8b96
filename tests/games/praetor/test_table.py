"""The component table: the printed values, the sums, and every check of the loader."""

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.table.table import read, shipped

Change = Callable[[dict[str, Any]], object]


def faults_after(change: Change) -> tuple[str, ...]:
    table = copy.deepcopy(GAME.table())
    change(table)
    return GAME.faults(seats=(Seat("blue"), Seat("yellow")), options={}, table=table)


def test_the_shipped_table_is_sound() -> None:
    assert faults_after(lambda table: None) == ()


def test_sums_of_the_shipped_table() -> None:
    tiles = shipped()["tiles"]
    assert Counter(row["era"] for row in tiles) == {"0": 9, "I": 18, "II": 15}
    assert Counter(row["mark"] for row in tiles) == {2: 24, 3: 6, 4: 6, 5: 6}
    assert Counter(corner for row in tiles for corner in row["corners"]) == dict.fromkeys(range(1, 5), 42)
    assert all(max(Counter(row["corners"]).values()) <= 2 for row in tiles)


def test_printed_values_are_no_house_values() -> None:
    tiles = {row["id"]: row for row in shipped()["tiles"]}
    assert tiles["SA1"]["cost"] == {"gold": 2}
    assert tiles["SA1"]["favour"] == 1
    assert not {"cost", "favour", "fee", "colour"} & set(tiles["SA1"]["house"])
    assert "fee" not in tiles["MQ1"]["house"]
    assert {"cost", "favour", "corners"} <= set(tiles["MQ1"]["house"])
    assert shipped()["walls"][0]["house"] == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: t["tiles"][9].update(id="GM1"), "the id GM1 is used 2 times"),
        (lambda t: t["tiles"][9].update(mark=6), "tiles row 10 (SA1): "),
        (lambda t: t["tiles"][9].update(era="III"), "tiles row 10 (SA1): "),
        (lambda t: t["tiles"][9].update(cost={"gold": -1}), "tiles row 10 (SA1): "),
        (lambda t: t["tiles"][9].update(cost={"silver": 1}), "tiles row 10 (SA1): "),
        (lambda t: t["tiles"][9].update(type="bath"), "tiles row 10 (SA1): there is no tile type 'bath'"),
        (lambda t: t["tiles"][9].update(corners=[1, 2, 3, 5]), "tiles row 10 (SA1): corners [1, 2, 3, 5]"),
        (lambda t: t["tiles"][9].update(colour="grey"), "the academy and the labour camp are grey"),
        (lambda t: t["tiles"][9].update(colour="none"), "statues and arches have none"),
        (lambda t: t["tiles"][9].pop("fee"), "tiles row 10 (SA1): the fee is missing"),
        (lambda t: t["tiles"].pop(), "41 tiles where the sums say 42"),
        (lambda t: t["walls"].pop(), "13 wall sections where the sums say 14"),
        (lambda t: t["walls"][3].update(favour="many"), "walls row 4 (W04): "),
        (lambda t: t["layouts"]["2"].pop("WC1"), "layout 2: it must place exactly the start tiles"),
        (lambda t: t["layouts"]["2"].update(WC1=[0, 0]), "layout 2: two tiles lie on one cell"),
        (lambda t: t["layouts"]["2"].update(WC1=[5, 5]), "layout 2: the tiles must hang together"),
        (lambda t: t["layouts"]["2"].update(WC1=[2, 0]), "layout 2: the tiles must hang together"),
        (lambda t: t["tiles"][2].update(type="work_camp"), "layout 2: an imperial outpost is missing"),
        (lambda t: t["tiles"][3].update(type="gold_mine"), "layout 2: 3 gold mines for 2 seats"),
        (lambda t: t["boards"].pop("B3"), "board B3 is missing"),
        (lambda t: t["boards"]["A"].update(zero=4), "board A: zero = 4"),
        (lambda t: t["boards"]["A"]["morale"].reverse(), "board A: morale"),
        (lambda t: t["boards"]["A"]["active"].pop(), "board A: "),
        (lambda t: t["boards"]["B2"]["market"].update(wood=[1, 2]), "board B2: wood is bought at 1 and sold at 2"),
        (lambda t: t["boards"]["B2"]["market"].pop("wood"), "board B2: the market has no price of wood"),
        (lambda t: t["start"].update(workers=[1, 2, 9]), "the table: "),
        (lambda t: t.pop("numbers"), "the table: "),
        (lambda t: t.update(surprise=1), "the table: "),
    ],
)
def test_a_broken_table_is_refused_with_row_and_reason(change: Change, words: str) -> None:
    assert any(words in fault for fault in faults_after(change)), faults_after(change)


def test_a_deck_must_fill_the_display() -> None:
    def shrink(table: dict[str, Any]) -> None:
        for row in table["tiles"]:
            if row["era"] != "0":
                row["mark"] = 5

    assert "layout 2: a city deck of 0 tiles cannot fill a display of 3" in faults_after(shrink)


def test_two_sections_are_the_least() -> None:
    def shrink(table: dict[str, Any]) -> None:
        table["walls"] = table["walls"][:1]
        table["sums"]["walls"] = 1

    assert faults_after(shrink) == ("there must be at least 2 wall sections",)


def test_no_table_at_all() -> None:
    assert GAME.faults(seats=(Seat("blue"), Seat("yellow")), options={}, table=None)


def test_a_host_may_change_a_value() -> None:
    table = copy.deepcopy(GAME.table())
    table["tiles"][9].update(favour=7, house=[])
    table["version"] = "mine-1"
    assert GAME.faults(seats=(Seat("blue"), Seat("yellow")), options={}, table=table) == ()
    assert read(table).tiles["SA1"].favour == 7
    assert read(GAME.table()).tiles["SA1"].favour == 1
