"""Releases: what is not ready is refused for its reason, and what is released is what was tried. All on a copy."""

import shutil
import sysconfig
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tools.campaigns import Green, code_digest, git, main, missing, read_notes, run, write_note
from tools.release import ReleaseError, build, check, compare, cut, own_version, release, unreleased

ROOT = Path(__file__).parents[2]
CAMPAIGNS = ("quick", "slow")
VERSION = "99.0.0"
CHANGELOG = "# Changelog\n\n## Unreleased\n\n### For players\n\n* Letters are green\n\n## 0.1.0\n\n* The first\n"
MAKEFILE = "quick:\n\ttrue\nslow:\n\ttest ! -e wrong\nfickle:\n\techo 1 >> code.py\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project of which everything is committed."""
    folder = tmp_path / "a project"
    folder.mkdir()
    for name, text in {
        "CHANGELOG.md": CHANGELOG,
        "Makefile": MAKEFILE,
        "code.py": "",
        "pyproject.toml": '[project]\nname = "pbem"\nversion = "0.1.0"\n',
        ".gitignore": "/.campaigns\n/dist/\n",
    }.items():
        (folder / name).write_text(text)
    return committed(folder)


def committed(folder: Path) -> Path:
    git(folder, "init", "--quiet")
    git(folder, "config", "user.name", "somebody")
    git(folder, "config", "user.email", "somebody@example.org")
    return saved(folder)


def saved(folder: Path) -> Path:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "a change")
    return folder


def green(folder: Path, *campaigns: str) -> Path:
    for campaign in campaigns:
        write_note(folder, Green(campaign, code_digest(folder), "0" * 40, "2026-01-02T03:04:05+00:00", 1))
    return folder


def test_what_was_green_on_this_code_is_noted_and_not_run_again(project: Path) -> None:
    said: list[str] = []
    assert run(project, CAMPAIGNS, said.append) == []
    assert [(note.campaign, note.code) for note in read_notes(project)] == [
        (campaign, code_digest(project)) for campaign in CAMPAIGNS
    ]
    assert read_notes(project)[0].commit == git(project, "rev-parse", "HEAD").strip()
    said.clear()
    assert run(project, CAMPAIGNS, said.append) == []
    assert said == ["quick: was green on this code", "slow: was green on this code"]


def test_a_campaign_that_fails_or_during_which_the_code_changes_is_not_noted(project: Path) -> None:
    (project / "wrong").touch()
    said: list[str] = []
    assert run(project, ("quick", "slow", "fickle"), said.append) == ["slow", "fickle"]
    assert [note.campaign for note in read_notes(project)] == ["quick"]
    assert said[-1] == "fickle: NOT NOTED, for the code was changed while it ran"


@pytest.mark.parametrize("name", ["code.py", "Makefile", "pyproject.toml"])
def test_a_note_is_worth_nothing_when_the_code_has_changed(
    project: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    green(project, *CAMPAIGNS)
    assert main(["--list", *CAMPAIGNS], project) == 0
    (project / name).write_text("# changed\n")
    assert list(missing(project, CAMPAIGNS)) == [
        f"{campaign}: last green on 2026-01-02, at commit 000000000000" for campaign in CAMPAIGNS
    ]
    assert main(["--list", *CAMPAIGNS], project) == 1
    assert "all are green" in capsys.readouterr().out.splitlines()[0]


def test_without_names_all_campaigns_of_the_makefile_are_meant(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "Makefile").write_text("CAMPAIGNS := one two\n")
    green(project, "one")
    assert main(["--list"], project) == 1
    assert capsys.readouterr().out == "two: never green here\n"


def test_what_is_no_campaign_is_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "Makefile").write_text("CAMPAIGNS := one two\n")
    with pytest.raises(SystemExit):
        main(["one", "twwo"], project)
    assert "there is no campaign 'twwo'; there are one, two" in capsys.readouterr().err


def test_pages_are_no_code(project: Path) -> None:
    green(project, *CAMPAIGNS)
    (project / "CHANGELOG.md").write_text("# Changelog\n")
    assert list(missing(project, CAMPAIGNS)) == []


def test_what_is_ready_is_not_refused(project: Path) -> None:
    check(green(project, *CAMPAIGNS), VERSION, CAMPAIGNS)


