"""Other keys for people who are enrolled: entered by the host, or signed by the old key. Records say so at once."""

import logging
from collections.abc import Iterable

from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.heartbeat import last_beat
from pbem.desk.matches.acts.host.recorded_keys import record_key
from pbem.desk.matches.acts.settling import settled
from pbem.desk.matches.letters.requests import request_slip
from pbem.desk.matches.state.holders import takes_kind
from pbem.desk.people.enrolled import check_key_is_free, find_player, with_key
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.games.game import Seat
from pbem.referee.language.plan import Source
from pbem.referee.match.match import Match
from pbem.report.notice import Slip

log = logging.getLogger("pbem.keys")


def change_key(desk: Desk, name: str, raw: bytes, reason: str) -> Member:
    """Let a person sign by another key from now on, or (empty) by none; every running game records it."""
    with desk.store.write() as change:
        player = rekey(desk, change, find_player(change, name), raw, reason, at=desk.now())
    desk.remembered.clear()
    return player


def rekey(  # noqa: PLR0913 - whose key, which, why and when
    desk: Desk,
    change: Transaction,
    player: Member,
    raw: bytes,
    reason: str,
    *,
    at: int,
    word: Source | None = None,
) -> Member:
    """Change a key inside a transaction, and write a notice to the enrolled address.

    Records name the old key's own signed `word`, or else the host's reason as a ruling. What was due in them before is
    settled first: the plan that goes with the old key may have been played by then.
    """
    renewed = with_key(desk, player, raw) if raw else replace(player, key_id="", key=b"")
    check_key_is_free(change, renewed)
    upto = at if word else min(at, last_beat(change) or at)  # what the host enters is no mail, and some may lie unread
    held = [(settled(desk, change, game, upto), Seat(seat)) for game, seat in change.games.seats_in_play(player.name)]
    _check_unbound(held)
    change.people.put(renewed)
    games: list[str] = []
    closed: list[str] = []
    for match, seat in held:
        game = match.id
        if record_key(desk, change, match, seat, renewed, word or reason, at=at):
            games.append(game)
            if not takes_kind(match, renewed):
                closed.append(game)
    # The letter goes to the address, not to the key: whoever stole a key cannot keep its owner from hearing of it.
    places = {"key": renewed.key_id, "games": ", ".join(games), "closed": ", ".join(closed), "reason": reason}
    phrases = _phrases(renewed, has_games=bool(games), has_closed=bool(closed))
    request_slip(desk, change, Slip(phrases, places), player=renewed)
    if closed:
        log.warning("%s takes no orders signed by the new key of %s", ", ".join(closed), renewed.name)
    return renewed


def _check_unbound(held: Iterable[tuple[Match, Seat]]) -> None:
    """Refuse another key while a hosted seat is bound: who chose must be seen to be who moves."""
    for match, seat in held:
        if match.has_chosen(seat):
            why = f"{seat} is bound in {match.id} until the others have chosen too; ask for another key after that"
            raise UsageError(why, "desk_bound", seat=seat, game=match.id)


def _phrases(renewed: Member, *, has_games: bool, has_closed: bool) -> tuple[str, ...]:
    """Return what a person is told whose key has changed."""
    has_key = bool(renewed.key_id)
    phrases = ["slip_key" if has_key else "slip_no_key"]
    if has_games:
        phrases.append("slip_games" if has_key else "slip_games_no_key")
    if has_closed:
        phrases.append("slip_closed")
    return (*phrases, "slip_reason", "slip_not_you")
