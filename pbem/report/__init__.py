"""Views to pages, pages to text and HTML. Values in, words out: no files, no clock; templates are handed in."""

from pbem.report.page import Eyes, MatchInfo, Notices, Progress, TurnPage
from pbem.report.render import environment, html, subject, text
from pbem.report.turn import turn_page

__all__ = [
    "Eyes",
    "MatchInfo",
    "Notices",
    "Progress",
    "TurnPage",
    "environment",
    "html",
    "subject",
    "text",
    "turn_page",
]
