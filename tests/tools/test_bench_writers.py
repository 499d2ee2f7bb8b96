"""Several writers and very many games: what is measured there is what a desk really does."""

from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from pbem.desk.records.checks.game_verdict import verify_game
from pbem.record.log.chain import verify_chain
from tools.bench import growth, program, writers
from tools.bench.desks import Bench, open_game
from tools.bench.growth import bench_growth
from tools.bench.loading import load
from tools.bench.peer import bare_inserts
from tools.bench.scripts import StillDesk, write_scripts
from tools.bench.stores import Place, place
from tools.bench.writers import Pace, bench_writers
from tools.bench.writing import Written


@pytest.fixture
def small(tmp_path: Path) -> Bench:
    """A bench that repeats nothing, in a file."""
    made = Bench(tmp_path, is_quick=True)
    made.times, made.loaded, made.others = 1, (3, 9), 1
    made.writers, made.orders, made.sheets = (1, 2), 6, 4
    made.stores = ("sqlite",)
    return made


def test_what_was_written_beforehand_is_played_at_every_copy(small: Bench) -> None:
    scripts = write_scripts(small, 2)
    heads = []
    for number in range(2):
        folder = Place("sqlite").copy(scripts.desk, small.folder / f"copy-{number}")
        with closing(StillDesk(folder)) as desk:
            for script in scripts.mails:
                for sheet in script:
                    sheet.play(desk)
            with desk.store.read() as look:
                heads.append([standing.head for standing in look.games.all()])
    assert heads[0] == heads[1]
    assert all(script and {sheet.game for sheet in script} for script in scripts.orders)
    games = [{sheet.game for sheet in script} for script in scripts.orders]
    assert games[0].isdisjoint(games[1])


def test_the_bare_rows_are_those_of_the_record(small: Bench) -> None:
    scripts = write_scripts(small, 1)
    with closing(StillDesk(Place("sqlite").copy(scripts.desk, small.folder / "copy"))) as desk:
        for sheet in scripts.orders[0]:
            sheet.play(desk)
        with desk.store.read() as look:
            kept = {raw for game in look.records.ids() for raw in look.records.raws(game)}
    rows = [row for sheet in scripts.orders[0] for row in sheet.rows]
    assert {raw for game, _seq, _hash, raw in rows if not game.endswith(" plan")} <= kept


def test_writers_are_told_by_number_and_held_to_be_fair(small: Bench) -> None:
    lines = list(bench_writers(small))
    assert [line.what for line in lines if line.what.startswith("orders")] == [
        "orders, sqlite, 1 writer",
        "orders, sqlite, 2 writers",
        "orders, sqlite, 2 writers: slowest/fastest",
        "orders, sqlite, 2 writers: together",
    ]
    assert all(line.value > 0 for line in lines if ": " not in line.what)
    budgets = {line.what.rpartition(": ")[2]: line.budget for line in lines if ": " in line.what}
    assert budgets == {"slowest/fastest": writers.FAIR, "together": writers.WHOLE}


def test_only_the_time_counts_in_which_all_were_at_work() -> None:
    quick = Written([(0.0, 1.0), (1.0, 2.0)], 10)
    slow = Written([(0.5, 1.5), (1.5, 9.0), (9.0, 9.5)], 20)
    assert Pace.of([quick, slow]) == Pace(rate=1.5, worst=7.5, fairness=0.5, memory=20)


def test_the_middle_of_rounds_hides_no_wait() -> None:
    rounds = [Pace(100, 0.1, 0.9, 50), Pace(300, 5, 0.7, 50), Pace(200, 0.1, 0.8, 50)]
    assert Pace.middle(rounds) == Pace(200, 5, 0.8, 50)


def test_a_loaded_desk_has_whole_records_and_counts_them(small: Bench) -> None:
    with closing(small.desk("loaded")) as desk:
        open_game(desk, "fortuna", "g0", 2)
        open_game(desk, "praetor", "g1", 3)
        load(desk.store, 7)
        with desk.store.read() as look:
            assert len(look.records.ids()) == len(look.games.all()) == 7
            for standing in look.games.all():
                assert verify_chain(look.records.raws(standing.id)).size == standing.head.size
                assert look.secrets.find(standing.id, "rungs")
            assert list(look.tally.missed()) == []
        assert verify_game(desk, "g0").ok


def test_few_and_many_games_are_compared(small: Bench) -> None:
    work, clock = bench_growth(small)
    assert work.what == "order, sqlite, 9 games against 3"
    assert work.budget == growth.MOST
    assert clock.budget is None
    assert min(work.value, clock.value) > 0


def test_desks_and_bare_tables_are_at_a_server_too(small: Bench) -> None:
    scripts = write_scripts(small, 1)
    rows = scripts.orders[0][0].rows
    with place("postgresql") as where:
        with closing(StillDesk(where.copy(scripts.desk, small.folder / "copy"))) as desk:
            assert desk.store.place.startswith("postgresql://")
            scripts.mails[0][0].play(desk)
        url = where.bare(small.folder)
        with bare_inserts(url) as insert:
            insert(rows)
        with psycopg.connect(url) as server:
            assert server.execute("SELECT count(*) FROM entry").fetchone() == (len(rows),)


def test_the_store_and_the_number_of_games_may_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    program.main(["growth", "--quick", "--store", "sqlite", "--games", "40"])
    said = capsys.readouterr().out
    assert "order, sqlite, 40 games against 30" in said
    assert "postgresql" not in said
