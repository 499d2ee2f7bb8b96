"""Several processes at one desk, and processes that are killed: no order is lost, none is done twice."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.records.remaking.rebuild import rebuild
from tests.desk.house import (
    BLUE,
    GAME,
    HOLDERS,
    ORANGE,
    head_of,
    legal,
    match_of,
    opened,
    rows,
    signed_mail,
    surroundings,
)

ORDER = """
import sys
from pathlib import Path
from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.post.hearing.receiving import receive

desk = Desk(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for number in range(int(sys.argv[2])):
    try:
        if sys.argv[3] == "mail":
            print(receive(desk, Path(sys.argv[4]).read_bytes()).verdict, flush=True)
        else:
            order(desk, "f1", sys.argv[3], sys.argv[4])
            print("played", flush=True)
    except DeskError as error:
        print("refused" if error.exit_code == 1 else repr(error), flush=True)
"""

STREAM = """
import sys
from pathlib import Path
from random import Random
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.desk.desk import Desk

desk = Desk(Path(sys.argv[1]))
def tell(match):
    print(match.head.size, match.head.hash.hex(), flush=True)
play_bots(desk, "f1", Bots("random", frozenset({"blue", "orange"}), Random(), 10_000), tell)
"""


def start(script: str, *args: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", script, *map(str, args)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=surroundings(), bufsize=1
    )


def together(*processes: "subprocess.Popen[str]") -> list[list[str]]:
    """Let processes go at the same moment; returns what each said."""
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    said = [process.communicate(timeout=120)[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes)
    return said


def test_two_seats_ordering_at_once_both_have_their_effect(fresh: Desk, folder: Path) -> None:
    texts = {seat: legal(fresh, seat)[0] for seat in (BLUE, ORANGE)}
    said = together(*(start(ORDER, folder, 1, HOLDERS[seat], text) for seat, text in texts.items()))
    assert said == [["played"], ["played"]]
    fresh.remembered.clear()
    with fresh.store.read() as look:
        moves = [raw for raw in look.records.raws(GAME) if b'"kind":"move"' in raw]
    for seat, text in texts.items():
        own = [raw for raw in moves if f'"seat":"{seat}"'.encode() in raw]
        assert f'"text":"{text}"'.encode() in own[0]
    assert verify_game(fresh, GAME).ok


def test_two_processes_ordering_for_one_seat_never_break_the_chain(running: Desk, folder: Path) -> None:
    before, text = head_of(running).size, legal(running, BLUE)[0]
    said = together(*(start(ORDER, folder, 3, "Anna", text) for _ in range(2)))
    assert {word for words in said for word in words} <= {"played", "refused"}
    assert "played" in said[0] + said[1]
    running.remembered.clear()
    assert head_of(running).size > before
    assert verify_game(running, GAME).ok
    assert rebuild(running) == []


def test_a_mail_that_two_processes_receive_at_once_is_acted_on_once(
    running: Desk, folder: Path, tmp_path: Path
) -> None:
    raw = tmp_path / "mail.eml"
    raw.write_bytes(signed_mail(running, BLUE, legal(running, BLUE)[0]))
    said = together(*(start(ORDER, folder, 2, "mail", raw) for _ in range(2)))
    assert sorted(said[0] + said[1]) == ["known", "known", "known", "played"]
    assert len(rows(folder)["mail"]) == 1
    assert verify_game(running, GAME).ok


@pytest.mark.parametrize("acknowledged", [1, 4, 9])
def test_what_was_acknowledged_before_a_kill_is_in_the_record(fresh: Desk, folder: Path, acknowledged: int) -> None:
    fresh.close()
    process = start(STREAM, folder)
    assert process.stdout
    said = [process.stdout.readline().split() for _ in range(acknowledged)]
    os.kill(process.pid, signal.SIGKILL)
    said += [line.split() for line in process.communicate()[0].splitlines() if len(line.split()) == 2]
    assert process.returncode == -signal.SIGKILL
    with opened(folder) as desk:
        with desk.store.read() as look:
            for size, hash_ in said:
                found = look.records.hash_of(GAME, int(size) - 1)
                assert found
                assert found.hex() == hash_
        assert verify_game(desk, GAME).ok
        assert rebuild(desk) == []
        assert match_of(desk).phase == "running"
