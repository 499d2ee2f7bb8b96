"""What a game tells its event."""

from pbem.record.events.checks.games import facts_of
from pbem.record.folder import split
from pbem.record.log.chain import read_log
from tests.record.sample import short


def test_a_game_without_an_opening_tells_nothing() -> None:
    lines = split(short()["log.jsonl"])
    assert facts_of(read_log(lines)) is not None
    assert facts_of(read_log([])) is None
    assert facts_of(read_log(lines[1:])) is None