def refused(project: Path, version: str = VERSION) -> str:
    before = git(project, "log", "--all", "--oneline"), git(project, "status", "--porcelain")
    with pytest.raises(ReleaseError) as error:
        release(project, version, CAMPAIGNS, lambda _line: None)
    assert (git(project, "log", "--all", "--oneline"), git(project, "status", "--porcelain")) == before
    return str(error.value)


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("", "'' is not a version: write three numbers"),
        ("v2", "'v2' is not a version"),
        ("1.02.0", "'1.02.0' is not a version"),
        ("0.1.0", "version 0.1.0 is out already"),
        ("0.0.9", "version 0.0.9 is not later than 0.1.0"),
    ],
)
def test_a_version_that_is_none_or_not_new_is_refused(project: Path, version: str, why: str) -> None:
    assert why in refused(green(project, *CAMPAIGNS), version)


def test_a_version_that_has_a_tag_is_refused(project: Path) -> None:
    git(project, "tag", f"v{VERSION}")
    assert refused(green(project, *CAMPAIGNS)) == f"version {VERSION} is out already: take a later one"


def test_what_is_not_committed_is_refused(project: Path) -> None:
    (project / "new.py").touch()
    assert refused(green(project, *CAMPAIGNS)) == "not everything is committed: `git status` says what"


def test_a_changelog_with_nothing_unreleased_is_refused(project: Path) -> None:
    (project / "CHANGELOG.md").write_text(CHANGELOG.replace("* Letters are green\n\n", ""))
    assert "nothing under 'Unreleased'" in refused(green(saved(project), *CAMPAIGNS))


def test_missing_campaigns_are_named(project: Path) -> None:
    assert refused(green(project, "quick")).splitlines() == [
        "run `make campaigns`, for these were not green on this code:",
        "  slow: never green here",
    ]


def test_the_changelog_is_cut_by_version() -> None:
    assert unreleased(CHANGELOG) == "* Letters are green"
    written = cut(CHANGELOG, "0.2.0", "2026-02-03")
    assert written.startswith("# Changelog\n\n## Unreleased\n\n## 0.2.0, 2026-02-03\n\n### For players\n\n* Letters")
    assert unreleased(written) == ""


def test_builds_that_differ_are_refused(tmp_path: Path) -> None:
    for folder, text in (("first", "1"), ("second", "2")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.whl").write_text(text)
    with pytest.raises(ReleaseError, match=r"two builds of a\.whl differ"):
        compare(tmp_path / "first", tmp_path / "second")


def test_a_release_that_git_does_not_commit_changes_nothing(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / ".git" / "hooks").mkdir(exist_ok=True)
    hook = project / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\necho no release today >&2\nexit 1\n")
    hook.chmod(0o755)
    monkeypatch.setattr("tools.release.build", lambda _folder, target, _now: target.mkdir() or target)
    monkeypatch.setattr("tools.release.try_out", lambda *_asked: None)
    assert "no release today" in refused(green(project, *CAMPAIGNS))
    assert not (project / "dist").exists()


def test_a_release_is_built_tried_committed_and_tagged(tmp_path: Path) -> None:
    project = tmp_path / "a project"
    for name in filter(None, git(ROOT, "ls-files", "-z").split("\0")):
        if not name.startswith("tests/") and (ROOT / name).is_file():
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, project / name)
    (project / "CHANGELOG.md").write_text(CHANGELOG)
    green(committed(project), *CAMPAIGNS)
    said: list[str] = []
    release(project, VERSION, CAMPAIGNS, said.append, packages=Path(sysconfig.get_path("purelib")))
    assert said == [
        "wheel and sdist: twice the same bytes",
        "wheel: tried in an environment of its own",
        f"{VERSION}: committed and tagged v{VERSION}; the files are in dist/",
    ]
    assert git(project, "status", "--porcelain") == ""
    assert git(project, "tag", "--points-at", "HEAD").split() == [f"v{VERSION}"]
    assert own_version(project) == VERSION
    assert f"## {VERSION}, " in (project / "CHANGELOG.md").read_text()
    assert sorted(path.name for path in (project / "dist").iterdir()) == [
        f"pbem-{VERSION}-py3-none-any.whl",
        f"pbem-{VERSION}.tar.gz",
    ]
    again = build(
        project, tmp_path / "again", datetime.fromtimestamp(int(git(project, "log", "-1", "--format=%ct")), UTC)
    )
    compare(project / "dist", again)  # the commit has the time of the files: anybody can build them again
