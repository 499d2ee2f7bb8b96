"""Where others may write: nothing of ours goes into what they laid there, and nothing of theirs is followed."""

import os
import shutil
import sqlite3
import stat
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from pbem.desk.disk import trust
from pbem.desk.heartbeat import beat, begin_beating
from pbem.desk.matches.acts.orders.acting import order
from tests.cli.hosting import done, no, process
from tests.cli.test_disk import disk_with
from tests.desk.house import BLUE, GAME, HOLDERS, PBEM, legal, opened, surroundings


def precious(tmp_path: Path) -> Path:
    """A file of the user's own, where nobody else may write."""
    (tmp_path / "home").mkdir(mode=0o700)
    (tmp_path / "home" / "precious").write_text("mine")
    return tmp_path / "home" / "precious"


def shared(tmp_path: Path) -> Path:
    """A folder in which others may write."""
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o777)
    return tmp_path / "shared"


def lay(what: str, place: Path, target: Path) -> None:
    """Do what somebody else may do in a folder where he may write."""
    if what == "link":
        place.symlink_to(target)
    elif what == "second name":
        place.hardlink_to(target)
    elif what == "open file":
        place.touch()
        place.chmod(0o666)
    else:
        os.mkfifo(place)


@contextmanager
def watched(place: Path, what: str) -> Iterator[Callable[[], bytes]]:
    """Keep what was laid there open, as whoever laid it can, and read what comes into it."""
    held = os.open(place, os.O_RDONLY | os.O_NONBLOCK) if what in ("open file", "pipe") else -1
    try:
        yield lambda: os.read(held, 100_000) if held >= 0 else b""
    finally:
        if held >= 0:
            os.close(held)


LAID = pytest.mark.parametrize("what", ["link", "second name", "open file", "pipe"])


@LAID
@pytest.mark.parametrize("name", [".b.unfinished", ".b"])
def test_a_backup_with_its_keys_goes_into_no_file_of_somebody_else(
    running: Path, tmp_path: Path, name: str, what: str
) -> None:
    place, target = shared(tmp_path), precious(tmp_path)
    lay(what, place / name, target)
    keys = [(running / key).read_bytes() for key in ("desk.key", "referee.key")]
    with watched(place / name, what) as read:
        done(running, "backup", "--keys", place / "b")
        leaked = read()
    assert leaked == b""
    assert target.read_text() == "mine"
    assert stat.S_ISREG((place / "b").lstat().st_mode)
    assert (place / "b").stat().st_mode & 0o777 == 0o600
    assert all(key in (place / "b").read_bytes() for key in keys)
    assert "is whole" in done(running, "backup", "--check", place / "b")


