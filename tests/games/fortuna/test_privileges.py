"""Privileges: using, drawing, keeping, and the cards of Caesar's Palace."""

import pytest

from pbem.games.fortuna import GAME
from pbem.games.fortuna.position.moves import End, Keep
from pbem.games.game import Look
from tests.games.fortuna.hidden import assert_invariants
from tests.games.fortuna.making import BLUE, Case
from tests.wording import game_text


def giulia() -> Case:
    case = Case().give("blue", vestals=2, pos=4).favours("6+3").rolled(6)
    return case.deck("A_WINE", "C_VESTAL", "B_STEP", "C_WATER")


def test_tv_s11_three_tokens_three_cards_one_kept() -> None:
    case = giulia()
    tokens = case.public.tokens
    case.order("favour 6")
    assert case.waiting().kind == "keep"
    assert case.waiting().private
    assert case.is_refused("keep wine gift, step")
    case.order("keep vestal")
    blue = case.player("blue")
    assert (blue.pos, blue.vestals, blue.hand) == (6, 2, 1)
    assert (case.public.favours[5].is_open, case.public.favours[5].tokens) == (False, 0)
    assert case.public.tokens == tokens + 3
    assert case.hand("blue") == ("C_VESTAL",)
    assert case.public.discard == ("A_WINE", "B_STEP")
    assert case.public.deck.left == 1


def test_b62_the_public_hears_how_many_and_the_owner_which() -> None:
    case = giulia().order("favour 6")
    cards = ["privileges/A_WINE", "privileges/C_VESTAL", "privileges/B_STEP"]
    assert game_text(GAME, "offered", cards=cards) in case.heard("blue")
    vestals = GAME.messages.name("privileges", "C_VESTAL", "en")
    assert not any(vestals in line for line in case.heard())
    case.order("keep vestal")
    rest = ["privileges/A_WINE", "privileges/B_STEP"]
    assert game_text(GAME, "kept", seat="seats/blue", count=1, rest=rest) in case.heard()
    assert not any(vestals in line for line in case.heard() + case.heard("grey"))
    assert game_text(GAME, "kept_cards", cards=["privileges/C_VESTAL"]) in case.heard("blue")
    assert "C_VESTAL" not in str(GAME.plain(case.view("grey"))["hand"])
    assert f"{game_text(GAME, 'label_mine')}: vestal" in GAME.board(case.view("blue"), "en")


def test_b64_what_was_kept_changes_nothing_in_public() -> None:
    def kept(card: str) -> Case:
        case = Case().give("blue", vestals=1, pos=4).favours("6+2").rolled(6)
        return case.deck("B_STEP", "C_WINE", "C_WATER").order("favour 6").order(f"keep {card}")

    step, wine = kept("b_step"), kept("c_wine")
    hidden = GAME.encode(step.state)["secret"], GAME.encode(wine.state)["secret"]
    assert hidden[0] != hidden[1]
    assert step.waiting() == wine.waiting()
    same = wine.set(discard=step.public.discard)  # the card not kept is all that differs in the open
    assert GAME.public(step.state) == GAME.public(same.state)
    assert GAME.draw(GAME.view(step.state, None), Look("en")) == GAME.draw(GAME.view(same.state, None), Look("en"))


def test_tv_s14_the_basilica_keeps_two() -> None:
    case = Case().give("blue", buildings=("BASILICA",)).favours("4+3").rolled(4)
    case.deck("A_WINE", "C_VESTAL", "B_STEP").order("favour 4 x1; keep vestal, step")
    blue = case.player("blue")
    assert (blue.pos, blue.centurions, blue.hand) == (1, 0, 2)
    assert case.hand("blue") == ("C_VESTAL", "B_STEP")
    assert case.public.discard == ("A_WINE",)
    assert (case.public.favours[3].is_open, case.public.favours[3].tokens) == (False, 0)


