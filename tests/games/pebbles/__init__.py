"""Pebbles: each in turn takes a few from a heap; the last one decides. docs/games/new-game.md is its page."""

from collections.abc import Iterable, Iterator, Mapping
from random import Random

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pbem.games import game
from pbem.games.chance import Chance
from pbem.games.drawing.text.people import HOLE, person
from pbem.games.game import NOBODY, Data, Happening, Look, Names, Saying, Seat, Step
from pbem.games.kit.base import BaseGame
from pbem.games.kit.files import load, promise
from pbem.games.kit.order_words import Messages, Words
from pbem.games.kit.ranks import ranks_of
from pbem.games.kit.reading import Reader, read_whole
from pbem.games.kit.refusals import no, not_asked, over
from pbem.games.kit.scene import by
from tests.games.pebbles import picture

TABLE = load(__name__, "table.toml")
WORDS = Words(promise(__name__, "words.toml"))


class Take(Struct, frozen=True):
    count: int


class State(Struct, frozen=True):
    whole: int  # heap at the beginning
    heap: int
    most: int  # that may be taken at a time
    is_won_by_last: bool
    taken: dict[Seat, int]  # in seat order
    moves: int = 0

    @property
    def at(self) -> Seat:
        """Whose turn it is."""
        return tuple(self.taken)[self.moves % len(self.taken)]

    @property
    def limit(self) -> int:
        """How many may be taken now."""
        return min(self.most, self.heap)


class View(Struct, frozen=True):
    seat: Seat | None
    state: State


def greedy(view: View, _random: Random) -> Take:
    """Take as many as allowed."""
    return Take(view.state.limit)


class Pebbles(BaseGame[State, Take, View]):
    meta = game.Meta(
        key="pebbles",
        version=1,
        titles={"en": "Pebbles", "it": "Sassi", "fr": "Cailloux", "de": "Kiesel"},
        seats=("blue", "grey", "orange"),
        players=(2, 3),
        turns={2: 3, 3: 2},
        options=(game.Option("last", ("wins", "loses"), "what the last pebble is good for"),),
    )
    bots = {"greedy": greedy}  # noqa: RUF012 - a ClassVar by the contract
    state_type = State
    kinds = {Take: "take"}  # noqa: RUF012 - likewise
    words = WORDS
    messages = Messages(promise(__name__, "messages.toml"), WORDS)
    shipped = staticmethod(lambda: TABLE)
    has_secrets = False

    def own_faults(self, _seats: tuple[Seat, ...], _options: Mapping[str, str], table: Data) -> Iterable[str]:
        numbers = [table.get(name) for name in TABLE] if isinstance(table, dict) else [None]
        if not all(type(number) is int and 0 < number < 100 for number in numbers):
            yield "heap and most must be numbers from 1 to 99"

    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
        del chance  # nothing is drawn
        is_won_by_last = options.get("last", "wins") == "wins"
        return Step(State(table["heap"], table["heap"], table["most"], is_won_by_last, dict.fromkeys(seats, 0)))

    def waiting(self, state: State) -> tuple[game.Decision, ...]:
        if not state.heap:
            return ()
        turn = str(state.moves // len(state.taken) + 1)
        forced = Take(1) if state.limit == 1 else None
        return (game.Decision(state.at, "take", turn, Saying("ask", {"seat": by(state.at)}), forced=forced),)

    def ahead(self, view: View) -> tuple[frozenset[str], frozenset[str]]:
        kinds = frozenset({"take"} if view.state.heap else ())
        return kinds, kinds

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, state)

    def public(self, state: State) -> Data:
        return msgspec.to_builtins(state)

    def facts(self, view: View) -> Mapping[str, int]:
        return {"heap": view.state.heap, "taken": view.state.taken[view.seat] if view.seat else 0}

    def moves(self, view: View) -> Iterator[Take]:
        if view.seat == view.state.at:
            yield from (Take(count + 1) for count in range(view.state.limit))

    def check(self, view: View, move: Take) -> game.Refusal | None:
        if not view.state.heap:
            return over("")
        if view.seat != view.state.at:
            return not_asked("", [view.state.at])
        return _refused(move, view.state.limit)

    def impossible(self, view: View, move: Take) -> game.Refusal | None:
        return _refused(move, min(view.state.most, view.state.whole))

    def play(self, state: State, seat: Seat, move: Take, _chance: Chance) -> Step[State]:
        told = Happening(Saying("took", {"seat": by(seat), "count": move.count, "heap": state.heap}), by=seat)
        taken = state.taken | {seat: state.taken[seat] + move.count}
        return Step(replace(state, heap=state.heap - move.count, taken=taken, moves=state.moves + 1), (told,))

    def default(self, view: View) -> Take:
        return next(self.moves(view))

    def outcome(self, state: State) -> game.Outcome | None:
        if state.heap:
            return None
        last = tuple(state.taken)[(state.moves - 1) % len(state.taken)]
        won = {seat: int((seat == last) == state.is_won_by_last) for seat in state.taken}
        return game.Outcome(ranks_of(won), {seat: {"won": point} for seat, point in won.items()})

    def parse(self, _view: View, text: str) -> Take | game.Unread:
        return read_whole(Reader(WORDS, text), _read)

    def write(self, move: Take, language: str) -> str:
        return f"{WORDS.say('verbs', 'take', language)} {move.count}"

    def effect(self, view: View, move: Take, language: str, names: Names = NOBODY) -> str:
        return self.say(Saying("leaves", {"heap": view.state.heap - move.count}), language, names)

    def board(self, view: View, language: str, *, has_players: bool = True) -> str:
        del has_players
        return "\n".join(self._lines(view, Look(language)))

    def draw(self, view: View, look: Look[View]) -> game.Drawing:
        is_changed = look.before is not None and look.before.state.heap != view.state.heap
        called = self.meta.titles[look.language]
        return picture.draw(look, called=called, lines=list(self._lines(view, look)), is_changed=is_changed)

    def describe(self, view: View, look: Look[View]) -> str:
        return "; ".join(self._lines(view, look))

    def _lines(self, view: View, look: Look[View]) -> Iterator[str]:
        yield self.say(Saying("heap", {"heap": view.state.heap}), look.language)
        for seat, count in view.state.taken.items():
            line = self.say(Saying("taken", {"seat": by(seat), "count": count}), look.language, {seat: HOLE})
            yield line.replace(HOLE, person(look, seat, WORDS.say("seats", seat, look.language)))


def _refused(move: Take, most: int) -> game.Refusal | None:
    if 1 <= move.count <= most:
        return None
    return no("wrong_count", "", most=most)


def _read(reader: Reader) -> Take:
    reader.need("verbs")
    reader.kind = "take"
    return Take(reader.need_number("count"))


GAME = Pebbles()
