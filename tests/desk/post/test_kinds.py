"""Every kind of signature at a desk: played where a game takes it, refused in words where not, enrolled by mail."""

import base64
import re
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.errors import MissingPartError, UsageError
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.people.enrolled import add_player
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.keys.rekeying import change_key
from pbem.desk.post.work.courier import poll
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.signed.word_tokens import pass_of
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import say
from pbem.games.game import LANGUAGES
from pbem.mail.block.block import MARKER, Block
from pbem.mail.kinds import KINDS
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from pbem.record.dice.fair import luck_commitment
from pbem.report.render import COLUMNS
from tests import wording
from tests.cli.hosting import done, no
from tests.desk.house import BLUE, KEYS, REFEREE, block_of, legal, rows, signed_mail
from tests.desk.post.test_answers import new_letters, written
from tests.desk.post.test_courier import inbox, names, put
from tests.mail import workshop
from tests.mail.players import NOW
from tests.wording import DESK, match_of, mentions

pytestmark = pytest.mark.anywhere

Make = Callable[[str], bytes]

SIGNED: dict[str, tuple[str, Make]] = {
    "clearsigned": ("pgp", lambda text: workshop.inline(workshop.clearsigned(text))),
    "armored": ("pgp", lambda text: workshop.inline(workshop.armored(text))),
    "PGP/MIME": ("pgp", lambda text: workshop.pgp_mime(workshop.PLAIN + text)),
    "S/MIME": ("x509", lambda text: workshop.smime(workshop.PLAIN + text)),
    "S/MIME, opaque": ("x509", lambda text: workshop.smime_opaque(workshop.PLAIN + text)),
    "DKIM": ("dkim", lambda text: workshop.dkim_signed(workshop.webmail(text))),
}
S_MIME = ("S/MIME", "S/MIME, opaque")
HEAD = f"to: {REFEREE}\ngame: desk\nseat: new\n"


def key(kind: str) -> bytes:
    """Marta's key of a kind, as she gives it to her host."""
    if kind == "pgp":
        return workshop.gpg().export("marta")
    if kind == "ssh":
        return write_line(public_key(KEYS["Mallory"])).encode()
    return b"marta@example.net" if kind == "dkim" else workshop.x509_key().public


def typed(block: Block) -> str:
    seen = f"{block.seen.size} {block.seen.head}" if block.seen else ""
    head = [f"to: {block.to}", f"game: {block.game}", f"seat: {block.seat}", f"token: {block.token}", f"seen: {seen}"]
    return "\n".join([*head, *block.orders, ""])


class JuneDesk(Desk):
    """A desk at the time when the keys of the tests are good."""

    def now(self) -> int:
        return NOW


@pytest.fixture
def desk(fresh: Desk, folder: Path) -> Iterator[Desk]:
    """A desk in June 2025 that knows the provider of Marta's mail and lets strangers enrol."""
    fresh.close()
    settings = folder / "pbem.toml"
    record = workshop.record_of(workshop.rsa_key()).decode()
    text = settings.read_text().replace("enrol = false", "enrol = true")
    settings.write_text(f'{text}\n[dkim]\n"mail._domainkey.example.net" = "{record}"\n')
    desk = JuneDesk(folder)
    yield desk
    desk.close()


@pytest.mark.parametrize("how", SIGNED)
def test_every_kind_plays_where_its_game_takes_it(desk: Desk, how: str) -> None:
    kind, make = SIGNED[how]
    add_player(desk, Member("Marta", "marta@example.net"), key(kind))
    new_game(desk, NewGame("fortuna", {"blue": "Marta", "orange": "Bruno"}, "g2", accepts=("ssh", kind)))
    raw = make(typed(block_of(desk, BLUE, "reserve none", game="g2")))
    assert receive(desk, raw).verdict == "played"
    assert receive(desk, raw).verdict == "known"
    assert verify_game(desk, "g2").ok


