"""What the demo shows of a game that is over: positions rebuilt, reports, a verified export, a forgery noticed."""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter

from pbem.demo.place import Tell
from pbem.desk.desk import Desk
from pbem.desk.disk.writing import QUICK, write_file
from pbem.desk.errors import DeskError
from pbem.desk.letters.pages import Stretch, make_page, since_last_turn
from pbem.desk.letters.writing import environment
from pbem.desk.matches.state.positions import position
from pbem.desk.records.checks.game_verdict import verify_files, verify_game
from pbem.desk.records.checks.verdicts import Verified
from pbem.desk.records.folders.exporting import export
from pbem.games.game import Seat
from pbem.record.folder import LOG
from pbem.referee.match.match import Match
from pbem.report import render
from pbem.report.page import Eyes

_MOVE = re.compile(rb'"text":"([ -!#-\[\]-~]+)"')


class Afterwards:
    """What can be shown of a game at its desk, in a folder; languages are those of its seats."""

    def __init__(self, desk: Desk, folder: Path, tell: Tell, languages: Mapping[Seat, str]) -> None:
        self._desk = desk
        self._folder = folder
        self._tell = tell
        self._languages = languages

    def look_back(self, match: Match) -> None:
        """Rebuild some positions that the game had, and say how long that takes."""
        last = match.head.size - 1
        for at in (last // 4, last // 2, last * 3 // 4):
            self._desk.remembered.clear()
            with self._desk.store.read() as look:
                begun = perf_counter()
                earlier = position(self._desk, look, match.id, at)
                took = perf_counter() - begun
            asked = ", ".join(f"{decision.seat} to {decision.kind}" for decision in earlier.waiting()) or "nobody"
            self._tell(f"rebuilt the position after entry {at} in {took * 1000:.1f} ms: it waits for {asked}")

    def write_reports(self, match: Match) -> None:
        """Write what each seat and the public saw, in the middle of the game and at its end."""
        reports = self._folder / "reports"
        reports.mkdir()
        middle = match.head.size // 2
        with self._desk.store.read() as look:
            for seat in (None, *match.seats):
                for name, upto in (("end", match.head.size), ("middle", middle)):
                    then = position(self._desk, look, match.id, upto - 1)
                    part = Stretch(match.id, since_last_turn(look, then, seat), upto, "since_last")
                    language = self._languages[seat] if seat else "en"
                    page = make_page(self._desk, look, part, Eyes(seat, language))
                    target = reports / f"{name}-{seat or 'public'}.html"
                    write_file(target, render.html(environment(self._desk.folder), page).encode(), QUICK)
        self._tell(f"wrote {len(list(reports.iterdir()))} reports")

    def check(self, match: Match) -> None:
        """Export the game and verify it; then show that a forged copy is noticed."""
        folder = export(self._desk, match.id, self._folder / "export")
        found = verify_files(folder)
        if not found.ok:
            raise DeskError(f"the export is not valid: {found.first_bad}")
        self._tell(f"exported and verified {found.entries} entries, rules included; chance: {found.chance}")
        self._tell(f"at the desk, where every signed mail is kept: orders {_counts(verify_game(self._desk, match.id))}")
        self._tell(f"in the export, which shows signatures by SSH keys alone: orders {_counts(found)}")
        self._forge(folder)

    def _forge(self, folder: Path) -> None:
        """Change the last letter of a move in a copy, and show that it is noticed."""
        copy = self._folder / "forged"
        shutil.copytree(folder, copy)
        lines = (copy / LOG).read_bytes().splitlines(keepends=True)
        seq = next(at for at, line in enumerate(lines) if at >= len(lines) // 2 and _MOVE.search(line))
        move = _MOVE.search(lines[seq])
        if move is None:
            raise DeskError("the record holds no move")
        changed = move[1][:-1] + bytes([move[1][-1] + 1])
        lines[seq] = lines[seq].replace(move[1], changed, 1)
        write_file(copy / LOG, b"".join(lines))
        found = verify_files(copy)
        if found.first_bad is None:
            raise DeskError("a forged record passed")
        where, why = found.first_bad["seq"], found.first_bad["why"]
        told = f'in entry {seq} of a copy "{move[1].decode()}" was made "{changed.decode()}"'
        self._tell(f"{told}: caught at entry {where} ({why})")


def _counts(found: Verified) -> str:
    counts = found.orders or {}
    return f"{counts.get('checked', 0)} checked by their signatures, {counts.get('attested', 0)} attested"
