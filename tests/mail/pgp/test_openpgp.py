"""OpenPGP against the real gpg: what it signs is taken in every form; what is not plainly signed is not."""

import base64
import bz2
import re
import sys
import zlib

import pytest
from msgspec import structs

from pbem.mail import extras
from pbem.mail.keys import EnrolledKey, Keyring
from pbem.mail.pgp import openpgp, sequoia
from pbem.mail.pgp import packets as pgpwire
from pbem.mail.pgp.packets import Packet
from pbem.mail.safe import Unusable, UnusableError
from pbem.mail.signed import parse_key
from tests.mail.players import BLOCK, NOW, TEXT
from tests.mail.workshop import (
    OTHER,
    PLAIN,
    TYPED,
    armored,
    clearsigned,
    gpg,
    in_armor,
    inline,
    mail,
    marta,
    multipart_signed,
    pgp_key,
    pgp_mime,
    pgp_part,
    taken,
    turned_down,
    weigh,
)
from tests.wording import MAIL, says

DAY = 86_400
MIXED = 'Content-Type: multipart/mixed; boundary="in"\n\n--in\n{}\n--in--\n'
ENTITIES = {
    "plain": PLAIN + TYPED,
    "greeting and signature": PLAIN + "Dear referee,\n\n" + TYPED + "-- \nMarta\n",
    "quoted-printable": (
        'Content-Type: text/plain; charset="iso-8859-1"\nContent-Transfer-Encoding: quoted-printable\n\n'
        + "".join(
            f"={byte:02X}" if byte in b"=\xe8\xe9\xe2\xf6\xdf\xe0\xf4\xf9" else chr(byte)
            for byte in TYPED.encode("cp1252")
        )
    ),
    "base64": (
        'Content-Type: text/plain; charset="utf-8"\nContent-Transfer-Encoding: base64\n\n'
        + base64.encodebytes(TYPED.encode()).decode()
    ),
    "flowed": 'Content-Type: text/plain; charset="utf-8"; format=flowed\n\n'
    + TYPED.replace(" | ", " | \n").replace("play harvest", "play \nharvest"),
    "with a key attached": MIXED.format(PLAIN + TYPED + "\n--in\nContent-Type: application/pgp-keys\n\nxxx"),
    "with HTML": MIXED.replace("mixed", "alternative").format(
        PLAIN + TYPED + "\n--in\nContent-Type: text/html\n\n<b>resign</b>"
    ),
    "with a file": MIXED.format(
        PLAIN + TYPED + "\n--in\nContent-Type: text/plain\nContent-Disposition: attachment\n\nresign;"
    ),
    "protected headers": f'Content-Type: text/plain; charset="utf-8"; protected-headers="v1"\nFrom: x@y.zz\n\n{TYPED}',
    "no header at all": "\n" + TYPED,
}


def keys() -> Keyring:
    return Keyring([pgp_key(), pgp_key("ivo")])


@pytest.mark.parametrize("name", ENTITIES)
def test_pgp_mime_is_taken(name: str) -> None:
    verdict = taken(pgp_mime(ENTITIES[name]), keys())
    assert (verdict.kind, verdict.key_id, verdict.block) == ("pgp", f"pgp:{marta()}", BLOCK)
    assert verdict.signed_bytes == ENTITIES[name].encode().replace(b"\n", b"\r\n")


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_pgp_mime_is_taken_with_either_line_end_and_a_preamble(line_end: bytes) -> None:
    raw = pgp_mime(PLAIN + TYPED).replace(b"\n\n--=_b1", b"\n\nThis is an OpenPGP/MIME signed message\n--=_b1", 1)
    assert taken(raw.replace(b"\n", line_end), keys()).block == BLOCK


@pytest.mark.parametrize("options", [(), ("--textmode",), ("--digest-algo", "SHA512")])
@pytest.mark.parametrize("key", ["", "ivo"])
def test_every_form_by_a_primary_key_and_by_a_subkey(key: str, options: tuple[str, ...]) -> None:
    key_id = pgp_key(key or "marta").key_id
    for raw in (
        pgp_mime(PLAIN + TYPED, key, *options),
        inline(clearsigned(TYPED, key, *options)),
        inline(armored(TYPED, key, *options)),
    ):
        verdict = taken(raw, keys())
        assert (verdict.key_id, verdict.block) == (key_id, BLOCK)


