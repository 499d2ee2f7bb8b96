"""What is counted: money, water, grain, wine, followers, dice, points, and the wares of a city."""

COIN = (
    '<circle cx="12" cy="12" r="9.4" class="d-gold"/><circle cx="12" cy="12" r="6.3" class="d-thin"/>'
    '<path d="M10.2 9v6M13.8 9v6M8.6 12h6.8" class="d-thin"/>'
)
WATER = (
    '<path d="M12 2.3C8.2 7.6 5.4 11.3 5.4 14.9a6.6 6.6 0 0 0 13.2 0C18.6 11.3 15.8 7.6 12 2.3z" class="d-water"/>'
    '<path d="M8.7 15.2c.2 1.6 1.1 2.6 2.5 3" class="d-glint"/>'
)
GRAIN = (
    '<path d="M12 22.6V9"/>'
    '<path d="M12 1.6c2 1.8 2 4.6 0 6.4c-2-1.8-2-4.6 0-6.4z" class="d-grain d-thin"/>'
    '<path d="M12 11.9c-.2-2.9 1.7-4.8 5.2-5.1c.2 3.2-1.7 5.1-5.2 5.1zM12 11.9c.2-2.9-1.7-4.8-5.2-5.1c-.2 3.2 1.7 5.1 5.2'
    " 5.1zM12 15.9c-.2-2.9 1.7-4.8 5.2-5.1c.2 3.2-1.7 5.1-5.2 5.1zM12 15.9c.2-2.9-1.7-4.8-5.2-5.1c-.2 3.2 1.7 5.1 5.2"
    " 5.1zM12 19.9c-.2-2.9 1.7-4.8 5.2-5.1c.2 3.2-1.7 5.1-5.2 5.1zM12 19.9c.2-2.9-1.7-4.8-5.2-5.1c-.2 3.2 1.7 5.1 5.2"
    ' 5.1z" class="d-grain d-thin"/>'
)
WINE = (
    '<path d="M9.9 5C6.6 4.6 5.2 6.2 6.4 9.2M14.1 5c3.3-.4 4.7 1.2 3.5 4.2"/>'
    '<path d="M9.9 3v3.6C7.3 7.6 5.9 9.6 5.9 12c0 3.6 3.1 6 4.6 8.4h3c1.5-2.4 4.6-4.8 4.6-8.4c0-2.4-1.4-4.4-4-5.4V3z"'
    ' class="d-wine"/><path d="M8.7 2.6h6.6M9.6 21.4h4.8"/>'
)
VESTAL = (
    '<path d="M3.6 11.2h16.8c0 3.6-2.5 5.4-6 5.8v2h2.4v2.4H7.2V19h2.4v-2c-3.5-.4-6-2.2-6-5.8z" class="d-marble"/>'
    '<path d="M12 1.7c2.3 2.2 3.2 3.5 3.2 5.1a3.2 3.2 0 0 1-6.4 0c0-1.6.9-2.9 3.2-5.1z" class="d-clay"/>'
)
CENTURION = (
    '<path d="M5.5 12.4c0-3.9 2.7-6 6.5-6s6.5 2.1 6.5 6v7.4l-3.9 1.8v-5.2h1v-3H13.2v3.6h-2.4v-3.6H8.4v3h1v5.2l-3.9-1.8z"'
    ' class="d-steel"/>'
    '<path d="M3 9.4C3.7 4.7 7.4 2 12 2s8.3 2.7 9 7.4c-2.6-2-5.6-2.9-9-2.9s-6.4.9-9 2.9z" class="d-crest"/>'
)
DIE = (
    '<rect x="3.4" y="3.4" width="17.2" height="17.2" rx="2.6" class="d-paper"/>'
    '<g class="d-ink"><circle cx="8" cy="8" r="1.7"/><circle cx="12" cy="12" r="1.7"/><circle cx="16" cy="16" r="1.7"/></g>'
)
_LEAF = '<path d="M0 0c-2.6-.6-3.9-2.2-3.9-4.8c2.6.4 3.9 2 3.9 4.8z" class="d-leaf"/>'
_SPRAY = (
    '<path d="M12 21C7.2 20.4 4.2 17 4.4 11.4C4.5 8.4 5.4 5.6 7 3.4"/>'
    f'<g transform="translate(10 20.3)rotate(-58)">{_LEAF}</g>'
    f'<g transform="translate(6.6 17.9)rotate(-28)">{_LEAF}</g>'
    f'<g transform="translate(4.7 14.1)">{_LEAF}</g>'
    f'<g transform="translate(4.6 9.8)rotate(16)">{_LEAF}</g>'
    f'<g transform="translate(4.9 9)rotate(84)scale(.86)">{_LEAF}</g>'
    f'<g transform="translate(5 13.4)rotate(72)scale(.8)">{_LEAF}</g>'
)
LAUREL = f'<g class="d-thin">{_SPRAY}<g transform="matrix(-1 0 0 1 24 0)">{_SPRAY}</g></g>'
RING = (
    '<path fill-rule="evenodd" d="M12 8.4a6.7 6.7 0 1 0 0 13.4a6.7 6.7 0 0 0 0-13.4zM12 11.6a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0'
    ' 1 0-7z" class="d-gold"/><path d="M9 1.9h6l2.2 2.8L12 9.2 6.8 4.7z" class="d-water"/>'
)
TOKEN = (
    '<circle cx="12" cy="12" r="9.4" class="d-leaf"/>'
    '<path d="M12 6l1.8 3.8 4.2.5-3.1 2.9.8 4.1L12 15.3l-3.7 2 .8-4.1L6 10.3l4.2-.5z" class="d-paper d-thin"/>'
)
STAR = (
    '<path d="M12 2.2l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.4l-6.1 3.4 1.4-6.8L2.2 9.3l6.9-.8z" class="d-gold"/>'
)
WOOD = (
    '<path d="M5.6 12.1L15.9 6a4 4 0 0 1 4 6.9L9.6 19.1z" class="d-wood"/>'
    '<ellipse cx="7.2" cy="15.7" rx="3.3" ry="4.3" transform="rotate(-30 7.2 15.7)" class="d-skin"/>'
    '<ellipse cx="7.2" cy="15.7" rx="1.1" ry="1.7" transform="rotate(-30 7.2 15.7)" class="d-thin"/>'
)
STONE = (
    '<path d="M4 13.4l3.4-7.2L13.4 3l6 3.6 1.6 8-4.2 6H7.6z" class="d-stone"/>'
    '<path d="M4 13.4l5.6-1 3.8-4.6 6-1.2M9.6 12.4l1.6 8.2M13.4 7.8L13.4 3" class="d-thin"/>'
)
MARBLE = (
    '<path d="M6.4 6.6h11.2v11.6H6.4z" class="d-marble"/><path d="M10.1 7v11M13.9 7v11"/>'
    '<path d="M4 3h16v3.6H4zM4 18.2h16v3.2H4z" class="d-marble"/>'
)
SWORD = (
    '<path d="M8.3 12.9L18.2 3h2.9v2.9l-9.9 9.9z" class="d-steel"/><path d="M10 14.2l8.6-8.6" class="d-thin"/>'
    '<path d="M5.4 11.2l7.4 7.4" stroke-width="2.4"/><path d="M8.6 15.4L4 20" stroke-width="2.8"/>'
)
FLAG = (
    '<path d="M5.6 3.6h14l-3.2 4.3 3.2 4.3h-14z" class="d-clay"/><path d="M5.6 2v20.2" stroke-width="2"/>'
)
_HEAD = '<circle cx="{x}" cy="6.8" r="4.2" class="{fill}"/>'
_BODY = '<path d="M{left} 21.2c0-5 2.9-8 7.2-8s7.2 3 7.2 8z" class="{fill}"/>'


