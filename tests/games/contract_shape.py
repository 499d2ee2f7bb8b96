"""Laws on shapes: plain data, drawings, and ways to open a game."""

import copy
import json
import re
import unicodedata
from collections import deque
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any
from xml.etree import ElementTree

from pbem.games.game import LANGUAGES, MAIL, NARROW, WIDE, Data, Drawing, Look, Seat
from tests.games.contract import Case, Law, assert_plain, dump
from tests.games.fate import Fate
from tests.games.playing import lay_out, options_with, play_out, random_chooser

WIDTH = 76
SMALL = (0, 1, 2, 3)
LONGEST_DESCRIPTION = 600
# of every seat of every game: what people are called must not matter
NAMES = {
    Seat("blue"): '<b>Anna</b> & "Co" javascript:x onload=1',
    Seat("grey"): "\u202eBruno\x00\x1b[31m\ufeff",
    Seat("orange"): "Giovanni Battista " * 17,
    Seat("purple"): "\U0001f3b2 \u5f20\u4f1f",
    Seat("yellow"): "{0} %s https://example.org",
    Seat("green"): "W" * 300,
    Seat("white"): "\u0639\u0645\u0631",
    Seat("brown"): "seats/brown",
    Seat("black"): "",
}

Number = tuple[Any, Any, str]  # where it stands in a table: what holds it, under which key, and how it is called


def states_are_plain_data(case: Case) -> None:
    """Encoding and back is the same state, also by way of JSON; what is published is plain."""
    for state in case.some(case.states, 60, "plain"):
        data = case.game.encode(state)
        for plain in (data, case.game.public(state), *(case.game.plain(case.game.view(state, s)) for s in case.eyes())):
            assert_plain(plain)
        for again in (case.game.decode(data), case.game.decode(json.loads(dump(data)))):
            assert again == state, "a state does not come back"
            assert dump(case.game.encode(again)) == dump(data)


def a_decoded_game_goes_on(case: Case) -> None:
    """A state that was stored plays like the one that was not."""
    for ply in case.some(case.plies, 25, "stored"):
        state = case.game.decode(json.loads(dump(case.game.encode(ply.state))))
        assert case.game.waiting(state) == case.game.waiting(ply.state)
        assert case.game.view(state, ply.seat) == case.view(ply)
        step = case.game.play(state, ply.seat, ply.move, Fate(case.seed))
        assert step == ply.step, f"{ply.move} does something else in a stored state"


def boards_can_be_shown(case: Case) -> None:
    """Text of 76 columns, and a sentence or two, for everybody, in four languages."""
    for state in case.some(case.states, 5, "boards"):
        for seat in case.eyes():
            view = case.game.view(state, seat)
            for language in LANGUAGES:
                _assert_text(case.game.board(view, language))
                told = case.game.describe(view, Look(language, names=NAMES))
                assert told.strip(), "an empty description"
                assert "\n" not in told
                assert len(told) <= LONGEST_DESCRIPTION, f"a long description: {told}"


def _assert_text(text: str) -> None:
    assert text.strip(), "an empty board"
    for line in text.split("\n"):
        assert len(line) <= WIDTH, f"{len(line)} columns: {line!r}"
        assert all(unicodedata.category(letter)[0] != "C" for letter in line), f"control characters: {line!r}"


def drawings_can_be_shown(case: Case) -> None:
    """Drawings hold all they need and nothing else, whatever people are called, and are the same at each time."""
    random = case.random("drawings")
    states = case.some(case.states, 4, "drawings")
    for before, state in zip((states[0], *states), states, strict=False):
        for seat in case.eyes():
            for width in (WIDE, NARROW, MAIL):
                look = Look(random.choice(LANGUAGES), width, NAMES, case.game.view(before, seat))
                drawing = case.game.draw(case.game.view(state, seat), look)
                _assert_drawing(drawing)
                assert drawing == case.game.draw(case.game.view(state, seat), look), "drawn otherwise the second time"


