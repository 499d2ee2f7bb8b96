"""Playing a move that passes the law: its effect, then the way the turn goes on."""

from collections.abc import Callable
from typing import Any

from pbem.games.chance import Chance
from pbem.games.fortuna.course import favours, palace, privileges, setup
from pbem.games.fortuna.course.effects import gain, perform, spend_centurions
from pbem.games.fortuna.course.turn import end_turn, go, roll_now
from pbem.games.fortuna.position.moves import (
    Ask,
    Block,
    Draft,
    End,
    Keep,
    Military,
    Move,
    NoAct,
    Pick,
    Play,
    Reserve,
    Roll,
    RollEarly,
    Swap,
    Take,
    Use,
    innermost,
)
from pbem.games.fortuna.position.scene import Scene
from pbem.games.fortuna.position.state import Slot, State, place_of
from pbem.games.game import Seat, Step
from pbem.games.kit.scene import by


def play(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
    """Play a move and all that follows from it by itself."""
    scene = Scene(state, chance)
    if isinstance(move, Draft):
        setup.draft(scene, seat, move.card)
    elif isinstance(move, Reserve):
        setup.reserve(scene, seat, move.card)
    else:
        _PLAYS[type(move)](scene, move)
    return scene.step()


def _play(scene: Scene, move: Play) -> None:
    scene.note(played=move.card)
    if isinstance(move.act, NoAct):
        scene.tell("played_idle", card=f"cards/{move.card}")
    else:
        scene.tell("played", card=f"cards/{move.card}")
        perform(scene, move.card, move.act)
    go(scene, "take" if isinstance(innermost(move.act), RollEarly) else "swap")


def _take(scene: Scene, move: Take) -> None:
    gain(scene, move.what)
    go(scene, "military" if scene.public.turn.is_swapped else "swap")


def _swap(scene: Scene, move: Swap) -> None:
    played = scene.public.turn.played or ""
    mine, theirs = place_of(scene.public, played), place_of(scene.public, move.card)
    sides = dict(scene.public.sides)
    sides[mine[0]] = _put(sides[mine[0]], mine[1], Slot(move.card, is_up=False))
    sides[theirs[0]] = _put(sides[theirs[0]], theirs[1], Slot(played))
    scene.set(sides=sides)
    scene.note(is_swapped=True)
    _tell_swap(scene, played, move.card, theirs[0])
    go(scene, "military")


def _put(slots: tuple[Slot, ...], index: int, slot: Slot) -> tuple[Slot, ...]:
    return (*slots[:index], slot, *slots[index + 1 :])


def _tell_swap(scene: Scene, given: str, taken: str, side: str) -> None:
    args = {"given": f"cards/{given}", "side": by(side)}
    if scene.rules.is_hidden:  # F-R18
        scene.tell("swapped_hidden", **args)
        scene.whisper(scene.seat, "you_took", taken=f"cards/{taken}")
    else:
        scene.tell("swapped", taken=f"cards/{taken}", **args)


def _military(scene: Scene, move: Military) -> None:
    scene.note(is_military_settled=True)
    if move.card is None:
        scene.tell("no_military")
        go(scene, "roll")
        return
    spend_centurions(scene, 1)
    scene.tell("military", card=f"cards/{move.card}")
    perform(scene, move.card, move.act)
    go(scene, "take" if isinstance(innermost(move.act), RollEarly) else "roll")


def _roll(scene: Scene, _move: Roll) -> None:
    roll_now(scene)


def _use(scene: Scene, move: Use) -> None:
    step = scene.public.step
    privileges.use_privilege(scene, move)
    go(scene, "military" if step == "roll" else step)


def _ask(scene: Scene, move: Ask) -> None:
    favours.answer(scene, move)
    go(scene, "block")


def _block(scene: Scene, move: Block) -> None:
    if move.number is None:
        scene.tell("no_block")
    else:
        favours.close(scene, move.number, "blocked")
        scene.tell("blocked", number=move.number, favour=f"favours/{scene.rules.table.favours[move.number - 1]}")
    go(scene, "keep")


def _keep(scene: Scene, move: Keep) -> None:
    palace.keep(scene, move.cards)
    scene.note(limit=0)
    go(scene, "end")


def _pick(scene: Scene, move: Pick) -> None:
    step = scene.public.turn.after
    palace.pick(scene, move.card)
    scene.note(after="")
    go(scene, step)


def _end(scene: Scene, _move: End) -> None:
    end_turn(scene)


_PLAYS: dict[type, Callable[[Scene, Any], None]] = {
    Play: _play,
    Take: _take,
    Swap: _swap,
    Military: _military,
    Roll: _roll,
    Use: _use,
    Ask: _ask,
    Block: _block,
    Keep: _keep,
    Pick: _pick,
    End: _end,
}
