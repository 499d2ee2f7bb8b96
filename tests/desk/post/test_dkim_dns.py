"""DKIM with keys from DNS: found, remembered with their time, asked again; no answer is not taken for one."""

import base64
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from pbem.desk.desk import Desk
from pbem.desk.errors import BrokenDeskError, MissingPartError
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.people.enrolled import add_player
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.work.courier import poll
from pbem.desk.settings import read_settings
from pbem.desk.store.values import Member
from pbem.desk.transports.dns import Dns, NoAnswerError, Resolver
from pbem.mail.dkim.dkimpy import LOOKUP
from tests.cli.hosting import done, no, pbem
from tests.desk.house import BLUE, block_of, tamper
from tests.desk.post.test_courier import inbox, names, put
from tests.desk.post.test_kinds import typed, uninstall
from tests.desk.transports.nameserver import TTL, Nameserver
from tests.mail import workshop
from tests.mail.players import NOW

pytestmark = pytest.mark.anywhere

NAME = "mail._domainkey.example.net"
DAY = 86_400
RECORD = workshop.record_of(workshop.rsa_key())
OTHER = workshop.record_of(workshop.rsa_key(number=1))


class ClockDesk(Desk):
    """A desk whose time a test sets."""

    at = NOW

    def now(self) -> int:
        return self.at


@pytest.fixture
def nameserver() -> Iterator[Nameserver]:
    with Nameserver() as server:
        server.publish(NAME, RECORD)
        yield server


@pytest.fixture
def desk(fresh: Desk, folder: Path, nameserver: Nameserver) -> Iterator[ClockDesk]:
    """A desk in June 2025 that asks the nameserver, with a game that Marta plays by webmail."""
    fresh.close()
    settings = folder / "pbem.toml"
    settings.write_text(settings.read_text() + nameserver.settings)
    desk = ClockDesk(folder)
    add_player(desk, Member("Marta", "marta@example.net"), b"marta@example.net")
    new_game(desk, NewGame("fortuna", {"blue": "Marta", "orange": "Bruno"}, "g2", accepts=("ssh", "dkim")))
    yield desk
    desk.close()


def sheet(desk: Desk, line: str = "reserve none", **more: object) -> bytes:
    text = typed(block_of(desk, BLUE, line, game="g2"))
    return workshop.dkim_signed(workshop.webmail(text), **more)  # type: ignore[arg-type]


def remembered(desk: Desk) -> list[tuple[bytes, int, int]]:
    with desk.store.read() as look:
        return [(key.record, key.first, key.last) for key in look.mails.provider_keys(NAME)]


def test_a_key_is_found_by_dns_and_remembered_with_its_time(desk: ClockDesk, nameserver: Nameserver) -> None:
    assert receive(desk, sheet(desk)).verdict == "played"
    assert nameserver.asked == [NAME]
    assert remembered(desk) == [(RECORD, NOW, NOW)]


def test_what_is_remembered_is_asked_again_when_its_time_has_run_out(desk: ClockDesk, nameserver: Nameserver) -> None:
    for number in range(3):
        receive(desk, sheet(desk, f"no order {number}"))
    assert nameserver.asked == [NAME]
    desk.at = NOW + TTL
    receive(desk, sheet(desk, "no order"))
    assert nameserver.asked == [NAME, NAME]
    assert remembered(desk) == [(RECORD, NOW, NOW + TTL)]


def test_a_clock_set_back_makes_no_record_good_for_ever(desk: ClockDesk, nameserver: Nameserver) -> None:
    receive(desk, sheet(desk, "no order"))
    desk.at = NOW - 30 * DAY
    receive(desk, sheet(desk, "no order 2"))
    assert nameserver.asked == [NAME, NAME]


def test_orders_stay_checkable_after_a_provider_has_changed_or_withdrawn_its_key(
    desk: ClockDesk, folder: Path, nameserver: Nameserver
) -> None:
    assert receive(desk, sheet(desk)).verdict == "played"
    later = sheet(desk, "no order", key=workshop.rsa_key(number=1))
    desk.at = NOW + TTL
    nameserver.publish(NAME, OTHER)
    assert receive(desk, later).verdict == "refused"  # by the game: its signature holds
    desk.at = NOW + 2 * TTL
    nameserver.publish(NAME, b"v=DKIM1; k=rsa; p=")
    assert receive(desk, sheet(desk, "no order 2")).why == "the DKIM key cannot be read, or was withdrawn"
    nameserver.publish(NAME)
    assert [record for record, _, _ in remembered(desk)] == [b"v=DKIM1; k=rsa; p=", OTHER, RECORD]
    order(desk, "g2", "Bruno", "reserve none")
    assert "1 checked by their signatures" in done(folder, "verify", "g2")


