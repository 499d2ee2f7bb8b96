"""What the page about mail tells players to compute is what the record expects."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.post.hearing.games.word_answers import HELP
from pbem.desk.wording.desk_words import WORDS
from pbem.record.dice.fair import luck_commitment

PAGE = (Path(__file__).parents[2] / "docs" / "mail.md").read_text(encoding="utf-8")


def test_the_luck_that_a_player_makes_by_hand_is_a_commitment() -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code is not None
    names: dict[str, Any] = {}
    exec(code[1], names)
    luck: Callable[[str, str, bytes], str] = names["luck"]
    assert luck("f2", "blue", bytes(32)) == luck_commitment("f2", "blue", bytes(32)).hex()


@pytest.mark.parametrize("key", [*HELP, "withdraw"])
def test_every_word_that_help_tells_stands_in_the_table_in_all_languages(key: str) -> None:
    cells = [line.split("|")[1:5] for line in PAGE.splitlines() if line.startswith("| `")]
    rows = [tuple(cell.split("`")[1].split()[0] for cell in row) for row in cells if len(row) == 4 and "`" in row[3]]
    assert WORDS[key] in rows
