"""Who may sign: a verifier is told of those keys alone that go by the name a signature gives."""

import pytest

from pbem.desk.desk import Desk
from pbem.desk.people.enrolled import Holders, add_player
from pbem.desk.store.shelves.people import People
from pbem.desk.store.values import Member
from pbem.mail.ssh.signature import public_key
from tests.desk.house import KEYS
from tests.mail.workshop import gpg

ANNA = public_key(KEYS["Anna"]).fingerprint


def test_a_key_is_found_by_its_id_and_its_holder_remembered(fresh: Desk) -> None:
    with fresh.store.read() as look:
        holders = Holders(look)
        assert [key.key_id for key in holders(ANNA)] == [ANNA]
        assert [player.name for player in holders.found.values()] == ["Anna"]


@pytest.mark.parametrize("name", ["", "ssh:", "ssh:SHA256:nobody", "pgp:", "pgp:00", "%", "ssh:%"])
def test_nobody_goes_by_any_other_name(fresh: Desk, name: str) -> None:
    with fresh.store.read() as look:  # Dora is there too, who has no key
        holders = Holders(look)
        assert holders(name) == []
        assert holders.found == {}


def test_an_openpgp_key_is_found_by_each_of_its_names(fresh: Desk) -> None:
    add_player(fresh, Member("Ivo"), gpg().export("ivo"))
    primary, subkey = gpg().fingerprints("ivo")
    with fresh.store.read() as look:
        for name in (primary, subkey):
            holders = Holders(look)
            assert [key.key_id for key in holders(f"pgp:{name}")] == [f"pgp:{primary}"]
            assert list(holders.found) == [f"pgp:{primary}"]


def test_a_mail_does_not_make_a_desk_read_everybody(fresh: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_people: People) -> tuple[Member, ...]:
        raise AssertionError("everybody was read")

    monkeypatch.setattr(People, "all", refuse)
    with fresh.store.read() as look:
        assert Holders(look)(ANNA)
