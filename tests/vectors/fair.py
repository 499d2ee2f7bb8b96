"""Computes tests/vectors/fair.json by hand: fair/1 written a second time, straight from its formulas.

Nothing of pbem is imported. `python tests/vectors/fair.py` writes the file anew.
"""

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("fair.json")


def text_of(*fields: bytes) -> bytes:
    """Join fields, each after its length in four bytes, behind the name of the scheme."""
    joined = b""
    for field in (b"pbem/fair/1", *fields):
        joined += len(field).to_bytes(4, "big")
        joined += field
    return joined


def digest(*fields: bytes) -> bytes:
    return hashlib.sha256(text_of(*fields)).digest()


def keyed(key: bytes, *fields: bytes) -> bytes:
    return hmac.new(key, text_of(*fields), hashlib.sha256).digest()


def four(number: int) -> bytes:
    return number.to_bytes(4, "big")


def draw(key: bytes, ranges: list[int]) -> list[int]:
    """Draw one number below each of the ranges, from 40 blocks of stream."""
    stream = b"".join(keyed(key, b"stream", block.to_bytes(8, "big")) for block in range(40))
    values = []
    for n in ranges:
        bits = len(bin(n - 1)) - 2 if n > 1 else 0
        size = (bits + 7) // 8
        while True:
            piece, stream = stream[:size], stream[size:]
            value = int(piece.hex() or "0", 16) % (2**bits)
            if value < n:
                values.append(value)
                break
    return values


def shuffled(key: bytes, cards: list[str]) -> list[str]:
    """Shuffle from the last card to the second, as the formula has it."""
    mixed = cards[:]
    places = list(range(len(cards) - 1, 0, -1))
    for i, j in zip(places, draw(key, [i + 1 for i in places]), strict=True):
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed


def case(
    game: str, lucks: list[tuple[str, str]], *, n: int, slots: list[tuple[str, list[int]]], cards: int
) -> dict[str, Any]:
    """Return everything that fair/1 gives for one game whose secrets are hashes of words."""
    name = game.encode()
    top, hidden, secret = (hashlib.sha256(name + word).digest() for word in (b" top", b" hidden", b" seals"))
    rungs = [top]
    for j in range(n, 0, -1):
        rungs.insert(0, digest(b"ladder", name, four(j), rungs[0]))
    commitment = digest(b"hidden", name, hidden)
    numbers = [(seat, hashlib.sha256(word.encode()).digest() if word else b"") for seat, word in lucks]
    joint = digest(
        b"joint", name, rungs[0], commitment, *(part for seat, luck in numbers for part in (seat.encode(), luck))
    )
    rolls = []
    for j, (slot, ranges) in enumerate(slots, 1):
        key = keyed(rungs[j], b"roll", name, four(j), joint, slot.encode())
        values = draw(key, ranges)
        rolls.append(
            {
                "slot": slot,
                "j": j,
                "r": rungs[j].hex(),
                "key": key.hex(),
                "draws": [list(pair) for pair in zip(ranges, values, strict=True)],
            }
        )
    table = [f"card {i}" for i in range(cards)]
    order = shuffled(keyed(hidden, b"deck", name, joint, b"main/1"), table)
    words = "bid 3 ☘"
    salt = keyed(secret, b"salt", name, four(7))
    seal = digest(b"seal", name, four(7), salt, words.encode())
    return {
        "game": game,
        "n": n,
        "top": top.hex(),
        "anchor": rungs[0].hex(),
        "middle": [n // 2, rungs[n // 2].hex()],
        "hidden": hidden.hex(),
        "hidden commitment": commitment.hex(),
        "luck": [[seat, luck.hex(), digest(b"luck", name, seat.encode(), luck).hex()] for seat, luck in numbers],
        "K": joint.hex(),
        "rolls": rolls,
        "deck": {"label": "main/1", "cards": table, "order": order},
        "seal": {"secret": secret.hex(), "seq": 7, "salt": salt.hex(), "text": words, "seal": seal.hex()},
    }


def cases() -> list[dict[str, Any]]:
    """Return the vectors: no luck, one luck, all lucks; short ladders and the usual one; odd ranges; odd names."""
    dice, odd, wide = [6] * 12, [1, 2, 3, 255, 256, 257], [65_536, 65_537, 2**53 - 1] * 9
    return [
        case("plain", [("blue", ""), ("red", "")], n=5, slots=[("round 1", dice)], cards=5),
        case("spring-1", [("blue", "lucky"), ("red", "")], n=130, slots=[("a", odd), ("b", dice)], cards=52),
        case("Γ", [("Ä", "x"), ("b", "y"), ("c", "z")], n=4096, slots=[("é☘", wide)], cards=1),
    ]


def written() -> str:
    """Return the text of fair.json."""
    return json.dumps(cases(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
