"""Records that are in themselves right, and not what was signed."""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256, sha512

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Struct

from pbem.mail.block import block as order_block
from pbem.mail.block.block import Block, Seen
from pbem.mail.ssh import signature as sshsig
from pbem.mail.ssh import wire
from pbem.mail.ssh.key import PublicKey
from pbem.record.dice import seals
from pbem.record.log import canonical
from pbem.record.log.entry import entry_hash
from tests.record import sample
from tests.vectors.forgery import BLUE, CLOSE, ORDER, OTHER, QUOTED, START, Case, Files, bare, drop, lines, put


def bad_evidence() -> Iterator[Case]:
    """Yield records that are in themselves right, and not what was signed."""
    yield from bad_evidence_lines()
    yield "signed-other-sheet", "4 evidence", "other orders sealed than signed", signed(Sheet(sheet="roll six"))
    yield "signed-other-orders", "4 evidence", "other orders signed than sealed", signed(Sheet(orders=("pass",)))
    yield "signed-to-other", "4 evidence", "signed for another referee", signed(Sheet(to="example.net"))
    yield "signed-other-game", "4 evidence", "signed for another game", signed(Sheet(game="spring-2"))
    yield "signed-for-desk", "4 evidence", "signed for the desk, where no new key is", signed(Sheet(game="desk"))
    yield "signed-other-seat", "4 evidence", "signed for another seat", signed(Sheet(seat="red"))
    yield "signed-unseen", "4 evidence", "no head quoted where the record says one", signed(Sheet(seen=None))
    longer = Seen(4, entry_hash(lines(sample.short())[START]).hex()[:40])
    below = (f"seen {QUOTED.size} {QUOTED.head}", "roll")
    quoted = signed(Sheet(seen=None, orders=below, sheet="\n".join(below)))
    yield "signed-seen-below", "4 evidence", "a head quoted among the orders, not above them", quoted
    yield "signed-other-length", "4 evidence", "more digits quoted than the record says", signed(Sheet(seen=longer))
    yield "signed-other-key", "4 evidence", "signed by another key than the seat's", signed(Sheet(), sample.NEW_KEY)
    yield "signed-comment", "4 evidence", "signed with a comment", signed(Sheet(swap=(b"roll;", b"roll; # six;")))
    yield "signed-blanks", "4 evidence", "signed with blanks that do not count", signed(Sheet(swap=(b"to: ", b"to:  ")))
    yield "signed-weakly", "4 evidence", "signed by a key of small order", weakly_signed()
    yield "signed-other-kind", "4 evidence", "signed by a key of a kind that is not listed", oddly_signed()
    yield "signed-other-luck", "3 evidence", "another luck signed than committed to", words_signed(luck=f"luck {OTHER}")
    revealed = words_signed(reveal=f"reveal {OTHER}")
    yield "signed-other-reveal", "5 evidence", "another luck signed than revealed", revealed
    yield "signed-no-luck", "3 evidence", "orders signed where luck is committed to", words_signed(luck="roll")
    yield "signed-uncomposed", "4 evidence", "signed text that is not in NFC", signed_as("roll e\u0301")
    yield "signed-invisible", "4 evidence", "signed with what cannot be seen", signed_as("roll\u200b six")
    yield "signed-odd-blank", "4 evidence", "signed with a blank that is another one", signed_as("roll\u00a0six")
    yield "signed-too-many-marks", "4 evidence", "31 marks on one letter", signed_as("roll x" + "\u0301" * 31)
    yield "signed-header-late", "4 evidence", "a signed order that begins like a header", signed_as("to: me")
    yield "signed-twice", "6 evidence", "what was signed once used twice", used_twice()
    for word in ("agree", "appeal", "undo"):
        yield f"signed-no-{word}", "4 evidence", f"orders signed where the record says {word}", said("roll", word)
    yield "signed-other-word", "4 evidence", "one word signed and another taken", said("undo", "agree")
    yield "signed-word-joined", "4 evidence", "a word that only begins like it", said("undone", "undo")
    yield "signed-word-and-more", "4 evidence", "a word and a second line", said("undo\nroll", "undo")
    yield "signed-word-as-sheet", "4 evidence", "a word signed and taken for orders", said("Abandon", "")
    yield "signed-no-resign", "4 evidence", "orders signed by who is said to have left", left("roll")
    yield "signed-resign-and-more", "4 evidence", "more signed than that he leaves", left("resign later")
    yield "signed-no-key", "4 evidence", "orders signed by who is said to change his key", rekeyed("roll")
    yield "signed-other-new-key", "4 evidence", "another key signed than the seat got", rekeyed(f"newkey {OTHER}")
    yield "signed-before-key", "9 evidence", "signed by the key that was given up", old_key_signed()


