"""Trying what might have been: a game goes on from any position of its past, and nothing of it is recorded.

Dice are fresh. Decks lie as they lay: what has been drawn from them is in hands, and cannot be drawn again.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from pbem.games.game import Decision, Happening, Outcome, Refusal, Seat, Unread
from pbem.games.kit.bots import bot_named
from pbem.record.dice.fair import Stream, deck_order
from pbem.referee.match.match import Match


class FreshChance:
    """New dice, and the decks of the game."""

    def __init__(self, match: Match, hidden: bytes, entropy: Callable[[], bytes]) -> None:
        self._match = match
        self._hidden = hidden
        self._entropy = entropy

    def roll(self, slot: str) -> Stream:
        """Open a roll that was never made before."""
        del slot
        return Stream(self._entropy())

    def deck(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the order of a deck as it was in the game."""
        return deck_order(self._hidden, self._match.id, self._match.key, label, tuple(cards))


class Refused(Struct, frozen=True):
    """Why an order cannot be played here."""

    why: str


class Trial:
    """A game that goes on from a position."""

    def __init__(self, match: Match, chance: FreshChance, *, bot: str, random: Random) -> None:
        self.game = match.game
        self.seats = match.seats
        self.state = match.state
        self._chance = chance
        self._bot = bot_named(match.game, bot)
        self._random = random

    @property
    def asked(self) -> Decision | None:
        """What is to be decided next; None when it is over."""
        return next(iter(self.game.waiting(self.state)), None)

    @property
    def outcome(self) -> Outcome | None:
        """How it came out, once it is over."""
        return self.game.outcome(self.state)

    def view(self, seat: Seat | None) -> Any:
        """Return what a seat may know now."""
        return self.game.view(self.state, seat)

    def goes_by_itself(self, decision: Decision) -> bool:
        """Tell whether nobody is asked about a decision."""
        return decision.forced is not None or not decision.ask

    def play_by_rules(self, decision: Decision) -> tuple[Happening, ...]:
        """Play what the rules alone decide."""
        view = self.view(decision.seat)
        forced = decision.forced
        return self._play(decision, self.game.default(view) if forced is None else forced)

    def play_bot(self, decision: Decision) -> tuple[Happening, ...]:
        """Let a bot decide."""
        return self._play(decision, self._bot(self.view(decision.seat), self._random))

    def play_order(self, decision: Decision, text: str, language: str) -> tuple[Happening, ...] | Refused:
        """Play an order as somebody wrote it, or the number of a legal one; say why if it cannot be played."""
        view = self.view(decision.seat)
        move = self._numbered(view, text) if text.isdecimal() else self.game.parse(view, text)
        if isinstance(move, Refused):
            return move
        if isinstance(move, Unread):
            return Refused(self.game.say(move.saying, language))
        refusal: Refusal | None = self.game.check(view, move)
        if refusal is not None:
            return Refused(self.game.say(refusal.saying, language))
        return self._play(decision, move)

    def _numbered(self, view: Any, text: str) -> Any:
        moves = list(self.game.moves(view))
        number = int(text[:6])
        return moves[number - 1] if 0 < number <= len(moves) else Refused(f"there are {len(moves)} orders")

    def _play(self, decision: Decision, move: Any) -> tuple[Happening, ...]:
        move = self.game.resolve(self.view(decision.seat), move)
        step = self.game.play(self.state, decision.seat, move, self._chance)
        self.state = step.state
        return step.happenings
