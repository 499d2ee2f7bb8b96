"""Run one command inside a system that lies in a folder. Its mounts and its processes end with it.

`run` starts this file again in namespaces of its own, where it is the first process: it mounts what the system needs,
starts the command, and says which processes the command left behind.
"""

import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
_LINKS = {"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2", "ptmx": "pts/ptmx"}
_SET_FLAGS, _UP = 0x8914, 1  # SIOCSIFFLAGS and IFF_UP of netdevice(7)
_GRACE = 5.0
LEFT = 99  # the exit code of a command that was well, but left processes behind


class Command(NamedTuple):
    """What runs inside."""

    system: str
    words: list[str]
    surroundings: Mapping[str, str]
    folder: str = "/"
    user: str = "root"
    umask: int = 0o022
    shown: Mapping[str, str] = {}  # folders of this machine, and where they are inside; nobody can write there
    kept: Mapping[str, str] = {}  # likewise, to be written
    is_alone: bool = False
    is_divided: bool = False


def run(command: Command) -> int:
    """Run a command; returns its exit code."""
    apart = ["--mount", "--pid", "--ipc", "--fork", "--kill-child", *(["--net"] if command.is_alone else [])]
    us = [sys.executable, str(Path(__file__).resolve()), json.dumps(command._asdict())]
    return subprocess.run(["unshare", *apart, *us], check=False).returncode


def _serve(command: Command) -> int:
    if command.is_alone:
        _connect_to_ourselves()
    _furnish(Path(command.system), command)
    _enter(command)
    become = ["setpriv", "--reuid", command.user, "--regid", command.user, "--init-groups"]
    words = ["sh", "-c", 'cd "$0" && exec "$@"', command.folder, *command.words]
    main = subprocess.Popen(
        words if command.user == "root" else [*become, *words],
        env=dict(command.surroundings),
        stdin=subprocess.DEVNULL,
    )
    code = _wait_for(main.pid)
    return code or (LEFT if _told_left() else 0)


def _enter(command: Command) -> None:
    os.chroot(command.system)
    os.chdir("/")
    os.umask(command.umask)


def _furnish(system: Path, command: Command) -> None:
    """Mount what every system has, and what this machine lends it."""
    devices = system / "dev"
    _mount("-t", "proc", "proc", system / "proc")
    _mount("-t", "tmpfs", "-o", "mode=755", "dev", devices)
    for name in _DEVICES:
        (devices / name).touch()
        _mount("--bind", f"/dev/{name}", devices / name)
    for name, there in _LINKS.items():
        (devices / name).symlink_to(there)
    for name, kind, how in (("pts", "devpts", "newinstance,ptmxmode=0666,mode=620"), ("shm", "tmpfs", "mode=1777")):
        (devices / name).mkdir()
        _mount("-t", kind, "-o", how, kind, devices / name)
    if command.is_divided:
        _mount("-t", "tmpfs", "-o", "mode=1777", "tmpfs", system / "tmp")
    for ours, theirs in [*command.shown.items(), *command.kept.items()]:
        place = system / theirs.lstrip("/")
        place.mkdir(parents=True, exist_ok=True)
        _mount("--bind", ours, place)
        if ours in command.shown:
            _mount("-o", "remount,bind,ro", place)


def _mount(*words: str | Path) -> None:
    subprocess.run(["mount", *map(str, words)], check=True)


def _connect_to_ourselves() -> None:
    """Raise the loopback of a network that has nothing else, without IPv6."""
    for path in Path("/proc/sys/net/ipv6/conf").glob("*/disable_ipv6"):
        path.write_text("1")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sh14x", b"lo", _UP))


def _wait_for(process: int) -> int:
    """Wait for a process, and bury those that nobody else waits for: that is the duty of the first process."""
    while True:
        ended, status = os.wait()
        if ended == process:
            return os.waitstatus_to_exitcode(status) % 256


def _told_left() -> list[str]:
    """Return what still runs after a moment of grace, and say so."""
    end = time.monotonic() + _GRACE
    while (left := _left()) and time.monotonic() < end:
        time.sleep(0.1)
    for title in left:
        print(f"fresh: left running: {title}", flush=True)
    return left


def _left() -> list[str]:
    """Return the titles of all processes but ourselves; one that has ended has none."""
    return [title for path in Path("/proc").glob("[0-9]*") if path.name != "1" and (title := _title(path))]


def _title(process: Path) -> str:
    try:
        return (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


if __name__ == "__main__":
    sys.exit(_serve(Command(**json.loads(sys.argv[1]))))