def bad_evidence_lines() -> Iterator[Case]:
    line = lines(sample.short(), "evidence.jsonl")[0]
    three = lines(sample.words(), "evidence.jsonl")
    yield "evidence-early", "- evidence", "signed orders shown before the end", evidence(line, files=cut())
    yield "evidence-doubled", "- evidence", "a line twice", evidence(line, line)
    yield "evidence-unsorted", "- evidence", "lines out of order", evidence(*reversed(three), files=sample.words())
    yield "evidence-space", "- evidence", "a line that is not canonical", evidence(line.replace(b":", b": ", 1))
    yield "evidence-field", "- evidence", "a field too many", evidence(line.replace(b'"text"', b'"tax":1,"text"', 1))
    yield "evidence-long", "- evidence", "a line of 65,536 bytes", evidence(shown(pad=65_536 - len(line)))
    yield "evidence-open-line", "- evidence", "a line that is not ended", sample.short() | {"evidence.jsonl": line}
    yield "evidence-elsewhere", "5 evidence", "evidence for a move", evidence(line.replace(b'"seq":4', b'"seq":5'))
    yield "evidence-beyond", "99 evidence", "evidence beyond the end", evidence(line.replace(b'"seq":4', b'"seq":99'))
    yield (
        "evidence-of-desk",
        "9 evidence",
        "evidence for an order of the desk",
        evidence(*three[:3], shown(9), files=sample.words()),
    )
    yield "evidence-salt", "4 evidence", "a salt that does not open the seal", evidence(shown(salt=OTHER))
    yield "evidence-capital", "- evidence", "a salt in capitals", evidence(shown(salt=OTHER.upper()))
    signed_text = json.loads(line)["signed"]
    for name, change, why in armors(signed_text):
        yield f"armor-{name}", "4 evidence", why, evidence(shown(signed_text=change))


