"""A player board as SVG: goods, morale track, workers in all their places, wall sections."""

from collections.abc import Iterator

from pbem.games.game import Saying, Seat
from pbem.games.praetor.paint import INK, SEAT_COLOURS, dice, goods, heading, label, start, use
from pbem.games.praetor.state import Player, State
from pbem.games.praetor.vocabulary import WORDS, say

WIDTH, HEIGHT = 384, 186


def draw_mat(state: State, seat: Seat, language: str) -> Iterator[str]:
    """Draw the board of a seat."""
    player = state.now.players[seat]
    yield f'<path d="M0 0H{WIDTH}V{HEIGHT}H0Z" fill="#faf8f2" stroke="{INK}"/>'
    yield f'<path d="M0 0H6V{HEIGHT}H0Z" fill="{SEAT_COLOURS[seat]}" stroke="{INK}"/>'
    yield from _draw_head(state, player, language)
    yield from goods(186, 10, player.goods.amounts(), 40)
    yield from _draw_morale(state, player, language)
    yield from _draw_workers(player, language)
    yield start(14, 176, f"{_say('board_wall', language)}: {_told_walls(state, player)}")


def _told_walls(state: State, player: Player) -> str:
    """Name the sections and what their backs give for the next one."""
    bonus = sum(state.rules.table.walls[wall].back for wall in player.walls)
    if not player.walls:
        return "-"
    return f"{' '.join(player.walls)} (+{bonus})"


def _draw_head(state: State, player: Player, language: str) -> Iterator[str]:
    place = state.now.order.index(player.seat) + 1
    name = f"{place}. {WORDS.say('seats', player.seat, language)} ({player.board})"
    notes = [key for key, holds in (("passed", player.passed), ("vacant", player.vacant)) if holds]
    told = "".join(f", {_say(f'board_{key}', language)}" for key in notes)
    yield use(f"m-{player.seat}", 24, 18)
    yield start(42, 16, name, 13)
    yield start(42, 32, f"{_say('board_favour', language)} {player.favour}{told}")


def _draw_morale(state: State, player: Player, language: str) -> Iterator[str]:
    """Draw the morale track with the marker on it."""
    track = state.side(player).morale
    step = min(21, 312 // len(track))
    yield start(14, 62, _say("board_morale", language), 11)
    yield f'<path d="M{64 + step * player.morale} 46h{step}v24h-{step}z" fill="#E69F00"/>'
    lines = "".join(f"M{64 + step * place} 46v24" for place in range(len(track) + 1))
    yield f'<path d="M64 46h{step * len(track)}v24H64z{lines}" fill="none" stroke="{INK}"/>'
    for place, value in enumerate(track):
        x = 64 + step * place + step // 2
        yield heading(x, 62, str(value), 11) if place == player.morale else label(x, 62, str(value))


def _draw_workers(player: Player, language: str) -> Iterator[str]:
    rows = (
        ("board_reserve", player.reserve),
        ("board_out", tuple(worker.level for worker in (*player.placed, *player.out))),
    )
    for row, (key, levels) in enumerate(rows):
        yield start(14, 97 + row * 26, _say(key, language), 11)
        yield from (dice(84 + place * 24, 82 + row * 26, level, player.seat) for place, level in enumerate(levels))
    counts = (
        ("board_trainees", f"{player.trainees1} + {player.trainees2}"),
        ("board_citizens", str(player.citizens)),
        ("board_retired", str(player.retired)),
    )
    for place, (key, count) in enumerate(counts):
        yield start(14 + place * 120, 152, f"{_say(key, language)}: {count}")


def _say(key: str, language: str) -> str:
    return say(Saying(key), language)
