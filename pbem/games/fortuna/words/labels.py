"""The words on a drawing, in one language."""

from collections.abc import Iterable

from pbem.games.drawing.pieces.marks import MARKS
from pbem.games.fortuna.position.state import Favour, Slot, View
from pbem.games.fortuna.table.table import BUILDINGS
from pbem.games.fortuna.table.vocabulary import MESSAGES, WORDS
from pbem.games.game import Data, Saying
from pbem.games.kit.rows import colon

NO_END = "\u221e"
ENDLESS = ("water", "grain", "wine", "dice")
TOKENS = "tokens"


def has_end(view: View, name: str) -> bool:
    """Tell whether a piece of the stock can run out (F-R47, F-R48): else its count means nothing."""
    if name == TOKENS:
        return view.rules.options.token_limit == "strict"  # noqa: S105 - no secret
    return view.rules.is_strict or name not in ENDLESS


class Labels:
    """Says what stands on the board of one view."""

    def __init__(self, view: View, language: str) -> None:
        self._view = view
        self._language = language
        self.colon = colon(language)

    def __call__(self, name: str, **args: Data) -> str:
        return MESSAGES.say(Saying(f"label_{name}", args), self._language)

    def title(self) -> str:
        """Name the round and what is decided."""
        public = self._view.public
        if public.step == "over":
            return f"{self('round', round=public.round)}, {self('over')}"
        last = ""
        if public.palace.arrivals:
            last = f" ({self('last')})"
        return f"{self('round', round=public.round)}{last}, {self('now', step=f'verbs/{public.step}')}"

    def seat(self, seat: str) -> str:
        """Name a seat."""
        return WORDS.say("seats", seat, self._language)

    def letter(self, seat: str) -> str:
        """Return the letter of a seat's pawn, the same in all languages and on drawings."""
        return MARKS[seat].letter

    def side(self, side: str) -> str:
        """Name a side; an empty one is called so."""
        if side in self._view.public.players:
            return self.seat(side)
        return f"{self('empty')} ({self.seat(side)})"

    def card(self, card: str) -> str:
        """Name an action card as orders do."""
        return WORDS.say("cards", card, self._language)

    def slot(self, slot: Slot) -> str:
        """Name an action card where it lies: in brackets when face down."""
        if slot.is_up:
            return self.card(slot.card)
        if slot.card == "hidden":
            return self("reserved")
        return f"[{self.card(slot.card)}]"

    def good(self, name: str) -> str:
        """Name a kind of piece."""
        return WORDS.say("goods", name, self._language)

    def building(self, name: str) -> str:
        """Name a building."""
        return WORDS.say("buildings", name, self._language)

    def stock(self) -> list[str]:
        """Name what the stock holds."""
        stock = self._view.public.stock
        pieces = [f"{self.good(name)} {self._left(name)}" for name in stock.__struct_fields__]
        tokens = self._view.public.tokens if has_end(self._view, TOKENS) else NO_END
        return [*pieces, f"{self(TOKENS)} {tokens}"]

    def _left(self, name: str) -> int | str:
        """Tell how many pieces are left; of what has no end the count may be below zero."""
        if not has_end(self._view, name):
            return NO_END
        left: int = getattr(self._view.public.stock, name)
        return left

    def piles(self) -> list[str]:
        """Name the buildings left, each with its cost."""
        left, costs = self._view.public.buildings, self._view.rules.table.building_cost
        return [f"{self.building(name)} {left[name]} ({costs[name]})" for name in BUILDINGS]

    def favour(self, number: int) -> str:
        """Name a favour."""
        return WORDS.say("favours", self._view.rules.table.favours[number - 1], self._language)

    def closed(self, favour: Favour) -> str:
        """Say who turned a favour card down."""
        return self(favour.reason, who=f"seats/{favour.by}")

    def privileges(self, cards: Iterable[str]) -> list[str]:
        """Name privilege cards, each with its letter: A gives goods, B a step, C points."""
        return [f"{WORDS.say('privileges', card, self._language)} ({card[0]})" for card in cards]
