"""See the project as a stranger does: a bare Debian, what README names, a clone, and the commands of README.

    python3 -m tools.fresh                                  # what `make fresh` does
    python3 -m tools.fresh --strange                        # as another user, under everything strange at once
    python3 -m tools.fresh --strange east --strange umask   # under these conditions
    python3 -m tools.fresh --debian trixie                  # in another release of Debian
    python3 -m tools.fresh --run 'CI=true bash .ci/run'     # another command than those of README

It needs root and debootstrap. What was downloaded stays in the folder; the system is a new one every time.
"""

import argparse
import os
import shutil
import sys
import time
from pathlib import Path

from tools.fresh.borrowed import mirror, python
from tools.fresh.conditions import CONDITIONS, together
from tools.fresh.guest import Guest
from tools.fresh.inside import LEFT
from tools.fresh.system import ROOT, downloaded, unpacked

_PLACE = ROOT / "build" / "fresh"
_COMMANDS = ["make demo", "make quick", "make test"]  # the first two with nothing but what README names


def main() -> int:
    """Make a system, run the commands in it, and say how it went."""
    asked = _asked()
    if os.geteuid():
        print("fresh: only root can make a system in a folder", file=sys.stderr)
        return 2
    place: Path = asked.place.resolve()
    place.mkdir(parents=True, exist_ok=True)
    settings = python()
    began = time.monotonic()
    system = unpacked(downloaded(place, mirror(asked.debian)), place / "system", settings)
    try:
        guest = Guest(place, system, settings, together(_conditions(asked.strange)))
        guest.move_in()
        told = [f"a new system: {time.monotonic() - began:.0f} s"]
        codes = [_timed(guest, command, told) for command in asked.run or _COMMANDS]
    finally:
        shutil.rmtree(system)
    print("\n".join(f"fresh: {line}" for line in told))
    print("fresh: RED" if any(codes) else "fresh: GREEN")
    return 1 if any(codes) else 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m tools.fresh", description="Run the project in a bare Debian.")
    parser.add_argument("--place", type=Path, default=_PLACE, help="the folder to work in (default: %(default)s)")
    parser.add_argument("--debian", default="", help="a release of Debian (default: that of this machine)")
    names = ", ".join(CONDITIONS)
    what = f"a condition ({names}), several times if you like; without a name, all of them"
    parser.add_argument("--strange", action="append", nargs="?", const="", choices=["", *CONDITIONS], help=what)
    parser.add_argument("--run", action="append", help="a command, instead of those of README")
    return parser.parse_args()


def _conditions(names: list[str] | None) -> list[str]:
    return list(CONDITIONS) if names and "" in names else names or []


def _timed(guest: Guest, command: str, told: list[str]) -> int:
    """Run a command, and tell how long it took and how it ended."""
    print(f"fresh: {command}", flush=True)
    began = time.monotonic()
    code = guest.run(command)
    ends = {0: "ended well", LEFT: "left processes running"}
    told.append(f"{command}: {time.monotonic() - began:.0f} s, {ends.get(code, f'failed with {code}')}")
    return code


if __name__ == "__main__":
    sys.exit(main())