@pytest.mark.parametrize("how", ["SERVFAIL", "REFUSED", "silence"])
def test_while_dns_does_not_answer_a_players_mail_is_kept(
    desk: ClockDesk, folder: Path, nameserver: Nameserver, how: str
) -> None:
    nameserver.fails_by = how
    raw = sheet(desk)
    put(desk, raw)
    with pytest.raises(MissingPartError, match="the provider's key cannot be looked up now"):
        poll(desk, inbox(desk))
    assert names(desk, "new") == ["000"]
    said = no(75, folder, "mail", "receive", "-", text=raw)
    assert "cannot be looked up now" in said
    nameserver.fails_by = ""
    with pytest.raises(MissingPartError):  # it is not asked again at once: many mails may wait for it
        poll(desk, inbox(desk))
    asked = len(nameserver.asked)
    again = ClockDesk(folder)
    assert poll(again, inbox(again)) == 1
    again.close()
    assert len(nameserver.asked) == asked + 1
    assert names(desk, "new") == []


def test_one_signature_that_nobody_can_check_now_keeps_a_mail_although_another_fails(
    desk: ClockDesk, nameserver: Nameserver
) -> None:
    receive(desk, sheet(desk, "no order"))
    nameserver.fails_by = "SERVFAIL"
    once = sheet(desk, key=workshop.rsa_key(number=1))
    twice = once[: once.index(b"From:")].replace(b"s=mail;", b"s=next;") + once
    with pytest.raises(MissingPartError):
        receive(desk, twice)


def test_nobody_else_lets_the_desk_ask_dns(desk: ClockDesk, nameserver: Nameserver) -> None:
    text = typed(block_of(desk, BLUE, "reserve none", game="g2"))
    nameserver.fails_by = "silence"
    for sender in ("Ivo <ivo@example.net>", "Anna <anna@example.org>"):
        domain = sender.partition("@")[2].rstrip(">")
        raw = workshop.dkim_signed(workshop.webmail(text, sender=sender), domain=domain)
        assert receive(desk, raw).verdict == "ignored"
    assert nameserver.asked == []


def short_key() -> bytes:
    """A key record of 512 bits, as nobody makes one any more."""
    numbers = RSAPublicNumbers(65537, (1 << 511) + 1155)
    der = numbers.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return b"v=DKIM1; k=rsa; p=" + base64.b64encode(der)


UNUSABLE = {
    "no record": ((), "the key of the DKIM signature is not published"),
    "something else": ((b"v=spf1 -all",), "the key of the DKIM signature is not published"),
    "several": ((RECORD, OTHER), "the provider publishes several keys under one name"),
    "withdrawn": ((b"v=DKIM1; p=",), "the DKIM key cannot be read, or was withdrawn"),
    "a test": ((workshop.record_of(workshop.rsa_key(), "t=y"),), "the DKIM key record is not one that is taken here"),
    "too short": ((short_key(),), "the DKIM key is too short, or not an rsa key"),
    "another key": ((OTHER,), "the DKIM signature does not fit the letter: it was changed on its way"),
    "for another use": ((workshop.record_of(workshop.rsa_key(), "s=web"),), "the DKIM key record is not for mail"),
    "damaged": ((b"v=DKIM1; p=!!",), "the DKIM key cannot be read, or was withdrawn"),
}


@pytest.mark.parametrize("what", UNUSABLE)
def test_a_record_that_is_not_to_be_relied_on_lets_nothing_be_played(
    desk: ClockDesk, nameserver: Nameserver, what: str
) -> None:
    records, why = UNUSABLE[what]
    nameserver.publish(NAME, *records)
    received = receive(desk, sheet(desk))
    assert (received.verdict, received.why) == ("ignored", why)


def test_a_key_is_found_behind_aliases_and_beside_other_texts(desk: ClockDesk, nameserver: Nameserver) -> None:
    nameserver.publish(NAME)
    nameserver.publish("k1.provider.example", b"v=spf1 -all", RECORD)
    nameserver.alias(NAME, "s.provider.example")
    nameserver.alias("s.provider.example", "k1.provider.example")
    assert receive(desk, sheet(desk)).verdict == "played"


def test_aliases_without_end_are_no_answer(desk: ClockDesk, nameserver: Nameserver) -> None:
    nameserver.publish(NAME)
    nameserver.alias(NAME, "a.example")
    nameserver.alias("a.example", NAME)
    with pytest.raises(MissingPartError, match="DNS does not answer"):
        receive(desk, sheet(desk))


def test_a_pinned_record_wins_and_dns_is_not_asked(desk: ClockDesk, folder: Path, nameserver: Nameserver) -> None:
    settings = folder / "pbem.toml"
    settings.write_text(f'{settings.read_text()}\n[dkim]\n"{NAME}" = "{RECORD.decode()}"\n')
    nameserver.publish(NAME, OTHER)
    pinning = ClockDesk(folder)
    assert receive(pinning, sheet(pinning)).verdict == "played"
    pinning.close()
    assert nameserver.asked == []


