"""The Fortune tiles: drawn face down one by one; the face-up discards make a new pile when it is empty (L57, A-R4)."""

from msgspec.structs import replace

from pbem.games.alea.scene import Scene
from pbem.games.alea.state import Pile, Position, State, with_own, with_player


def draw_tiles(state: State, seat: int, count: int, scene: Scene) -> State:
    """Let a seat draw so many tiles, or as many as there are."""
    drawn: list[int] = []
    position = state.position
    while len(drawn) < count and (position := _fill(position)) and left_in_pile(position):
        value, position = _draw(position, scene)
        drawn.append(value)
    before = state.own[seat].drawn
    state = replace(state, position=with_player(position, seat, drawn=len(before) + len(drawn)))
    scene.tell("drew", seat=scene.name(seat), count=len(drawn))
    if drawn:
        scene.whisper(seat, "drew_values", tiles=tuple(drawn))
    return with_own(state, seat, drawn=(*before, *drawn))


def left_in_pile(position: Position) -> int:
    """Return how many tiles lie face down in the pile."""
    pile = position.fortune
    return len(pile.tiles) - pile.taken if pile else 0


def _fill(position: Position) -> Position:
    """Make the discards the new pile if the old one is empty and there are any."""
    if left_in_pile(position) or not position.discard or position.fortune is None:
        return position
    tiles = tuple(str(value) for value in sorted(position.discard))
    return replace(position, fortune=Pile(position.fortune.k + 1, tiles), discard=())


def _draw(position: Position, scene: Scene) -> tuple[int, Position]:
    pile = position.fortune
    if pile is None:
        raise ValueError("no fortune tiles in this game")
    value = scene.chance.deck(f"fortune/{pile.k}", pile.tiles)[pile.taken]
    return int(value), replace(position, fortune=replace(pile, taken=pile.taken + 1))
