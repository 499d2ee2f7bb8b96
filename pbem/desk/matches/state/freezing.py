"""A frozen game: its record may lack what the referee has said already, so nothing is added to it.

That happens when a desk was restored from a backup. What came after the backup is with the players and in exports;
`pbem import` appends it again. To go on without it would make two histories of one game, and everybody would know how
the dice fall. What is lost for good ends the game: it can still be declared void, and its record says why.

A game is frozen by a head that its record lacks, in a signed note (`frozen`) or in the mark beside the database; by a
receipt for a sheet that is not here (`frozen/sheet`); and by the restoring itself (`frozen/restored`), until everybody
whose letters may know more has said that they do not.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct, json

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, NotNowError
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.phrases import say
from pbem.record.errors import IntegrityError
from pbem.record.log.entry import Head
from pbem.record.notes.notes import find_notes
from pbem.record.notes.notes import read as read_note
from pbem.record.notes.receipts import Receipt, find_receipts, read_receipt
from pbem.referee.language.problem import Problem

LACKED = "frozen"
SHEET = "frozen/sheet"
RESTORED = "frozen/restored"
ANEW = "anew"
ASKED = "asked"  # what a restored game's tokens are made with: a letter of before does not ask any more
# Notes in one mail, and receipts, by anybody: one of ours must be met among those that are not. Each costs 0.13 ms, so
# that all take half of what a mail may take.
_LOOKED_AT = 200
GOES_ON = ("seating", "running")  # phases of a game that can be frozen: nothing is added to one that is over
_unheard = json.Decoder(tuple[str, ...])
Stated = TypeVar("Stated")


class Frozen(Struct, frozen=True):
    """Why a game is frozen: at least one of the three."""

    head: Head | None = None  # the referee's own, and this record lacks it
    receipt: Receipt | None = None  # the referee's own, for a sheet that is not here
    unheard: tuple[str, ...] | None = None  # restored: the seats that have not yet said that they know no more


def frozen(desk: Desk, look: Transaction, game: str) -> Frozen | None:
    """Return why a game is frozen; None if it is not."""
    kept = look.secrets.under(game, LACKED)
    marked = _behind(desk, look, game)
    if not kept and marked is None:
        return None
    noted = _noted(desk, kept.get("", b""))
    head = max((one for one in (noted, marked) if one), key=lambda one: one.size, default=None)
    sheet = kept.get("/sheet")
    receipt = None if sheet is None else _read_receipt(desk, sheet.decode())
    restored = kept.get("/restored")
    return Frozen(head, receipt, None if restored is None else _unheard.decode(restored))


def _noted(desk: Desk, note: bytes) -> Head | None:
    return _read_head(desk, note.decode())[1] if note else None


def _behind(desk: Desk, look: Transaction, game: str) -> Head | None:
    """Return the head by which a record is behind the mark that is kept beside the database."""
    marks = desk.store.marks
    if marks.is_in_accord(game):
        return None
    mark = marks.of(game)
    if mark is None or not _is_lacking(look, game, mark):
        marks.note_accord(game)
        return None
    with desk.store.read() as later:  # what was read may be older than a mark that another process has just set
        return mark if _is_lacking(later, game, mark) else None


def frozen_at(desk: Desk, look: Transaction, game: str) -> Head | None:
    """Return the head that a frozen game lacks; None if it lacks none that is known."""
    found = frozen(desk, look, game)
    return found.head if found else None


def why_frozen(desk: Desk, look: Transaction, game: str, language: str = "en") -> str | None:
    """Say why nothing can be added to a game now, and what to do; None if it is not frozen."""
    found = frozen(desk, look, game)
    if found is None:
        return None
    if found.head:
        return say("desk_frozen", language, game=game, size=found.head.size)
    if found.receipt:
        return say("desk_frozen_sheet", language, game=game, seat=found.receipt.seat, size=found.receipt.size)
    standing = look.games.find(game) or look.events.find(game)
    return say("desk_frozen_restored", language, game=game, size=standing.head.size if standing else 0)


def why_lacking(desk: Desk, look: Transaction, game: str) -> str | None:
    """Say what is missing in a frozen game's record as far as this desk knows, or what it does not know yet of that."""
    found = frozen(desk, look, game)
    if found is None:
        return None
    if found.head:
        head = f"a head of {found.head.size} entries, {found.head.hash.hex()}"
        return f"the record lacks entries: the referee has signed {head}, that it does not have"
    if found.receipt:
        return f"the referee gave {found.receipt.seat} a receipt for a sheet that is not here: entries may be missing"
    return "the record was restored, and it is not known yet whether entries are missing"


def check_not_frozen(desk: Desk, look: Transaction, game: str) -> None:
    """Raise DeskError if nothing can be added to a game now."""
    if why := why_frozen(desk, look, game):
        raise DeskError(why)


