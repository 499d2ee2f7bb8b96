"""One style of error for all games: whatever an order is refused for is said in the same shapes."""

import re
from pathlib import Path

import pytest

import pbem.games
from pbem.games.found import find, named
from pbem.games.game import LANGUAGES
from pbem.games.kit.base import BaseGame
from pbem.games.kit.order_words import COMMON

HOME = Path(pbem.games.__file__).parent
_SAYS_NO = re.compile(r'(?:\bno|_gone|Lost\(Unread\(Saying)\(\s*f?"([a-z_]+)"')
NAMES = ("Family", "Fortuna", "Fortune", "Caesar", "Senate", "Temple")  # with which an English sentence may begin
OFFERS = {"en": "; on offer: {", "it": "; in offerta: {", "fr": " ; offert", "de": "; im Angebot: {"}
HAVES = {"en": "you have {", "it": "hai {", "fr": "as {", "de": "du hast {"}


def refusals(key: str) -> dict[str, dict[str, str]]:
    """Return every message of a game that refuses an order, by key and language."""
    game = named(key)
    assert isinstance(game, BaseGame)
    source = "".join(path.read_text("utf-8") for path in (HOME / key).rglob("*.py"))
    table = game.messages._phrases.table
    found = {name: dict(table[name]) for name in _SAYS_NO.findall(source) if name in table}
    assert len(found) > 20
    return found


@pytest.mark.parametrize("key", find())
def test_errors_are_plain_clauses(key: str) -> None:
    for name, texts in refusals(key).items():
        for language in LANGUAGES:
            text = texts[language]
            assert not text.endswith("."), f"{name} in {language} ends with a full stop"
            assert "!r" not in text, f"{name} in {language} quotes as Python does"
            assert '"' not in text, f"{name} in {language} has other quotation marks than the referee"
        first = texts["en"].split()[0]
        assert not first[0].isupper() or first.removesuffix("'s") in NAMES, f"{name} begins with a capital letter"


@pytest.mark.parametrize("key", find())
def test_what_is_not_on_offer_is_said_together_with_what_is(key: str) -> None:
    offers = [texts for texts in refusals(key).values() if "not on offer" in texts["en"]]
    assert offers
    for texts in offers:
        assert all(words in texts[language] for language, words in OFFERS.items()), texts


@pytest.mark.parametrize("key", find())
def test_what_costs_too_much_is_said_together_with_what_one_has(key: str) -> None:
    dear = [texts for texts in refusals(key).values() if " costs " in texts["en"] and "; you have" in texts["en"]]
    assert dear
    for texts in dear:
        for language, words in HAVES.items():
            assert words in texts[language] or " 0" in texts[language], texts


def test_common_errors_are_in_the_same_style() -> None:
    for texts in COMMON.table.values():
        assert set(texts) == set(LANGUAGES)
        assert all(text[0].islower() and not text.endswith(".") for text in texts.values())