@pytest.mark.parametrize("algorithm", ["none", "zip", "zlib", "bzip2"])
def test_an_armored_message_however_compressed(algorithm: str) -> None:
    assert taken(inline(armored(TYPED, "", "--compress-algo", algorithm)), keys()).block == BLOCK


def test_clearsigned_text_survives_transfer_encodings_and_text_around() -> None:
    text = b"resign;\n" + clearsigned() + b"\nresign;\n"
    coded = base64.encodebytes(text)
    for raw in (
        inline(text),
        inline(text.replace(b"\n", b"  \n")),
        inline(coded, "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64"),
        inline(text, "Content-Type: text/plain; charset=iso-8859-15", "Content-Transfer-Encoding: 8bit"),
    ):
        verdict = taken(raw, keys())
        assert verdict.block == BLOCK
        assert verdict.signed_bytes == TYPED.rstrip("\n").encode().replace(b"\n", b"\r\n")


def test_a_marker_line_is_escaped_and_read() -> None:
    typed = "-----BEGIN PBEM ORDERS-----\n" + TYPED.replace("\n", ";\n").replace(" | ", " |\n")
    assert taken(inline(clearsigned(typed)), keys()).block == BLOCK
    assert taken(pgp_mime(PLAIN + typed), keys()).block == BLOCK


def test_the_changed_mail_is_refused_in_every_form() -> None:
    for raw in (pgp_mime(PLAIN + TYPED), inline(clearsigned())):
        assert "changed after signing" in turned_down(raw.replace(b"water 1", b"water 2"), keys())
    assert "changed after signing" in turned_down(pgp_mime(PLAIN + TYPED).replace(b"8bit", b"7bit"), keys())


def test_an_unknown_key_is_named() -> None:
    why = turned_down(pgp_mime(PLAIN + TYPED), Keyring([pgp_key("ivo")]))
    assert why == f"the key pgp:{marta()} is not enrolled here"


def test_another_enrolled_key_is_itself_and_never_marta() -> None:
    assert taken(pgp_mime(PLAIN + TYPED, "ivo"), keys()).key_id == pgp_key("ivo").key_id
    swapped = structs.replace(pgp_key("ivo"), names=pgp_key().names)
    assert "changed after signing" in turned_down(pgp_mime(PLAIN + TYPED), Keyring([swapped]))
    mislabelled = structs.replace(pgp_key("ivo"), key_id=pgp_key().key_id)
    assert "another one" in turned_down(pgp_mime(PLAIN + TYPED, "ivo"), Keyring([mislabelled]))


def test_a_certificate_that_claims_a_foreign_subkey_hurts_nobody() -> None:
    thief = structs.replace(pgp_key(), names=(*pgp_key().names, *pgp_key("ivo").names))
    raw = pgp_mime(PLAIN + TYPED, "ivo")
    assert taken(raw, Keyring([thief, pgp_key("ivo")])).key_id == pgp_key("ivo").key_id
    assert turned_down(raw, Keyring([thief]))


def test_dates_are_bounded_by_now() -> None:
    raw = pgp_mime(PLAIN + TYPED)
    assert taken(raw, keys(), now=NOW + 20 * DAY).block == BLOCK
    assert taken(raw, keys(), now=NOW - 3_600).block == BLOCK
    for now in (NOW + 31 * DAY, NOW - 2 * DAY):
        assert "these days" in turned_down(raw, keys(), now=now)


def test_an_expired_certificate_signs_nothing_not_even_back_dated() -> None:
    gpg().new_key("brief", life="10d")
    key = gpg().enrol("brief")
    raw = pgp_mime(PLAIN + TYPED, "brief")
    assert taken(raw, Keyring([key])).block == BLOCK
    assert "expired" in turned_down(raw, Keyring([key]), now=NOW + 20 * DAY)
    with pytest.raises(UnusableError, match="expired"):
        gpg().enrol("brief", now=NOW + 20 * DAY)


