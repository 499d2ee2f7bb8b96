"""`rules.py` and `telling.py` name the contract, and drawings are loaded when one is drawn."""

import subprocess
import sys

import pytest

from pbem.games.found import find, named
from pbem.games.game import Game
from pbem.games.kit.wiring.rules import Rules
from pbem.games.kit.wiring.telling import Telling
from pbem.games.kit.wiring.wired import WiredGame

PARTS = {"table_faults", "opening_faults", "page"}  # of `faults`, `draw` and `describe`


@pytest.mark.parametrize("fields", [Rules.__struct_fields__, Telling.__struct_fields__], ids=["rules", "telling"])
def test_what_is_wired_is_named_like_the_contract(fields: tuple[str, ...]) -> None:
    assert {name for name in fields if not hasattr(Game, name)} <= PARTS


def test_a_wired_game_has_no_method_left_to_write() -> None:
    assert WiredGame.__abstractmethods__ == frozenset()


@pytest.mark.parametrize("key", find())
def test_the_drawings_of_a_game_are_loaded_when_something_is_drawn(key: str) -> None:
    assert isinstance(named(key), WiredGame)
    script = f"import sys, pbem.games.{key} as g; g.GAME; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], text=True, capture_output=True, check=True).stdout.split()
    assert f"pbem.games.{key}.telling" in loaded
    assert not [name for name in loaded if name.startswith(f"pbem.games.{key}.picture")]
