"""What the archive's pages say: tables beside the templates, and the environment that its pages are written in."""

from collections import ChainMap
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader

from pbem.desk.wording.phrases import phrases as desk_phrases
from pbem.desk.wording.phrases import templates
from pbem.phrases import Phrases
from pbem.report import render
from pbem.sections import Sections


@cache
def _table(name: str) -> Sections:
    return Sections((templates() / "site" / name).read_text(encoding="utf-8"))


def replay_keys() -> tuple[str, ...]:
    """Return the phrases that the page of a replay needs in all languages."""
    return tuple(_table("replay.toml"))


@cache
def phrases() -> Phrases:
    """Return the phrases of all pages of the archive; acts of the referee are told as in letters."""
    tables: tuple[Any, ...] = (
        _table("replay.toml"),
        _table("phrases.toml"),
        _table("events.toml"),
        desk_phrases().table,
    )
    return Phrases(lambda: ChainMap(*tables))


@cache
def environment() -> Environment:
    """Return the Jinja2 environment of the archive's pages."""
    return render.environment(FileSystemLoader(templates()), phrases())
