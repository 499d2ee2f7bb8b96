"""The packed fonts and the table of widths, made from font packages: run only when a font or its characters change.

`python -m tools.fonts FOLDER` takes a folder that holds the unpacked packages of Inter (variable, by its weight axis)
and Noto Serif (700), each split by script as web fonts are. It cuts and joins them into three small files beside the
drawing kit, and writes how wide each character is, by which the kit fits words. It needs fonttools and brotli.

`python -m tools.fonts` writes the table of widths alone: those of the packed fonts, and how wide a character is at most
in the fonts that readers have (see `fontsets`). Fonts change from release to release: what a character was found to
take stays in the table where it is more than the fonts of this machine say.
"""

import argparse
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from tools.fontsets import SETS, Family

HOME = Path(__file__).parent.parent / "pbem" / "games" / "drawing"
FONTS = HOME / "fonts"
WIDTHS = HOME / "widths.toml"
SCRIPTS = ("latin", "latin-ext", "greek", "cyrillic", "vietnamese")
PER_EM = 1000
_KEPT_TABLES = ("kern",)

FAMILIES = {
    "any-sans": [fonts.sans for fonts in SETS.values()],
    "any-serif": [fonts.serif for fonts in SETS.values()],
}
_SIGNS = "\u2010\u2011\u2012\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026\u2039\u203a\u2192\u2212\u202f"
LATIN = frozenset([*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x218, 0x21C), 0x1E9E, *map(ord, _SIGNS)])
GREEK = frozenset(range(0x386, 0x3CF))
CYRILLIC = frozenset([*range(0x400, 0x460), 0x490, 0x491])
VIETNAMESE = frozenset([*range(0x1EA0, 0x1EFA), 0x1A0, 0x1A1, 0x1AF, 0x1B0])
NAMES = LATIN | GREEK | CYRILLIC | VIETNAMESE  # what people at a desk may be called, but for the scripts of the East
FACES = {"sans": LATIN, "bold": NAMES, "serif": NAMES}  # names are never written in the plain face


def sans(folder: Path, weight: int) -> list[TTFont]:
    """Return Inter in one weight, a font for each script."""
    fonts = [_open(folder, f"inter-{script}-wght-normal.woff2") for script in SCRIPTS]
    for font in fonts:
        instantiateVariableFont(font, {"wght": weight}, inplace=True)
    return fonts


def serif(folder: Path) -> list[TTFont]:
    """Return Noto Serif in bold, a font for each script."""
    return [_open(folder, f"noto-serif-{script}-700-normal.woff2") for script in SCRIPTS]


def _open(folder: Path, name: str) -> TTFont:
    font = TTFont(next(iter(sorted(folder.rglob(name)))))
    font.flavor = None
    return font


def join(fonts: Iterable[TTFont], characters: frozenset[int], work: Path) -> TTFont:
    """Return one font with these characters, without hints, names and whatever else a picture does not need."""
    cut = []
    for number, font in enumerate(fonts):
        _cut(font, characters)
        path = work / f"{number}.ttf"
        font.save(path)
        cut.append(str(path))
    return Merger().merge(cut)


def _cut(font: TTFont, characters: frozenset[int]) -> None:
    options = Options(hinting=False, notdef_outline=True, name_IDs=[1, 2, 4, 6, 13, 14])
    options.layout_features = list(_KEPT_TABLES)
    options.drop_tables += ["STAT", "MVAR", "gasp", "prep"]
    cutter = Subsetter(options)
    cutter.populate(unicodes=characters & font.getBestCmap().keys())
    cutter.subset(font)


