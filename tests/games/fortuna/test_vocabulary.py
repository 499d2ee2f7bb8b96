"""The words of players: every order and every noun of the game in four languages, as people write them.

Each row of `vocabulary.txt` names an order in English and says how Italian, French and German sheets write it. Every
phrase must be read as what the English says: in capitals, without accents, with umlauts spelled out, with articles.
"""

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.games.fortuna import GAME
from pbem.games.game import Unread
from tests.games.fortuna.making import Case, read

VERBS = {
    "draft": "scegli | choisir | wählen",
    "reserve": "copri | cacher | verdecken",
    "play": "gioca | jouer | spielen",
    "swap": "scambia | échanger | tauschen",
}


def rows(section: str) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield each row of a section: the English, and the phrases of the other columns."""
    table = (Path(__file__).parent / "vocabulary.txt").read_text("utf-8").split(f"[{section}]\n")[1]
    for line in table.split("\n\n")[0].splitlines():
        english, *others = (cell.strip() for cell in line.split("|"))
        yield english, [[phrase.strip() for phrase in cell.split("/")] for cell in others]


def spellings(text: str) -> set[str]:
    """Return the ways people type a text: capitals, no accents, umlauts spelled out, accents apart, curly quotes."""
    apart = unicodedata.normalize("NFD", text)
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    spelled = text.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    return {text, text.upper(), text.title(), apart, bare, spelled, text.replace("'", "\u2019")}


def pairs() -> Iterator[tuple[str, str]]:
    """Yield an English order and one that must mean the same."""
    for english, columns in rows("orders"):
        yield from ((english, phrase) for column in columns for phrase in column)
    for card, columns in rows("cards"):
        for verb, others in VERBS.items():
            for said, column in zip(others.split("|"), columns, strict=True):
                yield from ((f"{verb} {card}", f"{said.strip()} {phrase}") for phrase in column)
    for number, columns in rows("favours"):
        for said, column in zip(("favore", "faveur", "Gunst"), columns, strict=True):
            yield from ((f"favour {number}", f"{said} {phrase}") for phrase in column)
        for said, column in zip(("gira", "retourner", "sperren"), columns, strict=True):
            yield from ((f"block {number}", f"{said} {phrase}") for phrase in column)
    for name, columns in rows("buildings"):
        for said, column in zip(("costruisci", "construire", "bauen"), columns, strict=True):
            yield from ((f"play building build {name}", f"play building {said} {phrase}") for phrase in column)
    for name, columns in rows("colours"):
        for said, column in zip(("da", "depuis", "von"), columns, strict=True):
            yield from ((f"swap fortuna from {name}", f"swap fortuna {said} {phrase}") for phrase in column)


@pytest.mark.parametrize(("english", "phrase"), list(pairs()))
def test_every_word_is_understood_however_it_is_typed(english: str, phrase: str) -> None:
    view = Case().view()
    for text in spellings(phrase):
        assert GAME.parse(view, text) == read(view, english), text


ARTICLES = {
    "play vintage": "gioca la vendemmia / jouer la vendange / spielen die Weinlese / spielen die Karte Weinlese",
    "swap building": "scambia l'edificio / échanger le bâtiment / tauschen das Gebäude",
    "swap centurions": "scambia i centurioni / échanger les centurions / tauschen die Zenturios",
    "play vestals buy 1": "gioca le vestali acquista 1 / jouer les vestales acheter 1 / spiele die Vestalinnen kaufe 1",
    "play harvest water 1": "gioca la raccolta di grano con acqua 1 / play the harvest with water 1",
    "play building build palace": "gioca l'edificio costruisci il palazzo / spielen das Gebäude bauen den Palast",
    "favour 3": "favore la distribuzione del cibo / faveur la distribution de nourriture / Gunst die Ernährung",
}


@pytest.mark.parametrize(("english", "others"), ARTICLES.items())
def test_articles_are_passed_over(english: str, others: str) -> None:
    view = Case().view()
    for text in others.split("/"):
        for typed in spellings(text.strip()):
            assert GAME.parse(view, typed) == read(view, english), typed


def test_a_die_is_no_article() -> None:
    view = Case().view()
    for text in (
        "favour 3 die 5",
        "Gunst 3 die 5",
        "faveur 3 dé 5",
        "faveur 3 de 5",
        "faveur 3 avec 5",
        "favore 3 dado 5",
    ):
        assert GAME.parse(view, text) == read(view, "favour 3 die 5"), text
    for text in ("favour none die", "favour 3 5", "block 4 die 3"):
        assert isinstance(GAME.parse(view, text), Unread), text


def test_to_cover_nothing_is_what_is_asked() -> None:
    """One German word turns down an action card before the game and a favour in it."""
    reserving = Case().set(step="reserve", reserving=("blue",))
    assert GAME.parse(reserving.view("blue"), "verdecken keine") == read(reserving.view("blue"), "reserve none")
    assert GAME.parse(reserving.view("grey"), "verdecken keine") == read(reserving.view("grey"), "block none")
    drafting = Case().set(step="draft", pool=("WATER",))
    assert GAME.parse(drafting.view(), "verdecken keine") == read(drafting.view(), "reserve none")


@pytest.mark.parametrize(
    ("name", "phrase"),
    [(name, phrase) for name, columns in rows("facts") for column in columns for phrase in column],
)
def test_facts_are_understood_however_they_are_typed(name: str, phrase: str) -> None:
    for text in spellings(phrase):
        assert GAME.fact(text) == name, text
