"""The documentation is true: commands exist, options are told, examples run, links lead somewhere."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shlex import quote

import click
import pytest

from pbem.cli import main
from pbem.games.found import find, named

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def commands(group: click.Group, path: tuple[str, ...] = ("pbem",)) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


ALL = dict(commands(main))


@pytest.mark.parametrize("name", ALL)
def test_every_command_and_option_is_documented(name: str) -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    entry = re.search(rf"`{re.escape(name)}[ `](?:.|\n)*?(?=\n\* |\n#|\Z)", page)
    assert entry, f"docs/commands.md does not explain `{name}`"
    for parameter in ALL[name].params:
        for option in parameter.opts if isinstance(parameter, click.Option) else ():
            assert option in entry[0], f"docs/commands.md does not explain {option} of `{name}`"


@pytest.mark.parametrize("name", ALL)
def test_every_command_teaches_in_its_help(name: str) -> None:
    command = ALL[name]
    assert command.help
    assert len(command.help.split()) > 4
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{parameter.opts} of {name} has no help"


def examples(page: str = "README.md") -> list[str]:
    return re.findall(r"```sh\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)


def run(script: str, folder: Path) -> str:
    """Run an example as somebody would who pastes it; returns what it said."""
    binaries = quote(str(Path(sys.executable).parent))
    whole = f'set -euo pipefail\nexport PATH={binaries}:"$PATH"\n{script}'
    ran = subprocess.run(["bash", "-c", whole], cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.parametrize("number", range(len(examples())))
def test_the_examples_of_the_readme_run(number: int, tmp_path: Path) -> None:
    assert "valid: " in run(examples()[number], tmp_path)


def test_the_example_of_a_club_runs(tmp_path: Path) -> None:
    (example,) = examples("docs/club.md")
    said = run(example, tmp_path)
    assert "kept: f1, blue: join" in said
    answered = {word: said.count(f"answered: a word to the desk: {word}") for word in ("games", "watch", "volunteer")}
    assert answered == {"games": 1, "watch": 1, "volunteer": 1}
    assert "answered: a word to the desk: leave" in said
    assert "orders     2 checked by their signatures" in said
    assert "valid: " in said


def test_the_signed_example_of_the_readme_ends_in_a_checked_signature(tmp_path: Path) -> None:
    said = run(examples()[1], tmp_path)
    assert "kept: f2, blue: a plan" in said
    assert "known: " in said
    assert "orders     1 checked by their signatures, 1 attested" in said


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_that_exist(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_links_are_looked_at_at_all() -> None:
    assert sum(len(re.findall(r"\]\(", page.read_text(encoding="utf-8"))) for page in PAGES) > 5


@pytest.mark.parametrize("key", find())
def test_every_game_has_a_page_with_its_seats_and_options(key: str) -> None:
    page = (ROOT / "docs" / "games" / f"{key}.md").read_text(encoding="utf-8")
    meta = named(key).meta
    for word in (*meta.seats, *(option.name for option in meta.options)):
        assert f"`{word}`" in page, f"docs/games/{key}.md does not tell of {word}"


def test_the_example_of_an_event_runs(tmp_path: Path) -> None:
    said = run(examples("docs/events.md")[0], tmp_path)
    assert "games      4 of 4 valid" in said
    assert said.splitlines()[-1].startswith("valid: ")
