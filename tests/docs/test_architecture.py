"""The page about the house names modules that are there, and the way of a mail stays short."""

import re
from itertools import pairwise
from pathlib import Path

HOUSE = Path(__file__).parents[2]
PAGE = (HOUSE / "docs" / "architecture.md").read_text(encoding="utf-8")
MOST_MODULES = 22
MOST_CHANGES = 10


def walked() -> list[str]:
    """Return the modules of the way of a mail, in order."""
    _, _, rest = PAGE.partition("## One mail's way through it")
    way, _, _ = rest.partition("\n## ")
    return re.findall(r"`([a-z_/]+\.py)`", way)


def test_every_module_on_the_way_of_a_mail_is_there() -> None:
    for module in walked():
        assert (HOUSE / "pbem" / module).is_file(), module


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
