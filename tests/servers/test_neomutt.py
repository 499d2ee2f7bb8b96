"""A player with neomutt: he answers the referee's letter, neomutt or ssh-keygen signs, and the desk plays it."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from pbem.demo.players import ClearPen, Gpg, Pen, SshPen
from pbem.desk.desk import Desk
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.state.replies import reply_lines
from pbem.desk.people.enrolled import add_player
from pbem.desk.post.received import Received
from pbem.desk.post.work.courier import poll, send
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.store.values import Member
from pbem.desk.transports.maildir import Maildir
from pbem.games.game import Seat
from tests.servers.machine import open_folder
from tests.servers.neomutt import FORWARD, answer

# What the player types: the lines that the letter gives, his order, and below them the quoted letter as it is.
TYPE = """\
#!/bin/sh
sed -nE 's/^> +((to|game|seat|token|seen): .*)/\\1/p' "$1" >typed
echo 'reserve none;' >>typed
cat typed "$1" >both && cat both >"$1"
"""
# The same as an order block that ssh-keygen signs.
BLOCK = """\
#!/bin/sh
echo '-----BEGIN PBEM ORDERS-----' >typed
sed -nE 's/^> +((to|game|seat|token|seen): .*)/\\1/p' "$1" >>typed
echo 'reserve none;' >>typed
ssh-keygen -q -Y sign -n pbem -f {key} typed
cat typed typed.sig "$1" >both && cat both >"$1"
"""


@pytest.fixture
def home() -> Iterator[Path]:
    with open_folder("neomutt") as folder:
        yield folder


def play(home: Path, pen: Pen, *, editor: str, how: str = "", gnupg: str = "") -> Received:
    """Open a game, let neomutt answer its first letter, and let the desk act on that."""
    with closing(Desk.create(home / "desk", name="referee.example.org", address="referee@example.org")) as desk:
        add_player(desk, Member("Anna", "anna@example.org"), pen.public)
        add_player(desk, Member("Bruno"))
        new_game(desk, NewGame("fortuna", {"blue": "Anna", "orange": "Bruno"}, "f1"))
        order(desk, "f1", "Bruno", "reserve none")  # both are asked at once: played when both have answered
        send(desk, Maildir.create(home / "mailbox"))
        script = editor.replace("#!/bin/sh\n", f"#!/bin/sh\ncd {home} || exit 1\n")
        answer(home, desk.folder / desk.settings.mail.inbox, editor=script, how=how, gnupg=gnupg)
        received: list[Received] = []
        assert poll(desk, desk.inbox, received.append) == 1
        assert verify_game(desk, "f1").orders == {"checked": 1, "attested": 1, "compared": 2, "undecided": 0}
        return received[0]


@pytest.mark.parametrize(("how", "mark"), [("mime", "multipart/signed"), ("inline", "BEGIN PGP SIGNED MESSAGE")])
def test_what_neomutt_signs_with_gpg_is_played(home: Path, how: str, mark: str) -> None:
    with ExitStack() as stack:
        gpg = Gpg(home / "gnupg", stack)
        received = play(home, ClearPen(gpg, "anna"), editor=TYPE, how=how, gnupg=gpg._home[1])
    assert received == Received("played", "f1, blue: reserve none")
    assert mark in sent(home)


def test_a_block_signed_by_ssh_keygen_survives_neomutt(home: Path) -> None:
    received = play(home, SshPen(home, "anna"), editor=BLOCK.format(key=home / "anna"))
    assert received == Received("played", "f1, blue: reserve none")
    assert "BEGIN SSH SIGNATURE" in sent(home)


# What an enemy sends to a player, in the hope that it is passed on to the referee by a mail program that signs.
BAIT = """\
From: Mallory <mallory@example.net>
To: anna@example.org
Subject: is this a mail of yours?
Date: Mon, 03 Nov 2025 10:00:00 +0000
Message-ID: <bait@example.net>

-----BEGIN PBEM ORDERS-----
to: referee.example.org;
game: {game};
seat: {seat};
token: {token};
{order};
-----END PBEM ORDERS-----
"""
JUST_SEND = "#!/bin/sh\ntrue\n"


@pytest.mark.parametrize("how", ["mime", "inline"])
@pytest.mark.parametrize("bait", ["a key", "an order"])
def test_a_signed_forward_of_an_enemys_mail_gives_him_nothing(home: Path, how: str, bait: str) -> None:
    enemy = SshPen(home, "mallory").public.decode().strip()
    with ExitStack() as stack:
        gpg = Gpg(home / "gnupg", stack)
        pen = ClearPen(gpg, "anna")
        desk = stack.enter_context(
            closing(Desk.create(home / "desk", name="referee.example.org", address="referee@example.org"))
        )
        anna = add_player(desk, Member("Anna", "anna@example.org"), pen.public)
        add_player(desk, Member("Bruno"))
        new_game(desk, NewGame("fortuna", {"blue": "Anna", "orange": "Bruno"}, "f1"))
        token = token_of(desk)
        said = {"game": "desk", "seat": "key", "token": "new", "order": f"newkey {enemy}"}
        if bait == "an order":
            said = {"game": "f1", "seat": "blue", "token": token, "order": "resign"}
        mailbox = Maildir.create(home / "mailbox")
        mailbox.deliver("bait", "anna@example.org", BAIT.format(**said).encode())
        before = verify_game(desk, "f1").head
        inbox = desk.folder / desk.settings.mail.inbox
        answer(home, inbox, editor=JUST_SEND, how=how, gnupg=gpg._home[1], keys=FORWARD)
        received: list[Received] = []
        assert poll(desk, desk.inbox, received.append) == 1
        assert received[0].verdict == "refused"  # her signature holds, and she is told that nothing was read
        assert verify_game(desk, "f1").head == before
        with desk.store.read() as look:
            assert look.people.find("Anna") == anna
            assert not look.secrets.under("", "newkey/")
    (path,) = (home / "desk" / "inbox" / "cur").iterdir()
    assert "Forwarded message from Mallory" in path.read_text()


def token_of(desk: Desk) -> str:
    """Return the token of Anna's turn."""
    with desk.store.read() as look:
        lines = reply_lines(look, current(desk, look, "f1"), Seat("blue"))
    return next(line for line in lines if line.startswith("token:")).removeprefix("token: ").rstrip(";")


def sent(home: Path) -> str:
    """Return the one mail that the desk took; it was written by neomutt and quotes the letter."""
    (path,) = (home / "desk" / "inbox" / "cur").iterdir()
    text = path.read_text()
    assert "wrote:" in text
    assert "> pbem/head/1 referee.example.org/f1" in text
    return text
