"""Which orders of a letter are signed, and by which key.

A letter's text becomes orders here and nowhere else. The player's side, signing, is here too.
"""

from collections.abc import Callable, Collection, Sequence
from functools import partial

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.mail.block import block as order_block
from pbem.mail.block.block import Block
from pbem.mail.evidence import Claim, Signed
from pbem.mail.keys import EnrolledKey, Keys, Records, no_records
from pbem.mail.kinds import block_kind, kind_named, own_kinds, provided_kinds
from pbem.mail.letter.entity import cut_halves
from pbem.mail.letter.letter import Letter
from pbem.mail.letter.parts import read_parts
from pbem.mail.phrases import unusable
from pbem.mail.safe import Unusable, UnusableError
from pbem.mail.ssh import signature as sshsig

_HALVES = "multipart/signed"
_MANY = "the letter holds more than one signed thing, send one"
_SHEETS = "many_sheets"
_TEXTS = ("text/plain", "text/html", "multipart/")


def find_signed(
    letter: Letter, keys: Keys, *, now: int, accepts: Collection[str], records: Records = no_records
) -> Signed | Unusable:
    """Return the one sheet in a letter that an enrolled key signed, or why there is none.

    Only bytes whose signature is valid are read as orders. Signatures in quoted text, and those of
    a provider, count only if the writer has signed nothing. `records` finds the key of a provider.
    """
    search = _Search(letter, accepts, records)
    own = search.own_claims()
    above = [claim for claim in own if not claim.is_quoted]
    below = [claim for claim in own if claim.is_quoted]
    # A signature of the writer's own that is broken is not saved by another: who broke it might have chosen that one.
    rounds = [above] if above else [search.provided_claims(), below]
    try:
        for claims in rounds:
            if signed := _settle(claims, keys, now, search.errors):
                return signed
    except UnusableError as error:
        return error.value
    return search.gravest().value


def holds_nothing_else(letter: Letter, signed: Signed) -> bool:
    """Return whether the letter is the signed sheet and nothing more.

    Sheets that change a key must come in such a letter.
    """
    if letter.aside or not all(kind.startswith(_TEXTS) or _is_signature(kind) for kind in letter.kinds):
        return False
    return kind_named(signed.kind).holds_nothing_else(letter, signed)


def not_alone(signed: Signed) -> Unusable:
    """Return the reason for refusing a sheet that is not alone in its letter, for its signer."""
    return unusable("not_alone").signed_by(signed.key_id, signed.signed_bytes).value


def is_pieced(refused: Unusable) -> bool:
    """Return whether a letter was refused because it has several sheets of one signer.

    Anybody may have combined them.
    """
    return refused.saying is not None and refused.saying.key == _SHEETS


def parse_key(raw: bytes, *, now: int) -> EnrolledKey:
    """Return a key to enrol; UnusableError for anything else.

    It is an OpenSSH line, an OpenPGP or X.509 certificate, or a mail address.
    """
    if b"PRIVATE KEY" in raw:
        raise UnusableError("this is a private key: keep it to yourself, enrol the public one")
    for kind in (*own_kinds(), *provided_kinds()):
        if kind.is_key(raw):
            return kind.parse_key(raw, now)
    raise UnusableError("this is no key: give an ssh key line, an OpenPGP or X.509 certificate, or a mail address")


def brought_key(letter: Letter, *, now: int) -> EnrolledKey | None:
    """Return the key that comes with a letter that is signed as a whole, or None.

    Whether that key signed the letter is not checked here.
    """
    try:
        claim = _claim_whole(letter)
        return kind_named(claim.kind).brought_key(claim, now)
    except UnusableError:
        return None


def is_signed_by_key(letter: Letter) -> bool:
    """Say whether a letter holds anything that looks signed by a key of a person's own; nothing is verified."""
    return _count_wholes(letter) > 0 or any(kind.count(letter) for kind in own_kinds())


def sign_orders(block: Block, key: Ed25519PrivateKey) -> str:
    """Give the whole block as it is pasted into a mail; refuse orders that a block cannot hold."""
    text = order_block.write(block)
    return text.decode("utf-8") + sshsig.write(sshsig.sign(text, key))


