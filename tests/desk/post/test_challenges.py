"""Strangers who enrol while others try to keep them out: floods from one domain, from many, and in another's name."""

import re
from collections.abc import Iterator

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from freezegun import freeze_time

from pbem.desk.desk import Desk
from pbem.desk.letters.writing import recipient
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.keys import challenges
from pbem.desk.post.keys.challenges import CHALLENGES_AN_HOUR, HOUR, OF_A_DOMAIN
from pbem.desk.store.values import Due
from pbem.mail.block.block import Block
from pbem.mail.signed import sign_orders
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from tests.desk.house import EVER, REFEREE, mail
from tests.desk.post.test_answers import written

NOON = "2031-02-03 12:00:00"
HONEST = 9_999
FLOOD = 1_000  # as many as may wait, from many domains
FLOOD_OF_ONE = 400  # twice as many as may wait from one


def key_of(number: int) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(number.to_bytes(32, "big"))


def sheet(number: int, *orders: str, token: str = "new") -> bytes:
    return mail(sign_orders(Block(REFEREE, "desk", "new", token, None, orders), key_of(number)))


def request(number: int, address: str, name: str = "") -> bytes:
    line = write_line(public_key(key_of(number)))
    return sheet(number, f"enrol {name or f'Eve {number}'}", f"mail {address}", f"key {line}")


def ask(desk: Desk, number: int, address: str) -> str:
    """Let somebody with a key of his own ask for an address, whosever it is."""
    return receive(desk, request(number, address)).verdict


def due(desk: Desk, later: int = 0) -> dict[str, Due]:
    """Return the letters that go out by a time, by address."""
    with desk.store.read() as look:
        letters = look.letters.due(desk.now() + later)
        return {recipient(look, letter): letter for letter in letters if not letter.player}


def confirm(desk: Desk, number: int, letter: Due) -> str:
    found = re.search(r"token: ([0-9a-f]{32});", written(desk, letter))
    assert found
    return receive(desk, sheet(number, "confirm", token=found[1])).verdict


def is_enrolled(desk: Desk, address: str) -> bool:
    with desk.store.read() as look:
        return any(player.address == address for player in look.people.all())


def of_one_domain() -> Iterator[str]:
    return (f"eve{number}@flood.example" for number in range(FLOOD_OF_ONE))


def of_many_domains() -> Iterator[str]:
    return (f"eve@flood{number}.example" for number in range(FLOOD))


@pytest.mark.parametrize(
    ("flood", "place"),
    [
        (of_one_domain, 300),
        (of_one_domain, FLOOD_OF_ONE),
        (of_many_domains, 0),
        (of_many_domains, 300),
        (of_many_domains, FLOOD),
    ],
)
def test_a_flood_keeps_no_stranger_out(welcoming: Desk, flood: type[Iterator[str]], place: int) -> None:
    address = "zoe@example.net"
    with freeze_time(NOON) as clock:
        addresses = list(flood())
        addresses.insert(place, address)
        for number, each in enumerate(addresses, 1):
            ask(welcoming, HONEST if each == address else number, each)
        for _hour in range(12):
            if address in due(welcoming):
                break
            clock.tick(HOUR)
        assert confirm(welcoming, HONEST, due(welcoming)[address]) == "answered"
    assert is_enrolled(welcoming, address)


def test_whom_a_flood_of_one_domain_passes_by_is_challenged_at_once(welcoming: Desk) -> None:
    with freeze_time(NOON):
        for number, address in enumerate(of_one_domain(), 1):
            ask(welcoming, number, address)
        ask(welcoming, HONEST, "zoe@example.net")
        assert "zoe@example.net" in due(welcoming)


@pytest.mark.parametrize(
    ("flood", "most"), [(of_one_domain, OF_A_DOMAIN), (of_many_domains, CHALLENGES_AN_HOUR)], ids=["one", "many"]
)
def test_strangers_get_so_many_letters_an_hour(welcoming: Desk, flood: type[Iterator[str]], most: int) -> None:
    with freeze_time(NOON):
        for number, address in zip(range(1, 2 * most + 9), flood(), strict=False):
            assert ask(welcoming, number, address) == "answered"
        assert len(due(welcoming)) == most
        assert len(due(welcoming, HOUR - 1)) == most
        assert len(due(welcoming, HOUR)) == 2 * most
        assert len(due(welcoming, 2 * HOUR)) == 2 * most + 8


def test_one_key_does_not_get_round_that_by_asking_for_many_addresses(welcoming: Desk) -> None:
    with freeze_time(NOON):
        verdicts = [ask(welcoming, 7, address) for address in of_many_domains()][:9]
    assert verdicts == ["answered"] + ["ignored"] * 8
    assert list(due(welcoming, EVER)) == ["eve@flood0.example"]


