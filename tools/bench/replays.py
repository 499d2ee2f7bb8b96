"""A step in the replay of a game, in Chromium: from the call to the end of its layout."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from pbem.desk.archive.adding import add_export
from pbem.desk.archive.shelf.ledger import Ledger
from pbem.desk.archive.shelf.shelf import Shelf
from pbem.desk.archive.site.making import Kept
from tools.bench.clock import progress
from tools.bench.desks import Bench
from tools.bench.lines import Line
from tools.chromium import chromium

PUBLISHED = Path(__file__).parents[2] / "archive"
MOST_MS = 16  # of a frame that is not missed
WIDTHS = {"a desk": 1200, "a phone": 390}
# Everything that a step shows is measured, layout included: reading a height makes the browser do it at once.
_STEPS = """
() => {
  const times = [];
  go(0);
  for (let step = 1; step <= last; step++) {
    const begun = performance.now();
    go(step);
    document.body.offsetHeight;
    times.push(performance.now() - begun);
  }
  return times;
}
"""


def bench_replay(bench: Bench) -> Iterator[Line]:
    """Time every step of the largest published game, from its start to its end, and back to the start once before."""
    progress("the page of the largest published game")
    page = _page(bench.folder / "replay", _largest())
    for where, width in WIDTHS.items():
        times = _times(page, width, bench.times)
        figures = f"worst of {len(times)} steps of {page.parent.name}; median {median(times):.1f} ms of {MOST_MS}"
        yield Line("replay", f"a step on {where}, worst", max(times) / MOST_MS, 1, f"{figures}, {max(times):.1f} ms")


def _largest() -> Path:
    """Return the published game with the most entries."""
    games = (path.parent for path in PUBLISHED.glob("*/log.jsonl"))
    return max(games, key=lambda folder: (folder / "log.jsonl").read_bytes().count(b"\n"))


def _page(folder: Path, game: Path) -> Path:
    shelf = Shelf(folder)
    add_export(shelf, game)
    kept = Kept(shelf)
    for line in Ledger(shelf).lines:
        kept.make(line.game, line.head)
    return kept.page(game.name)


def _times(page: Path, width: int, passes: int) -> list[float]:
    """Return what each step takes, in milliseconds, when all were looked at once: a browser learns a script first.

    Each is taken in several passes, and the least counts: a clock tells what others do at that moment, too.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        window = browser.new_page(viewport={"width": width, "height": 900})
        window.goto(page.as_uri())
        window.wait_for_selector("html.ready")
        window.evaluate(_STEPS)
        taken: list[list[float]] = [window.evaluate(_STEPS) for _ in range(passes)]
        browser.close()
    return [min(step) for step in zip(*taken, strict=True)]
