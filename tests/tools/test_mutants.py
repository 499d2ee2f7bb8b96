"""Mutants: which there are of a source, that each is one change of the code, and what tests say of it."""

import ast
from pathlib import Path
from textwrap import dedent

import pytest

from tools.copying import HOME
from tools.mutants import __main__ as command
from tools.mutants import running
from tools.mutants.making import GoneError, Mutant, mutants_of, mutated

SOURCE = dedent('''
    """A module about 3 things."""

    LIMIT: "int | None" = 40


    def refuse(number: int = 5) -> bool:
        """Tell whether 7 is too many."""
        if number > LIMIT and not number == 1:
            raise ValueError(f"{number - 1} is more than {LIMIT + 1}" if number > 2 else "no")
        return number <= 10
''')
CHANGES = {
    'LIMIT: "int | None" = 41',
    'LIMIT: "int | None" = 39',
    "def refuse(number: int = 6) -> bool:",
    "def refuse(number: int = 4) -> bool:",
    "    if number >= LIMIT and not number == 1:",
    "    if number <= LIMIT and not number == 1:",
    "    if number > LIMIT and not number != 1:",
    "    if number > LIMIT and not number == 0:",
    "    if number > LIMIT and not number == 2:",
    "    if number > LIMIT and (number == 1):",
    "    if (number > LIMIT or not number == 1):",
    "    if (number > LIMIT or (not number == 1)):",
    "    if (number > LIMIT):",
    "    if (not number == 1):",
    "        pass",
    "    return number < 10",
    "    return number > 10",
    "    return number <= 11",
    "    return number <= 9",
}


def kept(mutant: Mutant) -> Path:
    """The module of a mutant."""
    return HOME / mutant.path


def test_what_people_read_makes_no_mutant_and_every_other_place_does() -> None:
    new = {mutant.new.rstrip("\n") for mutant in mutants_of("pbem/some.py", SOURCE)}
    assert new <= CHANGES
    assert len(new) == len(CHANGES) - 1  # of the two ways to write `or`


@pytest.mark.parametrize("path", ["pbem/referee/acts/takebacks.py", "pbem/games/praetor/course/scoring.py"])
def test_each_mutant_is_a_module_with_one_place_changed(path: str) -> None:
    source = (HOME / path).read_text("utf-8")
    mutants = mutants_of(path, source)
    assert len(mutants) > 30
    assert len({mutated(source, mutant) for mutant in mutants}) == len(mutants)
    for mutant in mutants:
        other = mutated(source, mutant)
        assert ast.dump(ast.parse(other)) != ast.dump(ast.parse(source)), mutant
        assert other.count("\n") <= source.count("\n")


def test_a_mutant_is_found_again_where_its_lines_have_moved() -> None:
    source = "a = 1\nb = a > 1\n"
    (mutant, *_others) = [one for one in mutants_of("pbem/some.py", source) if one.what == "> becomes >="]
    assert mutated(f"import os\n\n{source}c = a > 1\n", mutant) == "import os\n\na = 1\nb = a >= 1\nc = a > 1\n"
    with pytest.raises(GoneError):
        mutated("a = 1\nb = a > 2\n", mutant)


def test_the_same_seed_chooses_the_same_and_each_place_once() -> None:
    modules = ["pbem/record/law"]
    chosen = command.sample(modules, 40, 1)
    assert chosen == command.sample(modules, 40, 1) != command.sample(modules, 40, 2)
    assert len({(mutant.path, mutant.line) for mutant in chosen}) == 40
    assert {kept(mutant).parent.name for mutant in chosen} == {"law"}


def test_a_list_is_kept_as_it_is(tmp_path: Path) -> None:
    chosen = command.sample(["pbem/mail/dkim"], 5, 0)
    for mutant in chosen:
        command.write_line(tmp_path / "some.list", mutant)
    assert command.read_list(tmp_path / "some.list") == chosen


