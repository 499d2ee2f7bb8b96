"""The templates as shipped, and reports ready to be looked at."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from pbem.games.game import Seat
from pbem.phrases import Phrases
from pbem.referee.language.problem import Problem
from pbem.report.notice import NOTHING, NoticeProblems, Notices, about
from pbem.report.page import Eyes, MatchInfo, Progress, RulingLine, TurnPage
from pbem.report.render import environment
from pbem.report.turn import turn_page
from tests.report.stall import BLUE, GREY, NEWS, ORANGE, PURPLE, Stall, View, sells

TEMPLATES = Path(__file__).parents[2] / "templates"
NOTE = f"""pbem/head/1 referee.example/ides
44
{"A" * 43}=

\N{EM DASH} referee.example {"b" * 92}"""
INFO = MatchInfo(
    id="ides",
    names={BLUE: "Anna", GREY: "Bruno", ORANGE: "Chloé", PURPLE: ""},
    size=44,
    head="0123456789abcdef" * 4,
    note=NOTE,
    at=1_700_000_000,
    rulings=(RulingLine("ruling_play", "grey", "no answer for a week"),),
    reply=("to: referee.example;", "seat: blue;", "seen: 44 0123456789abcdef0123456789abcdef;"),
)
NOTICES: Notices = (
    *about("understood", "sell 3 jars of oil | sell 2 jars of oil if coins >= 4", "always polish the counter"),
    *about("played", "sell 3 jars of oil"),
    *about("planned", "always polish the counter"),
    *about("unused", "sell 9 jars of oil"),
    NoticeProblems((Problem(2, "not understood", ("sell 1 jars of oil", "sell 2 jars of oil"), "sel 1 jars of oil"),)),
)


def phrase_table() -> dict[str, dict[str, str]]:
    return tomllib.loads((TEMPLATES / "phrases.toml").read_text("utf-8"))


@cache
def press() -> Environment:
    return environment(FileSystemLoader(TEMPLATES), Phrases(phrase_table()))


def page_of(seat: Seat | None, view: View | None = None, **changes: Any) -> TurnPage:
    """Return the stall's report: everybody is asked, and each part of the page has something to say."""
    info = changes.pop("info", INFO)
    eyes = Eyes(seat, changes.pop("language", "en"))
    notices = changes.pop("notices", NOTICES if seat else NOTHING)
    progress = Progress(**({"happenings": NEWS, "decisions": tuple(map(sells, INFO.names))} | changes))
    return turn_page(Stall(), info, view or View(seat), eyes, progress, notices)
