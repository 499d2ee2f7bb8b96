"""Letters signed as a whole: what surrounds, splits or imitates the signed part gives no orders."""

from collections.abc import Callable
from itertools import combinations

import pytest

from pbem.mail.keys import Keyring, Keys
from tests.mail.players import BLOCK, TEXT, ring
from tests.mail.workshop import (
    DKIM_KEY,
    OTHER,
    PLAIN,
    TYPED,
    clearsigned,
    dkim_signed,
    inline,
    mail,
    pgp_key,
    pgp_mime,
    smime,
    smime_opaque,
    taken,
    turned_down,
    webmail,
    x509_key,
)
from tests.wording import MAIL, says

Maker = Callable[[str], bytes]
MAKERS: list[Maker] = [pgp_mime, smime]
UNSIGNED = b"Content-Type: text/plain; charset=utf-8\n\n" + OTHER.encode()


def keys() -> Keys:
    own = Keyring([pgp_key(), pgp_key("ivo"), x509_key(), x509_key("ivo"), DKIM_KEY])
    return lambda name: [*own(name), *ring()(name)]


def good(make: Maker) -> bytes:
    return make(PLAIN + TYPED)


def as_part(raw: bytes) -> bytes:
    """Give a mail's body with its Content-Type, to be put into another mail."""
    return raw.partition(b"MIME-Version: 1.0\n")[2]


def mixed(*parts: bytes) -> bytes:
    body = b"".join(b"--out\n" + part + b"\n" for part in parts) + b"--out--\n"
    return mail(body, "Content-Type: multipart/mixed; boundary=out")


@pytest.mark.parametrize("make", MAKERS)
def test_the_good_letter_is_good(make: Maker) -> None:
    assert taken(good(make), keys()).block == BLOCK


@pytest.mark.parametrize("make", [*MAKERS, smime_opaque])
def test_a_signed_part_in_an_unsigned_tree(make: Maker) -> None:
    part = as_part(good(make))
    for raw in (
        mixed(part),
        mixed(UNSIGNED, part),
        mixed(part, UNSIGNED),
        mixed(b"Content-Type: text/html\n\n<style>*{display:none}</style>", part),
        mixed(b"Content-Type: message/rfc822\n\n" + good(make)),
        mail(good(make), "Content-Type: message/rfc822"),
        mixed(UNSIGNED, b"Content-Type: message/rfc822\nContent-Disposition: attachment\n\n" + good(make)),
    ):
        assert "only a part" in turned_down(raw, keys())


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"\n--=_b1\n", b"\n--=_b1\n" + UNSIGNED + b"\n--=_b1\n"),
        (b"\n--=_b1--", b"\n--=_b1\n" + UNSIGNED + b"\n--=_b1--"),
        (b"\n--=_b1--", b"\n--=_b1--\n--=_b1\n" + UNSIGNED + b"\n--=_b1--"),
        (b"\n--=_b1--", b"\n--=_b1 --"),
        (b"\n--=_b1--", b""),
        (b"water 1", b"water 1\n--=_b1x"),
        (b'boundary="=_b1"', b'boundary="=_b1"; boundary="=_b2"'),
        (b'boundary="=_b1"', b'boundary*0="=_b"; boundary*1="1"; boundary="=_b2"'),
        (b'boundary="=_b1"', b"boundary*=utf-8''%3D_b1"),
        (b'boundary="=_b1"', b'boundary="=_b"'),
        (b'boundary="=_b1"', b"boundary="),
        (b'boundary="=_b1"', b""),
        (b"Content-Type: multipart", b"Content-Type: text/plain\nContent-Type: multipart"),
        (b"Content-Type: multipart/signed", b"Content-Type: multipart/mixed"),
        (b"Content-Type: text/plain", b"Content-Type: text/html"),
        (b"Content-Type: text/plain", b"Content-Type: text/plain\nContent-Type: text/plain"),
        (b"8bit", b"base64"),
        (b'"utf-8"', b'"iso-8859-2"'),
        (b'"utf-8"', b'"utf-7"'),
        (b"water 1", b"water 1\0"),
        (b"From: Marta", b"From: Ivo <ivo@example.net>\nFrom: Marta"),
        (b"From: Marta <", b'From: "ivo@example.net" <'),
        (b"multipart/signed;", b"message/partial; id=x; number=1; total=2;"),
    ],
)
def test_a_tree_that_was_touched(make: Maker, old: bytes, new: bytes) -> None:
    raw = good(make)
    assert old in raw
    assert turned_down(raw.replace(old, new, 1), keys())


@pytest.mark.parametrize("make", MAKERS)
def test_swapped_halves_are_refused(make: Maker) -> None:
    head, first, second, tail = good(make).split(b"--=_b1")
    assert turned_down(b"--=_b1".join([head, second, first, tail]), keys())


