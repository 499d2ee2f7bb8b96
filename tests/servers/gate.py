"""A gate for pipe delivery: what Postfix pipes into it is given to a command, whose exit code goes back.

Postfix runs no command as root, and others often cannot read root's Python; so the gate is a script that anybody can
run, and the command is run on our side of it.
"""

import os
import shutil
import subprocess
from pathlib import Path
from threading import Thread

OWNER = "nobody"
_TRY_LATER = 75
_SCRIPT = """\
#!/bin/sh
cat >{folder}/mail && echo mail >{folder}/ask && read code <{folder}/answer && exit "$code"
exit 75
"""


class Gate:
    """Where piped mail comes out, one at a time; with nobody behind it, it is to be tried later."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        shutil.chown(folder, OWNER)
        self.command = folder / "gate"
        self.command.write_text(_SCRIPT.format(folder=folder))
        self.command.chmod(0o755)
        self.behind: tuple[list[str], dict[str, str]] | None = None  # a command and its environment
        self.codes: list[int] = []
        self._mail = folder / "mail"
        self._ask, self._answer = _fifo(folder / "ask"), _fifo(folder / "answer")
        self._thread = Thread(target=self._serve)

    def open(self) -> None:
        """Begin to take mail."""
        self._thread.start()

    def close(self) -> None:
        """End; the server must have ended before."""
        if self._thread.is_alive():
            os.write(self._ask, b"end\n")
            self._thread.join()
        for fifo in (self._ask, self._answer):
            os.close(fifo)

    def _serve(self) -> None:
        while os.read(self._ask, 5) == b"mail\n":
            code = self._run()
            self.codes.append(code)
            os.write(self._answer, b"%d\n" % code)

    def _run(self) -> int:
        if self.behind is None:
            return _TRY_LATER
        command, surroundings = self.behind
        with self._mail.open("rb") as mail:
            return subprocess.run(command, env=surroundings, stdin=mail, capture_output=True, check=False).returncode


def _fifo(path: Path) -> int:
    os.mkfifo(path)
    shutil.chown(path, OWNER)
    return os.open(path, os.O_RDWR)  # so that neither side ever waits to open it
