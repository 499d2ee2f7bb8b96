"""A toy market: the smallest honest game with every feature of the contract, for tests of what stands on games.

Each round all `bid` coins for points, secretly and in parallel (forced without coins). Then each in turn draws two
goods and rolls a die, may `reroll` for a coin (declined by `reroll none`), may `polish` the die for coins in between,
must `keep` one good secretly and may make a `gift` of a coin (never asked). Goods and coins count at the end.
"""

import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from importlib.resources import files
from random import Random

import msgspec

from pbem.games import game
from pbem.games.chance import Chance
from pbem.games.drawing.text.people import person
from pbem.games.game import (
    NOBODY,
    Data,
    Decision,
    Drawing,
    Happening,
    Look,
    Meta,
    Names,
    Option,
    Outcome,
    Refusal,
    Saying,
    Seat,
    Step,
    Unread,
)
from pbem.games.kit.order_words import Messages, Words
from pbem.games.kit.ranks import ranks_of
from pbem.games.kit.reading import Reader
from tests.games.toy import picture, rules
from tests.games.toy.rules import Move, Public, Secret, State, View

_TABLE, _WORDS, _MESSAGES = (
    tomllib.loads((files(__name__) / f"{name}.toml").read_text("utf-8")) for name in ("table", "words", "messages")
)
_DIE = {"en": "die", "it": "dado", "fr": "dé", "de": "Würfel"}
_DICE = {f"die{n}": {language: [f"{die}{n}"] for language, die in _DIE.items()} for n in range(1, 7)}


def greedy(view: View, random: Random) -> Move:
    """Keep the dearer good, never part with a coin."""
    return max(rules.legal(view), key=lambda move: view.public.goods.get(move.choice, 0))


