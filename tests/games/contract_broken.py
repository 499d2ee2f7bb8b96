"""Toys that each break one law: what the suite must notice, or it is worth nothing."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from random import Random

from msgspec.structs import replace

from pbem.games.chance import Chance, ChanceRefused, NoChance
from pbem.games.game import Board, Data, Decision, Happening, Option, Outcome, Refusal, Saying, Seat, Step, Unread
from tests.games.contract import Law
from tests.games.contract_course import (
    ahead_foresees_all,
    chance_is_asked_fairly,
    choices_in_parallel_stay_legal,
    decisions_are_well_made,
    default_play_ends,
    greedy_play_ends,
    hashes_decide_nothing,
    invariants_hold,
    options_all_play,
    play_changes_nothing_else,
    previews_stop_at_chance,
    random_play_ends,
    seats_may_be_left,
    turns_do_not_come_back,
)
from tests.games.contract_moves import any_move_is_judged, listed_moves_are_legal, others_may_not_move
from tests.games.contract_secrets import (
    cards_are_heard_of_by_those_who_see_them,
    hidden_things_are_not_heard,
    hidden_things_are_not_seen,
    open_decisions_offer_what_all_know,
    private_choices_are_not_heard,
    scrambled_states_are_sound,
)
from tests.games.contract_shape import (
    a_decoded_game_goes_on,
    boards_can_be_shown,
    broken_tables_have_faults,
    sound_tables_can_be_played,
    states_are_plain_data,
    the_game_says_what_it_is,
    wrong_openings_have_faults,
)
from tests.games.contract_text import (
    all_can_be_told,
    any_text_is_read_or_not,
    facts_have_names,
    kinds_are_called_differently,
    orders_are_read_as_written,
)
from tests.games.toy import Toy
from tests.games.toy.rules import Move, State, View, legal

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


@breaks(states_are_plain_data)
class EncodesFloats(Toy):
    def encode(self, state: State) -> Data:
        return super().encode(state) | {"half": 0.5}


@breaks(states_are_plain_data)
class PublishesForeignKeys(Toy):
    def public(self, state: State) -> Data:
        return super().public(state) | {"für": 2**60}


@breaks(states_are_plain_data, a_decoded_game_goes_on)
class ForgetsTheDrawn(Toy):
    def decode(self, data: Data) -> State:
        state = super().decode(data)
        return replace(state, secret=replace(state.secret, drawn=()))


class Drawing(Toy):
    """Changes what is drawn."""

    def draw(self, view: View, language: str, *, has_picture: bool = True) -> Board:
        board = super().draw(view, language, has_picture=has_picture)
        return Board(self.text(board.text), self.svg(board.svg))

    def text(self, text: str) -> str:
        return text

    def svg(self, svg: str) -> str:
        return svg


@breaks(boards_can_be_shown)
class DrawsWide(Drawing):
    def text(self, text: str) -> str:
        return text.ljust(300)


@breaks(boards_can_be_shown)
class DrawsTabs(Drawing):
    def text(self, text: str) -> str:
        return text.replace(" ", "\t")


@breaks(boards_can_be_shown)
class DrawsScripts(Drawing):
    def svg(self, svg: str) -> str:
        return svg.replace("</svg>", "<script>1</script></svg>")


@breaks(boards_can_be_shown)
class DrawsFromAfar(Drawing):
    def svg(self, svg: str) -> str:
        return svg.replace("<title>", '<use href="http://example.com/a.svg"/><title>')


@breaks(boards_can_be_shown)
class DrawsNoXml(Drawing):
    def svg(self, svg: str) -> str:
        return svg.replace("</title>", "")


@breaks(boards_can_be_shown)
class DrawsUnasked(Toy):
    def draw(self, view: View, language: str, *, has_picture: bool = True) -> Board:
        return super().draw(view, language)


@breaks(boards_can_be_shown)
class TellsMoreWithoutPicture(Toy):
    def draw(self, view: View, language: str, *, has_picture: bool = True) -> Board:
        board = super().draw(view, language, has_picture=has_picture)
        return board if has_picture else Board(board.text + "!", "")


@breaks(the_game_says_what_it_is)
class HasNoGermanTitle(Toy):
    meta = replace(Toy.meta, titles={"en": "Toy", "it": "Gioco", "fr": "Jouet"})


@breaks(the_game_says_what_it_is)
class HasNoBot(Toy):
    bots = {}  # noqa: RUF012


@breaks(wrong_openings_have_faults, broken_tables_have_faults)
class FindsNoFault(Toy):
    def faults(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data) -> tuple[str, ...]:
        return ()


@breaks(wrong_openings_have_faults)
class FindsFaultWithItself(Toy):
    def faults(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data) -> tuple[str, ...]:
        return ("the table is ugly",)


@breaks(broken_tables_have_faults)
class TrustsTables(Toy):
    def faults(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data) -> tuple[str, ...]:
        return super().faults(seats=seats, options=options, table=self.table() if table else {})


@breaks(broken_tables_have_faults)
class LendsItsTable(Toy):
    own = Toy().table()

    def table(self) -> Data:
        return self.own


@breaks(sound_tables_can_be_played)
class CountsNoCards(Toy):
    def faults(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data) -> tuple[str, ...]:
        enough = isinstance(table, dict) and type(table.get("copies")) is int and table["copies"] >= 0
        return super().faults(seats=seats, options=options, table=table | {"copies": 9} if enough else table)


@breaks(orders_are_read_as_written)
class WritesLessInGerman(Toy):
    def write(self, move: Move, language: str) -> str:
        return super().write(move, language).split()[0] if language == "de" else super().write(move, language)


@breaks(orders_are_read_as_written)
class WritesPlans(Toy):
    def write(self, move: Move, language: str) -> str:
        return super().write(move, language).replace(" ", " a; ")


@breaks(orders_are_read_as_written)
class ReadsWhenAskedOnly(Toy):
    def parse(self, view: View, text: str) -> Move | Unread:
        return super().parse(view, text) if any(legal(view)) else Unread(Saying("surplus", {"word": text}))


@breaks(any_text_is_read_or_not)
class StumblesOverWords(Toy):
    def parse(self, view: View, text: str) -> Move | Unread:
        text.split(maxsplit=1)[0].isalpha()
        return super().parse(view, text)


@breaks(any_text_is_read_or_not)
class ReadsEverything(Toy):
    def parse(self, view: View, text: str) -> Move | Unread:
        move = super().parse(view, text)
        return Move("polish") if isinstance(move, Unread) else move


@breaks(all_can_be_told)
class TellsNothing(Talking):
    def news(self, state: State, seat: Seat, move: Move) -> tuple[Happening, ...]:
        return (said("no_such_message"),)


@breaks(all_can_be_told)
class TellsStrangers(Talking):
    def news(self, state: State, seat: Seat, move: Move) -> tuple[Happening, ...]:
        return (Happening(Saying("not_asked"), frozenset({Seat("nobody")})),)


@breaks(facts_have_names)
class FactsComeAndGo(Toy):
    def facts(self, view: View) -> Mapping[str, int]:
        return {name: n for name, n in super().facts(view).items() if n}


@breaks(facts_have_names)
class FactsAreNotRead(Toy):
    def fact(self, words: str) -> str | None:
        return None


@breaks(facts_have_names)
class FactsAreToldInRiddles(Toy):
    def fact_called(self, name: str, language: str) -> str:
        return super().fact_called(name, language)[::-1]


@breaks(kinds_are_called_differently)
class AllIsADecision(Toy):
    def called(self, name: str, language: str) -> str:
        return name if name in self.meta.seats else "decision"
