"""Entries that are told by what they are: acts of the referee and of the clock, and those that show nothing else."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.matches.state.entry_peek import Gist
from pbem.desk.matches.times.reader_times import Teller
from pbem.games.game import Seat
from pbem.referee.language.phrases import tell_reason
from pbem.referee.match.match import Match
from pbem.report.page import RulingLine

ACTS = ("ruling", "clock")  # kinds of entries
_SUBSTITUTE = "ruling_substitute"


class Handed(Struct, frozen=True):
    """Who had a seat before an entry, and who had it at the end of what is told."""

    old: str
    new: str


def act_line(seq: int, gist: Gist, tell: Teller) -> RulingLine:
    """Return an act of the referee, or of the clock."""
    key = f"{gist.kind}_{gist.act}"
    if gist.act == "outage" and gist.seat:
        key = "clock_bounced"
    if gist.act == "pause" and gist.until:
        key = "ruling_pause_until"
    if gist.act == "leave" and gist.from_ == gist.to:
        key = "clock_leave_off"
    begin, end = gist.from_, gist.due or gist.until or gist.to
    return RulingLine(
        key,
        gist.seat,
        tell_reason(gist.reason, tell.language),
        begin=tell.at(begin) if begin else "",
        end=tell.at(end) if end and gist.act != "back" else "",
        number=seq,
    )


def names_in(match: Match) -> dict[Seat, str]:
    """Return who holds each seat; "" where nobody does."""
    holders = ((seat, match.holders.get(seat)) for seat in match.seats)
    return {seat: holder.name if holder else "" for seat, holder in holders}


def changed_hands(course: Sequence[Match]) -> dict[tuple[int, Seat], Handed]:
    """Return who had a seat before and after each entry of a stretch that seats somebody, by the number before it.

    A ruling that gives a seat to somebody stands just before the entry that seats him.
    """
    found = {}
    for before, after in pairwise(course):
        for seat, holder in before.holders.items():
            if holder != after.holders[seat]:
                found[before.head.size - 1, seat] = Handed(holder.name, after.holders[seat].name)
    return found


def with_people(line: RulingLine, handed: Mapping[tuple[int, Seat], Handed]) -> RulingLine:
    """Return a line on a seat that changes hands with who came and for whom, if the entry that says so is told too."""
    found = handed.get((line.number, Seat(line.seat)))
    if line.act != _SUBSTITUTE or found is None:
        return line
    if found.old == found.new:
        return replace(line, act=f"{_SUBSTITUTE}_key", name=found.new)
    key = f"{_SUBSTITUTE}_for" if found.old else f"{_SUBSTITUTE}_vacant"
    return replace(line, act=key, name=found.new, old=found.old)


def mark_of(since: int, *, is_past: bool) -> str:
    """Return the key of what stands above the news of a report that begins with its reader's last order."""
    if is_past:
        return "since_last_at"
    return "since_last" if since else "since_start"


def entry_line(seq: int, gist: Gist) -> RulingLine:
    """Return what an entry is, where there is nothing else to tell of it."""
    return RulingLine(f"entry_{gist.kind}", gist.seat, "", number=seq)
