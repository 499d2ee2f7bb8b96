"""The players' page is true: its orders are understood, its facts and defaults are those of the game."""

import re
from pathlib import Path

import pytest

from pbem.games.alea import GAME
from pbem.games.alea.table.table import borders, read
from pbem.games.game import Unread
from tests.games.alea.making import A, at_table, begin
from tests.games.alea.test_plans import plan

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "alea.md").read_text("utf-8")
VERBS = ("place", "add", "reroll", "keep", "card", "province", "patrician", "assign", "auto")
BLANKS = {"place BUILDING DICE", "place", "assign .., GER-M1 to GER4 extra"}


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def orders() -> list[str]:
    quoted = re.findall(r"`([^`\n]+)`", section("A turn by mail"))
    return [text for text in quoted if text.split()[0] in VERBS and text not in BLANKS]


@pytest.mark.parametrize("order", orders())
def test_its_orders_are_understood(order: str) -> None:
    assert not isinstance(GAME.parse(GAME.view(begin(4), None), order), Unread)


def test_it_has_orders_of_every_kind() -> None:
    assert {text.split()[0] for text in orders()} == set(VERBS)


def test_its_sheet_is_understood() -> None:
    sheet = section("A turn by mail").split("```")[1]
    given = plan(at_table(4, [1, 4, 4], tokens=2), sheet)
    assert (len(given.lines), len(given.always)) == (3, 3)


def test_it_names_every_fact_and_no_other() -> None:
    quoted = set(re.findall(r"`(\w+)`", section("Facts for conditions"))) | {f"die{value}" for value in range(1, 7)}
    assert quoted == set(GAME.facts(GAME.view(begin(4), begin(4).fixed.seats[A])))


def test_its_defaults_come_first() -> None:
    for option in GAME.meta.options:
        (row,) = re.findall(rf"^\| `{option.name}` \| ([^|]+) \|", PAGE, re.MULTILINE)
        named = re.findall(r"`([^`]+)`", row)
        assert tuple(named) == option.values[: len(named)]


def test_its_borders_are_those_of_the_table() -> None:
    text = " ".join(section("House values").split())
    for card, (one, other) in borders(read(GAME.table())).items():
        assert re.search(rf"{card}(?: joins)? {one} and {other}\b", text)
