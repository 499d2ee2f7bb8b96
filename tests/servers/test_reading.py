"""Letters as they are read without a window: HTML in w3m, and the whole mail in neomutt."""

import os
import subprocess
from pathlib import Path

import pytest

from pbem.desk.transports.maildir import Maildir
from pbem.mail.compose import Mailbox, Outgoing, compose
from pbem.report.render import COLUMNS, html, text
from tests.report.press import press
from tests.report.test_by_letters import TITLES
from tests.report.test_golden import page_to_read
from tests.servers import neomutt
from tests.servers.machine import need

WORDS = {"TERM": "xterm", "LANG": "C.UTF-8", "HOME": "/nonexistent", "PATH": os.environ["PATH"]}


def in_w3m(page: str) -> str:
    """Return a page as w3m writes it to a terminal."""
    need("w3m")
    command = ["w3m", "-dump", "-T", "text/html", "-I", "UTF-8", "-O", "UTF-8", "-cols", str(COLUMNS + 4)]
    ran = subprocess.run(command, input=page.encode(), capture_output=True, check=True, env=WORDS)
    return ran.stdout.decode()


def words(page: str) -> str:
    return " ".join(page.split())


@pytest.mark.parametrize("place", TITLES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_letter_says_the_same_in_w3m_as_in_its_text(place: str, language: str) -> None:
    page = page_to_read(place, language, is_mailed=True)
    shown, plain = words(in_w3m(html(press(), page))), words(text(press(), page))
    assert page.question is not None
    told = [line.text for group in page.question.groups for line in group.lines]
    told += [*page.reply, page.head, page.question.fallback, page.title]
    assert len(told) > 10
    assert [line for line in told if words(line) not in shown] == []
    assert [line for line in told if words(line) not in plain] == []
    assert page.picture is not None
    assert page.picture.alt.split()[0] in shown


@pytest.mark.parametrize("place", TITLES)
def test_neomutt_shows_the_text_of_a_letter_as_it_was_written(tmp_path: Path, place: str) -> None:
    page = page_to_read(place, "fr")
    plain = text(press(), page)
    letter = compose(
        Outgoing(
            sender=Mailbox("referee@example.org", "pbem"),
            to=Mailbox("anna@example.org", "Anna"),
            subject=page.subject,
            message_id="<1@example.org>",
            date=1_700_000_000,
            text=plain,
            html=html(press(), page),
        )
    )
    Maildir.create(tmp_path / "mailbox").deliver("letter", "anna@example.org", letter)
    shown = neomutt.read(tmp_path)
    assert f"Subject: {page.subject}" in shown
    assert plain.strip() in shown
    assert "<table" not in shown
