"""The browser in which tests and benches look at pages: the headless shell of Debian's Chromium.

It draws the same pages as the whole browser, in half of the time.
"""

import shutil

PACKAGE = "chromium-headless-shell"


def chromium() -> str:
    """Return where the browser is; refuse a machine that has none."""
    found = shutil.which(PACKAGE)
    if found is None:
        raise RuntimeError(f"{PACKAGE} not found: run `make packages`")
    return found
