"""What must be true of a club when its last game is over."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct, json

from pbem.desk.records.checks.game_verdict import verify_files
from pbem.desk.records.folders.exporting import export
from tools.club.deadlines import Entry, reckon
from tools.club.office import Office
from tools.club.simulation import Simulation
from tools.club.world import told

_STRANGER = Path(__file__).parents[1] / "verify.py"
_SHOWN = 300  # letters of an entry
_PHASES = ("seating", "running", "over", "void")


class Tally(Struct, frozen=True):
    """What happened in a club, counted from its records."""

    games: Counter[str]  # by title and phase
    entries: int
    lates: int  # by sums of our own
    happened: Counter[str]  # acts, words and causes


def records(office: Office) -> dict[str, list[bytes]]:
    """Return the records of all games."""
    return {game: office.record(game) for game in office.games(*_PHASES)}


def check_ends(office: Office) -> Iterator[str]:
    """Tell which games have not ended, or are void although somebody was left to play."""
    for game in office.games("seating", "running"):
        yield f"{game} has not ended"
    for game in office.games("void"):
        yield from check_void(game, office.record(game))


def check_void(game: str, record: Sequence[bytes]) -> Iterator[str]:
    """Tell whether a void game had begun, and somebody still held a seat."""
    entries: list[Entry] = [json.decode(raw) for raw in record]
    holders = {entry["seat"]: entry["name"] for entry in entries if entry["kind"] == "seat"}
    left = sorted(seat for seat, name in holders.items() if name)
    if left and any(entry["kind"] == "start" for entry in entries):
        yield f"{game} is void, and had begun, and {', '.join(left)} had not left"


def check_letters(club: Simulation) -> Iterator[str]:
    """Tell which letters went out twice: by their ids, or with the same words to the same reader."""
    for name, count in club.letters.items():
        if count > 1:
            yield f"the letter {name} went out {count} times"
    for (to, game, _digest), count in club.texts.items():
        # Who asks twice how things stand is told so twice; nobody gets anything twice for which he did not ask.
        if game and count > 1 + club.words[to, game]:
            yield f"{to} was told the same {count} times in {game}"


def check_time(game: str, record: Sequence[bytes], downs: Sequence[tuple[int, int]]) -> tuple[int, list[str]]:
    """Reckon the deadlines of a game anew, and hold its outages against when the desk was down; counts who was late."""
    entries: list[Entry] = [json.decode(raw) for raw in record]
    if entries[0]["pace"] is None:
        return 0, []
    reckoner = reckon(entries)
    wrong = [*reckoner.wrong, *_check_outages(entries, downs)]
    return reckoner.lates, [f"{game}: {what}" for what in wrong]


def _check_outages(entries: Sequence[Entry], downs: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Tell which silences of the desk stopped no clock, and which stops were no silence."""
    begun = next((entry["at"] for entry in entries if entry["kind"] == "start"), None)
    if begun is None:
        return
    outages = [(one["from"], one["to"]) for one in entries if one.get("act") == "outage" and not one["seat"]]
    for begin, end in downs:
        if begun <= begin and entries[-1]["at"] > end and end - begin >= entries[0]["pace"]["outage"]:
            stood = sum(max(0, min(end, to) - max(begin, since)) for since, to in outages)
            if stood != end - begin:
                span = f"{told(begin)} to {told(end)}"
                yield f"the desk was silent from {span}, and clocks stood for {stood} seconds of it"
    for since, to in outages:
        if all(to <= begin or end <= since for begin, end in downs):
            yield f"clocks stood from {told(since)} to {told(to)}, when the desk was there"


def check_exports(office: Office, folder: Path) -> Iterator[str]:
    """Tell which exports do not verify, by pbem or by a stranger."""
    for game in office.games("over", "void"):
        path = export(office.desk, game, folder / game)
        verified = verify_files(path)
        if not verified.ok:
            yield f"the export of {game} does not verify: {verified.first_bad}"
        done = subprocess.run([sys.executable, _STRANGER, path], capture_output=True, text=True, check=False)
        if done.returncode:
            yield f"tools/verify.py says of {game}: {done.stdout}{done.stderr}"


def compare(first: dict[str, list[bytes]], second: dict[str, list[bytes]]) -> Iterator[str]:
    """Tell where two desks have written other records."""
    if first.keys() != second.keys():
        yield f"other games: {sorted(first.keys() ^ second.keys())}"
    for game, record in first.items():
        other = second.get(game, [])
        if record != other:
            same = next((at for at, pair in enumerate(zip(record, other, strict=False)) if pair[0] != pair[1]), None)
            at = min(len(record), len(other)) if same is None else same
            yield f"{game} differs from entry {at} on: {_shown(record, at)} and {_shown(other, at)}"


def _shown(record: Sequence[bytes], at: int) -> str:
    return record[at].decode()[:_SHOWN] if at < len(record) else "nothing"


def tally(found: dict[str, list[bytes]], lates: int) -> Tally:
    """Count what happened."""
    games: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    for record in found.values():
        entries: list[Entry] = [json.decode(raw) for raw in record]
        games[f"{entries[0]['rules']['key']} {_end(entries[-1])}"] += 1
        for entry in entries:
            happened.update(_names(entry))
    return Tally(games, sum(map(len, found.values())), lates, happened)


def _end(entry: Entry) -> str:
    return "played" if entry["kind"] == "close" else "lapsed"


def _names(entry: Entry) -> Iterator[str]:
    """Yield under which names an entry is counted."""
    for name in ("act", "word", "cause"):
        said = entry.get(name)
        if isinstance(said, str) and said:
            yield f"{name} {said}"
