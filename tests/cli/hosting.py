"""Running commands as a host would: in this process when it does not matter, as real processes where it does."""

import subprocess
from pathlib import Path

from click.testing import CliRunner, Result

from pbem.cli import main
from tests.desk.house import PBEM, surroundings


def pbem(desk: Path, *words: object, text: str | bytes | None = None) -> Result:
    """Run a command; whatever happens there is no traceback, and a no is told in lines that begin with `pbem:`."""
    result = CliRunner().invoke(main, ["--desk", str(desk), *map(str, words)], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert "Traceback" not in result.output
    assert not [letter for letter in result.output if not letter.isprintable() and letter != "\n"]
    return result


def done(desk: Path, *words: object, text: str | bytes | None = None) -> str:
    """Run a command that must succeed; returns what it said."""
    result = pbem(desk, *words, text=text)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def no(code: int, desk: Path, *words: object, text: str | bytes | None = None) -> str:
    """Run a command that must be refused with an exit code; returns its lines, the clear one first."""
    result = pbem(desk, *words, text=text)
    assert result.exit_code == code, (result.exit_code, result.output)
    assert result.stdout == ""
    assert result.stderr
    return result.stderr


def process(desk: Path, *words: object, text: bytes = b"", **options: object) -> "subprocess.CompletedProcess[bytes]":
    """Run a command as a process of its own, which leaves nothing but what it is told to.

    Where files may have few bytes alone, Python would keep half of what it compiled, and nobody could use that again.
    """
    command = [str(PBEM), "--desk", str(desk), *map(str, words)]
    env = surroundings(PYTHONDONTWRITEBYTECODE="1")
    ran = subprocess.run(command, input=text, capture_output=True, check=False, env=env, **options)  # type: ignore[call-overload]
    assert b"Traceback" not in ran.stderr, ran.stderr.decode()
    return ran  # type: ignore[no-any-return]