def test_b47_the_basilica_needs_two_tokens_and_not_the_palace() -> None:
    case = Case().give("blue", buildings=("BASILICA",)).favours("4+1").rolled(4)
    case.deck("A_WINE", "C_VESTAL").order("favour 4 x1")
    assert case.hand("blue") == ("A_WINE",)
    case = Case().give("blue", buildings=("BASILICA",)).favours("4+2").rolled(4)
    case.deck("A_WINE", "C_VESTAL").order("favour 4 x1")
    assert case.legal() == ["keep wine gift", "keep vestal", "keep wine gift, vestal"]
    case.order("keep vestal, wine gift")
    assert case.public.discard == ()
    case = Case().give("blue", buildings=("BASILICA",), pos=14).rolled(4)
    case.deck("A_WINE", "C_VESTAL", "B_STEP").order("favour 4 x1")
    assert case.legal() == ["palace wine gift", "palace step", "palace vestal"]


def test_f_r41_the_basilica_does_not_help_a_later_arrival() -> None:
    case = Case().deck("C_WINE", "C_VESTAL", "C_WATER", "B_STEP").give("grey", buildings=("BASILICA",))
    arrive(case, "blue").order("palace wine; end")
    assert arrive(case, "grey").legal() == ["palace water", "palace vestal"]
    assert len(case.order("palace water").hand("grey")) == 1


def test_f_r68_the_window_is_closed_while_cards_are_chosen() -> None:
    case = Case().give("blue", hand=["B_STEP"]).favours("4+2").rolled(4).deck("A_WINE", "C_VESTAL")
    case.order("favour 4 x1")
    assert (case.waiting().kind, case.waiting().also) == ("keep", frozenset())
    assert case.refusal("use step").rule == "F-R68"
    assert case.legal() == ["keep wine gift", "keep vestal"]
    assert "use step" in case.order("keep vestal").legal()


def test_keeping_a_card_twice_needs_two_copies() -> None:
    case = Case().give("blue", buildings=("BASILICA",)).favours("4+3").rolled(4)
    case.deck("A_WINE", "C_VESTAL", "C_VESTAL").order("favour 4 x1")
    assert case.is_refused("keep wine gift, wine gift")
    assert GAME.check(case.view(), Keep(())) is not None
    case.order("keep vestal, vestal")
    assert case.hand("blue") == ("C_VESTAL", "C_VESTAL")


def test_b45_the_discards_are_shuffled_in_the_middle_of_a_draw() -> None:
    case = Case().favours("4+3").rolled(4)
    case.deck("A_WINE", discard=("C_WATER", "B_STEP", "C_WINE", "A_GRAIN"))
    case.fate.decks = {**case.fate.decks, "privileges/1": ("B_STEP", "C_WINE", "A_GRAIN", "C_WATER")}
    case.order("favour 4 x1")
    assert case.view().offered == ("A_WINE", "B_STEP", "C_WINE")
    assert case.public.deck.cards == ("A_GRAIN", "B_STEP", "C_WATER", "C_WINE")
    assert (case.public.deck.number, case.public.deck.left, case.public.discard) == (1, 2, ())
    case.order("keep step")
    assert case.public.discard == ("A_WINE", "C_WINE")


def test_b46_nothing_to_draw_returns_the_tokens_all_the_same() -> None:
    case = Case().favours("4+2").rolled(4).deck()
    tokens = case.public.tokens
    case.order("favour 4 x1")
    assert case.player("blue").hand == 0
    assert case.public.tokens == tokens + 2
    assert not case.public.favours[3].is_open
    assert case.active == "grey"


def drawn_step(**options: str) -> Case:
    case = Case(**options).give("blue", pos=12, centurions=2).favours("4+2").rolled(4)  # type: ignore[arg-type]
    return case.deck("B_STEP", "C_WINE", "C_WATER", "C_GRAIN", "A_WINE").order("favour 4 x2; keep step")


def test_b48_a_card_just_drawn_may_be_used() -> None:
    case = drawn_step()
    assert (case.waiting().kind, case.waiting().ask) == ("end", True)
    case.order("use b")
    assert case.player("blue").pos == 15
    assert case.waiting().kind == "palace"
    case.order("palace water")
    assert case.public.palace.arrivals == (BLUE,)


