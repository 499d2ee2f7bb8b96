"""Letters that go out: asked for, taken in hand, sent or given up."""

from collections.abc import Iterable
from typing import Any

from pbem.desk.errors import BrokenDeskError
from pbem.desk.store.shelves.shelf import Shelf, fields
from pbem.desk.store.values import Due

# Seconds. Nobody puts a letter off for longer: one that is was put off by a clock gone wrong.
FAR = 2 * 86_400


class Letters(Shelf):
    """The letters of a desk, by number."""

    def add(self, due: Due, *, goes_on: bool = False, after: int = 0) -> None:
        """Ask for a letter, to be sent after a time.

        If it goes on, it begins where the last one to its seat ended, sent or not.
        """
        locked = self._vault.lock(due.game, letter_use(due.player, due.seat, due.upto, due.at), due.body)
        statement = "put_next_letter" if goes_on else "put_letter"
        self._run(statement, {**fields(due), "locked": locked, "due": after, "sent": 0})

    def last(self) -> int:
        """Return the number of the letter that was asked for last."""
        _game, _locked, number = self._ground.tally.last("letter")
        return int(number)

    def withdraw(self, letter: int) -> None:
        """Ask no longer for a letter that is not sent yet."""
        self._run("no_letter", {"letter": letter})

    def due(self, now: int) -> list[Due]:
        """Return the letters that are to be tried now, oldest first."""
        return [self._due(row) for row in self._run("due_letters", {"now": now, "far": now + FAR})]

    def written_to(self, after: int) -> set[str]:
        """Return the games about which letters were asked for, after one of a number."""
        return {row[0] for row in self._run("written_to", {"after": after})}

    def newest(self, after: int) -> tuple[int, bytes] | None:
        """Return the number and the lock of the last letter about a game, if after a number."""
        row = self._run("newest_letter", {"after": after}).fetchone()
        return (row[0], row[1]) if row else None

    def lock_of(self, letter: int) -> bytes | None:
        """Return what is locked in a letter."""
        locked: bytes | None = self._first("letter_lock", letter=letter)
        return locked

    def unsent(self) -> tuple[int, int | None]:
        """Count the letters that are not sent yet, and tell since when the oldest waits."""
        count, oldest = self._run("unsent").fetchone()
        return count, oldest

    def stuck(self) -> int:
        """Count the letters that were tried and are not sent yet."""
        count: int = self._first("stuck")
        return count

    def unsent_to(self, player: str) -> int:
        """Count the letters to a person that are not sent yet."""
        count: int = self._first("unsent_to", player=player)
        return count

    def claim(self, most: int, *, now: int, until: int) -> tuple[list[Due], list[int]]:
        """Take letters in hand that are to be tried now, the oldest of those that nobody else has in hand.

        Returns them, and the numbers of those that are damaged: they hold up no others.
        """
        claimed = list(self._run("claim", {"most": most, "now": now, "far": now + FAR, "until": until}))
        letters, damaged = [], []
        for row in sorted(claimed, key=lambda row: int(row[0])):
            try:
                letters.append(self._due(row))
            except BrokenDeskError:
                damaged.append(int(row[0]))
        return letters, damaged

    def put_off(self, letter: int, *, tries: int, due: int) -> None:
        """Remember that a letter was not accepted, and when to try again."""
        self._run("put_off", {"letter": letter, "tries": tries, "due": due})

    def give_up(self, letter: int) -> None:
        """Remember that a letter is not tried any more, unless somebody else has sent it."""
        self._run("sent", {"letter": letter, "sent": -1})

    def note_sent(self, letter: int, at: int) -> bool:
        """Remember that a letter was handed over; False if that was noted before."""
        return self._run("sent", {"letter": letter, "sent": at}).rowcount > 0

    def note_all_sent(self, letters: Iterable[int], at: int) -> None:
        """Remember that some letters were handed over."""
        for letter in letters:
            self._run("sent", {"letter": letter, "sent": at})

    def _due(self, row: tuple[Any, ...]) -> Due:
        id_, game, player, seat, since, upto, at, locked, tries = row
        body = self._vault.unlock(game, letter_use(player, seat, upto, at), locked)
        return Due(id_, game, player, seat, since, upto, at, body, tries)


def letter_use(player: str, seat: str, upto: int, at: int) -> str:
    """Return what a letter's words are locked for: everything about it that never changes."""
    return f"letter/{player}/{seat}/{upto}/{at}"
