"""The course of a turn: order, actions lap by lap, update. The game runs on until somebody must decide.

Who can only pass does so at once, unless he may have said something for the update in the same breath: then his sheet
is looked at, and nobody is asked. Where sheets are sent before a turn, all who have something to send are asked first.
"""

from msgspec.structs import replace

from pbem.games.kit.scene import by
from pbem.games.praetor.course.update import ask_rescue, begin_update, update_all
from pbem.games.praetor.law.law import can_act, may_need_rescue, may_study
from pbem.games.praetor.law.listing import must_pass
from pbem.games.praetor.position.scene import Scene


def go_on(scene: Scene) -> None:
    """Go on to the next decision, or to the end of the game."""
    while not scene.now.asked and scene.now.phase != "over":
        _NEXT[scene.now.phase](scene)


def _fix_order(scene: Scene) -> None:
    """Fix the order of the turn: least favour first, and the top of a stack first."""
    players = scene.now.players
    order = sorted(players, key=lambda seat: (players[seat].favour, -players[seat].arrival))
    fresh = {seat: replace(player, passed=False, camps=(), acted=0) for seat, player in players.items()}
    scene.set(phase="action", cycle=1, order=tuple(order), place=-1, players=fresh)
    scene.begin("turn", turn=scene.now.turn, seats=[by(seat) for seat in order])
    if scene.rules.choices.mode == "sheet":
        asked = (seat for seat in scene.rules.seats if can_act(scene.state, scene.player(seat)))
        scene.set(phase="ready", asked=tuple(asked))


def _begin_actions(scene: Scene) -> None:
    """Every sheet is in."""
    scene.set(phase="action")


def _seek(scene: Scene) -> None:
    """Find who acts next; whoever can only pass does so at once."""
    if all(player.passed for player in scene.now.players.values()):
        begin_update(scene)
        return
    place = scene.now.place + 1
    if place == len(scene.now.order):
        place = 0
        scene.set(cycle=scene.now.cycle + 1)
    scene.set(place=place)
    player = scene.player(scene.now.order[place])
    if player.passed:
        return
    may_speak = may_study(scene.state, player) or may_need_rescue(scene.state, player)
    if may_speak or not must_pass(scene.state, player):
        scene.set(asked=(player.seat,))
        return
    scene.change(player.seat, passed=True)
    scene.tell("had_to_pass", seat=by(player.seat))


_NEXT = {
    "order": _fix_order,
    "ready": _begin_actions,
    "action": _seek,
    "academy": ask_rescue,
    "rescue": update_all,
}