def test_a_backup_grows_where_nobody_else_can_exchange_it(
    running: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite opens files by their names: in a folder where others may write these could be theirs by then."""
    grew: list[Path] = []

    def connect(place: object, *words: object, **how: object) -> sqlite3.Connection:
        if Path(str(place)).name == "copy":
            grew.append(Path(str(place)))
        return real(place, *words, **how)  # type: ignore[call-overload, no-any-return]

    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", connect)
    (tmp_path / "own").mkdir(mode=0o700)
    for folder, room in ((shared(tmp_path), running), (tmp_path / "own", tmp_path / "own")):
        grew.clear()
        done(running, "backup", "--keys", folder / "b")
        assert {path.parents[2] for path in grew} == {room}
        assert not any(path.parent.exists() for path in grew)
        assert [path.name for path in folder.iterdir()] == ["b"]


def test_a_backup_grows_in_the_desk_where_others_can_exchange_a_link(
    running: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The link leads to a folder of ours now, and could lead elsewhere when SQLite follows it again."""
    home = precious(tmp_path).parent
    (shared(tmp_path) / "dl").symlink_to(home)
    grew: list[Path] = []

    def connect(place: object, *words: object, **how: object) -> sqlite3.Connection:
        grew.extend(path for path in (Path(str(place)),) if path.name == "copy")
        return real(place, *words, **how)  # type: ignore[call-overload, no-any-return]

    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", connect)
    done(running, "backup", "--keys", tmp_path / "shared" / "dl" / "b")
    assert {path.parents[2] for path in grew} == {running}
    assert sorted(path.name for path in home.iterdir()) == ["b", "precious"]


def test_what_a_backup_left_that_was_stopped_is_gone_after_the_next(running: Path, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir(mode=0o700)
    for place in (running, tmp_path / "own"):
        (place / f".backup-{'0f' * 8}").mkdir(mode=0o700)
        (place / f".backup-{'0f' * 8}" / "copy").write_text("half")
    done(running, "backup", "--keys", tmp_path / "own" / "b")
    assert [path.name for path in (tmp_path / "own").iterdir()] == ["b"]
    assert not list(running.glob(".backup-*"))


@pytest.mark.parametrize("what", [("backup", "--keys"), ("key", "new")])
def test_no_key_is_written_where_a_link_of_another_user_leads(
    running: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: tuple[str, str]
) -> None:
    home, link = precious(tmp_path).parent, shared(tmp_path) / "dl"
    link.symlink_to(home)
    monkeypatch.setattr(os, "geteuid", lambda: link.lstat().st_uid + 1)
    monkeypatch.setattr(trust, "ROOT", os.geteuid())
    said = no(2, running, *what, link / "k")
    assert said == f"pbem: cannot write {link / 'k'}: it is a link of another user\n"
    assert [path.name for path in home.iterdir()] == ["precious"]


def test_a_key_goes_where_a_link_of_ones_own_leads(tmp_path: Path) -> None:
    home = precious(tmp_path).parent
    (tmp_path / "link").symlink_to(home)
    done(tmp_path, "key", "new", tmp_path / "link" / "k")
    assert sorted(path.name for path in home.iterdir()) == ["k", "k.pub", "precious"]
    said = no(2, tmp_path, "key", "new", tmp_path / "link" / "k")
    assert said == f"pbem: {tmp_path / 'link' / 'k.pub'} exists already; a key is never overwritten\n"
    assert "cannot write" in no(2, tmp_path, "key", "new", tmp_path / "missing" / "k")


@pytest.mark.parametrize("end", ["-journal", "-wal", "-shm"])
def test_a_backup_is_not_written_beside_what_sqlite_would_take_for_a_part_of_it(
    running: Path, tmp_path: Path, end: str
) -> None:
    (shared(tmp_path) / f"b{end}").write_bytes(b"")
    said = no(2, running, "backup", tmp_path / "shared" / "b")
    assert said == f"pbem: {tmp_path / 'shared' / f'b{end}'} exists already: name a new file\n"
    assert [path.name for path in (tmp_path / "shared").iterdir()] == [f"b{end}"]


def lay_journal(backup: Path) -> bytes:
    """Lay a journal beside a backup, as one that was stopped while he wrote leaves it; returns what it holds."""
    other = backup.parents[1] / "other"
    shutil.copy(backup, other)
    with closing(sqlite3.connect(other, isolation_level=None)) as database:
        for statement in ("PRAGMA synchronous=OFF", "UPDATE player SET zone = 'x'"):
            database.execute(statement)
        for statement in ("PRAGMA cache_size=1", "BEGIN", "UPDATE entry SET hash = x'00'"):
            database.execute(statement)
        shutil.copy(f"{other}-journal", f"{backup}-journal")
    return Path(f"{backup}-journal").read_bytes()


@pytest.mark.parametrize("command", ["check", "restore"])
def test_a_journal_beside_a_backup_is_neither_played_back_nor_removed(
    running: Path, tmp_path: Path, command: str
) -> None:
    backup = shared(tmp_path) / "b"
    done(running, "backup", "--keys", backup)
    before, laid = backup.read_bytes(), lay_journal(backup)
    if command == "check":
        assert "is whole" in done(running, "backup", "--check", backup)
    else:
        assert "restored 1 game" in done(running, "restore", backup, tmp_path / "new")
    assert backup.read_bytes() == before
    assert Path(f"{backup}-journal").read_bytes() == laid
    assert sorted(path.name for path in backup.parent.iterdir()) == ["b", "b-journal"]


@LAID
@pytest.mark.parametrize("option", ["-o", "--png"])
def test_a_report_goes_into_no_unfinished_file_of_somebody_else(
    fresh: Path, tmp_path: Path, what: str, option: str
) -> None:
    place, target = shared(tmp_path), precious(tmp_path)
    lay(what, place / ".x.unfinished", target)
    with watched(place / ".x.unfinished", what) as read:
        done(fresh, "report", GAME, option, place / "x")
        assert read() == b""
    assert target.read_text() == "mine"
    assert stat.S_ISREG((place / "x").lstat().st_mode)
    assert (place / "x").stat().st_size > 1_000


@pytest.mark.parametrize("option", ["-o", "--png"])
def test_a_second_name_of_another_file_is_replaced(fresh: Path, tmp_path: Path, option: str) -> None:
    target = precious(tmp_path)
    (tmp_path / "x").hardlink_to(target)
    done(fresh, "report", GAME, option, tmp_path / "x")
    assert target.read_text() == "mine"
    assert (tmp_path / "x").stat().st_size > 1_000


@pytest.mark.parametrize("option", ["-o", "--png"])
def test_a_link_of_another_user_is_told_and_not_followed(
    fresh: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    target = precious(tmp_path)
    (tmp_path / "x").symlink_to(target)
    monkeypatch.setattr(os, "geteuid", lambda: (tmp_path / "x").lstat().st_uid + 1)
    monkeypatch.setattr(trust, "ROOT", os.geteuid())
    said = no(2, fresh, "report", GAME, option, tmp_path / "x")
    assert said == f"pbem: cannot write {tmp_path / 'x'}: it is a link of another user\n"
    assert target.read_text() == "mine"


def test_a_picture_that_cannot_be_written_leaves_the_old_one(fresh: Path, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("the old one")
    ran = process(fresh, "report", GAME, "--png", tmp_path / "x", preexec_fn=disk_with(40_000))
    assert ran.returncode == 2, ran.stderr
    assert b"cannot write" in ran.stderr
    assert (tmp_path / "x").read_text() == "the old one"
    assert [path.name for path in tmp_path.iterdir() if "x" in path.name] == ["x"]


@pytest.mark.parametrize(("option", "begin"), [("-o", b"<!"), ("--png", b"\x89PNG")])
def test_what_goes_to_the_standard_output_by_its_name_arrives(fresh: Path, option: str, begin: bytes) -> None:
    assert process(fresh, "report", GAME, option, "/dev/stdout").stdout.startswith(begin)
    assert process(fresh, "report", GAME, option, "/dev/null").stdout == b"wrote /dev/null\n"


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
@pytest.mark.parametrize("mode", ["ab", "wb"])
def test_what_goes_to_a_file_by_the_name_of_the_output_cuts_nothing_off(
    fresh: Path, tmp_path: Path, name: str, mode: str
) -> None:
    done(fresh, "report", GAME, "--text", "-o", tmp_path / "x")
    with (tmp_path / "log").open(mode, buffering=0) as log:
        log.write(b"before\n")
        command = [str(PBEM), "--desk", str(fresh), "report", GAME, "--text", "-o", name]
        subprocess.run(command, stdout=log, check=True, env=surroundings())
        log.write(b"after\n")
    begin, rest = (tmp_path / "log").read_bytes().split((tmp_path / "x").read_bytes())
    assert begin == b"before\n"
    assert rest.endswith(b"after\n")


@LAID
def test_luck_goes_into_no_file_of_somebody_else(tmp_path: Path, what: str) -> None:
    place, target = shared(tmp_path), precious(tmp_path)
    done(tmp_path, "key", "new", place / "k")
    lay(what, place / ".k.luck.g.blue", target)
    where = ("--to", "r", "--game", "g", "--seat", "blue", "--token", "t")
    with watched(place / ".k.luck.g.blue", what) as read:
        done(tmp_path, "sign", "--key", place / "k", "--luck", *where)
        assert read() == b""
    assert target.read_text() == "mine"
    assert (place / "k.luck.g.blue").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("half", ["k", "k.pub"])
def test_a_key_takes_the_place_of_no_link(tmp_path: Path, half: str) -> None:
    place, target = shared(tmp_path), precious(tmp_path)
    (place / half).symlink_to(target.with_name("not-there"))
    said = no(2, tmp_path, "key", "new", place / "k")
    assert said == f"pbem: {place / half} exists already; a key is never overwritten\n"
    assert [path.name for path in place.iterdir()] == [half]
    assert [path.name for path in target.parent.iterdir()] == ["precious"]


@LAID
@pytest.mark.parametrize("name", [".log.jsonl", ".head.note"])
def test_an_export_goes_into_no_unfinished_file_of_somebody_else(
    over: Path, tmp_path: Path, what: str, name: str
) -> None:
    target = precious(tmp_path)
    (tmp_path / "x").mkdir()
    lay(what, tmp_path / "x" / name, target)
    with watched(tmp_path / "x" / name, what) as read:
        if what == "link":
            assert "holds other things: name a new folder" in no(2, over, "export", GAME, tmp_path / "x")
        else:
            done(over, "export", GAME, tmp_path / "x")
        assert read() == b""
    assert target.read_text() == "mine"


def test_what_an_export_left_that_was_stopped_is_gone_after_the_next(over: Path, tmp_path: Path) -> None:
    done(over, "export", GAME, tmp_path / "x")
    before = {path.name for path in (tmp_path / "x").iterdir()}
    (tmp_path / "x" / f".{'0f' * 8}.unfinished").write_text("half")
    done(over, "export", GAME, tmp_path / "x")
    assert {path.name for path in (tmp_path / "x").iterdir()} == before


@pytest.mark.parametrize("name", ["sealed", "games", f"games/{GAME}"])
def test_exports_of_everything_follow_no_link_among_their_folders(over: Path, tmp_path: Path, name: str) -> None:
    target = precious(tmp_path)
    (tmp_path / "x" / name).parent.mkdir(parents=True)
    (tmp_path / "x" / name).symlink_to(target.parent)
    if name.endswith(GAME):
        target.unlink()  # an empty folder is one that an export may go into
    said = no(1, over, "export", "--all", tmp_path / "x")
    assert said == f"pbem: {tmp_path / 'x' / name} is a link, and no link is followed here: take it away\n"
    assert {path.name for path in target.parent.rglob("*")} <= {"precious"}


@pytest.mark.parametrize("what", [("export", GAME), ("export", "--all")])
def test_an_export_goes_where_no_link_of_another_user_leads(
    over: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: tuple[str, str]
) -> None:
    target = precious(tmp_path)
    (shared(tmp_path) / "x").symlink_to(target.parent)
    monkeypatch.setattr(os, "geteuid", lambda: (tmp_path / "shared" / "x").lstat().st_uid + 1)
    monkeypatch.setattr(trust, "ROOT", os.geteuid())
    for place in (tmp_path / "shared" / "x", tmp_path / "shared" / "x" / "new"):
        assert no(2, over, *what, place) == f"pbem: cannot write {place}: it is a link of another user\n"
    assert [path.name for path in target.parent.iterdir()] == ["precious"]


@pytest.mark.parametrize("what", [("export", GAME), ("export", "--all"), ("report", GAME, "-o")])
def test_links_that_lead_round_are_told(over: Path, tmp_path: Path, what: tuple[str, ...]) -> None:
    (tmp_path / "x").symlink_to("x")
    said = no(2, over, *what, tmp_path / "x")
    assert said == f"pbem: cannot write {tmp_path / 'x'}: Too many levels of symbolic links\n"


def test_an_export_does_not_wait_for_a_pipe(over: Path, tmp_path: Path) -> None:
    """What lies there is compared with the record, and nobody may ever write into a pipe."""
    (tmp_path / "x").mkdir()
    os.mkfifo(tmp_path / "x" / "log.jsonl")
    threading.Thread(target=lambda: (tmp_path / "x" / "log.jsonl").write_bytes(b""), daemon=True).start()
    assert "holds another record: name a new folder" in no(2, over, "export", GAME, tmp_path / "x")
    os.close(os.open(tmp_path / "x" / "log.jsonl", os.O_RDONLY | os.O_NONBLOCK))  # lets the thread end


@pytest.mark.parametrize(
    ("end", "what"), [("", "link"), ("", "pipe"), ("-wal", "link"), ("-shm", "second name"), ("-journal", "link")]
)
def test_a_desk_moves_into_nothing_that_lies_there(running: Path, tmp_path: Path, end: str, what: str) -> None:
    target = precious(tmp_path)
    target.write_bytes(b"")  # an empty file is one that SQLite takes for a new database
    lay(what, tmp_path / f"new.db{end}", target)
    said = no(3, running, "move", "--to", f"sqlite:///{tmp_path / 'new.db'}")
    assert said == f"pbem: {tmp_path / f'new.db{end}'} is there already: name a new file\n"
    assert target.read_bytes() == b""


def test_a_desk_moves_into_a_private_file_where_nobody_else_may_write(running: Path, tmp_path: Path) -> None:
    place, settings = shared(tmp_path), (running / "pbem.toml").read_bytes()
    said = no(2, running, "move", "--to", f"sqlite:///{place / 'new.db'}")
    why = f"others may write into {place}: name another place, or `chmod go-w` that one"
    assert said == f"pbem: cannot make {place / 'new.db'}: {why}\n"
    assert list(place.iterdir()) == []
    assert (running / "pbem.toml").read_bytes() == settings
    (tmp_path / "new.db").touch()
    (tmp_path / "new.db").chmod(0o666)
    for name in ("new.db", "next.db"):
        done(running, "move", "--to", f"sqlite:///{tmp_path / name}")
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["new", "new/deeper", "there"])
def test_a_desk_is_not_restored_where_others_may_write(running: Path, tmp_path: Path, name: str) -> None:
    place = shared(tmp_path)
    done(running, "backup", "--keys", tmp_path / "b")
    (place / "there").mkdir(mode=0o700)
    said = no(2, running, "restore", tmp_path / "b", place / name)
    why = f"others may write into {place}: name another place, or `chmod go-w` that one"
    assert said == f"pbem: cannot restore into {place / name}: {why}\n"
    assert [path.name for path in place.rglob("*")] == ["there"]
    place.chmod(0o755)
    assert "restored 1 game" in done(running, "restore", tmp_path / "b", place / name)
    assert (place / name / "pbem.db").stat().st_mode & 0o777 == 0o600


def test_a_desk_is_not_restored_into_a_folder_of_another_user(
    running: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done(running, "backup", "--keys", tmp_path / "b")
    (tmp_path / "theirs").mkdir(mode=0o777)
    if os.geteuid() == 0:
        os.chown(tmp_path / "theirs", 65534, 65534)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: tmp_path.lstat().st_uid + 1)
    for folder in (tmp_path / "theirs", tmp_path / "theirs" / "new"):
        said = no(2, running, "restore", tmp_path / "b", folder)
        assert said.startswith(f"pbem: cannot restore into {folder}: ")
        assert said.endswith(" belongs to another user: name another place\n")
    assert list((tmp_path / "theirs").iterdir()) == []


def test_a_desk_is_not_restored_where_a_link_of_another_user_leads(
    running: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done(running, "backup", "--keys", tmp_path / "b")
    home, link = precious(tmp_path).parent, shared(tmp_path) / "link"
    link.symlink_to(home)
    monkeypatch.setattr(os, "geteuid", lambda: link.lstat().st_uid + 1)
    monkeypatch.setattr(trust, "ROOT", os.geteuid())
    said = no(2, running, "restore", tmp_path / "b", link / "new")
    assert said == f"pbem: cannot restore into {link / 'new'}: it is a link of another user\n"
    assert [path.name for path in home.iterdir()] == ["precious"]


def test_settings_that_are_a_link_of_the_host_stay_one(running: Path, tmp_path: Path) -> None:
    (running / "pbem.toml").rename(tmp_path / "kept.toml")
    (running / "pbem.toml").symlink_to(tmp_path / "kept.toml")
    (tmp_path / "kept.toml").chmod(0o600)
    done(running, "move", "--to", "sqlite:///other.db")
    assert (running / "pbem.toml").is_symlink()
    assert "other.db" in (tmp_path / "kept.toml").read_text()
    assert (tmp_path / "kept.toml").stat().st_mode & 0o777 == 0o600


@LAID
def test_settings_are_written_through_nothing_that_lies_there(running: Path, tmp_path: Path, what: str) -> None:
    target = precious(tmp_path)
    lay(what, running / ".pbem.toml.unfinished", target)
    with watched(running / ".pbem.toml.unfinished", what) as read:
        done(running, "move", "--to", "sqlite:///other.db")
        assert read() == b""
    assert target.read_text() == "mine"


@pytest.mark.parametrize("what", ["link", "second name"])
@pytest.mark.parametrize("name", [f"marks/{GAME}", "heartbeat"])
def test_what_a_desk_notes_of_itself_goes_into_no_other_file(
    running: Path, tmp_path: Path, name: str, what: str
) -> None:
    target = precious(tmp_path)
    (running / name).unlink(missing_ok=True)
    (running / name).parent.mkdir(exist_ok=True)
    lay(what, running / name, target)
    with opened(running) as desk:
        if name == "heartbeat":
            with desk.store.write() as change:
                begin_beating(desk, change)
            beat(desk, desk.now() + 1)
        else:
            order(desk, GAME, HOLDERS[BLUE], legal(desk, BLUE)[0])
    assert target.read_text() == "mine"
    assert stat.S_ISREG((running / name).lstat().st_mode)
    assert (running / name).stat().st_nlink == 1
