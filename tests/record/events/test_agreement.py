"""The package and tools/verify_event.py, which share no code, say the same of events that were changed at random."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from pbem.desk.events.records.event_verdict import EventVerified
from tests.record.events.verifiers import Files, by_package, by_tool, written
from tests.vectors.events.forgery import bodies, forge
from tests.vectors.events.make import accepted
from tests.vectors.mutations import LETTERS, changed_value

TIMES = 4  # of each mutation on each vector
BEYOND = ("the decks laid open are not those that were drawn from",)  # what only the rules of a game can tell
ACCEPTED = accepted()
Mutation = Callable[[Random, Files], Files]
Answer = tuple[str, frozenset[str]]


def changed_entry(random: Random, files: Files) -> Files:
    """Change an entry, or where it stands, and make the chain anew."""
    entries = bodies(files)
    place = random.randrange(len(entries))
    act = random.random()
    if act < 0.8:
        new = changed_value(random, entries[place])
        entries[place] = new if isinstance(new, dict) else {}
    elif act < 0.9:
        entries.insert(random.randrange(len(entries)), entries.pop(place))
    else:
        entries.insert(random.randrange(len(entries)), json.loads(json.dumps(entries[place])))
    try:
        return forge(files, entries)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError):
        return files  # what cannot be written down at all


def changed_byte(random: Random, files: Files) -> Files:
    """Change the bytes of any file that is looked at."""
    name = random.choice(sorted(files))
    raw = files[name]
    place = random.randrange(len(raw) + 1)
    inside = random.choice(LETTERS).encode("utf-8", "surrogatepass")
    return files | {name: raw[:place] + inside + raw[place + random.choice((0, 1)) :]}


def dropped_file(random: Random, files: Files) -> Files:
    """Keep a file or a game back, or empty it."""
    name = random.choice(sorted(name for name in files if name != "log.jsonl"))
    if random.random() < 0.3:
        return files | {name: b""}
    game = name.rpartition("/")[0]
    is_whole = game and random.random() < 0.5
    return {other: raw for other, raw in files.items() if other != name and not (is_whole and other.startswith(game))}


def swapped_games(random: Random, files: Files) -> Files:
    """Put one game into the place of another."""
    games = sorted({name.rpartition("/")[0] for name in files if name.startswith("games/")})
    if len(games) < 2:
        return files
    one, two = random.sample(games, 2)
    kept = {name: raw for name, raw in files.items() if not name.startswith(f"{one}/")}
    return kept | {name.replace(two, one): raw for name, raw in files.items() if name.startswith(f"{two}/")}


MUTATIONS: tuple[Mutation, ...] = (changed_entry, changed_byte, dropped_file, swapped_games)


def of_package(found: EventVerified) -> Answer:
    """Return what pbem says, and by which checks, but for those that the small verifier leaves out."""
    checks = {check: verdict for check, verdict in found.checks.items() if check != "rules"}
    failed = frozenset(check for check, verdict in checks.items() if verdict == "failed")
    if failed:
        return "not valid", failed
    is_cannot = found.cannot is not None and "the rules of" not in found.cannot
    return ("cannot" if is_cannot else "valid"), frozenset()


def of_tool(folder: Path) -> Answer:
    told = {check: verdict for check, verdict, _ in by_tool(folder)}
    failed = frozenset(check for check, verdict in told.items() if verdict == "FAILED")
    if failed:
        return "not valid", failed
    return ("cannot" if {"CANNOT", "missing"} & set(told.values()) else "valid"), frozenset()


def agree(here: Answer, there: Answer) -> bool:
    """Tell whether two answers are the same; of several faults each may leave some out that it does not come to."""
    return here[0] == there[0] and (here == there or bool(here[1] & there[1]))


@pytest.mark.parametrize("name", sorted(ACCEPTED))
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_two_verifiers_say_the_same_of_a_changed_event(tmp_path: Path, mutation: Mutation, name: str) -> None:
    random = Random(f"{mutation.__name__} {name}")
    for number in range(TIMES):
        folder = written(tmp_path / str(number), mutation(random, ACCEPTED[name]))
        found = by_package(folder)
        bad = found.first_bad
        if bad and (bad["check"] == "rules" or any(why in bad["why"] for why in BEYOND)):
            continue
        assert agree(of_package(found), of_tool(folder)), (of_package(found), of_tool(folder), bad)


def test_changes_are_found() -> None:
    random = Random("found")
    changed = [changed_entry(random, ACCEPTED["short"]) for _ in range(40)]
    assert sum(files != ACCEPTED["short"] for files in changed) > 30
