"""Every colour there is, by name, for daylight and for dark screens. Nothing else in the kit or a game names one."""

from collections.abc import Mapping

THEMES = ("light", "dark")

_GROUNDS = {
    "ground": ("#F3ECE0", "#171411"),
    "surface": ("#FFFCF6", "#352E28"),
    "sunken": ("#EBE2D2", "#25201B"),
    "line": ("#D9CCB6", "#463D34"),
    "line-strong": ("#8A7A64", "#8F8272"),
    "ink": ("#2A231E", "#F2EADD"),
    "ink-soft": ("#63574A", "#BDB09E"),
    "accent": ("#98291C", "#F2937B"),
    "accent-soft": ("#F7E4DB", "#38231C"),
    "changed": ("#6B35B5", "#C3A6FF"),
    "ok": ("#2C6A3C", "#86C993"),
    "ok-soft": ("#E2EEDF", "#1F3325"),
    "hatch": ("#CDBFA8", "#554B40"),
    "road": ("#DCCFB9", "#322B24"),
    "rome": ("#F0D9CC", "#3D261E"),
    "rome-edge": ("#C4694A", "#C9714F"),
    "shade": ("#DDD1BD", "#0E0C0A"),
}
_TILES = {
    "tile-red": ("#F6DDD2", "#46291F"),
    "tile-green": ("#DDEBDD", "#22382A"),
    "tile-grey": ("#E4E0DA", "#35312D"),
    "tile-none": ("#F4EEDF", "#37311F"),
    "glyph-red": ("#B23A22", "#F2937B"),
    "glyph-green": ("#2E7048", "#86C993"),
    "glyph-grey": ("#5F5A54", "#BDB09E"),
}
# Light in both themes, with ink of daylight on them.
PROVINCES = {
    "AEG": "#F2E3A0",
    "BRI": "#C4DDF0",
    "GAL": "#DCCDE8",
    "GER": "#C9E3CC",
    "HIS": "#F3C4B8",
    "MAC": "#F5D3A4",
    "WILD": "#DAD6CF",  # of no colour
}
# What things are made of: lighter in the dark, but for what is drawn by the lines on it, which are light there.
_MATTER = {
    "water": ("#3E8FC4", "#58A8DE"),
    "grain": ("#D9A62B", "#DDB04A"),
    "wine": ("#8E3B63", "#BC5D8C"),
    "gold": ("#E0B13A", "#E4BA4E"),
    "wood": ("#A5713F", "#B98650"),
    "stone": ("#9A948B", "#7C766D"),
    "marble": ("#E9E4DB", "#7D7870"),
    "steel": ("#8797A3", "#92A5B2"),
    "clay": ("#C9694A", "#CB6F50"),
    "crest": ("#A8311F", "#CE5640"),
    "leaf": ("#6F936F", "#63906A"),
    "plaster": ("#EFE6D6", "#5C5248"),
    "paper": ("#FFFCF6", "#352E28"),
    "skin": ("#F1DEC6", "#8A6F55"),
}
_PIECES = {
    "outline": ("#2A231E", "#F2EADD"),
    "on-light": ("#1F1B18", "#1F1B18"),
    "changed-on-light": ("#6B35B5", "#6B35B5"),
    "veil": ("#F0EBDF", "#F0EBDF"),
    "on-dark": ("#FFFFFF", "#FFFFFF"),
    "plaza-1": ("#3C4450", "#93A4B8"),
    "plaza-2": ("#C9694A", "#D0714F"),
    "plaza-3": ("#2A231E", "#171411"),
    "plaza-3-rays": ("#C8992F", "#D6A83C"),
    "plaza-4": ("#C9694A", "#D0714F"),
    "plaza-ground": ("#FFFCF6", "#352E28"),
}
SEATS = {
    "blue": "#0072B2",
    "grey": "#555555",
    "orange": "#E69F00",
    "purple": "#CC79A7",
    "brown": "#6B3A14",
    "green": "#009E73",
    "yellow": "#F0E442",
    "white": "#FFFFFF",
    "black": "#1F1B18",
}
_SAME = {f"province-{name}": colour for name, colour in PROVINCES.items()}
_SAME |= {f"seat-{name}": colour for name, colour in SEATS.items()}
_BOTH = {name: (colour, colour) for name, colour in _SAME.items()}

COLOURS: Mapping[str, tuple[str, str]] = {**_GROUNDS, **_TILES, **_MATTER, **_PIECES, **_BOTH}


def colour(name: str, theme: str) -> str:
    """Return a colour of a theme as it is written in SVG."""
    return COLOURS[name][THEMES.index(theme)]