@pytest.mark.parametrize("how", SIGNED)
def test_every_kind_joins_an_offer_and_speaks_to_the_desk(desk: Desk, how: str) -> None:
    kind, make = SIGNED[how]
    marta = add_player(desk, Member("Marta", "marta@example.net"), key(kind))
    lapses = desk.now() + 86_400
    match = new_game(desk, NewGame("fortuna", {}, "g2", accepts=("ssh", kind), places=2, lapses=lapses))
    head = f"to: {REFEREE}\ngame: desk\nseat: club\ntoken: none\n"
    assert receive(desk, make(f"{head}games\n")).verdict == "answered"
    with desk.store.read() as look:
        token = pass_of(desk, look, marta.name)
    seen = f"1 {match.head.hash.hex()[:32]}"
    joining = f"to: {REFEREE}\ngame: g2\nseat: any\ntoken: {token}\nseen: {seen}\njoin grey\n"
    assert receive(desk, make(joining)).verdict == "played"
    found = verify_game(desk, "g2")
    assert (found.ok, found.orders and found.orders["checked"]) == (True, 1)
    with desk.store.read() as look:
        token = pass_of(desk, look, marta.name)
    assert receive(desk, make(head.replace("none", token) + "volunteer\n")).verdict == "answered"


@pytest.mark.parametrize("how", SIGNED)
def test_at_the_desk_luck_of_every_kind_of_key_is_checked(desk: Desk, how: str) -> None:
    kind, make = SIGNED[how]
    add_player(desk, Member("Marta", "marta@example.net"), key(kind))
    asked = NewGame("fortuna", {"blue": "Marta", "orange": "Bruno"}, "g2", accepts=("ssh", kind), luck=True)
    new_game(desk, asked)
    luck = {seat: sha256(seat.encode()).digest() for seat in ("blue", "orange")}
    words = [{seat: f"luck {luck_commitment('g2', seat, luck[seat]).hex()}" for seat in luck}]
    words += [{seat: f"reveal {luck[seat].hex()}" for seat in luck}]
    for said in words:
        assert receive(desk, make(typed(block_of(desk, BLUE, said["blue"], game="g2")))).verdict == "played"
        order(desk, "g2", "Bruno", said["orange"])
    found = verify_game(desk, "g2")
    assert (found.ok, found.chance) == (True, "joint")
    assert found.host["luck"] == {"blue": "checked", "orange": "attested"}


@pytest.mark.parametrize("how", SIGNED)
def test_every_other_kind_is_refused_in_words_and_changes_no_game(desk: Desk, folder: Path, how: str) -> None:
    kind, make = SIGNED[how]
    add_player(desk, Member("Marta", "marta@example.net"))
    new_game(desk, NewGame("fortuna", {"blue": "Marta", "orange": "Bruno"}, "g2", accepts=("ssh",)))
    change_key(desk, "Marta", key(kind), "she has no other")
    new_letters(desk)
    before = rows(folder, "mail", "letter")
    assert receive(desk, make(typed(block_of(desk, BLUE, "reserve none", game="g2")))).verdict == "refused"
    assert rows(folder, "mail", "letter") == before
    (told,) = new_letters(desk)
    assert told.player == "Marta"
    assert mentions(written(desk, told), DESK, "desk_other_kind", kind=kind, kinds="ssh")
    assert say("sign_desk", "en") in " ".join(written(desk, told).split())


@pytest.mark.parametrize("kind", [*sorted(KINDS), None])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_letter_says_how_its_reader_signs_and_holds_no_block_of_its_own(
    desk: Desk, kind: str | None, language: str
) -> None:
    add_player(desk, Member("Marta", "marta@example.net", language), key(kind) if kind else b"")
    new_letters(desk)
    new_game(desk, NewGame("fortuna", {"blue": "Marta", "orange": "Dora"}, "g2", accepts=tuple(KINDS)))
    (letter,) = new_letters(desk)
    told = written(desk, letter)
    assert " ".join(say(f"sign_{kind or 'desk'}", language).split()) in " ".join(told.split())
    assert MARKER not in told
    assert max(map(len, told.partition("pbem/head/1")[0].splitlines())) <= COLUMNS


HTML = "Content-Type: text/html; charset=utf-8\n\n"
ILLEGIBLE: dict[str, tuple[str, Make, str]] = {
    "HTML alone, PGP/MIME": (
        "pgp",
        lambda text: workshop.pgp_mime(HTML + text),
        match_of(wording.MAIL, "text_count", "it", count="0"),
    ),
    "HTML alone, S/MIME": (
        "x509",
        lambda text: workshop.smime(HTML + text),
        match_of(wording.MAIL, "text_count", "it", count="0"),
    ),
    "HTML alone, DKIM": (
        "dkim",
        lambda text: workshop.dkim_signed(workshop.webmail(text, kind=HTML.strip())),
        match_of(wording.MAIL, "text_count", "it", count="0"),
    ),
    "two texts": (
        "pgp",
        lambda text: workshop.pgp_mime(TWO.format(text)),
        match_of(wording.MAIL, "text_count", "it", count="2"),
    ),
    "Latin-1": (
        "pgp",
        lambda text: workshop.inline(
            workshop.gpg().sign("--clear-sign", f"{text}è".encode("latin-1"), workshop.marta())
        ),
        match_of(wording.MAIL, "text_not_utf8", "it"),
    ),
}
TWO = (
    "Content-Type: multipart/mixed; boundary=m\n\n"
    "--m\nContent-Type: text/plain\n\n{}\n--m\nContent-Type: text/plain\n\nmore\n--m--\n"
)


