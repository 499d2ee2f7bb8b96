"""How long tests take. Tests over 50 ms are marked `slow`, and the files that take longest come first. A pytest plugin.

What each test took is kept in the cache of pytest. `make durations` writes the table of slow tests from it.
"""

import gc
import tomllib
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter, process_time

import pytest

TABLE = Path(__file__).with_suffix(".toml")
LIMIT = 0.05  # seconds
KEPT = "pbem/spent"  # the name of what was measured in the cache of pytest
ENOUGH = 1000  # measured tests, to tell how fast a machine is
FAR = 5000  # times as long as tests take in the middle, which is about a hundredth of LIMIT
_SERVERS = frozenset({"browser_with", "cluster", "dovecot", "postfix"})  # fixtures that start one

Spent = tuple[float, float]  # seconds on the clock, and on the processor
NOTHING: Spent = (0.0, 0.0)


_WATCH = pytest.StashKey["Watch"]()
_MADE = pytest.StashKey[dict[str, Spent]]()


@dataclass(frozen=True)
class Table:
    """What was measured when `make durations` ran."""

    slow: Mapping[str, float]  # seconds for a case, by test function; single cases of quick functions, too
    quick: frozenset[str]  # cases of slow functions that `make quick` runs, since nothing quicker runs the same lines


@cache
def table() -> Table:
    """Read the table."""
    read = tomllib.loads(TABLE.read_text("utf-8"))
    return Table(read["slow"], frozenset(read["quick"]))


def function_of(case: str) -> str:
    """Return the test function of a case: its name without parameters."""
    return case.partition("[")[0]


def needs_server(item: pytest.Item) -> bool:
    """Say whether a server or a browser is started for a test."""
    callspec = getattr(item, "callspec", None)
    is_stored = callspec is not None and callspec.params.get("server", "sqlite") != "sqlite"
    return is_stored or not _SERVERS.isdisjoint(getattr(item, "fixturenames", ()))


def is_slow(item: pytest.Item) -> bool:
    """Say whether a test is left out by `make quick`."""
    case = item.nodeid
    is_listed = case in table().slow or function_of(case) in table().slow
    return needs_server(item) or (is_listed and case not in table().quick)


def too_slow(took: Mapping[str, float], cases: Iterable[str]) -> list[str]:
    """Return which cases took very long; nothing where too little was measured to know what is long on this machine."""
    if len(took) < ENOUGH:
        return []
    most = FAR * median(took.values())
    return [case for case in cases if took.get(case, 0) > most]


def longest_first(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return tests in the order in which two processes are done soonest: the files that take longest first."""
    found = list(items)
    seconds: dict[Path, float] = {}
    for item in found:
        took = table().slow.get(function_of(item.nodeid), 0)
        seconds[item.path] = seconds.get(item.path, 0) + took
    return sorted(found, key=lambda item: -seconds[item.path])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow, before pytest looks at the marks."""
    for item in items:
        if is_slow(item):
            item.add_marker(pytest.mark.slow)
    items[:] = longest_first(items)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let nobody look for garbage among thousands of tests, which stay until the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(50_000, 20, 20)  # new objects between two looks for garbage: few are any


class Watch:
    """Measures two times at once: that on the clock, and that of the processor."""

    def __init__(self) -> None:
        self._clock, self._processor = perf_counter(), _processor_time()

    def read(self) -> Spent:
        """Return what went by since it began."""
        return perf_counter() - self._clock, _processor_time() - self._processor


def _processor_time() -> float:
    """Return how long this process was at work, and those it started that have ended."""
    children = getrusage(RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Measure how long it takes to make what many tests share."""
    watch = Watch()
    try:
        return (yield)
    finally:
        if fixturedef.scope != "function":
            made = request._pyfuncitem.stash.setdefault(_MADE, {})
            made[_name(fixturedef)] = _less(watch.read(), made.values())


def _name(fixturedef: pytest.FixtureDef[object]) -> str:
    return f"{fixturedef.baseid}::{fixturedef.argname}"


def shared(item: pytest.Item) -> list[str]:
    """Return what a test uses that is made once for many."""
    found = getattr(item, "_fixtureinfo", None)
    definitions = found.name2fixturedefs.values() if found else ()
    return [_name(each[-1]) for each in definitions if each[-1].scope != "function"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Hand on what was measured."""
    report = yield
    vars(report)["spent"] = item.stash[_WATCH].read()
    item.stash[_WATCH] = Watch()
    if call.when == "setup":
        vars(report)["made"] = item.stash.get(_MADE, {})
        vars(report)["shared"] = shared(item)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Begin to measure."""
    item.stash[_WATCH] = Watch()
    return (yield)


class Record:
    """Adds up what tests take, and keeps it when they are over."""

    def __init__(self) -> None:
        self._took: dict[str, Spent] = {}
        self._call: dict[str, float] = {}
        self._made: dict[str, Spent] = {}  # what many share, by its name
        self._shared: dict[str, list[str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a part of a test; what is made then and shared by many is not its own."""
        case = report.nodeid
        spent: Spent = getattr(report, "spent", NOTHING)
        made: dict[str, Spent] = getattr(report, "made", {})
        own = _less(spent, made.values())
        self._took[case] = _sum((self._took.get(case, NOTHING), own))
        if report.when == "call":
            self._call[case] = spent[1]
        self._made |= made
        self._shared.setdefault(case, []).extend(getattr(report, "shared", ()))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Keep it, beside what is known of tests that were not run now."""
        store = getattr(session.config, "cache", None)
        if store and self._took:
            store.set(KEPT, store.get(KEPT, {}) | dict(self._all()))

    def _all(self) -> Iterator[tuple[str, dict[str, float]]]:
        users = Counter(name for names in self._shared.values() for name in names)
        for case, own in self._took.items():
            made = {name: self._made[name] for name in self._shared[case] if name in self._made}
            share = _sum((clock / users[name], processor / users[name]) for name, (clock, processor) in made.items())
            clock, processor = _sum((own, share))
            found = {
                "clock": clock,
                "processor": processor,
                "call": self._call.get(case, 0.0),
                "shared": _sum(made.values())[1],
            }
            yield case, {name: round(seconds, 4) for name, seconds in found.items()}


def _sum(spent: Iterable[Spent]) -> Spent:
    clocks, processors = zip(NOTHING, *spent, strict=True)
    return sum(clocks), sum(processors)


def _less(whole: Spent, parts: Iterable[Spent]) -> Spent:
    clock, processor = _sum(parts)
    return whole[0] - clock, whole[1] - processor


def pytest_configure(config: pytest.Config) -> None:
    """Keep a record in the process that hears of all tests."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Record())
