"""Records checked: whole, with signatures and without, and the chain alone."""

import shutil
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.desk.parallel import PAYS, checked
from pbem.desk.records.checks.game_verdict import verify_files
from pbem.desk.records.folders.files import EVIDENCE
from pbem.desk.signed.order_checks import orders_in
from pbem.desk.signed.published_orders import _check_shown, read_shown
from pbem.record.folder import LOG, split
from pbem.record.log import canonical
from pbem.record.log.chain import read_log, verify_chain
from pbem.record.log.entry import Head, entry_hash
from tools.bench.clock import progress, spent
from tools.bench.desks import Bench
from tools.bench.lines import Line

LEAST = 5000  # entries a second
_KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
_SIGNED = bytes(150)  # as long as a short sheet
_SIGNATURE, _PUBLIC = _KEY.sign(_SIGNED), _KEY.public_key()


def bench_verify(bench: Bench) -> Iterator[Line]:
    """Time the verification of an export, rules included; with its signatures, and without."""
    for key, (_desk, folder) in bench.finished.items():
        progress(f"verifying {key}")
        unsigned = _without_signatures(folder)
        yield _verify_line(bench, unsigned, f"{key}, without signatures", LEAST)
        yield _verify_line(bench, folder, f"{key}, signatures included", None)
    yield _spread_line(bench)


def _spread_line(bench: Bench) -> Line:
    """Time the signatures of one very long record against bare ones, both on all processors; ours and bare in turns."""
    _desk, folder = next(iter(bench.finished.values()))
    log = read_log(split((folder / LOG).read_bytes()))
    lines = dict(read_shown(number, line) for number, line in enumerate(split((folder / EVIDENCE).read_bytes()), 1))
    given = [(order, lines[order.entry.seq]) for order in orders_in(log.entries) if order.entry.seq in lines]
    many = list(islice(cycle(given), 2 * PAYS if bench.is_quick else 8 * PAYS))
    turns = []
    for number in range(bench.rounds):
        progress(f"{len(many)} signatures, round {number}")
        ours = spent(lambda: list(checked(_check_shown, many)), perf_counter)
        turns.append((ours, spent(lambda: list(checked(_verify_bare, range(len(many)))), perf_counter)))
    ours, bare = (median(column) for column in zip(*turns, strict=True))
    figures = f"{len(many)} signatures in {ours:.1f} s, bare Ed25519 {bare:.1f} s, new processes included"
    return Line("verify", "signatures of one record, all processors", ours / bare, None, figures)


def _verify_bare(_number: int) -> None:
    """Verify a signature, and nothing else."""
    _PUBLIC.verify(_SIGNATURE, _SIGNED)


def _verify_line(bench: Bench, folder: Path, what: str, least: int | None) -> Line:
    verified = verify_files(folder)
    if not verified.ok or verified.orders is None:
        raise RuntimeError(f"the record in {folder} is not valid")
    taken = median(spent(lambda: verify_files(folder)) for _ in range(bench.times))
    signed = verified.orders["checked"]
    figures = f"{verified.entries} entries, {signed} signatures in {1000 * taken:.0f} ms"
    return Line("verify", what, verified.entries / taken, least, figures, "entries/s", is_least=True)


def _without_signatures(folder: Path) -> Path:
    """Return a copy of an export that shows no signed orders; the referee alone attests them."""
    copy = folder.with_name(f"{folder.name}-unsigned")
    if not copy.exists():
        shutil.copytree(folder, copy)
        (copy / EVIDENCE).unlink()
    return copy


def bench_chain(bench: Bench) -> Iterator[Line]:
    """Time the check of a long chain against hashing it."""
    size = 40_000 if bench.is_quick else 200_000
    for key, (_desk, folder) in bench.finished.items():
        progress(f"making a chain of {size} entries of {key}")
        raws = long_chain(split((folder / LOG).read_bytes()), size)
        progress(f"checking the chain of {key}")
        turns = [chain_turn(raws) for _ in range(bench.times)]
        ours, peer = (median(column) for column in zip(*turns, strict=True))
        ratio = median(one / other for one, other in turns)
        figures = f"{size} entries, {sum(map(len, raws)) / 1e6:.0f} MB: {ours:.2f} s, sha256 {peer:.2f} s"
        yield Line("chain", f"{key}, without the form of entries", ratio, 3, figures)


def chain_turn(raws: Sequence[bytes]) -> tuple[float, float]:
    """Return the seconds it takes to check a chain, and to hash it."""
    return spent(lambda: verify_chain(raws)), spent(lambda: hash_all(raws))


def hash_all(raws: Sequence[bytes]) -> None:
    """Hash every entry, and nothing else."""
    for raw in raws:
        sha256(b"\0" + raw).digest()


def long_chain(raws: Sequence[bytes], size: int) -> list[bytes]:
    """Repeat the orders and moves of a record under new numbers, each linked to the one before."""
    bodies = [canonical.decode(raw) for raw in raws]
    first = next(at for at, body in enumerate(bodies) if body["kind"] == "start") + 1
    again = [body for body in bodies[first:] if body["kind"] in ("order", "move")]
    chain, head = list(raws[:first]), Head(first, entry_hash(raws[first - 1]))
    for body in islice(cycle(again), size - first):
        raw = canonical.encoder.encode({**body, "seq": head.size, "prev": head.hash.hex()})
        chain.append(raw)
        head = Head(head.size + 1, entry_hash(raw))
    return chain
