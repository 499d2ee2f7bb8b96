"""Orders in four languages, and the helpers that are worked out when an order is read."""

import pytest

from pbem.games.game import LANGUAGES, Saying
from pbem.games.kit.order_words import EXPECTED
from pbem.games.praetor import GAME
from pbem.games.praetor.position.moves import OLD, Academy, Activate, Build, Labour, Move, Pass, Rescue, Trade
from tests.games.praetor.making import Case

TRADES = (Trade(sell=True, count=3, good="wood"), Trade(sell=False, count=1, good="marble"))


@pytest.fixture
def case() -> Case:
    case = Case(2)
    case.offer("SA1", "SQ1", "FO1")
    case.lay("LC1", 2, 0, owner="blue")
    case.lay("SM1", 3, 0, owner="blue")
    case.set(section="W01")
    case.to_move("blue")
    return case


@pytest.mark.parametrize(
    ("move", "texts"),
    [
        (
            Build("SA1", 2, -1, 1, 90),
            (
                "build SA1 with 2 at -1,1 rot 90",
                "costruisci SA1 con 2 a -1,1 ruota 90",
                "construire SA1 avec 2 en -1,1 tourner 90",
                "baue SA1 mit 2 auf -1,1 drehe 90",
            ),
        ),
        (
            Activate("MK1", 1, trades=TRADES),
            (
                "activate MK1 with 1 sell 3 wood, buy 1 marble",
                "attiva MK1 con 1 vendi 3 legni, compra 1 marmo",
                "activer MK1 avec 1 vendre 3 bois, acheter 1 marbre",
                "aktiviere MK1 mit 1 verkaufe 3 Holz, kaufe 1 Marmor",
            ),
        ),
        (
            Labour("LC1", Activate("SM1", OLD, make=2)),
            (
                "labour LC1 activate SM1 make 2",
                "lavoro LC1 attiva SM1 forgia 2",
                "travail LC1 activer SM1 forger 2",
                "lager LC1 aktiviere SM1 schmiede 2",
            ),
        ),
        (
            Activate("IO1", 3, take="W01"),
            (
                "activate IO1 with 3 take W01",
                "attiva IO1 con 3 prendi W01",
                "activer IO1 avec 3 prendre W01",
                "aktiviere IO1 mit 3 nimm W01",
            ),
        ),
        (
            Pass("free", "no"),
            (
                "pass academy free rescue no",
                "passo accademia gratis soccorso no",
                "passer académie gratuit secours refuse",
                "passe akademie gratis nothilfe nein",
            ),
        ),
        (Academy("AC1"), ("academy yes AC1", "accademia accetta AC1", "académie oui AC1", "akademie ja AC1")),
        (Rescue(use=True), ("rescue yes", "soccorso accetta", "secours oui", "nothilfe ja")),
    ],
    ids=lambda part: type(part).__name__.lower(),
)
def test_orders_are_written_and_read(case: Case, move: Move, texts: tuple[str, ...]) -> None:
    assert tuple(GAME.write(move, language) for language in LANGUAGES) == texts
    for text in texts:
        assert case.read("blue", text) == move
        assert case.read("blue", text.upper()) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("build sawmill with low at 1,1 rot 0", Build("SA1", 1, 1, 1, 0)),
        ("BUILD SA1 AT (1, 1) ROT 0 WITH HIGH", Build("SA1", 3, 1, 1, 0)),
        ("costruisci segheria con alto a nord di GM2 ruota 0", Build("SA1", 3, 0, 2, 0)),
        ("construire scierie avec bas en est de GM2 tourner 180", Build("SA1", 1, 1, 1, 180)),
        ("baue Sägewerk mit niedrig auf Süd von GM1 drehe 0", Build("SA1", 1, 0, -2, 0)),
        ("baue Saegewerk mit niedrig auf west von GM1 drehe 0", Build("SA1", 1, -1, -1, 0)),
        ("build SA1 with 1 at 0,0 / 9,9 / 1,1 / best rot 0", Build("SA1", 1, 1, 1, 0)),
        ("build SA1 with 1 at 0,0 / 9,9 rot 0", Build("SA1", 1, 0, 0, 0)),
        ("use market with 1", Activate("MK1", 1)),
        ("activate MK1 with 1 sell all wood", Activate("MK1", 1, trades=(Trade(sell=True, count=4, good="wood"),))),
        ("activate MK1 with 1 buy max stone", Activate("MK1", 1, trades=(Trade(sell=False, count=5, good="stone"),))),
        ("activate smith with 3", Activate("SM1", 3, make=3)),
        ("activate smith with 3 make max", Activate("SM1", 3, make=3)),
        ("activate outpost with 2", Activate("IO1", 2, take="W01")),
        ("labour camp activate smith make 5", Labour("LC1", Activate("SM1", OLD, make=5))),
        ("labour build forum at 1,1 rot 0", Labour("LC1", Build("FO1", OLD, 1, 1, 0))),
        ("je passe", Pass()),
        ("academy no", Academy("")),
    ],
)
def test_helpers(case: Case, text: str, move: Move) -> None:
    assert case.read("blue", text) == move


