"""Who is asked what, and what is forced (8.1)."""

from msgspec.structs import replace

from pbem.games.alea import GAME
from pbem.games.alea.position.moves import Place
from pbem.games.alea.position.state import Camp
from tests.games.alea.making import (
    A,
    B,
    at_table,
    row,
    v55,
    view,
)


def test_the_only_placement_is_forced_without_a_token() -> None:
    (decision,) = GAME.waiting(v55([4]))
    assert decision.forced == Place("castrum", (4,), "new")
    (free,) = GAME.waiting(v55([4], tokens=1))
    assert free.forced is None
    assert free.ask
    (kept,) = GAME.waiting(v55([4], options={"auto_forced": "false"}))
    assert kept.forced is None
    assert kept.ask


def test_the_latrine_alone_is_never_asked_about() -> None:
    (alone,) = GAME.waiting(v55([6]))
    assert alone.forced == Place("latrine", (6,))
    made = at_table(2, [5, 6], senate={A: (1, 2), B: (5, 6)}, castrum="A1x5 A1x6")
    blocked = replace(
        made, position=replace(made.position, forum=row("1B 2A 2A 3B"), castrum=(Camp(B, 5, 1), Camp(B, 6, 1)))
    )
    (either,) = GAME.waiting(blocked)
    assert either.forced is None
    assert not either.ask
    assert GAME.default(view(blocked)) == Place("latrine", (5,))
