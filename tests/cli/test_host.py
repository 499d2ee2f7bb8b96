"""What a host does, from an empty folder to a verified export, command by command."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.desk.store.values import Member, Standing
from pbem.games.found import named
from pbem.record.log.entry import Head
from tests.cli.hosting import done, no, pbem, process
from tests.desk.house import BLUE, GAME, ROOT, head_of, legal, opened, rows, surroundings, tamper
from tests.wording import DESK, game_text, match_of, mentions, text_of

AWAITED = match_of(DESK, "desk_awaited")
ASKED = match_of(DESK, "desk_awaited", seat="SEAT").replace("SEAT", r"(\w+)")
TOTAL = text_of(DESK, "total")
PAIR = ("--seat", "blue=Anna", "--seat", "orange=Bruno")


def first_order(desk: Path, seat: str) -> str:
    """The first legal order as `game show` lists it."""
    found = re.search(r"^ +1  (.+)$", done(desk, "game", "show", "f1", "--seat", seat), re.MULTILINE)
    assert found
    return found[1]


def test_a_host_takes_a_game_from_nothing_to_a_verified_export(tmp_path: Path) -> None:
    desk, out = tmp_path / "desk", tmp_path / "out"
    assert "made a desk" in done(desk, "init", desk)
    assert "Anna is enrolled" in done(desk, "player", "add", "Anna", "--lang", "it")
    done(desk, "player", "add", "Bruno")
    assert "Anna" in done(desk, "player", "list")
    assert "opened f1" in done(desk, "game", "new", "fortuna", "--id", "f1", *PAIR)
    assert "f1" in done(desk, "game", "list")
    chosen = first_order(desk, "blue")
    before = rows(desk)
    assert mentions(done(desk, "order", "f1", "Anna", "--preview", text=chosen), DESK, "would_play", "it")
    assert rows(desk) == before
    done(desk, "order", "f1", "Anna", text=chosen)
    sheet = tmp_path / "sheet"
    sheet.write_text(first_order(desk, "orange"))
    assert mentions(done(desk, "order", "f1", "Bruno", sheet), DESK, "desk_awaited")
    told = json.loads(done(desk, "position", "f1", "--json"))
    assert told.keys() == {"game", "seq", "head", "waiting", "view"}
    assert json.loads(done(desk, "position", "f1", "--at", "3", "--seat", "blue", "--json"))["seq"] == 3
    assert "Fortuna" in done(desk, "report", "f1", "--text")
    assert "wrote" in done(desk, "report", "f1", "--seat", "blue", "-o", tmp_path / "r.html")
    assert (tmp_path / "r.html").read_text(encoding="utf-8").startswith("<!")
    asked = re.findall(rf"^{ASKED}", done(desk, "game", "show", "f1"), re.MULTILINE)
    said = done(desk, "game", "default", "f1", "--reason", "no answer for a week")
    assert re.match(rf"f1: the rules played for {', '.join(asked)}\n{AWAITED}", said)
    done(desk, "player", "add", "Carla")
    said = done(desk, "game", "substitute", "f1", "orange", "carla", "--reason", "on holiday")
    assert re.match(rf"f1: Carla plays orange from now on\n{AWAITED}", said)
    said = done(desk, "game", "back", "f1", "3", "--reason", "a slip of the pen")
    assert said.startswith("f1: went back to the state after entry 3; ")
    assert mentions(said, DESK, "desk_awaited", seat="orange", name="Carla")
    log = done(desk, "log", "f1")
    assert [word for word in ("play: no answer", "substitute: on holiday", "back: a slip") if word not in log] == []
    assert len(done(desk, "log", "f1", "--json").splitlines()) == len(log.splitlines())
    done(desk, "game", "play", "f1", "--bots", "greedy", "--seed", "1")
    shown = done(desk, "game", "show", "f1", "--seat", "orange")
    over, road = text_of(DESK, "desk_over", game="f1"), game_text(named("fortuna"), "points_road")
    assert re.search(rf"^{over}\n  1\. \w+ \([\w, ]+\): {TOTAL} \d+, {road} \d+", shown)
    assert f"orange (Bruno, Carla): {TOTAL} " in shown
    assert "token:" not in shown
    assert re.search(r"close   1\. \w+, 2\. \w+$", done(desk, "log", "f1").strip())
    done(desk, "export", "f1", out)
    for what in ("f1", out):
        verdict = json.loads(done(desk, "verify", what, "--json"))
        assert verdict.keys() >= {"ok", "entries", "head", "chance", "checks", "first_bad"}
        assert verdict["ok"] is True
        assert set(verdict["checks"].values()) == {"ok"}
    assert "valid: " in done(desk, "verify", out)
    ran = subprocess.run([sys.executable, ROOT / "tools" / "verify.py", out], capture_output=True, check=False)
    assert ran.returncode == 0, ran.stdout
    assert done(desk, "rebuild") == "rebuilt; no difference\n"


def test_a_preview_shows_what_would_be_played_and_writes_nothing(running: Path) -> None:
    with opened(running) as desk:
        text = legal(desk, BLUE)[0]
    before = rows(running)
    assert mentions(done(running, "order", GAME, "Anna", "--preview", text=text), DESK, "would_play", order=text)
    assert rows(running) == before
    assert text_of(DESK, "desk_played", order=text) in done(running, "order", GAME, "Anna", text=text)


def test_an_order_by_number_quotes_the_report_that_numbers_it(running: Path) -> None:
    shown = done(running, "game", "show", GAME, "--seat", "blue")
    seen = re.search(r"seen: \d+ [0-9a-f]+;", shown)
    assert seen
    with opened(running) as desk:
        second = legal(desk, BLUE)[1]
    said = done(running, "order", GAME, "Anna", text=f"{seen[0]}\n2\n")
    assert text_of(DESK, "desk_played", order=second) in said


def test_a_player_resigns_and_a_game_is_voided(running: Path) -> None:
    done(running, "order", GAME, "Bruno", text="resign")
    assert "orange: vacant" in done(running, "log", GAME)
    said = done(running, "game", "void", GAME, "--reason", "nobody is left")
    assert re.fullmatch(r"f1: ended without a result at entry \d+; nobody is awaited any more\n", said)
    shown = done(running, "game", "show", GAME, "--seat", "blue")
    void, reason = text_of(DESK, "desk_void", game="f1"), text_of(DESK, "desk_reason", reason="nobody is left")
    assert shown.startswith(f"{void}\n{reason}\n")
    assert "token:" not in shown
    done(running, "verify", GAME)


def test_luck_by_signed_mail_makes_the_dice_joint(tmp_path: Path) -> None:
    desk = tmp_path / "desk"
    done(desk, "init", desk)
    for name in ("Anna", "Bruno"):
        done(desk, "key", "new", tmp_path / name)
        assert "ssh:SHA256:" in done(desk, "key", "show", tmp_path / name)
        done(desk, "player", "add", name, "--key", tmp_path / f"{name}.pub", "--mail", f"{name}@example.org")
    said = done(desk, "game", "new", "fortuna", "--id", "g", "--luck", *PAIR)
    assert mentions(said, DESK, "desk_luck_missing", game="g", seats="blue, orange")
    for _twice in range(2):
        for seat, name in (("blue", "Anna"), ("orange", "Bruno")):
            lines = re.findall(r"^  (\w+: .+;)$", done(desk, "game", "show", "g", "--seat", seat), re.MULTILINE)
            block = done(desk, "sign", "--luck", "--key", tmp_path / name, text="\n".join(lines))
            letter = f"From: {name}@example.org\nSubject: luck\n\n{block}"
            assert done(desk, "mail", "receive", text=letter).startswith("kept: g")
            assert done(desk, "mail", "receive", text=letter).startswith("known: ")
    assert '"chance": "joint"' in done(desk, "verify", "g", "--json")
    assert len(list((desk / "outbox" / "new").iterdir())) == 8  # two openings, two answers, two calls, two reports
    kept = tmp_path / "Anna.luck.g.blue"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert kept.read_text().splitlines()[0] in done(desk, "log", "g", "--json")


def test_luck_is_revealed_once_to_who_shows_everybodys_commitment(tmp_path: Path) -> None:
    desk = tmp_path / "desk"
    done(desk, "init", desk)
    for name in ("Anna", "Bruno"):
        done(desk, "key", "new", tmp_path / name)
        done(desk, "player", "add", name, "--key", tmp_path / f"{name}.pub", "--mail", f"{name}@example.org")
    done(desk, "game", "new", "fortuna", "--id", "g", "--luck", *PAIR)

    def lines(seat: str) -> list[str]:
        return re.findall(r"^  (\w+: .+;)$", done(desk, "game", "show", "g", "--seat", seat), re.MULTILINE)

    def signed(name: str, *sheet: str) -> str:
        return done(desk, "sign", "--luck", "--key", tmp_path / name, text="\n".join(sheet))

    def send(name: str, block: str) -> str:
        return done(desk, "mail", "receive", text=f"From: {name}@example.org\nSubject: luck\n\n{block}")

    first = lines("blue")
    committed = signed("Anna", *first)
    assert send("Anna", committed).startswith("kept: g")
    done(desk, "mail", "send")
    told = [
        path.read_text()
        for path in (desk / "outbox" / "new").iterdir()
        if mentions(path.read_text(), DESK, "slip_committed")
    ]
    assert len(told) == 1
    assert "token:" not in told[0]  # there is nothing to sign now
    again = signed("Anna", *lines("blue"))
    assert "\nluck " in again  # not before everybody has committed
    assert "\nreveal " not in again
    assert send("Bruno", signed("Bruno", *lines("orange"))).startswith("kept: g")
    asked = lines("blue")
    early = [*asked[:-1], first[-1]]  # the line `seen` of the first letter
    kept = (tmp_path / "Anna.luck.g.blue").read_text()
    shown = signed("Anna", *early)
    assert send("Anna", shown).startswith("refused: g")
    why = no(2, desk, "sign", "--luck", "--key", tmp_path / "Anna", text="\n".join(asked))
    assert "was revealed before" in why
    assert "sign with --luck --again" in why
    shown_again = done(desk, "sign", "--luck", "--again", "--key", tmp_path / "Anna", text="\n".join(asked))
    assert "\nreveal " in shown_again
    (tmp_path / "Anna.luck.g.blue").write_text(kept)
    assert send("Anna", signed("Anna", *asked)).startswith("kept: g")


def test_a_saved_letter_is_a_witness(running: Path, tmp_path: Path) -> None:
    done(running, "mail", "send")
    letter = max((running / "outbox" / "new").iterdir())
    done(running, "export", GAME, tmp_path / "x")
    assert "valid" in done(running, "verify", tmp_path / "x", "--witness", letter)
    with opened(running) as desk:
        (tmp_path / "note").write_text(desk.note(GAME, head_of(desk)), encoding="utf-8")
        forged = desk.note(GAME, Head(9, bytes(32)))
    assert "valid" in done(running, "verify", GAME, "--witness", tmp_path / "note")
    (tmp_path / "note").write_text(forged, encoding="utf-8")
    result = pbem(running, "verify", GAME, "--witness", tmp_path / "note")
    assert result.exit_code == 1
    assert "NOT VALID" in result.stdout
    with opened(running) as desk:
        (tmp_path / "note").write_text(desk.note("f2", Head(9, bytes(32))), encoding="utf-8")
    for what in (GAME, tmp_path / "x"):
        said = no(2, running, "verify", what, "--witness", tmp_path / "note")
        assert "note is a letter of f2, not of f1" in said
    (tmp_path / "bomb").write_bytes(b"Content-Type: multipart/mixed; boundary=a\n\n--a\n" * 5000)
    assert "holds no signed note" in no(2, running, "verify", GAME, "--witness", tmp_path / "bomb")


def test_a_seat_that_nobody_had_yet_is_told_so(running: Path) -> None:
    for command in ("report", "position"):
        assert "had not started" in no(2, running, command, GAME, "--seat", "orange", "--at", "0")


def test_an_empty_file_is_no_key(running: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    assert "it holds no key" in no(2, running, "player", "key", "Anna", "--key", tmp_path / "empty", "--reason", "x")
    assert "it holds no key" in no(2, running, "player", "add", "Eve", "--key", tmp_path / "empty")
    assert "ssh:SHA256:" in done(running, "player", "list")


@pytest.mark.parametrize("there", ["k", "k.pub"])
def test_half_a_key_that_is_there_keeps_the_other_from_being_made(running: Path, tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("mine")
    assert f"{there} exists already" in no(2, running, "key", "new", tmp_path / "k")
    assert [path.name for path in tmp_path.glob("k*")] == [there]


def test_bots_go_on_with_who_has_not_chosen_yet(tmp_path: Path) -> None:
    desk = tmp_path / "desk"
    done(desk, "init", desk)
    for name in ("Anna", "Bruno"):
        done(desk, "player", "add", name)
    done(desk, "game", "new", "fortuna", "--id", "g", "--seat", "blue=Anna", "--seat", "grey=Bruno")
    for _ in range(2):
        done(desk, "game", "play", "g", "--bots", "--orders", "1")
    assert "move" in done(desk, "log", "g")


@pytest.mark.parametrize("every", ["-1", "0", "1e9"])
def test_a_daemon_looks_neither_all_the_time_nor_never(running: Path, every: str) -> None:
    assert "--every" in no(2, running, "run", "--every", every)


def test_the_chain_alone_can_be_checked(running: Path, tmp_path: Path) -> None:
    out = tmp_path / "x"
    done(running, "export", GAME, out)
    full = json.loads(done(running, "verify", out, "--json"))
    for what in (GAME, out):
        found = json.loads(done(running, "verify", what, "--chain", "--json"))
        assert (found["checks"], found["head"], found["entries"]) == ({"chain": "ok"}, full["head"], full["entries"])
    lines = (out / "log.jsonl").read_bytes().splitlines(keepends=True)
    (out / "log.jsonl").write_bytes(b"".join([*lines[:2], *lines[3:]]))
    result = pbem(running, "verify", out, "--chain")
    assert result.exit_code == 1
    assert "NOT VALID: entry 2: does not follow the entry before" in result.output
    (out / "log.jsonl").write_bytes(b"")
    assert "the record is empty" in pbem(running, "verify", out, "--chain").output
    assert "--chain looks at no witness" in no(2, running, "verify", GAME, "--chain", "--witness", out / "head.note")


def test_a_letter_of_another_game_does_not_hide_that_a_record_is_broken(running: Path, tmp_path: Path) -> None:
    with opened(running) as desk:
        (tmp_path / "note").write_text(desk.note("f2", Head(9, bytes(32))), encoding="utf-8")
    done(running, "export", GAME, tmp_path / "x")
    log = tmp_path / "x" / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"game":"f1"', b'"game":"f2"', 1))
    result = pbem(running, "verify", tmp_path / "x", "--witness", tmp_path / "note")
    assert result.exit_code == 1
    assert "NOT VALID" in result.stdout


def test_what_cannot_be_checked_yet_is_explained_and_no_signature_is_claimed(running: Path, tmp_path: Path) -> None:
    done(running, "export", GAME, tmp_path / "x")
    said = done(running, "verify", tmp_path / "x")
    assert "\nrules      later\n" in said
    assert "(later: " in said
    assert "evidence" not in done(running, "verify", GAME)


def test_what_is_said_to_a_player_is_in_his_language(tmp_path: Path) -> None:
    desk = tmp_path / "desk"
    done(desk, "init", desk)
    done(desk, "player", "add", "Anna", "--lang", "it")
    done(desk, "player", "add", "Bruno")
    done(desk, "game", "new", "fortuna", "--id", "f1", *PAIR)
    assert mentions(done(desk, "game", "show", "f1"), DESK, "desk_awaited", seat="blue")
    shown = done(desk, "game", "show", "f1", "--seat", "blue")
    about = game_text(named("fortuna"), "ask_reserve", "it")
    for told in (
        text_of(DESK, "desk_awaited", "it", seat="blu", name="Anna", about=about),
        text_of(DESK, "desk_orders", "it", seat="blu"),
        text_of(DESK, "desk_reply", "it"),
    ):
        assert told in shown
    assert mentions(
        done(desk, "order", "f1", "Anna", "--preview", text="reserve none"),
        DESK,
        "would_play",
        "it",
        order="copri nessuno",
    )
    assert mentions(done(desk, "order", "f1", "Anna", text="status"), DESK, "desk_awaited", "it", seat="blu")
    assert mentions(done(desk, "position", "f1", "--seat", "blue"), DESK, "desk_awaited", "it", seat="blu")
    said = done(desk, "order", "f1", "Anna", text="reserve none")
    planned = text_of(DESK, "desk_planned", "it", order="copri nessuno")
    assert said.startswith(f"{planned}\n{text_of(DESK, 'silence', 'it')}: {text_of(DESK, 'silence_kept', 'it')}\n")
    assert mentions(said, DESK, "desk_awaited", "it", seat="arancione")
    assert not mentions(said, DESK, "desk_awaited", "it", seat="blu")


def test_the_list_says_who_is_awaited_without_playing_any_game_again(running: Path) -> None:
    line = r"f1 +fortuna +running +\d+  blue \(Anna\) since \d{4}-\d\d-\d\d \d\d:\d\d UTC\n"
    assert re.fullmatch(line, listed := done(running, "game", "list"))
    done(running, "game", "new", "fortuna", "--id", "f2", *PAIR)
    tamper(running, "DELETE FROM entry")
    tamper(running, "DELETE FROM snapshot")
    second = "f2               fortuna    running      4  blue (Anna); orange (Bruno)\n"
    assert done(running, "game", "list") == second + re.sub(r" since .*", "", listed)


def test_lists_of_games_are_short_and_can_be_narrowed(running: Path) -> None:
    with opened(running) as desk, desk.store.write() as change:
        for number in range(60):
            phase = "void" if number % 20 == 0 else "over"
            change.games.put(Standing(f"old-{number:02}", "alea", phase, Head(9, bytes(32)), number))
        change.games.put_seat("old-03", "red", "Anna", "desk")

    def listed(*words: str) -> list[str]:
        return [line.split()[0] for line in done(running, "game", "list", *words).splitlines()]

    newest = [f"old-{number}" for number in range(59, 9, -1)]
    assert listed() == [GAME, *newest[:49], "and"]
    assert done(running, "game", "list", "--limit", "3").splitlines()[-1] == "and 58 more: see --limit"
    assert len(listed("--limit", "61")) == 61
    assert listed("--kind", "fortuna") == [GAME]
    assert listed("--phase", "void") == ["old-40", "old-20", "old-00"]
    assert listed("--phase", "void", "--kind", "fortuna") == []
    assert listed("--phase", "over", "--kind", "alea", "--limit", "2") == [*newest[:2], "and"]
    assert listed("--player", "anna") == [GAME, "old-03"]
    assert listed("--player", "Anna", "--limit", "1") == [GAME, "and"]
    assert listed("--player", "Anna", "--phase", "over") == ["old-03"]
    assert listed("--player", "Anna", "--kind", "praetor") == []
    assert "there is no player 'Nobody' here" in no(2, running, "game", "list", "--player", "Nobody")
    assert "there is no game 'chess'; there is alea" in no(2, running, "game", "list", "--kind", "chess")


def test_lists_of_people_are_short_and_go_on_after_a_name(running: Path) -> None:
    with opened(running) as desk, desk.store.write() as change:
        for number in range(60):
            change.people.put(Member(f"Person {number:02}"))

    def listed(*words: str) -> list[str]:
        return [line[:20].strip() for line in done(running, "player", "list", *words).splitlines()]

    assert listed()[:5] == ["Anna", "Bruno", "Carla", "Dora", "Person 00"]
    assert listed()[49:] == ["Person 45", "and 14 more: see --l"]
    assert listed("--after", "Person 57") == ["Person 58", "Person 59"]
    assert listed("--after", "Person 5", "--limit", "1") == ["Person 50", "and 9 more: see --li"]
    assert listed("--after", "Z") == []


def test_rebuilding_says_what_was_different(running: Path) -> None:
    tamper(running, "UPDATE game SET phase = 'over'")
    result = pbem(running, "rebuild")
    assert result.exit_code == 1
    assert result.stdout == "was different: game: f1\nrebuilt; 1 difference\n"
    done(running, "rebuild")


def test_private_things_are_shown_only_with_a_seat(running: Path) -> None:
    shown = done(running, "game", "show", GAME) + done(running, "position", GAME, "--json") + done(running, "log", GAME)
    assert not mentions(shown, DESK, "desk_orders")
    assert "token:" not in shown
    assert "(sealed)" in shown
    assert mentions(done(running, "game", "show", GAME, "--seat", "Anna"), DESK, "desk_orders", seat="blue")
    assert "@example.org" not in shown + done(running, "player", "list") + done(running, "game", "list")


def test_real_processes_say_the_same(running: Path, tmp_path: Path) -> None:
    ran = process(running, "verify", GAME)
    assert ran.returncode == 0
    assert ran.stdout.decode().startswith("bytes      ok")
    with opened(running) as desk:
        text = legal(desk, BLUE)[0]
    assert process(running, "order", GAME, "Anna", "-", text=b"\xff").returncode == 2
    ran = process(running, "order", GAME, "Anna", "-", text=text.encode())
    assert ran.returncode == 0
    assert ran.stdout.decode().startswith(f"{text_of(DESK, 'desk_played', order=text)}\n")


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["--version"]])
def test_help_loads_nothing_heavy(words: list[str]) -> None:
    script = (
        "import sys\nfrom pbem.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit as end:\n    assert not end.code\n"
        "heavy = {'sqlmodel', 'sqlalchemy', 'jinja2', 'pydantic', 'cryptography', 'msgspec'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    ran = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, check=False, env=surroundings())
    assert ran.returncode == 0, ran.stderr.decode()
    assert ran.stdout


def test_letters_move_to_another_address(running: Path) -> None:
    assert "Anna go to another address" in done(running, "player", "mail", "anna", "anna@new.example.org")
    done(running, "mail", "send")
    letters = [path.read_text() for path in (running / "outbox" / "new").iterdir()]
    assert any("anna@new.example.org" in letter for letter in letters)
    assert not any("anna@example.org" in letter for letter in letters)
    assert "is not a mail address" in no(2, running, "player", "mail", "Anna", "anna@x\nBcc: y@example.org")
    assert "there is no player" in no(2, running, "player", "mail", "Zoe", "zoe@example.org")


def test_keys_change_and_end_at_the_desk(running: Path, tmp_path: Path) -> None:
    done(running, "key", "new", tmp_path / "new")
    key_id = done(running, "key", "show", tmp_path / "new").splitlines()[1]
    said = done(running, "player", "key", "Anna", "--key", tmp_path / "new.pub", "--reason", "lost")
    assert said == f"Anna signs by {key_id} from now on\n"
    assert key_id in done(running, "player", "list")
    assert done(running, "log", GAME).splitlines()[-1].endswith("seat    blue: Anna")
    assert "no key any more" in done(running, "player", "revoke", "Anna", "--reason", "stolen")
    assert "desk only" in done(running, "player", "list")
    assert "valid: " in done(running, "verify", GAME)
    assert "reason" in no(2, running, "player", "revoke", "Anna", "--reason", "\n")
    (tmp_path / "no key").write_text("nothing of the kind\n")
    said = no(2, running, "player", "key", "Anna", "--key", tmp_path / "no key", "--reason", "x")
    assert "cannot be enrolled" in said


def test_a_game_says_which_signatures_it_takes(fresh: Path) -> None:
    done(fresh, "game", "new", "fortuna", "--id", "g", *PAIR, "--accept", "ssh", "--accept", "dkim")
    assert '"accepts":["ssh","dkim","desk","bot"]' in done(fresh, "log", "g", "--json")
    assert '"accepts":["ssh","pgp","x509","desk","bot"]' in done(fresh, "log", GAME, "--json")
    assert "Anna signs by ssh" in no(2, fresh, "game", "new", "fortuna", *PAIR, "--accept", "pgp")
    assert pbem(fresh, "game", "new", "fortuna", *PAIR, "--accept", "rot13").exit_code == 2


def test_an_order_is_answered_with_the_dice_and_what_followed(tmp_path: Path) -> None:
    desk = tmp_path / "dice"
    done(desk, "init", desk)
    for name, language in (("Anna", "en"), ("Bruno", "it")):
        done(desk, "player", "add", name, "--lang", language)
    done(desk, "game", "new", "fortuna", "--id", "f1", *PAIR)
    for name in ("Anna", "Bruno"):
        done(desk, "order", "f1", name, text="reserve none")
    name = "Anna" if mentions(done(desk, "game", "show", "f1"), DESK, "desk_awaited", seat="blue") else "Bruno"
    said = done(desk, "order", "f1", name, text="any\nany\nmilitary none\nwait").splitlines()
    english, italian = ("en", "blue", "military none"), ("it", "arancione", "potenza militare nessuno")
    language, seat, chosen = english if name == "Anna" else italian
    at = said.index(text_of(DESK, "desk_played", language, order=chosen))
    rolled = game_text(named("fortuna"), "rolled", language, seat=seat, dice="").strip()
    assert any(line.startswith(f"  {rolled}") for line in said[at:])
    assert sum(not line.startswith("  ") for line in said[: at + 1]) == 3


def test_desk_words_work_at_the_desk(running: Path) -> None:
    before = rows(running)
    assert "history 17" in done(running, "order", GAME, "Anna", text="help")
    assert mentions(done(running, "order", GAME, "Anna", text="status"), DESK, "desk_awaited", seat="blue")
    assert mentions(
        done(running, "order", GAME, "Bruno", text="piano"), DESK, "desk_planned", order="always keep step | any"
    )
    assert mentions(
        done(running, "order", GAME, "Bruno", text="status"), DESK, "desk_planned", order="always keep step | any"
    )
    for word in ("status", "plan"):
        said = done(running, "order", GAME, "Anna", text=word)
        assert mentions(said, DESK, "desk_planned", order=text_of(DESK, "desk_nothing"))
    board = done(running, "order", GAME, "Anna", text="board")
    assert board != done(running, "order", GAME, "Anna", text="history 20")
    game = named("fortuna")
    played = game_text(game, "played", seat="blue", card="cards/BUILDING")
    built = game_text(game, "built", seat="blue", building="buildings/AQUEDUCT", cost=4)
    assert done(running, "order", GAME, "Anna", text="history 19").startswith(f"{played}\n{built}\n")
    assert mentions(no(1, running, "order", GAME, "Anna", text="history 9999"), DESK, "desk_no_entry", entry="9999")
    with opened(running) as desk:
        text = legal(desk, BLUE)[0]
    assert mentions(
        done(running, "order", GAME, "Anna", text=f"vorschau\n{text}"),
        DESK,
        "would_play",
        order=text,
    )
    assert "line 2: 'fly'" in no(1, running, "order", GAME, "Anna", "--preview", text="# first\nfly")
    assert rows(running) == before
    assert mentions(done(running, "order", GAME, "Anna", text="tell Bruno: hello"), DESK, "desk_told", name="Bruno")
    assert rows(running, "letter") == {name: found for name, found in before.items() if name not in ("letter", "tally")}


def test_a_game_is_verified_although_a_folder_that_is_no_export_has_its_name(
    running: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / GAME).mkdir()
    monkeypatch.chdir(tmp_path)
    assert "valid: " in done(running, "verify", GAME)


def test_a_report_on_the_past_tells_what_happened_at_that_entry(running: Path) -> None:
    turned, *_ = game_text(named("fortuna"), "reserved", who="", card="").split()
    told = {
        4: f"! {match_of(DESK, 'entry_order', seat='Anna', number=4)}",
        5: f"! {match_of(DESK, 'entry_move', seat='Anna', number=5)}",
        7: rf"\* Bruno: {turned}",
        9: r"\* Bruno: ",
    }
    for entry, words in told.items():
        report = done(running, "report", GAME, "--at", entry, "--text")
        assert re.search(rf"\n{words}", report.partition(f"{text_of(DESK, 'happened')}\n")[2])
    last = len(done(running, "log", GAME).splitlines()) - 1
    for entry in range(3, last + 1):
        for seat in ((), ("--seat", "blue")):
            assert not mentions(done(running, "report", GAME, "--at", entry, "--text", *seat), DESK, "nothing_happened")
