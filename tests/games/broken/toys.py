"""What broken toys are made of, and the list of them with the laws that each breaks."""

from collections.abc import Callable

from msgspec.structs import replace

from pbem.games.chance import Chance
from pbem.games.game import Data, Decision, Happening, Saying, Seat, Step
from tests.games.contract import Law
from tests.games.toy import Toy
from tests.games.toy.rules import Move, State

BROKEN: list[tuple[Law, type[Toy]]] = []


def breaks(*laws: Law) -> Callable[[type[Toy]], type[Toy]]:
    """Note which laws a toy breaks."""

    def note(toy: type[Toy]) -> type[Toy]:
        BROKEN.extend((law, toy) for law in laws)
        return toy

    return note


def said(key: str, **args: Data) -> Happening:
    return Happening(Saying(key, args))


class Talking(Toy):
    """Adds something to what a move tells."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        step = super().play(state, seat, move, chance)
        return replace(step, happenings=(*step.happenings, *self.news(state, seat, move)))

    def news(self, state: State, seat: Seat, move: Move) -> tuple[Happening, ...]:
        raise NotImplementedError


class Asking(Toy):
    """Changes what is asked."""

    def waiting(self, state: State) -> tuple[Decision, ...]:
        return tuple(self.ask(state, decision) for decision in super().waiting(state))

    def ask(self, state: State, decision: Decision) -> Decision:
        raise NotImplementedError
