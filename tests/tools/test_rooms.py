"""The map in docs/architecture.md says what the code says."""

from pathlib import Path

import pytest

from tools import rooms


def test_the_map_of_the_house_is_what_its_docstrings_say_now() -> None:
    page = rooms.PAGE.read_text(encoding="utf-8")
    assert rooms.with_map(page) == page, "run `make docs`"


def test_every_folder_with_code_is_a_room_of_the_map() -> None:
    page = rooms.PAGE.read_text(encoding="utf-8")
    folders = {path.parent for path in rooms.HOUSE.rglob("*.py")}
    for folder in folders:
        assert f"### `{folder.relative_to(rooms.HOUSE.parent).as_posix()}/`" in page


def test_a_module_that_does_not_say_what_it_is_for_is_named(tmp_path: Path) -> None:
    silent = tmp_path / "silent.py"
    silent.write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"silent\.py does not say"):
        rooms.first_sentence(silent)
