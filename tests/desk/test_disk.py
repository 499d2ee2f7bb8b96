"""Files are written whole or not at all, for whom they are meant, and never through anything that lies there."""

import fcntl
import os
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EXDEV
from pathlib import Path

import pytest

from pbem.desk.disk import named, trust
from pbem.desk.disk.in_place import append_to, make_private, opened_plain, write_over
from pbem.desk.disk.moving import move_new
from pbem.desk.disk.named import write_named
from pbem.desk.disk.removing import clear, is_unfinished, remove, sweep
from pbem.desk.disk.replacing import Room, replacing, write_folder
from pbem.desk.disk.ways import is_ours_alone, led_to, others_at
from pbem.desk.disk.workshops import sweep_workshops, workshop
from pbem.desk.disk.writing import NEW_PRIVATE, PRIVATE, QUICK, How, write_file
from pbem.desk.errors import LinkedError

Write = Callable[[Path, bytes], object]
ODD = ["-o", "a b", "*", "ä\n", "x" * 255, ".hidden", "'; rm -rf $HOME"]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def rights(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def linked(path: Path, target: Path) -> None:
    path.symlink_to(target)


def second_name(path: Path, target: Path) -> None:
    path.hardlink_to(target)


def pipe(path: Path, _target: Path) -> None:
    os.mkfifo(path)


def fuller(path: Path, _target: Path) -> None:
    path.write_text("older and longer")


@pytest.fixture
def precious(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "precious").write_text("mine")
    return tmp_path / "home" / "precious"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "place").mkdir()
    return tmp_path / "place"


@pytest.mark.parametrize("lay", [linked, second_name, pipe, fuller])
@pytest.mark.parametrize(
    "write",
    [
        write_file,
        lambda path, content: write_file(path, content, PRIVATE, within=path.parent),
        lambda path, content: write_file(path, content, QUICK, via=path.parent),
        lambda path, content: write_file(path, [content[:1], content[1:]]),
        write_over,
    ],
)
def test_what_lies_there_is_replaced_and_not_written_into(
    place: Path, precious: Path, lay: Callable[[Path, Path], None], write: Write
) -> None:
    lay(place / "file", precious)
    write(place / "file", b"ours and long")
    assert stat.S_ISREG((place / "file").lstat().st_mode)
    assert (place / "file").read_bytes()[:13] == b"ours and long"
    assert precious.read_text() == "mine"
    assert names(place) == ["file"]


@pytest.mark.parametrize("name", ODD)
def test_a_file_may_be_called_anything(place: Path, name: str) -> None:
    write_file(place / name, b"x")
    write_file(place / name, b"y", within=place)
    assert names(place) == [name]
    assert (place / name).read_bytes() == b"y"


@pytest.mark.parametrize("how", [How(), PRIVATE, NEW_PRIVATE, QUICK])
def test_a_file_that_cannot_be_written_leaves_nothing_behind(place: Path, how: How) -> None:
    def full() -> Iterator[bytes]:
        yield b"half of it"
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left") as refused:
        write_file(place / "file", full(), how)
    assert refused.value.filename == str(place / "file")
    assert names(place) == []

    def stopped() -> Iterator[bytes]:
        yield b"half of it"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_file(place / "file", stopped(), how)
    assert names(place) == []


@pytest.mark.parametrize("how", [How(), PRIVATE, NEW_PRIVATE])
def test_a_folder_in_the_place_of_a_file_stays(place: Path, how: How) -> None:
    (place / "file").mkdir()
    with pytest.raises((IsADirectoryError, FileExistsError)):
        write_file(place / "file", b"x", how)
    assert names(place) == ["file"]
    assert names(place / "file") == []


@pytest.mark.parametrize("umask", [0, 0o022, 0o077, 0o777])
def test_rights_are_those_asked_for_whatever_the_umask(place: Path, umask: int) -> None:
    (place / "there").touch()
    (place / "there").chmod(0o666)
    before = os.umask(umask)
    try:
        write_file(place / "usual", b"x")
        write_file(place / "there", b"x", PRIVATE)
        write_file(place / "new", b"x", NEW_PRIVATE)
        write_file(place / "public", b"x", How(0o644))
        write_over(place / "line", b"x")
    finally:
        os.umask(before)
    assert rights(place / "usual") == 0o666 & ~umask
    assert [rights(place / name) for name in ("there", "new", "public")] == [0o600, 0o600, 0o644]
    assert rights(place / "line") & 0o077 == 0


