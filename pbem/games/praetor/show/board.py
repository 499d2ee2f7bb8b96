"""The text board: a map of the city with coordinates, owners and building sites, and everything else in words."""

from collections.abc import Iterator

from pbem.games.drawing.pieces.marks import MARKS
from pbem.games.game import Data, Saying, Seat
from pbem.games.kit.rows import wrapped
from pbem.games.kit.scene import by
from pbem.games.praetor.law.listing import usable_tiles
from pbem.games.praetor.position.city import best_place, sites
from pbem.games.praetor.position.scene import at, name_of
from pbem.games.praetor.position.state import (
    Lot,
    Player,
    State,
    View,
    cells,
    city_deck,
    controlled,
    morale_value,
    wall_deck,
)
from pbem.games.praetor.table.goods import NOTHING, WARES, Goods
from pbem.games.praetor.table.table import Cell
from pbem.games.praetor.table.vocabulary import WORDS, say, tell_goods

LETTERS = {seat: mark.letter for seat, mark in MARKS.items()}
_ACROSS = 9  # cells side by side that fit the width
_CELL = 7  # characters in a cell


def draw_text(view: View, language: str) -> str:
    """Draw a view as text of at most 76 columns."""
    lines = [
        *_head(view.state, language),
        "",
        *draw_map(view.state),
        *wrapped(_tell(language, "board_legend"), indent="  "),
        "",
        *_city_lines(view.state, language),
        "",
        *_offer_lines(view.state, language),
        "",
        *_player_lines(view.state, language),
        *_own_lines(view, language),
        *wrapped(_tell(language, "board_house", version=view.state.rules.table.version), indent="  "),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def draw_map(state: State) -> Iterator[str]:
    """Draw the city with one ring of cells around it, in strips where it is too wide."""
    ground = cells(state.now)
    free = set(sites(ground))
    west, east = min(x for x, _ in ground) - 1, max(x for x, _ in ground) + 1
    for left in range(west, east + 1, _ACROSS):
        columns = range(left, min(left + _ACROSS, east + 1))
        yield from _strip(ground, free, columns)


def _strip(ground: dict[Cell, Lot], free: set[Cell], columns: range) -> Iterator[str]:
    north, south = max(y for _, y in ground) + 1, min(y for _, y in ground) - 1
    rule = "    " + "+" + "+".join("-" * _CELL for _ in columns)
    yield "    " + "".join(f"{x:^{_CELL + 1}}" for x in columns)
    for y in range(north, south - 1, -1):
        upper = "|".join(_upper(ground, free, (x, y)) for x in columns)
        lower = "|".join(_lower(ground, (x, y)) for x in columns)
        yield from (rule, f"{y:>3} |{upper}", f"    |{lower}")


def _upper(ground: dict[Cell, Lot], free: set[Cell], cell: Cell) -> str:
    lot = ground.get(cell)
    if lot is not None:
        return f"{lot.corners[0]}{lot.tile:^5}{lot.corners[1]}"
    return f"{f'({at(*cell)})' if cell in free else '':^{_CELL}}"


def _lower(ground: dict[Cell, Lot], cell: Cell) -> str:
    lot = ground.get(cell)
    if lot:
        return f"{lot.corners[3]}{_marks(lot):^5}{lot.corners[2]}"
    return " " * _CELL


def _marks(lot: Lot) -> str:
    owner = LETTERS[lot.owner] if lot.owner else "."
    builder = str(lot.builder.level) if lot.builder else ""
    return owner + builder + (f"*{LETTERS[lot.user.seat]}{lot.user.level}" if lot.user else "")


def _head(state: State, language: str) -> Iterator[str]:
    now = state.now
    seats = [f"{LETTERS[seat]} {_seat(seat, language)}" for seat in now.order]
    yield from wrapped(_tell(language, "board_turn", turn=now.turn, cycle=now.cycle, seats=seats), indent="  ")
    if now.last or now.phase == "over":
        yield _tell(language, "board_over" if now.phase == "over" else "board_last")
    back = "-"
    if now.back:
        back = f"{now.back.era}, {now.back.mark}+"
    bonus = now.wall_back if now.wall_back >= 0 else "-"
    decks = {"city": city_deck(state), "wall": wall_deck(state)}
    yield from wrapped(_tell(language, "board_decks", back=back, bonus=bonus, **decks), indent="  ")
    if now.section:
        wall = state.rules.table.walls[now.section]
        told = {"section": wall.id, "cost": wall.cost.bundle(), "favour": wall.favour}
        yield from wrapped(_tell(language, "board_section", **told), indent="  ")
    else:
        yield _tell(language, "board_no_section")


def _city_lines(state: State, language: str) -> Iterator[str]:
    yield from wrapped(_tell(language, "board_city"), indent="  ")
    told = [_lot_line(state, lot, language) for lot in state.now.city.values()]
    yield from wrapped("; ".join(told), indent="    ")


def _lot_line(state: State, lot: Lot, language: str) -> str:
    line = f"{lot.tile} {_name(state, lot.tile, language)} ({at(lot.x, lot.y)}) {_colour(state, lot.tile, language)}"
    fee = state.tile(lot.tile).fee
    if lot.owner and fee != NOTHING:
        line += f", {_goods(fee, language)}"
    if lot.user:
        line += " *"
    return line


def _offer_lines(state: State, language: str) -> Iterator[str]:
    yield from wrapped(_tell(language, "board_display"), indent="  ")
    for name in state.now.display:
        tile = state.tile(name)
        cell, rot, bonus = best_place(state, name)
        told = _tell(
            language,
            "board_tile",
            tile=name,
            name=name_of(state, name),
            cost=tile.cost.bundle(),
            favour=tile.favour,
            corners=" ".join(map(str, tile.corners)),
            colour=f"colours/{tile.colour}",
            fee=tile.fee.bundle(),
            plaza=bonus,
            cell=at(*cell),
            rot=rot,
        )
        yield from wrapped(told, indent="    ")


def _player_lines(state: State, language: str) -> Iterator[str]:
    for seat in state.rules.seats:
        player = state.now.players[seat]
        notes = [key for key, holds in (("passed", player.passed), ("vacant", player.vacant)) if holds]
        told = _tell(
            language,
            "board_player",
            letter=LETTERS[seat],
            seat=by(seat),
            favour=player.favour,
            morale=morale_value(state, player),
            goods=_goods(player.goods, language),
        )
        told += "".join(f" ({_tell(language, f'board_{key}')})" for key in notes)
        yield from wrapped(told, indent="    ")
        yield from wrapped("  " + _workers(state, player, language), indent="    ")
        yield from wrapped("  " + _side(state, player, language), indent="    ")


def _workers(state: State, player: Player, language: str) -> str:
    return _tell(
        language,
        "board_workers",
        reserve=list(player.reserve),
        placed=[f"{worker.level} {worker.tile}" for worker in player.placed],
        one=player.trainees1,
        two=player.trainees2,
        retired=player.retired,
        out=len(player.out),
        citizens=player.citizens,
        tiles=controlled(state.now, player.seat),
        walls=list(player.walls),
    )


def _side(state: State, player: Player, language: str) -> str:
    side = state.side(player)
    prices = [f"{_good(ware, language)} {side.buy.amount(ware)}-{side.sell.amount(ware)}" for ware in WARES]
    track = [f"[{value}]" if i == player.morale else str(value) for i, value in enumerate(side.morale)]
    return _tell(
        language,
        "board_side",
        board=player.board,
        active=" ".join(map(str, side.active)),
        pension=" ".join(map(str, side.pension)),
        market=prices,
        track=" ".join(track),
    )


def _own_lines(view: View, language: str) -> Iterator[str]:
    """Sum up what the seat could do now."""
    state, seat = view.state, view.seat
    if seat is None or seat not in state.now.asked or state.now.phase not in ("ready", "action"):
        return
    player = state.now.players[seat]
    tiles = usable_tiles(state, player)
    offers = [name for name in state.now.display if player.goods.covers(state.tile(name).cost)]
    yield from wrapped(_tell(language, "board_you", seat=by(seat), tiles=tiles, offers=offers), indent="  ")


def _tell(language: str, key: str, **args: Data) -> str:
    return say(Saying(key, args), language)


def _seat(seat: Seat, language: str) -> str:
    return WORDS.say("seats", seat, language)


def _name(state: State, tile: str, language: str) -> str:
    return WORDS.say("types", state.tile(tile).type, language)


def _colour(state: State, tile: str, language: str) -> str:
    return WORDS.say("colours", state.tile(tile).colour, language)


def _good(good: str, language: str) -> str:
    return WORDS.say("goods", good, language)


def _goods(goods: Goods, language: str) -> str:
    return tell_goods(goods.bundle(), language)
