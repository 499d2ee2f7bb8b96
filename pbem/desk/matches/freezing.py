"""A frozen game: the referee met a signed head of its own that its record does not have, so nothing is added to it.

That happens when a desk was restored from a backup. What came after the backup is with the players and in exports;
`pbem import` appends it again. To go on without it would make two histories of one game, and everybody would know how
the dice fall. What is lost for good ends the game: it can still be declared void, and its record says why.
"""

from collections.abc import Iterable

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.phrases import say
from pbem.desk.store.store import Transaction
from pbem.record.entry import Head
from pbem.record.errors import IntegrityError
from pbem.record.notes import genuine
from pbem.record.notes import read as read_note

_LOOKED_AT = 300  # notes in one mail; more can only be of somebody who wants to waste our time


def frozen_at(desk: Desk, look: Transaction, game: str) -> Head | None:
    """Return the signed head that a frozen game lacks; None if the game is not frozen."""
    note = look.secret(game, "frozen")
    return None if note is None else read_note(note.decode(), desk.public_key, desk.settings.referee.name)[1]


def why_frozen(desk: Desk, look: Transaction, game: str, language: str = "en") -> str | None:
    """Say why nothing can be added to a game now, and what to do; None if it is not frozen."""
    head = frozen_at(desk, look, game)
    return None if head is None else say("desk_frozen", language, game=game, size=head.size)


def check_not_frozen(desk: Desk, look: Transaction, game: str) -> None:
    """Raise DeskError if nothing can be added to a game now."""
    if why := why_frozen(desk, look, game):
        raise DeskError(why)


def give_up_lost(desk: Desk, change: Transaction, game: str) -> str:
    """Take a frozen game as it is, because it ends now; returns what its record must say of that, or nothing."""
    head = frozen_at(desk, change, game)
    if head is None:
        return ""
    change.put_secret(game, "frozen", None)
    return f" (the referee had signed a head of {head.size} entries, {head.hash.hex()}, that is lost)"


def meet_notes(desk: Desk, notes: Iterable[str]) -> list[str]:
    """Look at signed notes that came in; freeze and return the games whose record lacks what one of them states."""
    referee = desk.settings.referee.name
    stated: list[tuple[str, Head, str]] = []
    different = list(dict.fromkeys(notes))[:_LOOKED_AT]
    for note in genuine(different, desk.public_key, referee):
        try:
            stated.append((*read_note(note, desk.public_key, referee), note))
        except IntegrityError:
            continue  # ours, but of no head
    if not stated:
        return []
    with desk.store.read() as look:
        lacking = [one for one in stated if _is_lacking(look, one[0], one[1])]
    return [game for game, head, note in lacking if _freeze(desk, game, head, note)]


def _is_lacking(look: Transaction, game: str, head: Head) -> bool:
    standing = look.standing(game)
    if standing is None or standing.phase == "void" or head.size == 0:
        return False  # to a void game nothing is added anyway
    return look.entry_hash(game, head.size - 1) != head.hash


def _freeze(desk: Desk, game: str, head: Head, note: str) -> bool:
    with desk.store.write() as change:
        known = frozen_at(desk, change, game)
        if not _is_lacking(change, game, head) or (known is not None and known.size >= head.size):
            return False
        change.put_secret(game, "frozen", note.encode())
    return True
