"""Checking one game: its record by everything that binds it, and what was derived from it by making it again."""

from collections.abc import Iterator

from pbem.desk.desk import Desk
from pbem.desk.matches.letters.decisions import standing_of
from pbem.desk.matches.state.freezing import GOES_ON, frozen
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.snapshots import unpack_match
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.records.folders.entries import entries_of, sealed_moves
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.upkeep.inspecting import Damage
from pbem.record.dice.fair import Rungs, hidden_commitment
from pbem.record.log import kinds
from pbem.record.log.entry import Entry
from pbem.referee.audit.audit import replay
from pbem.referee.match.match import Match


def check_game(desk: Desk, game: str) -> list[Damage]:
    """Return everything that is wrong with one game; IntegrityError where its record breaks off."""
    verified = verify_game(desk, game)
    if verified.first_bad:
        place = f"{game} {verified.first_bad['seq']}"
        return [Damage("entry", f"{place}: {verified.first_bad['why']}")]
    with desk.store.read() as look:
        entries = entries_of(look, game)
        hidden = look.secrets.find(game, "hidden")
        opened = sealed_moves(look, game).get
        steps = replay(entries, hidden=hidden, opened=opened, is_strict=False)
        matches = [followed.match for _entry, followed in steps]
        return [
            *_check_standing(look, matches[-1]),
            *_check_seats(look, matches[-1], entries),
            *_check_snapshots(look, matches),
            *_check_secrets(look, matches[-1]),
            *_check_mark(desk, look, game),
        ]


def _check_standing(look: Transaction, match: Match) -> Iterator[Damage]:
    if look.games.find(match.id) != standing_of(match):
        yield Damage("game", f"{match.id}: not what its record says; `pbem rebuild` makes it again")


def _check_seats(look: Transaction, match: Match, entries: list[Entry]) -> Iterator[Damage]:
    seats = [entry.content for entry in entries if isinstance(entry.content, kinds.Seat)]
    expected = {seat.seat: (seat.name, seat.key) for seat in seats}
    if look.games.seats(match.id) != expected:
        yield Damage("seat", f"{match.id}: not what its record says; `pbem rebuild` makes it again")


def _check_snapshots(look: Transaction, matches: list[Match]) -> Iterator[Damage]:
    """Compare what is kept to save time with the positions themselves."""
    game = matches[0].id
    at = matches[-1].head.size - 1
    while (found := look.records.snapshot(game, at)) is not None:
        at, hash_, version, content = found
        match = matches[at]
        is_so = (hash_, version) == (match.head.hash, match.terms.rules.version)
        if not is_so or unpack_match(match.terms, match.head, content) != match:
            yield Damage(
                "snapshot", f"{game} {at}: not the position that its record gives; `pbem rebuild` makes it again"
            )
        at -= 1


def _check_secrets(look: Transaction, match: Match) -> Iterator[Damage]:
    """Check that the secrets of a game that goes on are those that its opening is bound to."""
    if match.phase not in GOES_ON:
        return
    rungs = Rungs.decode(look.secrets.find(match.id, "rungs") or bytes(12))
    if not rungs.kept or rungs.anchor.hex() != match.terms.dice.anchor:
        yield Damage("secret", f"{match.id} rungs: not the dice that the game was opened with")
    if hidden_commitment(match.id, look.secrets.find(match.id, "hidden") or b"").hex() != match.terms.hidden:
        yield Damage("secret", f"{match.id} hidden: not the secret that the game was opened with")
    if not look.secrets.find(match.id, "seal"):
        yield Damage("secret", f"{match.id} seal: missing")
    read_plans(look, match)


def _check_mark(desk: Desk, look: Transaction, game: str) -> Iterator[Damage]:
    found = frozen(desk, look, game)
    if found and found.head:
        yield Damage(
            "entry", f"{game}: {found.head.size} entries were here once; `pbem import` brings back what is missing"
        )
