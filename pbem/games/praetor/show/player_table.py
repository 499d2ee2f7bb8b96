"""What is counted of every player, and how far the game has come."""

from collections.abc import Callable

from pbem.games.game import Row, Saying, Seat
from pbem.games.kit.order_words import capital
from pbem.games.praetor.position.state import Player, State, View, controlled, morale_value
from pbem.games.praetor.table.goods import GOODS
from pbem.games.praetor.table.vocabulary import WORDS, say

_COUNTED: dict[str, Callable[[State, Player], int]] = {
    "workers": lambda _state, player: player.active,
    "trainees": lambda _state, player: player.trainees1 + player.trainees2,
    "retired": lambda _state, player: player.retired,
    "citizens": lambda _state, player: player.citizens,
    "tiles": lambda state, player: controlled(state.now, player.seat),
    "walls": lambda _state, player: len(player.walls),
}


def stage(view: View, language: str) -> str:
    """Name the turn."""
    return say(Saying("stage", {"turn": view.state.now.turn}), language)


def ledger(view: View, language: str) -> tuple[Row, ...]:
    """Return the favour, morale, goods, workers and tiles of all players."""
    state = view.state
    players = {seat: state.now.players[seat] for seat in state.rules.seats}
    favour: dict[Seat, int | str] = {seat: player.favour for seat, player in players.items()}
    morale: dict[Seat, int | str] = {seat: morale_value(state, player) for seat, player in players.items()}
    rows = [Row(_label("favour", language), favour, gauge=True), Row(_label("morale", language), morale)]
    goods = (
        Row(_good(good, language), {seat: player.goods.amount(good) for seat, player in players.items()})
        for good in GOODS
    )
    counted = (
        Row(_label(key, language), {seat: count(state, player) for seat, player in players.items()})
        for key, count in _COUNTED.items()
    )
    return (*rows, *goods, *counted)


def _label(key: str, language: str) -> str:
    return say(Saying(f"row_{key}"), language)


def _good(good: str, language: str) -> str:
    return capital(WORDS.say("goods", good, language))
