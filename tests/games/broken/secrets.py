"""Toys that break a law of secrecy: what is seen, heard or asked that only one may know."""

from collections.abc import Mapping
from itertools import count

from msgspec.structs import replace

from pbem.games.chance import Chance
from pbem.games.game import Data, Decision, Happening, Saying, Seat, Step
from tests.games.broken.toys import Asking, Talking, breaks, said
from tests.games.contract_secrets import (
    cards_are_heard_of_by_those_who_see_them,
    hidden_things_are_not_heard,
    hidden_things_are_not_seen,
    open_decisions_offer_what_all_know,
    private_choices_are_not_heard,
    scrambled_states_are_sound,
)
from tests.games.contract_shape import states_are_plain_data
from tests.games.toy import Toy
from tests.games.toy.rules import Move, State, View


@breaks(scrambled_states_are_sound, states_are_plain_data)
class EncodesWhatIsPublic(Toy):
    def encode(self, state: State) -> Data:
        return super().encode(replace(state, secret=replace(state.secret, hands={}, drawn=(), bids={}, cellar=())))


@breaks(hidden_things_are_not_seen)
class ShowsBids(Toy):
    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), bid=sum(state.secret.bids.values()))


@breaks(hidden_things_are_not_seen)
class PublishesTheCellar(Toy):
    def public(self, state: State) -> Data:
        return super().public(state) | {"cellar": list(state.secret.cellar)}


@breaks(hidden_things_are_not_seen)
class AsksAboutDrawn(Asking):
    def ask(self, state: State, decision: Decision) -> Decision:
        about = Saying("saw", {"cards": [f"choices/{card}" for card in state.secret.drawn]})
        return replace(decision, about=about) if decision.kind == "keep" else decision


@breaks(hidden_things_are_not_seen, open_decisions_offer_what_all_know)
class ForcesBySecret(Asking):
    def ask(self, state: State, decision: Decision) -> Decision:
        only = {Move("keep", card) for card in state.secret.drawn}
        is_forced = decision.kind == "keep" and len(only) == 1 and not state.public.coins[decision.seat]
        return replace(decision, forced=only.pop() if is_forced else decision.forced)


@breaks(hidden_things_are_not_heard)
class TellsHands(Talking):
    def news(self, state: State, seat: Seat, move: Move) -> tuple[Happening, ...]:
        cards = [f"choices/{card}" for hand in state.secret.hands.values() for card in hand]
        return (said("saw", cards=cards),)


@breaks(hidden_things_are_not_heard)
class ShufflesSomethingElseEachTime(Toy):
    """Nothing that happens can be compared, so nothing is known of it."""

    shuffled = count()

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        chance.deck("straws/0", (str(next(self.shuffled)),))
        return super().play(state, seat, move, chance)


@breaks(private_choices_are_not_heard)
class TellsWhatIsKept(Talking):
    def news(self, state: State, seat: Seat, move: Move) -> tuple[Happening, ...]:
        return (said("kept", card=f"choices/{move.choice}"),) if move.kind == "keep" else ()


class AsksInPrivate(Asking):
    """Breaks nothing: a game may be private throughout."""

    def ask(self, state: State, decision: Decision) -> Decision:
        return replace(decision, private=True)


class Whispering(Toy):
    """Tells the cards that a seat drew to other ears than its own."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        step = super().play(state, seat, move, chance)
        return replace(step, happenings=tuple(self.misdirect(state, happening) for happening in step.happenings))

    def misdirect(self, state: State, happening: Happening) -> Happening:
        return replace(happening, to=self.ears(state)) if happening.saying.key == "saw" else happening

    def ears(self, state: State) -> frozenset[Seat] | None:
        raise NotImplementedError


@breaks(cards_are_heard_of_by_those_who_see_them)
class TellsDrawsToAll(Whispering):
    def ears(self, state: State) -> frozenset[Seat] | None:
        return None


@breaks(cards_are_heard_of_by_those_who_see_them)
class WhispersDrawsToTheFirst(Whispering):
    def ears(self, state: State) -> frozenset[Seat] | None:
        return frozenset({next(iter(state.public.coins))})


@breaks(cards_are_heard_of_by_those_who_see_them)
class TellsTheTopCardAtSetup(Toy):
    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
        step = super().setup(seats=seats, options=options, table=table, chance=chance)
        top = chance.deck("goods/0", step.state.public.cards)[0]
        return replace(step, happenings=(said("saw", cards=[f"choices/{top}"]),))


@breaks(open_decisions_offer_what_all_know)
class KeepsOpenly(Asking):
    def ask(self, state: State, decision: Decision) -> Decision:
        return replace(decision, private=False)
