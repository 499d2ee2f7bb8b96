"""Toys that break a law of how a game goes: its end, its chance, what it asks and foresees."""

from collections.abc import Iterator, Mapping
from random import Random

from msgspec.structs import replace

from pbem.games.chance import Chance, ChanceRefused, NoChance
from pbem.games.game import Data, Decision, Happening, Option, Outcome, Refusal, Saying, Seat, Step
from tests.games.broken.toys import Asking, Talking, breaks, said
from tests.games.contract_course import (
    ahead_foresees_all,
    chance_is_asked_fairly,
    choices_in_parallel_stay_legal,
    decisions_are_well_made,
    default_play_ends,
    greedy_play_ends,
    hashes_decide_nothing,
    invariants_hold,
    nothing_is_asked_in_past_turns,
    options_all_play,
    play_changes_nothing_else,
    previews_stop_at_chance,
    random_play_ends,
    seats_may_be_left,
    turns_do_not_come_back,
)
from tests.games.contract_secrets import scrambled_states_are_sound
from tests.games.toy import Toy
from tests.games.toy.rules import Move, State, View, legal


@breaks(random_play_ends)
class EndsEarly(Toy):
    def outcome(self, state: State) -> Outcome | None:
        return Outcome(dict.fromkeys(state.public.coins, 1), {seat: {} for seat in state.public.coins})


@breaks(random_play_ends, default_play_ends, greedy_play_ends)
class NeverEnds(Toy):
    def outcome(self, state: State) -> Outcome | None:
        return None


@breaks(random_play_ends)
class RanksFromNothing(Toy):
    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, ranks={seat: rank - 1 for seat, rank in outcome.ranks.items()})


@breaks(random_play_ends)
class ForgetsToAsk(Toy):
    def waiting(self, state: State) -> tuple[Decision, ...]:
        return () if state.public.phase == "keep" else super().waiting(state)


@breaks(default_play_ends, decisions_are_well_made)
class BidsTooMuchByDefault(Toy):
    def default(self, view: View) -> Move:
        move = super().default(view)
        return Move("bid", "3") if move.kind == "bid" else move


def reckless(view: View, random: Random) -> Move:
    return Move("gift", "yes") if view.public.phase == "gift" else random.choice([*legal(view), Move("keep", "fig")])


@breaks(greedy_play_ends)
class BotCheats(Toy):
    bots = {"greedy": reckless}  # noqa: RUF012


@breaks(seats_may_be_left)
class StopsWhenSomebodyLeaves(Toy):
    def vacate(self, state: State, seat: Seat) -> Step[State]:
        return Step(replace(state, public=replace(state.public, turns=())))


@breaks(seats_may_be_left)
class LosesTheHandOfWhoLeaves(Toy):
    def vacate(self, state: State, seat: Seat) -> Step[State]:
        return Step(replace(state, secret=replace(state.secret, hands=state.secret.hands | {seat: ()}, drawn=())))


@breaks(seats_may_be_left)
class PaysWhoTakesOver(Toy):
    def occupy(self, state: State, seat: Seat) -> Step[State]:
        coins = state.public.coins | {seat: state.public.coins[seat] + 1}
        return Step(replace(state, public=replace(state.public, coins=coins)))


@breaks(invariants_hold, scrambled_states_are_sound)
class LosesACard(Toy):
    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
        state = super().setup(seats=seats, options=options, table=table, chance=chance).state
        return Step(replace(state, public=replace(state.public, taken=1)))


@breaks(play_changes_nothing_else)
class ChangesItsInput(Toy):
    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        step = super().play(state, seat, move, chance)
        state.public.points[seat] += 1
        return step


@breaks(chance_is_asked_fairly)
class RollsASlotTwice(Toy):
    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        chance.roll(f"extra/{state.public.round}")
        return super().play(state, seat, move, chance)


@breaks(chance_is_asked_fairly)
class RollsInNoTurn(Toy):
    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
        chance.roll("who begins")
        return super().setup(seats=seats, options=options, table=table, chance=chance)


@breaks(chance_is_asked_fairly)
class CountsShufflesFromOne(Toy):
    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
        chance.deck("straws/1", ("long", "short"))
        return super().setup(seats=seats, options=options, table=table, chance=chance)


@breaks(chance_is_asked_fairly)
class ShufflesWhatIsLeft(Toy):
    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        chance.deck("rest/0", state.public.cards[state.public.taken :])
        return super().play(state, seat, move, chance)


@breaks(previews_stop_at_chance)
class GoesOnWithoutChance(Toy):
    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        try:
            return super().play(state, seat, move, chance)
        except ChanceRefused:
            return Step(state)


@breaks(previews_stop_at_chance)
class TellsPreviewsApart(Talking):
    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        step = super().play(state, seat, move, chance)
        return Step(step.state) if isinstance(chance, NoChance) else step

    def news(self, state: State, seat: Seat, move: Move) -> tuple[Happening, ...]:
        return (said("not_asked"),)


@breaks(decisions_are_well_made)
class AsksTwice(Toy):
    def waiting(self, state: State) -> tuple[Decision, ...]:
        return super().waiting(state)[:1] * 2


@breaks(decisions_are_well_made)
class HidesPolish(Asking):
    def ask(self, state: State, decision: Decision) -> Decision:
        return replace(decision, also=frozenset())


@breaks(decisions_are_well_made)
class ForcesTooMuch(Asking):
    def ask(self, state: State, decision: Decision) -> Decision:
        return replace(decision, forced=Move("bid", "0") if decision.kind == "bid" else None)


@breaks(decisions_are_well_made)
class DeclinesByNothing(Asking):
    def ask(self, state: State, decision: Decision) -> Decision:
        return replace(decision, decline=Move("reroll", "fig") if decision.kind == "reroll" else None)


@breaks(choices_in_parallel_stay_legal)
class LastBidIsBound(Toy):
    def check(self, view: View, move: Move) -> Refusal | None:
        late = view.public.phase == "bid" and len(view.public.turns) < len(view.public.coins)
        return Refusal(Saying("not_now")) if late else super().check(view, move)


@breaks(turns_do_not_come_back)
class TurnsByPhase(Asking):
    def ask(self, state: State, decision: Decision) -> Decision:
        return replace(decision, turn=decision.kind)


@breaks(nothing_is_asked_in_past_turns)
class EndsTurnsWithTheBid(Toy):
    def is_past(self, view: View, turn: str) -> bool:
        return super().is_past(view, turn) or view.public.phase != "bid"


@breaks(ahead_foresees_all)
class ForeseesNoPolish(Toy):
    def ahead(self, view: View) -> tuple[frozenset[str], frozenset[str]]:
        now, later = super().ahead(view)
        return now - {"polish"}, later


@breaks(ahead_foresees_all)
class ForeseesNoLater(Toy):
    def ahead(self, view: View) -> tuple[frozenset[str], frozenset[str]]:
        return super().ahead(view)[0], frozenset()


@breaks(options_all_play)
class OptionOfDebt(Toy):
    meta = replace(Toy.meta, options=(Option("debt", ("no", "yes"), "begin with debts"),))

    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
        debts = table | {"coins": -9} if options.get("debt") == "yes" else table
        return super().setup(seats=seats, options={}, table=debts, chance=chance)

    def moves(self, view: View) -> Iterator[Move]:
        debt = view.seat is not None and view.public.coins[view.seat] < 0
        return iter((Move("bid", "0"),)) if debt and view.public.phase == "bid" else super().moves(view)


@breaks(hashes_decide_nothing)
class ListsASet(Toy):
    def moves(self, view: View) -> Iterator[Move]:
        return iter(set(super().moves(view)))