@pytest.mark.parametrize("what", ILLEGIBLE)
def test_who_signed_what_cannot_be_read_is_told_once_in_his_language(desk: Desk, folder: Path, what: str) -> None:
    kind, make, why = ILLEGIBLE[what]
    add_player(desk, Member("Marta", "marta@example.net", "it"), key(kind))
    new_letters(desk)
    before = rows(folder, "mail", "letter")
    raw = make(f"{HEAD}token: new\nend\n")
    assert receive(desk, raw).verdict == "refused"
    assert receive(desk, raw).verdict == "known"
    assert rows(folder, "mail", "letter") == before
    (told,) = new_letters(desk)
    assert told.player == "Marta"
    assert re.search(why, written(desk, told))


FEWER_HEADERS = ("From", "Subject", "Date", "Message-ID")


@pytest.mark.parametrize(("line", "verdict"), [("reserve none", "played"), ("no such order", "refused")])
def test_a_mail_that_its_provider_signed_twice_is_acted_on_once(desk: Desk, line: str, verdict: str) -> None:
    add_player(desk, Member("Marta", "marta@example.net"), key("dkim"))
    new_game(desk, NewGame("fortuna", {"blue": "Marta", "orange": "Bruno"}, "g2", accepts=("ssh", "dkim")))
    text = typed(block_of(desk, BLUE, f"{line} ", game="g2"))
    letter = workshop.webmail(text).replace(b"Content-Transfer-Encoding: 8bit\r\n", b"")
    once = workshop.dkim_signed(letter, headers=FEWER_HEADERS, form=("relaxed", "simple"))
    twice = workshop.dkim_signed(letter)[: -len(letter)] + once
    assert receive(desk, twice).verdict == verdict
    assert receive(desk, once).verdict == "known"
    assert receive(desk, twice).verdict == "known"


MAIL = "mail marta@example.net\n"


def challenge(desk: Desk) -> str:
    (letter,) = new_letters(desk)
    found = re.search(r"token: ([0-9a-f]{32});", written(desk, letter))
    assert found
    return found[1]


@pytest.mark.parametrize("how", S_MIME)
@pytest.mark.parametrize("line", ["", "key x509 {}\n"])
def test_an_s_mime_user_enrols_with_or_without_naming_the_certificate(desk: Desk, how: str, line: str) -> None:
    make, certificate = SIGNED[how][1], base64.b64encode(workshop.x509_key().public).decode()
    new_letters(desk)
    assert receive(desk, make(f"{HEAD}token: new\nenrol Marta\n{MAIL}{line.format(certificate)}")).verdict == "answered"
    token = challenge(desk)
    assert receive(desk, make(f"{HEAD}token: {token}\nconfirm\n")).verdict == "answered"
    with desk.store.read() as look:
        (marta,) = look.people.with_key(workshop.x509_key().key_id)
    assert (marta.name, marta.address) == ("Marta", "marta@example.net")


@pytest.mark.parametrize("how", SIGNED)
def test_nobody_enrols_by_a_signature_of_another_key_or_of_none_of_his_own(desk: Desk, folder: Path, how: str) -> None:
    other = base64.b64encode(workshop.x509_key("ivo").public).decode()
    new_letters(desk)
    before = rows(folder)
    assert (
        receive(desk, SIGNED[how][1](f"{HEAD}token: new\nenrol Marta\n{MAIL}key x509 {other}\n")).verdict == "ignored"
    )
    assert rows(folder) == before


@pytest.mark.parametrize("how", ["clearsigned", "PGP/MIME", "DKIM"])
def test_without_a_certificate_a_request_must_name_its_key(desk: Desk, folder: Path, how: str) -> None:
    before = rows(folder)
    assert receive(desk, SIGNED[how][1](f"{HEAD}token: new\nenrol Marta\n{MAIL}")).verdict == "ignored"
    assert rows(folder) == before


