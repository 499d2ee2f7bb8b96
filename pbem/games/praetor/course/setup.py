"""Laying out a game."""

from collections.abc import Mapping

from pbem.games.chance import Chance
from pbem.games.game import Data, Seat, Step
from pbem.games.kit.scene import by
from pbem.games.praetor.course.refill import fill_display, open_section
from pbem.games.praetor.course.turn import go_on
from pbem.games.praetor.position.scene import Scene
from pbem.games.praetor.position.state import Lot, Now, Player, Rules, State
from pbem.games.praetor.table.goods import only
from pbem.games.praetor.table.options import board_of, chosen, read_choices, young_first
from pbem.games.praetor.table.table import Table, Tile, read


def set_up(seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
    """Lay out the start city, the decks and the boards, and start the first turn."""
    rules = _rules(seats, options, read(table), chance)
    players = _players(rules, options)
    now = Now(
        turn=1,
        phase="order",
        cycle=1,
        order=seats,
        place=-1,
        asked=(),
        clock=len(seats),
        players=players,
        city=_city(rules),
        display=(),
        early=0,
        late=0,
        walls=0,
        back=None,
        section="",
        wall_back=-1,
    )
    scene = Scene(State(rules, now), chance)
    scene.tell("opened", rome=by(rules.rome), young=[by(seat) for seat in rules.juniority], version=rules.table.version)
    fill_display(scene)
    open_section(scene)
    go_on(scene)
    return scene.step()


def _rules(seats: tuple[Seat, ...], options: Mapping[str, str], table: Table, chance: Chance) -> Rules:
    choices = read_choices(options)
    rome, young = chosen(options, "rome"), young_first(options, seats)
    if rome == "random":
        rome = seats[chance.roll("setup/rome").below(len(seats))]
    used = [tile for tile in table.tiles.values() if _is_used(tile, len(seats), no_market=choices.no_market)]
    return Rules(
        seats=seats,
        choices=choices,
        table=table,
        early=tuple(tile.id for tile in used if tile.era == "I"),
        late=tuple(tile.id for tile in used if tile.era == "II"),
        walls=tuple(table.walls),
        juniority=young or chance.roll("setup/juniority").shuffle(seats),
        rome=Seat(rome),
    )


def _is_used(tile: Tile, players: int, *, no_market: bool) -> bool:
    return tile.mark <= players and not (no_market and tile.type == "market")  # P-R42


def _players(rules: Rules, options: Mapping[str, str]) -> dict[Seat, Player]:
    """Give everybody the start goods; favour falls by one counter-clockwise from the visitor of Rome."""
    start, count = rules.table.start, len(rules.seats)
    players = {}
    for place, seat in enumerate(rules.seats):
        behind = (rules.seats.index(rules.rome) - place) % count
        board = board_of(options, seat)
        players[seat] = Player(
            seat=seat,
            board=board,
            goods=only(start.goods),
            favour=start.favour - behind,
            arrival=behind + 1,
            morale=rules.table.boards[board].zero,
            citizens=start.dice - len(start.workers),
            reserve=tuple(sorted(start.workers)),
        )
    return players


def _city(rules: Rules) -> dict[str, Lot]:
    """Lay the start tiles; the gold mines belong to the seats in the order of the table (P-R47)."""
    layout = rules.table.layouts[str(len(rules.seats))]
    mines = [tile.id for tile in rules.table.tiles.values() if tile.id in layout and tile.type == "gold_mine"]
    owners = dict(zip(mines, rules.seats, strict=True))
    city = {}
    for tile in rules.table.tiles.values():
        is_left_out = rules.choices.no_market and tile.type == "market"
        if tile.id in layout and not is_left_out:
            x, y = layout[tile.id]
            city[tile.id] = Lot(tile.id, x, y, rot=0, corners=tile.corners, owner=owners.get(tile.id))
    return city