def _assert_drawing(drawing: Drawing) -> None:
    _assert_harmless(drawing.svg)
    root = ElementTree.fromstring(drawing.svg)
    names = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert names[0] == "svg", f"a drawing made of {names[0]}"
    assert {"title", "desc"} <= set(names), "no title, or no description"
    defined = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    for name, part in drawing.parts.items():
        _assert_harmless(part)
        assert ElementTree.fromstring(part).attrib["id"] == name, f"{name} is the name of another part"
    used = {value.removeprefix("#") for name, value in _attributes(root) if name == "href"}
    assert used <= defined | drawing.parts.keys(), f"there is no {used - defined - drawing.parts.keys()}"


def _assert_harmless(markup: str) -> None:
    assert not re.search(r"<!|<\?xml-stylesheet", markup), "a foreign thing"
    root = ElementTree.fromstring(markup)
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert not {"script", "style", "foreignObject", "image", "iframe", "b"} & names, f"not allowed in {names}"
    for name, value in _attributes(root):
        assert not name.startswith("on"), f"a script in {name}"
        assert name != "style", f"a style: {value}"
        assert name not in {"href", "src"} or value.startswith("#"), f"{name}={value}"
        assert not re.search(r"url\(\s*['\"]?[^#'\"\s]|//|javascript:|data:", value), f"a reference in {value!r}"


def _attributes(root: ElementTree.Element) -> Iterator[tuple[str, str]]:
    for element in root.iter():
        for name, value in element.attrib.items():
            yield name.rpartition("}")[2].lower(), value


def the_game_says_what_it_is(case: Case) -> None:
    """Its key is the folder's name; titles, seats, numbers of players, turns, options and a greedy bot are there."""
    meta = case.game.meta
    assert (case.home / "__init__.py").is_file(), f"no folder {meta.key}"
    versions = [meta, *(game.meta for game in case.game.earlier())]
    assert [one.version for one in versions] == sorted({one.version for one in versions}, reverse=True)
    assert min(one.version for one in versions) >= 1
    assert {one.key for one in versions} == {meta.key}, "another game's rules"
    assert set(meta.titles) == set(LANGUAGES)
    assert all(meta.titles.values())
    assert len(set(meta.seats)) == len(meta.seats) >= max(meta.players) >= min(meta.players) >= 1
    assert all(re.fullmatch("[a-z]+", seat) for seat in meta.seats)
    assert meta.turns.keys() == set(meta.players)
    assert min(meta.turns.values()) >= 1
    assert len({option.name for option in meta.options}) == len(meta.options)
    for option in meta.options:
        assert re.fullmatch("[a-z][a-z0-9_]*", option.name), f"option {option}"
        assert option.about, f"option {option}"
        assert len(set(option.values)) == len(option.values) > 0, f"option {option}"
    assert "greedy" in case.game.bots


def wrong_openings_have_faults(case: Case) -> None:
    """Wrong seats, unknown options and broken tables are told in lines; the game's own table and options are fine."""
    game, meta = case.game, case.game.meta
    seats, table = case.seats, game.table()
    assert_plain(table, "table")
    for option in meta.options:
        for value in option.values:
            random = case.random(value)
            found = (options_with(game, _first(case, n), {option.name: value}, random) for n in meta.players)
            assert any(options is not None for options in found), f"{option.name}={value} is always a fault"
    for players in meta.players:
        assert not faults(case, _first(case, players), {}), "a fault in the game's own table"
    crowds = [_first(case, n) for n in range(len(meta.seats) + 1) if n not in meta.players]
    for wrong in (*crowds, (), (*seats[:-1], Seat("nobody")), (*seats[:-1], seats[0])):
        assert faults(case, wrong, {}), f"{wrong} may play"
    for options in ({"nonsense": "yes"}, *({option.name: "nonsense"} for option in meta.options)):
        assert faults(case, seats, options), f"{options} may be given"
    assert game.table() == table, "the table was changed"


