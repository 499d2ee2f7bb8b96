"""Toy markets with one thing changed, for what the toy market itself has not."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from pbem.games.chance import Chance
from pbem.games.game import AnyGame, Data, Decision, Happening, Refusal, Saying, Seat, Step, Unread
from tests.games.toy import Toy, rules
from tests.games.toy.rules import Move, State, View


class SecretBids(Toy):
    """Bids are sealed in the record, so that a decision is private and parallel at once."""

    meta = replace(Toy.meta, key="secretbids")

    def waiting(self, state: State) -> tuple[Decision, ...]:
        return tuple(replace(decision, private=True) for decision in super().waiting(state))


class Long(Toy):
    """A market of 24 rounds, with coins and cards enough for them."""

    meta = replace(Toy.meta, key="long", options=())

    def table(self) -> Data:
        return {**super().table(), "coins": 99, "copies": 99}

    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
        return super().setup(seats=seats, options={**options, "rounds": "24"}, table=table, chance=chance)


class FreePolish(Toy):
    """Polishing is free and never ends."""

    meta = replace(Toy.meta, key="freepolish")

    def moves(self, view: View) -> Iterator[Move]:
        yield from (move for move in rules.legal(view) if move.kind != "polish")
        if any(move.kind == "keep" for move in rules.legal(view)):
            yield Move("polish")

    def check(self, view: View, move: Move) -> Refusal | None:
        return None if move in tuple(self.moves(view)) else Refusal(Saying("not_now"), "T-R1")

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        return Step(state) if move.kind == "polish" else super().play(state, seat, move, chance)


class Crowded(Toy):
    """There are very many orders to bid by; `written` counts how many of them were written out."""

    meta = replace(Toy.meta, key="crowded")
    written = 0

    def moves(self, view: View) -> Iterator[Move]:
        yield from super().moves(view)
        yield from (Move("bid", str(n)) for n in range(100, 50_000))

    def write(self, move: Move, language: str) -> str:
        self.written += 1
        return super().write(move, language)


class Counting(Toy):
    """Counts what it is asked; `facts` has very many names."""

    meta = replace(Toy.meta, key="counting")
    calls: ClassVar[Counter[str]] = Counter()

    def parse(self, view: View, text: str) -> Move | Unread:
        self.calls["parse"] += 1
        return super().parse(view, text)

    def check(self, view: View, move: Move) -> Refusal | None:
        self.calls["check"] += 1
        return super().check(view, move)

    def moves(self, view: View) -> Iterator[Move]:
        for move in super().moves(view):
            self.calls["moves"] += 1
            yield move

    def write(self, move: Move, language: str) -> str:
        self.calls["write"] += 1
        return super().write(move, language)

    def facts(self, view: View) -> Mapping[str, int]:
        self.calls["facts"] += 1
        return {**super().facts(view), **{f"spare{n}": 0 for n in range(1_000)}}

    def fact_called(self, name: str, language: str) -> str:
        self.calls["fact_called"] += 1
        return name if name.startswith("spare") else super().fact_called(name, language)


class Leaving(Toy):
    """Who leaves takes his coins along; who comes brings one."""

    meta = replace(Toy.meta, key="leaving")

    def vacate(self, state: State, seat: Seat) -> Step[State]:
        coins = state.public.coins | {seat: 0}
        left = Happening(Saying("paid", {"seat": seat, "kind": "kinds/gift"}))
        return Step(replace(state, public=replace(state.public, coins=coins)), (left,))

    def occupy(self, state: State, seat: Seat) -> Step[State]:
        coins = state.public.coins | {seat: 1}
        came = Happening(Saying("noted", {"n": 1}))
        return Step(replace(state, public=replace(state.public, coins=coins)), (came,))


class Open(Toy):
    """The end lays all hands open in what happened."""

    meta = replace(Toy.meta, key="open")

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        step = super().play(state, seat, move, chance)
        if step.state.public.phase != "over":
            return step
        hands = [f"choices/{card}" for hand in step.state.secret.hands.values() for card in hand]
        return Step(step.state, (*step.happenings, Happening(Saying("saw", {"cards": hands}))))


class Dicey(Toy):
    """Two dice are rolled to lay out the game."""

    meta = replace(Toy.meta, key="dicey")

    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
        for slot in ("setup/1", "setup/2"):
            chance.roll(slot).die()
        return super().setup(seats=seats, options=options, table=table, chance=chance)


class Endless(Toy):
    """Bids of nothing are asked for again and again."""

    meta = replace(Toy.meta, key="endless")

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        return Step(state) if move == Move("bid", "0") else super().play(state, seat, move, chance)


class Leading(Toy):
    """The first seat bids alone, and then the others at once."""

    meta = replace(Toy.meta, key="leading")

    def waiting(self, state: State) -> tuple[Decision, ...]:
        asked = super().waiting(state)
        return asked[:1] if len(asked) == len(state.public.coins) else asked


CROWDED = Crowded()
COUNTING = Counting()
VARIANTS: tuple[AnyGame, ...] = (
    SecretBids(),
    Long(),
    FreePolish(),
    CROWDED,
    COUNTING,
    Leaving(),
    Open(),
    Dicey(),
    Endless(),
    Leading(),
)