@pytest.mark.parametrize(
    "line", ['nameserver = "example.org"', "port = 0", "timeout = 0", "timeout = 600", "colour = 1"]
)
def test_settings_that_nobody_could_be_asked_by_are_refused(fresh: Desk, folder: Path, line: str) -> None:
    settings = folder / "pbem.toml"
    settings.write_text(f"{settings.read_text()}\n[mail.dns]\n{line}\n")
    with pytest.raises(BrokenDeskError, match="dns"):
        read_settings(folder)


def test_waiting_for_an_answer_has_an_end(nameserver: Nameserver) -> None:
    nameserver.fails_by = "silence"
    resolver = Resolver(Dns("127.0.0.1", nameserver.port, 0.2))
    with pytest.raises(NoAnswerError):
        resolver.texts(LOOKUP, NAME)
    asked = len(nameserver.asked)
    with pytest.raises(NoAnswerError):
        resolver.texts(LOOKUP, NAME)
    assert len(nameserver.asked) == asked <= 3


ADD = ("player", "add", "Nora", "--mail", "nora@example.com", "--dkim")
NEW = ("game", "new", "fortuna", "--seat", "blue=Anna", "--seat", "orange=Bruno", "--accept", "ssh", "--accept", "dkim")


def warned(folder: Path, *words: str) -> str:
    """Run a command that is done with a warning."""
    result = pbem(folder, *words)
    assert result.exit_code == 0, result.output
    assert result.stderr.startswith("pbem: warning: ")
    return result.stderr


class TestWarnings:
    """Where nothing can be checked the host hears of it at once."""

    @pytest.fixture
    def asks(self, fresh: Desk, folder: Path, nameserver: Nameserver) -> Nameserver:
        settings = folder / "pbem.toml"
        settings.write_text(settings.read_text() + nameserver.settings)
        return nameserver

    def test_of_a_domain_that_publishes_nothing(self, folder: Path, asks: Nameserver) -> None:
        assert "example.com publishes no keys" in warned(folder, *ADD)
        assert asks.asked == ["_domainkey.example.com"]

    def test_of_a_nameserver_that_is_silent(self, folder: Path, asks: Nameserver) -> None:
        asks.fails_by = "silence"
        assert "cannot be found out now" in warned(folder, *ADD)

    def test_not_of_a_domain_that_publishes_something(self, folder: Path, asks: Nameserver) -> None:
        asks.publish("any._domainkey.example.com", RECORD)
        done(folder, *ADD)
        done(folder, *NEW)

    def test_not_of_a_domain_that_is_pinned(self, folder: Path, asks: Nameserver) -> None:
        settings = folder / "pbem.toml"
        settings.write_text(f'{settings.read_text()}\n[dkim]\n"x._domainkey.example.com" = "{RECORD.decode()}"\n')
        done(folder, *ADD)
        assert asks.asked == []

    def test_where_nobody_is_asked(self, fresh: Desk, folder: Path) -> None:
        settings = folder / "pbem.toml"
        settings.write_text(f'{settings.read_text()}\n[mail.dns]\nnameserver = "none"\n')
        for words in (ADD, NEW):
            assert "[mail.dns] says that nobody is asked" in warned(folder, *words)

    def test_of_a_player_whose_key_becomes_an_address(self, folder: Path, asks: Nameserver, tmp_path: Path) -> None:
        (tmp_path / "address").write_text("anna@example.com")
        change = ("player", "key", "Anna", "--key", str(tmp_path / "address"), "--reason", "webmail only")
        assert "example.com publishes no keys" in warned(folder, *change)

    def test_of_a_seated_player_whose_domain_publishes_nothing(self, folder: Path, asks: Nameserver) -> None:
        warned(folder, *ADD)
        seated = [word.replace("Anna", "Nora") for word in NEW]
        assert "example.com publishes no keys" in warned(folder, *seated)

    def test_without_the_library_that_asks(self, fresh: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "dns.resolver", None)
        for words in (ADD, NEW):
            assert re.search(r"key records from DNS: install pbem\[dkim\]", warned(folder, *words))

    def test_and_without_the_library_that_checks_it_is_refused(
        self, fresh: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert uninstall(monkeypatch, "dkim") in no(2, folder, *ADD)


def test_without_the_library_that_asks_a_players_mail_is_kept(desk: ClockDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = sheet(desk)
    monkeypatch.setitem(sys.modules, "dns.resolver", None)
    with pytest.raises(MissingPartError, match=re.escape("install pbem[dkim]")):
        receive(desk, raw)


def test_a_check_of_the_desk_reads_what_is_remembered(desk: ClockDesk, folder: Path) -> None:
    assert receive(desk, sheet(desk)).verdict == "played"
    assert "provider_key" not in pbem(folder, "check").output
    assert tamper(folder, "UPDATE provider_key SET record = ?", b"nonsense") == 1
    result = pbem(folder, "check")
    assert (result.exit_code, "provider_key: mail._domainkey.example.net" in result.stdout) == (1, True)
