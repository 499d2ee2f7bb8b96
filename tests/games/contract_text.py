"""Laws on words: orders are read as they are written, everything can be told in four languages."""

import tomllib
from collections.abc import Iterator
from random import Random
from string import Formatter
from typing import Any

from pbem.games.game import LANGUAGES, Data, Unread
from pbem.games.kit.order_words import COMMON, fold, split
from tests.games.contract import Case, Law, assert_sayable, sayings

_PLAN_WORDS = """
next always else then if and legal have any
prossimo sempre altrimenti poi se e legale ho qualsiasi
suivant toujours sinon puis si et legal ai importe
naechster nachster immer sonst dann wenn und legal habe egal
"""
RESERVED = frozenset(split(_PLAN_WORDS))  # by the order language; `not` has a meaning only where a condition begins
ALONE = frozenset(split("wait aspetta attends warte"))  # alone on a line; like pass and skip they are free elsewhere
JUNK = (
    "",
    " ",
    "\t\x00",
    "?",
    "x",
    "-1",
    "9" * 30,
    "1 2 3",
    "ab/cd",
    "{x}",
    "é",
    "ß",
    "\u202e",
    "\U0001f3b2",
    "z" * 5000,
)


def orders_are_read_as_written(case: Case) -> None:
    """In each language, also when the seat reads at another moment; English is stable; plans have their own words."""
    views = [case.game.view(state, seat) for state in case.some(case.states, 5, "views") for seat in case.seats]
    for ply in case.some(case.plies, 60, "orders"):
        moves = list(case.game.moves(case.view(ply)))
        for move in case.some(moves, 12, "moves"):
            _assert_read(case, move, [case.view(ply), *views[:: len(views) // 3]])


def _assert_read(case: Case, move: Any, views: list[Any]) -> None:
    english = case.game.write(move, "en")
    for language in LANGUAGES:
        text = case.game.write(move, language)
        words = frozenset(split(text))
        assert not set(text) & set(";#|\n"), f"{text!r} has a sign of the order language"
        assert not words & RESERVED, f"{text!r} has words of the order language: {words & RESERVED}"
        assert not words <= ALONE, f"{text!r} means to wait"
        for view in views:
            again = case.game.parse(view, text)
            assert again == move, f"{text!r} is not read as {move} but {again}"
            assert case.game.write(again, "en") == english
        assert case.game.parse(views[0], fold(text).upper()) == move, f"{text!r} is not read without accents"


def any_text_is_read_or_not(case: Case) -> None:
    """Whatever is written is a move that can be judged and written, or is said not to be understood."""
    random, unread = case.random("texts"), 0
    for ply in case.some(case.plies, 40, "texts"):
        moves = list(case.game.moves(case.view(ply)))
        for text in (*JUNK, *garbled(_some_orders(case, moves, random), random)):
            for view in (case.view(ply), case.game.view(ply.state, None)):
                move = case.game.parse(view, text)
                if isinstance(move, Unread):
                    unread += 1
                    assert_sayable(case.game, move.saying, f"{text!r} is not read")
                    assert all(type(near) is str for near in move.nearest)
                else:
                    case.game.check(view, move)
                    for language in LANGUAGES:
                        again = case.game.write(move, language)
                        assert case.game.parse(view, again) == move, f"{text!r} is {move}, but {again!r} is not"
    assert unread, "everything was understood"


def _some_orders(case: Case, moves: list[Any], random: Random) -> list[str]:
    return [case.game.write(random.choice(moves), random.choice(LANGUAGES)) for _ in range(4)]


def garbled(orders: list[str], random: Random) -> Iterator[str]:
    """Yield orders with words lost, doubled, swapped, mixed and misspelt."""
    pool = [word for order in orders for word in order.split()]
    for order in orders:
        words = order.split()
        at = random.randrange(len(words))
        yield " ".join(words[:at] + words[at + 1 :])
        yield " ".join([*words, random.choice(pool)])
        yield " ".join(words[::-1])
        yield " ".join([*words[:at], random.choice((*pool, *JUNK)), *words[at + 1 :]])
        yield order[: random.randrange(len(order))]
        yield order.replace(order[random.randrange(len(order))], "q")


def all_can_be_told(case: Case) -> None:
    """Happenings and questions can be told in four languages."""
    for saying in sayings(case.start):
        assert_sayable(case.game, saying, "setup")
    for ply in case.plies:
        for saying in (*sayings(ply.step), *(decision.about for decision in case.game.waiting(ply.state))):
            assert_sayable(case.game, saying, ply.move)
        for happening in ply.step.happenings:
            assert happening.to is None or happening.to <= set(case.seats), f"{happening} is for nobody"


def kinds_are_called_differently(case: Case) -> None:
    """Every kind of decision has a name of its own in each language, and no seat's name."""
    kinds: set[str] = set()
    for state in case.some(case.states, 40, "kinds"):
        for seat in case.seats:
            kinds = kinds.union(*case.game.ahead(case.game.view(state, seat)))
    assert kinds
    for language in LANGUAGES:
        names = [case.game.called(name, language) for name in (*kinds, *case.game.meta.seats)]
        assert all(name.strip() for name in names)
        assert len(set(names)) == len(names), f"called alike: {sorted(names)}"


def facts_have_names(case: Case) -> None:
    """The same facts at any time for any seat: numbers that are read by their names."""
    names = set(case.game.facts(case.game.view(case.states[0], case.seats[0])))
    for state in case.some(case.states, 40, "facts"):
        for seat in case.seats:
            facts = case.game.facts(case.game.view(state, seat))
            assert set(facts) == names, f"facts come and go: {set(facts) ^ names}"
            assert all(type(n) in {int, bool} for n in facts.values()), f"facts are no numbers: {facts}"
    for name in names:
        assert case.game.fact(name) == name, f"{name} is read as {case.game.fact(name)}"
        for language in LANGUAGES:
            words = case.game.fact_called(name, language)
            assert case.game.fact(fold(words)) == name, f"{words!r} is not read as {name}"
            assert not frozenset(split(words)) & RESERVED, f"{words!r} has words of the order language"
    assert not names & RESERVED
    for nonsense in ("", "zzz", "zzz 1"):
        assert case.game.fact(nonsense) is None


def words_leave_plans_alone(case: Case) -> None:
    """No order word is a word of the order language."""
    assert_words_free(tomllib.loads((case.home / "words.toml").read_text("utf-8")))


def assert_words_free(table: Data) -> None:
    """No phrase holds a word of plans, or has no words at all."""
    phrases = [phrase for name, section in table.items() if name != "fillers" for phrase in _texts(section)]
    assert phrases, "no words"
    for phrase in phrases:
        words = frozenset(split(phrase))
        assert not words & RESERVED, f"{phrase!r} has words of the order language: {words & RESERVED}"
        assert not words <= ALONE, f"{phrase!r} means to wait, or nothing"


def _texts(data: Data) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    else:
        for inside in data.values() if isinstance(data, dict) else data:
            yield from _texts(inside)


def messages_are_whole(case: Case) -> None:
    """Every message is there in four languages, with the same places; what all games say alike is said by the kit."""
    assert_messages_whole(tomllib.loads((case.home / "messages.toml").read_text("utf-8")))


def assert_messages_whole(table: Data) -> None:
    """Four languages each, with the same places."""
    assert not set(table) & set(COMMON.table), "what all games say alike is the kit's to say"
    for key, message in table.items():
        assert set(message) == set(LANGUAGES), f"{key} is told in {set(message)}"
        places = {language: _places(text) for language, text in message.items()}
        assert all(place == places["en"] for place in places.values()), f"{key} has the places {places}"


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


LAWS: tuple[Law, ...] = (
    orders_are_read_as_written,
    any_text_is_read_or_not,
    all_can_be_told,
    kinds_are_called_differently,
    facts_have_names,
)
GAME_LAWS: tuple[Law, ...] = (words_leave_plans_alone, messages_are_whole)
