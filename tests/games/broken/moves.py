"""Toys that break a law of moves: what is listed, what is legal, whose turn it is."""

from collections.abc import Iterator
from random import Random

from pbem.games.game import Refusal, Saying
from tests.games.broken.toys import breaks
from tests.games.contract_moves import (
    any_move_is_judged,
    listed_moves_are_legal,
    others_may_not_move,
    what_is_impossible_never_comes,
)
from tests.games.toy import Toy
from tests.games.toy.rules import Move, View


@breaks(listed_moves_are_legal)
class ListsTwice(Toy):
    def moves(self, view: View) -> Iterator[Move]:
        moves = list(super().moves(view))
        return iter(moves + moves[:1])


@breaks(listed_moves_are_legal)
class ListsInAnyOrder(Toy):
    luck = Random(0)

    def moves(self, view: View) -> Iterator[Move]:
        moves = list(super().moves(view))
        self.luck.shuffle(moves)
        return iter(moves)


@breaks(listed_moves_are_legal)
class ListsTheIllegal(Toy):
    def moves(self, view: View) -> Iterator[Move]:
        yield from super().moves(view)
        if view.public.phase == "reroll" and view.seat == view.public.turns[0]:
            yield Move("reroll", "2")


@breaks(what_is_impossible_never_comes)
class DoubtsGifts(Toy):
    def impossible(self, view: View, move: Move) -> Refusal | None:
        return Refusal(Saying("never")) if move.kind == "gift" else super().impossible(view, move)


@breaks(what_is_impossible_never_comes)
class CannotSayWhatIsImpossible(Toy):
    def impossible(self, view: View, move: Move) -> Refusal | None:
        return super().impossible(view, move) and Refusal(Saying("no_such_message"))


@breaks(what_is_impossible_never_comes)
class HoldsAllPossible(Toy):
    def impossible(self, view: View, move: Move) -> Refusal | None:
        return None


@breaks(others_may_not_move)
class AnybodyMayPolish(Toy):
    def check(self, view: View, move: Move) -> Refusal | None:
        return None if view.seat is None else super().check(view, move)


@breaks(any_move_is_judged)
class AllowsTheUnlisted(Toy):
    def moves(self, view: View) -> Iterator[Move]:
        return (move for move in super().moves(view) if move != Move("reroll", "yes"))


@breaks(any_move_is_judged)
class BelievesTheKind(Toy):
    def check(self, view: View, move: Move) -> Refusal | None:
        return None if move.kind == view.public.phase else super().check(view, move)


@breaks(any_move_is_judged)
class StumblesOverNonsense(Toy):
    def check(self, view: View, move: Move) -> Refusal | None:
        return None if move.kind == "bid" and int(move.choice) < 0 else super().check(view, move)


@breaks(any_move_is_judged, others_may_not_move)
class RefusesWithoutWords(Toy):
    def check(self, view: View, move: Move) -> Refusal | None:
        return super().check(view, move) and Refusal(Saying("no_such_message"))
