"""What holds in the whole house and the import linter cannot see: games know nothing of each other, nothing forks."""

import ast
from pathlib import Path

import pytest

import pbem.games
from pbem.games.found import find

HOME = Path(pbem.games.__file__).parent
KIT = [*(HOME / "kit").rglob("*.py"), *(HOME / "drawing").rglob("*.py")]
CONTRACT = (HOME / "contract").rglob("*.py")
SHARED = {f"pbem.games.{path.stem}" for path in HOME.glob("*.py")}
SHARED |= {
    ".".join(path.relative_to(HOME.parent.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in [*KIT, *CONTRACT]
}

WORDS = {"pbem", "pbem.phrases", "pbem.sections"}  # tables of words, which lie beside the games


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by dots"
            module = node.module or ""
            found |= {
                f"{module}.{name.name}" if module == f"pbem.games.{path.parent.name}" else module for name in node.names
            }
    return found


def stranger(name: str, own: str) -> str:
    """Return why a game may not import something of ours; empty if it may."""
    if name in SHARED or name == own or name.startswith(f"{own}."):
        return ""
    if name == "pbem.games":
        return "pbem.games: name the module itself, as in `from pbem.games.kit.svg import text`"
    return f"{name}, which is neither the game's own nor the kit's"


@pytest.mark.parametrize("game", find())
def test_a_game_imports_the_contract_and_itself_and_nothing_else_of_ours(game: str) -> None:
    seen = set()
    for path in (HOME / game).rglob("*.py"):
        for name in imports(path):
            if name.startswith("pbem"):
                seen.add(name)
                why = stranger(name, f"pbem.games.{game}")
                assert not why, f"{path.name} imports {why}"
    assert "pbem.games.game" in seen


def test_who_imports_the_house_of_games_is_told_to_name_the_module(tmp_path: Path) -> None:
    module = tmp_path / "game.py"
    module.write_text(
        "from pbem.games import svg\nfrom pbem.games.kit.rows import listed\nfrom pbem.record import fair\n"
    )
    assert imports(module) == {"pbem.games", "pbem.games.kit.rows", "pbem.record"}
    assert "name the module itself" in stranger("pbem.games", "pbem.games.market")
    assert stranger("pbem.games.kit.rows", "pbem.games.market") == ""
    assert stranger("pbem.record", "pbem.games.market")
    assert stranger("pbem.games.alea.law.law", "pbem.games.market")


def test_the_kit_imports_no_game() -> None:
    for path in KIT:
        ours = {name for name in imports(path) if name.startswith("pbem")}
        strange = ours - SHARED - WORDS
        assert not strange, f"{path.name} imports {strange}"


@pytest.mark.parametrize("game", [*find(), "drawing", "kit"])
def test_a_game_has_no_clock_no_entropy_and_no_sockets(game: str) -> None:
    forbidden = {"time", "datetime", "secrets", "socket", "os", "subprocess", "sqlite3"}
    for path in (HOME / game).rglob("*.py"):
        assert not {name.split(".")[0] for name in imports(path)} & forbidden, path.name


def test_work_is_shared_out_alike_on_every_python_among_processes_that_share_nothing_of_ours() -> None:
    """What Python takes by itself differs: before 3.14 it forks, with open files and connections."""
    begun = [
        (path.name, [ast.unparse(given) for given in node.args])
        for path in HOME.parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "ProcessPoolExecutor"
    ]
    assert begun
    assert [(name, given) for name, given in begun if "get_context('spawn')" not in given] == []
