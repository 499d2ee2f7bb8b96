"""Every Python of this machine reads mails and checks games alike. The long form is `make pythons`."""

import base64
import json
import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tests.mail.block.test_survival import MAILS
from tests.mail.mutants import mutants, seeds, splices
from tests.mail.players import TEXT, raw_mail
from tests.mail.workshop import TYPED, dkim_signed, webmail
from tools.pythons.__main__ import main
from tools.pythons.found import ROOT, Python, chosen, found, given, python_at, supported
from tools.pythons.reading import read_all

ALTERNATIVE = 'Content-Type: multipart/alternative; boundary="=_b"'
BOTH = (
    f"--=_b\nContent-Type: text/plain; charset=utf-8\n\n{TYPED}\n--=_b\nContent-Type: text/html\n\n<p>hello\n--=_b--\n"
)
OPEN = BOTH.removesuffix("--=_b--\n")
SHEET = TEXT.encode()
# Where mail programs, and the readers of mail in Python's library, have differed from each other or from themselves.
EDGES = {
    "webmail in two parts, signed by its provider": dkim_signed(webmail(BOTH, kind=ALTERNATIVE)),
    "a signature in one long line": dkim_signed(webmail()).replace(b"\r\n ", b" "),
    "a multipart that is not closed": webmail(OPEN, kind=ALTERNATIVE),
    "a multipart that ends in a line that is not ended": webmail(BOTH.removesuffix("\n"), kind=ALTERNATIVE),
    "a multipart without a boundary": webmail(BOTH, kind="Content-Type: multipart/alternative"),
    "a multipart that holds no part": webmail("hello", kind=ALTERNATIVE),
    "a part without a header": raw_mail(b"--b\n\n" + SHEET + b"\n--b--\n", "Content-Type: multipart/mixed; boundary=b"),
    "a header that goes on after an empty line": raw_mail(SHEET, "Subject: my", " ", " orders"),
    "a header that begins with its second line": b" and more\n" + raw_mail(SHEET),
    "a line that is no field": raw_mail(SHEET, "no colon here"),
    "a field with a blank before its colon": raw_mail(SHEET, "Subject : orders"),
    "fields that are bytes": raw_mail(SHEET, "Subject: caf\xe9"),
    "line ends of three kinds": raw_mail(SHEET, "Subject: a\r\n b\r c"),
    "form feeds and separators in a header": raw_mail(SHEET, "Subject: a\x0cb\x1cc\x85d"),
    "words in an encoding": raw_mail(SHEET, "Subject: =?utf-8?q?caf=C3=A9?= =?latin1?B?6Q==?= =?x?Q?=ZZ?="),
    "a name in an encoding": SHEET.join([b"From: =?utf-8?q?M=C3=A1rta?= <marta@example.net>\n\n", b""]),
    "two senders": SHEET.join([b"From: ivo@example.net\n", b""]) + raw_mail(SHEET),
    "a parameter in pieces": raw_mail(SHEET, "Content-Type: text/plain; charset*0*=utf-8''ut; charset*1=f-8"),
    "a quoted parameter that is not closed": raw_mail(SHEET, 'Content-Type: text/plain; charset="utf-8'),
    "base64 with a letter too many": raw_mail(base64.b64encode(SHEET) + b"A", "Content-Transfer-Encoding: base64"),
    "base64 with signs that are none": raw_mail(
        base64.encodebytes(SHEET).replace(b"\n", b"!\n"), "Content-Transfer-Encoding: base64"
    ),
    "base64 that goes on after its end": raw_mail(
        base64.b64encode(SHEET[:40]) + b"==" + base64.b64encode(SHEET), "Content-Transfer-Encoding: base64"
    ),
    "quoted-printable with lone signs": raw_mail(
        SHEET + b"= =4 =\r =zz =", "Content-Transfer-Encoding: quoted-printable"
    ),
    "an attached mail": raw_mail(b"From: ivo@example.net\n\n" + SHEET, "Content-Type: message/rfc822"),
    "a page with broken tags": raw_mail(
        b"<p><!-- a > b --!><![CDATA[x]]>&#59;&lt&amp;lt;<br/>" + SHEET, "Content-Type: text/html"
    ),
    "signs that only newer Pythons know": raw_mail(f"{TYPED}tell ivo: \U0001fa77\n".encode()),
    "an accent that only newer Pythons know": raw_mail(f"{TYPED}tell ivo: a\u0897\u0316\n".encode()),
    "a word of a script that only newer Pythons know": raw_mail(f"{TYPED}tell \U00010d50: no\n".encode()),
    "only the line of an mbox": b"From marta@example.net Sun Jun  1 12:00:00 2025\n",
    "nothing": b"",
}  # fmt: skip
MUTANTS = 200


@cache
def pythons() -> tuple[Python, ...]:
    """The Python that runs this test, and all others of this machine that the project is for."""
    this = python_at(sys.executable)
    assert this is not None
    return tuple({python.version: python for python in [this, *chosen()[0]]}.values())


