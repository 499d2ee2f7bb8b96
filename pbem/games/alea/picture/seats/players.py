"""Players: the dice left to each, rerolls, cards, Fortune tiles, provinces and patricians; at the end the score."""

from pbem.games.alea.picture import news
from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.pieces.emblems import HAND_WIDTH, hand
from pbem.games.alea.picture.seats import cards, discs, holdings
from pbem.games.alea.scoring.scoring import points
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.pieces.marks import token
from pbem.games.drawing.pieces.pieces import panel, panel_won, underline
from pbem.games.drawing.places import Box, rect
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.measure import BOLD, SANS, SERIF, width_of
from pbem.games.drawing.text.values import Value, value
from pbem.games.drawing.text.writing import END, centred, pinned, text
from pbem.games.kit.svg import group, title

PAD = 11
_NAME = 39  # from the edge to the name
_STAR, _CARDS, _REROLLS, _HAND = 20, 36, 41, 17  # room for each, from the right
_SCORE, _POINTS = 26, 54  # the line of points: its height, and the room for each kind
_COUNTED = {
    "provinces": "alea-province",
    "patricians": "person",
    "senate": "card",
    "fortune": "fortune",
    "rerolls": "reroll",
}


def pieces_height(sight: DrawingInput, index: int, width: float) -> float:
    """Return how high the pieces of a player are in a panel of a width, with the edge below them."""
    return holdings.height(sight, index, width - 2 * PAD) + 6


def draw(sight: DrawingInput, index: int, box: Box) -> str:
    """Draw the panel of a player within a box that is at least as high, all but his pieces."""
    drawn = _ground(sight, index, box) + _head(sight, index, Box(box.x, box.y, box.width, sight.rhythm.seat))
    below = Box(box.x + PAD, box.y + sight.rhythm.seat, box.width - 2 * PAD, 0)
    if sight.is_over:
        drawn += _score(sight, index, below)
        below = _lower(below, _above_discs(sight, index, below.width))
    left = _beside_score(sight, index, below.width)
    drawn += discs.draw(sight, index, Box(below.x + left, below.y, below.width - left, 0))
    below = _lower(below, discs.height(sight, index, below.width))
    return drawn + cards.draw(sight, cards.held(sight, index), below)


def above_pieces(sight: DrawingInput, index: int, width: float) -> float:
    """Return how far below the top of his panel the pieces of a player begin."""
    room = width - 2 * PAD
    own = cards.height(sight, cards.held(sight, index), room)
    top = sight.rhythm.seat + _above_discs(sight, index, room)
    return top + discs.height(sight, index, room) + own


def _beside_score(sight: DrawingInput, index: int, width: float) -> float:
    """Return how far from the left the Fortune tiles lie: where there is room, beside the score."""
    wide = discs.width(sight, index)
    is_room = width - wide >= len(_COUNTED) * _POINTS
    return width - wide if sight.is_over and wide and is_room else 0


def _above_discs(sight: DrawingInput, index: int, width: float) -> float:
    return _SCORE if sight.is_over and not _beside_score(sight, index, width) else 0


def _lower(box: Box, by: float) -> Box:
    return Box(box.x, box.y + by, box.width, box.height)


def _ground(sight: DrawingInput, index: int, box: Box) -> str:
    if sight.is_over and sight.ranks()[index] == 1:
        return panel_won(box)
    return panel(box, is_asked=index in sight.asked)


def _head(sight: DrawingInput, index: int, line: Box) -> str:
    """Draw token and name, and at the right what a player has, or his points."""
    drawn, right = (_result if sight.is_over else _counts)(sight, index, line)
    name = fit(sight.player_name(index), right - line.x - _NAME - 8, size=15.5, face=SERIF, split=12)
    drawn += token(sight.seat(index), line.x + 22, line.middle, 25)
    return drawn + centred(name, line.x + _NAME, line.middle)


def _result(sight: DrawingInput, index: int, line: Box) -> tuple[str, float]:
    """Draw the points of a game that is over, and where somebody came; return where they begin."""
    right, total = line.right - PAD, str(sight.position.scores[index].total)
    wide = width_of(total, 18, BOLD)
    drawn = pinned(right, line.middle + 6.4, total, size=18, face=BOLD, kind=END)
    drawn += icon("laurel", right - wide - 27, line.middle - 11, 22)
    rank = f"{sight.ranks()[index]}."
    drawn += text(right - wide - 36, line.middle + 5, rank, size=13, face=SANS, kind=f"d-q {END}")
    return drawn, right - wide - 54


def _counts(sight: DrawingInput, index: int, line: Box) -> tuple[str, float]:
    """Draw the dice left, the rerolls, the cards and who begins; return where they begin."""
    held, right, middle = sight.position.players[index], line.right - PAD + 2, line.middle
    drawn = _start(sight, right, middle) if index == sight.position.start else ""
    x = right - _STAR - _CARDS
    drawn += _count(sight, index, Value("back", held.cards, sight.say("board_cards")), x, middle, "cards")
    x -= _REROLLS
    drawn += _count(sight, index, Value("reroll", held.tokens, sight.say("board_tokens")), x, middle, "tokens")
    x -= _HAND + 3
    number = str(held.hand)
    drawn += text(x, middle + 4.7, number, size=13, face=BOLD if held.hand else SANS, kind="" if held.hand else "d-q")
    if news.is_count_new(sight, index, "hand"):
        drawn += underline(x, middle + 7, width_of(number, 13, BOLD))
    x -= HAND_WIDTH + 4
    return drawn + _hand(sight, index, x, middle), x


def _count(sight: DrawingInput, index: int, shown: Value, x: float, middle: float, name: str) -> str:
    marked = Value(shown.icon, shown.number, shown.name, news.is_count_new(sight, index, name))
    return value(marked, x, middle, icon_size=16, room=(_REROLLS if name == "tokens" else _CARDS) - 2)


def _start(sight: DrawingInput, right: float, middle: float) -> str:
    """Draw the sign of who begins the round."""
    box = Box(right - 17, middle - 8.5, 17, 17)
    drawn = group(title(sight.say("board_start")) + icon("star", box.x, box.y, box.width))
    return drawn + (rect(box.grown(1), "d-changed", 4) if news.is_start_new(sight) else "")


def _hand(sight: DrawingInput, index: int, x: float, middle: float) -> str:
    """Draw the dice that are left to a player, and the places of those he has placed."""
    held = sight.position.players[index].hand
    return group(title(f"{sight.say('board_hand')}: {held}") + hand(held, sight.seat(index), x, middle))


def _score(sight: DrawingInput, index: int, line: Box) -> str:
    """Draw the points of a player by what they are for."""
    score = points(sight.position.scores[index])
    drawn, pitch = "", min(_POINTS, (line.width - 10) / len(_COUNTED))
    middle = line.y + _SCORE / 2 - 1
    for place, (name, sign) in enumerate(_COUNTED.items()):
        shown = Value(sign, score[name], sight.say(f"points_{name}"))
        drawn += value(shown, line.x + 1 + place * pitch, middle, icon_size=16, room=pitch - 4)
    return drawn
