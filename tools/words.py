"""Every phrase beside its translation, a page for each language: `docs/words/`. Read a page from end to end."""

import sys
import tomllib
from pathlib import Path

HOME = Path(__file__).parents[1]
PAGES = HOME / "docs" / "words"
LANGUAGES = {"it": "Italian", "fr": "French", "de": "German"}


def tables() -> list[Path]:
    """Return every table of phrases in the house."""
    return sorted([*(HOME / "templates").rglob("phrases.toml"), *(HOME / "pbem").rglob("messages.toml")])


def page(language: str) -> str:
    """Return the page of a language."""
    parts = [
        f"# English and {LANGUAGES[language]}\n\nWritten by `make docs` from the tables that its parts are named by.\n"
    ]
    for path in tables():
        rows = (
            f"| {_cell(texts['en'])} | {_cell(texts[language])} |"
            for texts in tomllib.loads(path.read_text("utf-8")).values()
        )
        parts.append(f"\n## {path.relative_to(HOME).as_posix()}\n\n| English | {LANGUAGES[language]} |\n|---|---|\n")
        parts += (f"{row}\n" for row in rows)
    return "".join(parts)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\u00ad", "")


def main() -> int:
    """Write all pages."""
    PAGES.mkdir(exist_ok=True)
    for language in LANGUAGES:
        (PAGES / f"{language}.md").write_text(page(language), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
