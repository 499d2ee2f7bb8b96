"""The files beside a record: openings, decks, notes on its heads, result.json.

Each function returns a verdict for the whole record, or raises IntegrityError if a file does not
fit the record.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from msgspec import Struct

from pbem.record.dice import fair
from pbem.record.dice.seals import is_opened_by, read_order
from pbem.record.errors import IntegrityError
from pbem.record.judging import Verdict
from pbem.record.law.book import Book
from pbem.record.law.seals import opening_objection
from pbem.record.log import result
from pbem.record.log.entry import Entry, Head
from pbem.record.log.kinds import Close, Opening
from pbem.record.log.openings import Deck
from pbem.record.notes import notes


class Signing(Protocol):
    """The part of a first entry that says whose record it is and who signs."""

    @property
    def game(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def referee(self) -> str: ...


class LaidOpen(Struct, frozen=True):
    """The content of openings.jsonl; `is_given` says whether there is such a file."""

    openings: tuple[Opening, ...] = ()
    decks: tuple[Deck, ...] = ()
    is_given: bool = False


def seals_verdict(book: Book, laid: LaidOpen, *, is_own: bool) -> Verdict:
    """Return the verdict on revealed moves, and on revealed orders that bound hosted seats.

    It is "ok" when each of them is revealed. Other orders stay sealed, or are shown as evidence.
    IntegrityError if a text was not sealed, or if one is revealed before the end. (Only the referee
    can reveal texts before the end, to check its own record: `is_own`.)
    """
    if laid.openings and not book.is_over and not is_own:
        raise IntegrityError(None, "seals", "what is sealed is opened before the end")
    moves, orders = dict(book.sealed), dict(book.bound)
    for opening in laid.openings:
        why = _open_order(book, opening, orders) if opening.seq in orders else _open_move(book, opening, moves)
        if why:
            raise IntegrityError(None, "seals", why)
    closed = moves | orders
    if closed and laid.is_given and book.is_over:
        raise IntegrityError(None, "seals", f"what is sealed in entry {min(closed)} is not opened")
    if not closed:
        return "ok"
    return "missing" if book.is_over else "later"


def _open_move(book: Book, opening: Opening, moves: dict[int, str]) -> str | None:
    why = opening_objection(opening, book.game, moves)
    moves.pop(opening.seq, None)
    return why


def _open_order(book: Book, opening: Opening, orders: dict[int, str]) -> str | None:
    is_order = read_order(opening.text) is not None
    is_right = is_opened_by(opening, book.game, orders.pop(opening.seq)) and is_order
    return None if is_right else f"what is opened was not sealed in order {opening.seq}"


def decks_verdict(book: Book, laid: LaidOpen) -> Verdict:
    """Return the verdict on the revealed decks.

    Their order must follow from the secret that was revealed at the end; if not, IntegrityError.
    """
    if not book.hidden:
        if laid.decks:
            raise IntegrityError(None, "decks", "a deck is laid open before the end")
        return "later"
    hidden = bytes.fromhex(book.hidden)
    for deck in laid.decks:
        if book.key is None or deck.order != fair.deck_order(hidden, book.game, book.key, deck.deck, deck.cards):
            raise IntegrityError(None, "decks", f"deck {deck.deck!r} did not lie in the order given")
    # Only the rules know whether a game that has started drew from any deck.
    return "ok" if laid.is_given or book.key is None else "missing"


class Signed(Struct, frozen=True):
    """The notes that the referee signed for a record.

    `note` states its last head. `witnesses` may state any of its heads. Only a note on the last
    head signs the whole record: entries after an older head are not covered by its note.
    """

    note: str | None
    witnesses: tuple[str, ...]

    def verdict(self, terms: Signing | None, hashes: Sequence[str], *, is_over: bool) -> Verdict:
        """Return the verdict on the notes; IntegrityError if one does not fit the record.

        `hashes` are those of the chain at every size. `terms` are from its first entry.
        """
        size = len(hashes) - 1
        if self.note is not None and _stated(self.note, terms, hashes).size != size:
            raise IntegrityError(None, "note", f"the note is of another size than the log of {size}")
        sizes = [_stated(witness, terms, hashes).size for witness in self.witnesses]
        if self.note is not None or size in sizes:
            return "ok"
        return "missing" if is_over else "later"


def _stated(note: str, terms: Signing | None, hashes: Sequence[str]) -> Head:
    """Return the head that a note states, of this chain and by its referee."""
    if terms is None:
        raise IntegrityError(None, "note", "an empty record has no signed head")
    game, head = notes.read(note, bytes.fromhex(terms.key), terms.referee)
    if game != terms.game:
        raise IntegrityError(None, "note", f"the note is of game {game!r}")
    if head.size >= len(hashes):
        raise IntegrityError(None, "note", f"the referee signed a head of size {head.size}: entries are missing")
    if head.hash.hex() != hashes[head.size]:
        raise IntegrityError(None, "note", f"the referee signed another head of size {head.size}")
    return head


def result_verdict(book: Book, entries: Iterable[Entry], raw: bytes | None) -> Verdict:
    """Judge result.json, which repeats the record; of a game that was given up there is none."""
    if raw is None:
        return _unsaid(book)
    try:
        is_same = result.write(entries) == raw
    except ValueError as error:
        raise IntegrityError(None, "result", str(error)) from None
    if not is_same:
        raise IntegrityError(None, "result", "result.json is not what the record says")
    return "ok"


def _unsaid(book: Book) -> Verdict:
    """Judge that there is no result.json."""
    if isinstance(book.last, Close):
        return "missing"
    return "ok" if book.is_over else "later"
