"""A market stall: just enough of a game to be reported. What a report must not ask of a game refuses loudly."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, NoReturn

from msgspec import Struct

from pbem.games.game import (
    NOBODY,
    Bot,
    Data,
    Decision,
    Drawing,
    Game,
    Happening,
    Look,
    Meta,
    Names,
    Outcome,
    Row,
    Saying,
    Seat,
)
from pbem.games.kit.svg import escaped

BLUE, GREY, ORANGE, PURPLE = map(Seat, ("blue", "grey", "orange", "purple"))
SEATS = (BLUE, GREY, ORANGE, PURPLE)

SVG = """<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="600" height="240"
 viewBox="0 0 600 240" role="img"><title>the stall</title>
<rect width="600" height="240" fill="#f3e3c3"/><circle cx="120" cy="120" r="60" fill="#0072B2"/>
<use href="#d-jar" x="9" y="9"/><text x="120" y="130" font-size="40" text-anchor="middle" fill="#fff">B</text></svg>
"""
JAR = '<symbol id="d-jar"><path d="M0 0h9v9z" class="d-wine"/></symbol>'


class View(Struct, frozen=True):
    seat: Seat | None
    goods: int = 12  # legal sales of whoever is asked


def never(*_: object, **__: object) -> NoReturn:
    raise AssertionError("a report asked for what it must not know")


class Stall(Game[Any, str, View]):
    meta: ClassVar[Meta] = Meta(
        key="stall",
        version=1,
        titles={"en": "The Stall", "it": "La bancarella", "fr": "L'étal", "de": "Der Stand"},
        seats=SEATS,
        players=(4,),
        turns={4: 2},
    )
    bots: ClassVar[Mapping[str, Bot[Any, Any]]] = {}
    faults = setup = waiting = view = public = check = play = vacate = never
    facts = fact = ahead = outcome = parse = encode = decode = plain = never

    def table(self) -> Data:
        return {}

    def default(self, view: View) -> str:
        return "polish the counter"

    def describe(self, view: View, look: Look[View]) -> str:
        return f"the stall of {look.names[BLUE]}"

    def moves(self, view: View) -> Iterator[str]:
        assert view.seat is not None
        yield from (f"sell {number} jars of oil" for number in range(1, view.goods))
        yield "polish the counter"

    def kind(self, move: str) -> str:
        return move.partition(" ")[0]

    def write(self, move: str, language: str) -> str:
        return f"{move} {language}"

    def effect(self, view: View, move: str, language: str, names: Names = NOBODY) -> str:
        return f"what comes of {move} ({language})"

    def say(self, saying: Saying, language: str, names: Names = NOBODY) -> str:
        return f"{saying.key} {' '.join(map(str, saying.args.values()))} ({language})"

    def ledger(self, view: View, language: str) -> tuple[Row, ...]:
        return (Row("jars", dict.fromkeys(SEATS, view.goods)), Row("figs", dict.fromkeys(SEATS, 0)))

    def board(self, view: View, language: str, *, has_players: bool = True) -> str:
        hand = f"your hand: secret of {view.seat}" if view.seat else ""
        return f"\n+{'-' * 74}+\n|{language:^74}|   \n+{'-' * 74}+\n{hand}\n"

    def draw(self, view: View, look: Look[View]) -> Drawing:
        title = escaped(f"the stall of {look.names[BLUE]}")
        return Drawing(SVG.replace("600", str(look.width)).replace("the stall", title), {"d-jar": JAR})


def sells(seat: Seat) -> Decision:
    return Decision(
        seat, kind="sell", turn="1", about=Saying("what_to_sell", {"seat": seat}), also=frozenset({"polish"})
    )


NEWS = (
    Happening(Saying("everybody saw it", {"what": "a cart full of figs"})),
    Happening(Saying("only blue saw it", {"what": "a hidden coin"}), frozenset({BLUE})),
    Happening(Saying("only grey saw it", {"what": "a hidden fig"}), frozenset({GREY})),
)
OUTCOME = Outcome(
    ranks={BLUE: 2, GREY: 1, ORANGE: 2, PURPLE: 4},
    points={
        BLUE: {"oil": 3, "long_distance_trade_with_far_away_towns": 1},
        GREY: {"oil": 9, "figs": 2},
        ORANGE: {"oil": 4},
        PURPLE: {"oil": 1},
    },
)
