"""The course of a turn (T0 to T8): which step follows which, and what happens by itself in between.

`go` leads to a step; a step nobody has to decide leads on at once. Arriving at Caesar's Palace interrupts: the pick
comes first, then the turn goes on where it was (4.4).

Military power is skipped without a Centurion; a follower used in the window before the roll opens it again.
"""

from collections.abc import Callable

from msgspec.structs import replace

from pbem.games.fortuna.course.effects import roll_dice, roll_slot
from pbem.games.fortuna.course.favours import blockable
from pbem.games.fortuna.course.palace import draw, keep
from pbem.games.fortuna.course.rounds import end_game, end_round
from pbem.games.fortuna.position.scene import Scene
from pbem.games.fortuna.position.state import Player, Turn, usable


def go(scene: Scene, step: str) -> None:
    """Lead the turn to a step, after the pick at the Palace if one is due."""
    if scene.public.turn.offered:
        scene.note(after=step)
        scene.set(step="palace")
    else:
        _STEPS[step](scene)


def start_turn(scene: Scene) -> None:
    """Begin the active player's turn: water for the Aqueduct, the reserved card turned up (T0, T1)."""
    scene.set(turn=Turn(), step="play")
    scene.tell("turn_began", round=scene.public.round)
    _fill_aqueduct(scene)
    _reveal(scene)


def _fill_aqueduct(scene: Scene) -> None:
    me = scene.me
    has_water = scene.public.stock.water >= 1 or not scene.rules.is_strict
    if "AQUEDUCT" in me.buildings and me.aqueduct == 0 and has_water:
        scene.own(aqueduct=1)
        scene.supply("water", -1)
        scene.tell("aqueduct_filled")


def _reveal(scene: Scene) -> None:
    slots = scene.public.sides[scene.seat]
    for slot in slots:
        if not slot.is_up:
            up = tuple(replace(each, is_up=True) for each in slots)
            scene.set(sides={**scene.public.sides, scene.seat: up})
            scene.note(revealed=slot.card)
            scene.tell("revealed", card=f"cards/{slot.card}")


def has_arrived(scene: Scene) -> bool:
    """Tell whether the active pawn stands on the Palace: no roll, favour, tax or phase 5 then (F-R10)."""
    return scene.me.pos >= scene.rules.table.road.palace


def _military(scene: Scene) -> None:
    if scene.me.centurions >= 1 and not scene.public.turn.is_military_settled:
        scene.set(step="military")
    else:
        _roll(scene)


def _roll(scene: Scene) -> None:
    if scene.public.turn.dice:
        _favour(scene)
    elif has_arrived(scene):
        # Nothing is thrown, but the turn has its place among all rolls: others' dice do not depend on who arrives.
        scene.chance.roll(roll_slot(scene))
        _favour(scene)
    elif usable(scene.rules, scene.public):
        scene.set(step="roll")
    else:
        roll_now(scene)


def roll_now(scene: Scene) -> None:
    """Roll and go on to the favours (T4)."""
    roll_dice(scene)
    _favour(scene)


def _favour(scene: Scene) -> None:
    if has_arrived(scene):
        _block(scene)
    else:
        scene.set(step="favour")


def _block(scene: Scene) -> None:
    # two players, the first player of the round, a card without tokens (T6)
    is_first = len(scene.public.players) == 2 and scene.public.at == 0
    if is_first and blockable(scene.public):
        scene.set(step="block")
    else:
        _keep(scene)


def _keep(scene: Scene) -> None:
    tokens = scene.public.turn.tokens
    if not tokens:
        _end(scene)
        return
    scene.note(tokens=0)
    scene.set(tokens=scene.public.tokens + tokens)
    offered = draw(scene, tokens)
    scene.hide(offered=offered)
    scene.note(offered=len(offered), limit=2 if has_two(scene.me, tokens) else 1)
    scene.tell("drew", count=len(offered))
    if len(offered) > 1:
        scene.whisper(scene.seat, "offered", cards=[f"privileges/{card}" for card in offered])
        scene.set(step="keep")
        return
    if offered:
        keep(scene, offered)
    _end(scene)


def has_two(me: Player, tokens: int) -> bool:
    """Tell whether two of the cards drawn for so many tokens may be kept (F-R41)."""
    return tokens >= 2 and "BASILICA" in me.buildings


def _end(scene: Scene) -> None:
    if usable(scene.rules, scene.public):
        scene.set(step="end")
    else:
        end_turn(scene)


def end_turn(scene: Scene) -> None:
    """End the turn: the next player's, the next round's, or the game's end."""
    scene.hide(fresh=())
    scene.set(turn=Turn())
    if scene.public.at + 1 < len(scene.public.order):
        scene.set(at=scene.public.at + 1)
    elif scene.public.palace.arrivals:
        end_game(scene)
        return
    else:
        end_round(scene)
    start_turn(scene)


def _stay(step: str) -> Callable[[Scene], None]:
    return lambda scene: scene.set(step=step)


_STEPS: dict[str, Callable[[Scene], None]] = {
    "play": _stay("play"),
    "take": _stay("take"),
    "swap": _stay("swap"),
    "military": _military,
    "roll": _roll,
    "favour": _favour,
    "block": _block,
    "keep": _keep,
    "end": _end,
}
