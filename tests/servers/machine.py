"""What the servers share: packages, accounts, ports, folders, and waiting for what comes true by itself."""

import grp
import os
import pwd
import random
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import mkdtemp

HOST = "127.0.0.1"
PATIENCE = 30.0
_PAUSE = 0.02
_SERVERS = "/usr/sbin:/sbin"
_PORTS = range(20_000, 32_000)  # below those that the system gives to outgoing connections


def need(*commands: str) -> None:
    """Fail clearly where a program is missing."""
    missing = [command for command in commands if _located(command) is None]
    if missing:
        raise RuntimeError(f"{', '.join(missing)} not found: run `make packages`")


def program(command: str) -> str:
    """Return the path of a program, or fail clearly where it is missing."""
    need(command)
    return str(_located(command))


def _located(command: str) -> str | None:
    """Look for a program also where Debian keeps servers, which only root has in its path."""
    return shutil.which(command, path=f"{os.environ.get('PATH', os.defpath)}:{_SERVERS}")


def account(instead_of_root: str) -> str:
    """Return the account that a server runs as: our own, and another one if we are root."""
    return pwd.getpwuid(os.geteuid()).pw_name if os.geteuid() else instead_of_root


def group_of(user: str) -> str:
    """Return the name of an account's own group."""
    return grp.getgrgid(pwd.getpwnam(user).pw_gid).gr_name


def give(folder: Path, user: str) -> None:
    """Give a folder to an account, where we are root; anybody else's servers have our own rights."""
    if not os.geteuid():
        shutil.chown(folder, user, group_of(user))


def until(is_true: Callable[[], object], what: str) -> None:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not is_true():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {PATIENCE:.0f} s in vain for {what}")
        time.sleep(_PAUSE)


def is_listening(port: int) -> bool:
    """Say whether somebody answers at a port."""
    try:
        socket.create_connection((HOST, port), timeout=PATIENCE).close()
    except ConnectionRefusedError:
        return False
    return True


def free_ports(count: int) -> list[int]:
    """Return ports that nobody listens on."""
    with ExitStack() as held:
        found: list[int] = []
        while len(found) < count:
            probe = held.enter_context(closing(socket.socket()))
            port = random.choice(_PORTS)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            found.append(port)
        return found


@contextmanager
def open_folder(name: str) -> Iterator[Path]:
    """Make a folder that the users of servers can reach, for a while; those of pytest are root's alone."""
    folder = Path(mkdtemp(prefix=f"pbem-{name}-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