class Toy(game.Game[State, Move, View]):
    meta = Meta(
        key="toy",
        version=1,
        titles={"en": "Toy market", "it": "Mercato giocattolo", "fr": "Marché jouet", "de": "Spielzeugmarkt"},
        seats=("red", "green", "blue"),
        players=(2, 3),
        turns={2: 2, 3: 2},
        options=(Option("rounds", ("2", "3"), "how many rounds are played"),),
    )
    bots = {"greedy": greedy}  # noqa: RUF012 - a ClassVar by the contract
    words = Words(_WORDS | {"facts": _WORDS["facts"] | _DICE})
    messages = Messages(_MESSAGES, words)

    def table(self) -> Data:
        return deepcopy(_TABLE)

    def faults(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data) -> tuple[str, ...]:
        known = {option.name: option.values for option in self.meta.options}
        wrong = [
            f"no such option: {name}={value}" for name, value in options.items() if value not in known.get(name, ())
        ]
        if len(seats) not in self.meta.players or len(set(seats) & set(self.meta.seats)) < len(seats):
            wrong.append(f"not two or three different seats of {', '.join(self.meta.seats)}: {', '.join(seats)}")
        if not isinstance(table, dict) or not isinstance(table.get("goods"), dict):
            return (*wrong, "the table has no goods")
        numbers = (table.get("coins"), table.get("copies"), *table["goods"].values())
        if not all(type(number) is int and 0 <= number < 100 for number in numbers):
            wrong.append("coins, copies and goods must be numbers from 0 to 99")
        elif not table["goods"].keys() <= _TABLE["goods"].keys() or len(table["goods"]) * table["copies"] < 20:
            wrong.append("unknown goods, or fewer than 20 cards")
        return tuple(wrong)

    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
        cards = tuple(good for good in table["goods"] for _ in range(table["copies"]))
        coins, points = dict.fromkeys(seats, table["coins"]), dict.fromkeys(seats, 0)
        rounds = int(options.get("rounds", "2"))
        return Step(
            State(Public(table["goods"], cards, rounds, coins, points, seats), Secret(dict.fromkeys(seats, ())))
        )

    def waiting(self, state: State) -> tuple[Decision, ...]:
        turns = state.public.turns if state.public.phase == "bid" else state.public.turns[:1]
        return tuple(self._decision(state.public, seat) for seat in turns)

    def _decision(self, public: Public, seat: Seat) -> Decision:
        kind, turn = public.phase, str(public.round)
        about = Saying("ask", {"seat": seat, "kind": f"kinds/{kind}"})
        if kind == "bid":
            return Decision(seat, kind, turn, about, forced=None if public.coins[seat] else Move("bid", "0"))
        if kind == "reroll":
            return Decision(seat, kind, turn, about, decline=Move("reroll", "none"))
        if kind == "keep":
            return Decision(seat, kind, turn, about, also=frozenset({"polish"}), private=True)
        return Decision(seat, kind, turn, about, ask=False)

    def view(self, state: State, seat: Seat | None) -> View:
        if seat is None:
            return View(state.public, None)
        drawn = state.secret.drawn if seat in state.public.turns[:1] else ()
        return View(state.public, seat, state.secret.hands[seat], drawn, state.secret.bids.get(seat))

    def public(self, state: State) -> Data:
        return msgspec.to_builtins(state.public)

    def moves(self, view: View) -> Iterator[Move]:
        return rules.legal(view)

    def check(self, view: View, move: Move) -> Refusal | None:
        legal = tuple(rules.legal(view))
        if move in legal:
            return None
        return Refusal(Saying("not_now")) if legal else Refusal(Saying("not_asked", {"seats": view.public.turns}))

    def impossible(self, view: View, move: Move) -> Refusal | None:
        choices = {"bid": tuple(map(str, range(100))), "keep": tuple(view.public.goods), "polish": ("yes",)}
        may_be = move.kind in self.words.ids("kinds") and move.choice in choices.get(move.kind, ("none", "yes"))
        return None if may_be else Refusal(Saying("never"))

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        said: list[Happening] = []
        return Step(rules.do(state, seat, move, chance, said), tuple(said))

    def default(self, view: View) -> Move:
        return next(rules.legal(view))

    def effect(self, view: View, move: Move, language: str, names: Names = NOBODY) -> str:
        coins = view.public.coins[view.seat] if view.seat else 0
        if move.kind == "keep":
            return self.say(Saying("does_keep", {"n": view.public.goods[move.choice]}), language)
        spent = int(move.choice) if move.kind == "bid" else int(move.choice == "yes")
        key = "does_roll" if move == Move("reroll") else "does"
        return self.say(Saying(key, {"n": spent, "left": coins - spent}), language)

    def facts(self, view: View) -> Mapping[str, int]:
        seat = view.seat or next(iter(view.public.coins))
        own = {"coins": view.public.coins[seat], "points": view.public.points[seat]}
        return own | {f"die{n}": int(view.public.die == n) for n in range(1, 7)}

    def fact(self, words: str) -> str | None:
        reader = Reader(self.words, words)
        name = reader.take("facts")
        return name if reader.is_done else None

    def fact_called(self, name: str, language: str) -> str:
        return self.words.say("facts", name, language)

    def called(self, name: str, language: str) -> str:
        return self.words.say("kinds", name, language) if name in self.words.ids("kinds") else name

    def ahead(self, view: View) -> tuple[frozenset[str], frozenset[str]]:
        return rules.ahead(view.public, view.seat)

    def is_past(self, view: View, turn: str) -> bool:
        return rules.is_past(view.public, view.seat, turn)

    def outcome(self, state: State) -> Outcome | None:
        if state.public.phase != "over":
            return None
        goods = {seat: sum(state.public.goods[card] for card in hand) for seat, hand in state.secret.hands.items()}
        points = {
            s: {"dice": n, "goods": goods[s], "coins": state.public.coins[s]} for s, n in state.public.points.items()
        }
        total = {seat: sum(by.values()) for seat, by in points.items()}
        return Outcome(ranks_of(total), points)

    def kind(self, move: Move) -> str:
        return move.kind

    def parse(self, view: View, text: str) -> Move | Unread:
        reader = Reader(self.words, text)
        kind = reader.take("kinds")
        if kind is None:
            return reader.unread("kinds")
        reader.kind, number = kind, reader.number()
        choice = str(number) if number is not None else "yes" if reader.is_done else reader.take("choices")
        if choice is None:
            return reader.unread("choices")
        return Move(kind, choice) if reader.is_done else reader.surplus()

    def write(self, move: Move, language: str) -> str:
        kind = self.words.say("kinds", move.kind, language)
        if move.choice == "yes" or move.choice.isdecimal():
            return kind if move.choice == "yes" else f"{kind} {move.choice}"
        return f"{kind} {self.words.say('choices', move.choice, language)}"

    def say(self, saying: Saying, language: str, names: Names = NOBODY) -> str:
        return self.messages.say(saying, language, names)

    def knows(self, word: str) -> bool:
        return self.words.knows(word)

    def encode(self, state: State) -> Data:
        return msgspec.to_builtins(state)

    def decode(self, data: Data) -> State:
        return msgspec.convert(data, State)

    def plain(self, view: View) -> Data:
        return msgspec.to_builtins(view)

    def board(self, view: View, language: str, *, has_players: bool = True) -> str:
        coins, points = view.public.coins, view.public.points
        seats = (Saying("line", {"seat": seat, "coins": n, "points": points[seat]}) for seat, n in coins.items())
        hand, drawn = ([f"choices/{card}" for card in cards] for cards in (view.hand, view.drawn))
        own = Saying("own", {"die": view.public.die, "hand": hand, "drawn": drawn})
        return "\n".join(self.say(saying, language) for saying in (*seats, own))

    def draw(self, view: View, look: Look[View]) -> Drawing:
        return picture.draw(view, look, self.board(view, look.language), self.describe(view, look))

    def describe(self, view: View, look: Look[View]) -> str:
        points = (f"{person(look, seat, seat)} {n}" for seat, n in view.public.points.items())
        return f"{self.meta.titles[look.language]}, {view.public.round}. {', '.join(points)}."


GAME = Toy()
