"""What is played for a seat that does not answer (8.3, 8.4)."""

from pbem.games.praetor.course.update import forecast, school_for
from pbem.games.praetor.position.moves import Academy, Move, Pass, Ready, Rescue
from pbem.games.praetor.position.state import View


def default(view: View) -> Move:
    """Pass; use an academy that is free; take the rescue, in the last turn only from nothing (8.3, 8.4)."""
    state, now = view.state, view.state.now
    if now.phase == "ready":
        return Ready()
    if view.seat is None or now.phase not in ("academy", "rescue"):
        return Pass()
    player = now.players[view.seat]
    if now.phase == "academy":
        return Academy(school_for(state, player, "no" if player.vacant else "free"))
    helps = not now.last or forecast(state, view.seat).favour == 0  # P-R33
    return Rescue(use=helps and not player.vacant)
