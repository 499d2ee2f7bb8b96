"""Asking the players of a restored game anew: it is frozen, plans and receipts of before count no more."""

from collections.abc import Collection, Mapping

from msgspec import json

from pbem.desk.desk import Desk
from pbem.desk.matches.letters.requests import Addressee, request_letter
from pbem.desk.matches.state.freezing import ANEW, ASKED, GOES_ON, RESTORED, unfreeze, why_frozen
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.signed.evidence import kept_under
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.phrases import say
from pbem.games.game import Seat
from pbem.mail.checking import identity
from pbem.referee.language.plan import Plan
from pbem.referee.language.problem import Problem
from pbem.referee.match.match import Match
from pbem.report.notice import NoticeProblems, about


def freeze_restored(desk: Desk, change: Transaction, match: Match) -> bool:
    """Freeze a game because its record may have been longer, until everybody who has letters of it was heard.

    From now on other tokens are good than before: who answered an earlier letter has not been asked yet.
    """
    if match.phase not in GOES_ON:
        unfreeze(change, match.id)  # nothing is added to it anyway
        return False
    seats = tuple(seat for seat, held in match.holders.items() if _writes(change, held.name))
    change.secrets.put(match.id, RESTORED, json.encode(seats))
    change.secrets.put(match.id, ASKED, desk.entropy())
    return True


def _writes(look: Transaction, name: str) -> bool:
    """Tell whether somebody gets letters and can sign an answer."""
    player = look.people.find(name) if name else None
    return bool(player and player.address and player.key_id)


def tell_everybody(desk: Desk, change: Transaction, match: Match, dropped: Collection[Seat] = ()) -> None:
    """Ask for a letter to every seat: how the game stands, why it stands still if it does, whether its plan is gone."""
    for seat, held in match.holders.items():
        player = change.people.find(held.name) if held.name else None
        if player is not None:
            why = why_frozen(desk, change, match.id, player.language) or ""
            told = about("frozen", why) if why else ()
            if seat in dropped:
                told = (*told, NoticeProblems((Problem(0, say("desk_plan_dropped", player.language)),)))
            request_letter(desk, change, match, Addressee(seat, held.name), told)


def ask_anew(change: Transaction, match: Match) -> Mapping[Seat, Plan]:
    """Drop plans, for they may be older than what their players sent last; no receipt up to now counts any more.

    Returns what was dropped. A hosted seat that is bound keeps its plan: the record says that it stands.
    """
    plans = {seat: plan for seat, plan in read_plans(change, match).items() if not _is_bound_by(match, seat, plan)}
    for seat in plans:
        change.secrets.put(match.id, f"plan/{seat}", None)
    change.secrets.put(match.id, ANEW, str(match.head.size).encode())
    return {seat: plan for seat, plan in plans.items() if plan.all_lines}


def _is_bound_by(match: Match, seat: Seat, plan: Plan) -> bool:
    hosting = match.hosting
    orders = {source.order for source in plan.sources.values()}
    return hosting is not None and hosting.chosen.get(seat) in orders - {None}


def let_come_again(change: Transaction, dropped: Mapping[Seat, Plan]) -> None:
    """Let players send the very sheets again that were dropped before anything of them was used.

    What the record names stays known: nothing that was signed is used twice.
    """
    for plan in dropped.values():
        unused = [source.digest for source in plan.sources.values() if source.order is None]
        for digest in unused:
            for evidence in kept_under(change, digest):
                change.mails.forget(identity(evidence.key_id, evidence.signed_bytes))