LIBRARIES: dict[str, tuple[str, str]] = {
    "pgp": ("pysequoia", "pgp"),
    "x509": ("asn1crypto", "smime"),
    "dkim": ("dkim",) * 2,
}
OF_A_KIND: dict[str, str] = {"pgp": "PGP/MIME", "x509": "S/MIME", "dkim": "DKIM"}


def uninstall(monkeypatch: pytest.MonkeyPatch, kind: str) -> str:
    """Go on as if the library for a kind were not installed; returns what must be said then."""
    library, extra = LIBRARIES[kind]
    for name in [library, *(name for name in sys.modules if name.startswith(f"{library}."))]:
        monkeypatch.setitem(sys.modules, name, None)
    return f"install pbem[{extra}]"


@pytest.mark.parametrize("kind", LIBRARIES)
def test_no_key_is_enrolled_and_no_kind_promised_that_cannot_be_checked(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    certificate = key(kind)
    before = rows(folder)
    why = uninstall(monkeypatch, kind)
    with pytest.raises(UsageError, match=re.escape(why)):
        add_player(desk, Member("Marta", "marta@example.net"), certificate)
    with pytest.raises(UsageError, match=re.escape(why)):
        change_key(desk, "Anna", certificate, "a new one")
    opening = ("game", "new", "fortuna", "--seat", "blue=Anna", "--seat", "orange=Bruno", "--accept", "ssh")
    assert why in no(2, folder, *opening, "--accept", kind)
    assert rows(folder) == before
    done(folder, *opening)


@pytest.mark.parametrize("kind", LIBRARIES)
def test_a_mail_that_cannot_be_checked_is_kept_if_it_may_be_a_players(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    add_player(desk, Member("Marta", "marta@example.net"), key(kind))
    new_game(desk, NewGame("fortuna", {"blue": "Marta", "orange": "Bruno"}, "g2", accepts=("ssh", kind)))
    raw = SIGNED[OF_A_KIND[kind]][1](typed(block_of(desk, BLUE, "reserve none", game="g2")))
    put(desk, raw, signed_mail(desk, BLUE, legal(desk, BLUE)[0]))
    with monkeypatch.context() as without:
        why = uninstall(without, kind)
        with pytest.raises(MissingPartError, match=re.escape(why)):
            poll(desk, inbox(desk))
        assert names(desk, "new") == ["000"]
        assert why in no(75, folder, "mail", "receive", "-", text=raw)
        assert why in no(3, folder, "mail", "poll")
    said: list[str] = []
    poll(desk, inbox(desk), lambda received: said.append(received.verdict))
    assert said == ["played"]
    assert names(desk, "new") == []


@pytest.mark.parametrize("kind", LIBRARIES)
def test_a_mail_that_cannot_be_checked_is_ignored_where_nobody_has_such_a_key(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    add_player(desk, Member("Ivo", "ivo@example.net"), b"ivo@example.net" if kind == "dkim" else b"")
    raw = SIGNED[OF_A_KIND[kind]][1](typed(block_of(desk, BLUE, "reserve none")))
    uninstall(monkeypatch, kind)
    put(desk, raw)
    said: list[str] = []
    assert poll(desk, inbox(desk), lambda received: said.append(received.verdict)) == 1
    assert said == ["ignored"]


@pytest.mark.parametrize("kind", LIBRARIES)
def test_a_record_that_cannot_be_checked_is_not_called_invalid(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    add_player(desk, Member("Marta", "marta@example.net"), key(kind))
    new_game(desk, NewGame("fortuna", {"blue": "Marta", "orange": "Bruno"}, "g2", accepts=("ssh", kind)))
    receive(desk, SIGNED[OF_A_KIND[kind]][1](typed(block_of(desk, BLUE, "reserve none", game="g2"))))
    order(desk, "g2", "Bruno", "reserve none")
    with monkeypatch.context() as without:
        why = uninstall(without, kind)
        said = no(3, folder, "verify", "g2")
    assert "the signed orders cannot be checked" in said
    assert why in said
    assert "1 checked by their signatures" in done(folder, "verify", "g2")


def test_where_strangers_may_enrol_the_log_still_says_what_is_wrong_with_a_mail(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = workshop.dkim_signed(workshop.webmail(f"{HEAD}token: new\nenrol Marta\n"))
    assert receive(desk, raw).why == "the sender's address is not enrolled for DKIM here"
    why = uninstall(monkeypatch, "dkim")
    assert receive(desk, raw).why.endswith(why)
