"""Noticing what becomes of a database that several machines share: what others wrote, and whether it went back in time.

Each folder has marks of what its own workers wrote. Here it learns how far the records have come that others wrote to,
so that any machine notices when the server comes back with an older state, and freezes the games that lack something,
for all machines.
"""

import logging
from collections.abc import Mapping

from pbem.desk.desk import Desk
from pbem.desk.matches.state.freezing import GOES_ON, meet_notes
from pbem.desk.store.guards.seen import LastLetter
from pbem.desk.store.transaction import Transaction
from pbem.record.log.entry import Head

log = logging.getLogger("pbem.watch")
_OVERLAP = 256  # letters: one may get its number before another, and be there after it


def look_around(desk: Desk) -> list[str]:
    """Learn how far all records have come; returns the games that were frozen because theirs lack entries."""
    last = desk.store.seen.get()
    with desk.store.read() as look:
        is_back = last is not None and not _is_there(look, last)
        is_all = last is None or is_back
        behind = _learn(desk, look, _all_heads(look) if is_all else _new_heads(look, last or LastLetter()))
        newest = _newest(look, LastLetter() if is_all else last or LastLetter())
    if is_back:
        log.error("the database %s has gone back in time: a letter that was asked for is not there", desk.store.place)
    frozen = [game for game, mark in behind.items() if meet_notes(desk, [desk.note(game, mark)])]
    for game in frozen:
        log.error("%s is frozen: the database does not have all of its record any more", game)
    if newest != last:
        desk.store.seen.put(newest)
    return frozen


def _is_there(look: Transaction, last: LastLetter) -> bool:
    if not last.number:
        return True
    locked = look.letters.lock_of(last.number)
    return locked is not None and LastLetter.of(last.number, locked) == last


def _newest(look: Transaction, last: LastLetter) -> LastLetter:
    found = look.letters.newest(last.number)
    return LastLetter.of(*found) if found else last


def _all_heads(look: Transaction) -> dict[str, Head]:
    return {game: head for phase in GOES_ON for game, head in look.games.heads_in(phase)}


def _new_heads(look: Transaction, last: LastLetter) -> dict[str, Head]:
    """Return how far those records have come that anybody has written to lately."""
    return look.games.heads_of(look.letters.written_to(last.number - _OVERLAP))


def _learn(desk: Desk, look: Transaction, heads: Mapping[str, Head]) -> dict[str, Head]:
    """Set the marks of records that have grown; returns the marks of those that lack what was there once.

    A mark is never set back: it may be all that is known of what was lost.
    """
    marks = desk.store.marks
    grown: dict[str, Head] = {}
    behind: dict[str, Head] = {}
    for game, head in heads.items():
        mark = marks.of(game)
        if mark is None:
            grown[game] = head
        elif mark != head:
            is_grown = mark.size < head.size and look.records.hash_of(game, mark.size - 1) == mark.hash
            (grown if is_grown else behind)[game] = head if is_grown else mark
    marks.set(grown)
    return behind
