"""The SVG board: the road, the favours of Rome, and the four sides with their cards and provinces.

Self-contained; told in colour, shape and letter, so that none of them is needed alone.
"""

from collections.abc import Iterator
from textwrap import wrap

import pbem.games.svg as pen
from pbem.games.fortuna.labels import Labels
from pbem.games.fortuna.state import Player, Slot, View, seated, visible_sides
from pbem.games.game import Seat

COLOURS = {"blue": "#0072B2", "grey": "#000000", "orange": "#D55E00", "purple": "#CC79A7"}
SHAPES = {
    "blue": '<circle r="9"/>',
    "grey": '<rect x="-8" y="-8" width="16" height="16"/>',
    "orange": '<path d="M0-11 11 8H-11z"/>',
    "purple": '<path d="M0-11 11 0 0 11-11 0z"/>',
}
WIDE = 800
_FOOT, _ROW, _LETTERS = 462, 16, 112  # where the lines below begin, their distance, and how many letters fit
_STYLE = (
    "text{font:12px sans-serif;fill:#000}.big{font-size:16px;font-weight:bold}.mid{text-anchor:middle}"
    ".small{font-size:11px}.cell{fill:#fff;stroke:#555}.gate{fill:#eee;stroke:#000;stroke-width:2}.down{fill:#ddd;stroke:#555;"
    "stroke-dasharray:4 3}.letter{fill:#fff;font-weight:bold;font-size:11px;text-anchor:middle}.token{fill:#009E73}"
)


def draw_svg(view: View, language: str) -> str:
    """Draw a view as an SVG document."""
    say = Labels(view, language)
    title = f"Fortuna, {say.title()}"
    foot: list[str] = []
    for words in _foot(view, say):
        foot += wrap(words, _LETTERS, subsequent_indent="  ")
    tall = _FOOT + _ROW * len(foot)
    parts = (
        pen.title(title, id="title"),
        pen.desc(_describe(view, say), id="desc"),
        f"<style>{_STYLE}</style>",
        pen.element("rect", width=WIDE, height=tall, fill="#fff"),
        _text(10, 22, title, "big"),
        *_road(view, say),
        *_favours(view, say),
        *_sides(view, say),
        *_lines(foot),
    )
    return pen.document(
        "".join(parts),
        viewBox=f"0 0 {WIDE} {tall}",
        width=WIDE,
        height=tall,
        role="img",
        aria_labelledby="title desc",
        lang=language,
    )


def _describe(view: View, say: Labels) -> str:
    players = view.public.players
    stands = [f"{say.seat(seat)}: {say('space')} {players[seat].pos}" for seat in seated(view.rules, view.public)]
    open_ones = [str(number) for number, favour in enumerate(view.public.favours, 1) if favour.is_open]
    return f"{'; '.join(stands)}. {say('favours')}, {say('open')}: {', '.join(open_ones) or '-'}"


def _text(x: int, y: int, words: str, kind: str = "") -> str:
    if kind:
        return pen.text(x, y, words, class_=kind)
    return pen.text(x, y, words)


def _box(place: tuple[int, int, int, int], kind: str) -> str:
    x, y, width, height = place
    return pen.element("rect", x=x, y=y, width=width, height=height, rx=4, class_=kind)


def _pawn(x: int, y: int, seat: str, letter: str) -> str:
    content = SHAPES[seat] + pen.element("text", pen.escaped(letter), y=4, class_="letter", stroke="none")
    return pen.group(content, transform=f"translate({x} {y})", fill=COLOURS[seat], stroke="#000")