class _Search:
    """What a letter claims to be signed by, and what is wrong with claims that cannot hold."""

    def __init__(self, letter: Letter, accepts: Collection[str], records: Records) -> None:
        self._letter = letter
        self._accepts = accepts
        self._records = records
        self.errors: list[UnusableError] = []

    def own_claims(self) -> list[Claim]:
        """Give the claims by keys of persons, the whole letter's first."""
        claims: list[Claim] = []
        if _count_wholes(self._letter):
            claims += self._try(lambda: (_claim_whole(self._letter),))
        for kind in own_kinds():
            if kind.count(self._letter):
                claims += self._try(partial(kind.claims, self._letter, self._records))
        return claims

    def provided_claims(self) -> list[Claim]:
        """Give the claims by providers; they sign nearly every mail, so one that is not accepted is no fault."""
        claims: list[Claim] = []
        for kind in provided_kinds():
            if kind.name in self._accepts and kind.count(self._letter):
                claims += self._try(partial(kind.claims, self._letter, self._records))
        return claims

    def _try(self, claims: Callable[[], Sequence[Claim]]) -> list[Claim]:
        try:
            found = list(claims())
            for claim in found:
                _check_kind(claim.kind, self._accepts)
        except UnusableError as error:
            self.errors.append(error)
            return []
        return found

    def gravest(self) -> UnusableError:
        """Give the one fault to be told: what its signer may know first, then what could not be checked here."""
        if not self.errors:
            self._try(lambda: block_kind().claims(self._letter, self._records))
        held = [error for error in self.errors if error.value.signer]
        lacking = [error for error in self.errors if error.value.lacks]
        return (held or lacking or self.errors)[0]


def _settle(claims: Sequence[Claim], keys: Keys, now: int, errors: list[UnusableError]) -> Signed | None:
    """Settle claims; refuse two that hold for different sheets, since a reader might take the other one."""
    held: list[Signed] = []
    for claim in claims:
        try:
            held.append(kind_named(claim.kind).settle(claim, keys, now))
        except UnusableError as error:
            errors.append(error)
    if any((other.key_id, other.block) != (held[0].key_id, held[0].block) for other in held):
        raise _too_many(held)
    return held[0] if held else None


def _too_many(held: Sequence[Signed]) -> UnusableError:
    """Give the refusal of a letter with several sheets; if all are of one key, its holder can be told."""
    signers = {signed.key_id for signed in held}
    if len(signers) > 1:
        return UnusableError(_MANY)
    return unusable("many_sheets").signed_by(held[0].key_id, b"".join(signed.signed_bytes for signed in held))


def _is_signature(kind: str) -> bool:
    return any(kind in own.detached_types | own.opaque_types for own in own_kinds())


def _check_kind(name: str, accepts: Collection[str]) -> None:
    if name not in accepts:
        raise UnusableError(f"letters signed by {kind_named(name).signed_by} are not taken here")


def _count_wholes(letter: Letter) -> int:
    forms = _whole_forms()
    return sum(form in forms for form in letter.kinds)


def _whole_forms() -> set[str]:
    return {_HALVES}.union(*(kind.opaque_types for kind in own_kinds()))


def _claim_whole(letter: Letter) -> Claim:
    """Cut a letter that is signed as a whole."""
    form = letter.kinds[0]
    if _count_wholes(letter) > 1 and form in _whole_forms():
        raise UnusableError(_MANY)  # what somebody else has signed inside it would pass for the signer's own words
    if form == _HALVES:
        return _claim_halves(letter)
    for kind in own_kinds():
        if form in kind.opaque_types:
            return kind.claim_whole(read_parts(letter.lines)[0].body, None)
    # A signed part inside an unsigned letter covers too little: anybody could have put it there.
    raise UnusableError("only a part of the letter is signed: the whole letter must be, and not as an attachment")


def _claim_halves(letter: Letter) -> Claim:
    halves = cut_halves(letter.lines)
    for kind in own_kinds():
        if halves.protocol in kind.detached_types:
            return kind.claim_whole(halves.signature, halves.signed)
    usable = " or ".join(kind.signed_by for kind in own_kinds() if kind.detached_types)
    raise UnusableError(f"the letter is signed in a way that is not read here, use {usable}")
