"""What is counted of every player, and how far the game has come."""

from collections.abc import Callable

from pbem.games.alea.position.state import Player, View
from pbem.games.alea.table.vocabulary import MESSAGES
from pbem.games.game import Row, Saying, Seat

_COUNTED: dict[str, Callable[[Player], int]] = {
    "hand": lambda player: player.hand,
    "tokens": lambda player: player.tokens,
    "cards": lambda player: player.cards,
    "fortune": lambda player: len(player.kept),
    "provinces": lambda player: len(player.provinces),
    "patricians": lambda player: len(player.patricians),
}


def stage(view: View, language: str) -> str:
    """Name the round."""
    return _say("stage", language, round=view.position.round, rounds=view.fixed.rounds)


def ledger(view: View, language: str) -> tuple[Row, ...]:
    """Return how much of everything the players have."""
    seats, players = view.fixed.seats, view.position.players
    rows = {name: list(map(count, players)) for name, count in _COUNTED.items()}
    rows["latrine"] = list(view.position.latrine)
    return tuple(Row(_say(f"row_{name}", language), _by_seat(seats, counts)) for name, counts in rows.items())


def _by_seat(seats: tuple[Seat, ...], counts: list[int]) -> dict[Seat, int | str]:
    return dict(zip(seats, counts, strict=True))


def _say(key: str, language: str, **args: int) -> str:
    return MESSAGES.say(Saying(key, dict(args)), language)