def test_b48_unless_the_host_says_no() -> None:
    case = drawn_step(drawn_privilege_same_turn="no")
    assert case.active == "grey"  # nothing could be used, so the turn is over
    case = Case(drawn_privilege_same_turn="no").give("blue", pos=3, hand=["C_WINE"]).favours("4+2").rolled(4)
    case.deck("B_STEP", "C_WATER").order("favour 4 x1; keep step")
    assert (case.waiting().kind, case.waiting().ask) == ("end", True)
    assert case.refusal("use step").rule == "F-R37"
    assert case.legal() == ["end"]
    case.order("end").wait_for("blue")
    assert "use step" in case.legal()


def test_an_older_copy_may_be_used_beside_a_fresh_one() -> None:
    case = Case(drawn_privilege_same_turn="no").give("blue", hand=["B_STEP"]).favours("4+2").rolled(4)
    case.deck("B_STEP", "C_WATER").order("favour 4 x1; keep step; use step")
    assert case.hand("blue") == ("B_STEP",)
    assert case.active == "grey"


def test_the_turn_ends_by_itself_with_an_empty_hand() -> None:
    case = Case().rolled(1).order("favour none")
    assert case.active == "grey"


def test_the_end_is_not_asked_when_nothing_was_drawn() -> None:
    case = Case().give("blue", hand=["C_WINE"]).rolled(1).order("favour none")
    decision = case.waiting()
    assert (decision.kind, decision.ask, decision.decline, decision.also) == ("end", False, End(), frozenset({"use"}))


def test_b41_a_gift_after_the_roll_feeds_the_favour() -> None:
    case = Case().give("blue", grain=0, hand=["A_GRAIN"]).rolled(3).order("use a_grain + grain; favour 3 x2")
    assert (case.player("blue").pos, case.player("blue").grain) == (2, 0)
    assert case.public.discard == ("A_GRAIN",)


def test_b43_followers_need_a_free_slot() -> None:
    case = Case().give("blue", vestals=3, hand=["A_FOLLOWER"])
    assert case.is_refused("use follower vestal", "slots_full")
    assert case.is_refused("use follower", "choose_follower")
    case.order("use follower centurion")
    assert case.player("blue").centurions == 2
    assert [each.saying.key for each in case.told] == ["used_privilege", "took"]
    case = Case().give("blue", vestals=3, centurions=3, hand=["A_FOLLOWER"])
    assert case.is_refused("use follower vestal")
    assert case.is_refused("use follower centurion")


def test_f_r34_the_free_cube_may_be_of_the_same_kind() -> None:
    case = Case().give("blue", hand=["A_WINE"]).order("use wine + wine")
    assert case.player("blue").wine == 3
    strict = Case(a_free_cube="different").give("blue", hand=["A_WINE"])
    assert strict.refusal("use wine + wine").rule == "F-R34"
    assert strict.is_refused("use wine")
    assert strict.order("use wine + water").player("blue").reservoir == 2


def test_a_missing_cube_is_lost() -> None:
    case = Case().give("blue", hand=["A_WINE"]).stock(wine=0).order("use wine + grain")
    assert (case.player("blue").wine, case.player("blue").grain) == (1, 2)
    assert Case().give("blue", hand=["A_WINE"]).stock(wine=0).is_refused("use wine + wine")
    plenty = Case(stock_limits="unlimited").give("blue", hand=["A_WINE"]).stock(wine=0)
    assert plenty.order("use wine + wine").player("blue").wine == 3


def test_c_cards_are_never_played() -> None:
    case = Case().give("blue", hand=["C_WINE"])
    assert case.refusal("use c_wine").rule == "4.6"
    assert not any(text.startswith("use") for text in case.legal())


def test_a_card_not_held_is_not_used() -> None:
    assert Case().give("blue", hand=["C_WINE"]).is_refused("use step")
    assert Case().is_refused("use step")


def test_any_number_of_gifts_in_a_turn() -> None:
    case = Case().give("blue", hand=["A_WINE", "A_GRAIN"]).order("use wine + wine; use grain + grain")
    assert (case.player("blue").wine, case.player("blue").grain) == (3, 3)


