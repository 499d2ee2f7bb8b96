"""The game's part in play by mail: TV-71 to TV-77. Sheets and plans themselves are the referee's."""

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.move import Activate, Build, Pass
from tests.games.praetor.scene import EXAMPLE, Scene

KINDS = frozenset({"action", "academy", "rescue"})


def first_legal(scene: Scene, seat: str, *alternatives: str) -> str:
    """Return the first alternative that is legal, as a plan's line would play it."""
    return next((text for text in alternatives if not scene.why(seat, text)), "")


def test_tv_71_a_line_whose_alternatives_all_fail_changes_nothing() -> None:
    scene = Scene(2)
    scene.to_move("blue")
    before = scene.state
    assert first_legal(scene, "blue", "activate SA1 with 3", "build XX with 1 at best".replace("XX", "AR1")) == ""
    assert scene.state == before
    assert GAME.waiting(scene.state)[0].seat == "blue"
    assert GAME.kind(scene.read("blue", "pass")) == GAME.waiting(scene.state)[0].kind == "action"
    assert GAME.check(scene.view("blue"), Pass()) is None


def test_tv_72_a_line_that_is_not_understood_is_told_apart() -> None:
    scene = Scene(2)
    unread = scene.unread("blue", "activate SA1 with")
    assert "level from 1 to 5" in GAME.say(unread.saying, "en")
    assert scene.unread("blue", "bild SA1 with 1 at best").nearest == ("build",)


def test_tv_73_what_is_only_illegal_now_is_understood() -> None:
    scene = Scene(EXAMPLE)
    scene.offer("MQ1")
    scene.to_move("purple", "yellow")
    assert scene.read("yellow", "ACTIVATE MQ1 WITH 3") == Activate("MQ1", 3)
    scene.order("purple", "build MQ1 with 1 at best")
    scene.order("yellow", "ACTIVATE MQ1 WITH 3")
    assert scene.player("purple").goods[0] == 11
    assert scene.player("yellow").goods == (9, 4, 3, 5, 1)


def test_tv_73_beside_a_tile_that_is_not_built_yet() -> None:
    scene = Scene(EXAMPLE)
    scene.offer("SA1", "FO1")
    scene.to_move("purple", "yellow")
    assert scene.why("purple", "build SA1 with 1 at north of FO1 rot 0") == "e_not_built_beside"
    later = scene.read("purple", "build SA1 with 1 at north of FO1 rot 0")
    assert GAME.parse(scene.view("purple"), GAME.write(later, "de")) == later
    scene.order("purple", "build FO1 with 1 at 2,2 rot 0")
    assert scene.read("yellow", "build SA1 with 1 at north of FO1 rot 0") == Build("SA1", 1, 2, 3, 0)


def test_tv_74_the_letter_o_is_no_direction() -> None:
    scene = Scene(2)
    scene.unread("blue", "build SA1 with 1 at O of GM2")
    assert scene.read("blue", "costruisci SA1 con 1 a ovest di GM2 ruota 0") == Build("SA1", 1, -1, 1, 0)
    assert scene.read("blue", "baue SA1 mit 1 auf Ost von GM2 drehe 0") == Build("SA1", 1, 1, 1, 0)


def test_tv_74_gold_has_no_price() -> None:
    assert Scene(2).unread("blue", "attiva MK1 con 1 vendi 2 oro").saying.key == "gold_has_no_price"


def test_tv_75_nothing_but_actions_is_asked_in_a_whole_turn() -> None:
    scene = Scene(4)
    scene.lay("AC1", 5, 0, owner="blue")
    scene.give("yellow", trainees1=1, citizens=4)
    asked = []
    while scene.state.now.turn == 1:
        decision = GAME.waiting(scene.state)[0]
        if decision.ask:
            asked.append(decision.kind)
        view = scene.view(decision.seat)
        moves = [move for move in GAME.moves(view) if decision.ask and not isinstance(move, Pass)]
        move = moves[0] if moves else GAME.default(view)
        scene.play(decision.seat, move)
    assert set(asked) == {"action"}


def test_tv_76_a_forced_pass_asks_nobody() -> None:
    scene = Scene(3)
    scene.to_move("blue", "yellow", "white")
    scene.give("yellow", reserve=(), citizens=0, retired=8)
    scene.order("blue", "activate GM1 with 1")
    assert [decision.seat for decision in GAME.waiting(scene.state)] == ["white"]
    assert [saying.key for saying in scene.told] == ["produced", "had_to_pass"]


def test_tv_76_nor_does_one_that_might_have_said_more() -> None:
    scene = Scene(3)
    scene.to_move("blue", "yellow", "white")
    scene.give("yellow", reserve=(), trainees1=1, citizens=0, retired=7)
    scene.order("blue", "activate GM1 with 1")
    assert [(decision.seat, decision.ask) for decision in GAME.waiting(scene.state)] == [("yellow", False)]
    scene.order("yellow", "pass academy yes")
    assert scene.told_keys() == ["had_to_pass"]
    assert scene.player("yellow").wish_academy == "yes"
    assert [(decision.seat, decision.ask) for decision in GAME.waiting(scene.state)] == [("white", True)]


def test_tv_77_what_is_said_when_passing_holds_for_this_update_only() -> None:
    scene = Scene(2)
    scene.lay("AC1", 5, 0, owner="yellow")
    scene.to_move("blue", "yellow")
    scene.give("blue", trainees1=1, citizens=4)
    scene.order("blue", "PASS ACADEMY YES")
    scene.order("yellow", "pass")
    assert scene.state.now.turn == 2
    assert scene.player("blue").reserve == (1, 1, 2, 3)
    assert scene.player("blue").goods[2] == 2
    assert scene.player("blue").wish_academy == ""
    scene.give("blue", trainees1=1, citizens=3)
    scene.to_move("blue", "yellow")
    scene.order("blue", "pass")
    scene.order("yellow", "pass")
    assert GAME.waiting(scene.state)[0].kind == "academy"


def test_only_what_may_come_up_can_be_said_when_passing() -> None:
    scene = Scene(2)
    scene.to_move("blue")
    assert scene.why("blue", "pass academy yes") == "nothing_to_say"
    assert scene.why("blue", "pass rescue no") == "nothing_to_say"
    scene.give("blue", reserve=(), citizens=3, retired=5)
    assert scene.why("blue", "pass rescue no") == ""
    assert scene.unread("blue", "pass rescue free").saying.key == "expected"


def test_ahead_of_a_seat_in_the_turn() -> None:
    scene = Scene(2)
    scene.to_move("blue", "yellow")
    assert GAME.ahead(scene.view("blue")) == (KINDS, KINDS)
    assert GAME.ahead(scene.view("yellow")) == (KINDS, KINDS)
    scene.set(last="wall")
    assert GAME.ahead(scene.view("blue")) == (KINDS, frozenset())


def test_ahead_of_a_seat_that_has_passed() -> None:
    scene = Scene(2)
    scene.give("blue", passed=True)
    scene.to_move("yellow", "blue")
    assert GAME.ahead(scene.view("blue")) == (KINDS, KINDS)
    scene.give("blue", trainees1=1, citizens=4)
    assert GAME.ahead(scene.view("blue")) == (frozenset({"academy"}), KINDS)
    scene.set(last="wall")
    scene.give("blue", trainees1=0, citizens=5)
    assert GAME.ahead(scene.view("blue")) == (frozenset(), frozenset())
    assert GAME.ahead(GAME.view(scene.state, None)) == (frozenset(), frozenset())
    assert GAME.waiting(scene.state)[0].seat == Seat("yellow")