def test_nor_by_answering(welcoming: Desk) -> None:
    with freeze_time(NOON):
        for number in range(1, OF_A_DOMAIN + 3):
            ask(welcoming, number, f"eve{number}@flood.example")
            if letter := due(welcoming).get(f"eve{number}@flood.example"):
                confirm(welcoming, number, letter)
        assert is_enrolled(welcoming, f"eve{OF_A_DOMAIN}@flood.example")
        assert not is_enrolled(welcoming, f"eve{OF_A_DOMAIN + 1}@flood.example")


def test_a_token_is_used_once(welcoming: Desk) -> None:
    with freeze_time(NOON):
        receive(welcoming, request(7, "eve@example.net", "Anna"))
        ask(welcoming, 8, "eve@example.net")
        letter = due(welcoming)["eve@example.net"]
        assert confirm(welcoming, 7, letter) == "answered"
        assert not is_enrolled(welcoming, "eve@example.net"), "the name was taken"
        assert receive(welcoming, request(7, "eve@example.net", "Eva")).verdict == "ignored"
        assert confirm(welcoming, 8, letter) == "answered", (
            "who shares the address has the same token, and another name"
        )
    assert is_enrolled(welcoming, "eve@example.net")


def test_who_asks_first_in_the_name_of_an_address_keeps_its_owner_out_in_no_way(welcoming: Desk) -> None:
    with freeze_time(NOON):
        ask(welcoming, 7, "zoe@example.net")
        (letter,) = due(welcoming).values()
        assert ask(welcoming, HONEST, "zoe@example.net") == "answered"
        assert list(due(welcoming, EVER).values()) == [letter], "one letter an hour, whoever asks"
        assert confirm(welcoming, HONEST, letter) == "answered"
    with welcoming.store.read() as look:
        assert look.people.find(f"Eve {HONEST}")
        assert look.people.find("Eve 7") is None


def waiting(desk: Desk) -> set[str]:
    with desk.store.read() as look:
        return set(look.secrets.under("", "enrol/"))


def fingerprints(*numbers: int) -> set[str]:
    return {public_key(key_of(number)).fingerprint for number in numbers}


def test_those_who_wait_longest_are_forgotten_first(welcoming: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "MOST_WAITING", 3)
    for number in range(1, 5):
        with freeze_time(f"2031-02-03 {number:02}:00:00"):
            ask(welcoming, number, f"eve{number}@example.net")
    assert waiting(welcoming) == fingerprints(2, 3, 4)


def test_a_crowded_domain_gives_way_and_its_letters_are_withdrawn(
    welcoming: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "MOST_WAITING", 5)
    monkeypatch.setattr(challenges, "OF_A_DOMAIN", 1)
    with freeze_time(NOON) as clock:
        ask(welcoming, 1, "zoe@example.net")
        for number in (2, 3, 4):
            clock.tick(1)
            ask(welcoming, number, f"eve{number}@flood.example")
        ask(welcoming, 5, "ida@example.net")
        ask(welcoming, 6, "pia@example.com")
        assert waiting(welcoming) == fingerprints(1, 2, 4, 5, 6)
        assert "eve3@flood.example" not in due(welcoming, EVER)
        assert len(due(welcoming, EVER)) == 5


def test_who_had_to_give_way_may_send_the_same_mail_again(welcoming: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "MOST_OF_A_DOMAIN", 1)
    with freeze_time(NOON):
        again = request(1, "zoe@example.net")
        assert receive(welcoming, again).verdict == "answered"
        assert receive(welcoming, again).verdict == "ignored"
        ask(welcoming, 2, "ida@example.net")
        assert receive(welcoming, again).verdict == "answered"


def test_a_letter_that_two_share_goes_out_although_one_of_them_had_to_give_way(
    welcoming: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "OF_A_DOMAIN", 1)
    with freeze_time(NOON) as clock:
        ask(welcoming, 1, "ida@example.net")
        clock.tick(1)
        ask(welcoming, 2, "zoe@example.net")
        clock.tick(1)
        ask(welcoming, HONEST, "zoe@example.net")
        monkeypatch.setattr(challenges, "MOST_WAITING", 3)
        ask(welcoming, 4, "pia@example.com")
        assert waiting(welcoming) == fingerprints(1, HONEST, 4)
        clock.tick(HOUR)
        assert confirm(welcoming, HONEST, due(welcoming)["zoe@example.net"]) == "answered"
    assert is_enrolled(welcoming, "zoe@example.net")
