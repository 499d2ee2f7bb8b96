"""The command line of the killer of daemons."""

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import tools.crash
from tools.crash.killing import run
from tools.crash.twin import WrongError


def main(given: Sequence[str] | None = None) -> int:
    """Run a campaign; 0 if nothing was found."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("tools.crash", description=tools.crash.__doc__, formatter_class=formatter)
    parser.add_argument("dir", metavar="DIR", type=Path, help="where the desk is, and stays if anything is wrong")
    parser.add_argument("--kills", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that share the work")
    parser.add_argument(
        "--store",
        default="sqlite",
        metavar="sqlite|postgresql|URL",
        help="a file; a server of its own that is thrown away, and killed at times; or an empty PostgreSQL database",
    )
    asked = parser.parse_args(given)
    try:
        tally = run(asked.dir, kills=asked.kills, seed=asked.seed, workers=asked.workers, store=asked.store)
    except WrongError as error:
        print(f"WRONG: {error}; the desk is in {asked.dir}", file=sys.stderr)
        return 1
    shutil.rmtree(asked.dir)
    print(
        f"{tally.kills} kills, {tally.mails} mails: {tally.orders} sheets used in the records, "
        f"{tally.pending} pending, {tally.refused} refused; {tally.letters} letters; nothing lost, nothing doubled"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
