"""What tests need of the machine. Where it is missing, `make quick` leaves these tests out. A pytest plugin.

Only `-m "not slow"` leaves them out. `make test` runs them all, and they fail where something is missing.
"""

import shutil
from collections.abc import Iterable

import pytest

from tools.fontsets import PACKAGES

GPG, KEYGEN, FONTS = "gpg", "ssh-keygen", "fonts"
_PATHS = (None, "/usr/sbin:/sbin")  # that of this user, and where Debian keeps servers
NEEDED = {
    "tests/browser/test_fonts.py": FONTS,
    "tests/cli/test_sign.py::test_luck_is_committed_and_revealed_by_a_key_that_another_program_has": KEYGEN,
    "tests/demo/test_demo.py": GPG,
    "tests/desk/post/test_addressing.py::test_signed_mail_about_something_else_does_not_use_up_answers": GPG,
    "tests/desk/post/test_kinds.py": GPG,
    "tests/desk/post/test_mail.py::test_a_block_signed_by_ssh_keygen_is_played": KEYGEN,
    "tests/desk/test_holders.py::test_an_openpgp_key_is_found_by_each_of_its_names": GPG,
    "tests/desk/test_people.py::test_an_openpgp_user_enrols_too": GPG,
    "tests/mail/block/test_own.py::test_a_signed_forward_orders_nothing": GPG,
    "tests/mail/pgp/test_openpgp.py": GPG,
    "tests/mail/ssh/test_openssh.py": KEYGEN,
    "tests/mail/test_clients.py::test_a_block_whose_dashes_were_escaped": GPG,
    "tests/mail/test_evidence.py": GPG,
    "tests/mail/test_fuzz.py::test_every_seed_of_the_campaign_is_taken": GPG,
    "tests/mail/test_kinds.py": GPG,
    "tests/mail/test_wholes.py": GPG,
    "tests/report/test_fitted_names.py": FONTS,
    "tests/servers/test_reading.py::test_a_letter_says_the_same_in_w3m_as_in_its_text": "w3m",
    "tests/servers/test_reading.py::test_neomutt_shows_the_text_of_a_letter_as_it_was_written": "neomutt",
    "tests/servers/test_servers.py": "postfix",
    "tests/tools/test_fonts.py": FONTS,
    "tests/tools/test_fuzz_mail.py": GPG,
}


def is_here(what: str) -> bool:
    """Say whether a program is on this machine, or the fonts are."""
    if what == FONTS:
        return all(folder.is_dir() for folder in PACKAGES.values())
    return any(shutil.which(what, path=path) for path in _PATHS)


def without(missing: Iterable[str]) -> tuple[str, ...]:
    """Return how the names of tests begin that need something missing."""
    gone = set(missing)
    return tuple(test for test, what in NEEDED.items() if what in gone)


def missing() -> set[str]:
    """Return what is not on this machine."""
    return {what for what in set(NEEDED.values()) if not is_here(what)}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let `make quick` leave out what cannot run here."""
    left_out = without(missing())
    for item in items:
        if item.nodeid.startswith(left_out):
            item.add_marker(pytest.mark.slow)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what is missing; the header of a run is not shown with `-q`."""
    if gone := sorted(missing()):
        terminalreporter.write_line(f"not installed: {', '.join(gone)} (`make packages`)")
