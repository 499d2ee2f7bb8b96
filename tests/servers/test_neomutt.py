"""A player with neomutt: he answers the referee's letter, neomutt or ssh-keygen signs, and the desk plays it."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from pbem.demo.players import ClearPen, Gpg, Pen, SshPen
from pbem.desk.desk import Desk
from pbem.desk.matches.acting import order
from pbem.desk.matches.opening import NewGame, new_game
from pbem.desk.people import add_player
from pbem.desk.post.courier import poll, send
from pbem.desk.post.receiving import Received
from pbem.desk.records.verify import verify_game
from pbem.desk.store.store import Player
from pbem.desk.transports.maildir import Maildir
from tests.servers.machine import open_folder
from tests.servers.neomutt import answer

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
        add_player(desk, Player("Anna", "anna@example.org"), pen.public)
        add_player(desk, Player("Bruno"))
        new_game(desk, NewGame("fortuna", {"blue": "Anna", "orange": "Bruno"}, "f1"))
        order(desk, "f1", "Bruno", "reserve none")  # both are asked at once: played when both have answered
        send(desk, Maildir.create(home / "mailbox"))
        script = editor.replace("#!/bin/sh\n", f"#!/bin/sh\ncd {home} || exit 1\n")
        answer(home, desk.folder / desk.settings.mail.inbox, editor=script, how=how, gnupg=gnupg)
        received: list[Received] = []
        assert poll(desk, desk.inbox, received.append) == 1
        assert verify_game(desk, "f1").orders == {"checked": 1, "attested": 1, "compared": 2}
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


def sent(home: Path) -> str:
    """Return the one mail that the desk took; it was written by neomutt and quotes the letter."""
    (path,) = (home / "desk" / "inbox" / "cur").iterdir()
    text = path.read_text()
    assert "wrote:" in text
    assert "> pbem/head/1 referee.example.org/f1" in text
    return text
