"""The checks of an event beyond its chain: dice, what was opened, notes on its heads, and result.json."""

from collections.abc import Iterable
from typing import Any, ClassVar, Protocol

from pbem.record.checks.checker import Verdict
from pbem.record.checks.dice import Ladder, draw_again
from pbem.record.checks.files import Notes
from pbem.record.dice.seals import is_opened_by, read_order
from pbem.record.errors import Check, IntegrityError
from pbem.record.events.law.chance import event_key
from pbem.record.events.law.entry import EventEntry
from pbem.record.events.law.kinds import Appeal, Close, Draw, Event, Ruling, Start
from pbem.record.log import canonical


class EventChecker(Protocol):
    """One check of a whole record of an event."""

    check: ClassVar[Check]

    def read(self, entry: EventEntry) -> None:
        """Look at the next entry."""

    def finish(self) -> Verdict:
        """Look at the whole: "ok" is complete, "later" waits for something, "missing" lacks a file after the end."""


def is_ending(entry: EventEntry) -> bool:
    """Tell whether an event is over with this entry."""
    content = entry.content
    return isinstance(content, Close) or (isinstance(content, Ruling) and content.act == "cancel")


class EventLadder:
    """Rungs are used from the anchor up, a block for each draw."""

    check: ClassVar[Check] = "ladder"

    def __init__(self) -> None:
        self._ladder = Ladder()

    def read(self, entry: EventEntry) -> None:
        match entry.content:
            case Event(dice=dice):
                self._ladder.begin(dice)
            case Draw(game=game, chance=chance) | Close(game=game, chance=chance):
                self._ladder.climb(entry.seq, game, chance)

    def finish(self) -> Verdict:
        return "ok"


class EventDraws:
    """Every draw is what its rung, the event's K and its slot give."""

    check: ClassVar[Check] = "draws"

    def __init__(self) -> None:
        self._terms: Event | None = None
        self._key = b""

    def read(self, entry: EventEntry) -> None:
        match entry.content:
            case Event() as terms:
                self._terms = terms
            case Start() as start if self._terms is not None:
                self._key = event_key(self._terms, start)
            case Draw() | Close() as content:
                draw_again(content, self._key)

    def finish(self) -> Verdict:
        return "ok"


class EventSeals:
    """What a ruling opens is the appeal that it answers."""

    check: ClassVar[Check] = "seals"

    def __init__(self) -> None:
        self._sealed: dict[int, str] = {}

    def read(self, entry: EventEntry) -> None:
        match entry.content:
            case Appeal(seq=seq, seal=seal):
                self._sealed[seq] = seal
            case Ruling(act="answer") as ruling:
                self._open(ruling)

    def _open(self, ruling: Ruling) -> None:
        for opening in ruling.opens or ():
            sealed = self._sealed.pop(opening.seq, None) if opening.seq == ruling.to else None
            is_word = read_order(opening.text) is not None
            if sealed is None or not is_word or not is_opened_by(opening, ruling.game, sealed):
                raise IntegrityError(ruling.seq, "seals", f"what is opened is not the appeal in entry {ruling.to}")

    def finish(self) -> Verdict:
        return "ok"


class EventNotes:
    """The referee's signed heads are heads of this chain: `note` the last one, witnesses any."""

    check: ClassVar[Check] = "note"

    def __init__(self, note: str | None, witnesses: Iterable[str]) -> None:
        self._notes = Notes(note, witnesses)

    def read(self, entry: EventEntry) -> None:
        if isinstance(entry.content, Event):
            self._notes.begin(entry.content)
        self._notes.stand(entry.head, is_over=is_ending(entry))

    def finish(self) -> Verdict:
        return self._notes.finish()


class EventResults:
    """result.json repeats the standings of a closed event."""

    check: ClassVar[Check] = "result"

    def __init__(self, raw: bytes | None) -> None:
        self._raw = raw
        self._entries: list[EventEntry] = []
        self._is_over = False

    def read(self, entry: EventEntry) -> None:
        self._is_over = is_ending(entry)
        if isinstance(entry.content, Event | Close):
            self._entries.append(entry)

    def finish(self) -> Verdict:
        said = result_of(self._entries)
        if self._raw is None:
            return "missing" if said else "ok" if self._is_over else "later"
        if self._raw != said:
            raise IntegrityError(None, "result", "result.json is not what the record says")
        return "ok"


def result_of(entries: Iterable[EventEntry]) -> bytes | None:
    """Return result.json of a closed event; None if it is not closed."""
    said: dict[str, Any] = {}
    for entry in entries:
        match entry.content:
            case Event():
                said |= {name: entry.body[name] for name in ("game", "rules", "title")}
            case Close():
                return canonical.encode({**said, "standings": entry.body["standings"]})
    return None
