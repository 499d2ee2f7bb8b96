"""What somebody is told: parts beside a report, or a slip, a short letter about no position."""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, get_args

from msgspec import Struct, convert

from pbem.referee.language.problem import Problem
from pbem.report.safe_text import print_problem, printed

_LONGEST = 1_000
_WIDEST = 34  # columns of a cell in text


# What lines of an answer are about, in the order of a page.
Topic = Literal[
    "frozen",  # why nothing can be added to the game now
    "taken_over",  # the reader has got his seat just now: from whom, and why
    "request",  # who asks for a takeback, and how to agree
    "press",  # what other players have to say
    "past",  # which entry a report on the past is about
    "understood",
    "preview",  # what a sheet would do
    "played",
    "planned",  # lines that still wait for their decision
    "unused",  # lines whose turn is over
    "silence",  # what happens if nothing else arrives
    "held",  # until when the answer can be taken back unseen, as the reader is told times
    "aside",  # what was decided for the reader, and waits for what others choose
    "arrived",  # when a sheet that is still to be used reached the referee, in the reader's times
    "receipt",  # the digest of that sheet
    "desk_answer",  # what a desk word is answered that has no topic of its own
    "help",  # what can be asked of the desk
]
TOPICS: tuple[Topic, ...] = get_args(Topic)


class NoticeLines(Struct, frozen=True, tag="lines"):
    """Lines on one topic that are already told."""

    topic: Topic
    lines: tuple[str, ...]


class NoticeProblems(Struct, frozen=True, tag="problems"):
    """What is wrong with a plan, or with a sheet that was refused, of which nothing was used."""

    problems: tuple[Problem, ...]
    is_refused: bool = False


class NoticeReceipt(Struct, frozen=True, tag="receipt"):
    """That a sheet is still to be used, and when it came: the referee signs for its digest."""

    digest: str
    came: int


class NoticeReminder(Struct, frozen=True, tag="reminder"):
    """When the reader was found not to have answered; the referee signs that."""

    at: int


class NoticeSettled(Struct, frozen=True, tag="settled"):
    """That what is asked was answered, and waits for others; or was decided for the reader."""

    is_decided: bool


NoticePart = NoticeLines | NoticeProblems | NoticeReceipt | NoticeReminder | NoticeSettled
Notices = tuple[NoticePart, ...]
NOTHING: Notices = ()
Found = TypeVar("Found", NoticeReceipt, NoticeReminder, NoticeSettled)


def about(topic: Topic, *lines: str) -> Notices:
    """Return lines as a part; nothing if there are none."""
    return (NoticeLines(topic, lines),) if lines else NOTHING


def instead(notices: Notices, topic: Topic, *lines: str) -> Notices:
    """Return what is told with these lines instead of all others on their topic."""
    others = (part for part in notices if not _is_about(part, topic))
    return (*others, *about(topic, *lines))


def _is_about(part: NoticePart, topic: Topic) -> bool:
    return isinstance(part, NoticeLines) and part.topic == topic


def lines_in(notices: Notices, topic: Topic) -> tuple[str, ...]:
    """Return all lines on a topic."""
    parts = (part for part in notices if isinstance(part, NoticeLines))
    return tuple(line for part in parts if part.topic == topic for line in part.lines)


def problems_in(notices: Notices) -> tuple[Problem, ...]:
    """Return all problems that are told."""
    parts = (part for part in notices if isinstance(part, NoticeProblems))
    return tuple(problem for part in parts for problem in part.problems)


def is_refusal(notices: Notices) -> bool:
    """Tell whether nothing of a sheet was used."""
    return any(isinstance(part, NoticeProblems) and part.is_refused for part in notices)


def find_part(notices: Notices, kind: type[Found]) -> Found | None:
    """Return the part of a kind, if there is one."""
    return next((part for part in notices if isinstance(part, kind)), None)


def read_notices(content: Any) -> Notices:
    """Return what is told from plain data; ValidationError if it is none.

    Letters that a desk of before has asked for have one field for each of the parts.
    """
    return convert(_parts_of(content) if isinstance(content, dict) else content, Notices)


def _parts_of(fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return parts from one field for each of them."""
    lines = {**fields, "frozen": [fields["frozen"]] if fields.get("frozen") else [], "receipt": []}
    parts = [{"type": "lines", "topic": topic, "lines": lines[topic]} for topic in TOPICS if lines.get(topic)]
    if fields.get("problems") or fields.get("is_refused"):
        problems, is_refused = fields.get("problems", []), fields.get("is_refused", False)
        parts.append({"type": "problems", "problems": problems, "is_refused": is_refused})
    if fields.get("receipt"):
        parts.append({"type": "receipt", "digest": fields["receipt"], "came": fields.get("came", 0)})
    if fields.get("reminder"):
        parts.append({"type": "reminder", "at": fields["reminder"]})
    if fields.get("is_kept") or fields.get("is_decided"):
        parts.append({"type": "settled", "is_decided": fields.get("is_decided", False)})
    return parts


class Part(Struct, frozen=True):
    """One thing of a list: lines that are already told, below them lines to be copied, and a table.

    Of the table the first row is its head; every row has as many cells.
    """

    told: tuple[str, ...]
    lines: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()

    @property
    def aligned(self) -> tuple[str, ...]:
        """The rows of the table as lines of text: words to the left, numbers to the right."""
        widths = [min(max(map(len, column)), _WIDEST) for column in zip(*self.rows, strict=True)]
        return tuple("  ".join(map(_cell, row, widths)).rstrip() for row in self.rows)


def _cell(text: str, width: int) -> str:
    is_number = bool(text) and not text[0].isalpha()
    return text[:width].rjust(width) if is_number else text[:width].ljust(width)


class Slip(Struct, frozen=True):
    """What is asked for: the phrases it says, with what stands in their places, problems, a list, lines to be copied.

    `note` is the referee's signed word on the head of a game.
    """

    phrases: tuple[str, ...]
    places: dict[str, str] = {}
    problems: tuple[Problem, ...] = ()
    lines: tuple[str, ...] = ()
    note: str = ""
    parts: tuple[Part, ...] = ()


class SlipPage(Struct, frozen=True):
    """Everything a slip says. The templates see this and nothing else."""

    language: str
    subject: str
    phrases: tuple[str, ...]
    places: dict[str, str]
    problems: tuple[Problem, ...]
    parts: tuple[Part, ...]
    lines: tuple[str, ...]
    note: str


def slip_page(slip: Slip, *, subject: str, language: str) -> SlipPage:
    """Make a slip ready to be written; whatever somebody else wrote in it is made safe to print."""
    return SlipPage(
        language=language,
        subject=printed(subject),
        phrases=slip.phrases,
        places={name: printed(text, _LONGEST) for name, text in slip.places.items()},
        problems=tuple(map(print_problem, slip.problems)),
        parts=tuple(map(_printed_part, slip.parts)),
        lines=tuple(map(printed, slip.lines)),
        note=slip.note,
    )


def _printed_part(part: Part) -> Part:
    told = tuple(printed(line, _LONGEST) for line in part.told)
    rows = tuple(tuple(map(printed, row)) for row in part.rows)
    return Part(told, tuple(map(printed, part.lines)), rows)
