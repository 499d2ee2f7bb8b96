"""The text board."""

from collections.abc import Iterator

from pbem.games.fortuna.position.state import Public, View, seated, visible_sides
from pbem.games.fortuna.table.table import BUILDINGS
from pbem.games.fortuna.words.labels import Labels
from pbem.games.kit.rows import WIDTH, columns, listed

_TRACKS = ("money", "reservoir", "aqueduct", "grain", "wine", "vestals", "centurions", "dice")


def draw_text(view: View, language: str, *, has_players: bool = True) -> str:
    """Draw a view as text of at most 76 columns, with or without the table of players."""
    say = Labels(view, language)
    parts = (
        _head(view, say),
        _road(view, say),
        _favours(view, say),
        _provinces(view, say) if has_players else (),
        _cards(view, say),
        _supplies(view, say),
        _own(view, say),
    )
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part))) + "\n"


def _head(view: View, say: Labels) -> Iterator[str]:
    public = view.public
    yield f"Fortuna, {say.title()}"
    yield from listed(say("order"), " > ".join(say.seat(seat) for seat in public.order), colon=say.colon)
    if public.turn.dice:
        yield from listed(
            say("rolled"), f"{say.seat(public.active)} {' '.join(map(str, public.turn.dice))}", colon=say.colon
        )


def _road(view: View, say: Labels) -> Iterator[str]:
    road = view.rules.table.road
    cells = [f"{space:>3}" for space in range(road.start, road.palace + 1)]
    yield f"{say('road')} ({road.gate}{say.colon} {say('gate')}, {road.palace}{say.colon} {say('palace')})"
    yield from _rows_of(cells)
    for seat in seated(view.rules, view.public):
        player = view.public.players[seat]
        pawns = ["  ." for _ in cells]
        pawns[player.pos - road.start] = f"  {say.letter(seat)}"
        yield from _rows_of(pawns)


def _rows_of(cells: list[str]) -> Iterator[str]:
    for start in range(0, len(cells), WIDTH // 3):
        yield "".join(cells[start : start + WIDTH // 3])


def _favours(view: View, say: Labels) -> Iterator[str]:
    yield say("favours")
    for number, favour in enumerate(view.public.favours, 1):
        tokens = f"{say('tokens')} {favour.tokens}"
        state = tokens if favour.is_open else say.closed(favour)
        yield f"  {number} {say.favour(number):<28} {say('open') if favour.is_open else '-':<8} {state}"


def _provinces(view: View, say: Labels) -> Iterator[str]:
    players = {seat: view.public.players[seat] for seat in seated(view.rules, view.public)}
    yield _row("", [say.seat(seat) for seat in players])
    yield _row(say("space"), [str(player.pos) for player in players.values()])
    for name in _TRACKS:
        yield _row(say(name), [str(getattr(player, name)) for player in players.values()])
    yield _row(say("married"), [_tick(player.married, say) for player in players.values()])
    for building in BUILDINGS:
        ticks = [_tick(building in player.buildings, say) for player in players.values()]
        yield _row(say.building(building), ticks)
    yield _row(say("hand"), [str(player.hand) for player in players.values()])


def _row(label: str, cells: list[str]) -> str:
    return columns(label, cells, margin=20, width=13)


def _tick(is_so: bool, say: Labels) -> str:
    return say("yes") if is_so else "-"


def _cards(view: View, say: Labels) -> Iterator[str]:
    yield say("cards")
    for side, slots in visible_sides(view).items():
        yield from listed(say.side(side), *map(say.slot, slots), indent="  ", colon=say.colon)
    if any(not slot.is_up and slot.card != "hidden" for slots in visible_sides(view).values() for slot in slots):
        yield f"  {say('face_down')}"
    if view.public.pool:
        yield from listed(say("pool"), *map(say.card, view.public.pool), colon=say.colon)


def _supplies(view: View, say: Labels) -> Iterator[str]:
    public = view.public
    yield from listed(say("stock"), *say.stock(), colon=say.colon)
    yield from listed(say("buildings"), *say.piles(), colon=say.colon)
    yield from listed(say("deck"), str(public.deck.left), colon=say.colon)
    yield from listed(say("discard"), *say.privileges(public.discard), colon=say.colon)
    if public.removed:
        yield from listed(say("removed"), *say.privileges(public.removed), colon=say.colon)
    yield from listed(say("palace"), *_palace(public, say), colon=say.colon)


def _palace(public: Public, say: Labels) -> list[str]:
    palace = public.palace
    parts = [f"{say('tokens')} {palace.tokens}"]
    if palace.arrivals:
        parts.append(f"{say('arrivals')} {' > '.join(say.seat(seat) for seat in palace.arrivals)}")
        parts.append(f"{say('aside')} {palace.aside}")
    return parts


def _own(view: View, say: Labels) -> Iterator[str]:
    for seat in seated(view.rules, view.public):
        if seat in view.public.shown:
            yield from listed(
                f"{say.seat(seat)} {say('shown')}", *say.privileges(view.public.shown[seat]), colon=say.colon
            )
    if view.seat is None:
        return
    yield from listed(say("mine"), *say.privileges(view.hand), colon=say.colon)
    if view.offered:
        yield from listed(say("offered"), *say.privileges(view.offered), colon=say.colon)
    if view.aside:
        yield from listed(f"{say('palace')}, {say('aside')}", *say.privileges(view.aside), colon=say.colon)
    if view.reserve:
        yield from listed(say("reserve"), say.card(view.reserve), colon=say.colon)
