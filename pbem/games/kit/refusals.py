"""Refusals that all games share."""

from collections.abc import Iterable

from pbem.games.game import Data, Refusal, Saying
from pbem.games.kit.scene import by


def no(key: str, rule: str, **facts: Data) -> Refusal:
    """Return a refusal: a message of the game, the rule behind it, and values for its places."""
    return Refusal(Saying(key, facts), rule)


def over(rule: str) -> Refusal:
    """Return the refusal of an order that comes after the end of the game."""
    return no("game_over", rule)


def not_asked(rule: str, seats: Iterable[str]) -> Refusal:
    """Return the refusal for a seat that is not asked now; it names the seats that are."""
    return no("not_asked", rule, seats=[by(seat) for seat in seats])


def asked_other(rule: str, now: str, kind: str) -> Refusal:
    """Return the refusal of a move that answers another question than the one that is open.

    Both questions are words such as `verbs/swap`.
    """
    return no("asked_other", rule, now=now, kind=kind)
