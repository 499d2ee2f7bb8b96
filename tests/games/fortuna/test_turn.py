"""The course of a turn: playing, swapping, military power, bribery, arriving."""

import pytest

from pbem.games.chance import ChanceRefused, NoChance
from pbem.games.fortuna import GAME
from pbem.games.fortuna.course.rounds import new_order
from pbem.games.fortuna.position.moves import Military
from tests.games.fortuna.making import Case, read
from tests.games.fortuna.test_actions import cost
from tests.wording import game_says, game_text


def test_tv_s03_the_taken_card_lies_face_down_where_the_played_one_lay() -> None:
    case = Case().lay(blue="HARVEST BUILDING WATER", grey="VESTALS GRAINTRADE CLERGY")
    grain = case.player("blue").grain
    case.order("play harvest water 0; swap graintrade")
    assert case.player("blue").grain == grain + 2
    assert case.side("grey") == "VESTALS HARVEST CLERGY"
    assert case.side("blue") == "[GRAINTRADE] BUILDING WATER"
    for seat in ("grey", "orange", "purple"):
        case.wait_for(seat)
        case.order(next(text for text in case.legal() if text.startswith("play ") and text.endswith("noact")))
        assert case.refusal("swap graintrade").rule == "F-R14"
        case.order("swap water") if "swap water" in case.legal() else case.order(case.legal()[0])
    case.wait_for("blue")
    assert "[" not in case.side("blue")
    assert case.public.turn.revealed == "GRAINTRADE"


def test_tv_s04_military_power_executes_an_open_card_that_stays() -> None:
    case = Case().lay(blue="HARVEST BUILDING WATER", grey="GRAINTRADE").give("blue", money=10)
    stock, piles = case.public.stock, case.public.buildings
    case.order("play harvest; swap graintrade; military building build market")
    blue = case.player("blue")
    assert (blue.centurions, blue.money, blue.buildings) == (0, 10 - cost("MARKET"), ("MARKET",))
    assert case.public.stock.centurions == stock.centurions + 1
    assert case.public.buildings["MARKET"] == piles["MARKET"] - 1
    case.finish_turn().order(next(text for text in case.legal() if text.endswith("noact")))
    assert case.side("blue") == "[GRAINTRADE] BUILDING WATER"
    assert "swap building" in case.legal()


def test_b07_only_open_cards_of_others_are_swapped_for() -> None:
    case = Case().lay(blue="WATER FAMILY", grey="[HARVEST]").order("play water")
    assert case.is_refused("swap harvest", "swap_reserved")
    assert case.is_refused("swap family", "swap_own")
    assert case.is_refused("swap water", "swap_own")
    assert len(case.legal()) == 8


def test_b08_a_card_of_an_empty_side_is_swapped_for() -> None:
    case = Case(3).lay(blue="WATER", purple="FORTUNA CLERGY").order("play water; swap clergy")
    assert case.side("purple").startswith("FORTUNA WATER")
    assert "[CLERGY]" in case.side("blue")


def test_the_side_may_be_named_and_must_be_right() -> None:
    case = Case().lay(blue="WATER", grey="FORTUNA").order("play water")
    assert case.is_refused("swap fortuna from orange")
    case.order("swap fortuna from grey")
    assert "[FORTUNA]" in case.side("blue")


def test_b09_the_swap_is_mandatory_even_without_action() -> None:
    case = Case().lay(blue="WATER FAMILY").order("play water noact")
    assert case.is_refused("military family marry", "asked_other")
    assert case.waiting().kind == "swap"
    assert case.waiting().decline is None


