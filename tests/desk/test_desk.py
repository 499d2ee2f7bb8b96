"""Making and opening a desk: whole or not at all, private, and only if it is sound."""

import os
import stat
from pathlib import Path

import pytest

from pbem.desk import desk as desk_module
from pbem.desk.desk import Desk
from pbem.desk.errors import BrokenDeskError, UsageError
from pbem.desk.people.enrolled import add_player
from pbem.desk.store.values import Member
from pbem.desk.transports import maildir as maildir_module
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from pbem.record.log.entry import Head
from pbem.record.notes.notes import read as read_note
from tests.desk.house import KEYS, REFEREE, rows


def make(folder: Path, name: str = REFEREE, address: str = "referee@example.org") -> None:
    Desk.create(folder, name=name, address=address).close()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("name", ["d", "missing/parents/d", "what?x=1&y#z", "100%20 é", "with blank"])
def test_a_desk_is_made_where_it_was_asked_for(tmp_path: Path, name: str) -> None:
    make(tmp_path / name)
    made = {path.name for path in (tmp_path / name).iterdir()}
    assert {"pbem.toml", "pbem.db", "desk.key", "referee.key", "inbox", "outbox"} == made
    assert [path.name for path in tmp_path.iterdir()] == [name.split("/", maxsplit=1)[0]]
    desk = Desk(tmp_path / name)
    add_player(desk, Member("Anna"))
    desk.close()
    assert len(rows(tmp_path / name)["player"]) == 1


def test_only_its_owner_can_look_into_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        make(tmp_path / "d")
    finally:
        os.umask(before)
    assert mode(tmp_path / "d") == 0o700
    assert mode(tmp_path / "d" / "desk.key") == mode(tmp_path / "d" / "referee.key") == 0o600


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    make(tmp_path)
    Desk(tmp_path).close()


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "diary").write_text("dear diary")
    with pytest.raises(UsageError, match="is not empty: name a new folder"):
        make(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["diary"]


def test_a_desk_is_not_made_over_a_desk(tmp_path: Path) -> None:
    make(tmp_path)
    key = (tmp_path / "desk.key").read_bytes()
    with pytest.raises(UsageError, match="is a desk already"):
        make(tmp_path)
    assert (tmp_path / "desk.key").read_bytes() == key


def test_a_file_in_the_way_is_not_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match="is a file"):
        make(tmp_path / "file")
    with pytest.raises(BrokenDeskError, match="Not a directory"):
        make(tmp_path / "file" / "below")


@pytest.mark.parametrize("part", ["make_keys", "write_settings", "Maildir", "Store"])
def test_a_desk_that_cannot_be_finished_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    def fail(*_args: object, **_kwargs: object) -> None:
        raise OSError(28, "No space left on device")

    module = maildir_module if part == "Maildir" else desk_module
    original = getattr(module, part)
    monkeypatch.setattr(module, part, fail)
    if part == "Maildir":
        monkeypatch.setattr(module, part, type("Maildir", (), {"create": fail}))
    with pytest.raises(BrokenDeskError, match="No space left on device"):
        make(tmp_path / "d")
    assert not (tmp_path / "d").exists()
    (tmp_path / "e").mkdir()
    with pytest.raises(BrokenDeskError, match="No space left on device"):
        make(tmp_path / "e")
    assert list((tmp_path / "e").iterdir()) == [], "what was there before is as it was"
    monkeypatch.setattr(module, part, original)
    make(tmp_path / "d")


