"""The Fortune tiles: drawn face down one by one; the face-up discards make a new pile when it is empty (L57, A-R4)."""

from msgspec.structs import replace

from pbem.games.alea.position.scene import Scene
from pbem.games.alea.position.state import Pile, Position


def draw_tiles(scene: Scene, seat: int, count: int) -> None:
    """Let a seat draw so many tiles, or as many as there are."""
    drawn: list[int] = []
    while len(drawn) < count:
        _fill(scene)
        if not left_in_pile(scene.position):
            break
        drawn.append(_draw(scene))
    before = scene.own[seat].drawn
    scene.change(seat, drawn=len(before) + len(drawn))
    scene.tell("drew", seat=scene.name(seat), count=len(drawn))
    # everybody hears how many, only the seat which ones (3.3)
    if drawn:
        scene.whisper_to(seat, "drew_values", tiles=tuple(drawn))
    scene.hide(seat, drawn=(*before, *drawn))


def left_in_pile(position: Position) -> int:
    """Return how many tiles lie face down in the pile."""
    pile = position.fortune
    return len(pile.tiles) - pile.taken if pile else 0


def _fill(scene: Scene) -> None:
    """Make the discards the new pile if the old one is empty and there are any."""
    position = scene.position
    if left_in_pile(position) or not position.discard or position.fortune is None:
        return
    tiles = tuple(str(value) for value in sorted(position.discard))
    scene.tell("reshuffled", count=len(tiles))
    scene.set(fortune=Pile(position.fortune.k + 1, tiles), discard=())


def _draw(scene: Scene) -> int:
    pile = scene.position.fortune
    if pile is None:
        raise ValueError("no fortune tiles in this game")
    value = scene.chance.deck(f"fortune/{pile.k}", pile.tiles)[pile.taken]
    scene.set(fortune=replace(pile, taken=pile.taken + 1))
    return int(value)
