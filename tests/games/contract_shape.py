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

from pbem.games.game import LANGUAGES, Board, Data, Seat
from tests.games.contract import Case, Law, assert_plain, dump
from tests.games.fate import Fate
from tests.games.playing import lay_out, options_with, play_out, random_chooser

WIDTH = 76
SMALL = (0, 1, 2, 3)

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
    """Text of 76 columns, and a drawing that holds all it needs, for everybody, in four languages."""
    for state in case.some(case.states, 5, "boards"):
        for seat in case.eyes():
            for language in LANGUAGES:
                view = case.game.view(state, seat)
                board = case.game.draw(view, language)
                _assert_text(board)
                _assert_drawing(board)
                plain = case.game.draw(view, language, has_picture=False)
                assert plain == Board(board.text, ""), "without a picture the board is another"


def _assert_text(board: Board) -> None:
    assert board.text.strip(), "an empty board"
    for line in board.text.split("\n"):
        assert len(line) <= WIDTH, f"{len(line)} columns: {line!r}"
        assert all(unicodedata.category(letter)[0] != "C" for letter in line), f"control characters: {line!r}"


def _assert_drawing(board: Board) -> None:
    assert not re.search(r"<!|<\?xml-stylesheet|@import|javascript:|data:", board.svg, re.IGNORECASE), "a foreign thing"
    root = ElementTree.fromstring(board.svg)
    names = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert names[0] == "svg", f"a drawing made of {names[0]}"
    assert "title" in names, "no title"
    assert not {"script", "foreignObject", "image", "iframe"} & set(names), f"not allowed in {set(names)}"
    for element in root.iter():
        for name, value in element.attrib.items():
            short = name.rpartition("}")[2].lower()
            assert not short.startswith("on"), f"a script in {name}"
            assert short not in {"href", "src"} or value.startswith("#"), f"{name}={value}"
        for value in (*element.attrib.values(), element.text or ""):
            assert not re.search(r"url\(\s*['\"]?[^#'\"\s]|//", value), f"a reference in {value!r}"


def the_game_says_what_it_is(case: Case) -> None:
    """Its key is the folder's name; titles, seats, numbers of players, options and a greedy bot are there."""
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


LAWS: tuple[Law, ...] = (states_are_plain_data, a_decoded_game_goes_on, boards_can_be_shown)
GAME_LAWS: tuple[Law, ...] = (
    the_game_says_what_it_is,
    wrong_openings_have_faults,
    broken_tables_have_faults,
    sound_tables_can_be_played,
)
