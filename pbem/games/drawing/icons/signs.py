"""Signs of a board: steps, cards, decks, locks, eyes, arrows, what an activation area says."""

STEP = '<path d="M5 5.2l6 6.8-6 6.8M12.8 5.2l6 6.8-6 6.8" class="d-stroke-accent"/>'
CARD = (
    '<rect x="5.4" y="2.4" width="13.2" height="19.2" rx="1.4" class="d-paper"/>'
    '<path d="M8.6 7h6.8M8.6 11h6.8M8.6 15h4" class="d-thin"/>'
)
BACK = (
    '<rect x="5.4" y="2.4" width="13.2" height="19.2" rx="1.4" class="d-paper"/>'
    '<path d="M7.2 8.6l4.4-4.4M7.2 14l9.6-9.6M7.2 19.4l9.6-9.6M12.6 19.4l4.2-4.2M16.8 8.6l-4.4-4.4M16.8 14L7.2 4.4M16.8'
    ' 19.4L7.2 9.8M11.4 19.4l-4.2-4.2" class="d-stroke-hatch"/>'
)
DECK = (
    '<path d="M8.4 6.4V2.6h11.2v14.8h-4" class="d-plaster"/><rect x="4.4" y="6.4" width="11.2" height="15" class="d-paper"/>'
)
LOCK = (
    '<path d="M7.8 10.6V7.4a4.2 4.2 0 0 1 8.4 0v3.2" stroke-width="2"/>'
    '<rect x="4.6" y="10.4" width="14.8" height="11" rx="1.6" class="d-gold"/>'
    '<path d="M12 14.6v2.8" stroke-width="2.2"/>'
)
_LID = "M2 12C4.6 7.5 8 5.3 12 5.3s7.4 2.2 10 6.7c-2.6 4.5-6 6.7-10 6.7S4.6 16.5 2 12z"
EYE = f'<path d="{_LID}" class="d-paper"/><circle cx="12" cy="12" r="3.5" class="d-ink"/>'
REROLL = (
    '<path d="M19.8 12.6a7.8 7.8 0 1 1-2.6-6.4L19.6 8.4" stroke-width="2.3"/>'
    '<path d="M19.8 3.2v5.4h-5.4" stroke-width="2.3"/>'
)
UP = '<path d="M5 12.4l7-7 7 7M5 19l7-7 7 7" class="d-stroke-red"/>'
EVEN = '<path d="M5.4 12h13.2" class="d-stroke-green"/>'
SPECIAL = '<circle cx="12" cy="12" r="4.4" class="d-fill-grey"/>'
ARROW = '<path d="M3.6 12h16M14 6.4l5.8 5.6-5.8 5.6" stroke-width="1.9" class="d-stroke-soft"/>'
NEXT = '<path d="M8.4 4.8L15.8 12l-7.4 7.2" stroke-width="2.3" class="d-stroke-soft"/>'
DOWN = '<path d="M4.8 8.4L12 15.8l7.2-7.4" stroke-width="2.3" class="d-stroke-soft"/>'

ICONS = {
    "step": STEP,
    "card": CARD,
    "back": BACK,
    "deck": DECK,
    "lock": LOCK,
    "eye": EYE,
    "reroll": REROLL,
    "up": UP,
    "even": EVEN,
    "special": SPECIAL,
    "arrow": ARROW,
    "next": NEXT,
    "turn": DOWN,
}
