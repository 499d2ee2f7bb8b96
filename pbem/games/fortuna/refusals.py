"""How the law says no."""

from pbem.games.game import Data, Refusal, Saying


def no(key: str, rule: str, **args: Data) -> Refusal:
    """Return a refusal: a message of the game and the ruling or section behind it."""
    return Refusal(Saying(key, args), rule)
