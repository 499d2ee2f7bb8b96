"""What the page of a replay is promised: every word told in four languages, every drawing packed."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pbem.report.replay.curve import Curve
from pbem.report.replay.story import Step, Texts


class Person(Struct, frozen=True):
    """Somebody at the table: the seat, what he is called in each language, and the page about him, "" if none."""

    seat: str
    called: Texts
    link: str = ""


class ResultLine(Struct, frozen=True):
    """A row of the result: what is counted, and of everybody how much."""

    called: Texts
    points: tuple[int, ...]


class ResultTable(Struct, frozen=True):
    """How everybody came out, the best first."""

    people: tuple[Person, ...]
    ranks: tuple[int, ...]
    totals: tuple[int, ...]
    rows: tuple[ResultLine, ...]
    ties: tuple[ResultLine, ...]


class Fact(Struct, frozen=True):
    """Something about the game: what sort of fact (`phrase` is its key), what is so, and the page about that."""

    phrase: str
    told: Texts
    is_code: bool = False
    link: str = ""


class ReplayPage(Struct, frozen=True):
    """Everything that the page of a replay shows. The template sees this and nothing else."""

    game: str
    rules: str
    titles: Texts
    called: Texts  # the page itself
    told: Texts  # in a sentence, for those who look at a list of pages
    people: tuple[Person, ...]
    has_secrets: bool
    steps: tuple[Step, ...]
    curve: Curve
    measure: Texts
    board: str  # the last position, for those without script
    board_parts: str  # that it uses
    plain: str  # the same as text, where there is no room for a drawing
    parts: str  # that the page itself uses
    result: ResultTable | None
    facts: tuple[Fact, ...]
    files: tuple[str, ...]
    data: str
    version: str  # of what made it
    has_board: bool = True  # as a drawing; else as text

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in their order."""
        return tuple(person.seat for person in self.people)


class Source(Struct, frozen=True):
    """What a page is made from besides the game itself: its files, a verdict, the log that it is entered in."""

    files: Mapping[str, bytes]
    chance: str  # whose it was, by the verdict
    said: tuple[str, ...]  # the phrases that the page needs in all languages
    log_key: str = ""  # of the archive's log, hex; "" if nobody signed it
    links: Mapping[str, str] = {}  # pages about people, by name
    event_page: str = ""  # of the event that the game is of
    version: str = ""


Story = dict[str, Any]  # what the script is told