def said(python: Python, *words: str | Path) -> str:
    """Return what a Python says that has no libraries, and to which each warning is an error."""
    done = subprocess.run(
        [python.path, "-B", "-s", "-W", "error", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr == "", python.name
    return done.stdout


@pytest.fixture
def mails(tmp_path: Path) -> Path:
    """A folder of mails: such as programs write, such as none should, and mutants of signed ones."""
    random, good = Random(22), seeds()
    streams = [*(mutants(mail, random) for mail in good), splices(good, random)]
    changed = [mail for stream in streams for mail in islice(stream, MUTANTS // len(streams))]
    for name, mail in {**EDGES, **MAILS, **{f"mutant {n}": mail for n, mail in enumerate(changed)}}.items():
        (tmp_path / name).write_bytes(mail)
    return tmp_path


def test_every_python_reads_every_mail_as_the_desk_does(mails: Path) -> None:
    ours = read_all(mails)
    assert len(ours) > MUTANTS
    for python in pythons():
        theirs = json.loads(said(python, "-m", "tools.pythons.reading", mails))
        assert theirs.keys() == ours.keys()
        differing = [(name, theirs[name]) for name in ours if theirs[name] != ours[name]]
        assert differing[:1] == [], python.name


@pytest.mark.parametrize("game", ["fortuna-two", "praetor-two"])
def test_every_python_finds_a_published_game_valid(game: str) -> None:
    told = {python.name: said(python, "tools/verify.py", f"archive/{game}") for python in pythons()}
    assert {text for text in told.values() if "FAILED" in text} == set()
    assert len(set(told.values())) == 1, told


def test_the_metadata_name_the_versions_that_readme_does() -> None:
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    oldest, *_ = supported()
    assert metadata["requires-python"] == f">={oldest}"
    readme = (ROOT / "README.md").read_text("utf-8")
    assert f"Python {oldest} or newer" in readme
    (named,) = re.findall(r"tested with Python ([0-9., and]+[0-9])", readme)
    assert tuple(re.findall(r"3\.\d+", named)) == supported()


def test_the_python_that_runs_the_tests_is_one_that_the_metadata_name() -> None:
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in supported()


def program(folder: Path, name: str, version: str) -> Path:
    """Make a program that says it is a Python of a version, and can do nothing else."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    answer = json.dumps([[int(number) for number in version.split(".")], str(path)])
    path.write_text(f"#!/bin/sh\n[ $1 = -I ] || exit 1\necho '{answer}'\n")
    path.chmod(0o755)
    return path


def test_of_each_series_the_oldest_and_the_newest_are_found_on_the_path_and_in_pyenv(tmp_path: Path) -> None:
    for folder, version in [("one", "3.11.7"), ("two", "3.11.2"), ("three", "3.11.2")]:
        program(tmp_path / folder, "python3.11", version)
    for version in ("3.11.10", "3.12.1"):
        series = version.rpartition(".")[0]
        program(tmp_path / ".pyenv/versions" / version / "bin", f"python{series}", version)
    (tmp_path / "one/python3.13").write_text("this does not start")
    path = os.pathsep.join(str(tmp_path / folder) for folder in ("none", "one", "two", "three"))
    names = {
        series: [python.name for python in ones]
        for series, ones in found({"PATH": path, "HOME": str(tmp_path)}).items()
    }
    assert names == {**{series: [] for series in supported()}, "3.11": ["3.11.2", "3.11.10"], "3.12": ["3.12.1"]}


def test_a_python_of_another_series_than_its_name_says_is_not_taken(tmp_path: Path) -> None:
    program(tmp_path, "python3.12", "3.11.4")
    assert found({"PATH": str(tmp_path), "HOME": str(tmp_path)})["3.12"] == []


def test_a_python_can_be_named_and_one_that_does_not_start_is_refused(tmp_path: Path) -> None:
    odd = program(tmp_path, "odd", "3.14.0")
    assert given([str(odd)]) == [Python((3, 14, 0), odd)]
    with pytest.raises(SystemExit, match="'/nowhere/python' does not start"):
        given([str(odd), "/nowhere/python"])


def test_of_a_venv_the_python_is_taken_that_it_was_made_with() -> None:
    this = python_at(sys.executable)
    assert this is not None
    assert (this.version, this.path.is_relative_to(sys.prefix)) == (sys.version_info[:3], sys.prefix == sys.base_prefix)


def test_each_series_that_is_not_there_has_a_line_and_the_run_is_red(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for word in ("PYTHONS", "PYENV_ROOT"):
        monkeypatch.delenv(word, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert main([]) == 1
    *lines, last = capfd.readouterr().out.splitlines()
    assert lines == [f"pythons: {series}: not found, name one in PYTHONS" for series in supported()]
    assert last == "pythons: RED"


def test_a_python_in_which_nothing_can_be_installed_is_red(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    path = program(tmp_path, "python", "3.99.0")
    monkeypatch.setenv("PYTHONS", str(path))
    assert main([]) == 1
    _, told, last = capfd.readouterr().out.splitlines()
    assert re.fullmatch(rf"pythons: 3\.99\.0: no venv: {path} -m venv .+ failed after \d+ s", told)
    assert last == "pythons: RED"


def test_help_runs_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PYTHONS", "/no/python")  # which is refused, if it is asked for
    assert main(["--help"]) == 0
    assert "python3 -m tools.pythons tests/mail" in capsys.readouterr().out
