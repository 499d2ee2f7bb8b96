"""What `make fresh` borrows of the machine that it runs on, and what it makes strange."""

import os
from pathlib import Path

import pytest

from tools.fresh.borrowed import mirror, python
from tools.fresh.conditions import CONDITIONS, together
from tools.fresh.system import named_in_readme

INDEX = "https://index.example/simple"


@pytest.fixture
def pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings of pip on a machine that has no others."""
    for word in [word for word in os.environ if word.startswith("PIP_")]:
        monkeypatch.delenv(word)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    return tmp_path / "pip.conf"


def test_the_new_system_gets_packages_of_python_from_where_this_machine_does(pip: Path, tmp_path: Path) -> None:
    for name in ("index/simple", "wheels"):
        (tmp_path / name).mkdir(parents=True)
    places = f"find-links = {tmp_path}/wheels\nextra-index-url = file://{tmp_path}/index/simple/"
    pip.write_text(f"[global]\nindex-url = {INDEX}\n{places}\n[install]\nretries = 3\n")
    borrowed = python()
    assert f"index-url = {INDEX}\n" in borrowed.settings
    assert f"find-links = {tmp_path}/wheels\n" in borrowed.settings
    assert "[install]\nretries = 3\n" in borrowed.settings
    assert {tmp_path / "index", tmp_path / "wheels"} <= set(borrowed.files)


def test_a_word_of_the_environment_goes_before_the_settings(pip: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pip.write_text("[global]\nindex-url = https://old.example/simple\n")
    monkeypatch.setenv("PIP_INDEX_URL", INDEX)
    settings = python().settings
    assert f"index-url = {INDEX}\n" in settings
    assert "old.example" not in settings


def test_places_that_are_not_there_are_left_out(pip: Path, tmp_path: Path) -> None:
    pip.write_text(f"[global]\nfind-links = {tmp_path}/nowhere\nextra-index-url = file://{tmp_path}/no/simple\n")
    assert not [path for path in python().files if tmp_path in path.parents]


def test_the_mirror_of_debian_is_the_one_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    apt = tmp_path / "apt-get"
    apt.write_text("""#!/bin/sh
echo 'http://safe.example/ bookworm-security main'
echo 'http://mirror.example/debian/ bookworm contrib'
echo 'http://mirror.example/debian/ bookworm main'
""")
    config = tmp_path / "apt-config"
    config.write_text("""#!/bin/sh
echo 'Acquire::http::Proxy "http://proxy.example:3142";'
echo 'Acquire::cdrom::mount "/media/cdrom/";'
echo 'Dir::Etc "etc/apt";'
""")
    for program in (apt, config):
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    found = mirror()
    assert (found.address, found.suite) == ("http://mirror.example/debian/", "bookworm")
    assert found.sources.splitlines()[0] == "deb http://safe.example/ bookworm-security main"
    assert len(found.sources.splitlines()) == 3
    assert found.settings == 'Acquire::http::Proxy "http://proxy.example:3142";\n'
    other = mirror("trixie")
    assert (other.address, other.suite) == ("http://mirror.example/debian/", "trixie")
    assert other.sources == found.sources.replace("bookworm", "trixie")


def test_readme_names_what_a_debian_needs() -> None:
    assert named_in_readme() == ["python3-venv", "make", "git"]


def test_conditions_hold_together() -> None:
    whole = together(CONDITIONS)
    assert whole.words["TZ"] == "America/St_Johns"  # the later of two zones
    assert whole.words["LC_ALL"] == "C"
    assert whole.without == {"HOME", "PYTHONUTF8"}
    assert (whole.umask, " " in whole.folder) == (0o077, True)
    assert all((whole.is_user, whole.is_alone, whole.is_nameless, whole.is_divided, whole.is_dated))


def test_no_condition_leaves_everything_as_it_is() -> None:
    usual = together([])
    assert (usual.words, usual.without) == ({}, frozenset())
    assert [name for name, one in CONDITIONS.items() if one._replace(why=usual.why) == usual] == []