def test_an_expired_or_revoked_subkey_signs_nothing() -> None:
    home = gpg()
    primary = home.new_key("parent", "ed25519", "cert", life="never")
    home.run("--quick-add-key", primary, "ed25519", "sign", "10d", at=NOW - DAY + 60)
    raw = pgp_mime(PLAIN + TYPED, "parent")
    good = home.enrol("parent")
    assert taken(raw, Keyring([good])).key_id == f"pgp:{primary}"
    assert "expired or was revoked" in turned_down(raw, Keyring([good]), now=NOW + 20 * DAY)
    home.run("--command-fd", "0", "--edit-key", primary, text=b"key 1\nrevkey\ny\n1\n\ny\nsave\n", at=NOW + 60)
    revoked = structs.replace(good, public=home.export("parent"))
    assert turned_down(raw, Keyring([revoked]), now=NOW + 120)


def test_a_revoked_certificate_is_refused() -> None:
    home = gpg()
    fingerprint = home.new_key("gone")
    raw = pgp_mime(PLAIN + TYPED, "gone")
    good = home.enrol("gone")
    assert taken(raw, Keyring([good])).block == BLOCK
    file = (home.home / "openpgp-revocs.d" / f"{fingerprint.upper()}.rev").read_text()
    home.run("--import", text=file.replace(":-----BEGIN", "-----BEGIN").encode())
    with pytest.raises(UnusableError, match="revoked"):
        home.enrol("gone")
    assert "revoked" in turned_down(raw, Keyring([structs.replace(good, public=home.export("gone"))]))


def test_weak_hashes_and_keys_are_refused() -> None:
    assert turned_down(pgp_mime(PLAIN + TYPED, "", "--digest-algo", "SHA1"), keys())
    gpg().new_key("short", "rsa1024")
    with pytest.raises(UnusableError):
        gpg().enrol("short")


def test_two_signatures_are_refused() -> None:
    home, raw = gpg(), (PLAIN + TYPED).encode()
    both = ("--local-user", "ivo")
    armor = home.sign("--detach-sign", raw.replace(b"\n", b"\r\n"), marta(), *both)
    assert "one OpenPGP signature" in turned_down(
        multipart_signed(raw, pgp_part(armor), "application/pgp-signature"), keys()
    )
    assert turned_down(inline(home.sign("--clear-sign", TYPED.encode(), marta(), *both)), keys())
    assert turned_down(inline(home.sign("--sign", TYPED.encode(), marta(), *both)), keys())


CLEAR = "clearsigned message"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"Hash: SHA256\n", b"Hash: SHA256\nresign;\n"),
        (b"Hash: SHA256\n", b"Comment: resign;\n"),
        (b"Hash: SHA256\n", b"Hash: SHA256\nNotDashEscaped: yes\n"),
        (b"Hash: SHA256\n\n", b"Hash: SHA256\n"),
        (b"to: referee", b"-to: referee"),
        (b"-----BEGIN PGP SIGNATURE-----", b""),
        (b"-----END PGP SIGNATURE-----", b""),
        (b"-----BEGIN PGP SIGNATURE-----\n", b"-----BEGIN PGP SIGNATURE-----\nresign;\n"),
        (b"to: referee", b"> to: referee"),
        (b"to: referee", b"- to: x\n- to: referee"),
        (b"\n\nto:", b"\n\n\nto:"),
        (b"-----BEGIN PGP SIGNED", b"> -----BEGIN PGP SIGNED"),
        (b"-----BEGIN PGP SIGNED", b"x -----BEGIN PGP SIGNED"),
    ],
)
def test_a_clearsigned_message_that_was_touched(old: bytes, new: bytes) -> None:
    text = clearsigned()
    (chosen,) = re.findall(rb"^Hash: \w+\n", text, re.MULTILINE)  # by gpg: newer ones take another
    old, new = (part.replace(b"Hash: SHA256\n", chosen) for part in (old, new))
    assert old in text
    assert turned_down(inline(text.replace(old, new, 1)), keys())


def test_armor_headers_order_nothing() -> None:
    text = clearsigned()
    noted = text.replace(b"SIGNATURE-----\n\n", b"SIGNATURE-----\nComment: game: other; resign;\n\n", 1)
    assert noted != text
    assert taken(inline(noted), keys()).block == BLOCK
    block = text.replace(b"SIGNATURE-----\n\n", b"SIGNATURE-----\nComment: " + TEXT.encode() + b"\n\n", 1)
    assert turned_down(inline(block), keys())


def quoted(text: bytes) -> bytes:
    return re.sub(rb"^", b"> ", text, flags=re.MULTILINE)


