"""What icons are made of: paths, discs, ovals and boxes, each with the classes it has, such as a fill.

Without a class a shape is drawn by its line alone.
"""


def path(course: str, kinds: str = "", width: float = 0) -> str:
    """Return a path, with a line of another width than others have if one is given."""
    heavy = f' stroke-width="{width:g}"' if width else ""
    return f'<path d="{course}"{_named(kinds)}{heavy}/>'


def holed(course: str, kinds: str) -> str:
    """Return a path whose inner courses are holes."""
    return f'<path fill-rule="evenodd" d="{course}"{_named(kinds)}/>'


def disc(x: float, y: float, radius: float, kinds: str = "") -> str:
    """Return a disc around a point."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"{_named(kinds)}/>'


def oval(x: float, y: float, across: float, down: float, kinds: str = "", turn: float = 0) -> str:
    """Return an oval around a point, turned if it is to be."""
    turned = f' transform="rotate({turn:g} {x:g} {y:g})"' if turn else ""
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{across:g}" ry="{down:g}"{turned}{_named(kinds)}/>'


def box(x: float, y: float, width: float, height: float, kinds: str = "", radius: float = 0) -> str:
    """Return a box by its upper left corner."""
    rounded = f' rx="{radius:g}"' if radius else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{rounded}{_named(kinds)}/>'


def kind(kinds: str, content: str) -> str:
    """Return shapes that all have the same classes."""
    return f"<g{_named(kinds)}>{content}</g>"


def heavy(width: float, content: str) -> str:
    """Return shapes whose lines have another width."""
    return f'<g stroke-width="{width:g}">{content}</g>'


def moved(how: str, content: str) -> str:
    """Return shapes moved, turned or scaled."""
    return f'<g transform="{how}">{content}</g>'


def _named(kinds: str) -> str:
    return f' class="{" ".join(f"d-{name}" for name in kinds.split())}"' if kinds else ""
