"""How a restored game goes on: everybody whose letters may know more says that they do not, or its host vouches for it.

A restored record may be shorter than it was, and nobody at the desk can know. The players can: every letter says how
long the record was. So the game is frozen, and each player is asked. Whoever has a letter of a longer record sends it
back, which freezes the game for good until the rest is imported; a signed sheet that quotes just the head we have says
that its signer knows of no longer one.
"""

from collections.abc import Collection, Mapping

from msgspec import json

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.matches.acts.rulings import record_key
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.letters.requests import Addressee, request_letter
from pbem.desk.matches.state.freezing import ANEW, ASKED, RESTORED, frozen, unfreeze, why_frozen
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.state.replies import token_secret
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.signed.evidence import kept_under
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.phrases import say
from pbem.games.game import Seat
from pbem.mail.block.block import Block
from pbem.mail.checking import identity
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.settling import Outage, settle
from pbem.referee.acts.tokens import token
from pbem.referee.language.plan import Plan
from pbem.referee.language.sheet import Problem
from pbem.referee.match.match import Match
from pbem.report.notice import NoticeProblems, about

GOES_ON = ("seating", "running")
_MEANWHILE = "the key was changed while the game was frozen"


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


def hear_seat(desk: Desk, change: Transaction, match: Match, seat: Seat, block: Block, *, came: int) -> Match:
    """Note that a seat of a restored game answers our letter, and quotes just the head we have; returns the match then.

    When all did, the game goes on, as of the time at which the last of them came, whenever somebody looked. A mail of
    before the restore may quote that head, too: it has another token.
    """
    if change.secrets.find(match.id, RESTORED) is None or block.token != token(
        token_secret(change, match.id), match, seat
    ):
        return match
    seen = block.seen
    found = frozen(desk, change, match.id)
    if found is None or seen is None or seat not in (found.unheard or ()):
        return match  # of a game whose players have no letters the host alone can say that nothing is missing
    if seen.size != match.head.size or not match.head.hash.hex().startswith(seen.head):
        return match
    left = tuple(other for other in found.unheard or () if other != seat)
    if left or found.head or found.receipt:
        change.secrets.put(match.id, RESTORED, json.encode(left))
        return match
    return thaw(desk, change, match, at=came)


def thaw(desk: Desk, change: Transaction, match: Match, *, at: int) -> Match:
    """Let a game go on from an instant, and ask everybody anew; a key that changed meanwhile goes into the record."""
    unfreeze(change, match.id)
    dropped = ask_anew(change, match)
    _let_come_again(change, dropped)
    match = record_keys(desk, change, _stop_clocks(desk, change, match, at), at)
    tell_everybody(desk, change, match, dropped)
    return match


def _stop_clocks(desk: Desk, change: Transaction, match: Match, at: int) -> Match:
    """Let nobody lose time to what happened here: since the last entry no clock has run."""
    if match.clocks is None or match.phase != "running":
        return match
    scribe = Scribe(match, read_plans(change, match), read_secrets(desk, change, match.id), at)
    decided = settle(scribe, at, [Outage(match.at, at)])
    keep(desk, change, decided, before=match, plans=scribe.plans)
    return decided.match


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


def _let_come_again(change: Transaction, dropped: Mapping[Seat, Plan]) -> None:
    """Let players send the very sheets again that were dropped before anything of them was used.

    What the record names stays known: nothing that was signed is used twice.
    """
    for plan in dropped.values():
        unused = [source.digest for source in plan.sources.values() if source.order is None]
        for digest in unused:
            for evidence in kept_under(change, digest):
                change.mails.forget(identity(evidence.key_id, evidence.signed_bytes))


def record_keys(desk: Desk, change: Transaction, match: Match, at: int) -> Match:
    """Write the keys into a record that changed while nothing could be added to it."""
    for seat, held in match.holders.items():
        player = change.people.find(held.name) if held.name else None
        if player and record_key(desk, change, match, seat, player, _MEANWHILE, at=at):
            match = current(desk, change, match.id)
    return match


def thaw_by_host(desk: Desk, game: str) -> Match:
    """Let a game go on by its host's word that nothing is missing; not against a head that the referee has signed."""
    with desk.store.write(game) as change:
        match = current(desk, change, game)
        found = frozen(desk, change, game)
        if found is None:
            raise DeskError(f"{game} is not frozen")
        if found.head is not None:
            raise DeskError(why_frozen(desk, change, game) or "")
        thaw(desk, change, match, at=desk.now())
        return current(desk, change, game)  # with deadlines as they are now
