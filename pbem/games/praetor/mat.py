"""A player board as SVG: goods, morale track, workers in all their places, wall sections."""

from collections.abc import Iterator

from pbem.games.game import Saying, Seat
from pbem.games.praetor.paint import INK, SEAT_COLOURS, dice, goods, label, rect, seat_mark
from pbem.games.praetor.state import Player, View
from pbem.games.praetor.table import GOODS, Side
from pbem.games.praetor.vocabulary import WORDS, say

Box = tuple[int, int, int, int]


def draw_mat(view: View, seat: Seat, box: Box, language: str) -> Iterator[str]:
    """Draw the board of a seat inside a box."""
    left, top, width, height = box
    player = view.state.now.players[seat]
    yield "<g>" + rect(left, top, width, height, "#faf8f2", stroke=INK)
    yield rect(left, top, 6, height, SEAT_COLOURS[seat], stroke=INK)
    yield from _draw_head(view, player, left, top, language)
    yield from goods(left + 180, top + 10, dict(zip(GOODS, player.goods, strict=True)), step=40, across=5)
    yield from _draw_morale(view.state.side(player), player, left + 14, top + 46, language)
    yield from _draw_workers(player, left + 14, top + 82, language)
    walls = " ".join(player.walls) or "-"
    yield label(left + 14, top + 178, f"{_say('board_wall', language)}: {walls}", 12, start=True) + "</g>"


def _draw_head(view: View, player: Player, left: int, top: int, language: str) -> Iterator[str]:
    place = view.state.now.order.index(player.seat) + 1
    name = f"{place}. {WORDS.say('seats', player.seat, language)} ({player.board})"
    notes = [key for key, holds in (("passed", player.passed), ("vacant", player.vacant)) if holds]
    told = "".join(f", {_say(f'board_{key}', language)}" for key in notes)
    yield seat_mark(left + 24, top + 18, player.seat)
    yield label(left + 42, top + 16, name, 13, bold=True, start=True)
    yield label(left + 42, top + 32, f"{_say('board_favour', language)} {player.favour}{told}", 12, start=True)


def _draw_morale(side: Side, player: Player, left: int, top: int, language: str) -> Iterator[str]:
    """Draw the morale track with the marker on it."""
    yield label(left, top + 18, _say("board_morale", language), 11, start=True)
    for place, value in enumerate(side.morale):
        here = place == player.morale
        x = left + 50 + place * 21
        yield rect(x, top, 20, 24, "#E69F00" if here else "#ffffff", stroke=INK)
        yield label(x + 10, top + 16, str(value), 11, bold=here)


def _draw_workers(player: Player, left: int, top: int, language: str) -> Iterator[str]:
    rows = (
        ("board_reserve", player.reserve),
        ("board_out", tuple(worker.level for worker in (*player.placed, *player.out))),
    )
    for row, (key, levels) in enumerate(rows):
        yield label(left, top + 15 + row * 26, _say(key, language), 11, start=True)
        for place, level in enumerate(levels):
            yield dice(left + 70 + place * 24, top + row * 26, level, player.seat)
    counts = (
        ("board_trainees", f"{player.trainees1} + {player.trainees2}"),
        ("board_citizens", str(player.citizens)),
        ("board_retired", str(player.retired)),
    )
    for place, (key, count) in enumerate(counts):
        yield label(left + place * 120, top + 70, f"{_say(key, language)}: {count}", 12, start=True)


def _say(key: str, language: str) -> str:
    return say(Saying(key), language)
