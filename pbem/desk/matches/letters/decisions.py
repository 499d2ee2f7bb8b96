"""Keeping what was decided: entries, projections, secrets and letter requests, all in the caller's transaction."""

from collections.abc import Iterable, Mapping

from msgspec import json, structs

from pbem.desk.desk import Desk
from pbem.desk.heartbeat import check_clock
from pbem.desk.matches.letters.reply_policy import Telling
from pbem.desk.matches.letters.requests import ask_for_letters
from pbem.desk.matches.state.snapshots import EVERY, pack_match
from pbem.desk.matches.state.wakeups import put_wake
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Standing
from pbem.games.game import Seat
from pbem.record.log import kinds
from pbem.record.log.entry import Head
from pbem.referee.language.plan import Plan
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Match


def keep(
    desk: Desk,
    change: Transaction,
    decided: Decided,
    *,
    before: Match | None,
    plans: Mapping[Seat, Plan],
    telling: Telling = Telling(),  # noqa: B008 - frozen
) -> None:
    """Write down everything a decision brought, and ask for the letters it calls for.

    One transaction holds all of it: after a crash there is the whole decision with its letters, or nothing of it.
    """
    match = decided.match
    if decided.entries:
        if match.clocks is not None:
            check_clock(desk, change)  # an entry of the future cannot be taken back
        change.records.append(decided.entries)
        project(change, match, (entry.content for entry in decided.entries))
        _keep_snapshot(change, decided, before)
    # What is sealed in the record is kept beside it: without these words no seal could ever be opened.
    for seq, text in decided.sealed.items():
        change.secrets.add(match.id, f"move/{seq}", text.encode())
    for seq, text in decided.orders.items():
        change.secrets.add(match.id, f"order/{seq}", text.encode())
    for seat, plan in decided.plans.items():
        _keep_plan(change, match, seat, plan, plans.get(seat))
    is_beginning = match.phase == "seating" or (before is not None and before.phase == "seating")
    if match.clocks is not None or is_beginning:
        put_wake(change, match, decided.plans)
    ask_for_letters(desk, change, decided, before, telling)


def _keep_plan(change: Transaction, match: Match, seat: Seat, plan: Plan, before: Plan | None) -> None:
    left = None if plan.is_empty else plan
    if left == before:
        return
    change.secrets.put(match.id, f"plan/{seat}", json.encode(left) if left else None)


def project(change: Transaction, match: Match, contents: Iterable[kinds.Content]) -> None:
    """Bring the projections up to a match."""
    change.games.put(standing_of(match))
    for content in contents:
        if isinstance(content, kinds.Seat):
            change.games.put_seat(match.id, content.seat, content.name, content.key)


def standing_of(match: Match) -> Standing:
    """Return where a match stands, as it is projected."""
    asked = tuple(decision.seat for decision in match.asked_now())
    return Standing(match.id, match.terms.rules.key, match.phase, match.head, match.terms.at, asked)


def _keep_snapshot(change: Transaction, decided: Decided, before: Match | None) -> None:
    """Keep a match every 16 entries, and as it was after its last move, which may take long to play.

    What lies between is replayed, or remembered.
    """
    match, last = decided.match, decided.entries[-1].content
    if isinstance(last, kinds.Close):  # which adds nothing to the state
        snapshot(change, structs.replace(match, phase="running", head=Head(last.seq, bytes.fromhex(last.prev))))
    elif before is None or (before.head.size - 1) // EVERY != (match.head.size - 1) // EVERY:
        snapshot(change, match)


def snapshot(change: Transaction, match: Match) -> None:
    """Keep a match in the cache of positions."""
    change.records.put_snapshot(
        match.id,
        match.head.size - 1,
        hash=match.head.hash,
        version=match.terms.rules.version,
        content=pack_match(match),
    )
