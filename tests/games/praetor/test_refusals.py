"""Every refusal gives the reason, the place on the map and what would be legal; nothing is half done."""

import re

import pytest
from msgspec.structs import replace

from pbem.games.game import LANGUAGES, Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.goods import Goods
from pbem.games.praetor.moves import Academy, Activate, Build, Labour, Move, Pass, Rescue, Trade
from pbem.games.praetor.state import Mark
from pbem.games.praetor.vocabulary import MESSAGES
from tests.games.praetor.making import Case

RULES = {
    "not_playing": "3.2",
    "game_over": "4.6",
    "asked_other": "4.0",
    "not_asked": "4.3",
    "e_passed": "P-R24",
    "e_not_offered": "4.3.1",
    "e_no_worker": "P-R60",
    "e_cannot_pay": "P-R7",
    "e_no_marker": "P-R43",
    "e_not_built_beside": "4.3.1",
    "e_cell_taken": "4.3.1",
    "e_not_adjacent": "P-R3",
    "e_bad_rotation": "P-R6",
    "e_not_built": "4.3.3",
    "e_no_activation": "1.2",
    "e_special": "4.3.4",
    "e_already_activated": "P-R9",
    "e_cannot_pay_fee": "P-R1",
    "e_no_citizen": "P-R10",
    "e_no_section": "P-R12",
    "e_cannot_pay_section": "P-R11",
    "e_bad_amount": "P-R14",
    "no_smith": "P-R14",
    "no_outpost": "P-R12",
    "no_market": "P-R15",
    "bad_trade": "P-R15",
    "e_cannot_pay_trade": "P-R15",
    "e_empty": "P-R10",
    "e_special_used": "4.3.4",
    "e_no_retired": "P-R22",
    "all_placed": "P-R23",
    "no_academy": "P-R28",
    "nothing_to_say": "8.3",
}


def crowded() -> Case:
    """Return a city in which much can be wrong."""
    case = Case(3, 2)
    case.offer("SA1", "TA1")
    case.lay("LC1", 2, 0, owner="yellow")
    case.lay("LC2", 3, 0, owner="blue")
    case.lay("SM1", 4, 0, owner="blue")
    case.lay("ST1", 5, 0, owner="blue")
    case.lay("AC1", 6, 0, owner="yellow")
    case.set(section="W08")
    case.to_move("blue")
    case.give("blue", goods=Goods(0, 4, 3, 2, 0), retired=1, citizens=0, camps=("LC1",))
    used = replace(case.lot("GM3"), user=Mark(Seat("white"), 2))
    case.set(city={**case.state.now.city, "GM3": used})
    return case


