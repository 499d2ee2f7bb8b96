"""Every bad input gets one clear line, the right exit code, no traceback, and changes nothing."""

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.desk.store.sql import FORMAT
from tests.cli.hosting import done, no, pbem, process
from tests.desk.house import BLUE, GAME, HOLDERS, PBEM, ROOT, legal, opened, rows, signed_mail, surroundings, tamper
from tests.wording import REFEREE, text_of

PAIR = ("--seat", "blue=Anna", "--seat", "orange=Bruno")
NEW = ("game", "new", "fortuna")
WHY = ("--reason", "x")

USAGE: dict[str, tuple[tuple[str, ...], str]] = {
    "no such command": (("fly",), "No such command 'fly'"),
    "no such option": (("log", GAME, "--colour"), "No such option"),
    "no such game": (("game", "show", "f9"), "there is no game 'f9' here; `pbem game list`"),
    "no such game to log": (("log", "f9"), "there is no game 'f9'"),
    "no such game to look back in": (("position", "f9", "--at", "3"), "there is no game 'f9'"),
    "no such game to verify": (("verify", "f9"), "there is no game 'f9'"),
    "no such game to export": (("export", "f9", "x"), "there is no game 'f9'"),
    "a path for a game": (("log", "../../etc/passwd"), "there is no game"),
    "no such folder to verify": (("verify", "./nowhere"), "there is no folder './nowhere'"),
    "no such seat": (("game", "show", GAME, "--seat", "pink"), "f1 has no seat 'pink'; its seats are blue, orange"),
    "no such seat in a report": (("report", GAME, "--seat", "{0}"), "f1 has no seat '{0}'"),
    "no such player": (("order", GAME, "Eve"), "there is no player 'Eve' here; there is Anna, Bruno"),
    "a player of no seat": (("order", GAME, "Carla"), "Carla does not play in f1"),
    "an offer that ends at once": (("game", "offer", "fortuna", "--seats", "2", "--lapse", "0d"), "an hour or more"),
    "a zone that is none": ((*NEW, *PAIR, "--pace", "swift", "--zone", "posixrules"), "there is no zone 'posixrules'"),
    "places from nothing on": (
        ("game", "result", GAME, "--place", "blue=0", "--place", "orange=2", *WHY),
        "places begin at 1",
    ),
    "a store of no kind": (("init", "new", "--store", "mysql://x"), "is not a database this version knows"),
    "a store at no port": (("init", "new", "--store", "postgresql://u@h:99999/n"), "Port out of range"),
    "no password": (
        ("init", "new", "--store", "postgresql://u@h/n", "--password-file", "nowhere"),
        "cannot read nowhere: No such file",
    ),
    "no such sheet": (("order", GAME, "Anna", "nowhere"), "cannot read nowhere: No such file"),
    "a folder for a sheet": (("order", GAME, "Anna", "/"), "cannot read /: Is a directory"),
    "an entry below": (("position", GAME, "--at", "-1"), "-1 is not in the range"),
    "an entry beyond": (("position", GAME, "--at", "100000"), "f1 has no entry 100000; `pbem log f1`"),
    "an entry far beyond": (("position", GAME, "--at", "9" * 30), "f1 has no entry 999"),
    "a report far beyond": (("report", GAME, "--at", "9" * 30), "f1 has no entry 999"),
    "a way back far beyond": (("game", "back", GAME, "9" * 30, *WHY), "f1 has no entry 999"),
    "no number": (("position", GAME, "--at", "x"), "'x' is not a valid integer"),
    "before the start": (("position", GAME, "--at", "1"), "had not started at entry 1"),
    "no such language": (("report", GAME, "--lang", "la"), "'la' is not one of"),
    "no reason": (("game", "void", GAME), "Missing option '--reason'"),
    "an empty reason": (("game", "void", GAME, "--reason", "  "), "a reason is 1 to 500 printable characters"),
    "a long reason": (("game", "void", GAME, "--reason", "x" * 501), "a reason is 1 to 500"),
    "a reason with an escape": (("game", "void", GAME, "--reason", "a\x1b[2Jb"), "a reason is 1 to 500"),
    "default for no seat": (("game", "default", GAME, "--seat", "pink", *WHY), "f1 has no seat 'pink'"),
    "substitute by nobody": (("game", "substitute", GAME, "blue", "Eve", *WHY), "there is no player 'Eve'"),
    "no bots": (("game", "play", GAME), "say who plays"),
    "no such bot": (("game", "play", GAME, "--bots", "clever"), "there is no bot 'clever'"),
    "no such kind": (("game", "new", "chess", *PAIR), "there is no game 'chess'; there is"),
    "a seat without a name": ((*NEW, "--seat", "blue"), "'blue' is not of the form --seat blue=Anna"),
    "a seat twice": ((*NEW, "--seat", "blue=Anna", "--seat", "blue=Bruno"), "'blue' is given twice"),
    "an unknown seat": ((*NEW, *PAIR, "--seat", "pink=Carla"), "fortuna has no seat 'pink'"),
    "an unknown player": ((*NEW, "--seat", "blue=Anna", "--seat", "orange=Eve"), "there is no player 'Eve'"),
    "an unknown option": ((*NEW, *PAIR, "--option", "a=b"), "'a'"),
    "an unknown value": ((*NEW, *PAIR, "--option", "setup=%s"), "%s"),
    "an id with a path": ((*NEW, *PAIR, "--id", "../x"), "'../x' cannot be a game's id"),
    "an id taken": ((*NEW, *PAIR, "--id", GAME), "there is a game 'f1' already"),
    "a table that is not there": ((*NEW, *PAIR, "--table", "nowhere"), "cannot read nowhere: No such file"),
    "a table without end": ((*NEW, *PAIR, "--table", "/dev/zero"), "/dev/zero is larger than 1000000 bytes"),
    "a name taken": (("player", "add", "anna"), "there is a player 'Anna' already"),
    "a name that is none": (("player", "add", "a\x1b]0;x\x07"), "cannot be a name"),
    "an address that is none": (("player", "add", "Eve", "--mail", "x y"), "'x y' is not a mail address"),
    "a key that is none": (("player", "add", "Eve", "--key", "mine"), "this is no key"),
    "a key without end": (("player", "add", "Eve", "--key", "/dev/zero"), "/dev/zero is larger than"),
    "a mail that is not there": (("mail", "receive", "nowhere"), "cannot read nowhere: No such file"),
    "a witness that is none": (("verify", GAME, "--witness", "mine"), "mine holds no signed note"),
    "a desk over a desk": (("init", "."), "is not empty: name a new folder"),
    "a desk without a name": (("init", "new", "--name", "-"), "cannot be a referee's name"),
    "a secret key without end": (("sign", "--key", "/dev/zero"), "/dev/zero is larger than"),
    "an empty name of a key": (("player", "add", "Eve", "--key", ""), "an empty value means nothing here"),
    "an empty name of a key, joined": (("player", "add", "Eve", "--key="), "an empty value means nothing here"),
    "an empty name of a table": ((*NEW, *PAIR, "--table", ""), "an empty value means nothing here"),
    "an empty seat to sign for": (("sign", "--seat", ""), "an empty value means nothing here"),
    "an empty address": (("player", "mail", "Anna", ""), "an empty value means nothing here"),
    "an empty folder for exports": (("export", "--all", ""), "an empty value means nothing here"),
    "a secret key that is none": (("sign", "--key", "mine"), "mine: "),
}


