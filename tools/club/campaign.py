"""A campaign: a club lives, is checked, and lives once more at a desk that ticks otherwise."""

import logging
import shutil
from collections.abc import Callable
from contextlib import closing
from itertools import chain
from pathlib import Path
from random import Random

from msgspec import Struct

from tools.club.checks import Tally, check_ends, check_exports, check_letters, check_time, compare, records, tally
from tools.club.office import Office, WrongError, furnish
from tools.club.people import make_people
from tools.club.simulation import Plan, Simulation, even, replay, uneven
from tools.club.world import BEGIN, DAY, World, living_in

Say = Callable[[str], None]
_EVERY = 25  # minutes, from tick to tick of the second desk
_STEP = 30  # days, from line to line
_TOLD = 20  # faults


class Outcome(Struct, frozen=True):
    """What a club came to: what happened in it, and what is wrong."""

    tally: Tally
    days: int
    mails: int
    letters: int
    downs: int
    wrong: tuple[str, ...]


def run(folder: Path, plan: Plan, say: Say) -> Outcome:
    """Let a club live in a new folder, and check everything."""
    folder.mkdir(parents=True)
    logging.basicConfig(filename=folder / "log", level=logging.WARNING)
    people = make_people(Random(plan.seed), days=plan.days)  # noqa: S311 - people, not secrets
    world = World(plan.seed)
    with living_in(world):
        furnish(folder / "first", people)
        shutil.copytree(folder / "first", folder / "second")
        club = Simulation(folder / "first", world, people, plan)
        with closing(club.office):
            wrong = _live(club, plan, say)
            found = records(club.office)
            end, lates = world.now, 0
            for game, record in found.items():
                late, faults = check_time(game, record, club.office.downs)
                lates += late
                wrong += faults
            say("verifying every export")
            wrong += chain(check_letters(club), check_exports(club.office, folder / "exports"))
    say("once more, by another rhythm")
    wrong += _live_again(folder / "second", club, plan, until=end, found=found)
    mails = sum(isinstance(one.what, bytes) for one in club.happened)
    days = (end - BEGIN) // DAY
    return Outcome(tally(found, lates), days, mails, club.letters.total(), len(club.office.downs), tuple(wrong[:_TOLD]))


def _live(club: Simulation, plan: Plan, say: Say) -> list[str]:
    told = -_STEP

    def progress(day: int, how: str) -> None:
        nonlocal told
        if day >= told + _STEP:
            told = day
            say(f"day {day} of {plan.days}: {how}")

    try:
        club.run(uneven(Random(plan.seed)), progress)  # noqa: S311 - a rhythm, not a secret
    except WrongError as error:
        return [str(error)]
    return list(check_ends(club.office))


def _live_again(folder: Path, club: Simulation, plan: Plan, *, until: int, found: dict[str, list[bytes]]) -> list[str]:
    world = World(plan.seed)
    with living_in(world), closing(Office(folder, world, None)) as office:
        replay(office, club.happened, even(_EVERY), until=until)
        return list(compare(found, records(office)))
