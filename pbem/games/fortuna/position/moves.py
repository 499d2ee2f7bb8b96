"""The moves of Fortuna: one frozen value for each order, and the acts that execute an action card.

Where an amount may be left to the rules, None stands for as many as are legal then.
"""

from typing import TypeAlias

from msgspec import Struct


class NoAct(Struct, frozen=True, tag="noact"):
    """Do not execute the card."""


class Do(Struct, frozen=True, tag="do"):
    """Execute a card that leaves no choice: Water Distribution, Religious Ceremony, Fortuna."""


class Pour(Struct, frozen=True, tag="pour"):
    """Harvest, returning water for more; `reservoir` names the place it comes from first (F-R52)."""

    water: int | None = 0
    reservoir: bool = False


class Sell(Struct, frozen=True, tag="sell"):
    count: int | None


class Buy(Struct, frozen=True, tag="buy"):
    count: int | None


class Marry(Struct, frozen=True, tag="marry"):
    pass


class RollEarly(Struct, frozen=True, tag="roll"):
    """Family: roll before choosing what to take (4.2)."""


class Gain(Struct, frozen=True, tag="gain"):
    """Family: take a cube or money."""

    what: str


class Build(Struct, frozen=True, tag="build"):
    building: str


class Pocket(Struct, frozen=True, tag="pocket"):
    """Bribery: take money."""


class Bribe(Struct, frozen=True, tag="bribe"):
    """Bribery: use a card of another side."""

    card: str
    act: "Act"


Act: TypeAlias = NoAct | Do | Pour | Sell | Buy | Marry | RollEarly | Gain | Build | Pocket | Bribe


class Draft(Struct, frozen=True, tag="draft"):
    card: str


class Reserve(Struct, frozen=True, tag="reserve"):
    """Turn a card of one's own side face down before the first round, or none."""

    card: str | None


class Play(Struct, frozen=True, tag="play"):
    card: str
    act: Act


class Take(Struct, frozen=True, tag="take"):
    """Choose what Family gives, after the early roll."""

    what: str


class Swap(Struct, frozen=True, tag="swap"):
    """Exchange the played card; the side may be named but need not."""

    card: str
    side: str | None = None


class Military(Struct, frozen=True, tag="military"):
    """Spend a Centurion to execute an open card of one's own, or None."""

    card: str | None = None
    act: Act = NoAct()


class Roll(Struct, frozen=True, tag="roll"):
    pass


class Use(Struct, frozen=True, tag="use"):
    """Play a privilege A or B; an A card has a choice."""

    card: str
    choice: str | None = None


class Ask(Struct, frozen=True, tag="favour"):
    """Use a favour, or None to decline; a die may be named."""

    number: int | None = None
    count: int | None = None
    reservoir: bool = False
    die: int | None = None


class Block(Struct, frozen=True, tag="block"):
    """Two players: turn a favour card down, or None."""

    number: int | None = None


class Keep(Struct, frozen=True, tag="keep"):
    cards: tuple[str, ...]


class Pick(Struct, frozen=True, tag="palace"):
    """Keep a card at Caesar's Palace."""

    card: str


class End(Struct, frozen=True, tag="end"):
    pass


Move: TypeAlias = Draft | Reserve | Play | Take | Swap | Military | Roll | Use | Ask | Block | Keep | Pick | End

KINDS: dict[type, str] = {
    Draft: "draft",
    Reserve: "reserve",
    Play: "play",
    Take: "take",
    Swap: "swap",
    Military: "military",
    Roll: "roll",
    Use: "use",
    Ask: "favour",
    Block: "block",
    Keep: "keep",
    Pick: "palace",
    End: "end",
}


def innermost(act: Act) -> Act:
    """Return what is done in the end, through Bribery or not."""
    return act.act if isinstance(act, Bribe) else act
