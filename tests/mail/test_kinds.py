"""Every kind of signature offers the same protocol, and nobody outside its folder asks which kind it is."""

import re
from pathlib import Path

import pytest

import pbem
from pbem.mail import kinds
from pbem.mail.checking import check_evidence, identity, publishable
from pbem.mail.evidence import Signed
from pbem.mail.keys import Keyring
from pbem.mail.kinds import KINDS, OWN, PROVIDED, kind_named, kind_of
from pbem.mail.letter.letter import Letter, read_letter
from pbem.mail.safe import Unusable, UnusableError
from pbem.mail.signed import find_signed, is_signed_by_key, parse_key
from tests.mail.players import BLOCK, MARTA, NOW, raw_mail
from tests.mail.toy.kind import wax
from tests.mail.workshop import DKIM_KEY, TYPED, pgp_key, x509_key

HOUSE = Path(pbem.__file__).parent
FOLDERS = {"ssh": "ssh", "pgp": "pgp", "x509": "smime", "dkim": "dkim"}
# Where a kind may be named beside its own folder: its entry, the host's table of key records, the demo's gpg.
ENTERED = {
    ("dkim", "mail/kinds.py"),
    ("dkim", "desk/settings.py"),
    *((name, "mail/kinds.py") for name in OWN),
    ("pgp", "demo/players.py"),
}
FORMAT = "record/log/kinds.py"  # the format lists the kinds of key that a record may name, and knows no more of them


def sources_beside(kind: str) -> dict[str, str]:
    """Give every module of the package that lies outside the kind's own folder."""
    own = HOUSE / "mail" / FOLDERS[kind]
    paths = (path for path in HOUSE.rglob("*.py") if own not in path.parents)
    return {path.relative_to(HOUSE).as_posix(): path.read_text("utf-8") for path in paths}


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_no_module_outside_its_folder_compares_with_the_name_of_a_kind(kind: str) -> None:
    named = re.compile(rf"[\"']{kind}[:\"']")
    found = {(kind, name) for name, source in sources_beside(kind).items() if named.search(source)}
    assert found <= ENTERED


@pytest.mark.parametrize("kind", PROVIDED)
def test_what_a_provider_signs_is_named_nowhere_but_in_its_folder_and_its_entry(kind: str) -> None:
    found = {(kind, name) for name, source in sources_beside(kind).items() if kind in source.lower()}
    assert found == {(kind, "mail/kinds.py"), (kind, "desk/settings.py"), (kind, FORMAT)}


@pytest.mark.parametrize("name", sorted(KINDS))
def test_a_kind_is_called_as_it_is_entered(name: str) -> None:
    kind = kind_named(name)
    assert kind.name == name
    assert kind_of(f"{name}:anything") is kind
    assert kind.library is None or kind.library.kind == name


def test_keys_are_named_by_their_kind() -> None:
    for key in (pgp_key(), x509_key(), DKIM_KEY):
        assert kind_of(key.key_id).name == key.kind
    assert kind_of(MARTA).name == "ssh"


def test_a_sender_tells_whose_key_it_is_only_where_a_provider_signs() -> None:
    assert [kind_named(name).key_of_sender("Marta@Example.net") for name in OWN] == ["", "", ""]
    assert [kind_named(name).key_of_sender("Marta@Example.net") for name in PROVIDED] == [DKIM_KEY.key_id]


def test_an_id_that_is_an_address_is_not_public() -> None:
    assert {name for name in KINDS if not kind_named(name).is_id_public} == set(PROVIDED)


@pytest.mark.parametrize("name", ["", "desk", "Ssh", "wax\x1b[2J"])
def test_an_unknown_kind_is_refused(name: str) -> None:
    with pytest.raises(UnusableError, match="are not read here"):
        kind_named(name)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter a kind that lies in one folder of its own; nothing else knows it."""
    monkeypatch.setitem(kinds._OWN, "toy", "tests.mail.toy.kind")


def letter(text: str) -> Letter:
    read = read_letter(raw_mail(text.encode(), 'Content-Type: text/plain; charset="utf-8"'))
    assert isinstance(read, Letter)
    return read


def weigh(text: str, *names: str, accepts: tuple[str, ...] = ("toy", "ssh")) -> Signed | Unusable:
    keys = Keyring(parse_key(f"wax of {name}".encode(), now=NOW) for name in names)
    return find_signed(letter(text), keys, now=NOW, accepts=accepts)


@pytest.mark.usefixtures("toy")
def test_a_new_kind_is_one_folder() -> None:
    keys = Keyring([parse_key(b"wax of marta", now=NOW)])
    signed = weigh(wax(TYPED, "marta"), "marta")
    assert isinstance(signed, Signed)
    assert (signed.kind, signed.key_id, signed.block) == ("toy", "toy:marta", BLOCK)
    assert is_signed_by_key(letter(wax(TYPED, "marta")))
    assert check_evidence(signed.evidence(), keys, now=NOW) == signed
    assert publishable(signed) is None
    assert identity(signed.key_id, signed.signed_bytes) != identity("toy:ivo", signed.signed_bytes)


@pytest.mark.usefixtures("toy")
def test_a_new_kind_is_refused_as_every_kind_is() -> None:
    sealed = wax(TYPED, "marta")
    assert weigh(sealed, "ivo") == Unusable("nobody here seals like that")
    assert weigh(sealed.replace("water 1", "water 2"), "marta") == Unusable("the wax is broken")
    assert weigh(sealed, "marta", accepts=("ssh",)) == Unusable("letters signed by wax are not taken here")
    assert weigh(sealed + sealed, "marta") == Unusable("the wax is broken")


@pytest.mark.usefixtures("toy")
def test_whoever_signed_in_a_new_way_is_told_what_is_wrong_with_his_orders() -> None:
    verdict = weigh(wax("Good morning\n", "marta"), "marta")
    assert isinstance(verdict, Unusable)
    assert (verdict.signer, verdict.signed) == ("toy:marta", b"Good morning\n")
    assert verdict.saying is not None


def test_without_its_entry_nobody_knows_a_kind() -> None:
    assert not is_signed_by_key(letter(wax(TYPED, "marta")))
    with pytest.raises(UnusableError, match="this is no key"):
        parse_key(b"wax of marta", now=NOW)
