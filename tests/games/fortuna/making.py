"""Positions for tests: a game laid out by hand, ordered about in plain words."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pbem.games.fortuna import GAME
from pbem.games.fortuna.position.moves import Move
from pbem.games.fortuna.position.state import Favour, Pile, Player, Public, Slot, State, Turn, View
from pbem.games.fortuna.table.table import CARDS
from pbem.games.game import Decision, Happening, Refusal, Seat, Unread
from tests.games.fate import Fate

SEATS = {2: ("blue", "orange"), 3: ("blue", "grey", "orange"), 4: ("blue", "grey", "orange", "purple")}
BLUE, GREY, ORANGE, PURPLE = (Seat(name) for name in SEATS[4])


class Case:
    """A game in a position of our choice; by default blue's turn of round 1 with all cards in table order."""

    def __init__(self, players: int = 4, *, order: Sequence[str] = (), **options: str) -> None:
        self.fate = Fate()
        seats = tuple(Seat(seat) for seat in SEATS[players])
        self.state: State = GAME.setup(seats=seats, options=options, table=GAME.table(), chance=self.fate).state
        self.told: tuple[Happening, ...] = ()
        self.set(order=tuple(order) or seats, at=0, step="play", reserving=(), pool=(), turn=Turn())
        self.lay()

    @property
    def public(self) -> Public:
        return self.state.public

    @property
    def active(self) -> Seat:
        return self.public.active

    @property
    def me(self) -> Player:
        return self.public.players[self.active]

    def player(self, seat: str) -> Player:
        return self.public.players[Seat(seat)]

    def hand(self, seat: str) -> tuple[str, ...]:
        return self.state.secret.hands[Seat(seat)]

    def view(self, seat: str | None = None) -> View:
        return GAME.view(self.state, Seat(seat) if seat else self.active)

    def waiting(self) -> Decision:
        (decision,) = GAME.waiting(self.state)
        return decision

    def set(self, **changes: Any) -> "Case":
        self.state = replace(self.state, public=replace(self.public, **changes))
        return self

    def hide(self, **changes: Any) -> "Case":
        self.state = replace(self.state, secret=replace(self.state.secret, **changes))
        return self

    def give(self, seat: str, hand: Any = None, **changes: Any) -> "Case":
        if hand is not None:
            self.hide(hands={**self.state.secret.hands, seat: tuple(hand)})
            changes["hand"] = len(hand)
        return self.set(players={**self.public.players, seat: replace(self.player(seat), **changes)})

    def stock(self, **changes: int) -> "Case":
        return self.set(stock=replace(self.public.stock, **changes))

    def turn(self, **changes: Any) -> "Case":
        return self.set(turn=replace(self.public.turn, **changes))

    def lay(self, **sides: str) -> "Case":
        """Lay action cards: `blue="HARVEST [BUILDING]"`, in brackets face down; the rest fills up in table order."""
        named = {side: [_slot(word) for word in words.split()] for side, words in sides.items()}
        used = {slot.card for slots in named.values() for slot in slots}
        rest = [Slot(card) for card in CARDS if card not in used]
        for side in SEATS[4]:
            slots = named.setdefault(side, [])
            slots += [rest.pop(0) for _ in range(3 - len(slots))]
        return self.set(sides={side: tuple(named[side]) for side in SEATS[4]})

    def favours(self, words: str) -> "Case":
        """Set favours: `1- 2+ 6+3` is 1 face down, 2 open, 6 open with 3 tokens; others stay."""
        favours = list(self.public.favours)
        for word in words.split():
            number, is_open, tokens = int(word[0]), word[1] == "+", int(word[2:] or 0)
            by = None if is_open else self.active
            favours[number - 1] = Favour(is_open, tokens, by, "" if is_open else "used")
        return self.set(favours=tuple(favours))

    def deck(self, *cards: str, discard: Sequence[str] = ()) -> "Case":
        """Put these cards on top of the deck, nothing below."""
        self.fate.decks = {**self.fate.decks, f"privileges/{self.public.deck.number}": cards}
        return self.set(deck=Pile(self.public.deck.number, cards), discard=tuple(discard))

    def rolled(self, *dice: int) -> "Case":
        """Stand before the choice of a favour with this roll."""
        return self.set(step="favour").turn(played="WATER", is_swapped=True, is_military_settled=True, dice=dice)

    def will_roll(self, *dice: int, seat: str | None = None) -> "Case":
        self.fate.dice = {**self.fate.dice, f"{self.public.round} {seat or self.active}/1": dice}
        return self

    def order(self, text: str, seat: str | None = None) -> "Case":
        """Play orders, one to a line or separated by `;`; each must be legal."""
        for line in text.split(";"):
            self._order_one(line.strip(), Seat(seat) if seat else self.active)
        return self

    def _order_one(self, text: str, seat: Seat) -> None:
        view = GAME.view(self.state, seat)
        move = read(view, text)
        refusal = GAME.check(view, move)
        assert refusal is None, (text, refusal)
        step = GAME.play(self.state, seat, move, self.fate)
        self.state, self.told = step.state, step.happenings

    def finish_turn(self) -> "Case":
        """Play what is left of the turn as for a seat that does not answer."""
        turn = (self.public.round, self.active)
        while (self.public.round, self.active) == turn and self.public.step != "over":
            self._order_one(GAME.write(GAME.default(self.view()), "en"), self.active)
        return self

    def wait_for(self, seat: str) -> "Case":
        """Let the others' turns pass until a seat's comes."""
        while self.active != seat:
            self.finish_turn()
        return self

    def refusal(self, text: str, seat: str | None = None) -> Refusal:
        """Return why an order is refused; it must be."""
        view = self.view(seat)
        move = read(view, text)
        refusal = GAME.check(view, move)
        assert refusal is not None, f"{text} is legal"
        for language in ("en", "it", "fr", "de"):
            assert GAME.say(refusal.saying, language)
        assert move not in list(GAME.moves(view))
        return refusal

    def is_refused(self, text: str, why: str = "", seat: str | None = None) -> bool:
        """Tell that an order is refused, for the reason named if one is."""
        refusal = self.refusal(text, seat)
        assert why in ("", refusal.saying.key), (text, refusal.saying.key)
        return bool(refusal.rule)

    def legal(self, seat: str | None = None) -> list[str]:
        """Return every legal order in words."""
        return [GAME.write(move, "en") for move in GAME.moves(self.view(seat))]

    def side(self, side: str) -> str:
        """Return a side's cards in words, face down in brackets."""
        return " ".join(slot.card if slot.is_up else f"[{slot.card}]" for slot in self.public.sides[side])

    def heard(self, seat: str | None = None) -> list[str]:
        """Return what a seat, or the public, heard of the last order."""
        hearer = Seat(seat) if seat else None
        return [GAME.say(each.saying, "en") for each in self.told if each.is_known_to(hearer)]


def read(view: View, text: str) -> Move:
    """Read an order that must be readable."""
    move = GAME.parse(view, text)
    assert not isinstance(move, Unread), (text, move)
    return move


def _slot(word: str) -> Slot:
    return Slot(word.strip("[]"), is_up=not word.startswith("["))