def _road(view: View, say: Labels) -> Iterator[str]:
    road = view.rules.table.road
    spaces = range(road.start, road.palace + 1)
    width = (WIDE - 20) // len(spaces)
    for index, space in enumerate(spaces):
        kind = "cell"
        if space in (road.gate, road.palace):
            kind = "gate"
        yield _box((10 + index * width, 34, width, 66), kind)
        yield _text(10 + index * width + width // 2, 47, str(space), "mid")
    for place, seat in enumerate(seated(view.rules, view.public)):
        x = 10 + (view.public.players[seat].pos - road.start) * width + width // 4 + (place % 2) * (width // 2)
        yield _pawn(x, 63 + 24 * (place // 2), seat, say.letter(seat))
    order = " > ".join(say.seat(seat) for seat in view.public.order)
    legend = f"{road.gate}: {say('gate')}, {road.palace}: {say('palace')}; {say('order')}: {order}"
    yield _text(10, 114, legend)


def _favours(view: View, say: Labels) -> Iterator[str]:
    for index, favour in enumerate(view.public.favours):
        x = 10 + index * 130
        yield _box((x, 124, 124, 62), "cell" if favour.is_open else "down")
        yield _text(x + 6, 142, str(index + 1), "big")
        for row, words in enumerate(wrap(say.favour(index + 1), 18)):
            yield _text(x + 20, 141 + row * 13, words, "small")
        if favour.is_open:
            for n in range(favour.tokens):
                yield pen.element("circle", cx=x + 14 + 18 * n, cy=173, r=7, class_="token")
        else:
            yield _text(x + 6, 177, say.closed(favour), "small")


def _sides(view: View, say: Labels) -> Iterator[str]:
    for index, (side, slots) in enumerate(visible_sides(view).items()):
        x = 10 + index * 197
        yield _pawn(x + 14, 210, side, say.letter(side))
        yield _text(x + 30, 215, say.side(side), "big" if side in view.public.players else "")
        for row, slot in enumerate(slots):
            yield from _slot(x, 226 + row * 32, slot, say)
        if side in view.public.players:
            yield from _province(x, view.public.players[Seat(side)], say)


def _slot(x: int, y: int, slot: Slot, say: Labels) -> Iterator[str]:
    yield _box((x, y, 186, 28), "cell" if slot.is_up else "down")
    yield _text(x + 8, y + 19, say.slot(slot))


def _province(x: int, player: Player, say: Labels) -> Iterator[str]:
    lines = [
        f"{say('space')} {player.pos}, {say('money')} {player.money}, {say('dice')} {player.dice}",
        f"{say('reservoir')} {player.reservoir}+{player.aqueduct}, {say('wine')} {player.wine}",
        f"{say('grain')} {player.grain}, {say('hand')} {player.hand}",
        f"{say('vestals')} {player.vestals}, {say('centurions')} {player.centurions}",
        say("married") if player.married else "",
        ", ".join(say.building(name) for name in player.buildings),
    ]
    for row, line in enumerate(filter(None, lines)):
        yield _text(x, 340 + row * 17, line)


def _lines(foot: list[str]) -> Iterator[str]:
    for row, line in enumerate(foot):
        yield _text(10 if line.lstrip() == line else 22, _FOOT + row * _ROW, line.strip())


def _foot(view: View, say: Labels) -> list[str]:
    public = view.public
    deck = f"{say('deck')}: {public.deck.left}; {say('discard')}: {len(public.discard)}"
    palace = f"{say('palace')}: {say('tokens')} {public.palace.tokens}, {say('aside')} {public.palace.aside}"
    lines = [
        f"{say('stock')}: {', '.join(say.stock())}",
        f"{say('buildings')}: {', '.join(say.piles())}",
        f"{deck}; {palace}",
    ]
    if public.pool:
        lines.append(f"{say('pool')}: {', '.join(say.card(card) for card in public.pool)}")
    if public.turn.dice:
        lines.append(f"{say('rolled')}: {say.seat(public.active)} {' '.join(map(str, public.turn.dice))}")
    if view.seat is not None:
        lines.append(f"{say('mine')}: {', '.join(say.privileges(view.hand)) or '-'}")
    if view.offered:
        lines.append(f"{say('offered')}: {', '.join(say.privileges(view.offered))}")
    if view.aside:
        lines.append(f"{say('palace')}, {say('aside')}: {', '.join(say.privileges(view.aside))}")
    shown = {seat: say.privileges(public.shown[seat]) for seat in seated(view.rules, public) if seat in public.shown}
    lines += [f"{say.seat(seat)} {say('shown')}: {', '.join(hand) or '-'}" for seat, hand in shown.items()]
    return lines