def test_b10_a_reserved_card_is_safe_until_its_owners_next_turn() -> None:
    case = Case().set(round=4).lay(blue="WATER FAMILY CLERGY", grey="VINTAGE FORTUNA")
    case.give("blue", money=1).order("play water; swap vintage").finish_turn()
    seen = []
    while (case.public.round, case.active) != (5, "blue"):
        seen.append((case.public.round, case.active))
        case.order(next(text for text in case.legal() if text.endswith("noact")))
        assert case.refusal("swap vintage").rule == "F-R14"
        case.order(next(text for text in case.legal() if text != "swap fortuna"))
        case.finish_turn()
    assert len([turn for turn in seen if turn[0] == 5]) == 3  # blue was last
    assert case.public.order[3] == "blue"
    case.order("play family noact")
    case.order(case.legal()[0]).finish_turn()
    case.order(next(text for text in case.legal() if text.endswith("noact")))
    assert "swap vintage" in case.legal()


def test_b11_fortuna_moves_and_must_be_swapped() -> None:
    case = Case().lay(blue="FORTUNA").order("play fortuna")
    assert case.player("blue").pos == 1
    assert "FORTUNA" in case.side("blue")
    case.order("swap winetrade")
    side = next(side for side in case.public.sides if "FORTUNA" in case.side(side))
    assert side != "blue"
    case.finish_turn()
    while case.public.round == 1:
        turn = (case.public.round, case.active)
        case.order(next(text for text in case.legal() if text.endswith("noact") and "fortuna" not in text))
        case.order(next(text for text in case.legal() if text != "swap fortuna"))
        while (case.public.round, case.active) == turn:
            case.finish_turn()
    assert case.public.order[0] == side


def test_b24_bribing_a_reserved_card_leaves_it_reserved() -> None:
    case = Case().lay(blue="BRIBERY", orange="[GRAINTRADE]").give("blue", grain=2, money=1).give("orange", money=5)
    case.order("play bribery use graintrade sell 2")
    assert case.player("blue").money == 4
    assert case.player("orange").money == 6
    assert "[GRAINTRADE]" in case.side("orange")
    assert case.is_refused("swap graintrade")
    case.order("swap fortuna")
    assert "BRIBERY" not in case.side("blue")


def bribed(side: str, *, fee: int, money: int) -> str:
    places = {"seat": "seats/blue", "card": "cards/WATER", "side": f"seats/{side}"}
    return game_text(GAME, "bribed", **places, fee=fee, money=money)


def test_b25_a_rich_owner_stays_at_twenty() -> None:
    case = Case().lay(blue="BRIBERY", grey="WATER").give("grey", money=20).order("play bribery use water")
    assert (case.player("blue").money, case.player("grey").money) == (4, 20)
    assert case.heard()[1:4] == [
        bribed("grey", fee=1, money=4),
        game_text(GAME, "was_paid", seat="seats/grey", amount=1, money=20),
        game_text(GAME, "lost_money", seat="seats/grey", lost=1),
    ]


def test_who_is_paid_a_bribe_is_told() -> None:
    case = Case().lay(blue="BRIBERY", grey="WATER").order("play bribery use water")
    assert game_text(GAME, "was_paid", seat="seats/grey", amount=1, money=6) in case.heard()
    case = Case(3).lay(blue="BRIBERY", purple="WATER").order("play bribery use water")
    assert bribed("purple", fee=1, money=4) in case.heard()
    assert not any(game_says(GAME, line, "was_paid") for line in case.heard())


def test_b26_the_fee_for_an_empty_side_goes_to_the_bank() -> None:
    case = Case(3).lay(blue="BRIBERY", purple="WATER").order("play bribery use water")
    assert [player.money for player in case.public.players.values()] == [4, 5, 5]
    assert Case(3).lay(blue="BRIBERY", purple="WATER").give("blue", money=0).is_refused("play bribery use water")
    free = Case(3, bribe_empty_side_cost="0").lay(blue="BRIBERY", purple="WATER").give("blue", money=0)
    assert free.order("play bribery use water").player("blue").reservoir == 3
    owned = Case(3, bribe_empty_side_cost="0").lay(blue="BRIBERY", grey="WATER").give("blue", money=0)
    assert owned.refusal("play bribery use water").rule == "F-R22"  # a player is paid all the same


