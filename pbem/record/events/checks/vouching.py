"""Who vouches for what players are said to have said in an event, and who left when the lucks of others were known."""

from collections import Counter
from collections.abc import Iterable, Set
from typing import Literal

from msgspec import Struct

from pbem.record.events.law.kinds import Appeal, Enter, Reveal, Ruling, Start, Withdraw
from pbem.record.events.law.log import EventLog
from pbem.record.log.kinds import HERE

Said = Literal["checked", "attested", "entered"]  # signed by its player; said to be; entered at the desk


class Saying(Struct, frozen=True):
    """A word of a player as the record has it."""

    seq: int
    player: str
    sign: str
    is_withdrawal: bool = False

    def said(self, checked: Set[int]) -> Said:
        """Say who vouches for it, if just these words were checked by their signatures."""
        if self.sign in HERE:
            return "entered"
        return "checked" if self.seq in checked else "attested"


def sayings(log: EventLog) -> tuple[Saying, ...]:
    """Return all that players are said to have said."""
    words = ((entry.seq, entry.content) for entry in log.entries)
    return tuple(
        Saying(seq, word.player, word.sign, isinstance(word, Withdraw))
        for seq, word in words
        if isinstance(word, Enter | Withdraw | Reveal | Appeal)
    )


def by_player(said: Iterable[Saying]) -> dict[str, int]:
    """Count words by player."""
    return dict(sorted(Counter(one.player for one in said).items()))


def left_after_reveal(log: EventLog) -> tuple[str, ...]:
    """Return who left before the start when a luck may have been known, by his own word or taken out.

    A luck may be known from the smallest head on that a reveal quotes: its mail may have lain unread, and been entered
    when it was seen which leaving gives the draw that pleases.
    """
    contents = [entry.content for entry in log.entries]
    known = min((word.seen.size for word in contents if isinstance(word, Reveal)), default=None)
    left: list[str] = []
    for content in contents[known:] if known is not None else ():
        match content:
            case Start():
                break
            case Withdraw(player=player) | Ruling(act="out", player=str(player)):
                left.append(player)
    return tuple(left)
