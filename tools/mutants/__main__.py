"""The command line of the campaign of mutants."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec import json

from pbem.phrases import counted
from tools.copying import HOME
from tools.mutants.making import Mutant, mutants_of
from tools.mutants.running import QUICK, Chosen, Outcome, Trial

GAMES = ("alea", "fortuna", "praetor")
RULES = tuple(f"pbem/games/{game}/**/*.py" for game in GAMES)
MODULES = (*RULES, "pbem/record", "pbem/referee", "pbem/mail", "pbem/desk/post/hearing/admission.py")
EVERYTHING: Chosen = ("tests",)
_ABOUT = """Change the code in one small place at a time, and see whether the tests notice.

A sample is chosen by a seed among all places of the modules. Each change is made in a copy of the tree. The tests of
the folder that mirrors the module run first. A list of mutants, a line for each, can be kept and run again.
"""


def main(given: Sequence[str] | None = None) -> int:
    """Run a campaign; 0 if enough mutants were killed."""
    asked = _parser().parse_args(given)
    mutants = read_list(asked.list) if asked.list else sample(asked.modules, asked.count, asked.seed)
    if not mutants:
        print(f"there is nothing to change in {' '.join(map(str, asked.modules))}", file=sys.stderr)
        return 2
    asked.dir.mkdir(parents=True, exist_ok=True)
    for old in asked.dir.glob("*.list"):
        old.unlink()
    chosen = ((*EVERYTHING, *QUICK),) if asked.quick else (EVERYTHING,) if asked.all else ()
    more = tuple((*tests, "-n", str(asked.jobs)) if asked.jobs > 1 else tests for tests in chosen)
    fates: Counter[str] = Counter()
    with TemporaryDirectory(prefix="pbem-mutants-") as folder:
        trial = Trial(Path(folder), more, is_near=not asked.quick)
        for outcome in map(trial.outcome, mutants):
            fates[outcome.fate] += 1
            print("\n".join(told(outcome)), flush=True)
            write_line(asked.dir / f"{outcome.fate}.list", outcome.mutant)
    return _finish(asked, fates)


def _parser() -> argparse.ArgumentParser:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("tools.mutants", description=_ABOUT, formatter_class=formatter)
    parser.add_argument("dir", metavar="DIR", type=Path, help="where the lists of killed and survived mutants are left")
    parser.add_argument(
        "modules",
        metavar="MODULE",
        nargs="*",
        default=MODULES,
        help="files and folders of pbem; else rules, record, referee, mail",
    )
    parser.add_argument("--count", type=int, default=100, metavar="N", help="how many changes (default: 100)")
    parser.add_argument("--seed", type=int, default=0, help="another number chooses others (default: 0)")
    parser.add_argument("--list", type=Path, metavar="FILE", help="run these mutants instead of a sample")
    parser.add_argument(
        "--least", type=int, default=90, metavar="PERCENT", help="so many must be noticed (default: 90)"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes for all tests, or all quick tests")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--all", action="store_true", help="run all tests on those that the nearest tests do not kill")
    which.add_argument("--quick", action="store_true", help="run the tests of `make quick`, and no others")
    return parser


def sample(modules: Iterable[str], count: int, seed: int) -> list[Mutant]:
    """Return so many mutants of some modules, no two of the same lines where there are enough others."""
    paths = sorted({path for module in modules for path in sources(module)})
    found = [mutant for path in paths for mutant in mutants_of(path, (HOME / path).read_text("utf-8"))]
    Random(seed).shuffle(found)  # noqa: S311 - the same seed chooses the same
    places: Counter[tuple[str, int]] = Counter()
    turns: list[tuple[int, Mutant]] = []
    for mutant in found:
        turns.append((places[mutant.path, mutant.line], mutant))
        places[mutant.path, mutant.line] += 1
    return [mutant for _, mutant in sorted(turns, key=lambda turn: turn[0])[:count]]


def sources(module: str) -> Iterator[str]:
    """Yield the paths of the modules that a file, a folder or a pattern means; drawings are left out."""
    found = (HOME / module).rglob("*.py") if (HOME / module).is_dir() else HOME.glob(module)
    yield from (path.relative_to(HOME).as_posix() for path in found if "picture" not in path.parts)


def read_list(path: Path) -> list[Mutant]:
    """Return the mutants of a list."""
    return [json.decode(line, type=Mutant) for line in path.read_bytes().splitlines()]


def write_line(path: Path, mutant: Mutant) -> None:
    """Add a mutant to a list."""
    with path.open("ab") as file:
        file.write(json.encode(mutant) + b"\n")


def told(outcome: Outcome) -> Iterator[str]:
    """Tell what became of a mutant; of one that survived the lines, too."""
    yield f"{outcome.fate:8} {outcome.mutant}  {outcome.test}".rstrip()
    if outcome.fate == "survived":
        yield from (f"       - {line.strip()}" for line in outcome.mutant.old.splitlines())
        yield from (f"       + {line.strip()}" for line in outcome.mutant.new.splitlines())


def _finish(asked: argparse.Namespace, fates: Counter[str]) -> int:
    killed = fates["killed"] + fates["timeout"]
    percent = 100 * killed / max(1, killed + fates["survived"])
    print(
        f"{counted(fates.total(), 'mutant', 'mutants')}: "
        + ", ".join(f"{count} {fate}" for fate, count in sorted(fates.items()))
    )
    if percent < asked.least:
        print(f"WRONG: {percent:.0f} % were killed, not {asked.least} %; the lists are in {asked.dir}", file=sys.stderr)
        return 1
    print(f"{percent:.0f} % were killed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
