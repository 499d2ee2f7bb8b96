"""Asking: one word to the desk with what follows it, who said it, and how it is answered."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import RefusedError
from pbem.desk.matches.state.positions import current
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.desk_words import WORDS
from pbem.desk.wording.phrases import say
from pbem.games.kit.order_words import fold
from pbem.referee.language.plan import Source
from pbem.referee.language.problem import Problem
from pbem.referee.match.match import Match
from pbem.report.notice import Part

_OFF = frozenset(map(fold, WORDS["off"]))


class MemberWord(Struct, frozen=True):
    """A word to the desk: who said it, what follows it, and the sheet that it stands in."""

    player: Member
    rest: tuple[str, ...]
    source: Source

    @property
    def is_off(self) -> bool:
        """Whether something is to end."""
        return bool(self.rest) and fold(self.rest[-1]) in _OFF

    @property
    def game(self) -> str:
        """The game that is named; "" if none is."""
        return next((word for word in self.rest if fold(word) not in _OFF), "")

    def say(self, key: str, **places: object) -> str:
        """Tell something in the language of who asks."""
        return say(key, self.player.language, **places)

    def refusal(self, key: str, **places: object) -> RefusedError:
        """Say no in the language of who asks."""
        return RefusedError((Problem(0, self.say(key, **places)),))


Answer = Sequence[Part]
Act = Callable[[Desk, Transaction, MemberWord], Answer]


def named_match(desk: Desk, look: Transaction, asked: MemberWord) -> Match:
    """Return the match that a word is about; RefusedError if there is none, or it is over."""
    if look.games.find(asked.game) is None:
        raise asked.refusal("club_no_game", game=asked.game)
    match = current(desk, look, asked.game)
    if match.phase in ("over", "void"):
        raise asked.refusal("club_over", game=match.id)
    return match


def told(*lines: str) -> tuple[Part]:
    """Return an answer of a few lines."""
    return (Part(lines),)
