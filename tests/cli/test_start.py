"""What a command loads: nothing that it does not use, so that it starts at once."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.bench.commands import make_desk, next_order

# Runs a command as `pbem` does, then says in the last line what was loaded for it.
RUN = """
import sys
from pbem.cli import main
try:
    main(sys.argv[1:], "pbem")
except SystemExit as left:
    print()
    print(left.code, *sys.modules)
"""
DATABASE = {"sqlalchemy", "sqlmodel", "pydantic"}
PAGES = {"jinja2", "markupsafe"}
MAIL = {"email", "imapclient", "imaplib", "smtplib", "ssl", "pbem.mail.signed", "pbem.mail.compose"}
KINDS = {"dkim", "pysequoia", "asn1crypto", "cryptography.x509"}
ODD = {"difflib", "importlib.resources", "logging.handlers", "xml", "http", "unittest", "asyncio"}
LIGHT = (
    "player list",
    "player mail NAME new@example.org",
    "game list",
    "game show fortuna",
    "game show fortuna --seat blue",
    "order fortuna NAME -",
    "order fortuna NAME - --preview",
    "game void fortuna --reason rain",
    "log fortuna",
    "log fortuna --json",
    "position fortuna --at 20",
    "position fortuna --seat blue --json",
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A desk with games, and a player who may send a sheet there."""
    made = make_desk(tmp_path_factory.mktemp("start") / "desk")
    name, sheet = next_order(made, "fortuna", "test")
    made.close()
    return made.folder, name, sheet


@pytest.fixture
def desk(played: tuple[Path, str, str], tmp_path: Path) -> tuple[Path, str, str]:
    """The same for each test, whatever the others did to theirs."""
    folder, name, sheet = played
    return Path(shutil.copytree(folder, tmp_path / "desk")), name, sheet


def loaded(desk: tuple[Path, str, str], command: str) -> set[str]:
    folder, name, sheet = desk
    words = [name if word == "NAME" else word for word in command.split()]
    ran = subprocess.run(
        [sys.executable, "-c", RUN, "--desk", str(folder), *words],
        input=sheet,
        text=True,
        capture_output=True,
        check=True,
    )
    code, *modules = ran.stdout.splitlines()[-1].split()
    assert code == "0", ran.stdout + ran.stderr
    return set(modules)


@pytest.mark.parametrize("command", LIGHT)
def test_a_command_loads_only_what_it_uses(desk: tuple[Path, str, str], command: str) -> None:
    modules = loaded(desk, command)
    assert "pbem.desk.store.store" in modules
    assert modules & (DATABASE | PAGES | MAIL | KINDS | ODD) == set()


@pytest.mark.parametrize("command", ["report fortuna --seat blue", "report fortuna --text"])
def test_a_report_loads_pages_and_no_mail(desk: tuple[Path, str, str], command: str) -> None:
    modules = loaded(desk, command)
    assert modules >= PAGES
    assert modules & (DATABASE | MAIL | KINDS) == set()


@pytest.mark.parametrize("command", ["mail poll", "mail send", "rebuild", "verify fortuna", "verify praetor --chain"])
def test_commands_on_mail_and_records_load_no_pages_and_no_tables(desk: tuple[Path, str, str], command: str) -> None:
    assert loaded(desk, command) & (DATABASE | PAGES | {"imapclient", "smtplib", "dkim", "pysequoia"}) == set()


@pytest.mark.parametrize("command", ["mail poll", "mail send", "verify fortuna"])
def test_what_reads_mail_is_loaded_when_there_is_a_mail(desk: tuple[Path, str, str], command: str) -> None:
    assert loaded(desk, command) & (MAIL | KINDS | {"pbem.desk.post.hearing.receiving"}) == set()


def test_only_the_rules_of_the_game_in_question_are_loaded(desk: tuple[Path, str, str]) -> None:
    modules = loaded(desk, "game show praetor")
    assert "pbem.games.praetor" in modules
    assert modules & {"pbem.games.fortuna", "pbem.games.alea"} == set()


def test_players_are_listed_without_any_rules(desk: tuple[Path, str, str]) -> None:
    assert loaded(desk, "player list") & {"pbem.games.fortuna", "pbem.games.alea", "pbem.games.praetor"} == set()


def test_a_new_desk_is_made_without_the_tables_it_was_written_from(tmp_path: Path) -> None:
    modules = loaded((tmp_path, "", ""), f"init {tmp_path / 'new'}")
    assert (tmp_path / "new" / "pbem.db").exists()
    assert modules & (DATABASE | PAGES | KINDS) == set()