def test_sell_all_means_what_is_left_at_that_line(case: Case) -> None:
    move = case.read("blue", "activate MK1 with 1 buy 2 wood, sell all wood")
    assert isinstance(move, Activate)
    assert move.trades[1] == Trade(sell=True, count=6, good="wood")


def test_at_best_with_a_rotation_of_ones_own(case: Case) -> None:
    free, fixed = (case.read("blue", f"build SA1 with 1 at best{rot}") for rot in ("", " rot 270"))
    assert isinstance(free, Build)
    assert isinstance(fixed, Build)
    assert fixed.rot == 270


def test_helpers_mean_the_view_at_hand(case: Case) -> None:
    case.give("blue", reserve=(2, 4))
    assert case.read("blue", "activate GM1 with low") == Activate("GM1", 2)
    assert case.read("blue", "activate GM1 with high") == Activate("GM1", 4)
    case.give("blue", reserve=())
    assert case.why("blue", "activate GM1 with low") == "e_no_worker"


def test_a_name_shared_by_tiles_is_not_guessed(case: Case) -> None:
    unread = case.unread("blue", "activate gold mine with 1")
    assert unread.saying.key == "e_ambiguous_name"
    assert unread.nearest == ("GM1", "GM2")
    assert unread.saying.args == {"name": "types/gold_mine", "tiles": ["GM1", "GM2"]}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("dance", "verbs"),
        ("build", "types"),
        ("build SA1", "with"),
        ("build SA1 with 1", "place"),
        ("build SA1 with 1 at", "place"),
        ("build SA1 with 1 at best rot", "rotation"),
        ("build SA1 with five at best", "worker"),
        ("activate SM1", "with"),
        ("activate SM1 with 1 make", "number"),
        ("activate IO1 with 1 take SA1", "section"),
        ("activate MK1 with 1 sell 3", "goods"),
        ("activate MK1 with 1 make 1 take W01 with", "trade"),
        ("labour LC1 pass", "inner"),
        ("labour LC1 build SA1 with 1 at best", "site"),
        ("academy maybe", "answers"),
        ("rescue free", "rescue"),
    ],
)
def test_what_is_not_understood_says_what_was_expected(case: Case, text: str, what: str) -> None:
    unread = case.unread("blue", text)
    assert unread.saying.key in EXPECTED
    assert unread.saying.args["what"] == what
    assert all(GAME.say(unread.saying, language) for language in LANGUAGES)


def test_words_left_over_are_named(case: Case) -> None:
    unread = case.unread("blue", "pass now")
    assert unread.saying == Saying("surplus", {"word": "now"})


def test_the_nearest_tiles_are_named(case: Case) -> None:
    assert "SA1" in case.unread("blue", "build SA11 with 1 at best").nearest
    assert "sawmill" in case.unread("blue", "build sawmil with 1 at best").nearest


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "buy 1 weapon", "buy 2 weapons"),
        ("it", "compra 1 arma", "compra 2 armi"),
        ("fr", "acheter 1 arme", "acheter 2 armes"),
        ("de", "kaufe 1 Waffe", "kaufe 2 Waffen"),
    ],
)
def test_one_and_many(case: Case, language: str, one: str, two: str) -> None:
    for count, words in ((1, one), (2, two)):
        move = Activate("MK1", 1, trades=(Trade(sell=False, count=count, good="weapons"),))
        assert GAME.write(move, language).endswith(words)
        assert case.read("blue", GAME.write(move, language)) == move
