"""What all commands share: opening the desk, saying no in one clear line, reading text that comes from outside."""

import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from pbem.characters import is_printable
from pbem.desk.disk.named import write_named
from pbem.desk.errors import DeskError, RefusedError, UsageError
from pbem.mail.safe import clean
from pbem.record.errors import IntegrityError
from pbem.referee.match.errors import UnknownRulesError

F = TypeVar("F", bound=Callable[..., Any])

LINE = 300
_MOST_BYTES = 1_000_000


def with_desk(command: F) -> F:
    """Give a command the open desk as its first argument, and turn every no into lines and an exit code."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        from pbem.desk.desk import Desk

        folder: Path = click.get_current_context().find_root().obj
        with_desk_open = Desk(folder)
        try:
            return command(with_desk_open, *args, **kwargs)
        finally:
            with_desk_open.close()

    return saying_no(run)  # type: ignore[return-value]  # the desk is filled in


def saying_no(command: F) -> F:
    """Turn every no of the desk into lines and an exit code."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            result = command(*args, **kwargs)
            sys.stdout.flush()  # a full disk shows here, not when nobody listens any more
        except BrokenPipeError:
            raise  # whoever read our output has seen enough
        except OSError as error:
            _drop_output()
            fail(f"{error.filename or 'the output'}: {error.strerror or error}", 3)
        except RefusedError as error:
            _say_problems(error, str(kwargs.get("name", "")))
        except DeskError as error:
            fail(str(error), error.exit_code)
        except IntegrityError as error:
            fail(f"the record is broken: {error}", 3)
        except UnknownRulesError as error:
            fail(str(error), 3)
        else:
            return result

    return run  # type: ignore[return-value]  # same arguments, same result


def _drop_output() -> None:
    """Drop what could not be written: Python would try again at its end, and say so in words of its own."""
    try:
        sys.stdout.flush()
    except OSError:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())


def fail(text: str, code: int) -> None:
    """Say no, and leave."""
    for line in text.splitlines():
        click.echo(f"pbem: {clean(line, LINE)}", err=True)
    sys.exit(code)


def warn(text: str) -> None:
    """Say that something was done which may not be of use; nothing is said where there is no text."""
    if text:
        click.echo(f"pbem: warning: {clean(text, LINE)}", err=True)


def _say_problems(error: RefusedError, name: str) -> None:
    """Say why nothing was done: where the host acts for somebody by name, what is said speaks to that person."""
    to_whom = f"; {clean(name, LINE)} is told" if name else ""
    click.echo(f"pbem: nothing was done{to_whom}:", err=True)
    for problem in error.problems:
        place = f"line {problem.line}: " if problem.line else ""
        click.echo(f"  {place}{clean(problem.text, LINE)}", err=True)
        for nearest in problem.nearest:
            click.echo(f"      perhaps: {clean(nearest, LINE)}", err=True)
    sys.exit(error.exit_code)


def read_text(source: str) -> str:
    """Read a sheet from a file or, with `-`, from standard input; UsageError if it is no plain text."""
    raw = read_bytes(source)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{source}: byte {error.start + 1} is not UTF-8 text; save the sheet as UTF-8") from None


def read_bytes(source: str) -> bytes:
    """Read a file or, with `-`, standard input, up to a limit."""
    try:
        if source == "-":
            raw = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with Path(source).open("rb") as file:
                raw = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"cannot read {source}: {error.strerror}") from None
    if len(raw) > _MOST_BYTES:
        raise UsageError(f"{source} is larger than {_MOST_BYTES} bytes")
    return raw


def export_named(what: str) -> Path | None:
    """Return the folder of the export that a word means; None where it can only mean a game of the desk."""
    from pbem.record.folder import LOG

    folder = Path(what)
    if (folder / LOG).exists():
        return folder
    if "/" in what or what.startswith("."):
        raise UsageError(f"there is no game {what!r}, and no export of one: there is no {folder / LOG}")
    return None


def pairs(given: tuple[str, ...], example: str) -> dict[str, str]:
    """Read options of the form NAME=VALUE, each name once."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise UsageError(f"{text!r} is not of the form {example}")
        if name in found:
            raise UsageError(f"{name!r} is given twice")
        found[name] = value
    return found


def numbers(given: tuple[str, ...], example: str) -> dict[str, int]:
    """Read options of the form NAME=NUMBER, each name once."""
    found = {}
    for name, value in pairs(given, example).items():
        if not value.lstrip("-").isdecimal() or len(value) > 9:
            raise UsageError(f"{name}={value} is not of the form {example}")
        found[name] = int(value)
    return found


def read_reason(text: str) -> str:
    """Return a reason that people can read; UsageError if it is none."""
    if not text.strip() or len(text) > 500 or not is_printable(text):
        raise UsageError("a reason is 1 to 500 printable characters")
    return text.strip()


def write_text(target: str, text: str) -> None:
    """Write a file or, with `-`, to standard output; UsageError if it cannot be written there."""
    if target == "-":
        click.echo(text, nl=False)
        return
    if not target:
        raise UsageError("a file to write needs a name")
    write_output(target, text.encode())


def write_output(target: str, content: bytes) -> None:
    """Write a file that the user named; UsageError if it cannot be written."""
    try:
        write_named(Path(target), content)
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from None
