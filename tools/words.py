"""Every phrase beside its translation, a table for each language: read one from end to end.

python -m tools.words                      all phrases, in Italian, French and German
python -m tools.words fortuna              those of a game, or of any part of the house whose folder is named so
python -m tools.words fortuna --in de      and only in German
"""

import argparse
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

HOME = Path(__file__).parents[1]
LANGUAGES = {"it": "Italian", "fr": "French", "de": "German"}


def tables(part: str = "") -> list[Path]:
    """Return every table of phrases in the house, or those in folders of a name."""
    found = sorted([*(HOME / "templates").rglob("phrases.toml"), *(HOME / "pbem").rglob("messages.toml")])
    return [path for path in found if not part or part in path.relative_to(HOME).parts]


def page(language: str, found: Sequence[Path]) -> str:
    """Return the phrases of some tables in English and another language, as Markdown."""
    parts = [f"# English and {LANGUAGES[language]}\n"]
    for path in found:
        parts.append(f"\n## {path.relative_to(HOME).as_posix()}\n\n| English | {LANGUAGES[language]} |\n|---|---|\n")
        parts += _rows(path, language)
    return "".join(parts)


def _rows(path: Path, language: str) -> Iterator[str]:
    for texts in tomllib.loads(path.read_text("utf-8")).values():
        yield f"| {_cell(texts['en'])} | {_cell(texts[language])} |\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\u00ad", "")


def main(argv: Sequence[str] | None = None) -> int:
    """Print what is asked for; 1 if no table of phrases is in a folder of that name."""
    parser = argparse.ArgumentParser("tools.words", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "part", nargs="?", default="", help="a game, or another folder with phrases; all, if none is named"
    )
    parser.add_argument("--in", dest="language", choices=LANGUAGES, help="only this language")
    asked = parser.parse_args(argv)
    found = tables(asked.part)
    if not found:
        print(f"no folder {asked.part!r} has phrases; name a game, or nothing for all", file=sys.stderr)
        return 1
    print("\n".join(page(language, found) for language in LANGUAGES if asked.language in (None, language)), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
