"""Who signed which orders. The only door through which a letter's text becomes orders, and the player's side of it."""

import re
from collections.abc import Collection

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.mail.block import block as order_block
from pbem.mail.block.block import Block
from pbem.mail.block.passage import find_passage, has_ssh_signature
from pbem.mail.dkim import dkimsig
from pbem.mail.dkim.dkimsig import Records, no_records
from pbem.mail.evidence import Evidence, Signed, settle, settle_ssh
from pbem.mail.keys import EnrolledKey, Keys, Kind
from pbem.mail.letter.address import is_address
from pbem.mail.letter.entity import cut_halves
from pbem.mail.letter.letter import Letter
from pbem.mail.letter.parts import read_parts
from pbem.mail.pgp import openpgp
from pbem.mail.pgp import packets as pgpwire
from pbem.mail.safe import Refusal, Refused
from pbem.mail.smime import certificate as x509key
from pbem.mail.smime import smime
from pbem.mail.ssh import key as sshkey
from pbem.mail.ssh import signature as sshsig

__all__ = ["Signed", "brought_key", "find_signed", "is_signed_by_key", "parse_key", "sign_orders"]

_SIGNED_KIND = "multipart/signed"
_OPAQUE_KINDS = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
_DETACHED_KINDS = frozenset({"application/pkcs7-signature", "application/x-pkcs7-signature"})
_PGP_KIND = "application/pgp-signature"
_WHOLE_KINDS = frozenset({_SIGNED_KIND, *_OPAQUE_KINDS})
_INLINE = re.compile(r"-----BEGIN PGP (?:SIGNED )?MESSAGE-----")
_INLINE_MESSAGE = re.compile(rb"^-----BEGIN PGP MESSAGE-----[ \t]*\n[^-]*-----END PGP MESSAGE-----", re.MULTILINE)
_INLINE_CLEAR = re.compile(rb"^" + pgpwire.BEGIN_CLEAR.encode() + rb"[ \t]*$", re.MULTILINE)
_WORDS: dict[Kind, str] = {"ssh": "an SSH key", "pgp": "OpenPGP", "x509": "S/MIME", "dkim": "DKIM alone"}
_SSH_LINE = re.compile(r"(?:ssh|ecdsa|sk)-[a-z0-9@.-]+\s")
_DER_SEQUENCE = b"\x30"
_PACKET_BIT = 0x80


def find_signed(
    letter: Letter, keys: Keys, *, now: int, accepts: Collection[Kind], records: Records = no_records
) -> Signed | Refused:
    """Give the letter's one signed thing if an enrolled key signed it; what verifies is what is read.

    DKIM is asked only when nothing else in the letter is signed; `records` then finds its key.
    """
    try:
        return _find(letter, keys, now=now, accepts=accepts, records=records)
    except Refusal as refusal:
        return refusal.as_value()


def parse_key(raw: bytes, *, now: int) -> EnrolledKey:
    """Read a key to enrol: an OpenSSH line, an OpenPGP or X.509 certificate, or an address for DKIM; refuse others."""
    if b"PRIVATE KEY" in raw:
        raise Refusal("this is a private key: keep it to yourself, enrol the public one")
    if b"-----BEGIN PGP" in raw or (raw and raw[0] & _PACKET_BIT):
        return openpgp.parse_certificate(raw, now=now)
    if b"-----BEGIN CERTIFICATE" in raw or raw.startswith(_DER_SEQUENCE):
        return x509key.parse_certificate(raw, now=now)
    text = raw.decode("utf-8", "replace").strip()
    if _SSH_LINE.match(text):
        key = sshkey.parse_line(text)
        return EnrolledKey(key.fingerprint, "ssh", sshkey.write_line(key).encode("ascii"), (key.fingerprint,))
    address = text.removeprefix("dkim:").lower()
    if not is_address(address):
        raise Refusal("this is no key: give an ssh key line, an OpenPGP or X.509 certificate, or a mail address")
    return EnrolledKey(f"dkim:{address}", "dkim", address.encode("ascii"), (f"dkim:{address}",))


def brought_key(letter: Letter, *, now: int) -> EnrolledKey | None:
    """Give the key of the certificate that an S/MIME letter brings; nothing says yet that it signed it."""
    try:
        claim = _claim_whole(letter)
        return (
            x509key.parse_certificate(smime.certificate_of(claim.signature), now=now) if claim.kind == "x509" else None
        )
    except Refusal:
        return None


