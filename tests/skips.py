"""What may be skipped: only what cannot work without root, and nothing at all as root. A pytest plugin."""

import os
from collections.abc import Generator, Iterator

import pytest

NEEDS_ROOT = {
    "postfix": "only root can start Postfix: its programs change to users of their own",
}


def need_root(what: str) -> None:
    """Skip a test for everybody but root; `what` is a key of NEEDS_ROOT."""
    if os.geteuid():
        pytest.skip(NEEDS_ROOT[what])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a test fail that is skipped and may not be."""
    report = yield
    _refuse(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let a whole file fail that is skipped and may not be."""
    report = yield
    _refuse(report)
    return report


def _refuse(report: pytest.TestReport | pytest.CollectReport) -> None:
    if not report.skipped or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    refusals = list(_refusals(reason.removeprefix("Skipped: ")))
    if refusals:
        report.outcome = "failed"
        report.longrepr = "\n".join(refusals)


def _refusals(reason: str) -> Iterator[str]:
    if not os.geteuid():
        yield f"skipped, though nothing may be skipped as root: {reason}"
    if reason not in NEEDS_ROOT.values():
        yield f"skipped for a reason that tests/skips.py does not name: {reason}"
