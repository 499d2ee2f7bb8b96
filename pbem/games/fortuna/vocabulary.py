"""The words of the game, read once: what orders and boards say, and what things are called."""

import re
import tomllib
from pathlib import Path

from pbem.games.fortuna.table import BUILDINGS
from pbem.games.game import Data, Saying
from pbem.games.house import house_line
from pbem.games.words import Messages, Words

_HERE = Path(__file__).parent
_FILLERS = (
    "di del della dell dello dei degli delle d de du des la le les l il i lo gli en the der das dem den "
    "carta carte card karte con with mit"
)
_ARTICLE = re.compile(r"\bdie\s+(?=[^\W\d])", re.IGNORECASE)
_FRENCH_DIE = re.compile(r"\bd(?:\u00e9|e\u0301?)\s+(?=\d)", re.IGNORECASE)
WORDS = Words(tomllib.loads((_HERE / "words.toml").read_text("utf-8")), _FILLERS.split())
MESSAGES = Messages(tomllib.loads((_HERE / "messages.toml").read_text("utf-8")), WORDS)


def untangled(text: str) -> str:
    """Return a text in which no article can be taken for a die, nor a die for an article."""
    return _FRENCH_DIE.sub("avec ", _ARTICLE.sub(" ", text))


def fact(words: str) -> str | None:
    """Return the fact that words mean in any language."""
    cut = WORDS.cut(untangled(words))
    found = WORDS.match("facts", cut)
    return found[0] if found and found[1] == len(cut) else None


def called(name: str, language: str) -> str:
    """Name a seat, a kind of decision, or a category of points: the road, a C card, the total."""
    for section in ("seats", "verbs"):
        if name in WORDS.ids(section):
            return WORDS.say(section, name, language)
    if name.upper() in WORDS.ids("privileges"):
        return WORDS.say("privileges", name.upper(), language)
    return MESSAGES.say(Saying(f"label_{name}_points"), language)


def tell_house(table: Data, language: str) -> tuple[str, ...]:
    """Tell the house values of a table: those that we ship in words, what a host added in the table's own."""
    told = {
        "seats": {"seats": [f"seats/{seat}" for seat in table["seats"]]},
        "building_cost": {
            "costs": [f"{WORDS.say('buildings', name, language)} {table['building_cost'][name]}" for name in BUILDINGS]
        },
    }
    return tuple(
        MESSAGES.say(Saying(f"house_{name}", told[name]), language) if name in told else house_line(table, name)
        for name in table.get("house", ())
    )
