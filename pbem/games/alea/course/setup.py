"""How a game is laid out."""

from collections.abc import Mapping

from pbem.games.alea.course.rounds import begin_round
from pbem.games.alea.position.scene import Scene
from pbem.games.alea.position.state import NO_RUN, NOBODY, Fixed, Own, Pile, Player, Position, State
from pbem.games.alea.table import table as parts
from pbem.games.alea.table.options import Options, read_options
from pbem.games.chance import Chance
from pbem.games.game import Data, Seat, Step


def set_up(seats: tuple[Seat, ...], options: Mapping[str, str], data: Data, chance: Chance) -> Step[State]:
    """Lay out the game and begin its first round."""
    fixed = fix(seats, read_options(options), parts.read(data))
    start = _first(fixed, chance)
    scene = Scene(State(fixed, _empty(fixed, start), (Own(),) * len(seats)), chance)
    scene.tell("begins", seat=scene.name(start))
    begin_round(scene)
    return scene.step()


def fix(seats: tuple[Seat, ...], options: Options, table: parts.Table) -> Fixed:
    """Return what never changes in a game of these seats."""
    count, rows = str(len(seats)), table.per_players
    return Fixed(
        seats,
        options,
        table,
        rounds=rows.rounds[count],
        columns=rows.columns[count],
        has_temple=rows.temple[count],
        prizes=rows.prizes[count],
    )


def _first(fixed: Fixed, chance: Chance) -> int:
    """The first start player is random unless the host has named him (A-R22)."""
    named = fixed.options.start_seat
    if named != "random":
        return fixed.seats.index(Seat(named))
    return chance.roll("setup/start").below(len(fixed.seats))


def _empty(fixed: Fixed, start: int) -> Position:
    count = len(fixed.seats)
    pile = None
    if fixed.has_temple:
        pile = Pile(0, parts.fortune(fixed.table))
    return Position(
        phase="place",
        round=0,
        lap=0,
        start=start,
        active=NOBODY,
        last_lap=False,
        attempt=0,
        rolls=((),) * count,
        players=(Player(),) * count,
        temple=((),) * count,
        fortune=pile,
        discard=(),
        senate=(NO_RUN,) * count,
        deck=0,
        castrum=(),
        provinces=(),
        provinces_removed=(),
        forum=(),
        patricians=(),
        patricians_removed=(),
        latrine=(0,) * count,
        supply=fixed.options.reroll_supply,
    )
