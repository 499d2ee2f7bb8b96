"""The board as an SVG document: one band per building, one per player. Colours and letters tell owners apart."""

from collections.abc import Iterable

from pbem.games.alea.names import MESSAGES, WORDS
from pbem.games.alea.state import View
from pbem.games.game import Saying

LETTERS = "ABCDE"
INKS = ("#000000", "#D55E00", "#0072B2", "#009E73", "#CC79A7")
TINTS = {
    "yellow": "#F0E442",
    "blue": "#8EC5EE",
    "purple": "#D8BFD8",
    "green": "#A6DBC0",
    "red": "#F4A9A0",
    "orange": "#F5C77E",
}
WIDTH, BAND, LEFT = 760, 46, 110
DIE, TILE, PERSON = 30, 56, 66


def draw_picture(view: View, language: str) -> str:
    """Return a self-contained SVG document."""
    bands = [*_buildings(view, language), *_players(view, language), *_own(view, language)]
    height = BAND * len(bands) + 40
    title = MESSAGES.say(Saying("board_head", _numbers(view)), language)
    if view.position.phase == "over":
        title = MESSAGES.say(Saying("board_over"), language)
    seats = tuple(f"seat/{seat}" for seat in view.fixed.seats)
    desc = MESSAGES.say(Saying("board_desc", {"seats": seats}), language)
    body = "".join(f'<g transform="translate(0 {34 + BAND * at})">{band}</g>' for at, band in enumerate(bands))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="sans-serif" font-size="13"><title>Alea Iacta Est, {title}</title><desc>{desc}</desc>'
        f'<rect width="{WIDTH}" height="{height}" fill="#FBF8F0"/>{_text(10, 22, title, size=16)}{body}</svg>'
    )


def _numbers(view: View) -> dict[str, int]:
    return {"round": view.position.round, "rounds": view.fixed.rounds, "lap": view.position.lap}


def _text(x: int, y: int, text: str, *, size: int = 13, ink: str = "#222222", middle: bool = False) -> str:
    anchor = ' text-anchor="middle"' if middle else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{ink}"{anchor}>{text}</text>'


def _box(x: int, width: int, text: str, *, fill: str, ink: str = "#222222", edge: str = "#555555") -> str:
    rect = f'<rect x="{x}" y="6" width="{width}" height="30" rx="4" fill="{fill}" stroke="{edge}"/>'
    return rect + _text(x + width // 2, 26, text, ink=ink, middle=True)


def _die(x: int, value: int | str, owner: int) -> str:
    """A die in its owner's colour, with his letter."""
    return _box(x, DIE, f"{value}{LETTERS[owner]}", fill=INKS[owner], ink="#FFFFFF", edge="#222222")


def _row(label: str, *parts: tuple[int, str]) -> str:
    return _text(10, 26, label) + "".join(text for _, text in parts)


def _dice(x: int, dice: Iterable[tuple[int | str, int]]) -> tuple[int, str]:
    drawn = []
    for value, owner in dice:
        drawn.append(_die(x, value, owner))
        x += DIE + 3
    return x + 8, "".join(drawn)


def _buildings(view: View, language: str) -> list[str]:
    if view.position.phase == "over":
        return []
    position = view.position
    rolled = [(value, seat) for seat, dice in enumerate(position.rolls) for value in dice]
    bands = [_row(MESSAGES.say(Saying("board_roll"), language), _dice(LEFT, rolled))]
    if view.fixed.has_temple:
        sets = [(value, seat) for seat, dice in enumerate(position.temple) for value in dice]
        bands.append(_row(_name(view, "temple", language), _dice(LEFT, sets)))
    runs = [(value, seat) for seat, (low, high) in enumerate(position.senate) if low for value in range(low, high + 1)]
    bands.append(_row(_name(view, "senate", language), _dice(LEFT, runs)))
    camps = sorted(position.castrum, key=lambda camp: (-camp.size, -camp.value))
    sets = [(camp.value, camp.owner) for camp in camps for _ in range(camp.size)]
    bands.append(_row(_name(view, "castrum", language), _dice(LEFT, sets)))
    bands.append(_row("", _pieces(view, "tile", position.provinces, language)))
    columns = "".join(_box(LEFT + (DIE + 3) * at, DIE, "", fill="#FFFFFF") for at in range(view.fixed.columns))
    row = _dice(LEFT, [(die.value, die.owner) for die in position.forum])
    bands.append(_row(_name(view, "forum", language), (0, columns), row))
    bands.append(_row("", _pieces(view, "patrician", position.patricians, language)))
    latrine = [("", seat) for seat, count in enumerate(position.latrine) for _ in range(count)]
    bands.append(_row(_name(view, "latrine", language), _dice(LEFT, latrine[:19])))
    return bands


def _name(view: View, building: str, language: str) -> str:
    del view
    return WORDS.say("building", building, language)


def _pieces(view: View, section: str, codes: tuple[str, ...], language: str, start: int = LEFT) -> tuple[int, str]:
    """Tiles or patricians in the colour of their province, drawn closer where there are many."""
    width = TILE if section == "tile" else PERSON
    step = min(width + 4, (WIDTH - start - width - 6) // max(1, len(codes) - 1))
    drawn = [
        _box(start + step * at, width, WORDS.say(section, code, language), fill=_tint(view, code))
        for at, code in enumerate(codes)
    ]
    return 0, "".join(drawn)


def _tint(view: View, code: str) -> str:
    colour = view.fixed.table.colours.get(code[:3])
    return TINTS.get(colour.colour, "#DDDDDD") if colour else "#DDDDDD"


def _players(view: View, language: str) -> list[str]:
    bands = []
    for index, seat in enumerate(view.fixed.seats):
        player = view.position.players[index]
        counts = (("hand", player.hand), ("tokens", player.tokens), ("cards", player.cards))
        said = [f"{MESSAGES.say(Saying(f'board_{key}'), language)} {count}" for key, count in counts]
        kept = " ".join(str(value) if value else "?" for value in player.kept)
        said.append(f"{MESSAGES.say(Saying('board_fortune'), language)} {kept or '-'}")
        if view.position.scores:
            said.append(f"{MESSAGES.say(Saying('board_total'), language)} {view.position.scores[index].total}")
        name = WORDS.say("seat", seat, language)
        bands.append(_die(10, "", index) + _text(48, 26, f"{name}: {', '.join(said)}"))
        bands.append(_row("", _pieces(view, "tile", player.provinces, language, 48)))
        bands.append(_row("", _pieces(view, "patrician", player.patricians, language, 48)))
    return bands


def _own(view: View, language: str) -> list[str]:
    """What only this seat sees."""
    if view.own is None or view.position.phase == "over":
        return []
    own = view.own
    lines = [("cards", own.cards), ("drawn", own.drawn), ("shown", view.offer)]
    return [
        _text(10, 26, f"{MESSAGES.say(Saying(f'board_{key}'), language)}: {' '.join(map(str, things))}")
        for key, things in lines
        if things
    ]
