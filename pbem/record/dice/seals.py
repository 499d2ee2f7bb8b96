"""Seals: what only some may see is not in the record, a commitment to it is."""

from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec import Struct, UnsetType
from msgspec.json import Decoder

from pbem.record.dice.fair import M, T, u32
from pbem.record.log import canonical
from pbem.record.log.kinds import Opening


class SealedOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The text that the seal of an order commits to, as values.

    `digest` is that of the signed bytes. `sheet` is the orders as they were understood.
    """

    digest: str
    sheet: str


_order = Decoder(SealedOrder)


def read_order(text: str) -> SealedOrder | None:
    """Return the values in the sealed text of an order; None if it is not in canonical form."""
    try:
        canonical.decode(text.encode())
        return _order.decode(text)
    except ValueError:
        return None


def salt(secret: bytes, game: str, seq: int) -> bytes:
    """Return the salt of the seal in entry `seq`. Only the referee knows the secret."""
    return M(secret, "salt", game, u32(seq))


def seal(game: str, seq: int, salt: bytes, text: str) -> bytes:
    """Return the commitment to a text, as entry `seq` has it."""
    return T("seal", game, u32(seq), salt, text)


def is_opened_by(opening: Opening, game: str, sealed: str) -> bool:
    """Return whether an opening fits the seal (in hex) of its entry."""
    return seal(game, opening.seq, bytes.fromhex(opening.salt), opening.text).hex() == sealed


class Answering(Protocol):
    """A ruling that may answer an appeal, in a game or in an event."""

    @property
    def game(self) -> str: ...
    @property
    def opens(self) -> tuple[Opening, ...] | UnsetType: ...
    @property
    def to(self) -> int | UnsetType: ...


def answer_objection(ruling: Answering, appeals: Mapping[int, str], is_appeal: Callable[[Opening], bool]) -> str | None:
    """Say why what a ruling opens is not the appeal that it answers, or None; there is one, and it opens it once.

    `appeals` are the seals of those that can be opened, and `is_appeal` looks at what is opened.
    """
    for place, opening in enumerate(ruling.opens or ()):
        sealed = appeals.get(opening.seq) if opening.seq == ruling.to and place == 0 else None
        if sealed is None or not is_opened_by(opening, ruling.game, sealed) or not is_appeal(opening):
            return f"what is opened is not the appeal in entry {ruling.to}"
    return None
