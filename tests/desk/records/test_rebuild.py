"""Rebuilding game by game: nobody waits for all of it, and wherever it is stopped the desk works."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.records.remaking.rebuild import rebuild
from pbem.record.errors import IntegrityError
from tests.desk.house import GAME, HOLDERS, ORANGE, garble, match_of, opened, play, rows, surroundings, tamper

GAMES = [GAME, "f2", "f3"]

KILLED = """
import os
import signal
import sys
from pathlib import Path
from pbem.desk.desk import Desk
from pbem.desk.matches.letters.decisions import project
from pbem.desk.records.remaking import rebuild

left = int(sys.argv[2])

def stop(change, match, contents):
    global left
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    left -= 1
    project(change, match, contents)

rebuild.project = stop
rebuild.rebuild(Desk(Path(sys.argv[1])))
"""


@pytest.fixture
def three(running: Desk) -> Desk:
    """A desk with a game in its middle and two that have just begun."""
    for game in GAMES[1:]:
        new_game(running, NewGame("fortuna", {str(seat): name for seat, name in HOLDERS.items()}, game))
    return running


@pytest.mark.parametrize("whole", range(len(GAMES)))
def test_a_rebuild_that_is_killed_within_a_game_leaves_every_game_old_or_new(
    three: Desk, folder: Path, whole: int
) -> None:
    right, size = rows(folder, "snapshot"), match_of(three).head.size
    three.close()
    assert tamper(folder, "UPDATE seat SET name = 'Mallory' WHERE seat = 'blue'") == len(GAMES)
    damaged = rows(folder)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(folder), str(whole)], env=surroundings(), check=False, timeout=120
    )
    assert killed.returncode == -signal.SIGKILL
    found = rows(folder)
    for table in ("seat", "game"):
        made = [row for row in right[table] if row[0] in GAMES[:whole]]
        left = [row for row in damaged[table] if row[0] in GAMES[whole:]]
        assert found[table] == sorted(made + left)
    kept = [row for row in found["snapshot"] if row[0] in GAMES[whole:]]
    assert kept == [row for row in damaged["snapshot"] if row[0] in GAMES[whole:]]
    with opened(folder) as desk:
        assert play(desk, 2).head.size > size
        assert rebuild(desk) == [f"seat: {game}" for game in GAMES[whole:]]
        assert rebuild(desk) == []
        assert all(verify_game(desk, game).ok for game in GAMES)


def test_others_play_on_between_two_games(three: Desk, folder: Path) -> None:
    sizes = [match_of(three).head.size]
    told = []

    def progress(done: int, of: int) -> None:
        told.append((done, of))
        with opened(folder) as other:
            sizes.append(play(other, 1).head.size)

    assert rebuild(three, progress) == []
    assert told == [(0, 3), (1, 3), (2, 3)]
    assert sizes == sorted(set(sizes))
    assert match_of(three).head.size == sizes[-1]
    assert rebuild(three) == []


def test_a_broken_record_stays_as_it_is_and_those_before_it_are_made_again(three: Desk, folder: Path) -> None:
    right = rows(folder)["seat"]
    garble(folder, b"blue", b"bleu", "seq = 1 AND game = 'f2'")
    assert tamper(folder, "DELETE FROM seat WHERE seat = ?", ORANGE) == len(GAMES)
    with pytest.raises(IntegrityError):
        rebuild(three)
    orange = [row[0] for row in rows(folder)["seat"] if row[1] == ORANGE]
    assert orange == [GAME]
    assert [row for row in rows(folder)["seat"] if row[0] == GAME] == [row for row in right if row[0] == GAME]


def test_what_people_are_known_by_is_made_again(running: Desk, folder: Path) -> None:
    right = rows(folder)
    assert tamper(folder, "UPDATE known_by SET what = 'called/mallory' WHERE what = 'called/anna'") == 1
    assert tamper(folder, "DELETE FROM known_by WHERE name = 'Bruno'") > 1
    assert rebuild(running) == ["known_by: Anna", "known_by: Bruno"]
    assert rows(folder, "snapshot")["known_by"] == right["known_by"]
    assert rebuild(running) == []
