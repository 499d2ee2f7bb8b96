"""The fonts that readers have, as sets: each is what some machines show letters and pages with.

A set stands for all families that a page can ask for: for serifs, for letters of one width, and for all others. It has
files of the packages in `PACKAGES`, which `make packages` installs, and fonts that lie beside the drawing kit. Chromium
uses a set, and no other font of the machine, if it is started with `environment(...)`.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

PACKED = Path(__file__).parent.parent / "pbem" / "games" / "drawing" / "fonts"
_SYSTEM = Path("/usr/share/fonts/truetype")
PACKAGES = {
    "fonts-dejavu-core": _SYSTEM / "dejavu",
    "fonts-liberation": _SYSTEM / "liberation",
    "fonts-open-sans": _SYSTEM / "open-sans",
    "fonts-roboto-unhinted": _SYSTEM / "roboto",
}


class Family(NamedTuple):
    """A family by its name and its files."""

    name: str
    plain: Path
    bold: Path


class FontSet(NamedTuple):
    """What a page gets that asks for a serif, for letters of one width, or for any other family."""

    sans: Family
    serif: Family
    mono: Family


def _dejavu(kind: str) -> Family:
    folder = PACKAGES["fonts-dejavu-core"]
    name = f"DejaVu{kind.replace(' ', '')}"
    return Family(f"DejaVu {kind}", folder / f"{name}.ttf", folder / f"{name}-Bold.ttf")


def _liberation(kind: str) -> Family:
    folder = PACKAGES["fonts-liberation"]
    name = f"Liberation{kind}"
    return Family(f"Liberation {kind}", folder / f"{name}-Regular.ttf", folder / f"{name}-Bold.ttf")


_OPEN = PACKAGES["fonts-open-sans"]
_OPEN_SANS = Family("Open Sans", _OPEN / "OpenSans-Regular.ttf", _OPEN / "OpenSans-Bold.ttf")
_ROBOTO = PACKAGES["fonts-roboto-unhinted"] / "unhinted" / "RobotoTTF"
_ROBOTO_SANS = Family("Roboto", _ROBOTO / "Roboto-Regular.ttf", _ROBOTO / "Roboto-Bold.ttf")
_NOTO_SERIF = Family("Noto Serif", PACKED / "serif.ttf", PACKED / "serif.ttf")

WIDEST, NARROWEST = "dejavu", "roboto"
SETS = {
    "dejavu": FontSet(_dejavu("Sans"), _dejavu("Serif"), _dejavu("Sans Mono")),  # Linux; as wide as Verdana
    "liberation": FontSet(_liberation("Sans"), _liberation("Serif"), _liberation("Mono")),  # as Arial, Times, Courier
    "open": FontSet(_OPEN_SANS, _NOTO_SERIF, _dejavu("Sans Mono")),  # as wide as Noto Sans
    "roboto": FontSet(_ROBOTO_SANS, _NOTO_SERIF, _liberation("Mono")),  # Android
}

_SERIFS = ("serif", "Georgia", "Noto Serif", "DejaVu Serif", "Cambria", "Times", "Times New Roman")
_MONOS = ("monospace", "ui-monospace", "SFMono-Regular", "Menlo", "Consolas", "DejaVu Sans Mono", "Courier New")
_SERIF, _MONO = "a serif", "a mono"  # no family has such a name
_HEAD = '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n'


def environment(fonts: FontSet, folder: Path) -> dict[str, str]:
    """Return the environment of a process that has the fonts of a set only; the folder is for what that takes.

    Refuses a set whose files are not all there.
    """
    files = {path for family in fonts for path in (family.plain, family.bold)}
    missing = sorted(str(path) for path in files if not path.is_file())
    if missing:
        raise RuntimeError(f"{', '.join(missing)} not found: run `make packages`")
    links = folder / "fonts"
    links.mkdir(parents=True)
    for path in files:
        (links / path.name).symlink_to(path)
    settings = folder / "fonts.conf"
    settings.write_text(_settings(fonts, folder), encoding="utf-8")
    return {**os.environ, "FONTCONFIG_FILE": str(settings)}


def _settings(fonts: FontSet, folder: Path) -> str:
    """Return what fontconfig reads: every family that is asked for becomes one of three, and none is the sans."""
    kinds = dict.fromkeys(_SERIFS, _SERIF) | dict.fromkeys(_MONOS, _MONO)
    rules = [_rule({}, fonts.sans.name, "append")]
    rules += [_rule({family: "eq"}, kind) for family, kind in kinds.items()]
    rules.append(_rule({_SERIF: "not_eq", _MONO: "not_eq"}, fonts.sans.name))
    rules += [_rule({_SERIF: "eq"}, fonts.serif.name), _rule({_MONO: "eq"}, fonts.mono.name)]
    own = escape(str(folder))
    places = f"<dir>{own}/fonts</dir>\n<cachedir>{own}/cache</cachedir>\n"
    return f"{_HEAD}<fontconfig>\n{places}{''.join(rules)}</fontconfig>\n"


def _rule(asked: Mapping[str, str], given: str, mode: str = "assign") -> str:
    """Return a rule about the family that is asked for first: where it is as said, it becomes another."""
    first = '<test qual="first" name="family" compare="{}"><string>{}</string></test>'
    tests = "".join(first.format(how, family) for family, how in asked.items())
    edit = f'<edit name="family" mode="{mode}" binding="strong"><string>{given}</string></edit>'
    return f'<match target="pattern">{tests}{edit}</match>\n'
