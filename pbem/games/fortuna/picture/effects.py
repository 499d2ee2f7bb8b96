"""What cards and favours do, as runs of numbers and icons. Every number comes from the table of the game."""

from pbem.games.drawing.text.runs import ARROW, BAR, Run
from pbem.games.fortuna.course.favours import GIVEN
from pbem.games.fortuna.position.actions import GOODS
from pbem.games.fortuna.position.state import Player
from pbem.games.fortuna.table.table import GIFTS, Table

EMBLEMS = {
    "WATER": "water",
    "HARVEST": "grain",
    "VINTAGE": "wine",
    "GRAINTRADE": "graintrade",
    "WINETRADE": "winetrade",
    "CENTURIONS": "centurion",
    "VESTALS": "vestal",
    "CLERGY": "altar",
    "FAMILY": "ring",
    "BUILDING": "hammer",
    "BRIBERY": "bribe",
    "FORTUNA": "wheel",
}
BUILT = {"MARKET": "market", "AQUEDUCT": "aqueduct", "BASILICA": "basilica", "PALACE": "palace"}
COUNTED = {
    "money": "coin",
    "water": "water",
    "grain": "grain",
    "wine": "wine",
    "vestals": "vestal",
    "centurions": "centurion",
    "dice": "die",
    "buildings": "basilica",
    "married": "ring",
}
_MINUS, _TO = "\N{MINUS SIGN}", "\N{EN DASH}"


def card_run(card: str, table: Table, owner: Player | None) -> Run:
    """Return what an action card does for who has it on his side."""
    if card in ("HARVEST", "VINTAGE"):
        good = f"#{GOODS[card]}"
        return (f"+{table.harvest_base}", good, BAR, "#water", ARROW, "+1", good)
    if card in ("GRAINTRADE", "WINETRADE"):
        good = GOODS[card]
        market = table.trade.market if owner and "MARKET" in owner.buildings else 0
        return (f"#{good}", ARROW, str(getattr(table.trade, good) + market), "#coin")
    return _other_run(card, table, owner)


def _other_run(card: str, table: Table, owner: Player | None) -> Run:
    bribery = table.bribery
    runs: dict[str, Run] = {
        "WATER": (f"+{table.water_card}", "#water"),
        "CENTURIONS": ("#centurion", *map(str, table.centurion_prices), "#coin"),
        "VESTALS": ("#vestal", *map(str, table.vestal_prices), "#coin"),
        "CLERGY": ("#vestal", ARROW, "+1", "#die"),
        "FAMILY": _family_run(table, is_married=owner is not None and owner.married),
        "BUILDING": ("#coin", ARROW, "#market", "#basilica"),
        "BRIBERY": (f"+{bribery.money}", "#coin", BAR, f"{_MINUS}{bribery.fee}", "#coin", ARROW, "#card"),
        "FORTUNA": ("+1", "#step"),
    }
    return runs[card]


def _family_run(table: Table, *, is_married: bool) -> Run:
    family = table.family
    if not is_married:
        return (f"{_MINUS}{family.wedding}", "#coin", ARROW, "#ring")
    return ("#die", BAR, f"+{family.cubes}", "#grain", "#wine", BAR, f"+{family.money}", "#coin")


def favour_run(name: str, table: Table) -> Run:
    """Return what a favour asks and how far it leads."""
    if name in GIVEN:
        what, most = GIVEN[name]
        span = () if most == 1 else (f"1{_TO}{most}",)
        return (*span, f"#{COUNTED[what]}", ARROW, *(span or ("1",)), "#step")
    if name == "RELIGION":
        span = (f"1{_TO}{table.caps.vestals}",) if table.caps.vestals > 1 else ("1",)
        return (*span, "#vestal", ARROW, *span, "#step")
    return ("#ring", ARROW, "1", BAR, "#palace", "2", "#step")


def privilege_run(card: str, table: Table) -> Run:
    """Return what a privilege gives: goods, a step, or points at the end."""
    if card == "B_STEP":
        return ("+1", "#step")
    if card == "A_FOLLOWER":
        return ("+1", "#vestal", BAR, "+1", "#centurion")
    if card in GIFTS:
        return ("+1", f"#{GIFTS[card]}", "+1", "#water", "#grain", "#wine")
    scale = table.privileges[card]
    group = (str(scale.group),) if scale.group > 1 else ()
    return (*group, f"#{COUNTED[scale.per]}", ARROW, f"+{scale.each}", "#laurel")


def privilege_icon(card: str, table: Table) -> str:
    """Return the icon that stands for a privilege."""
    if card == "B_STEP":
        return "step"
    if card == "A_FOLLOWER":
        return "person"
    return GIFTS[card] if card in GIFTS else COUNTED[table.privileges[card].per]
