"""What was sealed or hidden, and is laid open: just that, all of it, and not before the end."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec import UNSET

from pbem.record.checks.checker import Verdict
from pbem.record.checks.dice import Key
from pbem.record.dice import fair
from pbem.record.dice.seals import is_opened_by, read_order
from pbem.record.errors import Check, IntegrityError
from pbem.record.log.chain import is_ending
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Clock, Close, Move, Open, Opening, Order, Ruling
from pbem.record.log.openings import Deck
from pbem.record.log.record_words import public_appeal
from pbem.record.time.hosting import Hosting


class Openings:
    """The openings beside a record: `is_given` says whether there are any, `is_early` that they may precede the end.

    Before the end only the referee himself can open what he sealed, to check his own record.
    """

    def __init__(self, openings: Iterable[Opening], *, is_given: bool, is_early: bool) -> None:
        self.lines = tuple(openings)
        self.is_given = is_given
        self.is_early = is_early


class Seals:
    """What is opened was sealed, once: moves, and orders that bound hosted seats. Complete when each is opened.

    Other orders stay sealed, or are opened by evidence.
    """

    check: ClassVar[Check] = "seals"

    def __init__(self, openings: Openings) -> None:
        self._openings = openings
        self._game = ""
        self._closed: dict[int, str] = {}  # the seals of moves that are not opened yet
        self._bound: dict[int, str] = {}  # those of orders by which hosted seats were bound
        self._appeals: dict[int, str] = {}  # those of appeals, which a ruling that answers one may open
        self._acts: set[int] = set()  # what can be appealed from: rulings, and what moves deadlines
        self._hosting = Hosting(frozenset())
        self._is_over = False

    def read(self, entry: Entry) -> None:
        content = entry.content
        self._game = content.game
        self._is_over = is_ending(content)
        if isinstance(content, Move):
            for opening in content.opens:
                self._open(opening, entry.seq)
            if content.seal is not UNSET:
                self._closed[entry.seq] = content.seal
        if isinstance(content, Order) and self._hosting.binds(content):
            self._bound[entry.seq] = content.seal
        if isinstance(content, Order) and content.word == "appeal":
            self._appeals[entry.seq] = content.seal
        if isinstance(content, Ruling) and content.opens:
            self._open_appeal(content)
        if isinstance(content, Ruling | Clock):
            self._acts.add(entry.seq)
        self._hosting = self._hosting.after(content)

    def finish(self) -> Verdict:
        if self._openings.lines and not self._is_over and not self._openings.is_early:
            raise IntegrityError(None, "seals", "what is sealed is opened before the end")
        for opening in self._openings.lines:
            if opening.seq in self._bound:
                self._open_order(opening)
            else:
                self._open(opening, None)
        closed = self._closed | self._bound
        if closed and self._openings.is_given and self._is_over:
            raise IntegrityError(None, "seals", f"what is sealed in entry {min(closed)} is not opened")
        if not closed:
            return "ok"
        return "missing" if self._is_over else "later"

    def _open(self, opening: Opening, where: int | None) -> None:
        sealed = self._closed.pop(opening.seq, None)
        if sealed is None or not is_opened_by(opening, self._game, sealed):
            raise IntegrityError(
                where, "seals", f"what is opened was not sealed in move {opening.seq}, or is opened twice"
            )

    def _open_appeal(self, ruling: Ruling) -> None:
        """Check what a ruling lays open of the appeal that it answers."""
        for opening in ruling.opens or ():
            sealed = self._appeals.pop(opening.seq, None) if opening.seq == ruling.to else None
            if sealed is None or not is_opened_by(opening, self._game, sealed) or not self._is_appeal(opening):
                raise IntegrityError(ruling.seq, "seals", f"what is opened is not the appeal in entry {ruling.to}")

    def _is_appeal(self, opening: Opening) -> bool:
        """Tell whether what is opened is an appeal from an earlier act, and its writer lets everybody read it."""
        order = read_order(opening.text)
        act = public_appeal(order.sheet) if order else None
        return act is not None and act in self._acts and act < opening.seq

    def _open_order(self, opening: Opening) -> None:
        is_order = read_order(opening.text) is not None
        if not is_opened_by(opening, self._game, self._bound.pop(opening.seq)) or not is_order:
            raise IntegrityError(None, "seals", f"what is opened was not sealed in order {opening.seq}")


class Decks:
    """The secret revealed at the end is the one bound by `open`, and gives each deck that is laid open."""

    check: ClassVar[Check] = "decks"

    def __init__(self, decks: Iterable[Deck], *, is_given: bool) -> None:
        self._decks = tuple(decks)
        self._is_given = is_given
        self._key = Key()
        self._commitment = ""
        self._game = ""
        self._hidden: bytes | None = None

    def read(self, entry: Entry) -> None:
        self._key.read(entry)
        match entry.content:
            case Open(game=game, hidden=hidden):
                self._game, self._commitment = game, hidden
            case Close(hidden=str(hidden)) | Ruling(hidden=str(hidden)):
                self._hidden = bytes.fromhex(hidden)
                if fair.hidden_commitment(self._game, self._hidden).hex() != self._commitment:
                    raise IntegrityError(entry.seq, "decks", "the secret revealed is not the one `open` is bound to")

    def finish(self) -> Verdict:
        if self._hidden is None and self._decks:
            raise IntegrityError(None, "decks", "a deck is laid open before the end")
        if self._hidden is None:
            return "later"
        for deck in self._decks:
            if self._key.value is None or deck.order != self._order(deck, self._hidden, self._key.value):
                raise IntegrityError(None, "decks", f"deck {deck.deck!r} did not lie in the order given")
        # Only the rules know whether a game that has started drew from any deck.
        return "ok" if self._is_given or self._key.value is None else "missing"

    def _order(self, deck: Deck, hidden: bytes, key: bytes) -> tuple[str, ...]:
        return fair.deck_order(hidden, self._game, key, deck.deck, deck.cards)
