"""TOML tables of words, read part by part: a command says a dozen phrases and need not parse hundreds of them.

Nothing lies below it."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pkgutil import get_data
from typing import Any

_SECTION = re.compile(r"^(?=\[)", re.MULTILINE)


class Sections(Mapping[str, Any]):
    """A TOML table, each of whose entries is parsed when it is first asked for.

    An entry is all that stands under `[name]` and `[name.more]` or, above the first of these, in lines from `name =`
    on. No line within a text may look like the beginning of an entry; words have one line each.
    """

    def __init__(self, text: str) -> None:
        self._texts = _cut(text)
        self._parsed: dict[str, Any] = {}

    @classmethod
    def beside(cls, package: str, name: str = "messages.toml") -> "Sections":
        """Read a table that lies beside the code of a package."""
        return cls((get_data(package, name) or b"").decode())

    def __getitem__(self, name: str) -> Any:
        if name not in self._parsed:
            self._parsed[name] = tomllib.loads(self._texts[name])[name]
        return self._parsed[name]

    def __contains__(self, name: object) -> bool:
        return name in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


def _cut(text: str) -> dict[str, str]:
    """Return the text of each entry."""
    above, *sections = _SECTION.split(text)
    entries = _cut_lines(above)
    for section in sections:
        name = section[: section.index("]")].lstrip("[").partition(".")[0]
        entries[name] = entries.get(name, "") + section
    return entries


def _cut_lines(text: str) -> dict[str, str]:
    """Return the text of each entry above the first section."""
    entries: dict[str, str] = {}
    name = ""
    for line in text.splitlines(keepends=True):
        if line[0].isalpha():
            name = line.partition("=")[0].strip()
        if name:
            entries[name] = entries.get(name, "") + line
    return entries
