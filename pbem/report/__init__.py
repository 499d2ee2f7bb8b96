"""Views to pages, pages to text and HTML. Values in, words out: no files, no clock; templates are handed in."""

from pbem.report.page import MatchInfo, Notices, ProblemLine, TurnPage
from pbem.report.phrases import Phrases
from pbem.report.render import environment, html, subject, text
from pbem.report.turn import turn_page

__all__ = [
    "MatchInfo",
    "Notices",
    "Phrases",
    "ProblemLine",
    "TurnPage",
    "environment",
    "html",
    "subject",
    "text",
    "turn_page",
]
