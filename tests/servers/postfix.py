"""Postfix: mail for the referee is piped to a command, mail for others goes to Dovecot, and none leaves the machine."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers.daemon import Daemon
from tests.servers.gate import OWNER, Gate
from tests.servers.machine import HOST, free_ports, open_folder, program, until

DOMAIN = "example.org"
REFEREE = f"referee@{DOMAIN}"
_MAIN = """\
compatibility_level = 3.6
queue_directory = {home}/queue
data_directory = {home}/data
maillog_file = {home}/log
maillog_file_prefixes = {home}
inet_interfaces = {host}
inet_protocols = ipv4
myhostname = mail.{domain}
mydestination =
mynetworks = {host}/32
alias_maps =
disable_dns_lookups = yes
smtpd_relay_restrictions = permit_mynetworks, reject
default_transport = error:no mail leaves this machine
transport_maps = inline:{{ {{ {referee} = gate: }}, {{ {domain} = lmtp:inet:{host}:{lmtp} }} }}
# Without these two, signed mails are changed on their way to Dovecot.
disable_mime_output_conversion = yes
lmtp_line_length_limit = 0
"""
_MASTER = """\
{host}:{port} inet n - n - - smtpd
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
proxymap  unix - - n - - proxymap
error     unix - - n - - error
retry     unix - - n - - error
lmtp      unix - - n - - lmtp
pickup    unix n - n 60 1 pickup
anvil     unix - - n - 1 anvil
postlog   unix-dgram n - n - 1 postlogd
gate      unix - n n - 1 pipe
  flags=R user={owner} argv={gate}
"""


class Postfix(Daemon):
    """A running server; `gate` is where mail for the referee comes out."""

    def __init__(self, home: Path, *, lmtp: int) -> None:
        self.gate = Gate(home / "gate")
        (self.port,) = free_ports(1)
        self._configuration = home / "etc"
        for name in ("etc", "queue", "data"):
            (home / name).mkdir()
        shutil.chown(home / "data", "postfix")
        names = {"home": home, "host": HOST, "port": self.port, "lmtp": lmtp, "domain": DOMAIN, "referee": REFEREE}
        (self._configuration / "main.cf").write_text(_MAIN.format(**names))
        (self._configuration / "master.cf").write_text(_MASTER.format(**names, owner=OWNER, gate=self.gate.command))
        command = [f"{_daemons()}/master", "-d", "-c", str(self._configuration)]
        super().__init__(command, ports=[self.port], log=home / "log")

    def start(self) -> None:
        """Make the queue, and start."""
        self._run("check")
        super().start()

    def flush(self) -> None:
        """Try again now what was put off."""
        self._run("flush")

    def _run(self, word: str) -> None:
        subprocess.run([program("postfix"), "-c", str(self._configuration), word], check=True, capture_output=True)

    def wait_for(self, *words: str) -> None:
        """Return when a line of the log holds all these words."""
        until(
            lambda: any(all(word in line for word in words) for line in self.log.read_text().splitlines()),
            f"{words} in the log of Postfix",
        )


def _daemons() -> str:
    asked = subprocess.run([program("postconf"), "-dh", "daemon_directory"], check=True, capture_output=True, text=True)
    return asked.stdout.strip()


@contextmanager
def running_postfix(*, lmtp: int) -> Iterator[Postfix]:
    """Start a server, for a while, that hands mail on to an LMTP port."""
    with open_folder("postfix") as home:
        server = Postfix(home, lmtp=lmtp)
        try:
            server.gate.open()
            server.start()
            yield server
        finally:
            server.stop()
            server.gate.close()
