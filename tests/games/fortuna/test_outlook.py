"""What an order costs and does, and the orders as they are chosen from."""

import pytest

from pbem.games.fortuna import GAME
from pbem.games.fortuna.table.table import CARDS
from pbem.games.fortuna.table.vocabulary import MESSAGES, WORDS
from pbem.games.game import LANGUAGES, Data
from pbem.games.kit.amounts import amount, change
from pbem.games.kit.order_words import fold
from tests.games.fortuna.making import Case, read
from tests.wording import game_text


def does(case: Case, text: str, language: str = "en") -> str:
    view = case.view()
    move = read(view, text)
    assert GAME.check(view, move) is None, text
    return GAME.effect(view, move, language)


def gains(**changes: int) -> str:
    return ", ".join(change(MESSAGES, what, count, "en") for what, count in changes.items())


def many(what: str, count: int) -> str:
    return amount(MESSAGES, what, count, "en")


def said(key: str, **places: Data) -> str:
    return game_text(GAME, f"does_{key}", **places)


def have(money: int) -> str:
    return said("then", money=many("money", money))


def fee(side: str) -> str:
    return said("fee", fee=gains(money=-1), side=f"seats/{side}")


def steps(count: int, to: int) -> str:
    return said("to", steps=gains(steps=count), pos=to)


def playing(card: str, **more: object) -> Case:
    return Case().lay(blue=card, grey="WATER HARVEST").give("blue", **more)


@pytest.mark.parametrize(
    ("case", "text", "told"),
    [
        (playing("VINTAGE", reservoir=2), "play vintage water 2", [gains(water=-2, wine=4)]),
        (
            playing("GRAINTRADE", grain=3, money=5),
            "play graintrade sell all",
            [gains(money=6, grain=-3), have(11)],
        ),
        (
            playing("WINETRADE", wine=1, money=19),
            "play winetrade sell 1",
            [gains(money=1, wine=-1), said("lost", lost=many("money", 2)), have(20)],
        ),
        (playing("CENTURIONS", money=5), "play centurions buy 1", [gains(money=-2, centurions=1), have(3)]),
        (playing("CLERGY"), "play clergy", [gains(vestals=-1, dice=1)]),
        (playing("BRIBERY", money=5), "play bribery use water", [gains(water=2), fee("grey"), have(4)]),
        (
            playing("BRIBERY", money=5, grain=1).lay(blue="BRIBERY", grey="GRAINTRADE"),
            "play bribery use graintrade sell 1",
            [gains(money=2, grain=-1), fee("grey"), have(6)],
        ),
        (
            playing("FAMILY", married=True, dice=2),
            "play family roll",
            [said("roll_early", dice=many("dice", 2))],
        ),
        (playing("FORTUNA", pos=3), "play fortuna", [steps(1, 4)]),
        (
            playing("FORTUNA", pos=14),
            "play fortuna",
            [steps(1, 15), said("arrive")],
        ),
        (playing("WATER"), "play water noact", [said("nothing")]),
        (Case().give("blue", married=True).rolled(5), "favour 5", [said("free"), steps(1, 1)]),
        (
            Case().give("blue", married=True, buildings=("PALACE",), pos=2).favours("5+1").rolled(5),
            "favour 5",
            [said("free"), steps(2, 4), said("draw", cards=many("cards", 1), limit=1)],
        ),
        (Case().give("blue", wine=2).rolled(2), "favour 2", [gains(wine=-2), steps(2, 2)]),
        (Case().give("blue", money=5).rolled(3), "favour none", [said("tax", die=3, tax=gains(money=-1)), have(4)]),
        (Case().favours("1- 2- 3-").rolled(3), "favour none", [said("no_tax", die=3)]),
        (
            Case().give("blue", money=0, pos=7).rolled(3),
            "favour none",
            [said("tax_step", die=3, pos=6)],
        ),
        (Case().give("blue", hand=["A_GRAIN"]), "use grain gift + grain", [gains(grain=2)]),
        (Case().give("blue", hand=["B_STEP"], pos=9), "use step", [steps(1, 10)]),
    ],
)
def test_what_an_order_costs_and_does(case: Case, text: str, told: list[str]) -> None:
    assert does(case, text) == "; ".join(told)


def test_one_and_many_in_four_languages() -> None:
    one = [does(playing("CENTURIONS", money=5), "play centurions buy 1", language) for language in LANGUAGES]
    two = [does(playing("CENTURIONS", money=5), "play centurions buy 2", language) for language in LANGUAGES]
    for language, single, several in zip(LANGUAGES, one, two, strict=True):
        cost, more = (game_text(GAME, "unit_money_many", language, n=n) for n in ("-2", "-5"))
        centurion = game_text(GAME, "unit_centurions_one", language, n="+1")
        centurions = game_text(GAME, "unit_centurions_many", language, n="+2")
        assert single.startswith(f"{cost}, {centurion}")
        assert several.startswith(f"{more}, {centurions}")


def test_what_is_told_is_what_happens() -> None:
    case = playing("BRIBERY", money=5)
    told = does(case, "play bribery use harvest water 1")
    case.order("play bribery use harvest water 1")
    assert told == "; ".join([gains(water=-1, grain=3), fee("grey"), have(4)])
    assert (case.player("blue").money, case.player("blue").grain, case.player("blue").water) == (4, 4, 0)


def test_cards_without_their_action_stand_in_one_line() -> None:
    groups = {group.title: group for group in GAME.grouped(playing("WATER CLERGY FAMILY").view(), "en")}
    (idle,) = groups[game_text(GAME, "group_idle")].offers
    assert idle.text == "play (water | clergy | family) noact"
    assert list(groups)[-1] == game_text(GAME, "group_idle")


def test_swaps_are_grouped_by_side() -> None:
    case = playing("HARVEST VINTAGE CLERGY").lay(blue="HARVEST", grey="WATER").order("play harvest")
    groups = GAME.grouped(case.view(), "en")
    assert [group.title for group in groups] == ["grey", "orange", "purple"]
    assert groups[0].shared == said("swap", given="cards/HARVEST", side="seats/grey")
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
    forward = change(MESSAGES, "steps", 2, "de")
    clauses = [game_text(GAME, "does_free", "de"), game_text(GAME, "does_to", "de", steps=forward, pos=2)]
    assert (offer.text, offer.effect) == ("Gunst 6", "; ".join(clauses))


def test_every_piece_is_explained_by_the_table_of_the_game() -> None:
    terms = {
        term.code: term
        for term in GAME.legend(Case(vestal_prices="1-2-3").give("blue", hand=["C_MONEY5"]).view(), "en")
    }
    assert terms["vestals"].about == game_text(GAME, "about_VESTALS", n="1, 2, 3")
    assert terms["money5"].about == game_text(GAME, "about_C_MONEY5", n=2, more=5)
    assert terms["money5"].name.startswith(game_text(GAME, "term_privilege", letter="C"))
    assert terms["religion"].name.startswith(game_text(GAME, "term_favour", number=6))
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
        assert terms["Klerus"].endswith(f" {MESSAGES.name('cards', 'CLERGY', 'de')}")
        assert terms["Heirat"].startswith(game_text(GAME, "term_favour", "de", number=5))