def refuse_frozen(desk: Desk, look: Transaction, game: str, language: str) -> None:
    """Raise NotNowError, in a player's language, if nothing can be added to a game now."""
    if why := why_frozen(desk, look, game, language):
        raise NotNowError((Problem(0, why),))


def give_up_lost(desk: Desk, change: Transaction, game: str) -> str:
    """Take a frozen game as it is, because it ends now; returns what its record must say of that, or nothing."""
    found = frozen(desk, change, game)
    if found is None:
        return ""
    unfreeze(change, game)
    if found.head is None:
        return ""
    return f" (the referee had signed a head of {found.head.size} entries, {found.head.hash.hex()}, that is lost)"


def unfreeze(change: Transaction, game: str) -> None:
    """Forget why a game was frozen; a mark that it is behind stays."""
    for use in (LACKED, SHEET, RESTORED):
        change.secrets.put(game, use, None)


def meet_notes(desk: Desk, notes: Iterable[str]) -> list[str]:
    """Look at signed notes that came in; freeze and return the games whose record lacks what one of them states."""
    stated = _ours(notes, lambda note: _read_head(desk, note))
    if not stated:
        return []
    with desk.store.read() as look:
        lacking = [(note, game, head) for note, (game, head) in stated if _is_lacking(look, game, head)]
    # The largest of each game tells it all: a mail may bring hundreds.
    largest = {game: (note, head) for note, game, head in sorted(lacking, key=lambda one: one[2].size)}
    return [game for game, (note, head) in largest.items() if _freeze(desk, game, head, note)]


def meet_receipts(desk: Desk, notes: Iterable[str]) -> list[str]:
    """Look at receipts that came in; freeze and return the games that lack a sheet for which the referee gave one."""
    stated = _ours(notes, lambda note: _read_receipt(desk, note))
    if not stated:
        return []
    with desk.store.read() as look:
        lacking = {receipt.game: (note, receipt) for note, receipt in stated if _is_sheet_lacking(look, receipt)}
    return [game for game, (note, receipt) in lacking.items() if _freeze_for(desk, receipt, note)]


def meets_any(desk: Desk, look: Transaction, texts: Iterable[str]) -> bool:
    """Tell whether some texts hold a note or a receipt of ours for something that is not here."""
    read = tuple(texts)
    heads = _ours((note for text in read for note in find_notes(text)), lambda note: _read_head(desk, note))
    sheets = _ours((note for text in read for note in find_receipts(text)), lambda note: _read_receipt(desk, note))
    is_head_lacking = any(_is_lacking(look, game, head) for _note, (game, head) in heads)
    return is_head_lacking or any(_is_sheet_lacking(look, receipt) for _note, receipt in sheets)


def _ours(notes: Iterable[str], read: Callable[[str], Stated]) -> list[tuple[str, Stated]]:
    """Return what those among some notes state that this referee has signed."""
    stated = []
    for note in list(dict.fromkeys(notes))[:_LOOKED_AT]:
        try:
            stated.append((note, read(note)))
        except IntegrityError:
            continue  # not ours: anybody can write one
    return stated


def _read_head(desk: Desk, note: str) -> tuple[str, Head]:
    return read_note(note, desk.public_key, desk.settings.referee.name)


def _read_receipt(desk: Desk, note: str) -> Receipt:
    return read_receipt(note, desk.public_key, desk.settings.referee.name)


def _is_lacking(look: Transaction, game: str, head: Head) -> bool:
    standing = look.games.find(game) or look.events.find(game)
    if standing is None or standing.phase in ("void", "cancelled") or head.size == 0:
        return False  # to a void game nothing is added anyway
    return look.records.hash_of(game, head.size - 1) != head.hash


def _is_sheet_lacking(look: Transaction, receipt: Receipt) -> bool:
    standing = look.games.find(receipt.game)
    if standing is None or standing.phase not in ("seating", "running"):
        return False
    anew = look.secrets.find(receipt.game, ANEW)
    if anew is not None and receipt.size <= int(anew):
        return False  # everybody was asked anew since, so that an older sheet is not waited for
    return (
        not look.mails.evidence_names(receipt.digest)
        and look.secrets.find(receipt.game, f"sheet/{receipt.digest}") is None
    )


def _freeze(desk: Desk, game: str, head: Head, note: str) -> bool:
    with desk.store.write(game) as change:
        # What a mark says is known in its folder alone; other machines go by what is written here.
        known = _noted(desk, change.secrets.find(game, LACKED) or b"")
        if not _is_lacking(change, game, head) or (known is not None and known.size >= head.size):
            return False
        change.secrets.put(game, LACKED, note.encode())
    return True


def _freeze_for(desk: Desk, receipt: Receipt, note: str) -> bool:
    with desk.store.write(receipt.game) as change:
        is_known = change.secrets.find(receipt.game, SHEET) is not None
        if is_known or not _is_sheet_lacking(change, receipt):
            return False
        change.secrets.put(receipt.game, SHEET, note.encode())
    return True
