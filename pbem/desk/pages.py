"""Reports out of the store: a seat's turn report, or the public one, at any entry of any game."""

import tomllib
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from msgspec import Struct, convert, json

import pbem
from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.positions import position, replay
from pbem.desk.store import Transaction
from pbem.games.game import Happening, Outcome, Seat
from pbem.referee.match import Match, result_of
from pbem.referee.tokens import token
from pbem.referee.words import tell_reason
from pbem.report import render
from pbem.report.page import MatchInfo, Notices, RulingLine, TurnPage
from pbem.report.phrases import Phrases
from pbem.report.turn import turn_page


class _Gist(Struct):
    """What a glance at an entry tells."""

    kind: str
    at: int
    seat: str = ""
    act: str = ""
    reason: str = ""


_QUOTED = 32  # hex digits of a head: enough to bind it, short enough to survive a mail

_gists = json.Decoder(_Gist)


@cache
def templates() -> Path:
    """Return the folder of the templates: inside an installed package, beside it in a checkout."""
    package = Path(pbem.__file__).parent
    packed = package / "templates"
    return packed if packed.is_dir() else package.parent / "templates"


@cache
def environment() -> Environment:
    """Return the Jinja2 environment of all pages."""
    phrases = Phrases(tomllib.loads((templates() / "phrases.toml").read_text(encoding="utf-8")))
    return render.environment(FileSystemLoader(templates()), phrases)


def say(key: str, language: str, /, **places: object) -> str:
    """Tell a phrase of the pages."""
    phrases: Phrases = environment().globals["phrases"]  # type: ignore[assignment]  # put there by `environment`
    return phrases.say(key, language, **places)


def tell(error: UsageError, language: str) -> str:
    """Tell a player what is wrong; in English where there are no other words."""
    return say(error.phrase, language, **error.places) if error.phrase else str(error)


def make_page(  # noqa: PLR0913 - which part of which game, for whom, with what to tell
    desk: Desk,
    look: Transaction,
    game: str,
    *,
    seat: Seat | None,
    since: int,
    upto: int,
    language: str = "en",
    notices: Notices = Notices(),  # noqa: B008 - frozen
) -> TurnPage:
    """Return the report on entries since..upto-1 of a game, as a seat or the public may know it."""
    match = position(desk, look, game, upto - 1)
    if match.state is None:
        raise UsageError(f"{game} had not started at entry {upto - 1}: there is nothing to report yet")
    return turn_page(
        match.game,
        _info(desk, look, match, seat=seat, since=since, notices=notices, language=language),
        match.game.view(match.state, seat),
        seat=seat,
        happenings=_happenings(desk, look, match, since),
        decisions=() if notices.past else match.waiting(),
        language=language,
        notices=notices,
        outcome=convert(result_of(match), Outcome) if match.phase == "over" else None,
    )


def since_last_turn(look: Transaction, match: Match, seat: Seat | None) -> int:
    """Return the size of the record before a seat's last order was used; for the public, before anybody's."""
    gists = map(_gists.decode, look.raws(match.id, 0, match.head.size))
    used = [at for at, gist in enumerate(gists) if gist.kind == "order" and seat in (None, gist.seat)]
    return used[-1] if used else 0


def _happenings(desk: Desk, look: Transaction, match: Match, since: int) -> list[Happening]:
    start = position(desk, look, match.id, max(since, 1) - 1)
    steps = replay(desk, look, start, match.head.size)
    return [happening for _match, _entry, happened in steps for happening in happened]


def _info(  # noqa: PLR0913 - as `make_page`
    desk: Desk, look: Transaction, match: Match, *, seat: Seat | None, since: int, notices: Notices, language: str
) -> MatchInfo:
    told = [_gists.decode(raw) for raw in look.raws(match.id, min(since, match.head.size - 1), match.head.size)]
    return MatchInfo(
        id=match.id,
        names={held: match.holders[held].name for held in match.seats},
        size=match.head.size,
        head=match.head.hash.hex(),
        note=desk.note(match.id, match.head) + _receipt(desk, match, seat, notices),
        at=told[-1].at,
        table=match.terms.table,
        rulings=tuple(_ruling(gist, language) for gist in told if gist.kind == "ruling"),
        reply=reply_lines(look, match, seat) if seat and _is_answered(match, seat, notices) else (),
        sign=_kind(match, seat),
        void=why_void(look, match, language),
    )


def _kind(match: Match, seat: Seat | None) -> str:
    """Return the kind of key that a seat's orders are signed with: `desk` where the match takes none of its player."""
    kind = match.holders[seat].key.partition(":")[0] if seat else ""
    return kind if kind in match.terms.accepts else "desk"


def _is_answered(match: Match, seat: Seat, notices: Notices) -> bool:
    """Tell whether a seat can answer a report: not on the past, nor once its player has left it."""
    return match.phase == "running" and seat not in match.vacant and not notices.past


def _ruling(gist: _Gist, language: str) -> RulingLine:
    return RulingLine(gist.act, gist.seat, tell_reason(gist.reason, language))


def why_void(look: Transaction, match: Match, language: str) -> str:
    """Return the reason for which a match is void, or "" if it is not; nothing follows that ruling in its record."""
    if match.phase != "void":
        return ""
    [last] = look.raws(match.id, match.head.size - 1, match.head.size)
    return tell_reason(_gists.decode(last).reason, language)


def _receipt(desk: Desk, match: Match, seat: Seat | None, notices: Notices) -> str:
    if seat is None or not notices.receipt:
        return ""
    return "\n" + desk.receipt(match.id, seat=seat, size=match.head.size, digest=notices.receipt)


def reply_lines(look: Transaction, match: Match, seat: Seat) -> tuple[str, ...]:
    """Return the statements that a signed answer begins with."""
    secret = look.secret(match.id, "seal") or b""
    return (
        f"to: {match.terms.referee};",
        f"game: {match.id};",
        f"seat: {seat};",
        f"token: {token(secret, match, seat)};",
        f"seen: {match.head.size} {match.head.hash.hex()[:_QUOTED]};",
    )
