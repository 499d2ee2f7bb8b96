"""A real neomutt on a terminal of its own that answers the one mail in a Maildir, and hands the answer to a script."""

import os
import pty
import select
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from tests.servers.machine import PATIENCE, need

_SETTINGS = """\
set folder="{home}" spoolfile="{home}/mailbox" record="" header_cache="" tmpdir="{home}"
set from="anna@example.org" realname="Anna" hostname="example.org" use_domain=no charset="utf-8"
set sendmail="{home}/sendmail" sendmail_wait=0 editor="{home}/editor"
set include=yes fast_reply=yes copy=no delete=no quit=yes sleep_time=0 wait_key=no
set abort_nosubject=no abort_unmodified=no
set crypt_use_gpgme=no crypt_auto_sign={signs} pgp_auto_inline={inline} pgp_use_gpg_agent=yes
set pgp_default_key="anna@example.org" pgp_sign_as="anna@example.org"
set pgp_clearsign_command="gpg --batch --quiet --output - --textmode --armor --clear-sign %f"
set pgp_sign_command="gpg --batch --quiet --output - --textmode --armor --detach-sign %f"
set forward_quote=no mime_forward=no pipe_decode=yes
push "{keys}"
"""
_SENDMAIL = """\
#!/bin/sh
cat >{inbox}/tmp/answer && mv {inbox}/tmp/answer {inbox}/new/answer
"""


READ = "<pipe-message>cat >{home}/shown<enter><exit>"
ANSWER = "<reply><send-message><exit>"
FORWARD = "<forward-message><edit-to>referee@example.org<enter><send-message><exit>"


def answer(home: Path, inbox: Path, *, editor: str, how: str = "", gnupg: str = "", keys: str = ANSWER) -> None:
    """Answer the mail in home/mailbox into an inbox, or pass it on. `how` neomutt signs: `mime`, `inline` or not."""
    for name, script in {"sendmail": _SENDMAIL.format(inbox=inbox), "editor": editor}.items():
        (home / name).write_text(script)
        (home / name).chmod(0o755)
    screen = _open(home, how=how, gnupg=gnupg, keys=keys)
    assert (inbox / "new" / "answer").exists(), screen


def read(home: Path) -> str:
    """Return the mail in home/mailbox as neomutt shows it to who reads it."""
    screen = _open(home, keys=READ.format(home=home))
    assert (home / "shown").exists(), screen
    return (home / "shown").read_text("utf-8")


def _open(home: Path, *, keys: str, how: str = "", gnupg: str = "") -> str:
    """Open home/mailbox and press keys; returns all that was on the screen."""
    need("neomutt")
    signs, inline = ("yes" if how else "no"), ("yes" if how == "inline" else "no")
    (home / "neomuttrc").write_text(_SETTINGS.format(home=home, signs=signs, inline=inline, keys=keys))
    words = {"HOME": str(home), "TERM": "xterm", "LANG": "C.UTF-8", "GNUPGHOME": gnupg, "PATH": os.environ["PATH"]}
    return _run(["neomutt", "-n", "-F", str(home / "neomuttrc")], words)


def _run(command: list[str], surroundings: Mapping[str, str]) -> str:
    """Run a program on a terminal until it ends by itself; returns all it showed."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=surroundings, start_new_session=True
    )
    os.close(theirs)
    shown, end = b"", time.monotonic() + PATIENCE
    try:
        while time.monotonic() < end and (piece := _read(ours)) is not None:
            shown += piece
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    return shown.decode(errors="replace")


def _read(terminal: int) -> bytes | None:
    """Return what was written to a terminal just now, or None when nobody is left to write."""
    ready, _, _ = select.select([terminal], [], [], 0.1)
    try:
        return os.read(terminal, 65_536) if ready else b""
    except OSError:  # what Linux says when the other side is closed
        return None