@pytest.mark.parametrize("name", ["", "-x", ".", "a b", "a/b", 'a"\nb', "é", "x" * 101])
def test_a_name_that_no_record_could_hold_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be a referee's name"):
        make(tmp_path / "d", name=name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("address", ["", "x", "a@b@c", 'x"@y', "a@b\nname = 1"])
def test_an_address_that_no_letter_could_bear_is_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(UsageError, match="is not a mail address"):
        make(tmp_path / "d", address=address)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[referee", "cannot read"),
        ("\xff", "cannot read"),
        ("", "missing required field `referee`"),
        ('[referee]\nname = "r"\naddress = "r@x.org"\ncolour = 1', "in referee: unknown field `colour`"),
        ('[referee]\nname = "r"\naddress = "r@x.org"\n[mail.imap]\nfoo = 1', "in mail.imap: unknown field `foo`"),
        ('foo = 1\n[referee]\nname = "r"\naddress = "r@x.org"', "outside of all sections: unknown field `foo`"),
        ('[referee]\nname = 7\naddress = "r@x.org"', "Expected `str`"),
        ('[referee]\nname = "-"\naddress = "r@x.org"', "cannot be a referee's name"),
        ('[referee]\nname = "r"\naddress = "nobody"', "is not a mail address"),
        ('[referee]\nname = "r"\naddress = "r@x.org"\n[store]\ndatabase = "oracle:x"', "not a database"),
        ('[referee]\nname = "r"\naddress = "r@x.org"\n[store]\ndatabase = "sqlite:///other.db"', "missing"),
        ('[referee]\nname = "r"\naddress = "r@x.org"\n[store]\ndatabase = "sqlite:///inbox"', "cannot be used"),
    ],
)
def test_settings_that_are_wrong_are_told_in_one_line(tmp_path: Path, text: str, why: str) -> None:
    make(tmp_path)
    (tmp_path / "pbem.toml").write_bytes(text.encode("latin-1"))
    with pytest.raises(BrokenDeskError, match=why) as caught:
        Desk(tmp_path)
    assert len(str(caught.value).splitlines()) == 1


def test_a_folder_without_settings_is_no_desk(tmp_path: Path) -> None:
    with pytest.raises(BrokenDeskError, match="is not a desk: make one with `pbem init DIR`"):
        Desk(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["desk.key", "referee.key"])
@pytest.mark.parametrize("content", [None, b"", b"xyz", b"00" * 31, b"\xff" * 64, b"00" * 33])
def test_a_key_that_is_missing_or_damaged_is_named_and_not_shown(
    tmp_path: Path, name: str, content: bytes | None
) -> None:
    make(tmp_path)
    path = tmp_path / name
    path.unlink() if content is None else path.write_bytes(content)
    with pytest.raises(BrokenDeskError, match="restore it from a backup") as caught:
        Desk(tmp_path)
    assert name in str(caught.value)
    assert not content or content.decode("latin-1") not in str(caught.value)


@pytest.mark.parametrize("rights", [0o640, 0o604, 0o666])
@pytest.mark.parametrize("name", ["desk.key", "referee.key"])
def test_a_key_that_others_may_read_is_refused(tmp_path: Path, name: str, rights: int) -> None:
    make(tmp_path)
    (tmp_path / name).chmod(rights)
    with pytest.raises(BrokenDeskError, match=f"chmod 600 {tmp_path / name}"):
        Desk(tmp_path)


def test_its_notes_are_signed_by_its_own_key(tmp_path: Path) -> None:
    make(tmp_path)
    desk = Desk(tmp_path)
    head = Head(7, bytes(range(32)))
    assert read_note(desk.note("g1", head), desk.public_key, REFEREE) == ("g1", head)
    desk.close()


@pytest.mark.parametrize("name", ["", " Anna", "_x", "a\x1b[31m", "a\u202eb", "x" * 41, "a\nb", "A/B", "{name}"])
def test_names_that_could_confuse_a_reader_are_refused(fresh: Desk, folder: Path, name: str) -> None:
    before = rows(folder)
    with pytest.raises(UsageError, match="cannot be a name"):
        add_player(fresh, Member(name))
    assert rows(folder) == before


@pytest.mark.parametrize(
    ("player", "key", "why"),
    [
        (Member("ANNA"), b"", "there is a player 'Anna' already"),
        (Member("Eve", "not an address"), b"", "is not a mail address"),
        (Member("Eve", language="la"), b"", "is not one of the languages"),
        (Member("Eve"), b"-----BEGIN OPENSSH PRIVATE KEY-----\nc2VjcmV0", "this is a private key"),
        (Member("Eve"), b"c2VjcmV0", "this is no key"),
    ],
)
def test_players_who_cannot_be_enrolled_are_not(
    fresh: Desk, folder: Path, player: Member, key: bytes, why: str
) -> None:
    before = rows(folder)
    with pytest.raises(UsageError, match=why) as caught:
        add_player(fresh, player, key)
    assert rows(folder) == before
    assert "c2VjcmV0" not in str(caught.value)


def test_a_key_belongs_to_one_player(fresh: Desk) -> None:
    with pytest.raises(UsageError, match="is Anna's already"):
        add_player(fresh, Member("Eve"), write_line(public_key(KEYS["Anna"])).encode())