def broken_tables_have_faults(case: Case) -> None:
    """A table with something changed has a fault or can be laid out; one with nothing in it has a fault."""
    random, found = case.random("tables"), 0
    assert table_faults(case, case.seats, {}, {}), "an empty table will do"
    case.game.table().clear()
    assert case.game.table(), "who changes the table it gets changes the game's own"
    for _ in range(150):
        table = _broken(case.game.table(), random)
        if table_faults(case, case.seats, {}, table):
            found += 1
        else:
            case.game.setup(seats=case.seats, options={}, table=table, chance=Fate(case.seed))
    assert found, "nothing is ever wrong with a table"
    assert lay_out(case.game, case.seats, Fate(0)).state, "the shipped table was broken"


def sound_tables_can_be_played(case: Case) -> None:
    """A table with small numbers in it (no cards, one coin) has a fault, or can be laid out and played."""
    random = case.random("counts")
    for attempt in range(60):
        table = case.game.table()
        shrink = _shrink_alike if attempt % 2 else _shrink_some
        shrunk = shrink(list(_numbers(table)), random)
        if not table_faults(case, case.seats, {}, table):
            _assert_playable(case, table, shrunk)


def _assert_playable(case: Case, table: Data, changed: str) -> None:
    chance = Fate(case.seed)
    try:
        start = case.game.setup(seats=case.seats, options={}, table=table, chance=chance)
        deque(islice(play_out(case.game, start.state, chance, random_chooser(case.game, case.seed)), 300), maxlen=0)
    except Exception as error:
        raise AssertionError(f"no fault in a table with {changed}, but it cannot be played: {error!r}") from error


def _shrink_some(numbers: list[Number], random: Random) -> str:
    """Make a few numbers of a table small, and say which."""
    some = random.sample(numbers, min(len(numbers), random.randint(1, 3)))
    return ", ".join(_put(number, random.choice(SMALL)) for number in some)


def _shrink_alike(numbers: list[Number], random: Random) -> str:
    """Make all numbers that bear one name (the counts of all cards) equally small, and say so."""
    name, small = random.choice(numbers)[1], random.choice(SMALL)
    return ", ".join(_put(number, small) for number in numbers if number[1] == name)


def _put(number: Number, small: int) -> str:
    where, key, path = number
    where[key] = small
    return f"{path} = {small}"


def _numbers(data: Data, path: str = "") -> Iterator[Number]:
    """Yield where the numbers of a table are."""
    if not isinstance(data, dict | list):
        return
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if type(value) is int:
            yield data, key, f"{path}{key}"
        else:
            yield from _numbers(value, f"{path}{key}.")


def _broken(table: Data, random: Random) -> Data:
    """Take out or replace one thing somewhere inside plain data."""
    table = copy.deepcopy(table)
    if not isinstance(table, dict | list) or not table or random.random() < 0.05:
        return random.choice((None, -1, 10**6, "nonsense", [], {}, True))
    key = random.choice(list(table) if isinstance(table, dict) else range(len(table)))
    if random.random() < 0.2:
        del table[key]
    else:
        table[key] = _broken(table[key], random)
    return table


def _first(case: Case, players: int) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in case.game.meta.seats[:players])


def faults(case: Case, seats: tuple[Seat, ...], options: dict[str, str]) -> tuple[str, ...]:
    """Ask what is wrong with an opening by the shipped table."""
    return table_faults(case, seats, options, case.game.table())


def table_faults(case: Case, seats: tuple[Seat, ...], options: dict[str, str], table: Data) -> tuple[str, ...]:
    """Ask what is wrong with an opening; each fault is a line."""
    lines = case.game.faults(seats=seats, options=options, table=table)
    assert type(lines) is tuple, f"faults are {lines!r}"
    assert all(type(line) is str and line and "\n" not in line for line in lines), f"faults are {lines!r}"
    return lines


LAWS: tuple[Law, ...] = (
    states_are_plain_data,
    a_decoded_game_goes_on,
    boards_can_be_shown,
    drawings_can_be_shown,
)
GAME_LAWS: tuple[Law, ...] = (
    the_game_says_what_it_is,
    wrong_openings_have_faults,
    broken_tables_have_faults,
    sound_tables_can_be_played,
)
