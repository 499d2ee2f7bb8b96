"""How a restored game goes on: everybody whose letters may know more says that they do not, or its host vouches for it.

A restored record may be shorter than it was, and nobody at the desk can know. The players can: every letter says how
long the record was. So the game is frozen, and each player is asked. Whoever has a letter of a longer record sends it
back, which freezes the game for good until the rest is imported; a signed sheet that quotes just the head we have says
that its signer knows of no longer one.
"""

from msgspec import json

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.matches.acts.host.recorded_keys import record_key
from pbem.desk.matches.acts.restored.asking_anew import ask_anew, let_come_again, tell_everybody
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.state.freezing import RESTORED, frozen, unfreeze, why_frozen
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.state.replies import token_secret
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.mail.block.block import Block
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.settling import Outage, settle
from pbem.referee.acts.tokens import token
from pbem.referee.match.match import Match

_MEANWHILE = "the key was changed while the game was frozen"


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
    let_come_again(change, dropped)
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
