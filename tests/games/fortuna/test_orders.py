"""Orders in four languages."""

import tomllib
from pathlib import Path
from string import Formatter

import pytest

import pbem.games.fortuna
from pbem.games.fortuna import GAME
from pbem.games.fortuna.position.moves import (
    Ask,
    Block,
    Bribe,
    Build,
    Buy,
    Do,
    Draft,
    End,
    Gain,
    Keep,
    Marry,
    Military,
    Move,
    NoAct,
    Pick,
    Play,
    Pocket,
    Pour,
    Reserve,
    Roll,
    RollEarly,
    Sell,
    Swap,
    Take,
    Use,
)
from pbem.games.fortuna.table.vocabulary import WORDS
from pbem.games.game import LANGUAGES, Unread
from pbem.games.kit.order_words import split
from tests.games.fortuna.making import Case

PLAN_WORDS = """next always else then if and legal have any wait pass skip
prossimo sempre altrimenti poi se e legale ho qualsiasi aspetta passa salta
suivant toujours sinon puis si et legal ai importe attends passe saute
naechster immer sonst dann wenn und legal habe egal warte passe ueberspringe"""

EVERY = [
    Draft("WATER"),
    Reserve("FORTUNA"),
    Reserve(None),
    Play("WATER", Do()),
    Play("WATER", NoAct()),
    Play("HARVEST", Pour()),
    Play("HARVEST", Pour(2)),
    Play("VINTAGE", Pour(1, reservoir=True)),
    Play("VINTAGE", Pour(None)),
    Play("VINTAGE", Pour(0, reservoir=True)),
    Play("GRAINTRADE", Sell(3)),
    Play("WINETRADE", Sell(None)),
    Play("CENTURIONS", Buy(2)),
    Play("VESTALS", Buy(None)),
    Play("CLERGY", Do()),
    Play("FAMILY", Marry()),
    Play("FAMILY", RollEarly()),
    Play("FAMILY", Gain("wine")),
    Play("BUILDING", Build("PALACE")),
    Play("BRIBERY", Pocket()),
    Play("BRIBERY", Bribe("HARVEST", Pour(1, reservoir=True))),
    Play("BRIBERY", Bribe("WATER", Do())),
    Play("BRIBERY", Bribe("FAMILY", RollEarly())),
    Take("money"),
    Take("grain"),
    Swap("GRAINTRADE"),
    Swap("FORTUNA", "purple"),
    Military(),
    Military("BUILDING", Build("MARKET")),
    Military("BRIBERY", Bribe("WINETRADE", Sell(1))),
    Roll(),
    Use("B_STEP"),
    Use("A_FOLLOWER", "vestal"),
    Use("A_FOLLOWER", "centurion"),
    Use("A_GRAIN", "wine"),
    Use("A_WATER", "water"),
    Use("C_GRAIN"),
    Ask(),
    Ask(die=3),
    Ask(6),
    Ask(3, 2),
    Ask(1, 1, reservoir=True, die=4),
    Block(4),
    Block(None),
    Keep(("C_VESTAL",)),
    Keep(("C_MONEY5", "A_GRAIN")),
    Keep(("C_GRAIN", "C_WATER")),
    Pick("C_MONEY3"),
    End(),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("move", EVERY, ids=str)
def test_reading_undoes_writing(move: Move, language: str) -> None:
    text = GAME.write(move, language)
    assert GAME.parse(Case().view(), text) == move
    assert GAME.parse(Case().view(), text.upper()) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("play harvest water 1", Play("HARVEST", Pour(1))),
        ("PLAY Grain Harvest, WATER 2 from reservoir", Play("HARVEST", Pour(2, reservoir=True))),
        ("gioca la carta raccolta di grano acqua 2 da riserva", Play("HARVEST", Pour(2, reservoir=True))),
        ("jouer moisson eau 2 de réservoir", Play("HARVEST", Pour(2, reservoir=True))),
        ("spielen Getreideernte Wasser 2 aus Aquädukt", Play("HARVEST", Pour(2))),
        ("gioca distribuzione dell'acqua", Play("WATER", Do())),
        ("gioca carta corruzione usa vendemmia acqua 1", Play("BRIBERY", Bribe("VINTAGE", Pour(1)))),
        ("gioca famiglia senza azione", Play("FAMILY", NoAct())),
        ("jouer famille sans action", Play("FAMILY", NoAct())),
        ("bestechung spielen", None),
        ("échanger commerce de blé depuis bleu", Swap("GRAINTRADE", "blue")),
        ("scambia commercio di grano", Swap("GRAINTRADE")),
        ("potere militare edificio costruisci mercato", Military("BUILDING", Build("MARKET"))),
        ("puissance militaire aucune", Military()),
        ("militärische Macht keine", Military()),
        ("militaerische macht keine", Military()),
        ("lancia i dadi", Roll()),
        ("lancer les dés", Roll()),
        ("wuerfeln", Roll()),
        ("favour 3*2", Ask(3, 2)),
        ("favour 3 x2", Ask(3, 2)),
        ("favour 4 x all", Ask(4)),
        ("favore 4 x tutti", Ask(4)),
        ("faveur 4 x tous avec 5", Ask(4, die=5)),
        ("Gunst 4 alle", Ask(4)),
        ("favor orgy", Ask(2)),
        ("favore religione di stato", Ask(6)),
        ("faveur fortuna", Ask(5)),
        ("gunst keine würfel 3", Ask(die=3)),
        ("tasse", Ask()),
        ("taxe", Ask()),
        ("Steuern", Ask()),
        ("block 4", Block(4)),
        ("gira battaglia", Block(4)),
        ("verdecken 4", Block(4)),
        ("verdecken Weinlese", Reserve("VINTAGE")),
        ("copri fortuna", Reserve("FORTUNA")),
        ("keep c_vestal, b", Keep(("C_VESTAL", "B_STEP"))),
        ("garder vestale, étape", Keep(("C_VESTAL", "B_STEP"))),
        ("palazzo di Cesare vestale", Pick("C_VESTAL")),
        ("palais de César argent 5", Pick("C_MONEY5")),
        ("caesars palast sesterzen3", Pick("C_MONEY3")),
        ("use B", Use("B_STEP")),
        ("privilegio B", Use("B_STEP")),
        ("privilège B", Use("B_STEP")),
        ("Privileg B", Use("B_STEP")),
        ("use A_GRAIN + WINE", Use("A_GRAIN", "wine")),
        ("privilegio grano + vino", Use("A_GRAIN", "wine")),
        ("privilège blé + vin", Use("A_GRAIN", "wine")),
        ("Privileg Getreide + Wein", Use("A_GRAIN", "wine")),
        ("use A_FOLLOWER VESTAL", Use("A_FOLLOWER", "vestal")),
        ("play building build palace", Play("BUILDING", Build("PALACE"))),
        ("fine", End()),
    ],
)
def test_words_of_the_rule_books(text: str, move: Move | None) -> None:
    found = GAME.parse(Case().view(), text)
    assert isinstance(found, Unread) if move is None else found == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plau harvest",
        "play harv",
        "play harvest water",
        "play harvest wine 2",
        "play graintrade sell",
        "play building build",
        "play bribery use",
        "swap",
        "swap water from",
        "favour",
        "favour 3 x",
        "favour none die",
        "keep",
        "use",
        "use follower + 3",
        "block",
        "end now",
        "roll 3",
        "play harvest water 99999999999",
        "play harvest water -1",
        "play harvest water \u22121",
        "play centurions buy -2",
        "favour 3 x -2",
        "favour -3",
        "favour none die -4",
    ],
)
def test_what_is_not_understood_is_said_in_every_language(text: str) -> None:
    found = GAME.parse(Case().view(), text)
    assert isinstance(found, Unread)
    for language in LANGUAGES:
        assert GAME.say(found.saying, language)


def test_the_nearest_words_are_offered() -> None:
    found = GAME.parse(Case().view(), "play harvset")
    assert isinstance(found, Unread)
    assert "harvest" in found.nearest


def test_every_message_has_the_same_places_in_four_languages() -> None:
    table = tomllib.loads((Path(pbem.games.fortuna.__file__).parent / "messages.toml").read_text("utf-8"))
    for key, texts in table.items():
        assert tuple(texts) == LANGUAGES, key
        places = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in texts.values()]
        assert all(each == places[0] for each in places), key


def test_no_filler_means_something_in_plans() -> None:
    assert WORDS.cut(PLAN_WORDS) == split(PLAN_WORDS)
