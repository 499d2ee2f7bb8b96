"""The fuzzer itself: it finds nothing in sound games, and what it finds it leaves behind for others to open."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from pbem.cli import main as pbem
from pbem.games.found import find, named
from pbem.games.game import AnyGame, Step
from tools import fuzz
from tools.fuzz import HABITS, Case, Played, Sheet, Table, Writer, WrongError

EVERY = [(kind, players) for kind in find() for players in named(kind).meta.players]
FORTUNA = named("fortuna")


@pytest.fixture(scope="module")
def table() -> Table:
    """A game that was played to its end."""
    table = Table(Case("fortuna", 2, 1, 5))
    table.play()
    return table


@pytest.mark.parametrize(("kind", "players"), EVERY)
def test_a_random_game_breaks_nothing(kind: str, players: int, tmp_path: Path) -> None:
    played = fuzz.play_case(Case(kind, players, 1, players), tmp_path)  # even numbers have default options
    assert played.failure == ""
    assert played.commands > 10
    assert list(tmp_path.iterdir()) == []


def test_a_name_gives_the_whole_game(table: Table) -> None:
    again = Table(Case.named("fortuna-2-1-5"))
    again.play()
    assert [entry.raw for entry in again.entries] == [entry.raw for entry in table.entries]
    assert str(again.case) == "fortuna-2-1-5"


def test_even_numbers_have_default_options_and_odd_ones_any(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "MOST_COMMANDS", 0)
    even = Table(Case("fortuna", 2, 1, 0))
    with pytest.raises(WrongError):
        even.play()
    assert even.running.terms.options == {}
    assert table.running.terms.options


def test_a_whole_game_is_left_as_an_export_that_is_valid(table: Table, tmp_path: Path) -> None:
    table.leave(tmp_path, "nothing was wrong")
    found = CliRunner().invoke(pbem, ["verify", str(tmp_path)])
    assert found.exit_code == 0, found.output
    assert "valid:" in found.output


def break_rule(monkeypatch: pytest.MonkeyPatch, game: AnyGame) -> None:
    """Let a roll bring money out of nowhere, which no invariant allows for long."""
    honest = type(game).play

    def play(self: Any, state: Any, seat: Any, move: Any, chance: Any) -> Step[Any]:
        step = honest(self, state, seat, move, chance)
        public = step.state.public
        players = {**public.players, seat: replace(public.players[seat], money=public.players[seat].money + 7)}
        return replace(step, state=replace(step.state, public=replace(public, players=players)))

    monkeypatch.setattr(type(game), "play", play)


def test_a_broken_rule_is_found_and_left_as_an_export_that_opens(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as broken:
        break_rule(broken, FORTUNA)
        code = fuzz.main([str(tmp_path), "--kind", "fortuna", "--players", "2", "--games", "1", "--jobs", "1"])
    said = capsys.readouterr()
    assert code == 1
    assert "1 failed" in said.out
    assert "FAILED fortuna-2-0-0" in said.err
    left = tmp_path / "fortuna-2-0-0"
    failure = (left / "failure.txt").read_text()
    assert "--again fortuna-2-0-0" in failure
    assert "AssertionError" in failure
    assert (left / "sheets.txt").read_text().startswith("open: ")
    found = CliRunner().invoke(pbem, ["verify", str(left)])
    assert found.exit_code == 1  # bytes and dice are right; the unbroken rules find what was broken
    assert "draws      ok" in found.output
    assert "position   failed" in found.output


def test_a_crash_of_the_rules_keeps_everything_before_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    honest, moves = type(FORTUNA).play, iter(range(10**6))

    def play(self: Any, state: Any, seat: Any, move: Any, chance: Any) -> Step[Any]:
        if next(moves) > 60:
            raise ZeroDivisionError("the rules are broken")
        return honest(self, state, seat, move, chance)

    with monkeypatch.context() as broken:
        broken.setattr(type(FORTUNA), "play", play)
        played = fuzz.play_case(Case("fortuna", 3, 0, 0), tmp_path)
    assert "the rules are broken" in played.failure
    assert len((tmp_path / "fortuna-3-0-0" / "log.jsonl").read_bytes().splitlines()) == played.entries > 10
    assert CliRunner().invoke(pbem, ["verify", str(tmp_path / "fortuna-3-0-0")]).exit_code == 0


def test_an_endless_game_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fuzz, "MOST_COMMANDS", 20)
    assert "no end after 20 commands" in fuzz.play_case(Case("fortuna", 2, 0, 0), tmp_path).failure


def test_a_rule_that_never_comes_back_is_broken_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def play(*_args: Any) -> Step[Any]:
        while True:
            pass

    monkeypatch.setattr(fuzz, "MOST_SECONDS", 1)
    monkeypatch.setattr(type(FORTUNA), "play", play)
    failure = fuzz.play_case(Case("fortuna", 2, 0, 0), tmp_path).failure
    assert "TimeoutError" in failure
    assert "in play" in failure


def test_a_right_sheet_that_is_refused_is_a_failure(table: Table) -> None:
    with pytest.raises(WrongError, match="a right sheet was refused"):
        table.submit(table.running.seats[0], Sheet("any", is_right=True))


def test_a_wrong_sheet_that_is_taken_is_a_failure(table: Table) -> None:
    with pytest.raises(WrongError, match="a wrong sheet was taken"):
        table.submit(table.running.seats[0], Sheet("clear", is_right=False))


def test_what_the_audit_finds_elsewhere_is_a_failure(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = sorted(table.met)
    monkeypatch.setattr(table, "met", {**table.met, sizes[-1]: table.met[sizes[-2]]})
    with pytest.raises(WrongError, match="the audit finds another position"):
        table.check_end()


def test_all_kinds_of_sheet_are_written(table: Table) -> None:
    running = [match for match in table.met.values() if match.phase == "running"]
    memory = [move for match in running for move in FORTUNA.moves(FORTUNA.view(match.state, match.waiting()[0].seat))]
    match = running[len(running) // 2]
    writer = Writer(Random(3), match, match.waiting()[0], memory)
    right = {write.__name__: write(writer).is_right for write, _weight in HABITS}
    assert all(right[name] for name in ("plain", "any", "numbered", "certain", "conditional"))
    assert not any(right[name] for name in ("garbage", "nothing"))
    assert {right[name] for name in ("alternatives", "chain", "plan")} == {None}


def test_a_campaign_takes_all_kinds_in_turn() -> None:
    cases = fuzz.cases_of(["fortuna"], [3, 4], games=2, seed=9)
    assert [str(case) for case in cases] == ["fortuna-3-9-0", "fortuna-4-9-0", "fortuna-3-9-1", "fortuna-4-9-1"]
    assert {case[:2] for case in fuzz.cases_of(find(), (), games=1, seed=0)} == set(EVERY)


def test_two_cores_find_what_one_finds(tmp_path: Path) -> None:
    cases = fuzz.cases_of(["fortuna"], [2], games=1, seed=2)
    found: list[list[Played]] = [sorted(fuzz.campaign(cases, tmp_path, jobs)) for jobs in (1, 2)]
    assert found[0] == found[1]


def test_a_number_of_players_that_nobody_plays_with_is_wrong_usage(tmp_path: Path) -> None:
    assert fuzz.main([str(tmp_path), "--players", "99"]) == 2