def armors(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield signatures that are not written as they must be."""
    head, begin, armor = text.rpartition("-----BEGIN SSH SIGNATURE-----\n")
    body, end = armor.split("-----END")[0], "-----END" + armor.split("-----END")[1]
    raw = b64decode(body)
    yield "missing", head, "no signature at all"
    yield "wrapped", head + begin + body.replace("\n", "") + "\n" + end, "base64 in one line"
    yield "after", text + "\n", "a line after the signature"
    turned = bytes([*raw[:-1], raw[-1] ^ 1])
    yield "turned", head + begin + wrapped(turned) + end, "a signature with one bit changed"
    for name, old, new in (
        ("namespace", b"pbem", b"mail"),
        ("hash", b"sha512", b"sha384"),
        ("magic", b"SSHSIG", b"SSHSIH"),
    ):
        yield name, head + begin + wrapped(raw.replace(old, new, 1)) + end, f"another {name}"
    yield "spare", head + begin + wrapped(raw + b"\0\0\0\0") + end, "a field too many"
    spare = body.rstrip("\n")
    yield "spare-bits", head + begin + _spare(spare) + "\n" + end, "base64 that is not canonical"


def _spare(text: str) -> str:
    """Return base64 with its spare bits set where there are any, else with a sign of filling too many."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    stem = text.rstrip("=")
    if stem == text:
        return text + "===="
    return stem[:-1] + letters[letters.index(stem[-1]) + 1] + text[len(stem) :]


def wrapped(raw: bytes) -> str:
    """Return base64 in lines of 70."""
    text = b64encode(raw).decode()
    return "".join(text[at : at + 70] + "\n" for at in range(0, len(text), 70))


def evidence(*raws: bytes, files: Files | None = None) -> Files:
    """Return a game (the short one) with other evidence."""
    return (files or sample.short()) | {"evidence.jsonl": b"".join(raw + b"\n" for raw in raws)}


def cut() -> Files:
    """Return the short game without its end."""
    return drop(CLOSE, bare(sample.short()))


def shown(seq: int = ORDER, *, salt: str = "", signed_text: str = "", pad: int = 0) -> bytes:
    """Return the line of evidence of the short game, changed."""
    line = json.loads(lines(sample.short(), "evidence.jsonl")[0])
    line |= {"seq": seq, "salt": salt or line["salt"], "signed": (signed_text or line["signed"]) + "x" * pad}
    return canonical.encode(line)


class Sheet(Struct, frozen=True):
    """What can be signed and sealed of one order: by default what the record of the short game says."""

    sheet: str = "roll"
    orders: tuple[str, ...] = ("roll",)
    to: str = sample.REFEREE
    game: str = sample.GAME
    seat: str = "blue"
    seen: Seen | None = QUOTED
    swap: tuple[bytes, bytes] = (b"", b"")


def signed(said: Sheet, key: Ed25519PrivateKey = sample.BLUE_KEY) -> Files:
    """Return the short game with a sheet that was signed and sealed anew, whether they agree or not."""
    block = Block(said.to, said.game, said.seat, "9f1c27d0", said.seen, said.orders)
    text = order_block.write(block).replace(*said.swap)
    return resealed(text, sshsig.write(sshsig.sign(text, key)), said.sheet)


def signed_as(*orders: str) -> Files:
    """Return a game in which blue signed just these lines, as they stand, and as many moves are laid to them."""
    lines_of = order_block.write(Block(sample.REFEREE, sample.GAME, "blue", "9f1c27d0", None, ("roll",)))
    text = lines_of.replace(b"roll;", "".join(f"{order};\n" for order in orders).encode().rstrip(b"\n"))
    inside = canonical.encode({"digest": sha256(text).hexdigest(), "sheet": "\n".join(orders)}).decode()
    table = sample.Table()
    table.begin()
    salt = seals.salt(sample.SALTS, sample.GAME, table.head.size).hex()
    sealed = table.seal(inside)
    order = table.write("order", seat="blue", came=sample.AT, seal=sealed, seen=None, sign="ssh", word="")
    for _ in orders:
        table.move("blue", order.seq, text="roll")
    table.close()
    armor = sshsig.write(sshsig.sign(text, sample.BLUE_KEY))
    line = {"salt": salt, "seq": order.seq, "signed": text.decode() + armor, "text": inside}
    return evidence(canonical.encode(line), files=table.pack())


def resealed(text: bytes, armor: str, sheet: str) -> Files:
    """Return the short game whose order seals a text, and shows it with a signature."""
    inside = canonical.encode({"digest": sha256(text).hexdigest(), "sheet": sheet}).decode()
    salt = seals.salt(sample.SALTS, sample.GAME, ORDER)
    files = put(ORDER, seal=seals.seal(sample.GAME, ORDER, salt, inside).hex())
    line = {"salt": salt.hex(), "seq": ORDER, "signed": text.decode() + armor, "text": inside}
    return evidence(canonical.encode(line), files=files)


def weakly_signed() -> Files:
    """Return the short game with a seat whose key is the neutral point, for which (B, 1) signs everything."""
    weak = (1).to_bytes(32, "little")
    key = PublicKey("ssh-ed25519", wire.string(b"ssh-ed25519") + wire.string(weak))
    base = bytes.fromhex("58" + "66" * 31) + (1).to_bytes(32, "little")
    signature = sshsig.Signature(key, "sha512", wire.string(b"ssh-ed25519") + wire.string(base))
    return seated_by(key, lambda _text: sshsig.write(signature))


def oddly_signed() -> Files:
    """Return the short game with a seat that signs by a key of a kind that nobody checks."""
    key = PublicKey("ssh-dss", wire.string(b"ssh-dss") + wire.string(bytes(32)))
    signature = sshsig.Signature(key, "sha512", wire.string(b"ssh-dss") + wire.string(bytes(40)))
    return seated_by(key, lambda _text: sshsig.write(signature))


def curve_signed() -> Files:
    """Return the short game with a seat that signs by an ECDSA key, which the small verifier leaves."""
    private = ec.derive_private_key(int.from_bytes(sample.secret("curve"), "big"), ec.SECP256R1())
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    kind = "ecdsa-sha2-nistp256"
    key = PublicKey(kind, b"".join(map(wire.string, (kind.encode(), b"nistp256", point))))

    def sign(text: bytes) -> str:
        message = b"SSHSIG" + b"".join(map(wire.string, (b"pbem", b"", b"sha512", sha512(text).digest())))
        pair = decode_dss_signature(private.sign(message, ec.ECDSA(SHA256(), deterministic_signing=True)))
        raw = b"".join(wire.string(n.to_bytes(n.bit_length() // 8 + 1, "big")) for n in pair)
        whole = wire.string(kind.encode()) + wire.string(raw)
        return sshsig.write(sshsig.Signature(key, "sha512", whole))

    return seated_by(key, sign)


def seated_by(key: PublicKey, sign: Callable[[bytes], str]) -> Files:
    """Return the short game with another key of blue, and its order signed by it."""
    files = put(BLUE, key=key.fingerprint)
    seen = Seen(4, entry_hash(lines(files)[START]).hex()[:32])
    text = order_block.write(Block(sample.REFEREE, sample.GAME, "blue", "9f1c27d0", seen, ("roll",)))
    inside = canonical.encode({"digest": sha256(text).hexdigest(), "sheet": "roll"}).decode()
    salt = seals.salt(sample.SALTS, sample.GAME, ORDER)
    files = put(ORDER, files, seal=seals.seal(sample.GAME, ORDER, salt, inside).hex())
    line = {"salt": salt.hex(), "seq": ORDER, "signed": text.decode() + sign(text), "text": inside}
    return evidence(canonical.encode(line), files=files)


def words_signed(*, luck: str = "", reveal: str = "") -> Files:
    """Return a game with luck whose words say something else."""
    table = sample.Table()
    table.announce()
    word = table.order("blue", luck or f"luck {sample.COMMITMENT}", word="luck")
    table.sit("blue", "Zo\u00eb", sample.BLUE_ID, word.seq, luck=sample.COMMITMENT)
    table.order("blue", reveal or f"reveal {sample.LUCK.hex()}", word="reveal")
    table.start()
    table.close()
    return table.pack()


def shared_luck() -> Files:
    """Return a game with luck that blue signed when committing and when revealing, over the head of all commitments."""
    table = sample.Table()
    table.announce()
    word = table.order("blue", f"luck {sample.COMMITMENT}", word="luck")
    table.sit("blue", "Zo\u00eb", sample.BLUE_ID, word.seq, luck=sample.COMMITMENT)
    seen = {"size": table.head.size, "head": table.head.hash.hex()[:32]}
    table.order("blue", f"reveal {sample.LUCK.hex()}", word="reveal", seen=seen)
    table.start()
    table.close()
    return table.pack()


def said(sheet: str, word: str) -> Files:
    """Return a game in which blue signs a sheet, and the record takes it as some word."""
    table = sample.Table()
    table.begin()
    order = table.order("blue", sheet, word=word)
    if not word:
        table.move("blue", order.seq, text="roll")
    table.close()
    return table.pack()


def left(sheet: str) -> Files:
    """Return a game that blue leaves, as the record says, by some sheet."""
    table = sample.Table()
    table.begin()
    word = table.order("blue", sheet, word="resign")
    ruling = table.rule("vacate", seat="blue", by=[word.seq], asks=[])
    table.sit("blue", "", "", ruling.seq, luck=sample.COMMITMENT)
    table.close()
    return table.pack()


def rekeyed(sheet: str) -> Files:
    """Return a game in which blue changes the key, as the record says, by some sheet."""
    table = sample.Table()
    table.begin()
    word = table.order("blue", sheet, word="newkey")
    table.sit("blue", "Zo\u00eb", sample.NEW_ID, word.seq, luck=sample.COMMITMENT)
    table.close()
    return table.pack()


def unheard(sheet: str) -> Files:
    """Return a game in which blue signs a word, and nothing comes of it."""
    table = sample.Table()
    table.begin()
    table.order("blue", sheet, word=sheet.split(maxsplit=1)[0])
    table.close()
    return table.pack()


def delayed() -> Files:
    """Return a game in which blue's new key is put off until something else was ruled."""
    table = sample.Table()
    table.begin()
    word = table.order("blue", f"newkey {sample.NEW_ID}", word="newkey")
    table.rule("play", seat="blue")
    table.sit("blue", "Zo\u00eb", sample.NEW_ID, word.seq, luck=sample.COMMITMENT)
    table.close()
    return table.pack()


def luckless() -> Files:
    """Return a game given up before its start, in which blue's word for luck is in the record and the luck is not."""
    table = sample.Table()
    table.announce()
    table.order("blue", f"luck {sample.COMMITMENT}", word="luck")
    table.rule("void", hidden=sample.HIDDEN.hex())
    return table.pack()


def late_luck() -> Files:
    """Return a game in which red commits to a luck when blue's is known already."""
    table = sample.Table()
    table.announce()
    word = table.order("blue", f"luck {sample.COMMITMENT}", word="luck")
    table.sit("blue", "Zo\u00eb", sample.BLUE_ID, word.seq, luck=sample.COMMITMENT)
    table.order("blue", f"reveal {sample.LUCK.hex()}", word="reveal")
    late = table.order("red", f"luck {OTHER}", word="luck")
    table.sit("red", "Rufus", "desk", late.seq, luck=OTHER)
    return table.pack()


def used_twice() -> Files:
    """Return a game in which one signed sheet is used for two moves, by two orders."""
    table = sample.Table()
    table.begin()
    for _ in range(2):
        order = table.order("blue", "roll")
        table.move("blue", order.seq, text="roll")
    table.close()
    return table.pack()


def old_key_signed() -> Files:
    """Return the game of words with an order of blue after its new key, signed by the old one."""
    table = sample.Table()
    table.announce(sample.COMMITMENT)
    table.start()
    word = table.order("blue", f"newkey {sample.NEW_ID}", word="newkey")
    table.sit("blue", "Zo\u00eb", sample.NEW_ID, word.seq, luck=sample.COMMITMENT)
    table.move("red", "forced", text="wait")
    table.move("red", "forced", text="wait")
    table.rule("play", seat="red")
    order = table.order("blue", "roll")
    table.move("blue", order.seq, text="roll")
    table.close()
    return table.pack()
