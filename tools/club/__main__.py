"""The command line of the simulated club."""

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import tools.club
from tools.club.campaign import Outcome, run
from tools.club.simulation import Plan


def main(given: Sequence[str] | None = None) -> int:
    """Run a campaign; 0 if nothing is wrong."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("tools.club", description=tools.club.__doc__, formatter_class=formatter)
    parser.add_argument("dir", metavar="DIR", type=Path, help="where the desks are, and stay if anything is wrong")
    parser.add_argument("--games", type=int, default=200, metavar="N")
    parser.add_argument("--days", type=int, default=730, metavar="N", help="at least 60, as much happens to the desk")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--rulings", type=int, default=1, metavar="N", help="so many times as many pauses, and more time"
    )
    asked = parser.parse_args(given)
    if asked.days < 60:
        parser.error("--days: at least 60")
    outcome = run(
        asked.dir, Plan(asked.games, asked.days, asked.seed, asked.rulings), lambda line: print(line, flush=True)
    )
    print("\n".join(summary(outcome)))
    if outcome.wrong:
        print(*(f"WRONG: {one}" for one in outcome.wrong), f"the desks are in {asked.dir}", sep="\n", file=sys.stderr)
        return 1
    shutil.rmtree(asked.dir)
    print("every game ended, nobody was late too early, no letter went out twice, every export verifies,")
    print("and another rhythm of ticks wrote the same bytes")
    return 0


def summary(outcome: Outcome) -> list[str]:
    """Tell in a few lines what happened."""
    tally, happened = outcome.tally, outcome.tally.happened
    games = ", ".join(f"{count} {name}" for name, count in sorted(tally.games.items()))
    lines = (
        (f"{tally.games.total()} games in {outcome.days} days", games),
        (f"{outcome.mails} mails", f"{outcome.letters} letters", f"{tally.entries} entries"),
        (
            f"{tally.lates} times late",
            f"{happened['cause late']} defaults played by time",
            f"{happened['cause ruling']} by the host",
            f"{happened['act substitute']} substitutes",
            f"{happened['act vacate']} seats vacated",
        ),
        (f"{outcome.downs} silences, two of them with a restore", f"{happened['act outage']} outages in records"),
        (
            f"{happened['word undo']} requests for a takeback",
            f"{happened['word agree']} consents",
            f"{happened['act back']} takebacks",
        ),
        (
            f"{happened['act leave']} leaves",
            f"{happened['act pause']} pauses",
            f"{happened['act extend']} extensions",
            f"{happened['word join']} joined by mail",
            f"{happened['word resign']} resigned",
        ),
    )
    return [", ".join(line) for line in lines]


if __name__ == "__main__":
    sys.exit(main())
