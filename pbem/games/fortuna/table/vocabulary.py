"""The words of the game, read once: what orders and boards say, and what things are called."""

import re

from pbem.games.fortuna.table.table import BUILDINGS
from pbem.games.game import Data, Saying
from pbem.games.house import house_line
from pbem.games.kit.files import promise
from pbem.games.kit.order_words import Messages, Words
from pbem.games.kit.reading import find_fact
from pbem.games.kit.scene import by

_ARTICLE = re.compile(r"\bdie\s+(?=[^\W\d])", re.IGNORECASE)
_FRENCH_DIE = re.compile(r"\bd(?:\u00e9|e\u0301?)\s+(?=\d)", re.IGNORECASE)
WORDS = Words(promise("pbem.games.fortuna", "words.toml"))
SHOWN = {"cards": "card", "favours": "favour", "privileges": "privilege"}  # have names apart from what is parsed
MESSAGES = Messages(promise("pbem.games.fortuna", "messages.toml"), WORDS, SHOWN)


def untangled(text: str) -> str:
    """Return a text in which no article can be taken for a die, nor a die for an article."""
    return _FRENCH_DIE.sub("avec ", _ARTICLE.sub(" ", text))


def fact(words: str) -> str | None:
    """Return the fact that words mean in any language."""
    return find_fact(WORDS, WORDS.cut(untangled(words)))


def tell_house(table: Data, language: str) -> tuple[str, ...]:
    """Tell the house values of a table: those that we ship in words, what a host added in the table's own."""
    told = {
        "seats": {"seats": [by(seat) for seat in table["seats"]]},
        "building_cost": {
            "costs": [f"{WORDS.say('buildings', name, language)} {table['building_cost'][name]}" for name in BUILDINGS]
        },
    }
    return tuple(
        MESSAGES.say(Saying(f"house_{name}", told[name]), language) if name in told else house_line(table, name)
        for name in table.get("house", ())
    )