def test_nobody_else_can_read_a_private_file_while_it_is_written(place: Path) -> None:
    seen: list[int] = []

    def watched() -> Iterator[bytes]:
        for _ in range(2):
            seen.extend(rights(path) for path in place.iterdir())
            yield b"secret"

    before = os.umask(0)
    try:
        write_file(place / "file", watched(), PRIVATE)
    finally:
        os.umask(before)
    assert seen == [0o600, 0o600]


@pytest.mark.parametrize("lay", [linked, second_name, pipe, fuller, lambda path, _: path.symlink_to("nowhere")])
@pytest.mark.parametrize("has_second_names", [True, False])
def test_a_new_file_takes_no_name_that_is_taken(
    place: Path,
    precious: Path,
    lay: Callable[[Path, Path], None],
    has_second_names: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lay(place / "file", precious)
    if not has_second_names:
        monkeypatch.setattr(os, "link", no_links)
    with pytest.raises(FileExistsError) as refused:
        write_file(place / "file", b"x", NEW_PRIVATE)
    assert refused.value.filename == str(place / "file")
    assert names(place) == ["file"]
    assert precious.read_text() == "mine"
    write_file(place / "other", b"x", NEW_PRIVATE)
    assert names(place) == ["file", "other"]
    assert (place / "other").stat().st_nlink == 1


def no_links(*_: object, **__: object) -> None:
    raise PermissionError(1, "Operation not permitted")


class TestWithin:
    """Folders that somebody else made are entered one by one."""

    @pytest.mark.parametrize("linked_one", ["a", "a/b", "a/b/c"])
    def test_a_link_on_the_way_is_refused_by_its_name(self, place: Path, precious: Path, linked_one: str) -> None:
        (place / linked_one).parent.mkdir(parents=True, exist_ok=True)
        (place / linked_one).symlink_to(precious.parent)
        (precious.parent / "c").mkdir()
        (precious.parent / "b" / "c").mkdir(parents=True)
        before = sorted(precious.parent.rglob("*"))
        path = place / "a" / "b" / "c" / "precious"
        asked: tuple[Callable[[], object], ...] = (
            lambda: write_file(path, b"x", within=place),
            lambda: write_folder(path.parent / "new", {"precious": b"x"}, within=place),
            lambda: remove(path, within=place),
            lambda: clear(path, within=place),
            lambda: sweep(path.parent, within=place),
            lambda: opened_plain(path, os.O_RDONLY, within=place).__enter__(),
        )
        for ask in asked:
            with pytest.raises(LinkedError, match=f"^{place / linked_one} is a link, and no link is followed here"):
                ask()
        assert sorted(precious.parent.rglob("*")) == before
        assert precious.read_text() == "mine"

    def test_the_first_folder_is_looked_at_as_well(self, place: Path, precious: Path) -> None:
        (place / "archive").symlink_to(precious.parent)
        with pytest.raises(LinkedError, match="archive is a link"):
            write_file(place / "archive" / "precious", b"x", within=place / "archive")
        assert precious.read_text() == "mine"

    def test_a_folder_that_is_swapped_while_a_file_is_written_leads_nobody_out(
        self, place: Path, precious: Path
    ) -> None:
        (place / "a").mkdir()

        def swapping() -> Iterator[bytes]:
            yield b"ours"
            (place / "a").rename(place / "moved")
            (place / "a").symlink_to(precious.parent)

        write_file(place / "a" / "precious", swapping(), within=place)
        assert precious.read_text() == "mine"
        assert names(precious.parent) == ["precious"]
        assert (place / "moved" / "precious").read_text() == "ours"

    def test_nothing_leads_up(self, place: Path, precious: Path) -> None:
        with pytest.raises(OSError, match="leads out of the folder"):
            write_file(place / ".." / "home" / "precious", b"x", within=place)
        with pytest.raises(ValueError, match="subpath"):
            write_file(precious, b"x", within=place)
        assert precious.read_text() == "mine"

    def test_what_is_missing_is_made_and_what_is_no_folder_is_told(self, place: Path) -> None:
        write_file(place / "a" / "b" / "file", b"x", within=place)
        assert (place / "a" / "b" / "file").read_bytes() == b"x"
        with pytest.raises(NotADirectoryError) as refused:
            write_file(place / "a" / "b" / "file" / "c", b"x", within=place)
        assert refused.value.filename == str(place / "a" / "b" / "file" / "c")

    def test_a_folder_is_cleared_and_links_in_it_are_not_followed(self, place: Path, precious: Path) -> None:
        folder = place / "a" / "b"
        folder.mkdir(parents=True)
        (folder / "kept").write_text("plain")
        (folder / "link").symlink_to(precious)
        (folder / "folder").symlink_to(precious.parent)
        (folder / "deep").mkdir()
        (folder / "deep" / "folder").symlink_to(precious.parent)
        os.mkfifo(folder / "pipe")
        clear(folder, within=place)
        assert names(folder) == ["kept"]
        remove(folder, within=place)
        (place / "a" / "b").symlink_to(precious.parent)
        clear(folder, within=place)
        assert not folder.is_symlink()
        remove(folder, within=place)
        remove(place / "never" / "there", within=place)
        assert names(place) == ["a"]
        assert names(precious.parent) == ["precious"]

    @pytest.mark.parametrize("lay", [linked, second_name, pipe])
    def test_a_folder_is_written_whole_whatever_lies_beside_it(
        self, place: Path, precious: Path, lay: Callable[[Path, Path], None]
    ) -> None:
        lay(place / ".new.unfinished", precious)
        write_folder(place / "new", {"a": b"1", "b": b"2"}, within=place)
        assert {path.name: path.read_bytes() for path in (place / "new").iterdir()} == {"a": b"1", "b": b"2"}
        assert names(place) == ["new"]
        assert precious.read_text() == "mine"

    def test_a_folder_that_cannot_be_put_in_its_place_leaves_nothing(self, place: Path, precious: Path) -> None:
        (place / "new").symlink_to(precious.parent)
        with pytest.raises(NotADirectoryError) as refused:
            write_folder(place / "new", {"a": b"1"}, within=place)
        assert refused.value.filename == str(place / "new")
        assert names(place) == ["new"]
        assert names(precious.parent) == ["precious"]

    def test_what_was_left_by_others_is_swept_away_and_nothing_else(self, place: Path) -> None:
        left = f".{'0f' * 8}.unfinished"
        for name in (left, ".mine.unfinished", "0f.unfinished", "file"):
            (place / name).write_text("x")
        sweep(place)
        assert names(place) == [".mine.unfinished", "0f.unfinished", "file"]
        assert is_unfinished(left)


class TestReplaced:
    """Folders that are put in the place of others when they are whole."""

    @pytest.fixture
    def old(self, place: Path) -> Path:
        (place / "x" / "new").mkdir(parents=True)
        (place / "x" / "new" / "old").write_text("old")
        return place / "x" / "new"

    @staticmethod
    def fill(room: Room) -> None:
        write_file(room.place / "deep" / "file", b"ours", within=room.within)

    @staticmethod
    def replace(target: Path, fill: Callable[[Room], None]) -> None:
        with replacing(led_to(target)) as room:
            fill(room)

    @pytest.mark.parametrize("is_there", [True, False])
    def test_a_folder_is_put_in_its_place_when_it_is_whole(self, place: Path, old: Path, is_there: bool) -> None:
        target = old if is_there else place / "not" / "there"
        with replacing(led_to(target)) as room:
            assert (room.before is not None) is is_there
            self.fill(room)
            assert target.exists() is is_there
        assert [path.relative_to(target) for path in target.rglob("*")] == [Path("deep"), Path("deep/file")]
        assert names(target.parent) == [target.name]

    def test_one_that_is_broken_off_leaves_all_as_it_was(self, old: Path) -> None:
        def break_off(room: Room) -> None:
            self.fill(room)
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            self.replace(old, break_off)
        assert names(old) == ["old"]
        assert names(old.parent) == ["new"]

    def test_a_link_that_takes_the_place_of_a_folder_leads_nowhere(self, place: Path, precious: Path) -> None:
        """Nothing of what the user has elsewhere is moved, though it is called as the new folder is."""
        (place / "x" / precious.parent.name).mkdir(parents=True)
        place.chmod(0o777)
        with replacing(led_to(place / "x" / precious.parent.name)) as room:
            self.fill(room)
            (place / "x").rename(place / "moved")
            (place / "x").symlink_to(precious.parent.parent)
        assert names(precious.parent) == ["precious"]
        assert not [name for name in names(precious.parent.parent) if name.startswith(".")]
        assert names(place / "moved") == [precious.parent.name]
        assert names(place / "moved" / precious.parent.name) == ["deep"]
        (place / "x").unlink()

    def test_nothing_is_written_by_a_link_that_takes_the_place_of_a_folder(self, place: Path, precious: Path) -> None:
        (place / "x").mkdir()
        place.chmod(0o777)

        def exchange(room: Room) -> None:
            (place / "x").rename(place / "moved")
            (place / "x").symlink_to(precious.parent)
            self.fill(room)

        with pytest.raises(LinkedError, match="x is a link"):
            self.replace(place / "x" / "new", exchange)
        assert names(precious.parent) == ["precious"]
        assert names(place / "moved") == []

    def test_another_folder_that_takes_the_place_of_the_one_before_stays(self, old: Path, precious: Path) -> None:
        def exchange(room: Room) -> None:
            old.rename(old.with_name("away"))
            precious.parent.rename(old)
            assert room.before is not None
            assert names(room.before) == ["old"]

        with pytest.raises(PermissionError, match="exchanged it meanwhile"):
            self.replace(old, exchange)
        assert names(old) == ["precious"]
        assert names(old.parent) == ["away", "new"]

    def test_another_folder_that_takes_the_place_of_the_new_one_stays(self, old: Path, precious: Path) -> None:
        def exchange(room: Room) -> None:
            self.fill(room)
            room.place.rename(old.with_name("away"))
            precious.parent.rename(room.place)

        with pytest.raises(PermissionError, match="exchanged it meanwhile"):
            self.replace(old, exchange)
        assert names(old) == ["old"]
        assert [path.read_text() for path in old.parent.glob(".new.*/precious")] == ["mine"]
        assert names(old.with_name("away")) == []

    def test_another_folder_that_is_there_as_soon_as_one_was_made_is_not_filled(
        self, old: Path, precious: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def exchanging(name: str, *, dir_fd: int) -> None:
            precious.parent.rename(old.with_name(name))

        monkeypatch.setattr(os, "mkdir", exchanging)
        with pytest.raises(PermissionError, match="exchanged it meanwhile"), replacing(led_to(old)):
            pass
        assert names(old) == ["old"]
        assert [path.read_text() for path in old.parent.glob(".new.*/precious")] == ["mine"]

    @pytest.mark.parametrize("lay", [linked, pipe, second_name])
    def test_what_is_no_folder_is_not_replaced(
        self, place: Path, precious: Path, lay: Callable[[Path, Path], None]
    ) -> None:
        way = led_to(place / "new")
        lay(place / "new", precious)
        with pytest.raises(NotADirectoryError), replacing(way):
            pass
        assert names(place) == ["new"]
        assert precious.read_text() == "mine"

    @pytest.mark.parametrize("mode", [0o700, 0o1777, 0o777])
    def test_what_was_left_is_swept_away_where_nobody_else_can_give_names(self, old: Path, mode: int) -> None:
        left = [f".new{middle}.{end}" for middle in ("", f".{'0f' * 8}") for end in ("unfinished", "before")]
        for name in (*left, ".new2.unfinished", ".new.mine.before", "new.before"):
            (old.parent / name).mkdir()
            (old.parent / name / "file").write_text("x")
        old.parent.chmod(mode)
        with replacing(led_to(old)) as room:
            self.fill(room)
        kept = left if mode == 0o777 else []
        assert names(old.parent) == sorted([*kept, ".new2.unfinished", ".new.mine.before", "new.before", "new"])


class TestNamed:
    """Files that a person names."""

    def test_a_link_of_ones_own_stays_one(self, place: Path, precious: Path) -> None:
        (place / "far").symlink_to("near")
        (place / "near").symlink_to(precious)
        write_named(place / "far", b"ours")
        assert names(place) == ["far", "near"]
        assert (place / "far").is_symlink()
        assert precious.read_text() == "ours"

    def test_a_link_of_another_user_is_not_followed(
        self, place: Path, precious: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (place / "file").symlink_to(precious)
        disown(monkeypatch, place / "file")
        with pytest.raises(PermissionError, match="it is a link of another user") as refused:
            write_named(place / "file", b"ours")
        assert refused.value.filename == str(place / "file")
        assert precious.read_text() == "mine"

    def test_a_folder_to_which_a_link_of_another_user_leads_is_not_entered(
        self, place: Path, precious: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (place / "reports").symlink_to(precious.parent)
        disown(monkeypatch, place / "reports")
        with pytest.raises(PermissionError, match="it is a link of another user") as refused:
            write_named(place / "reports" / "precious", b"ours")
        assert refused.value.filename == str(place / "reports")
        assert precious.read_text() == "mine"

    def test_a_link_of_another_user_leads_to_no_device_of_the_system(
        self, place: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (place / "file").symlink_to("/dev/full")
        if os.geteuid() == 0:
            os.chown(place / "file", 65534, 65534, follow_symlinks=False)
        else:
            monkeypatch.setattr(os, "geteuid", lambda: (place / "file").lstat().st_uid + 1)
        with pytest.raises(PermissionError, match="it is a link of another user"):
            write_named(place / "file", b"ours")

    @pytest.mark.parametrize("lay", [linked, second_name])
    def test_what_takes_the_place_of_a_pipe_meanwhile_is_not_written_into(
        self, place: Path, precious: Path, monkeypatch: pytest.MonkeyPatch, lay: Callable[[Path, Path], None]
    ) -> None:
        os.mkfifo(place / "file")

        def exchanging(name: object, *words: int, **how: int) -> int:
            if str(name) == str(place / "file"):
                (place / "file").unlink()
                lay(place / "file", precious)
            return real(name, *words, **how)  # type: ignore[arg-type]

        real = os.open
        monkeypatch.setattr(os, "open", exchanging)
        with pytest.raises(OSError, match=r"Too many levels of symbolic links|somebody exchanged it meanwhile"):
            write_named(place / "file", b"ours")
        assert precious.read_text() == "mine"

    def test_a_folder_that_others_exchange_for_a_link_meanwhile_is_not_entered(
        self, place: Path, precious: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (place / "reports").mkdir()
        place.chmod(0o777)

        def exchanging(found: os.stat_result | None) -> int | None:
            (place / "reports").rename(place / "moved")
            (place / "reports").symlink_to(precious.parent)
            return real(found)

        real = named._own_rights
        monkeypatch.setattr(named, "_own_rights", exchanging)
        with pytest.raises(LinkedError, match="reports is a link"):
            write_named(place / "reports" / "precious", b"ours")
        assert precious.read_text() == "mine"

    def test_a_folder_that_is_not_there_is_not_made(self, place: Path) -> None:
        with pytest.raises(FileNotFoundError):
            write_named(place / "missing" / "file", b"ours")
        assert names(place) == []

    def test_a_pipe_of_another_user_is_not_written_into(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        os.mkfifo(place / "file")
        reader = os.open(place / "file", os.O_RDONLY | os.O_NONBLOCK)
        disown(monkeypatch, place / "file")
        try:
            with pytest.raises(PermissionError, match="it is a pipe or device of another user"):
                write_named(place / "file", b"ours")
            assert os.read(reader, 10) == b""
        finally:
            os.close(reader)

    def test_the_rights_that_another_user_gave_a_file_are_not_kept(
        self, place: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (place / "file").touch()
        (place / "file").chmod(0o666)
        disown(monkeypatch, place / "file")
        before = os.umask(0o077)
        try:
            write_named(place / "file", b"ours")
        finally:
            os.umask(before)
        assert rights(place / "file") == 0o600

    @pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
    def test_the_rights_of_ones_own_file_are_kept(self, place: Path, mode: int) -> None:
        (place / "file").touch()
        (place / "file").chmod(mode)
        write_named(place / "file", b"ours")
        assert rights(place / "file") == mode

    def test_links_that_lead_round_are_told(self, place: Path) -> None:
        (place / "a").symlink_to("b")
        (place / "b").symlink_to("a")
        with pytest.raises(OSError, match="Too many levels of symbolic links"):
            write_named(place / "a", b"ours")

    def test_a_device_is_written_into(self) -> None:
        write_named(Path("/dev/null"), b"ours")
        assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
        with pytest.raises(OSError, match="No space left on device"):
            write_named(Path("/dev/full"), b"ours")

    def test_what_is_written_to_a_pipe_by_its_number_arrives(self) -> None:
        """As with `-o /dev/stdout`, which is a link to such a number."""
        reader, writer = os.pipe()
        os.set_inheritable(writer, True)  # as those that a command is started with
        try:
            write_named(Path(f"/dev/fd/{writer}"), b"ours")
            assert os.read(reader, 10) == b"ours"
        finally:
            os.close(reader)
            os.close(writer)

    @pytest.mark.parametrize("name", ["/dev/fd/{}", "/proc/self/fd/{}", "/proc/thread-self/fd/{}", "{}/link"])
    @pytest.mark.parametrize("more", [os.O_APPEND, 0])
    def test_a_file_that_is_open_already_is_written_on(self, place: Path, name: str, more: int) -> None:
        """Nothing of it is cut off, nor is another put in its place."""
        with handed_over(place / "file", more) as number:
            os.write(number, b"before ")
            (place / "link").symlink_to(f"/dev/fd/{number}")
            write_named(Path(name.format(place if "link" in name else number)), b"ours")
            os.write(number, b" after")
        assert (place / "file").read_bytes() == b"before ours after"
        assert names(place) == ["file", "link"]

    def test_a_file_that_is_open_already_need_not_have_a_name(self, place: Path) -> None:
        with handed_over(place / "file") as number:
            (place / "file").unlink()
            write_named(Path(f"/dev/fd/{number}"), b"ours")
            assert os.pread(number, 10, 0) == b"ours"
        assert names(place) == []

    def test_a_file_that_was_opened_by_this_process_itself_is_not_written_into(self, precious: Path) -> None:
        """It could be the database."""
        with precious.open("r+b") as file, pytest.raises(PermissionError, match="itself has opened it") as refused:
            write_named(Path(f"/dev/fd/{file.fileno()}"), b"ours")
        assert refused.value.filename.startswith("/dev/fd/")
        assert precious.read_text() == "mine"

    def test_a_full_pipe_that_does_not_wait_is_waited_for(self) -> None:
        reader, writer = os.pipe()
        os.set_inheritable(writer, True)
        os.set_blocking(writer, False)
        got: list[bytes] = []
        thread = threading.Thread(target=lambda: got.extend(iter(lambda: os.read(reader, 50_000), b"")))
        thread.start()
        try:
            write_named(Path(f"/dev/fd/{writer}"), b"x" * 1_000_000)
        finally:
            os.close(writer)
            thread.join()
            os.close(reader)
        assert sum(map(len, got)) == 1_000_000

    def test_a_number_that_leads_to_a_folder_is_that_folder(self, place: Path) -> None:
        number = os.open(place, os.O_RDONLY)
        try:
            write_named(Path(f"/dev/fd/{number}/file"), b"ours")
        finally:
            os.close(number)
        assert (place / "file").read_bytes() == b"ours"


@contextmanager
def handed_over(path: Path, more: int = 0) -> Iterator[int]:
    """Open a file as a shell does for a command."""
    number = os.open(path, os.O_RDWR | os.O_CREAT | more, 0o600)
    os.set_inheritable(number, True)
    try:
        yield number
    finally:
        os.close(number)


def disown(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Let this process be of a user to whom a file does not belong; nor does it belong to the system."""
    monkeypatch.setattr(os, "geteuid", lambda: path.lstat().st_uid + 1)
    monkeypatch.setattr(trust, "ROOT", path.lstat().st_uid + 1)


class TestWorkshops:
    """Private folders for what grows by its name."""

    def test_one_is_private_and_gone_at_the_end(self, place: Path) -> None:
        with suppress(KeyError), workshop(place) as own:
            assert (own.parents[1], rights(own), rights(own.parent)) == (place, 0o700, 0o700)
            (own / "copy").write_text("half")
            raise KeyError
        assert names(place) == []

    def test_what_was_left_is_swept_and_what_is_in_use_is_not(self, place: Path, precious: Path) -> None:
        left, link = (place / f".backup-{digit * 16}" for digit in "ab")
        left.mkdir()
        (left / "copy").write_text("half")
        link.symlink_to(precious.parent)
        (place / ".backup-20261119").mkdir()
        with workshop(place) as own:
            sweep_workshops(place)
            assert names(place) == sorted([".backup-20261119", link.name, own.parent.name])
        assert precious.read_text() == "mine"
        sweep_workshops(place / "missing")

    def test_what_another_user_left_is_not_touched(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (place / f".backup-{'a' * 16}").mkdir()
        disown(monkeypatch, place)
        sweep_workshops(place)
        assert names(place) == [f".backup-{'a' * 16}"]

    def test_one_that_was_swept_before_it_was_locked_is_made_again(
        self, place: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def swept(lock: int, how: int) -> None:
            monkeypatch.setattr(fcntl, "flock", real)
            (path,) = place.iterdir()
            path.rmdir()
            real(lock, how)

        real = fcntl.flock
        monkeypatch.setattr(fcntl, "flock", swept)
        with workshop(place) as own:
            assert names(place) == [own.parent.name]
        assert names(place) == []


class TestInPlace:
    """Small files that are locked, or written in place."""

    def test_a_file_is_made_private_and_keeps_what_it_holds(self, place: Path, precious: Path) -> None:
        make_private(place / "new")
        (place / "old").write_text("ours")
        (place / "old").chmod(0o666)
        make_private(place / "old")
        assert [rights(place / name) for name in names(place)] == [0o600, 0o600]
        assert (place / "old").read_text() == "ours"
        (place / "link").symlink_to(precious.with_name("other"))
        with pytest.raises(OSError, match="it is a link"):
            make_private(place / "link")
        assert names(precious.parent) == ["precious"]

    def test_a_line_is_written_over_and_lines_are_appended(self, place: Path) -> None:
        for line in (b"one\n", b"two\n"):
            write_over(place / "mark", line)
            append_to(place / "mails", line)
        assert (place / "mark").read_bytes() == b"two\n"
        assert (place / "mails").read_bytes() == b"one\ntwo\n"

    def test_a_line_in_a_folder_that_is_not_there_is_told(self, place: Path) -> None:
        with pytest.raises(FileNotFoundError):
            write_over(place / "marks" / "f1", b"x")

    @pytest.mark.parametrize(
        ("lay", "why"), [(linked, "it is a link, and no link is followed here"), (pipe, "it is no plain file")]
    )
    def test_nothing_else_is_locked(
        self, place: Path, precious: Path, lay: Callable[[Path, Path], None], why: str
    ) -> None:
        lay(place / "lock", precious)
        with pytest.raises(OSError, match=why) as refused, opened_plain(place / "lock", os.O_RDONLY):
            pass
        assert refused.value.filename == str(place / "lock")
        assert precious.read_text() == "mine"

    def test_appending_follows_no_link(self, place: Path, precious: Path) -> None:
        (place / "mails").symlink_to(precious)
        with pytest.raises(OSError, match="it is a link"):
            append_to(place / "mails", b"x")
        assert precious.read_text() == "mine"


class TestMoving:
    """What grew in a room of our own gets its name last."""

    @pytest.fixture(params=[True, False], ids=["same disk", "another disk"])
    def grown(self, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        (tmp_path / "copy").write_bytes(b"x" * 3_000_000)
        (tmp_path / "copy").chmod(0o600)
        if not request.param:
            apart = tmp_path.stat().st_ino
            link, rename = os.link, os.rename
            monkeypatch.setattr(os, "link", lambda *words, **how: far(apart, link, words, how))
            monkeypatch.setattr(os, "rename", lambda *words, **how: far(apart, rename, words, how))
        return tmp_path / "copy"

    def test_a_file_is_moved_with_its_rights(self, grown: Path, place: Path) -> None:
        move_new(grown, place / "file")
        assert (place / "file").read_bytes() == b"x" * 3_000_000
        assert rights(place / "file") == 0o600
        assert not grown.exists()
        assert names(place) == ["file"]

    def test_a_name_that_is_taken_stays_with_what_has_it(self, grown: Path, place: Path, precious: Path) -> None:
        (place / "file").symlink_to(precious)
        with pytest.raises(FileExistsError) as refused:
            move_new(grown, place / "file")
        assert refused.value.filename == str(place / "file")
        assert precious.read_text() == "mine"
        assert grown.exists()

    def test_nothing_is_moved_into_a_folder_that_others_exchanged_for_a_link(
        self, grown: Path, place: Path, precious: Path
    ) -> None:
        (place / "dl").symlink_to(precious.parent)
        with pytest.raises(LinkedError, match="dl is a link"):
            move_new(grown, place / "dl" / "file", within=place)
        assert names(precious.parent) == ["precious"]
        with pytest.raises(FileNotFoundError):
            move_new(grown, place / "missing" / "file", within=place)
        assert names(place) == ["dl"]
        assert grown.exists()


def far(apart: int, do: Callable[..., None], words: tuple[str, ...], how: dict[str, int]) -> None:
    """Do it, unless the file lies in a folder that is to be another disk."""
    if os.fstat(how["src_dir_fd"]).st_ino == apart:
        raise OSError(EXDEV, "Invalid cross-device link")
    do(*words, **how)


@pytest.mark.parametrize(
    ("mode", "is_ours"), [(0o700, True), (0o755, True), (0o775, False), (0o777, False), (0o1777, True)]
)
def test_a_folder_is_ours_alone_if_nobody_else_can_rename_in_it(place: Path, mode: int, is_ours: bool) -> None:
    (place / "deep").mkdir(mode=0o700)
    place.chmod(mode)
    assert is_ours_alone(place) is is_ours
    assert is_ours_alone(place / "deep") is is_ours


def test_a_folder_of_another_user_is_not_ours_alone(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disown(monkeypatch, place)
    assert not is_ours_alone(place)


def test_a_folder_is_not_ours_alone_if_others_can_exchange_a_link_that_leads_there(place: Path, precious: Path) -> None:
    (place / "link").symlink_to(precious.parent)
    (precious.parent / "way").symlink_to(place / "link")
    assert is_ours_alone(precious.parent / "way")
    place.chmod(0o777)
    assert is_ours_alone(precious.parent)
    assert not is_ours_alone(precious.parent / "way")
    assert others_at(precious.parent / "way") == place


def test_a_folder_that_is_not_there_yet_is_as_safe_as_where_it_will_be(place: Path) -> None:
    assert others_at(place / "deep" / "new") is None
    place.chmod(0o777)
    assert others_at(place / "deep" / "new") == place


def test_what_others_laid_in_a_folder_says_nothing_of_it(place: Path) -> None:
    (place / "any").symlink_to("nowhere")
    if os.geteuid() == 0:
        os.chown(place / "any", 65534, 65534, follow_symlinks=False)
    assert is_ours_alone(place)


def test_many_may_write_the_same_file_at_once(place: Path) -> None:
    """Each writes into a file of its own: what is there is always one of them, whole."""
    texts = [bytes([number]) * 50_000 for number in range(4)]
    seen: list[bytes] = []
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    write_file(place / "file", texts[0])

    def write(text: bytes) -> None:
        for _ in range(10):
            write_file(place / "file", text, QUICK)
            seen.append((place / "file").read_bytes())

    threads = [threading.Thread(target=write, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(interval)
    assert len(seen) == 40
    assert set(seen) <= set(texts)
    assert names(place) == ["file"]