def _person(fill: str, *, shift: float = 0) -> str:
    x = 12 - shift
    return _HEAD.format(x=f"{x:g}", fill=fill) + _BODY.format(left=f"{x - 7.2:g}", fill=fill)


PERSON = _person("d-skin")
TRAINEE = (
    _person("d-paper", shift=1.6)
    + '<rect x="13" y="12.2" width="8.8" height="9" rx=".8" class="d-paper"/>'
    + '<path d="M15.2 15.2h4.4M15.2 18.2h3" class="d-thin"/>'
)
RETIRED = (
    _person("d-stone", shift=2)
    + '<path d="M19.6 21.8V9.4c0-2.2-2.8-2.6-3.2-.6" stroke-width="2"/>'
)

ICONS = {
    "coin": COIN,
    "water": WATER,
    "grain": GRAIN,
    "wine": WINE,
    "vestal": VESTAL,
    "centurion": CENTURION,
    "die": DIE,
    "laurel": LAUREL,
    "ring": RING,
    "token": TOKEN,
    "star": STAR,
    "wood": WOOD,
    "stone": STONE,
    "marble": MARBLE,
    "sword": SWORD,
    "flag": FLAG,
    "person": PERSON,
    "trainee": TRAINEE,
    "retired": RETIRED,
}
