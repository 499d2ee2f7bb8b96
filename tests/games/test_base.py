"""What the plumbing of a game leaves to be written is said where one looks for it."""

import re

import pytest

from pbem.games.kit.base import BaseGame


def test_the_docstring_names_every_method_that_remains_to_be_written() -> None:
    _, _, remains = (BaseGame.__doc__ or "").partition("What remains to be written")
    needed, _, _ = remains.partition("only where the rules need them")
    named = set(re.findall(r"`([a-z_]+)`", needed)) - {"meta", "bots"}
    assert named == BaseGame.__abstractmethods__


@pytest.mark.parametrize("name", ["resolve", "vacate", "house"])
def test_what_the_rules_may_need_has_a_default(name: str) -> None:
    assert name not in BaseGame.__abstractmethods__
    assert hasattr(BaseGame, name)
