"""Dovecot: every name is an account, all with one password; mail comes in by LMTP and is read by IMAP."""

import re
import smtplib
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers.authority import Authority
from tests.servers.daemon import Daemon
from tests.servers.machine import HOST, account, free_ports, give, group_of, need, open_folder, program

PASSWORD = "correct-horse"
# Some settings have other names since 2.4, whose first line must say that it is meant.
_SINCE_2_4 = """\
dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
mail_driver = maildir
mail_path = {home}/mail/%{{user | username}}
auth_allow_cleartext = yes
ssl_server_cert_file = {certificate}
ssl_server_key_file = {key}
passdb static {{
  password = {password}
}}
userdb static {{
  allow_all_users = yes
  fields {{
    uid = {owner}
    gid = {group}
    home = {home}/mail/%{{user | username}}
  }}
}}
"""
_BEFORE_2_4 = """\
mail_location = maildir:{home}/mail/%n
disable_plaintext_auth = no
ssl_cert = <{certificate}
ssl_key = <{key}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={owner} gid={group} home={home}/mail/%n allow_all_users=yes
}}
"""
_ALWAYS = """\
protocols = imap lmtp
listen = {host}
base_dir = {home}/run
state_dir = {home}/state
log_path = {home}/log
mail_uid = {owner}
mail_gid = {group}
default_internal_user = {owner}
default_internal_group = {group}
default_login_user = {owner}
first_valid_uid = 1
mail_fsync = never
mailbox_idle_check_interval = 1 s
verbose_proctitle = yes
auth_failure_delay = 0
ssl = yes
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {lmtp}
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
{more}
"""


def _configuration() -> str:
    """Return the settings in the words of the version that is installed."""
    said = subprocess.run([program("dovecot"), "--version"], capture_output=True, check=True, text=True).stdout
    major, minor = re.findall(r"\d+", said)[:2]
    return (_SINCE_2_4 if (int(major), int(minor)) >= (2, 4) else _BEFORE_2_4) + _ALWAYS


class Dovecot(Daemon):
    """A running server."""

    def __init__(self, home: Path, more: str) -> None:
        self.authority = Authority(home / "tls")
        self.imap, self.imaps, self.lmtp = free_ports(3)
        self._mail = home / "mail"
        self._mail.mkdir()
        owner = account("mail")  # root may not own mailboxes
        give(self._mail, owner)
        configuration = home / "dovecot.conf"
        configuration.write_text(
            _configuration().format(
                host=HOST,
                home=home,
                owner=owner,
                group=group_of(owner),
                password=PASSWORD,
                certificate=self.authority.certificate,
                key=self.authority.key,
                imap=self.imap,
                imaps=self.imaps,
                lmtp=self.lmtp,
                more=more,
            )
        )
        command = [program("dovecot"), "-F", "-c", str(configuration)]
        super().__init__(command, ports=[self.imap, self.imaps, self.lmtp], log=home / "log")

    def put(self, user: str, *mails: bytes) -> None:
        """Deliver mails to a user's inbox; they are there when this returns."""
        with smtplib.LMTP(HOST, self.lmtp) as connection:
            for raw in mails:
                connection.sendmail("somebody@example.org", [f"{user}@example.org"], raw)

    def is_idling(self, user: str) -> bool:
        """Say whether somebody waits for a user's mail."""
        titles = (_title(path) for path in Path("/proc").glob("[0-9]*/cmdline"))
        return any(f"[{user} " in title and "IDLE" in title for title in titles)

    def maildir(self, user: str) -> Path:
        """Return where a user's mails are kept."""
        return self._mail / user


def _title(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:  # it has ended
        return ""


@contextmanager
def running_dovecot(more: str = "") -> Iterator[Dovecot]:
    """Start a server, for a while, with some settings of its own."""
    need("/usr/lib/dovecot/imap", "/usr/lib/dovecot/lmtp")
    with open_folder("dovecot") as home:
        server = Dovecot(home, more)
        try:
            server.start()
            yield server
        finally:
            server.stop()