def test_b27_the_sale_cannot_pay_the_bribe() -> None:
    case = Case().lay(blue="BRIBERY", grey="GRAINTRADE").give("blue", money=0, grain=3)
    assert case.refusal("play bribery use graintrade sell 3").rule == "F-R22"


def test_b28_bribery_by_military_power_is_not_swapped() -> None:
    case = Case().lay(blue="HARVEST BRIBERY", grey="FORTUNA").order("play harvest; swap fortuna")
    case.order("military bribery use harvest")
    blue = case.player("blue")
    assert (blue.centurions, blue.money, blue.grain) == (0, 4, 5)
    assert "BRIBERY" in case.side("blue").split()
    assert case.player("grey").money == 6
    assert case.waiting().kind == "favour"


def test_b29_own_cards_are_not_bribed_but_the_bribed_card_is_swapped_for() -> None:
    case = Case().lay(blue="BRIBERY WATER", grey="HARVEST")
    assert case.refusal("play bribery use water").rule == "F-R23"
    assert case.is_refused("play bribery use bribery money")
    case.order("play bribery use harvest; swap harvest")
    assert "[HARVEST]" in case.side("blue")


def test_b30_military_power_needs_an_open_card_and_comes_once() -> None:
    case = Case().lay(blue="WATER FAMILY", grey="HARVEST").give("blue", centurions=3, hand=["B_STEP"])
    case.order("play water noact; swap harvest")
    assert case.refusal("military harvest").rule == "F-R20"
    case.order("military family marry")
    assert case.waiting().kind == "roll"
    assert case.is_refused("military family take wine", "asked_other")
    assert case.order("use step").waiting().kind == "favour"  # it does not come back, though Centurions are left


def test_military_power_once_declined_does_not_come_back() -> None:
    case = Case().lay(blue="WATER FAMILY").give("blue", hand=["A_FOLLOWER", "C_WINE"]).order("play water; swap fortuna")
    case.order("military none; use follower centurion")
    assert (case.player("blue").centurions, case.waiting().kind) == (2, "roll")


def test_f_r23_the_fortuna_of_another_side_may_be_bribed() -> None:
    case = Case().lay(blue="BRIBERY WATER", grey="[FORTUNA]").order("play bribery use fortuna")
    assert (case.player("blue").pos, case.player("blue").money, case.player("grey").money) == (1, 4, 6)
    assert "[FORTUNA]" in case.side("grey")
    assert new_order(case.state.rules, case.public)[0] == "grey"


def test_f_r23_a_bribe_takes_the_card_swapped_away_before() -> None:
    case = Case().lay(blue="WATER BRIBERY", grey="FORTUNA").order("play water noact; swap fortuna")
    case.order("military bribery use water")
    assert (case.player("blue").reservoir, case.player("grey").money) == (3, 6)


def test_f_r60_a_bribed_action_uses_the_own_market_and_marriage() -> None:
    case = Case().lay(blue="BRIBERY", grey="WINETRADE").give("blue", wine=2, money=1, buildings=("MARKET",))
    assert case.order("play bribery use winetrade sell 2").player("blue").money == 8
    case = Case().lay(blue="BRIBERY", grey="WINETRADE").give("blue", wine=2, money=1)
    case.give("grey", buildings=("MARKET",))
    assert case.order("play bribery use winetrade sell 2").player("blue").money == 6
    case = Case().lay(blue="BRIBERY", grey="FAMILY").give("grey", married=True)
    assert case.refusal("play bribery use family take wine").rule == "F-R24"


