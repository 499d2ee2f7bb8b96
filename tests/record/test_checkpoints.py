"""Checkpoints and proofs: signed by the log's own key, in the layouts of C2SP, and read without mercy."""

from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.record.errors import IntegrityError
from pbem.record.log.entry import entry_hash
from pbem.record.notes.checkpoints import (
    Checkpoint,
    Proof,
    check_proof,
    origin_of,
    read_checkpoint,
    read_key,
    read_proof,
    read_unsigned,
    sign_checkpoint,
    write_key,
    write_proof,
)
from pbem.record.notes.merkle import Tree

PRIVATE = sha256(b"a log").digest()
PUBLIC = Ed25519PrivateKey.from_private_bytes(PRIVATE).public_key().public_bytes_raw()
ORIGIN = origin_of("referee.example.org")
TREE = Tree([entry_hash(f"game {number}".encode()) for number in range(6)])
CHECKPOINT = Checkpoint(ORIGIN, TREE.size, TREE.root())
NOTE = sign_checkpoint(PRIVATE, CHECKPOINT)


def test_a_checkpoint_is_three_lines_and_a_signature() -> None:
    text, _, signature = NOTE.partition("\n\n")
    assert text.splitlines()[:2] == ["referee.example.org/archive", "6"]
    assert signature.startswith(f"\N{EM DASH} {ORIGIN} ")
    assert read_checkpoint(NOTE, PUBLIC) == CHECKPOINT == read_unsigned(NOTE)


def test_others_may_sign_a_checkpoint_too() -> None:
    assert read_checkpoint(f"{NOTE}\N{EM DASH} witness.example.org/w1 AAAA\n", PUBLIC) == CHECKPOINT


@pytest.mark.parametrize(
    ("note", "why"),
    [
        (NOTE.replace("\n6\n", "\n7\n"), "signature"),
        (NOTE.replace("archive", "archives"), "referee.example.org/archives"),
        (NOTE.partition("\N{EM DASH}")[0], "not signed by"),
        (NOTE.replace(f"\N{EM DASH} {ORIGIN}", "\N{EM DASH} someone.example.org"), "not signed by"),
        ("", "a checkpoint is"),
        (f"{NOTE}junk\n", "lines of signatures alone"),
        (f"{NOTE}\n{NOTE}", "lines of signatures alone"),
        (NOTE.rstrip("\n"), "lines of signatures alone"),
        (NOTE.replace("\n", "\r\n"), "a checkpoint is"),
        (NOTE.replace("\n6\n", "\n06\n"), "a checkpoint is"),
    ],
)
def test_another_checkpoint_is_not_believed(note: str, why: str) -> None:
    with pytest.raises(IntegrityError, match=why):
        read_checkpoint(note, PUBLIC)


def test_another_key_is_not_believed() -> None:
    with pytest.raises(IntegrityError, match="not signed by"):
        read_checkpoint(NOTE, sha256(b"x").digest())


@pytest.mark.parametrize("index", range(6))
def test_a_proof_comes_back_and_holds(index: int) -> None:
    proof = Proof(index, TREE.inclusion(index), NOTE)
    assert read_proof(write_proof(proof)) == proof
    assert check_proof(proof, TREE.leaves[index], PUBLIC) == CHECKPOINT
    with pytest.raises(IntegrityError, match="does not lead"):
        check_proof(proof, TREE.leaves[index - 1], PUBLIC)


@pytest.mark.parametrize("text", ["", "index 1\n\n", "c2sp.org/tlog-proof@v1\nindex 1\n" + "x" * 44 + "\n\n" + NOTE])
def test_what_is_no_proof_is_not_read(text: str) -> None:
    with pytest.raises(IntegrityError):
        read_proof(text)


def test_a_proof_is_not_longer_than_any_tree_is_deep() -> None:
    with pytest.raises(IntegrityError, match="layout"):
        read_proof(write_proof(Proof(0, TREE.inclusion(0) * 30, NOTE)))


def test_the_key_of_a_log_is_one_line() -> None:
    line = write_key(ORIGIN, PUBLIC)
    assert read_key(line) == (ORIGIN, PUBLIC)
    with pytest.raises(IntegrityError, match="not the key of a log"):
        read_key(line.replace("referee", "another"))
