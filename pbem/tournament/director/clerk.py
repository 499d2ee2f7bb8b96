"""Writing an event on: the director's pen. It appends entries, and only the caller keeps them."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pbem.record.dice.chance import Roller
from pbem.record.dice.fair import Rungs
from pbem.record.dice.seals import salt, seal
from pbem.record.events.law.book_steps import after
from pbem.record.events.law.entry import EventEntry, write
from pbem.record.events.law.objections import objection
from pbem.record.log import canonical
from pbem.referee.language.plan import Source
from pbem.tournament.director.errors import DirectorError
from pbem.tournament.director.event import Event


class EventSecrets(Struct, frozen=True):
    """What a director keeps to himself: the ladder of the draws, E of all tables' dice, the seals' secret s."""

    rungs: Rungs
    event: bytes
    seal: bytes


class Written(Struct, frozen=True):
    """What a command came to: the event after it, and everything that has to be kept."""

    event: Event
    entries: tuple[EventEntry, ...]
    words: dict[int, str] = {}  # what the seals of words are over, by entry


class Clerk:
    """Holds the pen during one command. What is refused has written nothing."""

    def __init__(self, event: Event, secrets: EventSecrets, now: int) -> None:
        self.event = event
        self.now = now
        self.secrets = secrets
        self.entries: list[EventEntry] = []
        self._words: dict[int, str] = {}

    def written(self) -> Written:
        """Return everything written."""
        return Written(self.event, tuple(self.entries), self._words)

    @property
    def at(self) -> int:
        """The time of the next entry: where a clock was set back, the time of the last one."""
        return max(self.now, self.event.book.at)

    def append(self, kind: str, **fields: Any) -> EventEntry:
        """Append an entry; DirectorError if it may not come now."""
        book = self.event.book
        try:
            entry = write(book.head, {"at": self.at, "game": book.id, "kind": kind, **fields})
        except ValueError as error:
            raise DirectorError(str(error)) from None
        if against := objection(book, entry.content):
            raise DirectorError(against[1])
        self.entries.append(entry)
        self.event = Event(after(book, entry), self.event.form)
        return entry

    def word(self, kind: str, player: str, source: Source, **fields: Any) -> EventEntry:
        """Append what a player said; what he signed is sealed."""
        book, seq = self.event.book, self.event.book.head.size
        text = canonical.encode({"digest": source.digest, "sheet": source.text}).decode()
        sealed = seal(book.id, seq, salt(self.secrets.seal, book.id, seq), text).hex()
        came = min(source.came or self.now, self.at)
        entry = self.append(kind, player=player, came=came, sign=source.sign, seal=sealed, **fields)
        self._words[seq] = text
        return entry

    def opening(self, seq: int, text: str) -> Mapping[str, Any]:
        """Return what lays open what was sealed in an earlier entry."""
        return {"salt": salt(self.secrets.seal, self.event.id, seq).hex(), "seq": seq, "text": text}

    def roller(self) -> Roller:
        """Return the chance of the next entry."""
        book = self.event.book
        return Roller(book.id, book.key, rung=self.secrets.rungs.rung, hidden=b"", used=book.used)
