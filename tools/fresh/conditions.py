"""What may be strange about a machine and its user. The tests try a handful of commands under each of them."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Condition(NamedTuple):
    """One thing that is strange, or several together."""

    why: str
    words: Mapping[str, str] = _NOTHING  # of the environment
    without: frozenset[str] = frozenset()  # words that the environment does not have
    umask: int = 0o022
    folder: str = "pbem"
    is_user: bool = False  # somebody who is not root
    is_alone: bool = False  # no network but this machine, and no IPv6
    is_nameless: bool = False  # no /etc/hostname
    is_divided: bool = False  # /tmp on another disk
    is_dated: bool = False  # old rules of time zones


CONDITIONS = {
    "east": Condition("the day begins 13 hours before UTC", {"TZ": "Pacific/Auckland"}),
    "west": Condition("the clock is half an hour off", {"TZ": "America/St_Johns"}),
    "locale": Condition("ASCII alone is expected", {"LC_ALL": "C"}, frozenset({"PYTHONUTF8"})),
    "umask": Condition("others may read nothing", umask=0o077),
    "homeless": Condition("no home folder is known", without=frozenset({"HOME"})),
    "gitless": Condition("git knows no user", {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}),
    "blank": Condition("the path has blanks", folder="a folder/of games"),
    "user": Condition("the user is not root", is_user=True),
    "alone": Condition("there is no network and no IPv6", is_alone=True),
    "nameless": Condition("there is no /etc/hostname", is_nameless=True),
    "divided": Condition("temporary files are on another disk", is_divided=True),
    "dated": Condition("time zones are those of the beginning of 2020", is_dated=True),
}
_USUAL = Condition("nothing is strange")


def together(names: Iterable[str]) -> Condition:
    """Return several conditions as one; of two that exclude each other the later one holds."""
    whole = _USUAL
    for name in names:
        one = CONDITIONS[name]
        changed = {key: value for key, value in one._asdict().items() if value != getattr(_USUAL, key)}
        changed["words"] = {**whole.words, **one.words}
        changed["without"] = whole.without | one.without
        whole = whole._replace(**changed)
    return whole