@pytest.mark.parametrize(
    "body",
    [
        lambda: clearsigned() + clearsigned(OTHER),
        lambda: clearsigned() + armored(OTHER),
    ],
)
def test_two_signed_things_in_one_text(body: object) -> None:
    assert callable(body)
    assert says(turned_down(inline(body()), keys()), MAIL, "many_sheets")


@pytest.mark.parametrize(
    "body",
    [
        lambda: clearsigned() + quoted(clearsigned(OTHER)),
        lambda: quoted(clearsigned(OTHER)) + b"\n" + clearsigned(),
        lambda: clearsigned() + TEXT.encode(),  # by a key that nobody here has
        lambda: clearsigned(TYPED + quoted(clearsigned(OTHER)).decode()),
        lambda: armored() + armored(),
        lambda: clearsigned() + b"\n-----Original Message-----\n" + clearsigned(OTHER),
        lambda: clearsigned() + clearsigned(OTHER).replace(b"resign", b"pass"),
        lambda: clearsigned() + b"-----BEGIN PGP MESSAGE-----\n",
        lambda: b"> Ivo: -----BEGIN PGP SIGNED MESSAGE-----\n" + clearsigned(),
    ],
)
def test_a_message_of_ones_own_is_not_hurt_by_another_that_does_not_count(body: object) -> None:
    assert callable(body)
    assert taken(inline(body()), keys()).block == BLOCK


def test_a_quoted_message_alone_is_refused() -> None:
    assert "quoted" in turned_down(inline(quoted(clearsigned())), keys())
    assert "quoted" in turned_down(inline(quoted(armored())), keys())
    html = b"<pre>" + clearsigned() + b"</pre>"
    assert "quoted" in turned_down(inline(html, "Content-Type: text/html; charset=utf-8"), keys())


def test_clearsigned_text_in_another_character_set_is_refused_whatever_its_header_says() -> None:
    text = gpg().sign("--clear-sign", TYPED.encode("latin-1"), marta())
    for charset in ("iso-8859-1", "utf-8"):
        raw = inline(text, f"Content-Type: text/plain; charset={charset}", "Content-Transfer-Encoding: 8bit")
        assert "UTF-8" in turned_down(raw, keys())


def test_a_signed_text_means_the_same_in_every_envelope() -> None:
    """Bytes signed as a MIME part may be sent as a text and the other way round; they are read the same way."""
    entity = PLAIN + TYPED
    as_message = taken(inline(armored(entity.replace("\n", "\r\n"))), keys())
    assert as_message.block == taken(pgp_mime(entity), keys()).block
    assert as_message.signed_bytes == taken(pgp_mime(entity), keys()).signed_bytes
    coded = ENTITIES["base64"]
    assert taken(inline(armored(coded.replace("\n", "\r\n"))), keys()).block == BLOCK


def packets_of(raw: bytes) -> list[Packet]:
    (compressed,) = pgpwire.read_packets(raw)
    return pgpwire.read_packets(zlib.decompressobj(-15).decompress(compressed.body[1:]))


def message(*packets: Packet) -> bytes:
    return inline(in_armor(b"".join(map(pgpwire.frame, packets)), "MESSAGE"))


def test_messages_of_other_packets_are_refused() -> None:
    one_pass, literal, signature = packets_of(pgpwire.dearmor(armored(), "MESSAGE"))
    other = structs.replace(literal, body=literal.body.replace(b"water 1", b"water 2"))
    assert taken(message(one_pass, literal, signature), keys()).block == BLOCK
    for packets in (
        (one_pass, other, signature),
        (literal,),
        (one_pass, literal),
        (one_pass, literal, other, signature),
        (one_pass, one_pass, literal, signature, signature),
        (one_pass, literal, signature, literal),
        (other, one_pass, literal, signature),
        (signature, literal),
        (Packet(18, b"\1" + b"x" * 50),),
        (Packet(1, b"x"), Packet(18, b"x")),
        (Packet(10, b"PGP"), one_pass, literal, signature),
        (),
        (one_pass, Packet(11, b""), signature),
        (one_pass, Packet(11, b"b\xff"), signature),
        (Packet(8, b"\7x"),),
        (Packet(8, b"\1x"),),
        (Packet(8, b""),),
    ):
        assert turned_down(message(*packets), keys())


