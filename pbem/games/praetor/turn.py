"""The course of a turn: order, actions lap by lap, update. The game runs on until somebody must decide.

Who can only pass does so at once, unless he may have said something for the update in the same breath: then his sheet
is looked at, and nobody is asked. Where sheets are sent before a turn, all who have something to send are asked first.
"""

from msgspec.structs import replace

from pbem.games.praetor.course import Course, by
from pbem.games.praetor.law import can_act, may_need_rescue, may_study
from pbem.games.praetor.listing import must_pass
from pbem.games.praetor.update import ask_rescue, begin_update, update_all


def go_on(course: Course) -> None:
    """Go on to the next decision, or to the end of the game."""
    while not course.now.asked and course.now.phase != "over":
        _NEXT[course.now.phase](course)


def _fix_order(course: Course) -> None:
    """Fix the order of the turn: least favour first, and the top of a stack first."""
    players = course.now.players
    order = sorted(players, key=lambda seat: (players[seat].favour, -players[seat].arrival))
    fresh = {seat: replace(player, passed=False, camps=(), acted=0) for seat, player in players.items()}
    course.set(phase="action", cycle=1, order=tuple(order), place=-1, players=fresh)
    course.tell("turn", turn=course.now.turn, seats=[by(seat) for seat in order])
    if course.rules.choices.mode == "sheet":
        asked = (seat for seat in course.rules.seats if can_act(course.state, course.player(seat)))
        course.set(phase="ready", asked=tuple(asked))


def _begin_actions(course: Course) -> None:
    """Every sheet is in."""
    course.set(phase="action")


def _seek(course: Course) -> None:
    """Find who acts next; whoever can only pass does so at once."""
    if all(player.passed for player in course.now.players.values()):
        begin_update(course)
        return
    place = course.now.place + 1
    if place == len(course.now.order):
        place = 0
        course.set(cycle=course.now.cycle + 1)
    course.set(place=place)
    player = course.player(course.now.order[place])
    if player.passed:
        return
    may_speak = may_study(course.state, player) or may_need_rescue(course.state, player)
    if may_speak or not must_pass(course.state, player):
        course.set(asked=(player.seat,))
        return
    course.change(player.seat, passed=True)
    course.tell("had_to_pass", seat=by(player.seat))


_NEXT = {
    "order": _fix_order,
    "ready": _begin_actions,
    "action": _seek,
    "academy": ask_rescue,
    "rescue": update_all,
}
