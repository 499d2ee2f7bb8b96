"""Run the tests on a copy of the tree in which every text that people read has other words.

A test that means a fact must not care how the fact is worded. In the copy each word of each table of phrases has other
vowels: "You play {seat}" becomes "Yua pley {seat}". Places, markup, codes and words in backticks are kept, and so
are the words that players type (`words.toml`), which are grammar. A test that fails then depends on a wording. Tests
that are about the texts themselves are not run: `reworded.toml` lists them with the reason.

  python -m tools.reworded                     all tests
  python -m tools.reworded tests/desk/club     some tests; all words go to pytest
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.copying import HOME, copy_tree

ABOUT_TEXTS = HOME / "tools" / "reworded.toml"

_TEXT = re.compile(r'\b(en|it|fr|de) = "((?:[^"\\]|\\.)*)"')
_KEPT = re.compile(
    r"""
      \{[^{}]*\}          # a place
    | `[^`]*`             # what is typed
    | <[^>]*> | &\w+;     # markup
    | \\.                 # an escaped sign
    | --\w[\w-]*          # an option of a command
    | \w*[\d_/]\w*        # a code
    | \b[A-Z]{2,}\b       # a code in capitals
    | \b[Dd]e[ ](?=\{) | \b[Aa][ ](?=\{)  # small words that are joined with what follows: d'Anna, ad Anna
    """,
    re.VERBOSE,
)
_RINGS = ("aeiou", "àèìòù", "áéíóú", "âêîôû", "äöü", "ëï")
_OTHER = str.maketrans(
    {
        old: new
        for ring in _RINGS
        for letters in (ring, ring.upper())
        for old, new in zip(letters, letters[1:] + letters[:1], strict=True)
    }
)


def tables(home: Path) -> list[Path]:
    """Return every table of phrases in the house."""
    return sorted([*(home / "templates").rglob("*.toml"), *(home / "pbem").rglob("messages.toml")])


def reworded(text: str) -> str:
    """Return a text in other words: each has the vowels that follow its own."""
    parts, at = [], 0
    for kept in _KEPT.finditer(text):
        parts += (text[at : kept.start()].translate(_OTHER), kept[0])
        at = kept.end()
    return "".join((*parts, text[at:].translate(_OTHER)))


def reword(table: Path) -> None:
    """Give a table of phrases other words."""
    old = table.read_text("utf-8")
    table.write_text(_TEXT.sub(lambda found: f'{found[1]} = "{reworded(found[2])}"', old), "utf-8")


def copy(folder: Path) -> None:
    """Copy the tree, and reword the tables."""
    copy_tree(folder)
    for table in tables(folder):
        reword(table)


def about_texts() -> dict[str, str]:
    """Return the tests that are about the texts themselves, each with the reason."""
    found: dict[str, str] = tomllib.loads(ABOUT_TEXTS.read_text("utf-8"))["tests"]
    return found


def main(chosen: list[str]) -> int:
    """Copy, reword and run; return what pytest returned."""
    if "--help" in chosen:
        print(__doc__)
        return 0
    left_out = [f"--deselect={test}" for test in about_texts()]
    with TemporaryDirectory(prefix="pbem-reworded-") as folder:
        copy(Path(folder))
        command = [sys.executable, "-m", "pytest", "-n", "2", *left_out, *chosen]
        surroundings = {**os.environ, "PYTHONPATH": folder}
        return subprocess.run(command, cwd=folder, env=surroundings, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
