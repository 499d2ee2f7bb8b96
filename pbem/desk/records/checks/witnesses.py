"""Holding a record against letters that somebody kept: heads that its referee signed, receipts for sheets, reminders.

A letter is of this record if it names its referee and its game. One that names the game by another referee's name is of
a namesake; or this record was made anew under another name.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.records.checks.kept_letters import Kept
from pbem.desk.records.checks.receipt_outcomes import Became, Fate, Sheets, fate
from pbem.desk.records.checks.silences import check_reminder
from pbem.record.errors import IntegrityError
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Open
from pbem.record.notes import notes
from pbem.record.notes.receipts import Receipt, read_receipt, read_reminder
from pbem.record.verdict.files import Signing


class Unmet(Struct, frozen=True):
    """A receipt whose sheet is not seen to be used: whose, when it came, at which size, and what became of it."""

    seat: str
    size: int
    came: int
    fate: Fate
    called: int = 0  # when its seat was called late, although it had come
    due: int = 0  # and until when it was to answer


class LettersFound(Struct, frozen=True):
    """What the letters say of a record."""

    mails: int = 0  # in the box
    letters: int = 0  # of this game
    others: int = 0  # of other games
    namesakes: dict[str, int] = {}  # of a game of this id by another referee, by his name
    unreadable: int = 0
    unsigned: int = 0  # notes that name this game and that its referee's key did not sign
    heads: int = 0  # signed heads that are this record's
    newest: int = 0  # the size of the largest of them
    reminders: int = 0  # none of which the record contradicts
    receipts: dict[str, int] = {}  # by what became of the sheet
    unmet: tuple[Unmet, ...] = ()


class Witnesses:
    """The letters, as far as they are about the game, or the event, that an opening announces."""

    def __init__(self, terms: Signing, mails: Sequence[Kept]) -> None:
        self._terms = terms
        is_game = isinstance(terms, Open)
        self._what, self._this = ("a game", "this game") if is_game else ("an event", "this event")
        self._mails = mails
        self._key = bytes.fromhex(terms.key)
        named = [mail for mail in mails if any(map(self._names_game, mail.signed))]
        self._letters = len(named)
        self._namesakes = Counter(name for mail in mails for name in sorted(set(self._other_referees(mail))))
        self._others = sum(bool(mail.signed) and not self._is_of_this_id(mail) for mail in mails)
        heads = self._of_game(note for mail in named for note in mail.notes)
        receipts = self._of_game(note for mail in named for note in mail.receipts)
        reminders = self._of_game(note for mail in named for note in mail.reminders)
        self.notes = self._signed(heads)
        self._receipts = [read_receipt(note, self._key, terms.referee) for note in self._signed(receipts)]
        self._reminders = [read_reminder(note, self._key, terms.referee) for note in self._signed(reminders)]
        self._signatures = len(self.notes) + len(self._receipts) + len(self._reminders)
        self._unsigned = len(heads) + len(receipts) + len(reminders) - self._signatures

    def _of_game(self, found: Iterable[str]) -> list[str]:
        return [note for note in dict.fromkeys(found) if self._names_game(note)]

    def _names_game(self, note: str) -> bool:
        return note.partition("\n")[0].partition(" ")[2] == f"{self._terms.referee}/{self._terms.game}"

    def _is_of_this_id(self, mail: Kept) -> bool:
        return any(notes.game_of(note) == self._terms.game for note in mail.signed)

    def _other_referees(self, mail: Kept) -> list[str]:
        """Return who else has a game of this id, by a mail."""
        return [name for note in mail.signed if (name := self._namesake(note))]

    def _namesake(self, note: str) -> str:
        """Return the referee of a note on a game of this id by another one; nothing if it is no such note."""
        referee, _, game = note.partition("\n")[0].partition(" ")[2].rpartition("/")
        return referee if game == self._terms.game and referee != self._terms.referee else ""

    def _signed(self, found: Iterable[str]) -> list[str]:
        return notes.genuine(found, self._key, self._terms.referee)

    def check(self) -> None:
        """Raise IntegrityError where letters are by the key of this record, and the record is not theirs.

        So it is where its key signed for a game of the same id under another name, or where letters name this game and
        none of them was signed by its key. One note that is signed wrongly says nothing: anybody can write it.
        """
        for note in (note for mail in self._mails for note in mail.signed):
            name = self._namesake(note)
            if name and notes.genuine([note], self._key, name):
                why = f"the key of this record has signed letters on {self._what} of this id as {name!r}"
                raise IntegrityError(None, "note", why)
        if self._unsigned and not self._signatures:
            why = (
                f"{self._unsigned} signed notes in the letters name {self._this}, and none is of the key in its record"
            )
            raise IntegrityError(None, "note", why)

    def hold(self, entries: Sequence[Entry], sheets: Sheets) -> LettersFound:
        """Compare what else was signed with a record whose heads are right; IntegrityError where one contradicts it."""
        held = self.hold_heads()
        for reminder in self._reminders:
            check_reminder(reminder, entries)
        fates = [(receipt, fate(receipt, entries, sheets)) for receipt in self._receipts]
        return replace(
            held,
            reminders=len(self._reminders),
            receipts=dict(Counter(became.fate for _receipt, became in fates)),
            unmet=tuple(_unmet(receipt, became) for receipt, became in fates if became.fate != "used"),
        )

    def hold_heads(self) -> LettersFound:
        """Count the letters of a record whose heads are right; IntegrityError where they are of another one."""
        self.check()
        sizes = [notes.read(note, self._key, self._terms.referee)[1].size for note in self.notes]
        return LettersFound(
            mails=len(self._mails),
            letters=self._letters,
            others=self._others,
            namesakes=dict(sorted(self._namesakes.items())),
            unreadable=sum(not mail.is_readable for mail in self._mails),
            unsigned=self._unsigned,
            heads=len(sizes),
            newest=max(sizes, default=0),
        )


def _unmet(receipt: Receipt, became: Became) -> Unmet:
    return Unmet(receipt.seat, receipt.size, receipt.came, became.fate, became.called, became.due)
