"""The demo: whole games by real keys and real mails, with what the machine has; what it says at the end is true."""

import re
import shlex
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from shutil import which

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main
from pbem.demo.place import MARK
from pbem.demo.players import (
    ClearPen,
    Delivered,
    Envelope,
    Gpg,
    MimePen,
    OwnPen,
    Pen,
    SshPen,
    make_pens,
    read_statements,
)
from pbem.demo.script import Demo
from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.mail.block.block import Block, Seen
from pbem.mail.evidence import Signed
from pbem.mail.keys import Keyring
from pbem.mail.kinds import KINDS
from pbem.mail.letter.letter import Letter, read_letter
from pbem.mail.signed import find_signed, parse_key
from tests.desk.house import ROOT
from tests.painting import painted_small
from tests.servers.machine import until
from tests.servers.postgres import Postgres

BLOCK = Block("referee.example.org", "demo", "blue", "9f1c27d0", Seen(7, "3f9c" * 8), ("bâtir marché", "passer"))
ENVELOPE = Envelope("anna@example.org", "referee@example.org", 1_748_779_200, 1)
LUCK_MAILS = 8  # four seats commit, then reveal


def run(folder: Path, *options: str) -> Result:
    done = CliRunner().invoke(main, ["demo", str(folder), *options], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done


def mails(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted((folder / "mails").iterdir())]


def letters(folder: Path) -> list[Delivered]:
    return [Delivered.read(path.read_bytes()) for path in (folder / "desk" / "outbox" / "cur").iterdir()]


def only_with(monkeypatch: pytest.MonkeyPatch, folder: Path, *programs: str) -> None:
    """Let nothing but some programs be found."""
    folder.mkdir()
    for program in programs:
        (folder / program).symlink_to(str(which(program)))
    monkeypatch.setenv("PATH", str(folder))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A demo with everything this machine has, and what it said."""
    folder = tmp_path_factory.mktemp("demo") / "fortuna"
    return folder, run(folder).output


def test_two_seats_sign_by_ssh_keygen_and_two_by_gpg(played: tuple[Path, str]) -> None:
    folder, said = played
    assert "Anna signs with ssh-keygen; Bruno clearsigns with gpg" in said
    assert "Dieter signs whole mails with gpg" in said
    by_kind = {
        kind: sum(mark in raw for raw in mails(folder))
        for kind, mark in {
            "ssh": b"BEGIN SSH SIGNATURE",
            "clear": b"BEGIN PGP SIGNED MESSAGE",
            "mime": b"multipart/signed",
        }.items()
    }
    assert all(by_kind.values())
    assert sum(by_kind.values()) == len(mails(folder))


def test_every_mail_lay_in_the_inbox_and_answers_a_letter_out_of_the_outbox(played: tuple[Path, str]) -> None:
    folder, _said = played
    inbox = folder / "desk" / "inbox"
    taken = [path.read_bytes() for path in sorted((inbox / "cur").iterdir())]
    assert taken == [raw.replace(b"\r\n", b"\n") for raw in mails(folder)]
    assert not list((inbox / "new").iterdir())
    asked = {(letter.address, told.token, told.seen.head) for letter in letters(folder) if (told := letter.statements)}
    answered = [answer(raw) for raw in mails(folder)[LUCK_MAILS:]]
    assert answered
    assert asked.issuperset(answered)


def answer(raw: bytes) -> tuple[str, str, str]:
    letter = read_letter(raw)
    assert isinstance(letter, Letter)
    token, head = re.search(r"token: (\w+)", letter.plain[0]), re.search(r"seen: \d+ (\w+)", letter.plain[0])
    assert token
    assert head
    return letter.header.sender, token[1], head[1]


def test_every_order_is_checked_by_its_signature(played: tuple[Path, str]) -> None:
    folder, said = played
    desk = Desk(folder / "desk")
    orders = verify_game(desk, "demo").orders
    desk.close()
    assert orders is not None
    assert (orders["checked"], orders["attested"]) == (len(mails(folder)), 0)
    assert f"orders {orders['checked']} checked by their signatures, 0 attested" in said


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ("verify DIR/export", 0, "checked by their signatures"),
        ("verify DIR/forged", 1, "NOT VALID"),
        ("--desk DIR/desk verify demo", 0, " 0 attested"),
        ("--desk DIR/desk log demo", 0, "close"),
        ("--desk DIR/desk position demo --at 30 --seat blue", 0, "blue"),
        ("--desk DIR/desk mail receive DIR/mails/0020.eml", 1, "known"),
    ],
)
def test_what_to_try_next_does_what_is_said(played: tuple[Path, str], words: str, code: int, told: str) -> None:
    folder, said = played
    command = words.replace("DIR", str(folder))
    assert f" {command}" in said
    done = CliRunner().invoke(main, shlex.split(command))
    assert (done.exit_code, told in done.output) == (code, True), done.output


def test_a_changed_move_is_shown_and_caught_at_the_next_entry(played: tuple[Path, str]) -> None:
    folder, said = played
    told = re.search(r'\* in entry (\d+) of a copy "(.+)" was made "(.+)": caught at entry (\d+) \(prev is not', said)
    assert told
    assert int(told[4]) == int(told[1]) + 1
    lines = [(folder / name / "log.jsonl").read_text().splitlines()[int(told[1])] for name in ("export", "forged")]
    assert f'"text":"{told[2]}"' in lines[0]
    assert f'"text":"{told[3]}"' in lines[1]


def test_the_second_verifier_agrees(played: tuple[Path, str]) -> None:
    folder, said = played
    assert f"tools/verify.py {folder}/export" in said
    command = [sys.executable, str(ROOT / "tools" / "verify.py"), str(folder / "export")]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_without_gpg_everybody_signs_by_ssh_keygen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only_with(monkeypatch, tmp_path / "bin", "ssh-keygen")
    with painted_small():
        said = run(tmp_path / "demo", "--game", "alea").output
    assert "there is no gpg here: nobody signs with OpenPGP" in said
    assert said.count("signs with ssh-keygen") == 4
    assert all(b"BEGIN SSH SIGNATURE" in raw for raw in mails(tmp_path / "demo"))


def test_without_any_program_pbem_signs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only_with(monkeypatch, tmp_path / "bin")
    with painted_small():
        said = run(tmp_path / "demo", "--game", "praetor").output
    assert "there is no ssh-keygen here: pbem itself signs instead of it" in said
    assert said.count("signs with pbem") == 4


def test_a_desk_that_reads_no_openpgp_is_sent_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysequoia", None)
    said: list[str] = []
    with ExitStack() as stack:
        pens = make_pens(tmp_path, ["anna", "bruno"], stack, said.append)
    assert said == ["there is no pysequoia here: nobody signs with OpenPGP"]
    assert [type(pen) for pen in pens] == [SshPen, SshPen]


def test_everything_may_be_kept_by_a_server(tmp_path: Path, cluster: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    only_with(monkeypatch, tmp_path / "bin")
    with cluster.tidied(), painted_small():
        store = cluster.url(cluster.new())
        told = run(tmp_path / "demo", "--store", store).output
        assert "refereed" in told
        assert not list((tmp_path / "demo" / "desk").glob("*.db"))
        done = CliRunner().invoke(main, ["--desk", str(tmp_path / "demo" / "desk"), "verify", "demo"])
        assert done.exit_code == 0, done.output


def test_every_pen_writes_mails_that_say_what_was_meant(tmp_path: Path) -> None:
    with ExitStack() as stack:
        gpg = Gpg(tmp_path / "gnupg", stack)
        pens: list[Pen] = [OwnPen(tmp_path, "a"), SshPen(tmp_path, "b"), ClearPen(gpg, "c"), MimePen(gpg, "d")]
        raws = [pen.write(BLOCK, ENVELOPE) for pen in pens]
    for pen, raw in zip(pens, raws, strict=True):
        now = 2**40 if isinstance(pen, OwnPen | SshPen) else int(tmp_path.stat().st_mtime)
        letter = read_letter(raw.replace(b"\r\n", b"\n"))
        assert isinstance(letter, Letter)
        found = find_signed(letter, Keyring([parse_key(pen.public, now=now)]), now=now, accepts=KINDS)
        assert isinstance(found, Signed), (pen.how, found)
        assert found.block == BLOCK


def test_no_agent_is_left_running(tmp_path: Path) -> None:
    with ExitStack() as stack:
        home = Gpg(tmp_path / "gnupg", stack)._home[1]
        until(lambda: agents(home), "an agent")
    until(lambda: not agents(home), "the end of the agent")
    assert not Path(home).exists()


def agents(home: str) -> list[str]:
    """Return the processes that work for a GnuPG home."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if home.encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:  # it has just ended
            continue
    return found


def test_a_program_that_fails_is_quoted(tmp_path: Path) -> None:
    with pytest.raises(DeskError, match=r"ssh-keygen failed: .*nowhere"):
        SshPen(tmp_path / "nowhere", "anna")


def test_the_last_statements_of_a_letter_are_answered() -> None:
    lines = "    to: r;\n    game: g;\n    seat: {};\n    token: t;\n    seen: 3 aa;\n"
    told = read_statements(f"hello\n\n{lines.format('blue')}\n{lines.format('grey')}\n")
    assert told is not None
    assert told.block("pass") == Block("r", "g", "grey", "t", Seen(3, "aa"), ("pass",))
    assert read_statements("to: r;\ngame: g;\n") is None


def test_only_an_earlier_demo_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    with pytest.raises(UsageError, match="not empty"):
        Demo(tmp_path, "fortuna", tell=print, progress=print)
    (tmp_path / MARK).touch()
    Demo(tmp_path, "fortuna", tell=print, progress=print).desk.close()
    assert not (tmp_path / "mine").exists()
