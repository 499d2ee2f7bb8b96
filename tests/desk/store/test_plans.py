"""How databases find what statements ask for: by an index, unless a statement is meant to read everything."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pbem.desk.store.databases.engine import Database, Run
from pbem.desk.store.sql import COUNTED, POSTGRESQL, SQLITE, Sql, columns, counted
from tests.desk.house import furnished, opened
from tests.servers.postgres import Postgres

_CHECKS = "checking and rebuilding count every row"
_MOVES = "a whole database is checked, or moved"
READS_EVERYTHING = {
    **{f"rows of {table}": _MOVES for table in columns()},
    **{COUNTED + thing: _CHECKS for thing in counted()},
    "tallies": _CHECKS,
    "no_tallies": "rebuilding begins to count anew",
    "players": "exporting and checking take everybody",
    "known": "checking and rebuilding compare it with everybody",
    "recorded_ids": "rebuilding and exporting take every record",
    "projected_ids": "rebuilding takes whatever is projected",
    "standings": "restoring freezes every game that goes on",
    "events": "a list shows all events, of which there are few",
    "count_games": "lists and the status say how many games there are: an index is read, not the games",
    "wake_all": "after a silence every game with deadlines is looked at",
    "game_ids": "the status looks for games that are missing: an index is read, not the games",
}
# What may be read whole: indexes of those rows alone that somebody waits for, and what `claim` has found in one.
FEW = ("letter_due", "secret_frozen", "first")
ROWS = 3_000
_LEADING = """
SELECT relname, attname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
JOIN pg_attribute ON attrelid = indexrelid AND attnum = 1
"""  # the first column of every index


def named(sql: Sql) -> Iterator[tuple[str, str]]:
    """Yield every statement with its name."""
    for name, statement in sql.statements.items():
        yield name, statement.text
    for table in columns():
        yield f"rows of {table}", sql.rows(table)
        yield f"put into {table}", sql.put_row(table)


def fill(run: Run, sql: Sql) -> None:
    """Put rows into every table, and let the database look at them."""
    values: dict[str, Callable[[int], object]] = {
        "str": str,
        "int": int,
        "bytes": lambda number: b"%d" % number,
        "bool": lambda _number: False,
    }
    for table, kinds in columns().items():
        numbers = range(10**6, 10**6 + ROWS)  # there are some others already
        rows = [{name: values[kind](number) for name, kind in kinds.items()} for number in numbers]
        run(sql.put_row(table), rows)
    run("ANALYZE")


def read_whole(database: Database, run: Run, statement: str) -> list[str]:
    """Return what a statement reads from one end to the other."""
    places: dict[str, str] = defaultdict(lambda: "1")  # which any column holds
    if database.sql is SQLITE:
        plan = [str(row[-1]) for row in run(f"EXPLAIN QUERY PLAN {statement}", places)]
        return [line for line in plan if line.startswith("SCAN") and not line.endswith(FEW)]
    leading = dict(run(_LEADING))
    (found,) = run(f"EXPLAIN (FORMAT JSON) {statement}", places).fetchone()
    return [str(node) for node in nodes(found[0]["Plan"]) if reads_whole(node, leading)]


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every step of a plan of PostgreSQL."""
    yield {name: value for name, value in plan.items() if name != "Plans"}
    for part in plan.get("Plans", ()):
        yield from nodes(part)


def reads_whole(node: dict[str, Any], leading: dict[str, str]) -> bool:
    """Tell whether a step reads a table, or an index of it, from one end to the other."""
    index = node.get("Index Name")
    if index is None:
        return bool(node["Node Type"] == "Seq Scan")
    is_begun = re.search(rf"\b{leading[index]}\b", node.get("Index Cond", ""))
    return index not in FEW and not is_begun


def test_everything_is_found_by_an_index_but_what_is_meant_to_read_all(folder: Path, server: Postgres | None) -> None:
    with opened(furnished("fresh", folder, server)) as desk:
        database = desk.store.database
        with database.change(lambda run: run) as run:
            fill(run, database.sql)
        with database.look(lambda run: run) as run:
            if database.sql is POSTGRESQL:
                run("SET LOCAL enable_seqscan = off")
            plans = {name: read_whole(database, run, statement) for name, statement in named(database.sql)}
    assert len(plans) > 90
    assert {name: plan for name, plan in plans.items() if plan and name not in READS_EVERYTHING} == {}
    forgotten = {"no_tallies"}  # SQLite drops all rows of a table without looking at them
    assert {name for name in READS_EVERYTHING if not plans[name]} <= forgotten
