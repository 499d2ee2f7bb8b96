"""Player boards in turn order: favour, goods, workers, and the morale track; at the end how the favour came about."""

from collections.abc import Iterator

from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.pieces.marks import level, token
from pbem.games.drawing.pieces.pieces import panel, panel_won, underline
from pbem.games.drawing.places import Box
from pbem.games.drawing.text import runs
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.measure import BOLD, SANS, SERIF, width_of
from pbem.games.drawing.text.runs import Run
from pbem.games.drawing.text.values import Value, value
from pbem.games.drawing.text.writing import END, centred, pinned
from pbem.games.game import Seat
from pbem.games.praetor.course.scoring import ranking
from pbem.games.praetor.picture.drawing_input import DrawingInput
from pbem.games.praetor.picture.effects import ICONS
from pbem.games.praetor.picture.news import former_morale, is_good_new, is_new, is_tiles_new, new_levels
from pbem.games.praetor.picture.seats import terms
from pbem.games.praetor.picture.seats.track import track
from pbem.games.praetor.picture.signs import LOT, WORKER
from pbem.games.praetor.position.state import Player, controlled
from pbem.games.praetor.table.goods import GOODS

_PAD = 12
_WORKER_SIZE, _WORKER_PITCH = 22, 24.5
_VALUE = 37  # how wide a count of people is
_STAGE = 18  # and what trainees of the second stage add to it
_LINE = 20
_POINTS = {
    "favour": "#laurel",
    "workers": WORKER,
    "morale": "#flag",
    "goods": "#coin",
    "area": LOT,
    "wall": "#wall",
    "citizens": "#person",
}


def height(sight: DrawingInput) -> float:
    """Return how high a player board is; all are alike."""
    rhythm = sight.rhythm
    more = _LINE * (sight.is_over + (not terms.are_alike(sight.state)))
    return rhythm.panel_head + rhythm.goods + rhythm.people + rhythm.track + 7 + more


def draw(sight: DrawingInput, seat: Seat, box: Box) -> str:
    """Draw a player board within a box."""
    rhythm, player = sight.rhythm, sight.now.players[seat]
    inner = box.grown_across(-_PAD)
    drawn = _ground(sight, seat, box) + _head(sight, seat, Box(inner.x, box.y, inner.width, rhythm.panel_head))
    top = box.y + rhythm.panel_head
    drawn += "".join(_goods(sight, player, Box(inner.x, top, inner.width, rhythm.goods)))
    top += rhythm.goods
    drawn += "".join(_people(sight, player, Box(inner.x, top, inner.width, rhythm.people)))
    top += rhythm.people
    drawn += _morale(sight, player, Box(inner.x, top, inner.width, rhythm.track))
    top += rhythm.track
    if not terms.are_alike(sight.state):
        drawn += terms.own(sight, player, Box(inner.x, top, inner.width, _LINE))
        top += _LINE
    return drawn + (_points(sight, seat, Box(inner.x, top, inner.width, _LINE)) if sight.is_over else "")


def _ground(sight: DrawingInput, seat: Seat, box: Box) -> str:
    if sight.is_over and ranking(sight.state)[0] == seat:
        return panel_won(box)
    return panel(box, is_asked=seat in sight.now.asked)


def _head(sight: DrawingInput, seat: Seat, box: Box) -> str:
    """Draw token and name, a word beside it, and at the right the favour."""
    player, middle = sight.now.players[seat], box.middle + 1
    left = box.x + 27
    favour = str(player.favour)
    wide = width_of(favour, 20, BOLD)
    drawn = token(seat, box.x + 10, middle, 24)
    drawn += pinned(box.right, middle + 7.2, favour, size=20, face=BOLD, kind=END)
    drawn += icon("laurel", box.right - wide - 27, middle - 11.5, 23)
    if is_new(sight, seat, "favour"):
        drawn += underline(box.right - wide, middle + 10, wide)
    room = box.right - wide - 32 - left
    words, kind = _word(sight, player)
    word = fit(words, room * 0.45, size=12, face=SANS if kind == "d-q" else BOLD)
    name = fit(sight.name(seat), room - (word.width * 1.17 + 12 if words else 0), size=16, face=SERIF)
    drawn += centred(name, left, middle)
    if not words:
        return drawn
    beside = min(left + name.width * 1.17 + 12, left + room - word.width * 1.17)
    return drawn + centred(word, beside, middle, kind)


