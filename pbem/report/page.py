"""What a turn report is made from, and what its templates are promised. Frozen values, every word already told."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from pbem.games.game import Data, Decision, Drawing, Happening, Names, Outcome, Saying, Seat
from pbem.games.kit.rows import fitted
from pbem.referee.language.problem import Problem
from pbem.report.choices import ChoiceGroup, LegendLine
from pbem.report.player_table import LedgerRow
from pbem.report.story import Chapter

_MOST_NEWS, _LONGEST_NEWS = 4, 160
# phrases that explain what a drawing may show, and how that stands in it
MARKS = {
    "mark_changed": ('class="d-changed"', 'class="d-corner"'),
    "mark_down": ('class="d-hatch"',),
    "mark_lock": ('href="#d-lock"',),
    "mark_eye": ('href="#d-eye"',),
    "mark_gone": ('href="#d-ghost-', 'href="#d-away-'),
}


class RulingLine(Struct, frozen=True):
    """An act of the referee, or of the clock (`act` is the key of its phrase), the seat it is about, and its reason.

    `begin` and `end` are times that it is about, as its reader is told them.
    """

    act: str
    seat: str
    reason: str
    begin: str = ""
    end: str = ""
    number: int = 0  # of its entry
    name: str = ""  # who has got the seat by it
    old: str = ""  # who had it before


class QuotedLine(Struct, frozen=True):
    """The newest head that a seat has quoted in an order of the record; "" and 0 where there is none yet."""

    seat: str
    size: int = 0
    head: str = ""


class AwaitedTime(Struct, frozen=True):
    """Since when a seat is awaited and until when, as its reader is told times."""

    since: str
    until: str


class MatchTime(Struct, frozen=True):
    """What a report says of clocks, as of its last entry; every word already told."""

    until: str  # when the reader is to answer; "" if he need not
    grace: str  # after that, before anything is done; "" where there is none
    is_asking: bool  # the host is asked about who is late; else the rules play for him
    banks: dict[Seat, str]
    leaves: dict[Seat, str]  # the days of the leave that a seat is on, or goes on next; "" where there is none
    awaited: dict[Seat, AwaitedTime]
    is_paused: bool = False


class MatchInfo(Struct, frozen=True):
    """The match as the desk knows it when the report is made."""

    id: str
    names: dict[Seat, str]  # public name by seat, in seat order; "" is a vacant seat
    size: int  # entries in the record
    head: str  # hash of the last entry, hex
    note: str  # the signed note over size and head, printed as it is
    at: int  # unix seconds of the last entry
    table: Data = {}  # its component table
    rulings: tuple[RulingLine, ...] = ()  # in the part of the record that is reported
    reply: tuple[str, ...] = ()  # the statements a signed answer begins with; none where nothing can be answered
    sign: str = "desk"  # the kind of key that the reader signs an answer with
    is_signed_apart: bool = False  # whether that is one which no mail program signs with
    void: str = ""  # why the game ended without a result; "" if it did not
    quoted: tuple[QuotedLine, ...] = ()  # by the other seats, in seat order
    is_sealed: bool = False  # the reader's choice stands in the record, before others are asked
    hosted: tuple[Seat, ...] = ()  # seats whose players can read the desk
    time: MatchTime | None = None
    holders: dict[Seat, tuple[str, ...]] = {}  # of a game that is over: everybody who held a seat, one after the other
    stop: tuple[str, ...] = ()  # the statements by which a reader who only watches stops that; none for others
    address: str = ""  # where answers are mailed to
    since: str = "since_letter"  # the key of the phrase that says from when on is told what happened


class Eyes(Struct, frozen=True):
    """Through whose eyes a report is written, a seat's or the public's (None), in which language, drawn or not.

    A report that `is_mailed` has a picture beside it, for mail programs show no drawings. `zone` is that of the clock
    by which a reader without a seat is told times.
    """

    seat: Seat | None = None
    language: str = "en"
    has_picture: bool = True
    is_mailed: bool = False
    zone: str = ""


class Progress(Struct, frozen=True):
    """What the game brought: what happened, whom it waits for now, and how it came out once it is over.

    `before` is the view that the reader had when it began to happen; what the board shows otherwise is marked on it.
    """

    happenings: Sequence[Happening] = ()
    decisions: Sequence[Decision] = ()
    outcome: Outcome | None = None
    before: Any = None
    held: Sequence[Names] = ()  # who held the seats at each of the happenings; none given: those who hold them now


class SheetLines(Struct, frozen=True):
    """One heading of the answer to a sheet (`phrase` is its key) and the lines below it."""

    phrase: str
    lines: tuple[str, ...]


class Badge(Struct, frozen=True):
    """The sign of a seat beside a name: a letter in its colour."""

    letter: str
    fill: str
    ink: str


class PlayerLine(Struct, frozen=True):
    """Somebody at the table; a vacant seat has no name."""

    seat: str
    name: str
    is_you: bool
    badge: Badge
    bank: str = ""  # what is left of its time
    leave: str = ""  # the days of its leave


class AwaitedLine(Struct, frozen=True):
    """Somebody else who must decide: what he does, in the third person, since when and until when."""

    told: str
    time: AwaitedTime | None = None


class Question(Struct, frozen=True):
    """What the reader is asked, and every order that answers it."""

    about: str
    groups: tuple[ChoiceGroup, ...]
    only: str  # the order that is legal, where no other is
    decline: str  # the order that declines it, "" where it must be decided
    fallback: str  # what `any` plays, and the rules for who does not answer
    effect: str  # of that
    example: str  # a line that orders one thing, or else another


class Picture(Struct, frozen=True):
    """The board as a letter shows it: the drawing that is painted, and the name that the letter has for it."""

    drawing: Drawing
    cid: str
    alt: str
    width: int


class ResultColumn(Struct, frozen=True):
    """How one seat came out."""

    seat: str
    name: str  # of everybody who held it, one after the other
    rank: int
    total: int


class ResultRow(Struct, frozen=True):
    """The points of one category, in the order of the columns."""

    category: str
    points: tuple[int, ...]


class Result(Struct, frozen=True):
    """The result table: a column per seat, best first, a row per category, and below the total what breaks ties."""

    columns: tuple[ResultColumn, ...]
    rows: tuple[ResultRow, ...]
    ties: tuple[ResultRow, ...]


class TurnPage(Struct, frozen=True):
    """Everything a turn report says. The templates see this and nothing else."""

    language: str
    subject: str
    first: Saying  # the first line, which says it all: whose turn it is, what is asked, until when
    title: str
    match: str
    stage: str  # how far the game has come; "" where it does not say
    date: str
    seat: str  # "" on a public page
    players: tuple[PlayerLine, ...]
    ledger: tuple[LedgerRow, ...]  # a cell for each of the players
    problems: tuple[Problem, ...]
    is_refused: bool  # they are why nothing of a sheet was used; else a plan has them
    sheet: tuple[SheetLines, ...]
    since: Saying  # from when on it is told what happened
    rulings: tuple[RulingLine, ...]
    chapters: tuple[Chapter, ...]
    is_cut: bool  # what is longest ago is left out
    badges: dict[Seat, Badge]
    question: Question | None
    is_kept: bool  # it was answered, and waits for the answers of others
    is_sealed: bool  # and can no longer be changed
    time: MatchTime | None
    is_reminder: bool
    awaited: tuple[AwaitedLine, ...]
    result: Result | None
    void: str  # why the game ended without a result; "" if it did not
    board_text: str
    board_svg: str  # the drawings, for wide and for narrow windows; "" where there is none
    picture: Picture | None  # in a letter
    legend: tuple[LegendLine, ...]
    hosted: str  # the seats whose players can read the desk; "" where there are none
    house: Saying | None  # what is said of values that no rule book prints
    reply: tuple[str, ...]
    stop: tuple[str, ...]  # how a reader who only watches stops that
    sign: str  # the key of the phrase that says how an answer is signed
    is_signed_apart: bool  # with a key that no mail program signs with
    size: int
    head: str
    quoted: tuple[QuotedLine, ...]
    note: str

    @property
    def has_atoms(self) -> bool:
        """Whether there is more to tell of what happened than a line for each turn."""
        return any(line.atoms for chapter in self.chapters for line in chapter.lines)

    @property
    def news(self) -> str:
        """The beginning of what happened, for the line that a list of letters shows; first what concerns the reader."""
        told = [line for chapter in self.chapters for line in chapter.lines if line.clauses]
        told.sort(key=lambda line: not line.concerns)
        whole = "; ".join(f"{line.name}: {line.told}" if line.name else line.told for line in told[:_MOST_NEWS])
        return fitted(whole, _LONGEST_NEWS)

    @property
    def marks(self) -> tuple[str, ...]:
        """The phrases that explain the signs that the drawn board has."""
        drawn = self.picture.drawing.svg if self.picture else self.board_svg
        return tuple(phrase for phrase, signs in MARKS.items() if any(sign in drawn for sign in signs))

    @property
    def has_changes(self) -> bool:
        """Whether anything in the table of players has changed."""
        return any(row.has_news for row in self.ledger)

    @property
    def has_no_clock(self) -> bool:
        """Whether what is asked may be answered at any time."""
        return self.question is not None and not self.is_kept and self.time is None

    @property
    def is_clocked(self) -> bool:
        """Whether there is anything to tell of the players' clocks."""
        return self.time is not None and any(player.bank or player.leave for player in self.players)

    @property
    def is_concerned(self) -> bool:
        """Whether something of what others did concerns the reader."""
        return any(line.concerns for chapter in self.chapters for line in chapter.lines)
