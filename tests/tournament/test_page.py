"""docs/events.md: its example is what the code does, and what a second program makes of its sentences."""

import json
import re
from pathlib import Path
from typing import Any

from msgspec import convert

from pbem.record.dice.fair import Stream
from pbem.tournament.event import check, draw, score
from pbem.tournament.found import find_forms
from pbem.tournament.scores.ties import TIE_BREAKS
from pbem.tournament.values import Entrant, Form, History, Player
from tests.tournament import by_hand
from tests.tournament.hall import plain

PAGE = (Path(__file__).parents[2] / "docs" / "events.md").read_text(encoding="utf-8")
EXAMPLE: dict[str, Any] = {
    name: json.loads(raw) for name, raw in re.findall(r"```json ([a-z]+)\n(.*?)```", PAGE, re.DOTALL)
}
NAMES = EXAMPLE["entrants"]
ENTRANTS = tuple(Entrant(Player(name)) for name in NAMES)
FORM = convert(EXAMPLE["form"], Form)
HISTORY = convert(EXAMPLE["history"], History)


def key() -> bytes:
    found = re.search(r"`draw 2/1` has the key `([0-9a-f]{64})`", PAGE)
    assert found is not None
    return bytes.fromhex(found[1])


def lots() -> tuple[Player, ...]:
    found = re.search(r"by lots in the order ([A-Za-z, ]+):", PAGE)
    assert found is not None
    return tuple(map(Player, found[1].split(", ")))


class Told:
    """The chance that the page tells."""

    def roll(self, slot: str) -> Stream:
        assert slot == "draw 2/1"
        return Stream(key())


def test_the_example_is_what_the_code_draws() -> None:
    drawn = draw(FORM, ENTRANTS, HISTORY, Told())
    assert plain(drawn) == EXAMPLE["draw"]
    assert check(FORM, ENTRANTS, HISTORY, drawn, Told()) == ()


def test_the_example_is_what_the_sentences_draw() -> None:
    assert by_hand.Round(EXAMPLE["form"], NAMES, EXAMPLE["history"], key()).draw() == EXAMPLE["draw"]


def test_the_example_is_how_the_code_ranks() -> None:
    assert plain(score(FORM, ENTRANTS, HISTORY, lots())) == EXAMPLE["standings"]


def test_the_example_is_how_the_sentences_rank() -> None:
    lines = by_hand.Ranking(EXAMPLE["form"], NAMES, EXAMPLE["history"], list(lots())).lines()
    assert [line | {"withdrew": 0} for line in lines] == EXAMPLE["standings"]


def test_every_form_and_tie_break_is_told() -> None:
    heads = re.findall(r"^## (.*)$", PAGE, re.MULTILINE)
    assert {"Swiss", "Heats and final", "All meet"} <= set(heads)
    assert len(find_forms()) == 3
    for name in TIE_BREAKS:
        assert f"\n| `{name}` | " in PAGE
