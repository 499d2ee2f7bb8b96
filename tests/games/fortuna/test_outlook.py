"""What an order costs and does, and the orders as they are chosen from."""

import pytest

from pbem.games.fortuna import GAME
from pbem.games.fortuna.table import CARDS
from pbem.games.fortuna.vocabulary import MESSAGES, WORDS
from pbem.games.game import LANGUAGES
from pbem.games.words import fold
from tests.games.fortuna.making import Case, read


def does(case: Case, text: str, language: str = "en") -> str:
    view = case.view()
    move = read(view, text)
    assert GAME.check(view, move) is None, text
    return GAME.effect(view, move, language)


def playing(card: str, **more: object) -> Case:
    return Case().lay(blue=card, grey="WATER HARVEST").give("blue", **more)


@pytest.mark.parametrize(
    ("case", "text", "told"),
    [
        (playing("VINTAGE", reservoir=2), "play vintage water 2", "-2 water, +4 wine"),
        (
            playing("GRAINTRADE", grain=3, money=5),
            "play graintrade sell all",
            "+6 money, -3 grain; you then have 11 money",
        ),
        (
            playing("WINETRADE", wine=1, money=19),
            "play winetrade sell 1",
            "+1 money, -1 wine; lost over the limit: 2 money; you then have 20 money",
        ),
        (playing("CENTURIONS", money=5), "play centurions buy 1", "-2 money, +1 Centurion; you then have 3 money"),
        (playing("CLERGY"), "play clergy", "-1 Vestal, +1 die"),
        (playing("BRIBERY", money=5), "play bribery use water", "+2 water; -1 money to grey; you then have 4 money"),
        (
            playing("BRIBERY", money=5, grain=1).lay(blue="BRIBERY", grey="GRAINTRADE"),
            "play bribery use graintrade sell 1",
            "+2 money, -1 grain; -1 money to grey; you then have 6 money",
        ),
        (
            playing("FAMILY", married=True, dice=2),
            "play family roll",
            "you roll 2 dice now; then you take grain, wine or money",
        ),
        (playing("FORTUNA", pos=3), "play fortuna", "+1 step, to 4"),
        (
            playing("FORTUNA", pos=14),
            "play fortuna",
            "+1 step, to 15; you arrive at Caesar's Palace: it is the last round",
        ),
        (playing("WATER"), "play water noact", "no effect; the card is only swapped away"),
        (Case().give("blue", married=True).rolled(5), "favour 5", "free; +1 step, to 1"),
        (
            Case().give("blue", married=True, buildings=("PALACE",), pos=2).favours("5+1").rolled(5),
            "favour 5",
            "free; +2 steps, to 4; you draw 1 privilege and keep 1",
        ),
        (Case().give("blue", wine=2).rolled(2), "favour 2", "-2 wine; +2 steps, to 2"),
        (Case().give("blue", money=5).rolled(3), "favour none", "tax for the 3: -1 money; you then have 4 money"),
        (Case().favours("1- 2- 3-").rolled(3), "favour none", "no tax: nothing is open up to 3"),
        (
            Case().give("blue", money=0, pos=7).rolled(3),
            "favour none",
            "no money for the tax for the 3: back to 6",
        ),
        (Case().give("blue", hand=["A_GRAIN"]), "use grain gift + grain", "+2 grain"),
        (Case().give("blue", hand=["B_STEP"], pos=9), "use step", "+1 step, to 10"),
    ],
)
def test_what_an_order_costs_and_does(case: Case, text: str, told: str) -> None:
    assert does(case, text) == told


def test_one_and_many_in_four_languages() -> None:
    one = [does(playing("CENTURIONS", money=5), "play centurions buy 1", language) for language in LANGUAGES]
    many = [does(playing("CENTURIONS", money=5), "play centurions buy 2", language) for language in LANGUAGES]
    assert [text.split(";")[0].strip() for text in one] == [
        "-2 money, +1 Centurion",
        "-2 monete, +1 Centurione",
        "-2 Argents, +1 Centurion",
        "-2 Sesterzen, +1 Zenturio",
    ]
    assert [text.split(";")[0].strip() for text in many] == [
        "-5 money, +2 Centurions",
        "-5 monete, +2 Centurioni",
        "-5 Argents, +2 Centurions",
        "-5 Sesterzen, +2 Zenturios",
    ]


def test_what_is_told_is_what_happens() -> None:
    case = playing("BRIBERY", money=5)
    told = does(case, "play bribery use harvest water 1")
    case.order("play bribery use harvest water 1")
    assert told == "-1 water, +3 grain; -1 money to grey; you then have 4 money"
    assert (case.player("blue").money, case.player("blue").grain, case.player("blue").water) == (4, 4, 0)


def test_cards_without_their_action_stand_in_one_line() -> None:
    groups = {group.title: group for group in GAME.grouped(playing("WATER CLERGY FAMILY").view(), "en")}
    (idle,) = groups["without effect"].offers
    assert idle.text == "play (water | clergy | family) noact"
    assert list(groups)[-1] == "without effect"


def test_swaps_are_grouped_by_side() -> None:
    case = playing("HARVEST VINTAGE CLERGY").lay(blue="HARVEST", grey="WATER").order("play harvest")
    groups = GAME.grouped(case.view(), "en")
    assert [group.title for group in groups] == ["grey", "orange", "purple"]
    assert groups[0].shared == "yours, face down, for your next turn; Harvest goes to grey"
    assert groups[0].offers[0].text.startswith("swap ")


def test_many_orders_are_told_by_card_with_their_amounts() -> None:
    case = playing("BRIBERY BUILDING FORTUNA", money=19, married=True, grain=6, wine=6, reservoir=4)
    legal = list(GAME.moves(case.view()))
    offers = [offer for group in GAME.grouped(case.view(), "en") for offer in group.offers]
    assert len(legal) > 40
    assert len(offers) < 25
    assert "play bribery use graintrade sell 1..6" in [offer.text for offer in offers]


def test_silence_is_told_in_the_terms_of_the_turn() -> None:
    offer = GAME.fallback(Case().give("blue", vestals=2).rolled(6).view(), "de")
    assert (offer.text, offer.effect) == ("Gunst 6", "umsonst; +2 Schritte, auf 2")


def test_every_piece_is_explained_by_the_table_of_the_game() -> None:
    terms = {
        term.code: term
        for term in GAME.legend(Case(vestal_prices="1-2-3").give("blue", hand=["C_MONEY5"]).view(), "en")
    }
    assert terms["vestals"].about == "buy Vestals; the first, second and third cost 1, 2, 3 money"
    assert terms["money5"].about == "at the end 2 points for each full 5 money"
    assert terms["money5"].name == "privilege C"
    assert terms["religion"].name == "favour 6"
    assert "step" not in terms  # nobody has shown one


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_ties_the_words_of_orders_to_the_names_on_drawings(language: str) -> None:
    terms = {term.code: term.name for term in GAME.legend(Case().view(), language)}
    for section, pieces in (("cards", CARDS), ("favours", GAME.table()["favours"])):
        for piece in pieces:
            word, title = WORDS.say(section, piece, language), MESSAGES.name(section, piece, language)
            is_told = terms[word].endswith(f" {title}")
            assert is_told == (fold(word).replace(" ", "") != fold(title).replace(" ", ""))
    if language == "de":
        assert terms["Klerus"] == "Aktionskarte: Religiöse Zeremonie"
        assert terms["Heirat"] == "Gunstkarte 5"
