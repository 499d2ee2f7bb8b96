"""The bots of a game: its own, and one that plays any legal move."""

from random import Random
from typing import Any

from pbem.games.game import AnyGame, Bot


def random_bot(game: AnyGame) -> Bot[Any, Any]:
    """Return the bot that plays a random legal move."""

    def play(view: Any, random: Random) -> Any:
        return random.choice(list(game.moves(view)))

    return play


def bot_named(game: AnyGame, name: str) -> Bot[Any, Any]:
    """Return the bot of a game with this name; KeyError if there is none."""
    if name == "random":
        return random_bot(game)
    return game.bots[name]


def bot_names(game: AnyGame) -> tuple[str, ...]:
    """Return the names of a game's bots, `random` first."""
    return ("random", *game.bots)
