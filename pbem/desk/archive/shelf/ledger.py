"""The log of an archive: the heads of its games and events in the order of their adding, under a signed Merkle root.

Whoever kept a checkpoint can tell later that none was rewritten or dropped since: the log only ever grows.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from pbem.desk.archive.shelf.remembering import remember, remembered
from pbem.desk.archive.shelf.shelf import CHECKPOINT, EVENTS, KEY, PROOF, SITE_LOG, NotShownError, Shelf
from pbem.desk.desk import Desk
from pbem.record.errors import IntegrityError
from pbem.record.notes.checkpoints import (
    Checkpoint,
    Proof,
    origin_of,
    read_checkpoint,
    read_key,
    read_unsigned,
    write_key,
    write_proof,
)
from pbem.record.notes.merkle import Tree

_LINE = re.compile(rf"(?P<head>[0-9a-f]{{64}}) (?P<game>(?:{EVENTS}/)?[A-Za-z0-9][A-Za-z0-9._-]{{0,63}})")

_SIGNS_AGAIN = "`pbem archive add` of one that is there signs again"


class LogLine(Struct, frozen=True):
    """A game in the log, or an event, which is called by its place: `events/ID`."""

    game: str
    head: bytes

    @property
    def event(self) -> str:
        """The event's id; "" if it is a game."""
        return self.game.removeprefix(f"{EVENTS}/") if "/" in self.game else ""

    def __str__(self) -> str:
        return f"{self.head.hex()} {self.game}\n"


class Ledger:
    """The log of a shelf; NotShownError if that holds links where folders should be."""

    def __init__(self, shelf: Shelf) -> None:
        shelf.check_no_links()
        self.shelf = shelf
        self.records = read_lines(shelf.read(SITE_LOG))  # games and events

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """The lines of games."""
        return tuple(line for line in self.records if not line.event)

    @property
    def events(self) -> tuple[LogLine, ...]:
        """The lines of events."""
        return tuple(line for line in self.records if line.event)

    @property
    def games(self) -> tuple[str, ...]:
        """The games in it, the oldest first."""
        return tuple(line.game for line in self.lines)

    @property
    def tree(self) -> Tree:
        """The Merkle tree over the heads."""
        return Tree([line.head for line in self.records])

    def head(self, game: str) -> bytes | None:
        """Return the head that a game, or an event by its place, was entered with."""
        return next((line.head for line in self.records if line.game == game), None)

    def place(self, game: str) -> int:
        """Return which line a game, or an event by its place, has; the first is line 1."""
        return next(number for number, line in enumerate(self.records, 1) if line.game == game)

    def enter(self, *lines: LogLine) -> None:
        """Add lines at the end, all of them or none."""
        self.records = (*self.records, *lines)
        self.shelf.write(SITE_LOG, "".join(map(str, self.records)))

    @property
    def key(self) -> tuple[str, bytes] | None:
        """Whose log it is, and the key that its checkpoints are signed by; None if nobody has signed yet."""
        text = self.shelf.read(KEY)
        return read_key(text) if text else None

    @property
    def checkpoint(self) -> Checkpoint | None:
        """What was signed last; IntegrityError if the signature does not hold."""
        note, key = self.shelf.read(CHECKPOINT), self.key
        return read_checkpoint(note, key[1]) if note and key else None

    def check_can_sign(self, desk: Desk) -> None:
        """Refuse a log that another referee keeps, or that does not begin with what was signed before.

        What the desk signed it knows by itself: a checkpoint that was taken away is not forgotten.
        """
        check_own(self, desk)
        check_not_lost(self, desk)
        for line in self.records:
            self.shelf.check_no_link(line.game)  # their proofs are written there
        for last in (self.checkpoint, remembered(desk)):
            if last:
                check_grown(self.tree, last)

    def sign(self, desk: Desk) -> None:
        """Let the referee sign the log as it is now, and prove of everything that is there that it is in it."""
        self.check_can_sign(desk)
        tree, last = self.tree, self.checkpoint
        if last is None or last.size < tree.size:
            self.shelf.write(KEY, write_key(origin_of(desk.settings.referee.name), desk.public_key))
            self.shelf.write(CHECKPOINT, desk.checkpoint(tree.size, tree.root()))
        if remembered(desk) != self.checkpoint:
            remember(desk, self.shelf.read(CHECKPOINT))  # before any proof or letter quotes it
        self._prove(tree)

    def _prove(self, tree: Tree) -> None:
        note = self.shelf.read(CHECKPOINT)
        for index, line in enumerate(self.records):
            place = self.shelf.game(line.game) / PROOF
            if self.shelf.is_there(line.game) and not place.exists():
                self.shelf.put(place, write_proof(Proof(index, tree.inclusion(index), note)).encode())