@pytest.mark.parametrize("how", [b"\1", b"\2", b"\3"])
def test_a_compression_bomb_is_refused_unopened(how: bytes) -> None:
    zeros = b"\0" * 100_000_000
    packed = {
        b"\1": lambda: zlib.compress(zeros, 9, -15),
        b"\2": lambda: zlib.compress(zeros),
        b"\3": lambda: bz2.compress(zeros),
    }
    body = packed[how]()[:150_000]
    assert "larger than" in turned_down(message(Packet(8, how + body)), keys())


def test_encrypted_letters_are_refused_in_words() -> None:
    kind = 'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b'
    inner = b"Content-Type: application/octet-stream\n\nx\n"
    body = b"--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\n" + inner + b"--b--\n"
    assert "encrypted" in turned_down(mail(body, kind), keys())


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xc2",
        b"\xc2\xff\xff",
        b"\x80",
        b"\xc2\xe0x",
        b"\xc2\xff\0\0\0\5x",
        b"\0",
        b"\xc2\x01\x04",
        b"\xc2\xc0",
        b"\x8b",
    ],
)
def test_damaged_signature_packets_are_refused(raw: bytes) -> None:
    body = multipart_signed((PLAIN + TYPED).encode(), pgp_part(in_armor(raw, "SIGNATURE")), "application/pgp-signature")
    assert turned_down(body, keys())


def test_keys_are_read_armored_and_binary_and_others_refused() -> None:
    home = gpg()
    armor = home.export("ivo", "--armor")
    assert parse_key(armor, now=NOW) == parse_key(armor.replace(b"\n", b"\r\n"), now=NOW) == pgp_key("ivo")
    assert pgp_key("ivo").key_id == f"pgp:{home.fingerprints('ivo')[0]}"
    assert {f"pgp:{name}" for name in home.fingerprints("ivo")} < set(pgp_key("ivo").names)
    secret = home.run("--export-secret-keys", marta())
    for raw in (
        secret,
        in_armor(secret, "PRIVATE KEY BLOCK"),
        home.export("ivo") + home.export("marta"),
        home.export("ivo")[:-20],
        home.export("ivo") + b"\0",
        armor.replace(b"m", b"*"),
        b"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n-----END PGP PUBLIC KEY BLOCK-----\n",
        b"\x99" + b"x" * 100_000,
        b"\xff" * 100,
    ):
        with pytest.raises(UnusableError):
            parse_key(raw, now=NOW)


def test_without_the_library_the_answer_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    raw, ring = pgp_mime(PLAIN + TYPED), keys()
    monkeypatch.setitem(sys.modules, "pysequoia", None)
    assert turned_down(raw, ring) == "this desk cannot read OpenPGP: install pbem[pgp]"


def test_a_panic_of_the_library_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Panic(BaseException):
        pass

    class Library:
        def __getattr__(self, name: str) -> object:
            raise Panic(name)

    monkeypatch.setattr(extras, "load", lambda *_, **__: Library())
    with pytest.raises(UnusableError):
        sequoia.read_seal(b"x")


def test_a_kind_that_is_not_accepted_is_named() -> None:
    accepts: frozenset[str] = frozenset({"ssh"})
    assert weigh(inline(clearsigned()), keys(), accepts=accepts) == Unusable(
        "letters signed by OpenPGP are not taken here"
    )


def test_keys_of_another_kind_verify_nothing() -> None:
    wrong = EnrolledKey(pgp_key().key_id, "x509", pgp_key().public, pgp_key().names)
    assert "not enrolled" in turned_down(inline(clearsigned()), Keyring([wrong]))
    for public in (b"", b"\xff", pgp_key().public[:-9]):
        assert turned_down(inline(clearsigned()), Keyring([structs.replace(pgp_key(), public=public)]))


def test_a_signature_of_another_type_is_refused() -> None:
    (packet,) = pgpwire.read_packets(pgpwire.dearmor(gpg().sign("--detach-sign", b"x", marta()), "SIGNATURE"))
    for kind in (0x02, 0x10, 0x18, 0x40):
        forged = Packet(2, packet.body[:1] + bytes([kind]) + packet.body[2:])
        with pytest.raises(UnusableError, match="over a text"):
            openpgp.verify(b"x", pgpwire.frame(forged), keys(), now=NOW)