def test_an_early_roll_through_bribery_comes_before_the_swap() -> None:
    case = Case().lay(blue="BRIBERY", grey="[FAMILY]").give("blue", married=True, dice=2).will_roll(2, 5)
    case.order("play bribery use family roll")
    assert case.waiting().kind == "take"
    assert (case.public.turn.dice, case.public.turn.is_early) == ((2, 5), True)
    case.order("take grain; swap fortuna; military none")
    assert case.waiting().kind == "favour"
    assert case.fate.slots.count("1 blue/1") == 1
    assert "BRIBERY" not in case.side("blue")


def test_b31_the_centurion_leaves_before_the_price_is_asked() -> None:
    case = Case().lay(blue="WATER CENTURIONS").give("blue", centurions=3, money=3).order("play water; swap fortuna")
    case.order("military centurions buy 1")
    assert (case.player("blue").centurions, case.player("blue").money) == (3, 0)
    case = Case().lay(blue="WATER CENTURIONS").give("blue", centurions=1, money=1).order("play water; swap fortuna")
    case.order("military centurions buy 1")
    assert (case.player("blue").centurions, case.player("blue").money) == (1, 0)


def test_b32_fortuna_by_military_power_stays() -> None:
    case = Case().lay(blue="WATER FORTUNA").order("play water; swap winetrade; military fortuna")
    assert case.player("blue").pos == 1
    assert "FORTUNA" in case.side("blue").split()
    case.finish_turn()
    while case.public.round == 1:
        case.order(next(text for text in case.legal() if text.endswith("noact")))
        case.order(next(text for text in case.legal() if text != "swap fortuna")).finish_turn()
    assert case.public.order[0] == "blue"


@pytest.mark.parametrize(
    ("cards", "order"),
    [("WATER BRIBERY", "military bribery money"), ("WATER FAMILY", "military family take money")],
)
def test_f_r61_an_activation_that_changes_nothing_is_refused(cards: str, order: str) -> None:
    case = Case().lay(blue=cards).give("blue", money=20, married=True).order("play water; swap winetrade")
    assert case.refusal(order).rule == "F-R61"


def test_f_r61_concerns_activations_only() -> None:
    case = Case().lay(blue="BRIBERY FAMILY").give("blue", money=20, married=True)
    assert {"play bribery money", "play family take money"} <= set(case.legal())
    case = Case().lay(blue="BRIBERY", grey="FAMILY").give("blue", money=20, married=True)
    assert "play bribery use family take money" in case.legal()  # the fee makes room
    free = Case(3, bribe_empty_side_cost="0").lay(blue="BRIBERY", purple="FAMILY").give("blue", money=20, married=True)
    assert free.refusal("play bribery use family take money").rule == "F-R61"


def test_military_none_is_forced_when_nothing_can_be_done() -> None:
    case = Case().lay(blue="WATER GRAINTRADE WINETRADE").give("blue", grain=0, wine=0).order("play water; swap fortuna")
    assert case.waiting().forced == Military()
    case.give("blue", hand=["C_GRAIN"])
    assert case.waiting().forced is None  # an A card could change that, for all the public knows


def test_without_a_centurion_military_power_is_skipped() -> None:
    case = Case().lay(blue="WATER FAMILY").give("blue", centurions=0).will_roll(3).order("play water; swap fortuna")
    assert case.waiting().kind == "favour"


def test_a_follower_before_the_roll_opens_military_power() -> None:
    case = Case().lay(blue="WATER FAMILY").give("blue", centurions=0, hand=["A_FOLLOWER", "C_WINE"])
    case.order("play water; swap fortuna")
    assert case.waiting().kind == "roll"
    case.order("use follower centurion")
    assert case.waiting().kind == "military"
    case.order("military family marry")
    assert case.waiting().kind == "roll"


def test_b40_fortuna_to_the_palace_in_t1() -> None:
    case = Case().lay(blue="FORTUNA WATER").give("blue", pos=14).deck("C_WINE", "B_STEP", "A_WINE", "C_WATER")
    case.order("play fortuna")
    assert case.waiting().kind == "palace"
    case.order("palace wine")
    assert case.waiting().kind == "swap"
    case.order("swap winetrade")
    assert case.waiting().kind == "military"
    case.order("military water")
    assert case.waiting().kind == "end"  # no roll, no favour, no tax, no phase 5
    assert case.public.turn.dice == ()
    assert case.player("blue").money == 5
    assert case.order("end").active == "grey"


