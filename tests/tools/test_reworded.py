"""The copy in which every text has other words says the same for a machine."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from shutil import copy2
from typing import Any

import pytest

from pbem.games.game import LANGUAGES
from tests.messages import assert_whole
from tools import reworded
from tools.copying import HOME

TABLES = reworded.tables(HOME)
KEEPING = [
    ("You play {seat}", "Yua pley {seat}"),
    ("there is no tournament {event!r}", "thiri os nu tuarnemint {event!r}"),
    ("Entrée {n} : où ?", "Intríi {n} : uà ?"),
    ("send `next` to <b>him</b>&nbsp;", "sind `next` tu <b>hom</b>&nbsp;"),
    ("SA1 at 12:30 UTC, --seat", "SA1 et 12:30 UTC, --seat"),
    ("la carte de {seat}", "le certi de {seat}"),
]


def texts(value: Any) -> Iterator[dict[str, str]]:
    """Return every text of a table, with its languages."""
    if set(value) == set(LANGUAGES):
        yield value
        return
    for one in value.values():
        yield from texts(one)


@pytest.mark.parametrize(("text", "other"), KEEPING)
def test_words_change_and_places_markup_and_codes_stay(text: str, other: str) -> None:
    assert reworded.reworded(text) == other


def test_every_table_that_the_house_says_its_phrases_from_is_reworded() -> None:
    names = {path.relative_to(HOME).as_posix() for path in TABLES}
    assert names >= {
        "templates/phrases.toml",
        "templates/site/phrases.toml",
        "templates/site/replay.toml",
        "templates/site/events.toml",
        "pbem/mail/messages.toml",
        "pbem/referee/messages.toml",
        "pbem/games/messages.toml",
        *(f"pbem/games/{game}/messages.toml" for game in ("alea", "fortuna", "praetor")),
    }


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.relative_to(HOME).as_posix())
def test_a_reworded_table_has_the_same_keys_and_places_and_nearly_all_its_words_are_others(
    table: Path, tmp_path: Path
) -> None:
    other = Path(copy2(table, tmp_path))
    reworded.reword(other)
    old = list(texts(tomllib.loads(table.read_text("utf-8"))))
    new = list(texts(tomllib.loads(other.read_text("utf-8"))))
    assert len(old) == len(new) > 0
    for text in new:
        assert_whole(text)
    same = [text for text in old if text in new]
    assert len(same) < len(old) / 20


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.relative_to(HOME).as_posix())
def test_what_differed_differs_in_other_words_too(table: Path, language: str) -> None:
    old = {text[language] for text in texts(tomllib.loads(table.read_text("utf-8")))}
    assert len({reworded.reworded(text) for text in old}) == len(old)


@pytest.mark.parametrize("test", reworded.about_texts())
def test_what_is_said_to_be_about_texts_is_there_and_has_a_reason(test: str) -> None:
    path, _, name = test.partition("::")
    assert (HOME / path).exists()
    assert len(reworded.about_texts()[test].split()) > 3
    if name:
        tree = ast.parse((HOME / path).read_text("utf-8"))
        assert name.partition("[")[0] in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_help_runs_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(reworded, "copy", lambda _folder: pytest.fail("the tree was copied"))
    assert reworded.main(["--help"]) == 0
    assert "python -m tools.reworded tests/desk/club" in capsys.readouterr().out
