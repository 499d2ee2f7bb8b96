"""The map of the house for docs/architecture.md, made from the docstrings of its rooms and modules.

`python tools/rooms.py` writes it between the two marker lines of that page; a test holds the page equal to what the
code says now.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).parent.parent / "pbem"
PAGE = HOUSE.parent / "docs" / "architecture.md"
BEGIN = "<!-- rooms: made by `make docs` from the docstrings -->"
END = "<!-- end of rooms -->"


def first_sentence(path: Path) -> str:
    """Return what a module says of itself, up to its first full stop."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    if not docstring:
        raise ValueError(f"{path} does not say what it is for")
    paragraph = " ".join(docstring.split("\n\n")[0].split())
    sentence, _, _ = paragraph.partition(". ")
    return sentence.removesuffix(".")


def rooms() -> Iterator[Path]:
    """Yield every folder of the house that holds code, in the order of their names."""
    yield from sorted(path.parent for path in HOUSE.rglob("__init__.py"))


def describe(room: Path) -> Iterator[str]:
    """Yield the lines of one room: its name, what it is for, and its modules."""
    name = room.relative_to(HOUSE.parent).as_posix()
    yield f"### `{name}/`"
    yield ""
    yield f"{first_sentence(room / '__init__.py')}."
    yield ""
    modules = sorted(path for path in room.glob("*.py") if path.name != "__init__.py")
    for module in modules:
        yield f"* `{module.stem}`: {first_sentence(module)}."
    if modules:
        yield ""


def draw_map() -> str:
    """Return the whole map as Markdown."""
    lines = [line for room in rooms() for line in describe(room)]
    return "\n".join(lines)


def with_map(page: str) -> str:
    """Return a page with the map as it is now between its markers."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{draw_map()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(with_map(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
