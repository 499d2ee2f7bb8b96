"""Checkpoints of a site log, and proofs that a game is in it, signed by a referee.

The formats are C2SP tlog-checkpoint and tlog-proof. A site log is a Merkle tree. Its leaves are the
last entries of archived games, in the order in which the games were added. The leaf hash of an
entry is the head of its game.
"""

import re
from base64 import b64encode
from collections.abc import Iterator

from msgspec import Struct

from pbem.record.errors import IntegrityError
from pbem.record.notes.merkle import is_included
from pbem.record.notes.notes import base64_bytes, key_id, open_note, sign

_BODY = re.compile(r"(?P<origin>[^\s+]+)\n(?P<size>0|[1-9][0-9]{0,15})\n(?P<root>\S{44})\n(?:[^\n]+\n)*")
_SIGNATURES = re.compile(r"(?:\N{EM DASH} [^\s+]+ [A-Za-z0-9+/]+={0,2}\n)*")
_PROOF = re.compile(
    r"c2sp\.org/tlog-proof@v1\n(?:extra \S*\n)?index (?P<index>0|[1-9][0-9]{0,15})\n"
    r"(?P<path>(?:\S{44}\n)*)\n(?P<note>.*)",
    re.DOTALL,
)
_KEY = re.compile(r"(?P<origin>[^\s+]+)\+(?P<id>[0-9a-f]{8})\+(?P<key>\S+)\n?")
# In a mail that was quoted (> ), indented or folded the words of a checkpoint are still there, one after the other.
_gap = r"[>|\s]+"
_WORDS = re.compile(
    r"(?<![^\s>|])"
    + _gap.join(
        (
            r"(?P<origin>[^\s+>|]+)",
            r"(?P<size>0|[1-9][0-9]{0,15})",
            r"(?P<root>[A-Za-z0-9+/]{43}=)",
            r"\N{EM DASH}",
            r"(?P=origin)",
            r"(?P<sign>[A-Za-z0-9+/]{91}=)",
        )
    )
)
_DEEPEST = 64
_ED25519 = b"\x01"


class Checkpoint(Struct, frozen=True):
    """What a referee signed about a site log: its name, its number of games, and its root."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


class Proof(Struct, frozen=True):
    """A proof that a game is in a site log.

    It has the place of the game, the hashes on its way up the tree, and the checkpoint at the top.
    """

    index: int
    path: tuple[bytes, ...]
    note: str


def origin_of(referee: str) -> str:
    """Return the name of the site log of a referee, under which its checkpoints are signed."""
    return f"{referee}/archive"


def sign_checkpoint(private_key: bytes, checkpoint: Checkpoint) -> str:
    """Return a checkpoint as a signed note."""
    return sign(private_key, checkpoint.origin, checkpoint.text)


def read_unsigned(note: str) -> Checkpoint:
    """Return the checkpoint in a note; IntegrityError if there is none.

    Its signatures are not checked.
    """
    text, _, signatures = note.partition("\n\n")
    found = _BODY.fullmatch(f"{text}\n")
    if found is None:
        raise IntegrityError(None, "checkpoint", "a checkpoint is an origin, a size and a root, each on its line")
    if not _SIGNATURES.fullmatch(signatures):
        raise IntegrityError(None, "checkpoint", "after its empty line a checkpoint has lines of signatures alone")
    return Checkpoint(found["origin"], int(found["size"]), base64_bytes(found["root"], 32))


def find_checkpoints(text: str) -> Iterator[str]:
    """Yield every checkpoint in the body of a mail, restored to its exact layout; no signature is checked."""
    for found in _WORDS.finditer(text):
        body = f"{found['origin']}\n{found['size']}\n{found['root']}\n"
        yield f"{body}\n\N{EM DASH} {found['origin']} {found['sign']}\n"


def read_checkpoint(note: str, public_key: bytes) -> Checkpoint:
    """Return a checkpoint that is signed by its own log; IntegrityError if it is not.

    It may have other signatures too.
    """
    checkpoint = read_unsigned(note)
    text, _, signatures = note.partition("\n\n")
    for line in signatures.split("\n"):
        if line.startswith(f"\N{EM DASH} {checkpoint.origin} "):
            if base64_bytes(line.rpartition(" ")[2], 68)[:4] != key_id(checkpoint.origin, public_key):
                raise IntegrityError(None, "checkpoint", f"not signed by {checkpoint.origin} with the key of this log")
            open_note(f"{text}\n\n{line}\n", public_key, checkpoint.origin)
            return checkpoint
    raise IntegrityError(None, "checkpoint", f"not signed by {checkpoint.origin}")


def write_proof(proof: Proof) -> str:
    """Return a proof as text."""
    path = "".join(f"{b64encode(hash_).decode()}\n" for hash_ in proof.path)
    return f"c2sp.org/tlog-proof@v1\nindex {proof.index}\n{path}\n{proof.note}"


def read_proof(text: str) -> Proof:
    """Return a proof from its text; IntegrityError for other text. The proof is not checked."""
    found = _PROOF.fullmatch(text)
    if found is None or found["path"].count("\n") > _DEEPEST:
        raise IntegrityError(None, "checkpoint", "the proof is not in the layout of c2sp.org/tlog-proof@v1")
    path = tuple(base64_bytes(line, 32) for line in found["path"].splitlines())
    return Proof(int(found["index"]), path, found["note"])


def check_proof(proof: Proof, head: bytes, public_key: bytes) -> Checkpoint:
    """Return the checkpoint that a proof leads to.

    IntegrityError if the game is not in it, or if the log has not signed it.
    """
    checkpoint = read_checkpoint(proof.note, public_key)
    if not is_included(head, proof.index, size=checkpoint.size, path=proof.path, root=checkpoint.root):
        raise IntegrityError(None, "checkpoint", "the proof does not lead from this game to the root of the checkpoint")
    return checkpoint


def short_key(public_key: bytes) -> str:
    """Return the short form of a key for people: the first digits of `key` in a first entry."""
    return public_key.hex()[:16]


def write_key(origin: str, public_key: bytes) -> str:
    """Return the key of a log as one line: C2SP's verifier key."""
    return f"{origin}+{key_id(origin, public_key).hex()}+{b64encode(_ED25519 + public_key).decode()}\n"


def read_key(text: str) -> tuple[str, bytes]:
    """Return origin and key from such a line; IntegrityError if it is none."""
    found = _KEY.fullmatch(text)
    raw = base64_bytes(found["key"], 33) if found else b""
    if found is None or raw[:1] != _ED25519 or key_id(found["origin"], raw[1:]).hex() != found["id"]:
        raise IntegrityError(None, "checkpoint", "not the key of a log: NAME+ID+KEY on one line")
    return found["origin"], raw[1:]
