"""Every method and value of the Game contract has an example in its docstring, and it is true."""

import doctest
import importlib
from collections.abc import Iterator
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import pytest

from pbem.games import chance, contract, game, offers

PARTS = sorted(part.name for part in iter_modules(contract.__path__))
CONTRACT = (game, *(importlib.import_module(f"pbem.games.contract.{part}") for part in PARTS))
MODULES = (*CONTRACT, chance, offers)
JOINED = {cls.__name__ for cls in game.Game.mro()}  # their methods have examples
FINDER = doctest.DocTestFinder(exclude_empty=False)
QUIET = doctest.DocTestRunner(verbose=False, optionflags=doctest.FAIL_FAST)


def names_of(module: ModuleType) -> dict[str, Any]:
    """Return the names that examples may use: those of a module, and those of the contract."""
    names = vars(game) | vars(module)
    [opening] = [test for test in FINDER.find(game, globs=names) if test.name == game.__name__]
    assert opening.examples
    assert QUIET.run(opening, clear_globs=False).failed == 0
    return opening.globs


def is_public(name: str) -> bool:
    return not any(part.startswith("_") for part in name.split("."))


def documented() -> Iterator[Any]:
    """Yield what the public classes, methods and functions of these modules say of themselves."""
    for module in MODULES:
        for test in FINDER.find(module):
            name = test.name.removeprefix(f"{module.__name__}.")
            if name != module.__name__ and is_public(name) and name not in JOINED:
                yield pytest.param(module, test.name, id=name)


def the_test(module: ModuleType, name: str) -> doctest.DocTest:
    return next(test for test in FINDER.find(module, globs=names_of(module)) if test.name == name)


@pytest.mark.parametrize(("module", "name"), list(documented()))
def test_its_example_is_true(module: ModuleType, name: str) -> None:
    test = the_test(module, name)
    assert test.examples, f"{name} has no example"
    said: list[str] = []
    assert QUIET.run(test, out=said.append).failed == 0, "".join(said)


def test_no_method_and_no_value_of_the_contract_is_left_out() -> None:
    looked_at = {name.rpartition(".")[2] for _, name in (param.values for param in documented())}
    public = filter(is_public, dir(game.Game))
    methods = {name for name in public if callable(getattr(game.Game, name))}
    values = {name for name in game.__all__ if isinstance(getattr(game, name), type)} - {"Data"}
    assert len(methods) > 40
    assert (methods | values) - JOINED <= looked_at


def test_an_example_that_is_false_is_found() -> None:
    test = the_test(game, "pbem.games.game.Game.earlier")
    test.examples[0].want = "something else\n"
    said: list[str] = []
    assert QUIET.run(test, out=said.append).failed == 1
    assert "Expected:" in "".join(said)