def read_lines(text: str) -> tuple[LogLine, ...]:
    """Read the lines of a log; IntegrityError if one is none, or names a game twice."""
    lines = []
    if text and not text.endswith("\n"):
        raise IntegrityError(None, "checkpoint", f"{SITE_LOG} is cut off: its last line has no end")
    for number, line in enumerate(text.split("\n")[:-1], 1):
        found = _LINE.fullmatch(line)
        if found is None:
            raise IntegrityError(None, "checkpoint", f"line {number} of {SITE_LOG} is not a head and a game")
        lines.append(LogLine(found["game"], bytes.fromhex(found["head"])))
    if len({line.game for line in lines}) < len(lines):
        raise IntegrityError(None, "checkpoint", f"{SITE_LOG} names a game or an event twice")
    return tuple(lines)


def check_own(ledger: Ledger, desk: Desk) -> None:
    """Refuse to sign a log that another referee keeps."""
    key, own = ledger.key, (origin_of(desk.settings.referee.name), desk.public_key)
    if key is not None and key != own:
        raise NotShownError(f"the log of {ledger.shelf.folder} is kept by {key[0]} with another key than this desk's")


def check_not_lost(ledger: Ledger, desk: Desk) -> None:
    """Refuse a log that is gone or empty though the desk signed for one, and say how it comes back."""
    known = remembered(desk)
    if known is None or ledger.records:
        return
    raise NotShownError(
        f"{ledger.shelf.folder / SITE_LOG} is gone or empty, and this desk signed for {_lines(known.size)} of it\n"
        f"put it back with {CHECKPOINT}, {KEY} and all folders, from a backup or a site that was built from it\n"
        "if there is none: `pbem archive add --anew` begins another log; no checkpoint that was kept agrees with it"
    )


def _lines(count: int) -> str:
    return f"{count} line{'s' if count != 1 else ''}"


def _first(count: int) -> str:
    return f"the first {_lines(count)}" if count != 1 else "the first line"


def faults_of(ledger: Ledger, desk: Desk | None = None) -> Iterator[str]:
    """Yield what is wrong with what was signed of a log; with the desk that keeps it, also what only that one knows."""
    has_note, has_key = (bool(ledger.shelf.read(name)) for name in (CHECKPOINT, KEY))
    if has_note and not has_key:
        yield f"there is a {CHECKPOINT} and no {KEY}: by whom it was signed cannot be checked"
    if has_key and not has_note:
        yield f"there is a {KEY} and no {CHECKPOINT}: what was signed is gone"
    if not has_key and any(ledger.shelf.proof(line.game) for line in ledger.records):
        yield f"games or events carry proofs that they are in a signed log, and there is no {KEY}"
    try:
        key, signed = ledger.key, ledger.checkpoint
        if key and signed and signed.origin != key[0]:
            yield f"{CHECKPOINT} is of {signed.origin}, {KEY} of {key[0]}"
        if signed:
            check_grown(ledger.tree, signed)
        if desk is not None:
            yield from _known_faults(ledger, desk, is_signed=has_note)
    except IntegrityError as error:
        yield error.why


def _known_faults(ledger: Ledger, desk: Desk, *, is_signed: bool) -> Iterator[str]:
    known = remembered(desk)
    if known is None:
        return
    if not is_signed:
        told = f"{CHECKPOINT} is gone: this desk signed for {_first(known.size)} of the log"
        yield f"{told}; {_SIGNS_AGAIN}"
    if (signed := ledger.checkpoint) and signed.size < known.size:
        told = f"{CHECKPOINT} is an old one, of {_lines(signed.size)}: this desk signed for {_first(known.size)} since"
        yield f"{told}; {_SIGNS_AGAIN}"
    if ledger.key not in (None, (known.origin, desk.public_key)):
        yield f"{KEY} is not the key of this desk, which signed for {_first(known.size)} of the log"
    check_grown(ledger.tree, known)


def check_grown(tree: Tree, earlier: Checkpoint) -> None:
    """Refuse a log that does not begin with what was signed earlier."""
    if earlier.size > tree.size:
        why = f"the log has {_lines(tree.size)}, and {_lines(earlier.size)} were signed for: some were dropped"
        raise IntegrityError(None, "checkpoint", why)
    if tree.root(earlier.size) != earlier.root:
        why = f"what was signed for is not {_first(earlier.size)} of the log: it was rewritten"
        raise IntegrityError(None, "checkpoint", why)


def _signed(ledger: Ledger) -> Checkpoint | None:
    """Return what was signed last; None if it does not hold, which is told of the log."""
    try:
        return ledger.checkpoint
    except IntegrityError:
        return None


def held_against(ledger: Ledger, note: str) -> Checkpoint:
    """Hold a log against a checkpoint that somebody kept; IntegrityError if a game was rewritten or dropped since."""
    key = ledger.key
    kept = read_unsigned(note)
    if key is None:
        raise IntegrityError(None, "checkpoint", f"there is no {KEY}: whose log this is cannot be checked")
    if kept.origin != key[0]:
        raise IntegrityError(None, "checkpoint", f"the checkpoint is of {kept.origin}, this log of {key[0]}")
    kept = read_checkpoint(note, key[1])
    check_grown(ledger.tree, kept)
    signed = _signed(ledger)
    if signed and signed.size < kept.size:
        why = f"{CHECKPOINT} is of {_lines(signed.size)}, and {_lines(kept.size)} had been signed for: it is an old one"
        raise IntegrityError(None, "checkpoint", why)
    return kept
