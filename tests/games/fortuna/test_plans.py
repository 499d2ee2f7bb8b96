"""Whole sheets before the referee: a turn in one mail, and what is refused or waited for."""

import pytest

from pbem.referee.plans.trial import Trial
from tests.games.fortuna.making import Case
from tests.referee.bench import Bench
from tests.wording import REFEREE, says


def bench(case: Case | None = None, players: tuple[str, ...] = ("blue", "grey", "orange", "purple")) -> Bench:
    """Return a referee with a game in a position of our choice."""
    led = Bench("fortuna", players)
    if case is not None:
        led.set_state(case.state)
    return led


def moved(led: Bench) -> list[str]:
    """Return the orders the referee has written down."""
    return [text for _seat, text in led.moves()]


def test_b60_a_legal_play_with_an_illegal_swap_is_refused_whole() -> None:
    led = bench(Case().lay(blue="WATER FAMILY", grey="[HARVEST]"))
    refused = led.refuse("blue", "play water\nswap harvest")
    assert [(problem.line, "F-R14" in problem.text) for problem in refused.problems] == [(2, True)]
    assert moved(led) == []
    led.play("blue", "play water\nswap harvest | swap fortuna")
    assert moved(led)[:2] == ["play water", "swap fortuna"]


def before_the_favour() -> Bench:
    return bench(Case().give("blue", centurions=1, money=5).rolled(5))


def test_b61_the_first_item_that_fits_is_used() -> None:
    led = before_the_favour()
    led.play("blue", "favour 6 | favour 4 x2 | favour none")
    assert moved(led)[0] == "favour none"
    assert led.match.state.public.players["blue"].money == 4  # the die 5 reaches open cards
    assert led.match.state.public.players["blue"].centurions == 1


def test_b61_a_list_that_runs_out_waits_for_the_favour() -> None:
    led = before_the_favour()
    led.refuse("blue", "favour 6 | favour 4 x2")
    assert led.asked() == [("blue", "favour")]
    early = bench(Case().lay(blue="WATER FAMILY", grey="FORTUNA").give("blue", centurions=0, vestals=0))
    early.play("blue", "play water\nswap fortuna\nfavour 6 | favour 5")
    assert early.asked() == [("blue", "favour")]  # what was played before the roll stays played
    assert moved(early) == ["play water", "swap fortuna"]


SHEETS = {
    "en": """play harvest water 1
        swap clergy | swap graintrade
        military building build market if money >= 4 | military none
        favour 6 if tokens6 >= 2 | favour 3 x2 | favour 1 | favour none""",
    "it": """gioca la raccolta di grano, acqua 1
        scambia il clero | scambia il commercio di grano
        potenza militare edificio costruisci il mercato se monete >= 4 | potenza militare nessuno
        favore religione se segnalini6 >= 2 | favore 3 x2 | favore fornitura d'acqua | favore nessuno""",
    "fr": """jouer la moisson eau 1
        échanger la cérémonie religieuse | échanger le commerce de blé
        puissance militaire construction bâtir le marché si argent >= 4 | puissance militaire aucune
        faveur religion si jetons6 >= 2 | faveur 3 x2 | faveur approvisionnement en eau | faveur aucune""",
    "de": """spiele die Getreideernte Wasser 1
        tausche den Klerus | tausche den Getreidehandel
        militärische Macht Gebäude baue den Markt wenn Sesterzen >= 4 | militärische Macht keine
        Gunst Religion wenn Marken6 >= 2 | Gunst 3 x2 | Gunst die Wasserversorgung | Gunst keine""",
}


@pytest.mark.parametrize("language", SHEETS)
def test_a_whole_turn_in_one_sheet_of_any_language(language: str) -> None:
    case = Case().lay(blue="HARVEST BUILDING WATER", grey="[CLERGY] GRAINTRADE")
    led = bench(case)
    led.play("blue", SHEETS[language], language=language)
    played = moved(led)
    assert played[:3] == ["play harvest water 1", "swap graintrade", "military building build market"]
    assert played[3] in ("favour 3 x2", "favour none")
    assert led.asked() == [("grey", "play")]
    english = bench(case)
    english.play("blue", SHEETS["en"])
    assert moved(english) == played


def test_b63_the_record_of_a_game_by_sheets_passes_the_audit() -> None:
    led = Bench("fortuna", ("blue", "orange"), options={"setup": "expert"})
    for seat in ("blue", "orange"):
        led.play(seat, "always draft family | draft clergy | any\nalways reserve family | any")
        led.play(seat, "always play fortuna | any\nalways swap fortuna | any\nalways favour 6 | favour 3 | any")
    for _ in range(30):
        for seat, _kind in led.asked():
            led.play(seat, "any")
    assert led.match.state.public.round > 3
    led.assert_sound()


def test_a_preview_tells_what_will_be_recorded() -> None:
    led = bench(Case().lay(blue="HARVEST").give("blue", reservoir=2))
    trial = led.preview("blue", "play harvest water all; swap fortuna")
    assert isinstance(trial, Trial)
    assert [led.game.write(act.move, "en") for act in trial.acts] == ["play harvest water 2", "swap fortuna"]


def test_a_word_with_a_letter_missing_is_not_taken_for_any_other_card() -> None:
    led = bench(Case().lay(blue="WATER FAMILY", grey="HARVEST VINTAGE"))
    (found,) = led.refuse("blue", "play water\nswap harvst").problems
    assert (found.line, found.nearest) == (2, ("swap harvest",))


def test_a_name_below_the_orders_is_not_taken_for_a_word_of_another_language() -> None:
    for name in ("Dora", "Anna", "Claire"):
        (found,) = bench(Case().lay(blue="WATER")).refuse("blue", f"play water\n{name}", language="de").problems
        assert (found.line, found.text.count(";"), found.nearest) == (2, 1, ())
    (found,) = bench(Case().lay(blue="WATER")).refuse("blue", "draf").problems
    assert says(found.text, REFEREE, "near_words", nearest="draft")


def test_a_fact_without_its_number_is_known_by_the_rulebooks_word_too() -> None:
    (found,) = bench(Case().lay(blue="WATER")).refuse("blue", "gioca acqua se gettoni >= 2", language="it").problems
    assert "segnalini1, segnalini2, segnalini3" in found.text
    led = bench(Case().lay(blue="WATER"))
    assert "segnalini2 >= 9" in led.refuse("blue", "gioca acqua se gettoni 2 >= 9", language="it").problems[0].text
