"""Every kind of signature at a desk: played where a game takes it, refused in words where not, enrolled by mail."""

import base64
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.pages import say
from pbem.desk.people import add_player
from pbem.desk.play import NewGame, new_game
from pbem.desk.post import receive
from pbem.desk.records import verify_game
from pbem.desk.rekeying import change_key
from pbem.desk.store import Player
from pbem.games.game import LANGUAGES
from pbem.mail.block import MARKER, Block
from pbem.mail.keys import KINDS, Kind
from pbem.mail.sshkey import write_line
from pbem.mail.sshsig import public_key
from pbem.report.render import COLUMNS
from tests.desk.house import BLUE, KEYS, REFEREE, block_of, rows
from tests.desk.test_answers import new_letters, written
from tests.mail import workshop
from tests.mail.players import NOW

Make = Callable[[str], bytes]

SIGNED: dict[str, tuple[Kind, Make]] = {
    "clearsigned": ("pgp", lambda text: workshop.inline(workshop.clearsigned(text))),
    "armored": ("pgp", lambda text: workshop.inline(workshop.armored(text))),
    "PGP/MIME": ("pgp", lambda text: workshop.pgp_mime(workshop.PLAIN + text)),
    "S/MIME": ("x509", lambda text: workshop.smime(workshop.PLAIN + text)),
    "S/MIME, opaque": ("x509", lambda text: workshop.smime_opaque(workshop.PLAIN + text)),
    "DKIM": ("dkim", lambda text: workshop.dkim_signed(workshop.webmail(text))),
}
S_MIME = ("S/MIME", "S/MIME, opaque")
HEAD = f"to: {REFEREE}\ngame: desk\nseat: new\n"


def key(kind: Kind) -> bytes:
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
    add_player(desk, Player("Marta", "marta@example.net"), key(kind))
    new_game(desk, NewGame("fortuna", {"blue": "Marta", "orange": "Bruno"}, "g2", accepts=("ssh", kind)))
    raw = make(typed(block_of(desk, BLUE, "reserve none", game="g2")))
    assert receive(desk, raw).verdict == "played"
    assert receive(desk, raw).verdict == "known"
    assert verify_game(desk, "g2").ok


@pytest.mark.parametrize("how", SIGNED)
def test_every_other_kind_is_refused_in_words_and_changes_no_game(desk: Desk, folder: Path, how: str) -> None:
    kind, make = SIGNED[how]
    add_player(desk, Player("Marta", "marta@example.net"))
    new_game(desk, NewGame("fortuna", {"blue": "Marta", "orange": "Bruno"}, "g2", accepts=("ssh",)))
    change_key(desk, "Marta", key(kind), "she has no other")
    new_letters(desk)
    before = rows(folder, "mail", "letter")
    assert receive(desk, make(typed(block_of(desk, BLUE, "reserve none", game="g2")))).verdict == "refused"
    assert rows(folder, "mail", "letter") == before
    (told,) = new_letters(desk)
    assert told.player == "Marta"
    assert f"this game takes no orders signed by {kind}, but by ssh" in written(desk, told)
    assert say("sign_desk", "en") in " ".join(written(desk, told).split())


@pytest.mark.parametrize("kind", [*sorted(KINDS), None])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_letter_says_how_its_reader_signs_and_holds_no_block_of_its_own(
    desk: Desk, kind: Kind | None, language: str
) -> None:
    add_player(desk, Player("Marta", "marta@example.net", language), key(kind) if kind else b"")
    new_letters(desk)
    new_game(desk, NewGame("fortuna", {"blue": "Marta", "orange": "Dora"}, "g2", accepts=tuple(KINDS)))
    (letter,) = new_letters(desk)
    told = written(desk, letter)
    assert say(f"sign_{kind or 'desk'}", language) in " ".join(told.split())
    assert MARKER not in told
    assert max(map(len, told.partition("pbem/head/1")[0].splitlines())) <= COLUMNS


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
    assert receive(desk, make(f"{HEAD}token: new\nenrol Marta\n{line.format(certificate)}")).verdict == "answered"
    token = challenge(desk)
    assert receive(desk, make(f"{HEAD}token: {token}\nconfirm\n")).verdict == "answered"
    with desk.store.read() as look:
        (marta,) = look.holders(workshop.x509_key().key_id)
    assert (marta.name, marta.address) == ("Marta", "marta@example.net")


@pytest.mark.parametrize("how", SIGNED)
def test_nobody_enrols_by_a_signature_of_another_key_or_of_none_of_his_own(desk: Desk, folder: Path, how: str) -> None:
    other = base64.b64encode(workshop.x509_key("ivo").public).decode()
    new_letters(desk)
    before = rows(folder)
    assert receive(desk, SIGNED[how][1](f"{HEAD}token: new\nenrol Marta\nkey x509 {other}\n")).verdict == "ignored"
    assert rows(folder) == before


@pytest.mark.parametrize("how", ["clearsigned", "PGP/MIME", "DKIM"])
def test_without_a_certificate_a_request_must_name_its_key(desk: Desk, folder: Path, how: str) -> None:
    before = rows(folder)
    assert receive(desk, SIGNED[how][1](f"{HEAD}token: new\nenrol Marta\n")).verdict == "ignored"
    assert rows(folder) == before
