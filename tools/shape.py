"""The shape of the house in figures, and the most that each may be: `make shape`.

  python -m tools.shape             the table
  python -m tools.shape --where     and the files that pass a limit

It counts every import of our own modules, also those inside functions. tests/test_shape.py holds imports and folders.
"""

import argparse
import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

HOME = Path(__file__).parents[1]
_LONG_LINE = 100
MOST_MODULES = 12  # of one folder

FAN_OUT = "most modules of ours that one file imports"
CHAIN = "longest chain of imports"
CIRCLE = "modules in a circle of imports"
INNER = "imports of ours inside functions"
FULL = f"folders with more than {MOST_MODULES} modules"
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Module:
    """One module: its text, and what it holds as Python reads it."""

    name: str
    path: Path
    text: str
    tree: ast.Module

    @property
    def is_room(self) -> bool:
        """Whether it is the `__init__` of a folder."""
        return self.path.name == "__init__.py"


@dataclass(frozen=True)
class Figure:
    """One line of the table: what was counted, and the most it may be; `limit` is None where none is asked."""

    name: str
    value: float
    limit: float | None
    where: tuple[str, ...] = ()

    @property
    def is_kept(self) -> bool:
        """Whether the figure is within its limit."""
        return self.limit is None or self.value <= self.limit


class House:
    """All modules below a folder, and which of them import which."""

    def __init__(self, home: Path, package: str = "pbem") -> None:
        self.modules = {module.name: module for module in _modules(home, package)}

    @cached_property
    def imports(self) -> Mapping[str, frozenset[str]]:
        """The modules of the house that each module imports, at its top or inside a function."""
        return {name: frozenset(self._imported(module)) - {name} for name, module in self.modules.items()}

    def _imported(self, module: Module) -> Iterator[str]:
        for node in ast.walk(module.tree):
            yield from filter(self.modules.__contains__, self._named(module, node))

    def _named(self, module: Module, node: ast.AST) -> Iterator[str]:
        """Yield what a statement names, if it is an import: of `from a import b` the module `a.b`, or else `a`."""
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = _source(module, node)
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield inner if inner in self.modules else source

    def inner_imports(self, module: Module) -> int:
        """Return how many statements inside functions import modules of the house."""
        found = set()
        for function in ast.walk(module.tree):
            if isinstance(function, _FUNCTIONS):
                found |= {node for node in ast.walk(function) if self._is_ours(module, node)}
        return len(found)

    def _is_ours(self, module: Module, node: ast.AST) -> bool:
        return any(name in self.modules for name in self._named(module, node))

    def cycle(self) -> tuple[str, ...]:
        """Return modules that import each other in a circle; nothing where there is no circle."""
        try:
            TopologicalSorter(self.imports).prepare()
        except CycleError as error:
            return tuple(error.args[1][1:])  # the first one is the last one, too
        return ()

    def longest_chain(self) -> tuple[str, ...]:
        """Return the longest chain of modules each of which imports the next; nothing where there is a circle."""
        if self.cycle():
            return ()
        chains: dict[str, tuple[str, ...]] = {}
        for name in TopologicalSorter(self.imports).static_order():
            below = max((chains[other] for other in self.imports[name]), key=len, default=())
            chains[name] = (name, *below)
        return max(chains.values(), key=len, default=())

    def rooms(self) -> Counter[str]:
        """Return how many modules lie in each folder."""
        return Counter(name.rpartition(".")[0] for name, module in self.modules.items() if not module.is_room)


def _source(module: Module, node: ast.ImportFrom) -> str:
    """Return the module that names are imported from; dots before its name count folders upwards."""
    named = node.module or ""
    if not node.level:
        return named
    folders = module.name.split(".")
    folders = folders[: len(folders) - node.level + module.is_room]
    return ".".join([*folders, named] if named else folders)


def _modules(home: Path, package: str) -> Iterator[Module]:
    for path in sorted((home / package).rglob("*.py")):
        name = ".".join(path.relative_to(home).with_suffix("").parts).removesuffix(".__init__")
        text = path.read_text("utf-8")
        yield Module(name, path, text, ast.parse(text))


def figures(house: House) -> Iterator[Figure]:
    """Yield all lines of the table."""
    yield from structure(house)
    yield from style(house)


def structure(house: House) -> Iterator[Figure]:
    """Yield what is counted of imports and folders."""
    fans = {name: len(imported) for name, imported in house.imports.items()}
    yield _most(FAN_OUT, fans, 20)
    chain = house.longest_chain()
    yield Figure(CHAIN, len(chain), 25, chain)
    cycle = house.cycle()
    yield Figure(CIRCLE, len(cycle), 0, cycle)
    inner = {module.name: house.inner_imports(module) for module in house.modules.values()}
    yield Figure(INNER, sum(inner.values()), 150, _listed(inner, 0))
    full = {room: count for room, count in house.rooms().items() if count > MOST_MODULES}
    yield Figure(FULL, len(full), 0, _listed(full, 0))


def style(house: House) -> Iterator[Figure]:
    """Yield what is counted of lines."""
    modules = house.modules.values()
    lines = sum(module.text.count("\n") for module in modules) / 1000
    nodes = Counter(type(node) for module in modules for node in ast.walk(module.tree))
    yield Figure("conditional expressions in 1,000 lines", nodes[ast.IfExp] / lines, 12)
    yield Figure("comprehensions in 1,000 lines", sum(nodes[kind] for kind in _COMPREHENSIONS) / lines, 22)
    long = {module.name: sum(len(line) > _LONG_LINE for line in module.text.splitlines()) for module in modules}
    yield Figure(f"lines over {_LONG_LINE} characters in 1,000", sum(long.values()) / lines, 10, _listed(long, 20))
    yield Figure("thousands of lines", lines, None)


def _most(name: str, counts: Mapping[str, int], limit: int) -> Figure:
    return Figure(name, max(counts.values(), default=0), limit, _listed(counts, limit))


def _listed(counts: Mapping[str, int], limit: int) -> tuple[str, ...]:
    over = sorted(counts.items(), key=lambda one: -one[1])
    return tuple(f"{name} {count}" for name, count in over if count > limit)


def table(found: Iterable[Figure], *, with_places: bool = False) -> str:
    """Return the figures as lines."""
    lines = [f"{'':<44}{'now':>8}{'at most':>10}"]
    for figure in found:
        limit = "" if figure.limit is None else f"{figure.limit:,g}"
        mark = "" if figure.is_kept else "  over"
        lines.append(f"{figure.name:<44}{figure.value:>8,.4g}{limit:>10}{mark}")
        if with_places and not figure.is_kept:
            lines += [f"    {place}" for place in figure.where]
    return "\n".join(lines)


def main() -> int:
    """Print the table; 1 if a figure is over its limit."""
    parser = argparse.ArgumentParser("tools.shape", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--where", action="store_true", help="name the files behind figures over their limit")
    asked = parser.parse_args()
    found = list(figures(House(HOME)))
    print(table(found, with_places=asked.where))
    return 0 if all(figure.is_kept for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main())
