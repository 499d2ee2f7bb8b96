"""How the law of every game says no."""

from pbem.games.game import Data, Refusal, Saying


def no(key: str, rule: str, **facts: Data) -> Refusal:
    """Return a refusal: a message of the game, the ruling or section behind it, and the facts that fill its places."""
    return Refusal(Saying(key, facts), rule)
