"""What a host may choose when a game is opened, by the rulings that leave it open."""

from typing import Literal

from msgspec import Struct

from pbem.games.game import Option

SEATS = ("blue", "grey", "orange", "purple")
OPTIONS = (
    Option("setup", ("beginner", "expert"), "action cards are dealt, or drafted"),
    Option("vestal_prices", ("1-3-5", "1-2-3"), "what the first, second and third Vestal cost (F-R3)"),
    Option("die_choice", ("any", "highest"), "which die counts when a favour is declined (F-R5)"),
    Option("identical_c", ("once", "each"), "equal C cards score once or each (F-R30)"),
    Option("money_cards", ("full", "split"), "both C cards for money count all of it, or share it (F-R31)"),
    Option("c_money_mode", ("per_group", "once"), "C cards for money score per full group or once (F-R32)"),
    Option("bribe_empty_side_cost", ("1", "0"), "fee for bribing a card of an empty side (F-R21)"),
    Option("fortuna_on_empty_side", ("wealth", "keep_first", "forbid"), "who is first when nobody holds it (F-R26)"),
    Option("initial_reserve", ("optional", "mandatory"), "turning one card face down at the start (F-R19)"),
    Option("stock_limits", ("strict", "unlimited"), "cubes and dice can run out or not (F-R47)"),
    Option("token_limit", ("unlimited", "strict"), "tokens are supplied or can run out (F-R48)"),
    Option("a_free_cube", ("any", "different"), "the free cube of an A card may be of the same kind (F-R34)"),
    Option("drawn_privilege_same_turn", ("yes", "no"), "a card may be used in the turn it was drawn (F-R37)"),
    Option("refuse", ("any", "1-4"), "which favours may be declined (F-R7)"),
    Option("facedown_display", ("open", "hidden"), "reports show the face-down cards of others or not (F-R18)"),
)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chose, with the defaults of the rulings."""

    setup: Literal["beginner", "expert"] = "beginner"
    vestal_prices: Literal["1-3-5", "1-2-3", "table"] = "table"
    die_choice: Literal["any", "highest"] = "any"
    identical_c: Literal["once", "each"] = "once"
    money_cards: Literal["full", "split"] = "full"
    c_money_mode: Literal["per_group", "once"] = "per_group"
    bribe_empty_side_cost: Literal["1", "0", "table"] = "table"
    fortuna_on_empty_side: Literal["wealth", "keep_first", "forbid"] = "wealth"
    initial_reserve: Literal["optional", "mandatory"] = "optional"
    stock_limits: Literal["strict", "unlimited"] = "strict"
    token_limit: Literal["unlimited", "strict"] = "unlimited"  # noqa: S105 - tokens of the game
    a_free_cube: Literal["any", "different"] = "any"
    drawn_privilege_same_turn: Literal["yes", "no"] = "yes"
    refuse: Literal["any", "1-4"] = "any"
    facedown_display: Literal["open", "hidden"] = "open"
