"""The end of a round: new order, tokens, favours reopened (4.5); and the end of the game (5)."""

from collections.abc import Iterable

from msgspec.structs import replace

from pbem.games.fortuna.position.scene import Scene
from pbem.games.fortuna.position.state import Favour, Public, Rules, place_of, seated
from pbem.games.game import Seat
from pbem.games.kit.scene import by


def end_round(scene: Scene) -> None:
    """Close a round and open the next."""
    order = new_order(scene.rules, scene.public)
    _place_tokens(scene)
    favours = tuple(Favour(tokens=favour.tokens) for favour in scene.public.favours)
    scene.set(order=order, at=0, favours=favours, round=scene.public.round + 1)
    scene.begin("round_began", round=scene.public.round, order=[by(seat) for seat in order])


def _place_tokens(scene: Scene) -> None:
    favours, left = list(scene.public.favours), scene.public.tokens
    is_strict = scene.rules.options.token_limit == "strict"  # noqa: S105 - F-R48
    for index, favour in enumerate(favours):
        has_room = favour.is_open and favour.tokens < scene.rules.table.tokens.favour
        if has_room and (left > 0 or not is_strict):
            favours[index] = replace(favour, tokens=favour.tokens + 1)
            left -= 1
    scene.set(favours=tuple(favours), tokens=left)


def new_order(rules: Rules, public: Public) -> tuple[Seat, ...]:
    """Return the order of the next round (4.5.2)."""
    side = place_of(public, "FORTUNA")[0]
    holder = Seat(side) if side in public.players else None
    if holder is None and rules.options.fortuna_on_empty_side == "keep_first":  # F-R26
        holder = public.order[0]
    if holder is None:
        return _by_wealth(rules, public, public.players, public.order[0])
    others = [seat for seat in public.players if seat != holder]
    return (holder, *_by_wealth(rules, public, others, holder))


def _by_wealth(rules: Rules, public: Public, seats: Iterable[Seat], start: Seat) -> tuple[Seat, ...]:
    around = clockwise(rules, start)
    return tuple(sorted(seats, key=lambda seat: (-public.players[seat].money, around.index(seat))))  # F-R28


def clockwise(rules: Rules, start: str) -> tuple[str, ...]:
    """Return the four sides clockwise, beginning with one of them."""
    seats = rules.table.seats
    index = seats.index(start)
    return seats[index:] + seats[:index]


def end_game(scene: Scene) -> None:
    """Close the game: those inside Rome lay their privileges open (5.2)."""
    gate = scene.rules.table.road.gate
    around = seated(scene.rules, scene.public)
    inside = [seat for seat in around if scene.public.players[seat].pos >= gate]
    scene.set(step="over", shown={seat: scene.secret.hands[seat] for seat in inside})
    scene.begin("game_over")
    for seat in inside:
        cards = [f"privileges/{card}" for card in scene.secret.hands[seat]]
        scene.tell("showed", who=by(seat), cards=cards)
    for seat in around:
        if seat not in inside:
            scene.tell("outside", who=by(seat))  # F-R45
