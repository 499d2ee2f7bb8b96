"""The words of the game, read once."""

import tomllib
from pathlib import Path

from pbem.games.game import Data, Saying
from pbem.games.praetor.table import GOODS
from pbem.games.words import Messages, Words

_FILLERS = ("the", "please", "tile", "il", "lo", "la", "le", "les", "der", "die", "das", "den", "des")


def _load(name: str) -> Data:
    return tomllib.loads((Path(__file__).parent / name).read_text("utf-8"))


WORDS = Words(_load("words.toml"), _FILLERS)
LABELS: dict[str, dict[str, str]] = _load("messages.toml")
MESSAGES = Messages(LABELS, WORDS)


def say(saying: Saying, language: str) -> str:
    """Tell a saying; a bundle of goods among its arguments is told as a list of amounts."""
    args = {
        name: tell_goods(value, language) if isinstance(value, dict) else value for name, value in saying.args.items()
    }
    return MESSAGES.say(Saying(saying.key, args), language)


def tell_goods(bundle: dict[str, int], language: str) -> str:
    """Tell goods as `2 wood, 1 stone`; `-` for none."""
    parts = [f"{bundle[good]} {WORDS.say('goods', good, language)}" for good in GOODS if bundle.get(good)]
    return ", ".join(parts) or "-"
