"""Tiles of a city: what gives goods, where people are raised, temples by their emblem, monuments, the wall."""

from pbem.games.drawing.icons.buildings import CASTRUM, FORUM, MARKET, SENATE

GOLD_MINE = (
    '<circle cx="18.8" cy="5.2" r="3.2" class="d-gold"/>'
    '<path d="M1.6 21L9 6.6l4.2 6.6 2.4-3.4L22.4 21z" class="d-stone"/>'
    '<path d="M6.8 21v-2.8a3.2 3.2 0 0 1 6.4 0V21z" class="d-ink"/>'
)
SAWMILL = (
    '<path d="M12 2l1.6 2.5 2.7-1.2.4 2.9 3-.1-.9 2.8 2.7 1.1-2 2.1 2 2.1-2.7 1.1.9 2.8-3-.1-.4 2.9-2.7-1.2L12 22l-1.6-2.5'
    '-2.7 1.2-.4-2.9-3 .1.9-2.8-2.7-1.1 2-2.1-2-2.1 2.7-1.1-.9-2.8 3 .1.4-2.9 2.7 1.2z" class="d-steel"/>'
    '<circle cx="12" cy="12" r="3" class="d-wood"/>'
)
_BLOCKS = '<path d="M1.8 13h9.8v8.2H1.8zM12.4 13h9.8v8.2h-9.8zM7 4.6h9.8V13H7z" class="{fill}"/>'
STONE_QUARRY = _BLOCKS.format(fill="d-stone")
MARBLE_QUARRY = (
    '<path d="M1.8 13.6h10v7.6h-10zM12.2 13.6h10v7.6h-10z" class="d-marble"/>'
    '<path d="M8.8 5h6.4v6H8.8z" class="d-marble"/>'
    '<path d="M7.6 2.4h8.8V5H7.6zM7.6 11h8.8v2.6H7.6z" class="d-marble"/>'
)
SMITH = (
    '<path d="M8 4.4h13.8c0 3.8-2.4 5.6-6.2 6v3.8h2.2l1.6 5.6H6.4L8 14.2h2.4v-3.6C6.4 10.4 3.2 8.6 2 5.6h6z" class="d-steel"/>'
    '<path d="M8 5.6v2.6" class="d-thin"/>'
)
COLOSSEUM = (
    '<path d="M2.2 8.2v8.4c0 2.8 4.4 5 9.8 5s9.8-2.2 9.8-5V8.2z" class="d-plaster"/>'
    '<ellipse cx="12" cy="8.2" rx="9.8" ry="4.8" class="d-plaster"/><ellipse cx="12" cy="8.6" rx="6" ry="2.4" class="d-gold d-thin"/>'
    '<path d="M5.6 15.4v2.8M9.8 16.8v2.8M14.2 16.8v2.8M18.4 15.4v2.8" stroke-width="2"/>'
)
ORACLE = (
    '<path d="M2 12C4.6 7.5 8 5.3 12 5.3s7.4 2.2 10 6.7c-2.6 4.5-6 6.7-10 6.7S4.6 16.5 2 12z" class="d-paper"/>'
    '<circle cx="12" cy="12" r="4.2" class="d-wine"/><circle cx="12" cy="12" r="1.4" class="d-ink"/>'
    '<path d="M12 1.6v1M5.2 3.4l.6.9M18.8 3.4l-.6.9" class="d-thin"/>'
)
OUTPOST = (
    '<path d="M6 8.2h12v13H6z" class="d-stone"/>'
    '<path d="M4.2 2.8h3.4v2.4h2.6V2.8h3.6v2.4h2.6V2.8h3.4v5.6H4.2z" class="d-stone"/>'
    '<path d="M9.6 21.2v-4a2.4 2.4 0 0 1 4.8 0v4z" class="d-ink"/><path d="M12 10.8v1.6"/>'
)
ACADEMY = (
    '<path d="M6.6 5.6v13.8c0 1.2 1 2.2 2.2 2.2h9.6c1.4 0 2.4-1 2.4-2.4V4.4c0-1.2-.8-2-2-2H5.8z" class="d-paper"/>'
    '<circle cx="5.4" cy="4.6" r="2.2" class="d-gold"/>'
    '<path d="M4.2 18.6h11.6c0 1.8.8 3 2.4 3H6.6c-1.4 0-2.4-1.2-2.4-3z" class="d-gold"/>'
    '<path d="M10.4 7.4h7M10.4 11h7M10.4 14.6h4.6" class="d-thin"/>'
)
LABOUR_CAMP = (
    '<path d="M14 8.6L4.4 20.4" stroke-width="4"/><path d="M14 8.6L4.4 20.4" class="d-stroke-wood"/>'
    '<path d="M4.6 5.6C9.6 1.6 15 2 18.4 5.2s4 8.4.4 14c.2-5.2-.8-8.2-2.8-10S10.4 6.4 4.6 5.6z" class="d-steel"/>'
)
STATUE = (
    '<circle cx="12" cy="5.4" r="3.5" class="d-marble"/>'
    '<path d="M6.2 15.6c0-3.6 2.2-5.8 5.8-5.8s5.8 2.2 5.8 5.8z" class="d-marble"/>'
    '<path d="M4.4 15.6h15.2v2.8H4.4zM6.4 18.4h11.2v3H6.4z" class="d-stone"/>'
)
ARCH = (
    '<path fill-rule="evenodd" d="M3.4 7h17.2v14.4H3.4zM8 21.4v-6a4 4 0 0 1 8 0v6z" class="d-marble"/>'
    '<path d="M2 2.8h20V7H2z" class="d-marble"/><path d="M5.7 10.4v7.4M18.3 10.4v7.4" class="d-thin"/>'
)
WALL = (
    '<path d="M2.2 3.4h4v3.2h3.4V3.4h4.8v3.2h3.4V3.4h4v17.2H2.2z" class="d-stone"/>'
    '<path d="M2.2 11.2h19.6M2.2 15.9h19.6M8.4 11.4v4.4M15.6 11.4v4.4M12 7v4M12 16v4.4M5.4 16v4.4M18.6 16v4.4" class="d-thin"/>'
)
_SHRINE = (
    '<path d="M4.4 9.2h15.2v9.2H4.4z" class="d-plaster"/><path d="M7 9.4v8.8M17 9.4v8.8"/>'
    '<path d="M2.2 9.2L12 2.6l9.8 6.6zM2.6 18.4h18.8v2.8H2.6z" class="d-plaster"/>'
)
_FLOWER = (
    '<g class="d-clay d-thin"><circle cx="10.4" cy="12" r="1.9"/><circle cx="13.6" cy="12" r="1.9"/>'
    '<circle cx="10.4" cy="15.2" r="1.9"/><circle cx="13.6" cy="15.2" r="1.9"/></g><circle cx="12" cy="13.6" r="1" class="d-ink"/>'
)
_SUN = (
    '<path d="M12 9.8v8M8 13.8h8M9.2 11l5.6 5.6M14.8 11l-5.6 5.6" class="d-thin"/><circle cx="12" cy="13.8" r="2.3" class="d-gold d-thin"/>'
)
_KEY = '<path d="M12 13.4v4.2M12 16h2.2" stroke-width="1.8"/><circle cx="12" cy="11.8" r="2" class="d-gold d-thin"/>'
_STAFF = (
    '<path d="M12 10.6v7.4"/><path d="M9.6 10.4c0 2 4.8 2.2 4.8 4.4M14.4 10.4c0 2-4.8 2.2-4.8 4.4" class="d-stroke-green-thin"/>'
    '<circle cx="12" cy="10.6" r="1" class="d-ink"/>'
)
_HEART = '<path d="M12 17.6c-2.6-2-3.9-3.3-3.9-5a2 2 0 0 1 3.9-.8a2 2 0 0 1 3.9.8c0 1.7-1.3 3-3.9 5z" class="d-clay d-thin"/>'

ICONS = {
    "goldmine": GOLD_MINE,
    "sawmill": SAWMILL,
    "stonequarry": STONE_QUARRY,
    "marblequarry": MARBLE_QUARRY,
    "smith": SMITH,
    "curia": SENATE,
    "forum": FORUM,
    "market": MARKET,
    "workcamp": CASTRUM,
    "colosseum": COLOSSEUM,
    "oracle": ORACLE,
    "outpost": OUTPOST,
    "academy": ACADEMY,
    "labourcamp": LABOUR_CAMP,
    "statue": STATUE,
    "arch": ARCH,
    "wall": WALL,
    "maia": _SHRINE + _FLOWER,
    "apollo": _SHRINE + _SUN,
    "pluto": _SHRINE + _KEY,
    "mercury": _SHRINE + _STAFF,
    "venus": _SHRINE + _HEART,
}