def test_b40b_a_step_after_the_roll_skips_favour_and_tax() -> None:
    case = Case().give("blue", pos=14, reservoir=0, hand=["B_STEP"]).rolled(1).favours("1+2")
    case.deck("C_WINE", "B_STEP", "A_WINE").order("use b; palace step")
    assert case.waiting().kind == "end"
    assert (case.player("blue").money, case.player("blue").pos) == (5, 15)
    assert case.public.favours[0].tokens == 2
    assert case.hand("blue") == ("B_STEP",)


def test_an_early_roll_is_void_on_the_palace() -> None:
    case = Case().lay(blue="FAMILY FORTUNA").give("blue", married=True, pos=14).will_roll(6)
    case.deck("C_WINE", "B_STEP", "A_WINE").order("play family roll; take wine; swap winetrade; military fortuna")
    case.order("palace wine")
    assert case.waiting().kind == "end"


def test_the_palace_interrupts_and_the_turn_goes_on_where_it_was() -> None:
    case = Case().lay(blue="FAMILY").give("blue", married=True, pos=14, hand=["B_STEP"]).will_roll(6)
    case.deck("C_WINE", "B_STEP", "A_WINE").order("play family roll; use step")
    assert case.waiting().kind == "palace"
    assert case.is_refused("take wine")
    assert case.refusal("use step").rule == "F-R68"
    case.order("palace wine; take wine")
    assert case.waiting().kind == "swap"


def test_playing_stops_before_the_future() -> None:
    case = Case().lay(blue="WATER").give("blue", centurions=0).order("play water")
    move = read(case.view(), "swap fortuna")
    before = GAME.encode(case.state)
    with pytest.raises(ChanceRefused):
        GAME.play(case.state, case.active, move, NoChance())
    assert GAME.encode(case.state) == before


def test_only_the_active_player_is_heard() -> None:
    case = Case()
    assert case.refusal("play grain trade noact", seat="grey").rule == "4"
    assert list(GAME.moves(case.view("grey"))) == []
    assert list(GAME.moves(GAME.view(case.state, None))) == []


def test_hidden_display_tells_others_less() -> None:
    case = Case(facedown_display="hidden").lay(blue="WATER", grey="FORTUNA").order("play water; swap fortuna")
    swap = {"seat": "seats/blue", "given": "cards/WATER", "side": "seats/grey"}
    taken = game_text(GAME, "you_took", taken="cards/FORTUNA")
    assert game_text(GAME, "swapped_hidden", **swap) in case.heard("grey")
    assert taken not in case.heard()
    assert not any(GAME.messages.name("cards", "FORTUNA", "en") in line for line in case.heard())
    assert taken in case.heard("blue")
    assert game_text(GAME, "label_reserved") in GAME.board(case.view("grey"), "en")
    assert "[fortuna]" in GAME.board(case.view("blue"), "en")
    assert "FORTUNA" not in str(GAME.plain(case.view("grey")))
    shown = Case().lay(blue="WATER", grey="FORTUNA").order("play water; swap fortuna")
    assert "[fortuna]" in GAME.board(shown.view("grey"), "en")
    assert game_text(GAME, "swapped", **swap, taken="cards/FORTUNA") in shown.heard()


def test_hidden_display_does_not_name_a_bribed_reserve() -> None:
    case = Case(facedown_display="hidden").lay(blue="BRIBERY", grey="[CLERGY]").order("play bribery use clergy")
    fee = game_text(GAME, "bribed_hidden", seat="seats/blue", side="seats/grey", fee=1, money=4)
    assert fee in case.heard()
