"""Matches out of the store: where a game stands, and any position it ever had."""

from collections.abc import Callable, Iterator

from msgspec import DecodeError
from msgspec.json import Decoder

from pbem.desk.desk import Desk, Step
from pbem.desk.errors import BrokenDeskError, UsageError
from pbem.desk.matches.state.snapshots import EVERY, unpack_match
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Standing
from pbem.record.errors import CannotCheckError, IntegrityError
from pbem.record.log.entry import Head, entry_hash, read
from pbem.record.log.kinds import Open
from pbem.referee.match.follow import Following, begin, follow
from pbem.referee.match.match import Match, begun_by, rules_of

_AT_HAND = EVERY // 4  # while replaying, every so-many-th match is remembered
_LONGEST = 2**53
_terms = Decoder(Open)


def current(desk: Desk, look: Transaction, game: str) -> Match:
    """Return the match as it stands; UsageError if there is no such game."""
    head = known_game(look, game).head
    at_hand = desk.remembered.get((game, head.size - 1))
    return at_hand if at_hand is not None and at_hand.head == head else position(desk, look, game, head.size - 1)


def known_game(look: Transaction, game: str) -> Standing:
    """Return where a game stands; UsageError if there is no such game."""
    standing = look.games.find(game)
    if standing is None:
        raise UsageError(f"there is no game {game!r} here; `pbem game list` shows what there is")
    return standing


def head_at(look: Transaction, game: str, last: Head | None = None) -> Callable[[int], str | None]:
    """Return the function that gives the head of a game's record at any size; the last may be known already."""

    def find_head(size: int) -> str | None:
        if last is not None and size == last.size:
            return last.hash.hex()
        found = look.records.hash_of(game, size - 1) if size else None
        return found.hex() if found else None

    return find_head


def position(desk: Desk, look: Transaction, game: str, seq: int) -> Match:
    """Return the match after an entry, from the nearest position at hand."""
    hash_ = look.records.hash_of(game, seq) if 0 <= seq < _LONGEST else None
    if hash_ is None:
        known_game(look, game)
        raise UsageError(f"{game} has no entry {seq}; `pbem log {game}` lists them")
    at_hand = desk.remembered.get((game, seq))
    if at_hand is not None and at_hand.head.hash == hash_:
        return at_hand
    match = _nearest(desk, look, game, seq)
    for step in replay(desk, look, match, seq + 1):
        match = step.match
        if match.head.size % _AT_HAND == 0:
            desk.remember(match)
    return desk.remember(match)


def replay(desk: Desk, look: Transaction, match: Match, end: int) -> Iterator[Step]:
    """Carry a match on to entry end-1, one entry at a time, with what happened in each."""
    way = following(desk, look, match.id)
    for raw in look.records.raws(match.id, match.head.size, end):
        place = (match.id, match.head.size)
        step = desk.remembered.steps.get(place)
        if step is None or step.before != match.head or step.entry.raw != raw:
            entry = read(match.head, raw)
            followed = follow(match, entry, way)
            step = desk.remembered.steps.put(place, Step(match.head, entry, followed.match, followed.happenings))
        match = step.match
        yield step


def following(desk: Desk, look: Transaction, game: str, *, is_strict: bool = False) -> Following:
    """Return what it takes to follow a record of this desk, hidden things included."""

    def opened(seq: int) -> str | None:
        text = look.secrets.find(game, f"move/{seq}")
        return None if text is None else text.decode()

    return Following(
        past=lambda seq: position(desk, look, game, seq),
        hidden=look.secrets.find(game, "hidden"),
        opened=opened,
        is_strict=is_strict,
    )


def _nearest(desk: Desk, look: Transaction, game: str, seq: int) -> Match:
    """Return the latest match at or before an entry that is remembered, snapshot, or the opening."""
    for at in range(seq, max(seq - EVERY, look.records.last_snapshot(game, seq) - 1, -1), -1):
        at_hand = desk.remembered.get((game, at))
        if at_hand and look.records.hash_of(game, at) == at_hand.head.hash:
            return at_hand
    opening = _opening(look, game)
    try:
        return _snapshot(look, opening, seq) or opening
    except (BrokenDeskError, DecodeError, LookupError, ValueError, TypeError):
        return opening


def _opening(look: Transaction, game: str) -> Match:
    """Return the match that the first entry begins.

    Its bytes were found right when they were appended. While they have the hash that was kept then, they are not
    searched again for what is not canonical: the table of a game is long, and every look at the past begins here.
    """
    raw = look.records.raws(game, 0, 1)[0]
    try:
        head = Head(1, entry_hash(raw))
        if look.records.hash_of(game, 0) == head.hash:
            terms = _terms.decode(raw)
            return begun_by(terms, head)
    except (DecodeError, TypeError):
        pass  # somebody wrote over it: `read` says what is wrong
    try:
        return begin(read(Head.empty, raw))
    except CannotCheckError as error:
        raise IntegrityError(0, "bytes", str(error)) from None  # here, where no other format was ever written


def _snapshot(look: Transaction, opening: Match, seq: int) -> Match | None:
    found = look.records.snapshot(opening.id, seq)
    if found is None:
        return None
    at, hash_, version, content = found
    if version != rules_of(opening.terms).meta.version or look.records.hash_of(opening.id, at) != hash_:
        return None
    return unpack_match(opening.terms, Head(at + 1, hash_), content)
