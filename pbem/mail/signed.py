"""Who signed which orders. The only door through which a letter's text becomes orders, and the player's side of it."""

from collections.abc import Collection, Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.mail.block import block as order_block
from pbem.mail.block.block import Block
from pbem.mail.evidence import Claim, Signed
from pbem.mail.keys import EnrolledKey, Keys, Records, no_records
from pbem.mail.kinds import block_kind, kind_named, own_kinds, provided_kinds
from pbem.mail.letter.entity import cut_halves
from pbem.mail.letter.letter import Letter
from pbem.mail.letter.parts import read_parts
from pbem.mail.safe import Unusable, UnusableError
from pbem.mail.ssh import signature as sshsig

_HALVES = "multipart/signed"


def find_signed(
    letter: Letter, keys: Keys, *, now: int, accepts: Collection[str], records: Records = no_records
) -> Signed | Unusable:
    """Give the letter's one signed thing if an enrolled key signed it; what verifies is what is read.

    What a provider signed is asked only when nothing else in the letter is signed; `records` then finds its key.
    """
    try:
        claims = _claims(letter, accepts, records)
        _check_kind(claims[0].kind, accepts)
        return _settle_first(claims, keys, now)
    except UnusableError as error:
        return error.value


def parse_key(raw: bytes, *, now: int) -> EnrolledKey:
    """Read a key to enrol: an OpenSSH line, an OpenPGP or X.509 certificate, or a mail address; refuse others."""
    if b"PRIVATE KEY" in raw:
        raise UnusableError("this is a private key: keep it to yourself, enrol the public one")
    for kind in (*own_kinds(), *provided_kinds()):
        if kind.is_key(raw):
            return kind.parse_key(raw, now)
    raise UnusableError("this is no key: give an ssh key line, an OpenPGP or X.509 certificate, or a mail address")


def brought_key(letter: Letter, *, now: int) -> EnrolledKey | None:
    """Give the key that a letter signed as a whole brings along; nothing says yet that it signed it."""
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


def _claims(letter: Letter, accepts: Collection[str], records: Records) -> Sequence[Claim]:
    """Give what the letter claims to be signed by: one thing, in the kind that bears it."""
    wholes = _count_wholes(letter)
    counts = [(kind, kind.count(letter)) for kind in own_kinds()]
    # With two signed things a reader and this desk might each take another one for the orders.
    if wholes + sum(count for _, count in counts) > 1:
        raise UnusableError("the letter holds more than one signed thing, send one")
    if wholes:
        return (_claim_whole(letter),)
    for kind, count in counts:
        if count:
            return kind.claims(letter, records)
    # Providers sign nearly every mail. Where a game does not take that, it must not hide what is really missing.
    for kind in provided_kinds():
        if kind.name in accepts and kind.count(letter):
            return kind.claims(letter, records)
    return block_kind().claims(letter, records)


def _check_kind(name: str, accepts: Collection[str]) -> None:
    if name not in accepts:
        raise UnusableError(f"letters signed by {kind_named(name).signed_by} are not taken here")


def _settle_first(claims: Sequence[Claim], keys: Keys, now: int) -> Signed:
    """Settle the first claim that holds; if none does, what its signer may be told comes before anything else."""
    errors: list[UnusableError] = []
    for claim in claims:
        try:
            return kind_named(claim.kind).settle(claim, keys, now)
        except UnusableError as error:
            errors.append(error)
    held = [error for error in errors if error.value.signer]
    raise (held or errors)[0]


def _count_wholes(letter: Letter) -> int:
    forms = {_HALVES}.union(*(kind.opaque_types for kind in own_kinds()))
    return sum(form in forms for form in letter.kinds)


def _claim_whole(letter: Letter) -> Claim:
    """Cut a letter that is signed as a whole."""
    form = letter.kinds[0]
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