def _word(sight: DrawingInput, player: Player) -> tuple[str, str]:
    """Return what is said beside a name, and its class."""
    if sight.is_over:
        return f"{ranking(sight.state).index(player.seat) + 1}.", "d-q"
    if player.seat in sight.now.asked:
        return sight.say(f"drawn_asked_{sight.now.phase}"), "d-a"
    if player.vacant:
        return sight.say("board_vacant"), "d-q"
    return (sight.say("board_passed") if player.passed else ""), "d-q"


def _goods(sight: DrawingInput, player: Player, box: Box) -> Iterator[str]:
    """Draw goods, tiles and wall sections."""
    seat = player.seat
    counts = [
        Value(ICONS[good], player.goods.amount(good), sight.word("goods", good), is_good_new(sight, seat, good))
        for good in GOODS
    ]
    tiles = controlled(sight.now, seat)
    counts.append(Value(LOT[1:], tiles, sight.word("facts", "tiles"), is_tiles_new(sight, seat)))
    counts.append(Value("wall", len(player.walls), sight.word("facts", "walls"), is_new(sight, seat, "walls")))
    for count, place in zip(counts, box.columns(len(counts), 3), strict=True):
        yield value(count, place.x, box.middle, size=13.5, icon_size=16, room=place.width)


def _people(sight: DrawingInput, player: Player, box: Box) -> Iterator[str]:
    """Draw workers, those placed elsewhere by their outline; at the right who is trained, free and retired.

    Retired workers who are called are counted among the retired, as in the table of players.
    """
    seat, new = player.seat, new_levels(sight, player.seat)
    away = sorted((worker.level for worker in (*player.placed, *player.out)), reverse=True)
    workers = [(number, False) for number in reversed(player.reserve)] + [(number, True) for number in away]
    right = box.right - 3 * _VALUE - (_STAGE if player.trainees2 else 0)
    pitch = min(_WORKER_PITCH, (right - box.x) / max(1, len(workers)))
    for place, (number, is_elsewhere) in enumerate(workers):
        x = box.x + _WORKER_SIZE / 2 - 1 + place * pitch
        yield level(seat, number, x, box.middle, _WORKER_SIZE, is_elsewhere=is_elsewhere)
        if new[number] > 0:
            new[number] -= 1
            yield underline(x - 6, box.middle + _WORKER_SIZE / 2 + 0.4, 12)
    yield _trainees(sight, player, right, box.middle)
    home = Value("person", player.citizens, sight.say("board_citizens"), is_new(sight, seat, "citizens"))
    yield value(home, box.right - 2 * _VALUE, box.middle, size=13.5, icon_size=16)
    retired = Value("retired", player.retired, sight.say("board_retired"), is_new(sight, seat, "retired"))
    yield value(retired, box.right - _VALUE, box.middle, size=13.5, icon_size=16)


def _trainees(sight: DrawingInput, player: Player, x: float, middle: float) -> str:
    """Draw the trainees: those of the first stage, and added those of the second."""
    is_changed = is_new(sight, player.seat, "trainees1") or is_new(sight, player.seat, "trainees2")
    count = Value("trainee", player.trainees1, sight.say("board_trainees"), is_changed)
    drawn = value(count, x, middle, size=13.5, icon_size=16)
    if player.trainees2:
        drawn += pinned(x + 30.5, middle + 4.9, f"+{player.trainees2}", size=13.5, face=BOLD)
    return drawn


def _morale(sight: DrawingInput, player: Player, box: Box) -> str:
    side = sight.state.side(player)
    place = Box(0, 0, box.width, box.height - 2)
    former = former_morale(sight, player.seat)
    drawn = track(side.morale, player.seat, player.morale, zero=side.zero, former=former, box=place)
    return sight.place(drawn, Box(box.x, box.y, place.width, place.height))


def _points(sight: DrawingInput, seat: Seat, box: Box) -> str:
    """Draw how the favour came about: what there was before the end, and what the end added."""
    run: Run = ()
    for name, points in sight.now.lines.get(seat, {}).items():
        sign = "" if name == "favour" else "+" if points >= 0 else ""
        run = (*run, _POINTS[name], f"{sign}{points}".replace("-", "\N{MINUS SIGN}"))
    size = runs.fitted(run, box.width, 12.5) if run else 0
    return runs.draw(runs.cut(run, box.width, size), box.x, box.middle + 5, size=size) if run else ""
