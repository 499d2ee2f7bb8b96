"""Facts for conditions: numbers by name, and the words for them in four languages.

A name is a measure, or a measure and what it is about, joined by `_`. All measures are public.

    free_sa1     1 if the tile is built and nobody has used it this turn; free_sawmill counts all of that type
    offered_sa1  1 if the tile is in the display; offered_sawmill counts
    built_sa1    1 if the tile is in the city; built_sawmill counts
    open_w01     1 if that wall section can be taken
    passed_blue  1 if blue has passed
    gold, wood, stone, marble, weapons, favour, morale (value), workers (in the reserve), citizens, trainees, retired
                 (at home), tiles, walls: one's own; of another seat with its colour: gold_blue
    level1 .. level5   own workers of that level in the reserve
    turn, cycle, last (1 in the last turn), deck (city tiles left), wall_deck, era (1 or 2)

In orders the `_` is a space: `if free sawmill`, `if gold >= 2`, `wenn frei SA1`, `se passato blu`.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product

from pbem.games.game import Seat
from pbem.games.kit.reading import Reader
from pbem.games.praetor.position.state import Player, State, View, city_deck, controlled, era, morale_value, wall_deck
from pbem.games.praetor.table.goods import GOODS
from pbem.games.praetor.table.options import SEATS
from pbem.games.praetor.table.table import TYPES, shipped
from pbem.games.praetor.table.vocabulary import WORDS

TILE_MEASURES = ("free", "offered", "built")
OWN = ("favour", "morale", "workers", "citizens", "trainees", "retired", "tiles", "walls")
COMMON = ("turn", "cycle", "last", "deck", "wall_deck", "era")


@cache
def ids_of(pieces: str) -> tuple[str, ...]:
    """Return the ids of all tiles, or of all walls, as facts write them."""
    return tuple(row["id"].lower() for row in shipped()[pieces])


def _joined(measures: Iterable[str], subjects: Iterable[str]) -> list[str]:
    return [f"{measure}_{about}" for measure, about in product(measures, subjects)]


@cache
def tile_names() -> tuple[str, ...]:
    """Return the names of all facts about tiles and their types."""
    return tuple(_joined(TILE_MEASURES, (*ids_of("tiles"), *TYPES)))


def facts(view: View) -> Mapping[str, int]:
    """Return every fact a view gives."""
    state, now = view.state, view.state.now
    facts = {
        "turn": now.turn,
        "cycle": now.cycle,
        "last": int(bool(now.last)),
        "deck": city_deck(state),
        "wall_deck": wall_deck(state),
        "era": 1 if era(now) == "I" else 2,
    }
    facts |= {f"open_{wall}": int(now.section.lower() == wall) for wall in ids_of("walls")}
    facts |= _tile_facts(state)
    for seat in SEATS:
        player = now.players.get(Seat(seat))
        facts[f"passed_{seat}"] = int(player is not None and player.passed)
        facts |= {f"{name}_{seat}": value for name, value in _player_facts(state, player).items()}
    if view.seat in now.players:
        own = now.players[view.seat]
        facts |= _player_facts(state, own)
        facts |= {f"level{level}": own.reserve.count(level) for level in range(1, 6)}
    return facts


def _tile_facts(state: State) -> dict[str, int]:
    facts = dict.fromkeys(tile_names(), 0)
    for tile in state.now.display:
        _count(facts, "offered", state, tile)
    for lot in state.now.city.values():
        _count(facts, "built", state, lot.tile)
        if lot.user is None:
            _count(facts, "free", state, lot.tile)
    return facts


def _count(facts: dict[str, int], measure: str, state: State, tile: str) -> None:
    facts[f"{measure}_{tile.lower()}"] = 1
    facts[f"{measure}_{state.tile(tile).type}"] += 1


def _player_facts(state: State, player: Player | None) -> dict[str, int]:
    if player is None:
        return dict.fromkeys((*GOODS, *OWN), 0)
    return player.goods.amounts() | {
        "favour": player.favour,
        "morale": morale_value(state, player),
        "workers": len(player.reserve),
        "citizens": player.citizens,
        "trainees": player.trainees1 + player.trainees2,
        "retired": player.retired - len(player.out),
        "tiles": controlled(state.now, player.seat),
        "walls": len(player.walls),
    }


@cache
def names() -> frozenset[str]:
    """Return the names of all facts that there can be."""
    seats = _joined((*GOODS, *OWN, "passed"), SEATS)
    walls = _joined(("open",), ids_of("walls"))
    levels = {f"level{level}" for level in range(1, 6)}
    return frozenset({*tile_names(), *seats, *walls, *levels, *GOODS, *OWN, *COMMON})


def fact(words: str) -> str | None:
    """Return the name of the fact that words mean in any language, or None."""
    if words in names():
        return words
    reader = Reader(WORDS, words)
    measure = reader.take("facts") or reader.take("goods")
    if measure is None:
        return None
    name = _with_subject(measure, reader)
    return name if reader.is_done and name in names() else None


def fact_called(name: str, language: str) -> str:
    """Return the words of a fact in a language."""
    if name.startswith("level"):
        return f"{WORDS.say('facts', 'levels', language)} {name[-1]}"
    if name in (*OWN, *COMMON, *GOODS):
        return _measure(name, language)
    measure, _, about = name.partition("_")
    return f"{_measure(measure, language)} {_subject(about, language)}"


def _measure(name: str, language: str) -> str:
    return WORDS.say("goods" if name in GOODS else "facts", name, language)


def _subject(about: str, language: str) -> str:
    if about in ids_of("tiles") or about in ids_of("walls"):
        return about.upper()
    return WORDS.say("seats" if about in SEATS else "types", about, language)


def _with_subject(measure: str, reader: Reader) -> str:
    if measure == "levels":
        return f"level{reader.number()}"
    if reader.is_done:
        return measure
    word = reader.left[0]
    if word in ids_of("tiles") or word in ids_of("walls"):
        reader.mark(word)
        return f"{measure}_{word}"
    return f"{measure}_{reader.take('types' if measure in TILE_MEASURES else 'seats')}"
