"""What is asked of every row of a desk by itself, whatever stands in other tables."""

import re
from collections.abc import Callable

from msgspec import MsgspecError, Struct, convert, json

from pbem.desk.errors import DeskError
from pbem.desk.matches.letters.requests import Posted
from pbem.desk.matches.seats.watching import WATCHER, Watching
from pbem.desk.people.enrolled import checked, enrolled
from pbem.desk.people.names import ELSEWHERE
from pbem.desk.signed.evidence import is_named_so
from pbem.desk.store.shelves.letters import FAR
from pbem.desk.store.upkeep.inspecting import Row
from pbem.desk.store.values import Member
from pbem.mail.kinds import provided_kinds
from pbem.record.errors import IntegrityError
from pbem.record.log.entry import entry_hash
from pbem.report.notice import read_notices

# What damaged values may do to code that reads them.
WRONG = (DeskError, IntegrityError, MsgspecError, ValueError, TypeError, LookupError, AttributeError)


_DIGEST = re.compile(r"[0-9a-f]{64}")


class Known(Struct, frozen=True):
    """What rows of one table say that rows of others must agree with."""

    games: dict[str, int]  # every record, and how many entries of it there are
    seats: frozenset[tuple[str, str]]
    names: frozenset[str]
    now: int


_Check = Callable[[Row, Known], str | None]


def what_is_wrong(table: str, row: Row, known: Known) -> str | None:
    """Return what is wrong with a row by itself; None if nothing is, or if nothing is asked of its table."""
    ask = _CHECKS.get(table)
    try:
        return None if ask is None else ask(row, known)
    except WRONG as error:
        return f"it makes no sense: {error}"


def _check_entry(row: Row, known: Known) -> str | None:
    del known
    return None if entry_hash(row.values["raw"]) == row.values["hash"] else "its stored hash is not that of its bytes"


def _check_projected(row: Row, known: Known) -> str | None:
    game = row.values.get("game", row.values.get("id"))
    return None if game in known.games else "there is no record of that game"


def _check_secret(row: Row, known: Known) -> str | None:
    return None if row.values["game"] in ("", *known.games) else "there is no record of that game"


def _check_player(row: Row, known: Known) -> str | None:
    del known
    values = row.values
    player = checked(convert({**values, "publishes": bool(values["publishes"])}, Member))
    if values["publishes"] not in (0, 1):
        return "whether orders may be published is not said"
    if player.key_id and enrolled(player).key_id != player.key_id:
        return "the key is not the one that it is called"
    return None


def _check_mail(row: Row, known: Known) -> str | None:
    values = row.values
    if not _DIGEST.fullmatch(values["digest"]):
        return "that is no digest"
    if values["player"].removesuffix(ELSEWHERE) not in ("", *known.names) or values["is_answered"] not in (0, 1):
        return "whose mail it was, or whether it was answered, is not said"
    return None if 0 < values["at"] <= known.now + FAR else "it came at no possible time"


def _check_provider_key(row: Row, known: Known) -> str | None:
    values = row.values
    if not any(kind.is_record(values["record"]) for kind in provided_kinds()):
        return "that is no key record"
    if not 0 < values["first"] <= values["last"] <= values["until"] <= known.now + FAR:
        return "it was seen at no possible time"
    return None


def _check_evidence(row: Row, known: Known) -> str | None:
    del known
    return None if is_named_so(row.values["digest"], row.content) else "it is of something else than its name says"


def _check_letter(row: Row, known: Known) -> str | None:
    values = row.values
    if not values["seat"]:
        convert(json.decode(row.content), Posted)
        return None
    if values["seat"] == WATCHER:
        convert(json.decode(row.content), Watching)
    else:
        read_notices(json.decode(row.content))
    if values["seat"] != WATCHER and (values["game"], values["seat"]) not in known.seats:
        return "there is no such seat"
    if not 0 <= values["since"] <= values["upto"] <= known.games.get(values["game"], 0):
        return "it tells of entries that are not there"
    if not 0 <= values["tries"] < 1_000 or not -1 <= values["sent"] <= known.now + FAR or values["due"] < 0:
        return "when it was sent, or is tried again, is no possible time"
    return None


_CHECKS: dict[str, _Check] = {
    "entry": _check_entry,
    "game": _check_projected,
    "event": _check_projected,
    "seat": _check_projected,
    "snapshot": _check_projected,
    "secret": _check_secret,
    "player": _check_player,
    "mail": _check_mail,
    "evidence": _check_evidence,
    "provider_key": _check_provider_key,
    "letter": _check_letter,
}