REFUSED: tuple[tuple[str, Move, str], ...] = (
    ("e_not_offered", Build("SQ1", 1, 1, 1), "Stone Quarry SQ1 is not on offer; on offer: SA1, TA1"),
    ("e_no_worker", Build("SA1", 5, 1, 1), "you have no worker of level 5 in reserve for Sawmill SA1; there: 1, 2, 3"),
    (
        "e_cannot_pay",
        Build("SA1", 1, 1, 1),
        "Sawmill SA1 costs 2 gold; you have 4 wood, 3 stone, 2 marble; you could pay for: -",
    ),
    ("e_not_built", Activate("MQ1", 1), "Marble Quarry MQ1 is not built; you could use: GM1, MK1, SM1"),
    ("e_not_built", Activate("nothing", 1), "- 'nothing' is not built"),
    ("e_no_activation", Activate("ST1", 1), "Statue ST1 at 5,0 does not do that; you could use: GM1, MK1, SM1"),
    ("e_special", Activate("AC1", 1), "Academy AC1 at 6,0 is a special tile and takes no worker"),
    (
        "e_already_activated",
        Activate("GM3", 1),
        "Gold Mine GM3 at 0,1 has been used by white this turn; you could use: GM1, MK1, SM1",
    ),
    (
        "e_cannot_pay_fee",
        Activate("GM2", 1),
        "Gold Mine GM2 at -2,0 costs 1 gold, paid to yellow before you gain anything; you have 4 wood",
    ),
    ("e_no_citizen", Activate("WC1", 1), "there is no citizen left to train at Work Camp WC1 (-1,0)"),
    (
        "e_cannot_pay_section",
        Activate("IO1", 1, take="W08"),
        "wall section W08 at Imperial Outpost IO1 (0,0) costs 5 gold, 2 marble",
    ),
    (
        "e_bad_amount",
        Activate("SM1", 3, make=4),
        "Smith SM1 (4,0) makes 0 to 3 weapons with level 3 and your wood, not 4",
    ),
    ("e_bad_amount", Activate("SM1", 3), "not -"),
    ("no_smith", Activate("GM1", 3, make=0), "nothing is forged at Gold Mine GM1 (0,-1)"),
    ("no_outpost", Activate("GM1", 3, take="W08"), "no wall section is taken at Gold Mine GM1"),
    (
        "no_market",
        Activate("GM1", 3, trades=(Trade(sell=True, count=1, good="wood"),)),
        "nothing is traded at Gold Mine GM1",
    ),
    (
        "bad_trade",
        Activate("MK1", 3, trades=(Trade(sell=True, count=-1, good="wood"),)),
        "at Market MK1 (1,0) you sell or buy at least one",
    ),
    (
        "e_cannot_pay_trade",
        Activate("MK1", 3, trades=(Trade(sell=True, count=9, good="wood"),)),
        "need more than you have: 4 wood",
    ),
    (
        "e_special_used",
        Labour("LC1", Activate("GM1", 6)),
        "you have already used Labour Camp LC1 at 2,0 this turn; other camps: LC2",
    ),
    ("e_special", Labour("AC1", Activate("GM1", 6)), "Academy AC1 at 6,0 is a special tile"),
    ("e_no_activation", Labour("GM1", Activate("GM1", 6)), "Gold Mine GM1 at 0,-1 does not do that"),
    ("e_not_built", Labour("XX", Activate("GM1", 6)), "- 'XX' is not built"),
    (
        "e_no_worker",
        Labour("LC2", Activate("GM1", 3)),
        "you have no worker of level 3 in reserve for Gold Mine GM1; there: 6",
    ),
    ("e_cannot_pay_fee", Labour("LC2", Activate("GM2", 6)), "Gold Mine GM2 at -2,0 costs 1 gold, paid to yellow"),
    ("asked_other", Academy("AC1"), "asked now: an action; this answers: the academy"),
    ("asked_other", Rescue(use=True), "asked now: an action; this answers: the rescue"),
)


@pytest.mark.parametrize(("why", "move", "words"), REFUSED, ids=[f"{i}-{row[0]}" for i, row in enumerate(REFUSED)])
def test_the_reason_in_words(why: str, move: Move, words: str) -> None:
    case = crowded()
    before = case.state
    refusal = GAME.check(case.view("blue"), move)
    assert refusal is not None
    assert refusal.saying.key == why
    assert words in GAME.say(refusal.saying, "en")
    assert refusal.rule == RULES[why]
    assert len({GAME.say(refusal.saying, language) for language in LANGUAGES}) == 4
    assert case.state == before


def test_answers_that_there_are_not_are_refused() -> None:
    refusal = GAME.check(crowded().view("blue"), Pass("perhaps"))  # type: ignore[arg-type]
    assert refusal is not None
    assert (refusal.saying.key, refusal.rule) == ("nothing_to_say", "8.3")