def test_tv_s12_two_arrivals_in_the_last_round() -> None:
    case = Case(order=("blue", "grey", "orange", "purple")).set(at=1, step="favour")
    case.give("grey", pos=13, vestals=2).give("orange", pos=12, centurions=0).give("purple", pos=14, vestals=1)
    case.rolled(6).deck("C_WINE", "C_VESTAL", "C_WATER", "B_STEP").order("favour 6")
    assert set(case.legal()) == {"palace wine", "palace vestal", "palace water"}
    case.order("palace vestal")
    assert case.hand("grey") == ("C_VESTAL",)
    assert case.state.secret.aside == ("C_WINE", "C_WATER")
    assert (case.public.palace.tokens, case.public.palace.aside) == (0, 2)
    case.order("end")
    assert case.active == "orange"
    assert case.view("orange").aside == ()
    case.rolled(2).order("favour 2 x1")
    assert case.player("orange").pos == 13
    assert case.player("orange").hand == 0
    case.turn(dice=()).favours("6+").rolled(6).order("favour 6")
    assert case.view("purple").offered == ("C_WINE", "C_WATER")
    case.order("palace water; end")
    assert case.hand("purple") == ("C_WATER",)
    assert case.public.palace.aside == 1
    assert case.public.step == "over"
    assert GAME.waiting(case.state) == ()


def arrive(case: Case, seat: str) -> Case:
    case.set(at=case.public.order.index(seat)).give(seat, pos=14, married=True)
    return case.favours("5+").turn(dice=()).rolled(5).order("favour 5")


def test_b58_the_third_takes_the_last_card_and_the_fourth_none() -> None:
    case = Case().deck("C_WINE", "C_VESTAL", "C_WATER", "B_STEP")
    arrive(case, "blue").order("palace wine; end")
    arrive(case, "grey").order("palace water; end")
    arrive(case, "orange")
    assert case.hand("orange") == ("C_VESTAL",)
    assert case.waiting().kind == "end"
    arrive(case.order("end"), "purple")
    assert case.player("purple").hand == 0
    assert case.public.step == "over"
    assert len(case.public.palace.arrivals) == 4


def test_b58_a_short_deck_gives_what_it_has() -> None:
    case = arrive(Case().deck("C_WINE", discard=("C_WATER",)), "blue")
    assert case.waiting().kind == "palace"
    case.order("palace water")
    assert case.state.secret.aside == ("C_WINE",)
    case = arrive(Case().deck("C_WINE"), "blue")
    assert case.hand("blue") == ("C_WINE",)


def test_the_cards_aside_are_known_to_who_looked_last() -> None:
    case = Case().deck("C_WINE", "C_VESTAL", "C_WATER", "B_STEP")
    arrive(case, "blue").order("palace wine")
    assert case.view("blue").aside == ("C_VESTAL", "C_WATER")
    assert GAME.view(case.state, None).aside == ()
    arrive(case.order("end"), "grey").order("palace water")
    assert case.view("blue").aside == ()
    assert case.view("grey").aside == ("C_VESTAL",)


@pytest.mark.parametrize("step", ["play", "swap", "military", "roll", "favour", "end"])
def test_the_window_is_open_at_every_step_with_cards_in_hand(step: str) -> None:
    case = Case().set(step=step).turn(played="WATER", dice=(1,) if step in ("favour", "end") else ())
    assert case.waiting().also == frozenset()
    case.give("blue", hand=["B_STEP", "C_WINE"])
    assert case.waiting().also == {"use"}
    assert "use step" in case.legal()
    assert case.order("use step").player("blue").pos == 1
    assert case.waiting().kind == ("military" if step == "roll" else step)


def test_a_real_deck_keeps_its_books() -> None:
    case = Case().give("blue", vestals=1).favours("6+3").set(tokens=9).rolled(6)
    case.set(stock=Case().public.stock)
    case.order("favour 6")
    assert_invariants(case.state)