@pytest.mark.parametrize(
    ("path", "own", "folders"),
    [
        ("pbem/referee/acts/takebacks.py", "tests/referee/test_takebacks.py", ["tests/referee"]),
        ("pbem/record/law/seats.py", "tests/record/law/test_seats.py", ["tests/record/law", "tests/record"]),
        ("pbem/games/kit/base.py", "tests/games/test_base.py", ["tests/games"]),
        ("pbem/phrases.py", "", ["tests"]),
    ],
)
def test_the_tests_near_a_module_are_those_of_its_name_and_those_in_its_folders(
    path: str, own: str, folders: list[str]
) -> None:
    named = [(own,)] if own else []
    quick = [(folder, *running.QUICK) for folder in folders]
    assert running.near(HOME, path) == (*named, *quick, (folders[-1],))


def little(folder: Path) -> None:
    """A project of one module and one test."""
    for name, text in {
        "pbem/__init__.py": "",
        "pbem/age.py": "def is_grown(age: int) -> bool:\n    return age >= 18\n",
        "tests/test_age.py": "from pbem.age import is_grown\n\n\ndef test_age():\n    assert is_grown(18)\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


@pytest.fixture
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The little project needs no plugin."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setattr(running, "copy_tree", little)


@pytest.mark.usefixtures("_plain")
def test_a_campaign_tells_what_survives_and_leaves_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    little(tmp_path)
    source = (tmp_path / "pbem/age.py").read_text("utf-8")
    for mutant in mutants_of("pbem/age.py", source):
        if mutant.what in (">= becomes >", "18 becomes 17"):
            command.write_line(tmp_path / "some.list", mutant)
    asked = [str(tmp_path / "left"), "--list", str(tmp_path / "some.list")]
    assert command.main([*asked, "--least", "51"]) == 1
    told = capsys.readouterr()
    (survived,), (killed,) = (command.read_list(tmp_path / "left" / f"{fate}.list") for fate in ("survived", "killed"))
    assert (survived.new, killed.new) == ("    return age >= 17\n", "    return age > 18\n")
    assert "survived pbem/age.py:2 18 becomes 17\n       - return age >= 18\n       + return age >= 17\n" in told.out
    assert "killed   pbem/age.py:2 >= becomes >  tests/test_age.py::test_age\n" in told.out
    assert "2 mutants: 1 killed, 1 survived\n" in told.out
    assert "WRONG: 50 % were killed, not 51 %" in told.err


@pytest.mark.parametrize(
    ("path", "old"), [("pbem/age.py", "    return age > 17\n"), ("pbem/years.py", "    return age >= 18\n")]
)
def test_a_mutant_whose_lines_are_not_there_any_more_is_gone_and_counts_for_nothing(
    path: str, old: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(running, "copy_tree", little)
    command.write_line(tmp_path / "old.list", Mutant(path, 2, "some change", old, "    return True\n"))
    assert command.main([str(tmp_path / "left"), "--list", str(tmp_path / "old.list"), "--least", "0"]) == 0
    assert "1 mutant: 1 gone\n" in capsys.readouterr().out


def test_tests_that_fail_without_any_mutant_say_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def red(folder: Path) -> None:
        little(folder)
        (folder / "tests/test_age.py").write_text("def test_age():\n    assert False\n", "utf-8")

    monkeypatch.setattr(running, "copy_tree", red)
    trial = running.Trial(tmp_path)
    mutant = mutants_of("pbem/age.py", (tmp_path / "pbem/age.py").read_text("utf-8"))[0]
    with pytest.raises(running.RedError, match=r"without any mutant tests/test_age\.py::test_age fails"):
        trial.outcome(mutant)


def test_the_rules_of_games_are_changed_in_every_room_but_their_drawings_are_not() -> None:
    found = {path for module in command.MODULES for path in command.sources(module)}
    assert {"pbem/games/fortuna/law/law.py", "pbem/games/alea/course/turn.py", "pbem/record/verdict/verify.py"} <= found
    assert not any("/picture/" in path for path in found)


def test_a_folder_without_code_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([str(tmp_path / "out"), "pbem/mail/blok"]) == 2
    assert "there is nothing to change in pbem/mail/blok" in capsys.readouterr().err