@pytest.mark.parametrize("make", MAKERS)
def test_text_around_the_parts_orders_nothing(make: Maker) -> None:
    raw = (
        good(make).replace(b"\n\n--=_b1\n", b"\n\n" + OTHER.encode() + b"\n--=_b1\n", 1)
        + b"\nresign;\n"
        + OTHER.encode()
    )
    assert taken(raw, keys()).block == BLOCK
    assert taken(raw + TEXT.encode(), keys()).block == BLOCK


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    "entity",
    [
        "Content-Type: text/html\n\n" + TYPED,
        'Content-Type: multipart/mixed; boundary="in"\n\n--in\n'
        + PLAIN
        + TYPED
        + "\n--in\n"
        + PLAIN
        + OTHER
        + "\n--in--\n",
        'Content-Type: multipart/mixed; boundary="in"\n\n' + TYPED + "\n--in\nContent-Type: text/html\n\nx\n--in--\n",
        "Content-Type: message/rfc822\n\n" + PLAIN + TYPED,
        "Content-Type: message/partial; id=x; number=1; total=1\n\n" + TYPED,
        "Content-Type: text/plain; charset=utf-7\n\n" + TYPED,
        PLAIN + "".join(f"> {line}\n" for line in TYPED.splitlines()),
        PLAIN + "-- \n" + TYPED,
        PLAIN + TYPED.replace("token: 9f1c27d0\n", ""),
        PLAIN + TYPED + "game: other\n",
        PLAIN + "hello\n",
        PLAIN,
        "Content-Type: text/plain\nContent-Type: text/plain\n\n" + TYPED,
        "Content-Type: text/plain\nContent-Transfer-Encoding: x-secret\n\n" + TYPED,
    ],
)
def test_a_good_signature_over_what_is_no_order_text(make: Maker, entity: str) -> None:
    assert turned_down(make(entity), keys())


def test_a_signature_of_one_mail_under_the_text_of_another() -> None:
    for make in MAKERS:
        parts = make(PLAIN + OTHER).split(b"--=_b1")
        mine = good(make).split(b"--=_b1")
        assert "changed after signing" in turned_down(b"--=_b1".join([*parts[:2], *mine[2:]]), keys())


THINGS: dict[str, Callable[[], bytes]] = {
    "order block": lambda: b"Content-Type: text/plain; charset=utf-8\n\n" + TEXT.encode(),
    "clearsigned": lambda: b"Content-Type: text/plain; charset=utf-8\n\n" + clearsigned(),
    "PGP/MIME": lambda: as_part(good(pgp_mime)),
    "S/MIME": lambda: as_part(good(smime).replace(b"=_b1", b"=_b3")),
    "opaque": lambda: as_part(good(smime_opaque)),
}


TEXTS = ("order block", "clearsigned")  # which hold wherever they stand


@pytest.mark.parametrize(("one", "two"), list(combinations(THINGS, 2)))
def test_two_signed_things_in_one_letter(one: str, two: str) -> None:
    raw = mixed(THINGS[one](), THINGS[two]())
    if one in TEXTS and two in TEXTS:
        assert "more than one signed thing" in turned_down(raw, keys())
    elif one in TEXTS:
        assert taken(raw, keys()).kind == ("ssh" if one == "order block" else "pgp")
    else:
        assert "only a part" in turned_down(raw, keys())


def test_one_signed_thing_inside_another() -> None:
    for make in MAKERS:
        assert "more than one" in turned_down(make(PLAIN + TEXT), keys())
        inside = turned_down(make(PLAIN + clearsigned().decode()), keys())
        assert says(inside, MAIL, "many_sheets") if make is pgp_mime else "more than one" in inside
        assert "more than one" in turned_down(make(as_part(good(pgp_mime)).replace(b"=_b1", b"=_b9").decode()), keys())


def test_a_broken_signature_is_not_saved_by_dkim() -> None:
    broken = inline(clearsigned().replace(b"water 1", b"water 2"))
    raw = broken.replace(
        b"Subject:", b"Date: Sun, 01 Jun 2025 12:00:00 +0000\nMessage-ID: <1@example.net>\nSubject:", 1
    )
    signed = dkim_signed(raw.replace(b"\n", b"\r\n"))
    assert taken(dkim_signed(webmail()), keys()).kind == "dkim"
    assert "changed after signing" in turned_down(signed, keys())


def test_the_wrong_kind_of_signature_part() -> None:
    raw = good(pgp_mime)
    assert turned_down(raw.replace(b"application/pgp-signature", b"application/pkcs7-signature"), keys())
    assert turned_down(raw.replace(b"application/pgp-signature", b"application/x-other"), keys())
    assert turned_down(good(smime).replace(b"application/pkcs7-signature", b"application/pgp-signature"), keys())
