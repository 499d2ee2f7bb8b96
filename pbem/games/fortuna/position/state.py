"""What a game of Fortuna is made of: a public part that everybody shares, a secret part, and views on them."""

from msgspec import Struct

from pbem.games.fortuna.table.options import Options
from pbem.games.fortuna.table.table import Table
from pbem.games.game import Seat


class Rules(Struct, frozen=True):
    """The rules of one game: its copy of the table and its options."""

    table: Table
    options: Options

    @property
    def is_strict(self) -> bool:
        """Whether cubes and dice can run out (F-R47)."""
        return self.options.stock_limits == "strict"

    @property
    def is_hidden(self) -> bool:
        """Whether reports hide the face-down cards of others (F-R18)."""
        return self.options.facedown_display == "hidden"


class Player(Struct, frozen=True):
    """A province: its pawn, its tracks and goods. Of the privileges only their number is public."""

    pos: int
    money: int
    married: bool
    reservoir: int
    aqueduct: int  # water on the Aqueduct, 0 or 1
    grain: int
    wine: int
    vestals: int
    centurions: int
    dice: int
    buildings: tuple[str, ...] = ()
    hand: int = 0

    @property
    def water(self) -> int:
        """All water owned, wherever it lies."""
        return self.reservoir + self.aqueduct


class Slot(Struct, frozen=True):
    """An action card on a side. Face down it is reserved: nobody may swap for it (3.3)."""

    card: str
    is_up: bool = True


class Favour(Struct, frozen=True):
    """A favour card of Rome: open or turned down in this round, and the tokens on it."""

    is_open: bool = True
    tokens: int = 0
    by: Seat | None = None
    reason: str = ""  # used or blocked


class Stock(Struct, frozen=True):
    """The general supply."""

    water: int
    grain: int
    wine: int
    vestals: int
    centurions: int
    dice: int


class Pile(Struct, frozen=True):
    """The privilege deck: which shuffle it is, what was shuffled (table order), how many cards were taken."""

    number: int
    cards: tuple[str, ...]
    taken: int = 0

    @property
    def left(self) -> int:
        """How many cards can still be drawn before a reshuffle."""
        return len(self.cards) - self.taken


class Palace(Struct, frozen=True):
    """Caesar's Palace: its tokens, who arrived in which order, how many cards lie aside face down."""

    tokens: int
    arrivals: tuple[Seat, ...] = ()
    aside: int = 0


class Turn(Struct, frozen=True):
    """What is remembered of the turn being played."""

    revealed: str | None = None  # the card turned face up at its start
    played: str | None = None  # the card to be swapped
    is_swapped: bool = False
    is_military_settled: bool = False
    dice: tuple[int, ...] = ()
    is_early: bool = False
    is_b_used: bool = False
    favour: int | None = None
    tax: str = ""  # money, step or exempt
    tokens: int = 0  # taken from the favour card, not returned yet
    kept: int = 0  # privileges gained in this turn
    offered: int = 0  # privileges lying before the player to choose from
    limit: int = 0  # how many of them may be kept
    after: str = ""  # the step that follows the pick at the Palace


class Public(Struct, frozen=True):
    """Everything all may know; the rule facts."""

    round: int
    step: str  # the kind of decision waited for, or over
    order: tuple[Seat, ...]
    at: int  # whose turn it is, by index into order
    players: dict[Seat, Player]
    sides: dict[str, tuple[Slot, ...]]
    favours: tuple[Favour, ...]
    stock: Stock
    buildings: dict[str, int]
    tokens: int
    palace: Palace
    deck: Pile
    discard: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    turn: Turn = Turn()
    pool: tuple[str, ...] = ()  # action cards not drafted yet
    reserving: tuple[Seat, ...] = ()  # who has not chosen a reserve yet
    shown: dict[Seat, tuple[str, ...]] = {}  # hands laid open at the end

    @property
    def active(self) -> Seat:
        """The player whose turn it is."""
        return self.order[self.at]


class Secret(Struct, frozen=True):
    """What only some may know: hands, cards being chosen from, cards aside at the Palace, reserves not opened yet."""

    hands: dict[Seat, tuple[str, ...]]
    fresh: tuple[str, ...] = ()  # cards of the active player that may not be used in this turn (F-R37)
    offered: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    reserves: dict[Seat, str | None] = {}


class State(Struct, frozen=True):
    """A whole position."""

    rules: Rules
    public: Public
    secret: Secret


class View(Struct, frozen=True):
    """What a seat may know, or the public (seat None): the public part and the seat's own secrets."""

    rules: Rules
    public: Public
    seat: Seat | None
    hand: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()  # known to who looked last
    reserve: str | None = None

    @property
    def owner(self) -> Seat:
        """The seat whose eyes these are; not for the public view."""
        return Seat(self.seat or "")

    @property
    def me(self) -> Player:
        """The owner's province."""
        return self.public.players[self.owner]


def view_of(state: State, seat: Seat | None) -> View:
    """Return what a seat may know."""
    public, secret = state.public, state.secret
    if seat is None or seat not in public.players:
        return View(state.rules, public, None)
    # what was drawn this turn and what is on offer belong to the active player alone; the cards put aside in the
    # palace to who looked through them last: an earlier visitor may not learn which one a later visitor took
    is_active = seat == public.active
    arrivals = public.palace.arrivals
    has_looked = bool(arrivals) and arrivals[-1] == seat
    return View(
        state.rules,
        public,
        seat,
        hand=secret.hands[seat],
        fresh=secret.fresh if is_active else (),
        offered=secret.offered if is_active else (),
        aside=secret.aside if has_looked else (),
        reserve=secret.reserves.get(seat),
    )


def seated(rules: Rules, public: Public) -> tuple[Seat, ...]:
    """Return the players clockwise, whatever way the state was stored."""
    return tuple(Seat(side) for side in rules.table.seats if side in public.players)


def find_card(public: Public, card: str) -> tuple[str, int] | None:
    """Return the side and the slot where an action card lies, if it lies anywhere."""
    for side, slots in public.sides.items():
        for index, slot in enumerate(slots):
            if slot.card == card:
                return side, index
    return None


def place_of(public: Public, card: str) -> tuple[str, int]:
    """Return the side and the slot where an action card lies; LookupError if there is no such card."""
    place = find_card(public, card)
    if place is None:
        raise LookupError(card)
    return place


def usable(rules: Rules, public: Public) -> int:
    """Return how many privileges the active player may use, as far as the public knows (F-R37)."""
    hand = public.players[public.active].hand
    if rules.options.drawn_privilege_same_turn == "yes":
        return hand
    return hand - public.turn.kept


HIDDEN = Slot("hidden", is_up=False)


def visible_sides(view: View) -> dict[str, tuple[Slot, ...]]:
    """Return the action cards as reports show them; the hidden display leaves face-down cards of others unnamed."""
    sides = {side: view.public.sides[side] for side in view.rules.table.seats}
    if not view.rules.is_hidden:
        return sides
    # every other side goes through `_covered`, so that no face-down card can slip into a report by its name
    return {side: slots if side == view.seat else _covered(slots) for side, slots in sides.items()}


def _covered(slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """Return the cards of a side as others see them: face down without a name."""
    return tuple(slot if slot.is_up else HIDDEN for slot in slots)