def test_goods_after_the_fee_of_a_camp_are_told_as_such() -> None:
    case = crowded()
    case.give("blue", goods=Goods(0, 9, 9, 9, 1), camps=())
    refusal = GAME.check(case.view("blue"), Labour("LC1", Build("TA1", 6, 1, 1)))
    assert refusal is not None
    told = GAME.say(refusal.saying, "en")
    assert refusal.saying.key == "e_cannot_pay"
    assert "you have 9 wood, 9 stone, 9 marble; " in told
    assert told.endswith("(after the fee of LC1: 1 weapon)")
    own = GAME.check(case.view("blue"), Labour("LC2", Activate("GM2", 6)))
    assert own is not None
    assert "after the fee" not in GAME.say(own.saying, "en")


def test_tiles_that_would_give_nothing_are_not_among_those_to_use() -> None:
    case = Case(3, 2, allow_empty="off")
    case.lay("SM1", 4, 0, owner="blue")
    case.to_move("blue")
    case.give("blue", goods=Goods(5, 0, 3, 2, 0))
    refusal = case.refused("blue", "activate SM1 with 1")
    assert refusal is not None
    assert refusal.saying.key == "e_empty"
    assert "SM1" not in refusal.saying.args["tiles"]
    assert "GM1" in refusal.saying.args["tiles"]
    (told,) = re.findall("You \\(blue\\) could use: (.*?)\\. ", " ".join(GAME.board(case.view("blue"), "en").split()))
    legal = {move.tile for move in GAME.moves(case.view("blue")) if isinstance(move, Activate)}
    assert set(told.split(", ")) == legal == set(refusal.saying.args["tiles"])


def rich() -> Case:
    case = crowded()
    case.give("blue", goods=Goods(9, 9, 9, 9, 9))
    return case


@pytest.mark.parametrize(
    ("why", "move", "words"),
    [
        ("e_cell_taken", Build("SA1", 1, 0, 0), "IO1 is at 0,0, so SA1 cannot be built there; free places near it: "),
        (
            "e_not_adjacent",
            Build("SA1", 1, 2, 2),
            "2,2 shares no edge with a built tile, so SA1 cannot be built there; places near it: ",
        ),
        (
            "e_no_section",
            Activate("IO1", 1, take="W02"),
            "wall section 'W02' is not open at Imperial Outpost IO1 (0,0); open: W08",
        ),
        ("e_bad_rotation", Build("SA1", 1, 1, 1, 7), "SA1 at 1,1 cannot be turned by 7 degrees: 0, 90, 180 or 270"),
        (
            "e_not_built_beside",
            Build("SA1", 1, 0, 1, 0, "OC1"),
            "'OC1' is not in the city, so there is no place beside it",
        ),
    ],
)
def test_the_place_on_the_map(why: str, move: Move, words: str) -> None:
    case = rich()
    refusal = GAME.check(case.view("blue"), move)
    assert refusal is not None
    assert refusal.saying.key == why
    assert words in GAME.say(refusal.saying, "en")


def test_places_named_are_legal() -> None:
    case = rich()
    refusal = GAME.check(case.view("blue"), Build("SA1", 1, 2, 2))
    assert refusal is not None
    *places, more = refusal.saying.args["cells"]
    assert (len(places), more) == (8, "..")
    for place in places:
        assert case.why("blue", f"build SA1 with 1 at {place} rot 0") == ""


def test_who_is_not_asked_is_told_who_is() -> None:
    case = crowded()
    assert case.why("white", "pass") == "not_asked"
    refusal = case.refused("white", "pass")
    assert refusal is not None
    assert GAME.say(refusal.saying, "de") == "du wirst jetzt nicht gefragt; am Zug: Blau"


def test_the_public_and_the_end() -> None:
    case = crowded()
    for seat, key in ((None, "not_playing"), (Seat("purple"), "not_playing")):
        refusal = GAME.check(GAME.view(case.state, seat), Pass())
        assert refusal is not None
        assert refusal.saying.key == key
    case.set(phase="over", asked=())
    assert case.why("blue", "pass") == "game_over"


def test_every_reason_can_be_told() -> None:
    assert all(key in MESSAGES for key in RULES)
    assert all(rule for rule in RULES.values())