@pytest.mark.parametrize("what", USAGE)
def test_wrong_usage_is_told_in_a_line(
    running: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "mine").write_text("neither key nor note\n")
    monkeypatch.chdir(tmp_path / "work")
    words, why = USAGE[what]
    before = rows(running)
    said = no(2, running, *words, text="end\n")
    assert why in said
    assert len(said.splitlines()) <= 5
    assert rows(running) == before
    assert [path.name for path in Path().iterdir()] == ["mine"]


SHEETS: dict[str, tuple[bytes, int, str]] = {
    "empty": (b"", 1, text_of(REFEREE, "empty")),
    "a megabyte": (b"wait\n" * 200_000, 1, text_of(REFEREE, "too_long", count=1_000_000, most=16_000)),
    "more than a megabyte": (b"x" * 1_000_001, 2, "is larger than 1000000 bytes"),
    "NUL bytes": (b"end\0\n", 1, f"line 1: {text_of(REFEREE, 'control')}"),
    "no UTF-8": (b"end\xff\n", 2, "byte 4 is not UTF-8 text; save the sheet as UTF-8"),
    "a third line": (b"%s\n# so far so good\nsing 1 song\n", 1, "line 3: 'sing 1 song'"),
    "an escape": (b"\x1b]0;pwned\x07end\n", 1, text_of(REFEREE, "control")),
    "bidi marks": ("end \u202e\n".encode(), 1, text_of(REFEREE, "control")),
    "a decision that cannot come up": (
        b"%s\nreserve none",
        1,
        "line 2: " + text_of(REFEREE, "cannot_come_up", kind="reserve", possible=""),
    ),
    "a template": (b"{{7*7}} {0.__class__} %%s %%(x)d ${HOME} $(id) `id`\n", 1, "{{7*7}}"),
    "a number out of range": (b"9999\n", 1, "line 1: "),
}


