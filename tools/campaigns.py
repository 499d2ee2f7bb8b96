"""Runs the long checks one after the other, and notes which were green on which code: `make campaigns`.

Each of them is a target of the Makefile. A note holds a digest of all files that git tracks, except pages in Markdown.
It counts only as long as the code has that digest, so every change of code makes the notes before it worthless.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from time import monotonic

from msgspec import Struct, json

ROOT = Path(__file__).parents[1]
NOTES = ".campaigns"  # in the folder of the project; git ignores it
_PAGES = ".md"
_SHORT = 12  # digits of a digest, for people


class Green(Struct, frozen=True):
    """A note that a campaign found nothing wrong."""

    campaign: str
    code: str  # the digest of what it checked
    commit: str
    at: str
    seconds: int


def code_digest(root: Path) -> str:
    """Return the digest of all files that git tracks, pages in Markdown apart, as they are on the disk."""
    listed = git(root, "ls-files", "-z").split("\0")
    digest = sha256()
    for name in sorted(filter(None, listed)):
        path = root / name
        if not name.endswith(_PAGES):
            content = sha256(path.read_bytes()).hexdigest() if path.is_file() else "gone"
            digest.update(f"{name}\0{content}\n".encode())
    return digest.hexdigest()


def git(root: Path, *words: str) -> str:
    """Return what git says of a project."""
    done = subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True, text=True)
    return done.stdout


def known(root: Path) -> list[str]:
    """Return the campaigns that the Makefile of a project names."""
    found = re.search(r"^CAMPAIGNS := (.+)$", (root / "Makefile").read_text("utf-8"), re.MULTILINE)
    return found[1].split() if found else []


def read_notes(root: Path) -> list[Green]:
    """Return all notes, the oldest first."""
    path = root / NOTES
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [json.decode(line, type=Green) for line in lines]


def write_note(root: Path, note: Green) -> None:
    """Add a note."""
    with (root / NOTES).open("ab") as file:
        file.write(json.encode(note) + b"\n")


def missing(root: Path, campaigns: Sequence[str]) -> Iterator[str]:
    """Tell of each campaign that was not green on the code of today when it was green last."""
    code, last = code_digest(root), {note.campaign: note for note in read_notes(root)}
    green = {note.campaign for note in read_notes(root) if note.code == code}
    for campaign in campaigns:
        if campaign in green:
            continue
        note = last.get(campaign)
        when = f"last green on {note.at[:10]}, at commit {note.commit[:_SHORT]}" if note else "never green here"
        yield f"{campaign}: {when}"


def run(root: Path, campaigns: Sequence[str], say: Callable[[str], None]) -> list[str]:
    """Run those that were not green on this code yet; returns which failed."""
    wanted = [line.split(":")[0] for line in missing(root, campaigns)]
    for campaign in campaigns:
        if campaign not in wanted:
            say(f"{campaign}: was green on this code")
    return [campaign for campaign in wanted if not _is_green(root, campaign, say)]


def _is_green(root: Path, campaign: str, say: Callable[[str], None]) -> bool:
    say(f"{campaign}: runs")
    code, begun = code_digest(root), monotonic()
    done = subprocess.run(["make", "-C", str(root), "--no-print-directory", campaign], check=False)
    seconds = int(monotonic() - begun)
    if done.returncode:
        say(f"{campaign}: NOT GREEN after {seconds} s")
        return False
    if code_digest(root) != code:
        say(f"{campaign}: NOT NOTED, for the code was changed while it ran")
        return False
    commit = git(root, "rev-parse", "HEAD").strip()
    write_note(root, Green(campaign, code, commit, datetime.now(UTC).isoformat(timespec="seconds"), seconds))
    say(f"{campaign}: green after {seconds} s")
    return True


def main(given: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Run campaigns; 0 if all are green on the code of today."""
    parser = argparse.ArgumentParser("tools.campaigns", description=__doc__.splitlines()[0] if __doc__ else "")
    every = known(root)
    parser.add_argument("campaigns", nargs="*", metavar="CAMPAIGN", help=f"all, or some of: {', '.join(every)}")
    parser.add_argument("--list", action="store_true", help="run nothing; say which were not green on this code")
    asked = parser.parse_args(given)
    if strange := [name for name in asked.campaigns if every and name not in every]:
        parser.error(f"there is no campaign {strange[0]!r}; there are {', '.join(every)}")
    wanted = asked.campaigns or every
    if asked.list:
        found = list(missing(root, wanted))
        print(*(found or ["all are green on this code"]), sep="\n")
        return 1 if found else 0
    failed = run(root, wanted, lambda line: print(line, flush=True))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
