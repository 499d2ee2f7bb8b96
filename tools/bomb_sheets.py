"""Signed sheets that are made to cost a desk time: of a game's own words, and of what no game knows."""

from collections.abc import Iterator, Mapping
from itertools import cycle, islice

from msgspec import Struct

from pbem.mail.block.block import Block, canonical
from pbem.mail.ssh import signature as sshsig
from pbem.referee.language.sheet import MAX_CHARACTERS, MAX_CONDITIONS, MAX_ORDERS, MAX_STANDING
from pbem.referee.match.match import Match
from tests.mail.players import MARTA_KEY, mail_around

_LOOKED_AT = 400  # legal orders
_MANY_LETTERS = "\ufdfa"  # one sign that stands for eighteen letters

SHEETS: Mapping[str, str] = {
    "unknown facts": "|".join(f"any if qw{number}>=1" for number in range(450)),
    "unknown orders": "|".join(f"bild markett{number}" for number in range(490)),
    "long words": "|".join(f"qw{number}" + "abcdefgh" * 14 for number in range(120)),
    "lines of nonsense": "\n".join(f"plaz harvext watr{number}" for number in range(190)),
    "lines of prose": "\n".join(f"nobody else wants to plya harvst {'abcdef'[number % 6]}" for number in range(190)),
    "letters in prose": "hello\n" + "\n".join("qw" + "abcdefgh"[number % 8] * 3 for number in range(190)),
    "verbs that are nearly right": "\n".join(f"swp harvst grian wien {'x' * (number % 9)}" for number in range(190)),
    "broken lines": "\n".join(f"favour 9 | if and not else jmp{number}" for number in range(190)),
    "what can never be": "|".join(f"favour {number}" for number in range(7, 490)),
    "numbers": "|".join(str(number) for number in range(1, 490)),
    "a chain": " then ".join(["any"] * 490),
    "messages": "\n".join(f"tell ivo: {'x' * 60}" for _ in range(190)),
    "desk words": "\n".join(["status", "board", "plan"] * 60),
    "a preview": "preview\n" + "\n".join(["any"] * 190),
    "press to nobody": "\n".join(f"tell nobody{number}: x" for number in range(190)),
    "signs that stand for phrases": _MANY_LETTERS * 9_000,
    "words of such signs": " ".join([_MANY_LETTERS] * 5_000),
    "lines of such signs": "\n".join(["any if " + _MANY_LETTERS * 30] * 190),
    "as many of them as may be": _MANY_LETTERS * 880,
    "accented letters": "\u1e69" * 10_000,
    "accented words": "\u1e69\u1e69 " * 3_000,
    "signs in a row": "x2 " * 5_000,
    "blanks behind a sign": "x" + " ," * 7_000,
    "digits": "any if money >= " + "9" * 15_000,
    "dice": "any if have " + "8x6 " * 3_500,
    "comparisons": "any if " + ">=" * 7_500,
}


class Table(Struct, frozen=True):
    """A game, and what may be signed there now."""

    match: Match
    block: Block

    @property
    def orders(self) -> list[str]:
        """The first legal orders."""
        game = self.match.game
        view = game.view(self.match.state, self.match.waiting()[0].seat)
        return [game.write(move, "en") for move in islice(game.moves(view), _LOOKED_AT)]

    @property
    def facts(self) -> list[str]:
        """What conditions may test."""
        game = self.match.game
        view = game.view(self.match.state, self.match.waiting()[0].seat)
        return [game.fact_called(name, "en") for name in sorted(game.facts(view))]


def sheet(block: Block, text: str) -> bytes:
    """Sign a sheet, also one that no program of ours would sign."""
    orders = text.split("\n")
    plain = canonical("".join(f"{line};\n" for line in [*_headers(block), *orders]))
    return mail_around(plain.decode() + sshsig.write(sshsig.sign(plain, MARTA_KEY)))


def _headers(block: Block) -> Iterator[str]:
    for name in ("to", "game", "seat", "token"):
        yield f"{name}: {getattr(block, name)}"
    if block.seen:
        yield f"seen: {block.seen.size} {block.seen.head}"


def unread_sheets(block: Block) -> Iterator[tuple[str, bytes]]:
    """Yield sheets that no game understands, or whose words are the bomb."""
    for name, text in SHEETS.items():
        yield f"sheet: {name}", sheet(block, text)


def sheets_of(table: Table) -> Iterator[tuple[str, bytes]]:
    """Yield sheets of a game's own words, each as long as a sheet may be."""
    key = table.match.terms.rules.key
    orders, facts = table.orders, table.facts
    false = [f"{fact} >= {number}" for fact, number in zip(cycle(facts), range(900, 1_400), strict=False)]
    made = {
        "legal conditions": "any if " + _filled(cycle(f"legal {order}" for order in orders), " and ", MAX_CONDITIONS),
        "conditions that fail": _filled((f"any if {condition}" for condition in false), "|", MAX_CONDITIONS),
        "orders that fail": _filled(
            (f"{order} if {condition}" for order, condition in zip(cycle(orders), false, strict=False)), "|", MAX_ORDERS
        ),
        "orders that are nearly right": _filled(cycle(f"{order}x" for order in orders), "|", MAX_ORDERS),
        "chains": _filled(cycle(f"{order} then {order}" for order in orders), "|", MAX_ORDERS // 2),
        "a chain": _filled(cycle(orders), " then ", MAX_ORDERS),
        "a preview": "preview\n" + _filled(cycle(orders), "|", MAX_ORDERS),
        "places of which the best is sought": _filled(_places(orders), "|", MAX_ORDERS),
    }
    for name, text in made.items():
        yield f"{key}: {name}", sheet(table.block, text)


def _places(orders: list[str]) -> Iterator[str]:
    """Yield orders that seek the best place in many words, where a game has such."""
    built = [order.partition(" at ")[0] for order in orders if " at " in order] or ["build"]
    for order, number in zip(cycle(built), range(MAX_ORDERS), strict=False):
        yield f"{order} at 40,{number} / best"


def _filled(parts: Iterator[str], between: str, most: int) -> str:
    """Join as many parts as a sheet may have."""
    joined = next(parts)
    for part in islice(parts, most - 1):
        if len(joined) + len(between) + len(part) > MAX_CHARACTERS - 10:
            break
        joined += between + part
    return joined


def standing(table: Table) -> str:
    """Return standing orders that are tried in vain before each move, and then play on."""
    longest = sorted(table.orders, key=len)[-MAX_STANDING:]
    conditions = islice(cycle(f"not legal {order}" for order in longest), MAX_STANDING - 2)
    return "always any if " + " and ".join(conditions) + "|any"
