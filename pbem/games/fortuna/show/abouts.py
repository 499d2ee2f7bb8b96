"""What the pieces do, in a few words and with the numbers of the table."""

from collections.abc import Callable

from pbem.games.fortuna.position.state import Rules
from pbem.games.fortuna.table.table import Table
from pbem.games.fortuna.table.vocabulary import MESSAGES
from pbem.games.game import Data, Saying


def about(rules: Rules, piece: str, language: str) -> str:
    """Tell what an action card, a favour, a building or a privilege does."""
    numbers = _NUMBERS.get(piece, _nothing)(rules.table)
    if piece.startswith("C_"):
        scale = rules.table.privileges[piece]
        numbers = {"n": scale.each, "more": scale.group}
    return MESSAGES.say(Saying(f"about_{piece}", numbers), language)


def _nothing(_table: Table) -> dict[str, Data]:
    return {}


def _prices(prices: tuple[int, ...]) -> str:
    return ", ".join(map(str, prices))


_NUMBERS: dict[str, Callable[[Table], dict[str, Data]]] = {
    "WATER": lambda table: {"n": table.water_card},
    "HARVEST": lambda table: {"n": table.harvest_base},
    "VINTAGE": lambda table: {"n": table.harvest_base},
    "GRAINTRADE": lambda table: {"n": table.trade.grain},
    "WINETRADE": lambda table: {"n": table.trade.wine},
    "CENTURIONS": lambda table: {"n": _prices(table.centurion_prices)},
    "VESTALS": lambda table: {"n": _prices(table.vestal_prices)},
    "FAMILY": lambda table: {"n": table.family.wedding, "more": table.family.money},
    "BRIBERY": lambda table: {"n": table.bribery.money, "more": table.bribery.fee},
    "MARKET": lambda table: {"n": table.trade.market},
}
