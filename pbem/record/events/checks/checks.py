"""The laws of an event beyond its chain: dice and what is opened; and result.json, which repeats its standings."""

from collections.abc import Iterable
from typing import Any

from pbem.record.dice.climb import draws_objection
from pbem.record.dice.seals import answer_objection, read_order
from pbem.record.errors import IntegrityError
from pbem.record.events.law.book import Book
from pbem.record.events.law.entry import EventEntry
from pbem.record.events.law.kinds import Close, Content, Draw, Event, Ruling
from pbem.record.judging import Law, Verdict
from pbem.record.log import canonical
from pbem.record.log.kinds import Opening


def _to_rungs(book: Book, content: Content) -> str | None:
    """Say why an entry may not roll by these rungs, or None."""
    return book.climb.objection(content) if isinstance(content, Draw | Close) else None


def _to_draws(book: Book, content: Content) -> str | None:
    """Say why an entry cannot have drawn this, or None."""
    return draws_objection(content, book.key) if isinstance(content, Draw | Close) else None


def _to_openings(book: Book, content: Content) -> str | None:
    """Say why what a ruling opens is not the appeal that it answers, or None."""
    return answer_objection(content, book.appeals, _is_word) if isinstance(content, Ruling) else None


def _is_word(opening: Opening) -> bool:
    return read_order(opening.text) is not None


LAWS: tuple[Law[Book, Content], ...] = (
    Law("ladder", _to_rungs),
    Law("draws", _to_draws),
    Law("seals", _to_openings),
)


def result_verdict(entries: Iterable[EventEntry], raw: bytes | None, *, is_over: bool) -> Verdict:
    """Judge result.json, which repeats the standings of a closed event; IntegrityError if it does not."""
    said = result_of(entries)
    if raw is not None and raw != said:
        raise IntegrityError(None, "result", "result.json is not what the record says")
    if raw is None and said:
        return "missing"
    return "ok" if raw is not None or is_over else "later"


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
