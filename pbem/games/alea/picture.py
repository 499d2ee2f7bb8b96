"""The board as an SVG document: one band per building, one per player. Colours and letters tell owners apart."""

from pbem.games.alea.names import MESSAGES, WORDS
from pbem.games.alea.state import View
from pbem.games.game import Saying

LETTERS = "ABCDE"
INKS = {"grey": "#000000", "brown": "#D55E00", "blue": "#0072B2", "green": "#009E73", "yellow": "#CC79A7"}
TINTS = {
    "yellow": "#F0E442",
    "blue": "#8EC5EE",
    "purple": "#D8BFD8",
    "green": "#A6DBC0",
    "red": "#F4A9A0",
    "orange": "#F5C77E",
}
WIDTH, BAND, LEFT = 760, 46, 110
COLUMN, TILE, PERSON = 48, 56, 66


def draw_picture(view: View, language: str) -> str:
    """Return a self-contained SVG document."""
    drawn = (*_buildings(view, language), *_players(view, language), *_own(view, language))
    bands = [band for band in drawn if band]
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


def _owned_box(view: View, x: int, width: int, text: str, owner: int) -> str:
    return _box(x, width, text, fill=INKS[view.fixed.seats[owner]], ink="#FFFFFF", edge="#222222")


def _owned(view: View, label: str, groups: list[tuple[str, int]]) -> list[str]:
    """Boxes in their owners' colours with their letters; as many bands as they need."""
    bands = [_text(10, 26, label)]
    x = LEFT
    for text, owner in groups:
        said = f"{text} {LETTERS[owner]}"
        width = 14 + 8 * len(said)
        if x + width > WIDTH - 6:
            bands.append("")
            x = LEFT
        bands[-1] += _owned_box(view, x, width, said, owner)
        x += width + 4
    return bands


def _buildings(view: View, language: str) -> list[str]:
    position = view.position
    if position.phase == "over":
        return []
    runs = ((seat, range(low, high + 1)) for seat, (low, high) in enumerate(position.senate) if low)
    camps = sorted(position.castrum, key=lambda camp: (-camp.size, -camp.value))
    groups = {
        "temple": [(_joined(dice), seat) for seat, dice in enumerate(position.temple) if dice],
        "senate": [("-".join(map(str, run)), seat) for seat, run in runs],
        "castrum": [(f"{camp.size}x{camp.value}", camp.owner) for camp in camps],
        "latrine": [(str(count), seat) for seat, count in enumerate(position.latrine) if count],
    }
    named = {name: _owned(view, WORDS.say("building", name, language), given) for name, given in groups.items()}
    rolled = [(_joined(dice), seat) for seat, dice in enumerate(position.rolls) if dice]
    return [
        *_owned(view, MESSAGES.say(Saying("board_roll"), language), rolled),
        *(named["temple"] if view.fixed.has_temple else []),
        *named["senate"],
        *named["castrum"],
        _pieces(view, "tile", position.provinces, language),
        _forum(view, language),
        _pieces(view, "patrician", position.patricians, language),
        *named["latrine"],
    ]


def _joined(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def _forum(view: View, language: str) -> str:
    """The columns, from left to right, with the dice that stand there."""
    columns = range(view.fixed.columns)
    drawn = [_box(LEFT + COLUMN * at, COLUMN - 4, "", fill="#FFFFFF") for at in columns]
    for at, die in enumerate(view.position.forum):
        said = f"{die.value} {LETTERS[die.owner]}"
        drawn.append(_owned_box(view, LEFT + COLUMN * at, COLUMN - 4, said, die.owner))
    return _text(10, 26, WORDS.say("building", "forum", language)) + "".join(drawn)


def _pieces(view: View, section: str, codes: tuple[str, ...], language: str, start: int = LEFT) -> str:
    """Tiles or patricians in the colour of their province, drawn closer where there are many."""
    width = TILE if section == "tile" else PERSON
    step = min(width + 4, (WIDTH - start - width - 6) // max(1, len(codes) - 1))
    drawn = [
        _box(start + step * at, width, WORDS.say(section, code, language), fill=_tint(view, code))
        for at, code in enumerate(codes)
    ]
    return "".join(drawn)


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
        badge = _owned_box(view, 10, 30, LETTERS[index], index)
        bands.append(badge + _text(48, 26, f"{name}: {', '.join(said)}"))
        bands.append(_pieces(view, "tile", player.provinces, language, 48))
        bands.append(_pieces(view, "patrician", player.patricians, language, 48))
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
