"""Buildings that stand on a board: of Fortuna's province and road, and the houses of Alea."""

_ARCH = "v-{rise}a{radius} {radius} 0 0 1 {width} 0v{rise}"


def _arch(rise: float, radius: float) -> str:
    return _ARCH.format(rise=rise, radius=radius, width=2 * radius)


MARKET = (
    '<path d="M4.2 9h15.6v12H4.2z" class="d-plaster"/>'
    f'<path d="M8.8 21{_arch(4, 3.2)}z" class="d-skin"/>'
    '<path d="M4 3h16l2 6.2H2z" class="d-clay"/>'
    '<path d="M9 3.2L8.2 9M15 3.2l.8 5.8" class="d-thin"/>'
)
AQUEDUCT = (
    f'<path d="M2.2 3.4h19.6v17.8h-3V16{"a2.3 2.3 0 0 0-4.6 0"}v5.2h-4.4V16{"a2.3 2.3 0 0 0-4.6 0"}v5.2h-3z" class="d-stone"/>'
    '<path d="M2.2 3.4h19.6v3.4H2.2z" class="d-water"/><path d="M2.2 10.4h19.6" class="d-thin"/>'
)
BASILICA = (
    '<path d="M5 9.4h14v8.8H5z" class="d-marble"/><path d="M8.4 9.6v8.4M12 9.6v8.4M15.6 9.6v8.4"/>'
    '<path d="M2.4 9.4L12 2.8l9.6 6.6zM2.8 18.2h18.4v3H2.8z" class="d-marble"/>'
)
PALACE = (
    '<path d="M12 1.2v2.4"/><path d="M5.6 11a6.4 7 0 0 1 12.8 0z" class="d-clay"/>'
    '<path d="M3.6 11h16.8v10.2H3.6z" class="d-plaster"/>'
    f'<path d="M9.9 21.2{_arch(3.6, 2.1)}z" class="d-ink"/><path d="M6.8 14.4v3M17.2 14.4v3"/>'
)
GATE = (
    f'<path fill-rule="evenodd" d="M2.6 21.2V2.8h3.6v2.6h3V2.8h5.6v2.6h3V2.8h3.6v18.4zM7.6 21.2{_arch(5.6, 4.4)}z"'
    ' class="d-plaster"/><path d="M2.6 8.6h3M18.4 8.6h3" class="d-thin"/>'
)
VILLAGE = (
    '<path d="M4.8 11h14.4v10H4.8z" class="d-plaster"/><path d="M9.6 21v-5.6h4.8V21z" class="d-ink"/>'
    '<path d="M1.8 11.4L12 3l10.2 8.4z" class="d-gold"/>'
)
TEMPLE = (
    '<path d="M5 9.4h14v8.8H5z" class="d-plaster"/><path d="M9.4 9.6v8.4M14.6 9.6v8.4"/>'
    '<path d="M2.4 9.4L12 2.8l9.6 6.6zM2.8 18.2h18.4v3H2.8z" class="d-plaster"/>'
)
SENATE = (
    '<path d="M5.6 11.6h12.8v6.6H5.6z" class="d-plaster"/><path d="M9 11.8v6.2M12 11.8v6.2M15 11.8v6.2"/>'
    '<path d="M4.8 9a7.2 6.6 0 0 1 14.4 0z" class="d-clay"/>'
    '<path d="M3.2 9h17.6v2.6H3.2zM3.2 18.2h17.6v3H3.2z" class="d-plaster"/>'
)
FORUM = (
    '<path d="M4.8 6.4h14.4v11.4H4.8z" class="d-marble"/><path d="M8.6 6.6v11M12 6.6v11M15.4 6.6v11" stroke-width="1.9"/>'
    '<path d="M2.8 2.8h18.4v3.6H2.8zM2.8 17.8h18.4v3.4H2.8z" class="d-marble"/>'
)
CASTRUM = (
    '<path d="M12 4L21.6 21H2.4z" class="d-gold"/><path d="M12 10.6L16.2 21H7.8z" class="d-ink"/>'
    '<path d="M12 4V1.6M12 4l1.3-2.2M12 4l-1.3-2.2" class="d-thin"/>'
)
LATRINE = (
    '<path d="M4.4 6.4h15.2l2.4 6H2z" class="d-plaster"/><path d="M2 12.4h20v8.2H2z" class="d-stone"/>'
    '<g class="d-ink"><ellipse cx="8.2" cy="9.4" rx="2.5" ry="1.5"/><ellipse cx="15.8" cy="9.4" rx="2.5" ry="1.5"/></g>'
    '<path d="M7.8 13v3.6M16.2 13v3.6" stroke-width="2.6"/>'
)

ICONS = {
    "market": MARKET,
    "aqueduct": AQUEDUCT,
    "basilica": BASILICA,
    "palace": PALACE,
    "gate": GATE,
    "village": VILLAGE,
    "temple": TEMPLE,
    "senate": SENATE,
    "forum": FORUM,
    "castrum": CASTRUM,
    "latrine": LATRINE,
}
