"""How the law of every game says no."""

from collections.abc import Iterable

from pbem.games.game import Data, Refusal, Saying
from pbem.games.kit.scene import by


def no(key: str, rule: str, **facts: Data) -> Refusal:
    """Return a refusal: a message of the game, the ruling or section behind it, and the facts that fill its places."""
    return Refusal(Saying(key, facts), rule)


def over(rule: str) -> Refusal:
    """Refuse whatever is ordered after the end."""
    return no("game_over", rule)


def not_asked(rule: str, seats: Iterable[str]) -> Refusal:
    """Refuse who is not asked, and say who is."""
    return no("not_asked", rule, seats=[by(seat) for seat in seats])


def asked_other(rule: str, now: str, kind: str) -> Refusal:
    """Refuse what answers another question than the one that is asked; both are words such as `verbs/swap`."""
    return no("asked_other", rule, now=now, kind=kind)
