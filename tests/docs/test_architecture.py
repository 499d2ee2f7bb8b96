"""The page about the house names modules and rooms that are there, and its walks stay short."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
PAGE = (HOUSE / "docs" / "architecture.md").read_text(encoding="utf-8")
MOST_MODULES = 22
MOST_CHANGES = 10


WALKS = ("One mail's way through it", "A verification", "A round of an event")


def walked(walk: str = WALKS[0]) -> list[str]:
    """Return the modules of a walk in order: those of its numbered steps."""
    _, _, rest = PAGE.partition(f"## {walk}\n")
    way, _, _ = rest.partition("\n## ")
    steps = re.findall(r"^(?:\d\. |   ).*$", way, re.MULTILINE)
    return re.findall(r"`([a-z_/]+\.py)`", "\n".join(steps))


@pytest.mark.parametrize("walk", WALKS)
def test_every_module_of_a_walk_is_there(walk: str) -> None:
    modules = walked(walk)
    assert 10 < len(set(modules)) <= MOST_MODULES
    for module in modules:
        assert (HOUSE / "pbem" / module).is_file(), module


def test_every_room_of_the_first_picture_is_there() -> None:
    picture = PAGE.split("```")[1]
    homes = re.findall(r"^ ([a-z]+)/ ", picture, re.MULTILINE)
    assert {path.parent.name for path in (HOUSE / "pbem").glob("*/__init__.py")} == set(homes)
    inside = re.findall(r"^ {8,}((?:[a-z]+/ )+)", picture, re.MULTILINE)
    rooms = {name.strip("/") for line in inside for name in line.split()}
    desk = {path.parent.name for path in (HOUSE / "pbem" / "desk").glob("*/__init__.py")}
    commands = {path.parent.name for path in (HOUSE / "pbem" / "cli").glob("*/__init__.py")}
    assert rooms == desk | commands


def test_the_way_of_a_mail_goes_through_few_modules_and_changes_package_rarely() -> None:
    modules = walked()
    packages = [module.partition("/")[0] for module in modules]
    changes = sum(one != next_one for one, next_one in pairwise(packages))
    assert 10 < len(set(modules)) <= MOST_MODULES
    assert changes <= MOST_CHANGES


def test_every_file_and_folder_that_the_page_names_is_there() -> None:
    before_the_map, _, _ = PAGE.partition("## Every room")
    for name in re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.[a-z]+)`", before_the_map):
        assert (HOUSE / name).exists() or (HOUSE / "pbem" / name).exists(), name
