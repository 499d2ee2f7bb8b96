"""The verdict of a verification: what was found, joined from all checks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from pbem.desk.records.checks.findings import More
from pbem.desk.records.checks.zones import other_offsets
from pbem.desk.signed.order_checks import Checked
from pbem.record.folder import NOTE, OPENINGS, RESULT
from pbem.record.log.entry import Entry
from pbem.record.verdict.verify import Report

UNSIGNED = f"{NOTE} is missing: nobody signed for the record"
UNSAID = f"{RESULT} is missing: it was not compared with the record"
_ALONE = {"note": UNSIGNED, "result": UNSAID}  # checks with a file of their own; the others want the openings


class Verified(Struct, frozen=True):
    """What a verification found, rules included. `cannot` says why it cannot be checked, if that is so.

    Nothing is `ok` that is wrong, or of which something that should be there could not be checked.
    """

    ok: bool
    entries: int
    head: str
    chance: str
    checks: dict[str, str]
    first_bad: dict[str, Any] | None
    orders: dict[str, int] | None = None  # by signature, attested, compared with moves, or not to be said
    host: dict[str, Any] = {}  # what the host did, as the record tells it
    cannot: str | None = None
    witness: dict[str, Any] | None = None  # what letters that somebody kept say of it
    zone: str | None = None  # how its offsets differ from what this machine knows of that zone


def zoned(verified: Verified, entries: Sequence[Entry]) -> Verified:
    """Say with a verdict where the record's offsets are not those of its zone: rules of zones change, so it may be."""
    return replace(verified, zone=other_offsets(entries))


def verdict(report: Report, *more: More) -> Verified:
    """Join what was found; nothing is valid that could not be checked."""
    bad = report.first_bad or next((one.bad for one in more if one.bad), None)
    signed = next((one.signed for one in more if one.signed), None)
    compared, undecided = sum(one.compared for one in more), sum(one.undecided for one in more)
    checks = {str(check): str(verdict) for check, verdict in report.checks.items()}
    for one in more:
        checks |= one.checks
    cannot = [*_kept_back(checks), *(why for why in (report.cannot, *(one.cannot for one in more)) if why)]
    return Verified(
        ok=bad is None and not cannot,
        entries=report.entries,
        head=report.head.hash.hex(),
        chance=next((one.chance for one in more if one.chance), report.chance),
        checks=checks,
        first_bad={"seq": bad.seq, "check": bad.check, "why": bad.why} if bad else None,
        orders=_orders(signed, compared, undecided) if signed else None,
        host=to_builtins(next((one.host for one in more if one.host), report.host)),
        cannot="; ".join(cannot) or None,
        witness=next((to_builtins(one.held) for one in more if one.held), None),
    )


def cannot_check(verified: Verified, why: str) -> Verified:
    """Return a verdict on a record of which something more could not be checked."""
    told = verified.cannot or ""
    if why in told:
        return verified
    return replace(verified, ok=False, cannot=f"{told}; {why}" if told else why)


def _kept_back(checks: Mapping[str, str]) -> Iterator[str]:
    """Say which files of a game that is over are not there, and what was not checked for want of them."""
    missing = [check for check, verdict in checks.items() if verdict == "missing"]
    laid = [check for check in missing if check not in _ALONE]
    if laid:
        yield f"{OPENINGS} is missing: not checked: {', '.join(laid)}"
    for check in missing:
        if check in _ALONE:
            yield _ALONE[check]


def _orders(signed: Checked, compared: int, undecided: int) -> dict[str, int]:
    return {
        "checked": len(signed.checked),
        "attested": signed.attested,
        "compared": compared,
        "undecided": undecided,
    }
