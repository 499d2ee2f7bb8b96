"""The game's part in play by mail: TV-71 to TV-77. Sheets and plans themselves are the referee's."""

import pytest

from pbem.games.praetor import GAME
from pbem.games.praetor.position.moves import Activate, Build, Pass
from pbem.games.praetor.table.goods import Goods
from tests.games.praetor.making import EXAMPLE, Case


def first_legal(case: Case, seat: str, *alternatives: str) -> str:
    """Return the first alternative that is legal, as a plan's line would play it."""
    return next((text for text in alternatives if not case.why(seat, text)), "")


def test_tv_71_a_line_whose_alternatives_all_fail_changes_nothing() -> None:
    case = Case(2)
    case.to_move("blue")
    before = case.state
    assert first_legal(case, "blue", "activate SA1 with 3", "build XX with 1 at best".replace("XX", "AR1")) == ""
    assert case.state == before
    assert GAME.waiting(case.state)[0].seat == "blue"
    assert GAME.kind(case.read("blue", "pass")) == GAME.waiting(case.state)[0].kind == "action"
    assert GAME.check(case.view("blue"), Pass()) is None


def test_tv_72_a_line_that_is_not_understood_is_told_apart() -> None:
    case = Case(2)
    unread = case.unread("blue", "activate SA1 with")
    assert (unread.saying.key, unread.saying.args) == ("expected_end", {"what": "worker"})
    assert case.unread("blue", "bild SA1 with 1 at best").nearest == ("build",)


def test_tv_73_what_is_only_illegal_now_is_understood() -> None:
    case = Case(EXAMPLE)
    case.offer("MQ1")
    case.to_move("purple", "yellow")
    assert case.read("yellow", "ACTIVATE MQ1 WITH 3") == Activate("MQ1", 3)
    case.order("purple", "build MQ1 with 1 at best")
    case.order("yellow", "ACTIVATE MQ1 WITH 3")
    assert case.player("purple").goods.gold == 11
    assert case.player("yellow").goods == Goods(9, 4, 3, 5, 1)


def test_tv_73_beside_a_tile_that_is_not_built_yet() -> None:
    case = Case(EXAMPLE)
    case.offer("SA1", "FO1")
    case.to_move("purple", "yellow")
    assert case.why("purple", "build SA1 with 1 at north of FO1 rot 0") == "e_not_built_beside"
    later = case.read("purple", "build SA1 with 1 at north of FO1 rot 0")
    assert GAME.parse(case.view("purple"), GAME.write(later, "de")) == later
    case.order("purple", "build FO1 with 1 at 2,2 rot 0")
    assert case.read("yellow", "build SA1 with 1 at north of FO1 rot 0") == Build("SA1", 1, 2, 3, 0)


def test_tv_74_the_letter_o_is_no_direction() -> None:
    case = Case(2)
    case.unread("blue", "build SA1 with 1 at O of GM2")
    assert case.read("blue", "costruisci SA1 con 1 a ovest di GM2 ruota 0") == Build("SA1", 1, -1, 1, 0)
    assert case.read("blue", "baue SA1 mit 1 auf Ost von GM2 drehe 0") == Build("SA1", 1, 1, 1, 0)


def test_tv_74_gold_has_no_price() -> None:
    assert Case(2).unread("blue", "attiva MK1 con 1 vendi 2 oro").saying.key == "gold_has_no_price"


def test_tv_77_what_is_said_when_passing_holds_for_this_update_only() -> None:
    case = Case(2)
    case.lay("AC1", 5, 0, owner="yellow")
    case.to_move("blue", "yellow")
    case.give("blue", trainees1=1, citizens=4)
    case.order("blue", "PASS ACADEMY YES")
    case.order("yellow", "pass")
    assert case.state.now.turn == 2
    assert case.player("blue").reserve == (1, 1, 2, 3)
    assert case.player("blue").goods.stone == 2
    assert case.player("blue").wish_academy == ""
    case.give("blue", trainees1=1, citizens=3)
    case.to_move("blue", "yellow")
    case.order("blue", "pass")
    case.order("yellow", "pass")
    assert GAME.waiting(case.state)[0].kind == "academy"


@pytest.mark.parametrize("text", ["pass academy yes", "pass rescue no", "pass academy yes rescue no"])
def test_words_for_the_update_are_idle_where_they_cannot_come_up(text: str) -> None:
    case = Case(2)
    case.to_move("blue")
    (first,) = GAME.earlier()
    move = case.read("blue", text)
    assert case.why("blue", text) == ""
    assert GAME.resolve(case.view("blue"), move) == Pass()
    refusal = first.check(case.view("blue"), move)
    assert refusal is not None
    assert refusal.saying.key == "nothing_to_say"
    case.play("blue", move)
    assert (case.player("blue").wish_academy, case.player("blue").wish_rescue) == ("", "")


def test_what_may_come_up_is_recorded() -> None:
    case = Case(2)
    case.to_move("blue")
    case.give("blue", reserve=(), citizens=3, retired=5)
    assert GAME.resolve(case.view("blue"), case.read("blue", "pass academy yes rescue no")) == Pass("", "no")
    assert GAME.earlier()[0].check(case.view("blue"), Pass("", "no")) is None
    assert case.unread("blue", "pass rescue free").saying.key == "expected_end"
