"""Games with a pace that the referee led at random, counted again by tools/verify.py, which knows nothing of him."""

import pytest

from pbem.record.folder import join
from tests.record.test_vectors import verify_by_tool
from tests.referee.bench import AT, BLUE, GREEN, RED, Bench
from tests.referee.test_settling import DAY, HOUR, PACE, THREE, Club, every


def told(bench: Bench) -> dict[str, str]:
    """Return what the small verifier says of a record."""
    files = {"log.jsonl": join([entry.raw for entry in bench.entries])}
    return {check: verdict for check, verdict, _words in verify_by_tool(files)}


@pytest.mark.parametrize("seed", range(25))
def test_a_stranger_finds_every_deadline_of_a_game_that_was_led(seed: int) -> None:
    bench = Club(seed).play(every(DAY))
    found = told(bench)
    assert (found["chain"], found["seats"], found["clock"]) == ("ok", "ok", "ok")
    assert "FAILED" not in found.values()
    kinds = [entry.body["kind"] for entry in bench.entries]
    assert kinds.count("clock") > 0


def test_a_stranger_finds_those_of_hosted_seats_too() -> None:
    bench = Bench("toy", THREE, pace=PACE, hosted=("green",))
    bench.at(2 * DAY)  # green, who chooses first, is late; the others are asked then
    assert bench.match.clocks is not None
    assert bench.match.clocks.due("red") == AT + 2 * DAY + HOUR
    for seat in (RED, BLUE):
        bench.play(seat, "bid 1")
    bench.at(2 * DAY + 601)
    moves = {entry.body["seat"]: entry.body["cause"] for entry in bench.entries if entry.body["kind"] == "move"}
    assert moves[GREEN] == "late"
    assert told(bench)["clock"] == "ok"
    bench.assert_sound()
