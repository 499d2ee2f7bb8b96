"""`pbem sign`: what becomes of the lines that a player writes."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.mail.block.block import MARKER
from tests.cli.hosting import done, no
from tests.wording import REFEREE, mentions

PAIR = ("--seat", "blue=Anna", "--seat", "orange=Bruno")
LINES = "to: referee.example.org;\ngame: f1;\nseat: blue;\ntoken: 0123456789abcdef;\nn: 7;\nreserve none\n"


def test_the_edges_of_a_block_are_no_orders(tmp_path: Path) -> None:
    done(tmp_path, "key", "new", tmp_path / "Anna")
    plain = done(tmp_path, "sign", "--key", tmp_path / "Anna", text=LINES)
    for end in ("-----END PBEM ORDERS-----\n", "-----end pbem orders-----;\n", ""):
        edged = done(tmp_path, "sign", "--key", tmp_path / "Anna", text=f"{MARKER}\n{LINES}{end}")
        assert edged == plain
    assert plain.count("PBEM ORDERS") == 1


def test_lines_for_another_program_to_sign_are_complete_and_need_no_key(tmp_path: Path) -> None:
    text = "to: referee.example.org\ngame: f1\nseat: blue\ntoken: 0123456789abcdef\nn: 7\nreserve none # all of them\n"
    assert done(tmp_path, "sign", "--unsigned", text=text) == f"{MARKER}\n{LINES.rstrip()};\n"


def test_an_appeal_without_its_number_is_told_how_it_is_written(tmp_path: Path) -> None:
    headers = LINES.removesuffix("reserve none\n")
    told = no(2, tmp_path, "sign", "--unsigned", text=headers + "appeal: hmm\n")
    assert mentions(told, REFEREE, "appeal_form")


def test_a_message_is_signed_as_it_was_typed(tmp_path: Path) -> None:
    signed = done(tmp_path, "sign", "--unsigned", text=LINES + "tell Bruno: table #3; at 8\n")
    assert signed.endswith("reserve none;\ntell Bruno: table #3\uff1b at 8;\n")


def by_gpg(home: Path, text: str) -> str:
    gnupg = home / "gnupg"
    command = ["gpg", "--homedir", str(gnupg), "--batch", "--pinentry-mode", "loopback", "--passphrase", ""]
    if not gnupg.exists():
        gnupg.mkdir(mode=0o700)
        make = ["--quick-generate-key", "Anna <anna@example.org>", "ed25519", "sign", "never"]
        subprocess.run([*command, *make], check=True, capture_output=True)
        export = subprocess.run([*command, "--export"], check=True, capture_output=True)
        (home / "anna.pub").write_bytes(export.stdout)
    if not text:
        return ""
    return subprocess.run([*command, "--clearsign"], input=text, check=True, capture_output=True, text=True).stdout


def by_ssh_keygen(home: Path, text: str) -> str:
    key, sheet = home / "anna", home / "sheet"
    if not key.exists():
        make = ["ssh-keygen", "-q", "-t", "ecdsa", "-N", "", "-f", str(key)]
        subprocess.run(make, check=True, capture_output=True)
    if not text:
        return ""
    sheet.write_text(text)
    sheet.with_suffix(".sig").unlink(missing_ok=True)
    signing = ["ssh-keygen", "-Y", "sign", "-n", "pbem", "-f", str(key), str(sheet)]
    subprocess.run(signing, check=True, capture_output=True)
    return text + sheet.with_suffix(".sig").read_text()


@pytest.mark.parametrize("by", [by_gpg, by_ssh_keygen])
def test_luck_is_committed_and_revealed_by_a_key_that_another_program_has(
    tmp_path: Path, by: Callable[[Path, str], str]
) -> None:
    desk = tmp_path / "desk"
    done(desk, "init", desk)
    done(desk, "key", "new", tmp_path / "Bruno")
    by(tmp_path, "")
    for name, key in (("Anna", "anna.pub"), ("Bruno", "Bruno.pub")):
        done(desk, "player", "add", name, "--key", tmp_path / key, "--mail", f"{name}@example.org")
    done(desk, "game", "new", "fortuna", "--id", "g", "--luck", *PAIR)
    for _twice in range(2):
        for seat, name in (("blue", "Anna"), ("orange", "Bruno")):
            shown = done(desk, "game", "show", "g", "--seat", seat)
            lines = "\n".join(re.findall(r"^  (\w+: .+;)$", shown, re.MULTILINE))
            if name == "Bruno":
                block = done(desk, "sign", "--luck", "--key", tmp_path / "Bruno", text=lines)
            else:
                kept = tmp_path / "mine"
                block = by(tmp_path, done(desk, "sign", "--luck", "--unsigned", "--key", kept, text=lines))
            letter = f"From: {name}@example.org\nSubject: luck\n\n{block}"
            assert done(desk, "mail", "receive", text=letter).startswith("kept: g")
    assert '"chance": "joint"' in done(desk, "verify", "g", "--json")
    assert (tmp_path / "mine.luck.g.blue").stat().st_mode & 0o777 == 0o600
    subprocess.run(["gpgconf", "--homedir", str(tmp_path / "gnupg"), "--kill", "all"], check=False, capture_output=True)
