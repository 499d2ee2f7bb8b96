"""The past of a game as an export tells it: any position, through any eye, without a desk."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct, convert

from pbem.desk.errors import DeskError, UsageError
from pbem.desk.letters.acts import ACTS, act_line, changed_hands, entry_line, mark_of, names_in, with_people
from pbem.desk.matches.state.entry_peek import Gist, glance
from pbem.desk.matches.times.reader_times import teller
from pbem.desk.records.checks.auditing import laid_open
from pbem.desk.records.checks.game_verdict import verify_files
from pbem.desk.records.folders.files import read_files
from pbem.desk.records.record_kinds import kind_in
from pbem.games.game import Outcome, Seat
from pbem.record import folder
from pbem.record.errors import CannotCheckError, LaterError
from pbem.record.folder import LOG, NOTE
from pbem.record.log.chain import read_log
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Order
from pbem.referee.audit.audit import replay
from pbem.referee.match.follow import Followed
from pbem.referee.match.match import Match, result_of
from pbem.report.page import Eyes, MatchInfo, Progress, RulingLine, TurnPage
from pbem.report.turn import turn_page


class Past(Struct, frozen=True):
    """A record that was found valid, followed as far as it is laid open."""

    entries: tuple[Entry, ...]
    course: tuple[Followed, ...]
    note: str
    hidden: bytes | None

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.course[0].match.id

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return self.course[-1].match.phase == "over"

    def at(self, seq: int | None) -> Match:
        """Return the match after an entry, the last one if none is named; UsageError where it is not known."""
        if seq is None:
            return self.course[-1].match
        if seq >= len(self.entries):
            raise UsageError(f"{self.game} has no entry {seq}: its last one is {len(self.entries) - 1}")
        if seq >= len(self.course):
            raise UsageError(f"{self.game} is laid open up to entry {len(self.course) - 1} until it is over")
        return self.course[seq].match


def read_past(source: Path) -> Past:
    """Read an export; DeskError with the first bad entry if it is not valid, UsageError if it is that of an event."""
    kind = kind_in(source)
    if not kind.has_positions:
        raise UsageError(
            f"{source} is the record of {kind.called}, which `pbem verify` looks at; name one of its games"
        )
    found = verify_files(source)
    if found.first_bad:
        bad = found.first_bad
        where = "beside the record" if bad["seq"] is None else f"entry {bad['seq']}"
        raise DeskError(f"{source} is not valid: {where}: {bad['check']}: {bad['why']}")
    files = read_files(source)
    try:
        log = read_log(folder.split(files[LOG]))
    except CannotCheckError as error:
        raise DeskError(f"{source} cannot be read here: {error}") from None
    laid = laid_open(log.entries, files)
    course: list[Followed] = []
    try:
        for _entry, followed in replay(log.entries, hidden=laid.hidden, opened=laid.opened, is_strict=False):
            course.append(followed)
    except LaterError:
        pass  # what follows is laid open when the game is over
    except CannotCheckError as error:
        raise DeskError(f"{source} cannot be read here: {error}") from None
    note = files.get(NOTE, b"").decode(errors="replace")
    return Past(log.entries, tuple(course), note, laid.hidden)


def report_at(past: Past, seq: int | None, eyes: Eyes) -> TurnPage:
    """Return the report that a seat, or the public, would have got after an entry."""
    match = past.at(seq)
    if match.state is None:
        raise UsageError(f"{past.game} had not started at entry {match.head.size - 1}: there is nothing to report yet")
    since = _since(past.entries, match.head.size, eyes.seat)
    stretch = past.course[since : match.head.size]
    before = past.course[max(since, 1) - 1].match
    progress = Progress(
        happenings=[happening for step in stretch for happening in step.happenings],
        held=[held for step in stretch for held in (names_in(step.match),) * len(step.happenings)],
        decisions=match.waiting(),
        outcome=convert(result_of(match), Outcome) if match.phase == "over" else None,
        before=None if before.state is None else match.game.view(before.state, eyes.seat),
    )
    told = {entry.seq: glance(entry.raw) for entry in past.entries[since : match.head.size]}
    handed = changed_hands((before, *(step.match for step in stretch)))
    is_heard = any(happening.is_known_to(eyes.seat) for happening in progress.happenings)
    info = MatchInfo(
        id=match.id,
        names=names_in(match),
        size=match.head.size,
        head=match.head.hash.hex(),
        note=past.note if match.head.size == len(past.entries) else "",
        at=match.at,
        table=match.terms.table,
        rulings=tuple(with_people(line, handed) for line in _lines(told, eyes, is_heard=is_heard)),
        since=mark_of(since, is_past=seq is not None),
    )
    return turn_page(match.game, info, match.game.view(match.state, eyes.seat), eyes, progress)


def _lines(told: Mapping[int, Gist], eyes: Eyes, *, is_heard: bool) -> tuple[RulingLine, ...]:
    """Return the acts among some entries; if there is none and nothing is heard of them, what the last of them is."""
    tell = teller(eyes.language, eyes.zone)
    acts = tuple(act_line(seq, gist, tell) for seq, gist in told.items() if gist.kind in ACTS)
    if acts or is_heard:
        return acts
    last = max(told)
    return (entry_line(last, told[last]),)


def _since(entries: Sequence[Entry], size: int, seat: Seat | None) -> int:
    """Return the size of the record before a seat's last order was used; for the public, before anybody's."""
    for entry in reversed(entries[:size]):
        if isinstance(entry.content, Order) and seat in (None, entry.content.seat):
            return entry.seq
    return 0
