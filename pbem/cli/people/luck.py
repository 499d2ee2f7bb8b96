"""Luck that a player commits to and reveals later: `pbem sign --luck` makes it and keeps it beside his key."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from pbem.cli.session import read_text
from pbem.desk.disk.writing import PRIVATE, write_file
from pbem.desk.errors import UsageError
from pbem.record.dice.fair import luck_commitment
from pbem.record.log.record_words import ANY
from pbem.referee.acts.joining import is_join, read_join

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")  # it becomes part of a file's name
_LUCK = re.compile(r"[0-9a-f]{64}")
_EVENT = "none"  # what stands in the place of a seat in a sheet for an event
_ENTERING = re.compile(r"(?i:enter) (\S+) LUCK of (.+)")
_REVEALING = re.compile(r"(?i:reveal) LUCK of (.+)")
_WANTING = re.compile(r"(?i:enter \S+|reveal) LUCK(?: .*)?")
_WORDS = ("appeal", "enter", "reveal", "withdraw")


def wants_luck(orders: Sequence[str]) -> bool:
    """Tell whether a sheet for an event leaves a place for a luck."""
    return any(_WANTING.fullmatch(order) for order in orders)


def luck_order(key: Path, values: dict[str, str], orders: tuple[str, ...], *, again: bool = False) -> str:
    """Return the order that commits luck, or reveals it; KeyError names the line of a sheet that is missing.

    With `again` luck is revealed that was revealed over another head before.
    """
    if values["seat"] == _EVENT:
        return _event_order(key, values, orders, again=again)
    return _joining(key, values, orders) or _luck(key, values, again=again)


def _event_order(key: Path, values: dict[str, str], orders: tuple[str, ...], *, again: bool) -> str:
    """Return what a sheet for an event says, with the luck in its place.

    The sheet itself says whether it enters or reveals: nothing else, such as a newer token, ever gives a luck away.
    """
    text, game = " ".join(orders), values["game"]  # a letter may have broken a long line
    is_one = not any(order.split()[0].lower() in _WORDS for order in orders[1:])
    if is_one and (entering := _ENTERING.fullmatch(text)) and entering[1] == game:
        return f"enter {game} {_commit_for_event(key, values, entering[2])}"
    if is_one and (revealing := _REVEALING.fullmatch(text)):
        return f"reveal {_reveal_in_event(key, values, revealing[1], again=again)}"
    raise UsageError(
        f"--luck goes with a line `enter {game} LUCK of NAME` or `reveal LUCK of NAME`, alone in its sheet: "
        "copy it from your letter, and sign everything else without --luck"
    )


def _commit_for_event(key: Path, values: dict[str, str], name: str) -> str:
    """Return what a player commits to; signed again before it is revealed, an entry has the same luck."""
    place, owner = _place(key, values["game"], _EVENT), f"{values['to']} {name}"
    luck = _own_luck(place, owner) if place.exists() else secrets.token_bytes(32).hex()
    _keep_luck(place, luck, owner)
    return luck_commitment(values["game"], name, bytes.fromhex(luck)).hex()


def _own_luck(place: Path, owner: str) -> str:
    luck, kept_for, seen = _kept_luck(place)
    if kept_for != owner or seen:
        what = "was revealed before" if seen else f"is kept for {kept_for!r}"
        raise UsageError(f"the luck in {place} {what}: move that file away to make another")
    return luck


def _reveal_in_event(key: Path, values: dict[str, str], name: str, *, again: bool) -> str:
    place, owner = _place(key, values["game"], _EVENT), f"{values['to']} {name}"
    if not place.exists():
        raise UsageError(f"there is no {place}: sign where you signed your entry, or with its --key")
    luck, kept_for, seen = _kept_luck(place)
    if kept_for != owner:
        raise UsageError(f"the luck in {place} is kept for {kept_for!r}, not for {owner!r}")
    _check_once(seen, values["seen"], again=again)
    _keep_luck(place, luck, owner, values["seen"])
    return luck


def _check_once(seen: str, quoted: str, *, again: bool) -> None:
    """Refuse to reveal over two heads: others may have been let in between, by whoever knew the luck from the first.

    Who was refused the first time has no other way to take part, so he may say that he knows.
    """
    if seen not in ("", quoted) and not again:
        raise UsageError(
            f"this luck was revealed before, to a letter with `seen: {seen}`: ask why it is wanted again. If that "
            "sheet was refused, or never sent, sign with --luck --again; whoever got it may know your luck since"
        )


def _joining(key: Path, values: dict[str, str], orders: tuple[str, ...]) -> str:
    """Return the order that joins a game with fresh luck, kept beside the key; "" if the sheet does not join.

    Luck that was kept for that seat and never revealed is as good: whoever withdrew takes it along.
    """
    if not is_join("\n".join(orders)):
        return ""
    asked = read_join(orders[0], values["seat"])
    if asked is None or not asked.seat:
        raise UsageError(f"luck is bound to a seat: write `join SEAT`, and that seat or {ANY!r} in the line `seat:`")
    place = _place(key, values["game"], asked.seat)
    luck, _token, seen = _kept_luck(place) if place.exists() else ("", "", "")
    if not luck or seen:
        luck = secrets.token_bytes(32).hex()
    _keep_luck(place, luck, values["token"])
    return f"join {asked.seat} {_committing(values['game'], asked.seat, luck)}"


def _place(key: Path, game: str, seat: str) -> Path:
    """Return the file in which the luck of a seat is kept."""
    if not _NAME.fullmatch(game) or not _NAME.fullmatch(seat):
        raise UsageError(f"{game!r} and {seat!r} cannot be a game and a seat")
    return key.with_name(f"{key.name}.luck.{game}.{seat}")


def _luck(key: Path, values: dict[str, str], *, again: bool) -> str:
    """Return the order that commits fresh luck, kept beside the key; or, for the letter that asks for it, reveals it.

    The letter that asks for it has another token than the one that asked for the commitment. Who reveals luck twice,
    over different heads, may have told the host what it is before all were committed: nobody could see that later.
    """
    game, seat, token = values["game"], values["seat"], values["token"]
    place = _place(key, game, seat)
    if not place.exists():
        luck = secrets.token_bytes(32).hex()
        _keep_luck(place, luck, token)
        return _committing(game, seat, luck)
    luck, committed, seen = _kept_luck(place)
    if token == committed:
        return _committing(game, seat, luck)
    _check_once(seen, values["seen"], again=again)
    _keep_luck(place, luck, committed, values["seen"])
    return f"reveal {luck}"


def _committing(game: str, seat: str, luck: str) -> str:
    return f"luck {luck_commitment(game, seat, bytes.fromhex(luck)).hex()}"


def _kept_luck(place: Path) -> tuple[str, str, str]:
    """Return the luck in a file, the token that it was committed with, and what was seen when it was revealed."""
    luck, *more = read_text(str(place)).splitlines() or [""]
    if not _LUCK.fullmatch(luck):
        raise UsageError(f"{place} does not hold 64 hex digits: it is not the luck that was committed")
    committed, seen = (*more, "", "")[:2]
    return luck, committed, seen


def _keep_luck(place: Path, *lines: str) -> None:
    try:
        write_file(place, "".join(f"{line}\n" for line in lines).encode(), PRIVATE)
    except OSError as error:
        raise UsageError(f"cannot keep the luck in {place}: {error.strerror}") from None
