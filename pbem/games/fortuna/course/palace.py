"""Moving along the road, arriving at Caesar's Palace (4.4), and drawing and keeping privilege cards (4.3, T7)."""

from msgspec.structs import replace

from pbem.games.fortuna.position.scene import Scene
from pbem.games.fortuna.position.state import Pile
from pbem.games.fortuna.table.table import PRIVILEGES


def advance(scene: Scene, steps: int) -> None:
    """Move the active pawn; it stops at the Palace (F-R9)."""
    palace = scene.rules.table.road.palace
    pos = min(palace, scene.me.pos + steps)
    has_arrived = pos == palace > scene.me.pos
    scene.own(pos=pos)
    scene.tell("moved", pos=pos)
    if has_arrived:
        _arrive(scene)


def _arrive(scene: Scene) -> None:
    palace = scene.public.palace
    scene.set(palace=replace(palace, tokens=0, arrivals=(*palace.arrivals, scene.seat)))
    scene.tell("arrived_at_palace")
    offered = scene.secret.aside if palace.arrivals else draw(scene, palace.tokens)
    scene.hide(offered=offered, aside=())
    scene.set(palace=replace(scene.public.palace, aside=0))
    scene.note(offered=len(offered))
    if len(offered) == 1:
        pick(scene, offered[0])
    elif offered:
        scene.whisper(scene.seat, "offered", cards=[f"privileges/{card}" for card in offered])


def pick(scene: Scene, card: str) -> None:
    """Keep one of the Palace's cards; the others lie aside face down."""
    aside = without(scene.secret.offered, (card,))
    gain_card(scene, card)
    scene.hide(offered=(), aside=aside)
    scene.set(palace=replace(scene.public.palace, aside=len(aside)))
    scene.note(offered=0)
    scene.tell("picked", aside=len(aside))
    scene.whisper(scene.seat, "picked_card", card=f"privileges/{card}")


def draw(scene: Scene, count: int) -> tuple[str, ...]:
    """Draw cards, reshuffling the discards only when a card is needed (F-R39)."""
    drawn: tuple[str, ...] = ()
    while len(drawn) < count and (scene.public.deck.left or scene.public.discard):
        if not scene.public.deck.left:
            _reshuffle(scene)
        drawn += _take(scene, count - len(drawn))
    return drawn


def _take(scene: Scene, count: int) -> tuple[str, ...]:
    deck = scene.public.deck
    order = scene.chance.deck(f"privileges/{deck.number}", deck.cards)
    cards = order[deck.taken : deck.taken + count]
    scene.set(deck=replace(deck, taken=deck.taken + len(cards)))
    return cards


def _reshuffle(scene: Scene) -> None:
    cards = tuple(sorted(scene.public.discard, key=PRIVILEGES.index))
    scene.set(deck=Pile(scene.public.deck.number + 1, cards), discard=())
    scene.tell("reshuffled", count=len(cards))


def keep(scene: Scene, cards: tuple[str, ...]) -> None:
    """Keep some of the drawn cards and discard the rest face up."""
    rest = without(scene.secret.offered, cards)
    for card in cards:
        gain_card(scene, card)
    scene.hide(offered=())
    scene.set(discard=scene.public.discard + rest)
    scene.note(offered=0)
    scene.tell("kept", count=len(cards), rest=[f"privileges/{card}" for card in rest])
    scene.whisper(scene.seat, "kept_cards", cards=[f"privileges/{card}" for card in cards])


def gain_card(scene: Scene, card: str) -> None:
    """Put a privilege into the active player's hand."""
    seat, hands = scene.seat, scene.secret.hands
    scene.hide(hands={**hands, seat: (*hands[seat], card)})
    if scene.rules.options.drawn_privilege_same_turn == "no":  # F-R37
        scene.hide(fresh=(*scene.secret.fresh, card))
    scene.own(hand=scene.me.hand + 1)
    scene.note(kept=scene.public.turn.kept + 1)


def without(cards: tuple[str, ...], taken: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards without those taken, copy by copy."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)
