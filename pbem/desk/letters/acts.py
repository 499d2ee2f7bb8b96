"""Entries that are told by what they are: acts of the referee and of the clock, and those that show nothing else."""

from pbem.desk.matches.gist import Gist
from pbem.desk.matches.times import Teller
from pbem.referee.phrases import tell_reason
from pbem.report.page import RulingLine

ACTS = ("ruling", "clock")  # kinds of entries


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


def entry_line(seq: int, gist: Gist) -> RulingLine:
    """Return what an entry is, where there is nothing else to tell of it."""
    return RulingLine(f"entry_{gist.kind}", gist.seat, "", number=seq)
