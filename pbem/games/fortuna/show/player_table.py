"""What is counted of every player, and how far the game has come."""

from pbem.games.fortuna.position.state import Player, View, seated
from pbem.games.fortuna.table.table import BUILDINGS
from pbem.games.fortuna.table.vocabulary import MESSAGES
from pbem.games.game import Row, Saying, Seat
from pbem.games.kit.order_words import capital

_COUNTED = ("money", "water", "grain", "wine", "vestals", "centurions", "dice", "hand")
_NO = "-"


def stage(view: View, language: str) -> str:
    """Name the round."""
    return MESSAGES.say(Saying("stage", {"round": view.public.round}), language)


def ledger(view: View, language: str) -> tuple[Row, ...]:
    """Return the spaces, goods and buildings of all players."""
    players = {seat: view.public.players[seat] for seat in seated(view.rules, view.public)}
    counted = (_counted(players, name, language) for name in ("pos", *_COUNTED))
    owned = (_owned(players, building, language) for building in BUILDINGS)
    return (
        *counted,
        _row("married", {seat: _tick(player.married, language) for seat, player in players.items()}, language),
        *owned,
    )


def _counted(players: dict[Seat, Player], name: str, language: str) -> Row:
    values: dict[Seat, int | str] = {seat: getattr(player, name) for seat, player in players.items()}
    return _row(name, values, language, gauge=name == "pos")


def _owned(players: dict[Seat, Player], building: str, language: str) -> Row:
    has: dict[Seat, int | str] = {
        seat: _tick(building in player.buildings, language) for seat, player in players.items()
    }
    return Row(capital(MESSAGES.name("buildings", building, language)), has)


def _row(name: str, values: dict[Seat, int | str], language: str, *, gauge: bool = False) -> Row:
    return Row(MESSAGES.say(Saying(f"row_{name}"), language), values, gauge)


def _tick(is_so: bool, language: str) -> int | str:
    return MESSAGES.say(Saying("label_yes"), language) if is_so else _NO