@pytest.mark.parametrize("what", SHEETS)
def test_a_sheet_that_cannot_be_taken_changes_nothing(running: Path, what: str) -> None:
    sheet, code, why = SHEETS[what]
    with opened(running) as desk:
        good = legal(desk, BLUE)[0].encode()
    before = rows(running)
    for words in (("order", GAME, "Anna"), ("order", GAME, "Anna", "--preview")):
        said = no(code, running, *words, text=sheet.replace(b"%s", good).replace(b"%%", b"%"))
        assert why in said
        assert "49" not in said
        assert "uid=" not in said
        assert len(said) < 2_000
    assert rows(running) == before


def test_words_that_are_no_text_are_refused(running: Path) -> None:
    for word in (b"f\xff", b"\xc3"):
        ran = subprocess.run(
            [PBEM, "--desk", running, b"log", word], capture_output=True, check=False, env=surroundings()
        )
        assert ran.returncode == 2
        assert b"is not UTF-8 text" in ran.stderr
        assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = [", "is not TOML"),
        ("a = " + "[" * 5000 + "]" * 5000, "is not TOML"),
        ("x = 1.5", "table"),
        ("day = 1979-05-27", "table"),
        ("version = 1", "table"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused(running: Path, tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "t.toml").write_text(text)
    before = rows(running)
    assert why in no(2, running, *NEW, *PAIR, "--table", tmp_path / "t.toml")
    assert rows(running) == before


def test_a_table_too_large_for_a_record_is_refused(running: Path, tmp_path: Path) -> None:
    shipped = (ROOT / "pbem/games/fortuna/table.toml").read_text()
    (tmp_path / "t.toml").write_text(shipped.replace("house = [", f'house = ["{"x" * 70_000}", '))
    before = rows(running)
    assert "the table does not fit into a record" in no(2, running, *NEW, *PAIR, "--table", tmp_path / "t.toml")
    assert rows(running) == before


SHEET = "to: r;game: g;seat: blue;token: t;n: 7;\nend\n"


class TestKeys:
    def test_a_key_is_never_overwritten(self, tmp_path: Path) -> None:
        done(tmp_path, "key", "new", tmp_path / "k")
        secret, public = (tmp_path / "k").read_bytes(), (tmp_path / "k.pub").read_bytes()
        assert "exists already; a key is never overwritten" in no(2, tmp_path, "key", "new", tmp_path / "k")
        assert ((tmp_path / "k").read_bytes(), (tmp_path / "k.pub").read_bytes()) == (secret, public)
        assert (tmp_path / "k").stat().st_mode & 0o777 == 0o600
        (tmp_path / "k").unlink()
        no(2, tmp_path, "key", "new", tmp_path / "k")
        assert not (tmp_path / "k").exists()

    def test_the_key_that_is_made_without_a_name_is_the_one_that_signs(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.delenv("PBEM_KEY", raising=False)
        assert "there is no player.key here: make one with `pbem key new`" in no(2, tmp_path, "sign", text=SHEET)
        done(tmp_path, "key", "new")
        assert done(tmp_path, "key", "show") == done(tmp_path, "key", "show", "player.key")
        signed = done(tmp_path, "sign", text=SHEET)
        assert signed == done(tmp_path, "sign", "--key", "player.key", text=SHEET)
        done(tmp_path, "key", "new", "other")
        monkeypatch.setenv("PBEM_KEY", "other")
        assert done(tmp_path, "sign", text=SHEET) == done(tmp_path, "sign", "--key", "other", text=SHEET) != signed

    def test_a_name_need_not_be_ascii(self, tmp_path: Path) -> None:
        done(tmp_path, "key", "new", tmp_path / "schlüssel")
        assert "schlüssel" in (tmp_path / "schlüssel.pub").read_text(encoding="utf-8")

    def test_a_folder_that_is_not_there_is_told(self, tmp_path: Path) -> None:
        assert "No such file or directory" in no(2, tmp_path, "key", "new", tmp_path / "a" / "k")

    def test_a_secret_key_given_for_a_public_one_is_not_shown(self, fresh: Path, tmp_path: Path) -> None:
        done(fresh, "key", "new", tmp_path / "k")
        said = no(2, fresh, "player", "add", "Eve", "--key", tmp_path / "k")
        assert not [line for line in (tmp_path / "k").read_text().splitlines() if line in said]


class TestSign:
    HEAD = "to: r; game: g; seat: blue; token: t;\n"

    @pytest.fixture
    def key(self, tmp_path: Path) -> Path:
        done(tmp_path, "key", "new", tmp_path / "k")
        return tmp_path / "k"

    @pytest.mark.parametrize("missing", ["to", "game", "seat", "token"])
    def test_what_a_block_needs_is_asked_for(self, key: Path, missing: str) -> None:
        text = "\n".join(part for part in self.HEAD.split(";") if not part.strip().startswith(missing))
        assert f"the sheet does not say '{missing}'" in no(2, key.parent, "sign", "--key", key, text=f"{text}\nend")

    @pytest.mark.parametrize("name", ["game", "seat"])
    @pytest.mark.parametrize("value", ["../../x", "a/b", "/etc/passwd", "..", "x" * 65])
    def test_luck_is_kept_beside_the_key_and_nowhere_else(self, key: Path, name: str, value: str) -> None:
        before = sorted(key.parent.rglob("*"))
        said = no(2, key.parent, "sign", "--key", key, "--luck", f"--{name}", value, text=self.HEAD)
        assert "cannot be a game and a seat" in said
        assert sorted(key.parent.rglob("*")) == before

    def test_luck_that_was_damaged_is_not_revealed(self, key: Path) -> None:
        done(key.parent, "sign", "--key", key, "--luck", text=self.HEAD)
        key.with_name("k.luck.g.blue").write_bytes(b"\xff")
        no(2, key.parent, "sign", "--key", key, "--luck", text=self.HEAD)
        key.with_name("k.luck.g.blue").write_bytes(b"")
        assert "64 hex digits" in no(2, key.parent, "sign", "--key", key, "--luck", text=self.HEAD)

    @pytest.mark.parametrize("text", ["", HEAD, f"{HEAD}seen: x y;\nend", f"{HEAD}" + "end;\n" * 500, f"{HEAD}ti: x;"])
    def test_a_sheet_that_no_block_can_hold_is_refused(self, key: Path, text: str) -> None:
        no(2, key.parent, "sign", "--key", key, text=text)


STRANGE = [b"", b"noise", b"\0" * 100, b"From: x@y.z\n\nhello", b"x" * 2_000_000]


class TestPipe:
    """What a mail server gets: 0 when the mail was dealt with, 75 when it is to keep it; never a bounce."""

    @pytest.mark.parametrize("raw", STRANGE, ids=range(len(STRANGE)))
    def test_strange_mail_is_taken_and_ignored(self, fresh: Path, raw: bytes) -> None:
        done(fresh, "mail", "send")
        before = rows(fresh)
        result = pbem(fresh, "mail", "receive", text=raw)
        assert result.exit_code == 0
        assert result.stdout.startswith("ignored: ")
        assert rows(fresh) == before
        assert len(list((fresh / "outbox" / "new").iterdir())) == 2

    def test_from_a_file_a_no_is_a_no(self, fresh: Path, tmp_path: Path) -> None:
        (tmp_path / "m").write_bytes(b"From: x@y.z\n\nhello")
        result = pbem(fresh, "mail", "receive", tmp_path / "m")
        assert result.exit_code == 1
        assert result.stdout.startswith("ignored: ")

    @pytest.mark.parametrize("damage", ["settings", "key", "format", "database", "nowhere"])
    def test_a_broken_desk_makes_the_server_try_again_and_tells_a_stranger_nothing(
        self, running: Path, damage: str
    ) -> None:
        with opened(running) as desk:
            raw = signed_mail(desk, BLUE, legal(desk, BLUE)[0])
        folder = running
        if damage == "settings":
            (running / "pbem.toml").write_text("[")
        elif damage == "key":
            (running / "desk.key").write_text("00" * 32)
        elif damage == "format":
            tamper(running, "UPDATE desk SET value = '99'")
        elif damage == "database":
            (running / "pbem.db").write_bytes(b"x" * 5000)
        else:
            folder = running / "nowhere"
        said = no(75, folder, "mail", "receive", text=raw)
        assert str(running) not in said
        assert GAME not in said
        assert len(said.splitlines()) == 1

    def test_so_it_does_when_the_answer_cannot_be_written_and_then_nothing_is_lost(self, running: Path) -> None:
        with opened(running) as desk:
            raw = signed_mail(desk, BLUE, legal(desk, BLUE)[0])
        (running / "outbox" / "tmp").rmdir()
        result = pbem(running, "mail", "receive", text=raw)
        assert result.exit_code == 75
        (running / "outbox" / "tmp").mkdir()
        assert done(running, "mail", "receive", text=raw).startswith("known: ")
        assert len(list((running / "outbox" / "new").iterdir())) >= 2


BROKEN = {
    "settings": ("pbem.toml", b"[referee", "pbem.toml"),
    "desk key": ("desk.key", b"zz", "desk.key"),
    "referee key": ("referee.key", None, "referee.key"),
    "database": ("pbem.db", b"no database" * 100, "restore it from a backup"),
    "no database": ("pbem.db", None, "is missing"),
}


@pytest.mark.parametrize("what", BROKEN)
@pytest.mark.parametrize("words", [("game", "list"), ("order", GAME, "Anna"), ("verify", GAME), ("rebuild",)])
def test_a_broken_desk_is_told_in_one_line(running: Path, what: str, words: tuple[str, ...]) -> None:
    name, content, why = BROKEN[what]
    for path in running.glob("pbem.db-*"):
        path.unlink()
    path = running / name
    path.unlink() if content is None else path.write_bytes(content)
    said = no(3, running, *words, text="end")
    assert why in said
    assert len(said.splitlines()) == 1
    assert said.startswith("pbem: ")


def test_a_desk_made_by_a_newer_version_is_told_in_one_line(running: Path) -> None:
    tamper(running, "UPDATE desk SET value = ?", str(FORMAT + 1))
    before = rows(running)
    said = no(3, running, "order", GAME, "Anna", text="end")
    found = f"this desk has table format {FORMAT + 1}, this pbem knows {FORMAT}"
    assert said == f"pbem: {found}: use the pbem that made it\n"
    assert rows(running) == before


def test_a_folder_that_is_no_desk_is_told(tmp_path: Path) -> None:
    assert "is not a desk: make one with `pbem init DIR`" in no(3, tmp_path, "game", "list")
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_neither_a_folder_nor_a_game_is_wrong_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "neither a folder 'nosuch' nor a desk in" in no(2, Path(), "verify", "nosuch")
    (tmp_path / "log.jsonl").touch()
    assert "is a file: name the folder of an export" in no(2, Path(), "verify", "./log.jsonl")


def test_a_folder_that_is_no_export_is_told_even_in_a_desk(running: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(running)
    (running / "g4x").mkdir()
    assert ". is no export: it holds no log.jsonl" in no(2, Path(), "verify", ".")
    assert "g4x is no export: it holds no log.jsonl" in no(2, Path(), "verify", "g4x")
    (running / GAME).mkdir()
    assert "valid: " in done(Path(), "verify", GAME)


@pytest.mark.parametrize("name", ["desk.key", "player.key"])
def test_a_key_given_for_a_sheet_is_not_shown(running: Path, tmp_path: Path, name: str) -> None:
    done(running, "key", "new", running / "player.key")
    said = no(2, running, "order", GAME, "Anna", running / name)
    assert "holds a key and no orders" in said
    assert not [line for line in (running / name).read_text().splitlines() if line in said]


def test_a_broken_record_is_told_with_its_entry(running: Path) -> None:
    tamper(running, "DELETE FROM snapshot")
    tamper(running, "UPDATE entry SET raw = replace(raw, 'blue', 'bleu') WHERE seq = 50")
    said = no(3, running, "game", "show", GAME)
    assert said.startswith("pbem: the record is broken: entry 5")
    result = pbem(running, "verify", GAME)
    assert result.exit_code == 1
    assert "NOT VALID: entry 5" in result.stdout


def test_every_command_has_help_that_teaches() -> None:
    def look(words: list[str]) -> None:
        result = CliRunner().invoke(main, [*words, "--help"])
        assert result.exit_code == 0, words
        command = main
        for word in words:
            command = command.get_command(None, word)  # type: ignore[assignment,arg-type]
        assert len((command.help or "").split()) >= 4, words
        for child in getattr(command, "list_commands", lambda _: [])(None):
            look([*words, child])

    look([])


def test_concurrent_commands_wait_for_each_other(fresh: Path) -> None:
    with opened(fresh) as desk:
        texts = {name: legal(desk, seat)[0] for seat, name in HOLDERS.items()}
    started = [
        subprocess.Popen(
            [PBEM, "--desk", fresh, "order", GAME, name, "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=surroundings(),
        )
        for name in texts
    ]
    for running, text in zip(started, texts.values(), strict=True):
        said, wrong = running.communicate(text.encode())
        assert running.returncode == 0, wrong
        assert said
    assert "valid" in done(fresh, "verify", GAME)
    assert process(fresh, "log", GAME).stdout.count(b"(desk)") == 2
