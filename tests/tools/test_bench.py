"""The measurements themselves: what they compare is what they say, and a missed budget is not overlooked."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from time import sleep

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.desk.store.sql import SQLITE
from pbem.games.found import find, named
from pbem.record.folder import LOG, split
from pbem.record.log.chain import verify_chain
from pbem.record.verdict.verify import verify
from tools.bench import desks, mails, program
from tools.bench.clock import Stopwatch
from tools.bench.desks import Bench, open_game
from tools.bench.drain import bench_drain
from tools.bench.flat import ORDERS, SteadyDesk, bench_flat
from tools.bench.lines import Line
from tools.bench.mails import MAIL_PARTS, bench_mail, mail_round
from tools.bench.moves import bench_moves, random_chess
from tools.bench.orders import PARTS, bench_order
from tools.bench.peer import open_peer
from tools.bench.positions import cold_look
from tools.bench.records import bench_verify, long_chain


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """A bench that repeats nothing."""
    made = Bench(tmp_path_factory.mktemp("bench"), is_quick=True)
    made.times, made.games = 1, (2, 4)
    made.mails, made.others, made.orders = 40, 3, 12
    yield made
    for desk, _export in made.finished.values():
        desk.close()


def test_budgets_are_the_most_or_the_least_allowed() -> None:
    assert Line("a", "b", 3, 3, "").is_kept
    assert not Line("a", "b", 3.01, 3, "").is_kept
    assert Line("a", "b", 5000, 5000, "", is_least=True).is_kept
    assert not Line("a", "b", 4999, 5000, "", is_least=True).is_kept
    assert str(Line("a", "b", 4, 3, "why")).startswith("MISSED")


def test_a_line_without_a_budget_promises_nothing_and_is_told() -> None:
    line = Line("mail", "with its letters", 1e9, None, "why", "ms")
    assert line.is_kept
    assert str(line).startswith("told")
    assert not {"at most", "at least", "ok"} & set(str(line).split("  "))


def test_a_missed_budget_is_the_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def lines(_bench: Bench) -> Iterator[Line]:
        yield Line("move", "kept", 1, 2, "")
        yield Line("move", "not kept", 3, 2, "")
        yield Line("move", "told", 3, None, "")

    monkeypatch.setitem(program.BENCHES, "move", lines)
    assert program.main(["move", "--quick"]) == 1
    assert "1 of 2 budgets kept" in capsys.readouterr().out


def test_what_is_not_measured_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        program.main(["beauty"])
    assert left.value.code == 2
    assert "there is no 'beauty'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["position", "letter", "report", "help"])
def test_every_measurement_gives_its_lines(quick: Bench, name: str) -> None:
    lines = list(program.BENCHES[name](quick))
    assert len(lines) == (1 if name == "help" else len(find()))
    assert all(line.name == name and line.value > 0 for line in lines)


def test_draws_of_small_and_large_events_are_timed(quick: Bench) -> None:
    lines = list(program.BENCHES["draw"](quick))
    assert [line.budget for line in lines] == [0.5, None, None, 2.0, None, None]
    assert all(line.value > 0 for line in lines)
    small, large = (line.figures.rpartition(": ")[2].split(", ") for line in lines[::3])
    assert small[:3] == ["0", "0", "0"]
    assert large == ["0"] * 6


def test_a_whole_event_is_held_and_verified(quick: Bench) -> None:
    kept, verified = program.BENCHES["event"](quick)
    assert kept.figures.startswith("16 players, 2 rounds, 8 games; ")
    assert (kept.budget, verified.budget) == (0.5, None)
    assert kept.value > 0
    assert verified.value > 0


def test_records_are_verified_without_their_signatures_and_with_all_of_them(quick: Bench) -> None:
    *lines, spread = bench_verify(quick)
    assert spread.what == "signatures of one record, all processors"
    assert spread.value > 0
    parts = [f"{key}, {part}" for key in find() for part in ("without signatures", "signatures included")]
    assert [line.what for line in lines] == parts
    for without, included in zip(lines[::2], lines[1::2], strict=True):
        assert " 0 signatures" in without.figures
        assert " 0 signatures" not in included.figures


def test_a_position_is_looked_up_by_a_desk_that_remembers_nothing(quick: Bench) -> None:
    desk, _folder = quick.finished[find()[0]]
    with desk.store.read() as look:
        assert cold_look(desk, look, 40) > 0
        assert desk.remembered.get(("g", 40)) is not None
        assert cold_look(desk, look, 20) > 0
        assert desk.remembered.get(("g", 40)) is None


def test_moves_are_measured_for_every_game_and_number_of_players(quick: Bench) -> None:
    tables = [f"{key}, {players} players" for key in find() for players in named(key).meta.players]
    lines = list(bench_moves(quick))
    assert [line.what for line in lines] == tables
    assert all("moves/s, python-chess" in line.figures for line in lines)


def test_chess_is_played_to_its_end_and_every_move_listed() -> None:
    seconds, moves, listed = random_chess(1)
    assert seconds > 0
    assert moves > 20
    assert listed > 5 * moves


def test_a_long_chain_is_a_right_one(quick: Bench) -> None:
    _desk, folder = quick.finished[find()[0]]
    raws = long_chain(split((folder / LOG).read_bytes()), 3000)
    assert verify_chain(raws).size == len(raws) == 3000
    assert verify(raws[:20]).checks["bytes"] == "ok"


def test_orders_are_told_apart_from_their_rules(quick: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    kept, whole = bench_order(quick)
    assert 0 < kept.value < whole.value
    said = capsys.readouterr().out
    for part in (*PARTS, "commit"):
        assert part in said
    assert said.count("(left out of the first line)") == 2


def test_mails_are_told_apart_by_their_parts(quick: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    inserted, parts, letters = bench_mail(quick)
    assert inserted.value > parts.value > 0
    assert letters.value > 0
    assert letters.budget is None
    said = capsys.readouterr().out
    for part in (*MAIL_PARTS, "commit"):
        assert part in said


def test_the_letters_of_a_mail_are_written_and_sent(quick: Bench) -> None:
    with closing(quick.desk("lettered")) as desk, closing(open_peer(quick.folder / "lettered" / "peer.db")) as peer:
        match = open_game(desk, "fortuna", "g", 2)
        measured = mail_round(quick, Stopwatch(), desk, peer, match)
        sent = len(list((desk.folder / desk.settings.mail.outbox / "new").iterdir()))
    assert measured.letters * quick.orders == sent - len(match.seats)
    assert min(measured.work, measured.letter_work, measured.letter_clock) > 0


def test_a_mail_that_is_not_played_is_no_measurement(quick: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = quick.desk("strangers")
    match = open_game(desk, "fortuna", "g", 2)
    stranger = Ed25519PrivateKey.from_private_bytes(bytes(32))
    monkeypatch.setattr(desks, "private_key", lambda _who: stranger)
    with (
        closing(desk),
        closing(open_peer(quick.folder / "strangers" / "peer.db")) as peer,
        pytest.raises(RuntimeError, match="not enrolled"),
    ):
        mails.mail_round(quick, Stopwatch(), desk, peer, match)


def test_a_full_inbox_is_emptied(quick: Bench) -> None:
    pace, bare, with_letters, memory = bench_drain(quick)
    assert pace.figures.startswith("40 mails")
    assert pace.value > 0
    assert bare.value > with_letters.value > 0
    assert memory.value > 0
    assert len(list((quick.folder / "drain" / "outbox" / "new").iterdir())) > 40
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
    (line,) = bench_flat(quick)
    assert line.what == "order, 4 games against 2"
    assert line.value > 0
    few, many = (lengths(quick, games) for games in quick.games)
    assert few == many[: len(few)]
    assert min(few + many) >= ORDERS


def lengths(quick: Bench, games: int) -> list[int]:
    """How many orders were played in each game of a desk."""
    with closing(SteadyDesk(quick.folder / f"flat-{games}")) as desk, desk.store.read() as look:
        records = [b"".join(look.records.raws(f"g{number}")) for number in range(games)]
    return [record.count(b'"kind":"order"') for record in records]


@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("put_next_letter", "letter_told"),
        ("due_letters", "letter_due"),
        ("player_by_key", "ix_player_key_id"),
        ("key_between", "ix_player_key_id"),
        ("secrets_between", "sqlite_autoindex_secret_1 (game=? AND use>? AND use<?)"),
        ("known_mail", "sqlite_autoindex_mail"),
        ("count_answers", "mail_answers"),
    ],
)
def test_what_every_mail_asks_for_is_found_without_reading_everything(tmp_path: Path, name: str, index: str) -> None:
    Bench(tmp_path, is_quick=True).desk("letters").close()
    with closing(connect(tmp_path / "letters" / "pbem.db")) as database:
        plan = database.execute(f"EXPLAIN QUERY PLAN {SQLITE.statements[name].text}", defaultdict(str)).fetchall()
    assert index in str(plan)
