"""The fields that all entries have, and the forms of ids, keys and digests.

They are the same for games and events.
"""

import re
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct

from pbem.record.log.canonical import INTEGER_LIMIT

Count = Annotated[int, Meta(ge=0, lt=INTEGER_LIMIT)]
Number = Annotated[int, Meta(ge=1, lt=2**32)]
Range = Annotated[int, Meta(ge=1, lt=INTEGER_LIMIT)]
# Only the length is a type: it costs nothing. The letters of a digest are looked at by `fault`.
Digest = Annotated[str, Meta(min_length=64, max_length=64)]

QUOTED = re.compile(r"[0-9a-f]{32,64}")
REFEREE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,127}")
SEAT_NAME = re.compile(r"[!-~]{1,32}")
_digests = re.compile(r"(?:[0-9a-f]{64})*")


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """The fields that every entry has. The tag of its struct is its `kind`."""

    at: Count
    game: str
    prev: Digest
    seq: Count

    @property
    def kind(self) -> str:
        """The kind of the entry."""
        return str(self.__struct_config__.tag)


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """Which rules are played."""

    key: str
    version: Count


class Dice(Struct, frozen=True, forbid_unknown_fields=True):
    """The published end of the dice ladder: its length and r_0."""

    anchor: Digest
    n: Annotated[int, Meta(ge=1, lt=2**32)]


def not_hex(*digests: str) -> str | None:
    """Return what is wrong with these digests, or None. An empty text counts as no digest."""
    return None if _digests.fullmatch("".join(digests)) else "a digest is not 64 lower-case hex digits"


def other_fields(entry: Any, more: tuple[str, ...], fields: dict[str, frozenset[str]]) -> str | None:
    """Return which field is missing, or does not belong to the act of an entry; None if none."""
    given = {name for name in more if getattr(entry, name) is not UNSET}
    wrong = sorted(given ^ fields[entry.act])
    return f"{wrong[0]!r} does not go with the act {entry.act}, or is missing" if wrong else None
