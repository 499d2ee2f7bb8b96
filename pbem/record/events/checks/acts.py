"""What the record says of the director of an event: his rulings, and when they came; whose luck was left out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from fractions import Fraction
from typing import Literal

from msgspec import UNSET, Struct

from pbem.record.events.checks.vouching import Said, by_player, left_after_reveal, sayings
from pbem.record.events.law.book import Book
from pbem.record.events.law.entry import EventEntry
from pbem.record.events.law.instants import on_calendar
from pbem.record.events.law.kinds import Appeal, Close, Draw, Enter, Reveal, Ruling, Start
from pbem.record.events.law.log import EventLog

Chance = Literal["joint", "attested", "beacon", "host", "none"]
Vouched = Literal["checked", "attested"]
End = Literal["", "closed", "cancelled"]
POINT = 120  # parts of a point


class Deed(Struct, frozen=True):
    """An act of the director, and which draw came next."""

    seq: int
    act: str
    about: str  # whom and what it is about
    before: int  # the round that the next draw was of, or will be; 0: no draw came after
    attempt: int  # the how-manieth draw of that round; 0: no draw came after
    reason: str


class Leaving(Struct, frozen=True):
    """Somebody withdrew: who vouches for it, and which draw came next, which it changes."""

    seq: int
    player: str
    said: Said
    before: int  # as of a deed
    attempt: int


class Director(Struct, frozen=True):
    """The part of a verdict that is about the director. It follows from the record and from which signatures hold.

    Whoever committed to a luck and was not drawn could have been: with m of those there were 2^m possible draws, and a
    director in league with them could choose.
    """

    end: End = ""
    rulings: dict[str, int] = {}  # by act
    acts: tuple[Deed, ...] = ()
    unrevealed: tuple[str, ...] = ()  # who committed to a luck, stayed, and did not check in
    left_after_reveal: tuple[str, ...] = ()  # who left when lucks of others may have been known, before the start
    leavings: tuple[Leaving, ...] = ()  # who withdrew, ever; who was taken out stands among the acts
    given_up: tuple[str, ...] = ()  # whose luck was known when the event was cancelled
    beacon: dict[str, str] = {}  # the public number: its `source` by the terms, and the `number` that was entered
    keyless: tuple[
        str, ...
    ] = ()  # who entered at the desk, without a key: the director alone says that there is such a one
    luck: dict[str, Vouched] = {}  # whose luck is in the draws and dice, and who vouches for it
    late: tuple[str, ...] = ()  # who entered after the start
    words: dict[str, int] = {}  # of players: how many `checked` by their signatures, `attested`, `entered` at the desk
    attested: dict[str, int] = {}  # words said to be signed, which were not checked, by player
    entered: dict[str, int] = {}  # words entered at the desk for players who have a key
    appeals: int = 0
    appeals_unanswered: int = 0
    voids: tuple[str, ...] = ()  # games, by id
    adjudicated: tuple[str, ...] = ()
    replays: tuple[str, ...] = ()  # games that are not the first of their table
    redraws: tuple[int, ...] = ()  # rounds
    rekeyed: tuple[str, ...] = ()  # who sat down at a table with another key than he entered with
    is_unsigned: bool = False  # the event is over, and there is no note by which he stands for its record


class Acting:
    """Reads a record for what its director did."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._final: Book | None = log.books[-1] if log.books else None
        self._words: dict[str, list[int]] = {}  # the entry and the reveal of each player
        self._sayings = sayings(log)
        self._acts: list[Deed] = []
        self._unrevealed: tuple[str, ...] = ()
        self._given_up: tuple[str, ...] = ()
        self._appeals = 0
        self._late: list[str] = []
        self._draws = [(entry.seq, entry.content) for entry in log.entries if isinstance(entry.content, Draw)]
        self._start: Start | None = None
        self._end: End = ""
        for entry, before in zip(log.entries[1:], log.books, strict=False):
            self._read(entry, before)

    def _read(self, entry: EventEntry, before: Book) -> None:
        content = entry.content
        match content:
            case Ruling(act=act, reason=reason):
                self._acts.append(Deed(entry.seq, act, _about(content), *self._next_draw(entry.seq), reason))
                if act == "cancel":
                    self._end = "cancelled"
                    self._given_up = tuple(name for name, entered in before.players.items() if entered.revealed)
            case Close():
                self._end = "closed"
            case Start(entrants=entrants, waiting=waiting):
                self._start = content
                self._unrevealed = tuple(name for name in before.active() if name not in {*entrants, *waiting})
            case Enter(player=player) | Reveal(player=player):
                self._words.setdefault(player, []).append(entry.seq)
                if self._start:
                    self._late.append(player)
            case Appeal():
                self._appeals += 1

    def _next_draw(self, seq: int) -> tuple[int, int]:
        """Return round and attempt of the draw that came after an entry, or that is to come; zeros if there is none."""
        for drawn, content in self._draws:
            if drawn > seq:
                return content.round, content.attempt
        book = self._final
        if book is None or book.is_over() or len(book.rounds) == len(book.terms.rounds):
            return 0, 0
        return len(book.rounds) + 1, book.next_attempt

    @property
    def _keys(self) -> dict[str, str]:
        return self._final.keys if self._final else {}

    def lucks(self, checked: Set[int]) -> dict[str, Vouched]:
        """Return who vouches for the luck of each player whose luck counts.

        It is checked if its player signed both that he entered with it and, quoting a head by which all others had
        entered, what it was. Both are words of one key, for no key changes.
        """
        if self._start is None or not self._start.luck:
            return {}
        return {
            player: "checked" if set(self._words[player][:2]) <= checked else "attested"
            for player in self._start.entrants
        }

    def chance(self, checked: Set[int]) -> Chance:
        """Return whose chance it was, if just these words were checked by their signatures."""
        if self._start is None:
            return "none"
        if self._start.beacon:
            return "beacon"
        lucks = self.lucks(checked)
        if not lucks:
            return "host"
        return "joint" if "checked" in lucks.values() else "attested"

    def told(self, *, has_note: bool, checked: Set[int] = frozenset()) -> Director:
        """Return what was found; `checked` are the words that were checked by their signatures."""
        games = self._final.games if self._final else {}
        results = {id_: named.result.how for id_, named in games.items() if named.result}
        said = [(one, one.said(checked)) for one in self._sayings]
        with_key = (one for one, how in said if how == "entered" and ":" in self._keys.get(one.player, ""))
        return Director(
            end=self._end,
            rulings=dict(sorted(Counter(deed.act for deed in self._acts).items())),
            acts=tuple(self._acts),
            unrevealed=self._unrevealed,
            left_after_reveal=left_after_reveal(self._log),
            leavings=tuple(self._leavings(checked)),
            given_up=self._given_up,
            beacon=self._beacon(),
            keyless=tuple(name for name, key in self._keys.items() if ":" not in key),
            luck=self.lucks(checked),
            late=tuple(self._late),
            words=dict(sorted(Counter(how for _one, how in said).items())),
            attested=by_player(one for one, how in said if how == "attested"),
            entered=by_player(with_key),
            appeals=self._appeals,
            appeals_unanswered=len(self._final.appeals) if self._final else 0,
            voids=_ended(results.items(), "void"),
            adjudicated=_ended(results.items(), "adjudicated"),
            replays=tuple(id_ for id_, named in games.items() if named.place.attempt > 1),
            redraws=self._final.redraws if self._final else (),
            is_unsigned=bool(self._end) and not has_note,
        )

    def _leavings(self, checked: Set[int]) -> Iterator[Leaving]:
        for one in self._sayings:
            if one.is_withdrawal:
                yield Leaving(one.seq, one.player, one.said(checked), *self._next_draw(one.seq))

    def _beacon(self) -> dict[str, str]:
        if self._final is None or not self._final.terms.beacon:
            return {}
        return {"source": self._final.terms.beacon, "number": self._start.beacon if self._start else ""}


def _about(ruling: Ruling) -> str:
    """Say what a ruling is about, in a few words."""
    named = (("round", ruling.round), ("table", ruling.table), ("", ruling.player), ("by", ruling.by))
    told = [f"{name} {value or 'nobody'}".strip() for name, value in named if value is not UNSET]
    if ruling.to is not UNSET:
        told.append(f"entry {ruling.to}")
    if ruling.until is not UNSET:
        told.append(f"until {on_calendar(ruling.until)}")
    if ruling.parts is not UNSET:
        told.append(f"points {Fraction(ruling.parts, POINT)}")
    if ruling.places is not UNSET:
        told.append(f"places {' '.join(map(str, ruling.places))}")
    return ", ".join(told)


def _ended(results: Iterable[tuple[str, str]], how: str) -> tuple[str, ...]:
    return tuple(id_ for id_, ended in results if ended == how)
