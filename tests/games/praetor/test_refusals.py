"""Every refusal gives the reason, the place on the map and what would be legal; nothing is half done."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.games.game import LANGUAGES, Data, Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.position.moves import Academy, Activate, Build, Labour, Move, Pass, Rescue, Trade
from pbem.games.praetor.position.state import Mark
from pbem.games.praetor.table.goods import Goods
from pbem.games.praetor.table.vocabulary import AFTER, MESSAGES
from tests.games.praetor.making import Case
from tests.wording import game_text

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


TILES = ["GM1", "MK1", "SM1"]  # that blue could use
GOODS = {"wood": 4, "stone": 3, "marble": 2}
REFUSED: tuple[tuple[str, Move, dict[str, Data]], ...] = (
    ("e_not_offered", Build("SQ1", 1, 1, 1), {"tile": "SQ1", "name": "types/stone_quarry", "tiles": ["SA1", "TA1"]}),
    ("e_no_worker", Build("SA1", 5, 1, 1), {"level": 5, "tile": "SA1", "name": "types/sawmill", "levels": [1, 2, 3]}),
    (
        "e_cannot_pay",
        Build("SA1", 1, 1, 1),
        {"tile": "SA1", "name": "types/sawmill", "cost": {"gold": 2}, "goods": GOODS, "tiles": []},
    ),
    ("e_not_built", Activate("MQ1", 1), {"tile": "MQ1", "name": "types/marble_quarry", "tiles": TILES}),
    ("e_not_built", Activate("nothing", 1), {"tile": "'nothing'", "name": "-"}),
    ("e_no_activation", Activate("ST1", 1), {"tile": "ST1", "name": "types/statue", "cell": "5,0", "tiles": TILES}),
    ("e_special", Activate("AC1", 1), {"tile": "AC1", "name": "types/academy", "cell": "6,0", "tiles": TILES}),
    (
        "e_already_activated",
        Activate("GM3", 1),
        {"tile": "GM3", "name": "types/gold_mine", "cell": "0,1", "seat": "seats/white", "tiles": TILES},
    ),
    (
        "e_cannot_pay_fee",
        Activate("GM2", 1),
        {"tile": "GM2", "cell": "-2,0", "fee": {"gold": 1}, "owner": "seats/yellow", "goods": GOODS},
    ),
    ("e_no_citizen", Activate("WC1", 1), {"tile": "WC1", "name": "types/work_camp", "cell": "-1,0"}),
    (
        "e_cannot_pay_section",
        Activate("IO1", 1, take="W08"),
        {"section": "W08", "tile": "IO1", "name": "types/outpost", "cell": "0,0", "cost": {"gold": 5, "marble": 2}},
    ),
    (
        "e_bad_amount",
        Activate("SM1", 3, make=4),
        {"tile": "SM1", "name": "types/smith", "cell": "4,0", "make": 4, "level": 3, "most": 3},
    ),
    ("e_bad_amount", Activate("SM1", 3), {"make": "-", "level": 3, "most": 3}),
    (
        "no_smith",
        Activate("GM1", 3, make=0),
        {"tile": "GM1", "name": "types/gold_mine", "cell": "0,-1", "tiles": TILES},
    ),
    ("no_outpost", Activate("GM1", 3, take="W08"), {"tile": "GM1", "name": "types/gold_mine", "cell": "0,-1"}),
    (
        "no_market",
        Activate("GM1", 3, trades=(Trade(sell=True, count=1, good="wood"),)),
        {"tile": "GM1", "name": "types/gold_mine", "cell": "0,-1"},
    ),
    (
        "bad_trade",
        Activate("MK1", 3, trades=(Trade(sell=True, count=-1, good="wood"),)),
        {"tile": "MK1", "name": "types/market", "cell": "1,0", "goods": GOODS},
    ),
    (
        "e_cannot_pay_trade",
        Activate("MK1", 3, trades=(Trade(sell=True, count=9, good="wood"),)),
        {"tile": "MK1", "goods": GOODS, "prices": "2-1 2-1 3-2 3-2"},
    ),
    (
        "e_special_used",
        Labour("LC1", Activate("GM1", 6)),
        {"tile": "LC1", "name": "types/labour_camp", "cell": "2,0", "tiles": ["LC2"]},
    ),
    ("e_special", Labour("AC1", Activate("GM1", 6)), {"tile": "AC1", "name": "types/academy", "cell": "6,0"}),
    ("e_no_activation", Labour("GM1", Activate("GM1", 6)), {"tile": "GM1", "name": "types/gold_mine", "cell": "0,-1"}),
    ("e_not_built", Labour("XX", Activate("GM1", 6)), {"tile": "'XX'", "name": "-"}),
    (
        "e_no_worker",
        Labour("LC2", Activate("GM1", 3)),
        {"level": 3, "tile": "GM1", "name": "types/gold_mine", "levels": [6]},
    ),
    (
        "e_cannot_pay_fee",
        Labour("LC2", Activate("GM2", 6)),
        {"tile": "GM2", "cell": "-2,0", "fee": {"gold": 1}, "owner": "seats/yellow"},
    ),
    ("asked_other", Academy("AC1"), {"now": "asks/action", "kind": "asks/academy"}),
    ("asked_other", Rescue(use=True), {"now": "asks/action", "kind": "asks/rescue"}),
)


@pytest.mark.parametrize(("why", "move", "facts"), REFUSED, ids=[f"{i}-{row[0]}" for i, row in enumerate(REFUSED)])
def test_the_reason_in_words(why: str, move: Move, facts: dict[str, Data]) -> None:
    case = crowded()
    before = case.state
    refusal = GAME.check(case.view("blue"), move)
    assert refusal is not None
    assert refusal.saying.key == why
    assert {name: refusal.saying.args[name] for name in facts} == facts
    assert refusal.rule == RULES[why]
    assert len({GAME.say(refusal.saying, language) for language in LANGUAGES}) == 4
    assert case.state == before


@pytest.mark.parametrize("answer", [{"academy": "perhaps"}, {"rescue": "free"}])
def test_answers_that_there_are_not_are_refused(answer: dict[str, Any]) -> None:
    refusal = GAME.check(crowded().view("blue"), Pass(**answer))
    assert refusal is not None
    assert (refusal.saying.key, refusal.rule) == ("nothing_to_say", "8.3")


def test_goods_after_the_fee_of_a_camp_are_told_as_such() -> None:
    case = crowded()
    case.give("blue", goods=Goods(0, 9, 9, 9, 1), camps=())
    refusal = GAME.check(case.view("blue"), Labour("LC1", Build("TA1", 6, 1, 1)))
    assert refusal is not None
    told = GAME.say(refusal.saying, "en")
    fee = game_text(GAME, "after_camp", camp="LC1", fee={"weapons": 1})
    assert refusal.saying.key == "e_cannot_pay"
    assert refusal.saying.args["goods"] == {"wood": 9, "stone": 9, "marble": 9}
    assert told.endswith(f" {fee}")
    own = GAME.check(case.view("blue"), Labour("LC2", Activate("GM2", 6)))
    assert own is not None
    assert AFTER not in own.saying.args


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
    board = " ".join(GAME.board(case.view("blue"), "en").split())
    before, between, _ = game_text(GAME, "board_you", seat="seats/blue", tiles="|", offers="|").split("|")
    told = board.partition(before)[2].partition(between)[0]
    legal = {move.tile for move in GAME.moves(case.view("blue")) if isinstance(move, Activate)}
    assert set(told.split(", ")) == legal == set(refusal.saying.args["tiles"])


def rich() -> Case:
    case = crowded()
    case.give("blue", goods=Goods(9, 9, 9, 9, 9))
    return case


@pytest.mark.parametrize(
    ("why", "move", "facts"),
    [
        ("e_cell_taken", Build("SA1", 1, 0, 0), {"there": "IO1", "cell": "0,0", "tile": "SA1"}),
        (
            "e_not_adjacent",
            Build("SA1", 1, 2, 2),
            {"cell": "2,2", "tile": "SA1"},
        ),
        (
            "e_no_section",
            Activate("IO1", 1, take="W02"),
            {"take": "'W02'", "tile": "IO1", "name": "types/outpost", "cell": "0,0", "section": "W08"},
        ),
        ("e_bad_rotation", Build("SA1", 1, 1, 1, 7), {"tile": "SA1", "cell": "1,1", "rot": 7}),
        (
            "e_not_built_beside",
            Build("SA1", 1, 0, 1, 0, "OC1"),
            {"beside": "'OC1'", "tile": "SA1"},
        ),
    ],
)
def test_the_place_on_the_map(why: str, move: Move, facts: dict[str, Data]) -> None:
    case = rich()
    refusal = GAME.check(case.view("blue"), move)
    assert refusal is not None
    assert refusal.saying.key == why
    assert {name: refusal.saying.args[name] for name in facts} == facts


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
    assert (refusal.saying.key, refusal.saying.args) == ("not_asked", {"seats": ["seats/blue"]})


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
