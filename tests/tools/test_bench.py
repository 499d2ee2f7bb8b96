"""The measurements themselves: what they compare is what they say, and a missed budget is not overlooked."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from time import sleep

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.desk.store.sql import sqlite as sql
from pbem.games import find, named
from pbem.record.chain import verify_chain
from pbem.record.folder import LOG, split
from pbem.record.verify import verify
from tools import bench
from tools.bench import Bench, Line, Stopwatch


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A bench that repeats nothing."""
    made = Bench(tmp_path_factory.mktemp("bench"), is_quick=True)
    made.times, made.games = 1, (2, 4)
    made.mails, made.others = 40, 3
    return made


def test_budgets_are_the_most_or_the_least_allowed() -> None:
    assert Line("a", "b", 3, 3, "").is_kept
    assert not Line("a", "b", 3.01, 3, "").is_kept
    assert Line("a", "b", 5000, 5000, "", is_least=True).is_kept
    assert not Line("a", "b", 4999, 5000, "", is_least=True).is_kept
    assert str(Line("a", "b", 4, 3, "why")).startswith("MISSED")


def test_a_missed_budget_is_the_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def lines(_bench: Bench) -> Iterator[Line]:
        yield Line("move", "kept", 1, 2, "")
        yield Line("move", "not kept", 3, 2, "")

    monkeypatch.setitem(bench.BENCHES, "move", lines)
    assert bench.main(["move", "--quick"]) == 1
    assert "1 of 2 budgets kept" in capsys.readouterr().out


def test_what_is_not_measured_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        bench.main(["beauty"])
    assert left.value.code == 2
    assert "there is no 'beauty'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["verify", "position", "report", "help"])
def test_every_measurement_gives_its_lines(quick: Bench, name: str) -> None:
    lines = list(bench.BENCHES[name](quick))
    assert len(lines) == (1 if name == "help" else len(find()))
    assert all(line.name == name and line.value > 0 for line in lines)


def test_moves_are_measured_for_every_game_and_number_of_players(quick: Bench) -> None:
    tables = [f"{key}, {players} players" for key in find() for players in named(key).meta.players]
    assert [line.what for line in bench.bench_moves(quick)] == tables


def test_a_long_chain_is_a_right_one(quick: Bench) -> None:
    _desk, folder = quick.finished[find()[0]]
    raws = bench.long_chain(split((folder / LOG).read_bytes()), 3000)
    assert verify_chain(raws).size == len(raws) == 3000
    assert verify(raws[:20]).checks["bytes"] == "ok"


def test_orders_are_told_apart_from_their_rules(quick: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = bench.bench_order(quick)
    assert line.value > 0
    said = capsys.readouterr().out
    for part in (*bench.PARTS, "commit"):
        assert part in said
    assert said.count("(apart)") == 2


def test_mails_are_told_apart_by_their_parts(quick: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = bench.bench_mail(quick)
    assert line.value > 0
    said = capsys.readouterr().out
    for part in (*bench.MAIL_PARTS, "commit"):
        assert part in said


def test_a_mail_that_is_not_played_is_no_measurement(quick: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "private_key", lambda _who: Ed25519PrivateKey.from_private_bytes(bytes(32)))
    desk = quick.desk("strangers")
    match = bench.open_game(desk, "fortuna", "g", 2)
    with (
        closing(desk),
        closing(bench.open_peer(quick.folder / "strangers" / "peer.db")) as peer,
        pytest.raises(RuntimeError, match="not enrolled"),
    ):
        bench.mail_round(Stopwatch(), desk, peer, match, 1)


def test_a_full_inbox_is_emptied(quick: Bench) -> None:
    pace, memory = bench.bench_drain(quick)
    assert pace.figures.startswith("40 mails")
    assert pace.value > 0
    assert memory.value > 0
    assert len(list((quick.folder / "drain" / "inbox" / "cur").iterdir())) == 40


def test_time_counts_where_it_is_spent() -> None:
    watch = Stopwatch()
    inner = watch.timed("inner", lambda: sleep(0.02))

    def work() -> None:
        sleep(0.01)
        inner()

    outer = watch.timed("outer", work)
    with watch.running():
        outer()
    assert watch.seconds["inner"] >= 0.02
    assert watch.seconds["outer"] >= 0.01
    assert watch.seconds.keys() == {"inner", "outer", "commit"}


def test_costs_of_few_and_many_games_are_compared(quick: Bench) -> None:
    (line,) = bench.bench_flat(quick)
    assert line.what == "4 games against 2"
    assert line.value > 0


@pytest.mark.parametrize(
    ("statement", "index"),
    [
        (sql.PUT_NEXT_LETTER, "letter_told"),
        (sql.DUE, "letter_due"),
        (sql.PLAYER_BY_KEY, "ix_player_key_id"),
        (sql.PLAYERS_BETWEEN_KEYS, "ix_player_key_id"),
        (sql.SECRETS_BETWEEN, "sqlite_autoindex_secret_1 (game=? AND use>? AND use<?)"),
        (sql.KNOWN_MAIL, "sqlite_autoindex_mail"),
        (sql.ANSWERS, "mail_answers"),
    ],
)
def test_what_every_mail_asks_for_is_found_without_reading_everything(
    tmp_path: Path, statement: str, index: str
) -> None:
    Bench(tmp_path, is_quick=True).desk("letters").close()
    with closing(connect(tmp_path / "letters" / "pbem.db")) as database:
        plan = database.execute(f"EXPLAIN QUERY PLAN {statement}", defaultdict(str)).fetchall()
    assert index in str(plan)