def label(font: TTFont, family: str, weight: int) -> None:
    """Name a font so that a renderer finds it by family and weight, and make its bytes the same at each run."""
    style = "Bold" if weight > 500 else "Regular"
    for entry, text in {1: family, 2: style, 4: f"{family} {style}", 6: f"{family.replace(' ', '')}-{style}"}.items():
        font["name"].setName(text, entry, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight
    font["head"].created = font["head"].modified = 0
    font.recalcTimestamp = False


def widths(font: TTFont) -> dict[int, str]:
    """Return the characters of each width, in thousandths of the size of the font."""
    scale = PER_EM / font["head"].unitsPerEm
    return by_width({code: round(font["hmtx"][glyph][0] * scale) for code, glyph in font.getBestCmap().items()})


def widest(families: Iterable[Family]) -> dict[int, str]:
    """Return the characters of names by how wide they are at most, plain or bold, in thousandths of their size."""
    most: dict[int, int] = {}
    for path in sorted({path for family in families for path in (family.plain, family.bold)}):
        font = TTFont(path)
        scale = PER_EM / font["head"].unitsPerEm
        for code in NAMES & font.getBestCmap().keys():
            width = font["hmtx"][font.getBestCmap()[code]][0] * scale
            most[code] = max(most.get(code, 0), ceil(width))
    return by_width(most)


def by_width(widths: Mapping[int, int]) -> dict[int, str]:
    """Return the characters of each width."""
    table: dict[int, str] = {}
    for code, width in sorted(widths.items()):
        table[width] = table.get(width, "") + chr(code)
    return dict(sorted(table.items()))


def by_character(table: Mapping[int, str]) -> dict[int, int]:
    """Return the width of each character."""
    return {ord(character): width for width, characters in table.items() for character in characters}


def at_most(*tables: Mapping[int, str]) -> dict[int, str]:
    """Return the characters of all tables by the most that one of them gives them."""
    most: dict[int, int] = {}
    for code, width in (one for table in tables for one in by_character(table).items()):
        most[code] = max(most.get(code, 0), width)
    return by_width(most)


def written() -> dict[str, dict[int, str]]:
    """Return the table of widths as it is."""
    faces = tomllib.loads(WIDTHS.read_text("utf-8"))
    return {face: {int(width): characters for width, characters in table.items()} for face, table in faces.items()}


def all_widths() -> dict[str, dict[int, str]]:
    """Return the widths of the packed fonts, and of the widest that readers have."""
    packed = {face: widths(TTFont(FONTS / f"{face}.ttf")) for face in FACES}
    return packed | {face: at_most(written()[face], widest(some)) for face, some in FAMILIES.items()}


def tell(faces: dict[str, dict[int, str]]) -> str:
    """Write the widths of all faces as TOML."""
    lines = [
        "# How wide each character of the packed fonts is, in thousandths of its size; and at most in any common font,",
        "# sans and serif. Made by tools/fonts.py.",
    ]
    for face, table in faces.items():
        lines += ["", f"[{face}]", *(f"{width} = {_quoted(characters)}" for width, characters in table.items())]
    return "\n".join(lines) + "\n"


def _quoted(characters: str) -> str:
    return '"' + "".join(_escaped(character) for character in characters) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if not character.isprintable() or character == "\u00ad":
        return f"\\u{ord(character):04x}"
    return character


def main(given: Sequence[str] | None = None) -> None:
    """Make the fonts, and the table of widths; without a folder the table alone."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", help="where the font packages are unpacked")
    folder = parser.parse_args(given).folder
    if folder is not None:
        pack(folder)
    WIDTHS.write_text(tell(all_widths()), encoding="utf-8")


def pack(folder: Path) -> None:
    """Cut and join the fonts of a folder into those that lie beside the drawing kit."""
    made = {"sans": (sans(folder, 450), "Inter", 400), "bold": (sans(folder, 650), "Inter", 700)}
    made["serif"] = (serif(folder), "Noto Serif", 700)
    FONTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        for face, (fonts, family, weight) in made.items():
            font = join(fonts, FACES[face], Path(work))
            label(font, family, weight)
            font.save(FONTS / f"{face}.ttf")


if __name__ == "__main__":
    main()