def is_signed_by_key(letter: Letter) -> bool:
    """Say whether a letter holds anything that looks signed by a key of a person's own; nothing is verified."""
    return has_ssh_signature(letter) or not _WHOLE_KINDS.isdisjoint(letter.kinds) or _count_inline(letter) > 0


def sign_orders(block: Block, key: Ed25519PrivateKey) -> str:
    """Give the whole block as it is pasted into a mail; refuse orders that a block cannot hold."""
    text = order_block.write(block)
    return text.decode("utf-8") + sshsig.write(sshsig.sign(text, key))


def _find(letter: Letter, keys: Keys, *, now: int, accepts: Collection[Kind], records: Records) -> Signed:
    has_block = has_ssh_signature(letter)
    wholes = sum(kind in _WHOLE_KINDS for kind in letter.kinds)
    inlines = _count_inline(letter)
    if has_block + wholes + inlines > 1:
        raise Refusal("the letter holds more than one signed thing, send one")
    if wholes or inlines:
        claim = _claim_whole(letter) if wholes else _claim_inline(letter)
        _check_kind(claim.kind, accepts)
        return settle(claim, keys, now=now)
    if not has_block and "dkim" in accepts and dkimsig.is_signed(letter.lines):
        return _settle_dkim(letter, keys, now=now, records=records)
    if "multipart/encrypted" in letter.kinds:
        raise Refusal("encrypted letters are not read here, send signed ones")
    passage = find_passage(letter)
    _check_kind("ssh", accepts)
    return settle_ssh(passage.armor.encode("utf-8"), passage.candidates(), keys)


def _check_kind(kind: Kind, accepts: Collection[Kind]) -> None:
    if kind not in accepts:
        raise Refusal(f"letters signed by {_WORDS[kind]} are not taken here")


def _count_inline(letter: Letter) -> int:
    plain, html, aside = (
        sum(len(_INLINE.findall(text)) for text in texts) for texts in (letter.plain, letter.html, letter.aside)
    )
    return max(plain, html) + aside  # a text and its HTML are two views of one thing


def _claim_whole(letter: Letter) -> Evidence:
    """Cut a letter that is signed as a whole; a signed part inside an unsigned letter covers too little."""
    kind = letter.kinds[0]
    if kind not in _WHOLE_KINDS:
        raise Refusal("only a part of the letter is signed: the whole letter must be, and not as an attachment")
    if kind in _OPAQUE_KINDS:
        signature = read_parts(letter.lines)[0].body
        return Evidence(kind="x509", key_id="", signed_bytes=smime.content_of(signature), signature=signature)
    halves = cut_halves(letter.lines)
    if halves.protocol in _DETACHED_KINDS:
        return Evidence(kind="x509", key_id="", signed_bytes=halves.signed, signature=smime.detached(halves.signature))
    if halves.protocol != _PGP_KIND:
        raise Refusal("the letter is signed in a way that is not read here, use OpenPGP or S/MIME")
    armor = halves.signature.replace(b"\r\n", b"\n")
    packet = pgpwire.read_detached(pgpwire.dearmor(armor, "SIGNATURE"))
    return Evidence(kind="pgp", key_id="", signed_bytes=halves.signed, signature=packet)


def _claim_inline(letter: Letter) -> Evidence:
    for body in letter.bodies:
        message = _INLINE_MESSAGE.search(body)
        if message is not None:
            covered = pgpwire.read_message(pgpwire.dearmor(message[0], "MESSAGE"))
        elif _INLINE_CLEAR.search(body):
            covered = pgpwire.read_clearsigned(body)
        else:
            continue
        return Evidence(kind="pgp", key_id="", signed_bytes=covered.data, signature=covered.signature)
    raise Refusal("the OpenPGP text is quoted, attached or in HTML: send it as plain text of your own")


def _settle_dkim(letter: Letter, keys: Keys, *, now: int, records: Records) -> Signed:
    refusals = []
    for claim in dkimsig.find_claims(letter.lines, records):
        evidence = Evidence(
            kind="dkim", key_id="", signed_bytes=claim.signed_bytes, signature=claim.signature, record=claim.record
        )
        try:
            return settle(evidence, keys, now=now)
        except Refusal as refusal:
            refusals.append(refusal)
    raise next((refusal for refusal in refusals if refusal.signer), refusals[0])
