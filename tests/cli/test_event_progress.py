"""How far the verification of an event is: told on a terminal, and the line is gone when it is done."""

import os
import pty
import subprocess
import sys
from pathlib import Path

EVENT = Path(__file__).parents[1] / "vectors" / "events" / "accept" / "short"
VERIFY = (sys.executable, "-c", "from pbem.cli import main; main()", "verify", str(EVENT))


def test_on_a_terminal_draws_and_games_are_counted() -> None:
    screen, terminal = pty.openpty()
    done = subprocess.run(VERIFY, stdout=subprocess.PIPE, stderr=terminal, check=False)
    os.close(terminal)
    shown = os.read(screen, 65_536).decode()
    os.close(screen)
    assert done.returncode == 0
    assert "0/1 draws" in shown
    assert "1/2 games" in shown
    assert shown.endswith("\r\x1b[K")
    assert done.stdout.startswith(b"bytes      ok")


def test_elsewhere_nothing_is_told() -> None:
    done = subprocess.run(VERIFY, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
