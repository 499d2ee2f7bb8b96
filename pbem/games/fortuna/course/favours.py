"""The favours of Rome (1.3, T5): what each asks and gives, declining, and the tax."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.games.fortuna.course.effects import counted, return_water, spend_centurions
from pbem.games.fortuna.course.palace import advance
from pbem.games.fortuna.position.moves import Ask
from pbem.games.fortuna.position.scene import Scene
from pbem.games.fortuna.position.state import Player, Public, Rules
from pbem.games.game import Refusal
from pbem.games.kit.refusals import no

GIVEN = {"SUPPLY": ("water", 1), "ORGY": ("wine", 2), "FOOD": ("grain", 2), "BATTLE": ("centurions", 3)}


def refuse_ever(rules: Rules, ask: Ask) -> Refusal | None:
    """Say why a favour is used or declined so in no position of a game, or None."""
    if ask.die is not None and not 1 <= ask.die <= 6:
        return no("die_faces", "T5", die=ask.die)
    if ask.number is None:
        return no("decline_only", "T5") if ask.count is not None or ask.reservoir else None
    if not 1 <= ask.number <= len(rules.table.favours):
        return no("no_such_favour", "1.3", number=ask.number)
    if ask.die is not None and ask.number > ask.die:
        return no("beyond_die", "T5", number=ask.number, dice=[ask.die])
    return _refuse_way(rules.table.favours[ask.number - 1], ask)


def _refuse_way(name: str, ask: Ask) -> Refusal | None:
    """Say why nobody ever gives so much for a favour, or from there; or None."""
    if ask.reservoir and name != "SUPPLY":
        return no("no_source", "T5")
    if ask.count is None:
        return None
    if name not in GIVEN:
        return no("no_count", "F-R8")
    what, most = GIVEN[name]
    if ask.count < 1:
        return no("at_least_one", "1.3")
    if ask.count <= most:
        return None
    told = {"number": ask.number, "favour": f"favours/{name}", "most": most, "what": counted(what, most)}
    return no("favour_most", "1.3", **told)


def refuse_ask(rules: Rules, public: Public, me: Player, ask: Ask) -> Refusal | None:
    """Say why a favour cannot be used or declined so, or None."""
    if never := refuse_ever(rules, ask):
        return never
    dice = public.turn.dice
    if ask.die is not None and ask.die not in dice:
        return no("no_such_die", "T5", dice=dice)
    if ask.number is None:
        return _refuse_decline(rules, public, me, ask)
    if not public.favours[ask.number - 1].is_open:
        return no("favour_closed", "T5", number=ask.number)
    if ask.number > (max(dice) if ask.die is None else ask.die):
        return no("beyond_die", "T5", number=ask.number, dice=dice)
    return _refuse_use(rules, me, rules.table.favours[ask.number - 1], ask)


def _refuse_use(rules: Rules, me: Player, name: str, ask: Ask) -> Refusal | None:
    if name == "MARRIAGE" and not me.married:
        return no("not_married", "T5")
    if name == "RELIGION" and me.vestals < 1:
        return no("too_little", "T5", what="goods/vestals", have=0)
    if name not in GIVEN:
        return None
    what, count = GIVEN[name][0], ask.count or 1
    have: int = getattr(me, what)
    if have < count:
        return no("too_little", "T5", what=f"goods/{what}", have=have)
    if most_given(rules, me, name) < count:
        return no("favour_near", "F-R9", most=rules.table.road.palace - me.pos, what=f"goods/{what}")
    return None


def _refuse_decline(rules: Rules, public: Public, me: Player, ask: Ask) -> Refusal | None:
    die = die_of(rules, public, ask)
    if rules.options.die_choice == "highest" and die != max(public.turn.dice):
        return no("highest_die", "F-R5", die=max(public.turn.dice))
    if rules.options.refuse == "1-4" and _is_bound(rules, public, me, die):
        return no("may_not_refuse", "F-R7", die=die)
    return None


def _is_bound(rules: Rules, public: Public, me: Player, die: int) -> bool:
    for number in reached(public, die):
        name = rules.table.favours[number - 1]
        if (name == "MARRIAGE" and me.married) or (name == "RELIGION" and me.vestals):
            return True
    return False


def reached(public: Public, die: int) -> list[int]:
    """Return the numbers of the open favours within a die."""
    return [number for number, favour in enumerate(public.favours, 1) if favour.is_open and number <= die]


def die_of(rules: Rules, public: Public, ask: Ask) -> int:
    """Return the die that counts when declining: the lowest unless another is named (T5, F-R5)."""
    if ask.die is not None:
        return ask.die
    dice = public.turn.dice
    if rules.options.die_choice == "highest":
        return max(dice)
    return min(dice)


def most_given(rules: Rules, me: Player, name: str) -> int:
    """Return how many units a favour takes at most: what is owned, and no step beyond the Palace (F-R9)."""
    what, most = GIVEN[name]
    have: int = getattr(me, what)
    return min(most, have, rules.table.road.palace - me.pos)


def asks(rules: Rules, public: Public, me: Player) -> Iterator[Ask]:
    """Yield every way to use a favour or to decline."""
    for number in reached(public, max(public.turn.dice)):
        for ask in _ways(rules, me, number):
            if refuse_ask(rules, public, me, ask) is None:
                yield ask
    yield from _declines(rules, public, me)


def _ways(rules: Rules, me: Player, number: int) -> Iterator[Ask]:
    name = rules.table.favours[number - 1]
    if name not in GIVEN:
        yield Ask(number)
        return
    for count in range(1, most_given(rules, me, name) + 1):
        yield Ask(number, count)
    if name == "SUPPLY" and me.aqueduct and me.reservoir:
        yield Ask(number, 1, reservoir=True)


def _declines(rules: Rules, public: Public, me: Player) -> Iterator[Ask]:
    # another die than the usual one is listed only if it changes whether tax is due
    usual = Ask()
    is_usual_refused = refuse_ask(rules, public, me, usual) is not None
    if not is_usual_refused:
        yield usual
    is_taxed = bool(reached(public, die_of(rules, public, usual)))
    for die in sorted(set(public.turn.dice)):
        other = Ask(die=die)
        if bool(reached(public, die)) != is_taxed and refuse_ask(rules, public, me, other) is None:
            yield other


def answer(scene: Scene, ask: Ask) -> None:
    """Use a favour or decline."""
    if ask.number is None:
        _decline(scene, ask)
    else:
        _use(scene, ask, ask.number)


def _use(scene: Scene, ask: Ask, number: int) -> None:
    name = scene.rules.table.favours[number - 1]
    scene.tell("used_favour", number=number, favour=f"favours/{name}")
    steps = _give(scene, name, ask) if name in GIVEN else steps_of(scene.me, name)
    tokens = scene.public.favours[number - 1].tokens
    close(scene, number, "used")
    scene.note(favour=number, tokens=tokens)
    if tokens:
        scene.tell("took_tokens", count=tokens)
    advance(scene, steps)


def _give(scene: Scene, name: str, ask: Ask) -> int:
    count = ask.count
    if count is None:
        count = most_given(scene.rules, scene.me, name)
    what = GIVEN[name][0]
    if what == "water":
        return_water(scene, count, reservoir=ask.reservoir)
    elif what == "centurions":
        spend_centurions(scene, count)
    else:
        scene.own(**{what: getattr(scene.me, what) - count})
        scene.supply(what, count)
    scene.tell("gave", count=count, what=counted(what, count))
    return count


def steps_of(me: Player, name: str) -> int:
    """Return how far a favour leads that asks nothing: a step per Vestal, or one for the married (F-R2)."""
    if name == "RELIGION":
        return me.vestals
    return 2 if "PALACE" in me.buildings else 1


def close(scene: Scene, number: int, reason: str) -> None:
    """Turn a favour card face down; its tokens leave it."""
    favours = list(scene.public.favours)
    favours[number - 1] = replace(favours[number - 1], is_open=False, tokens=0, by=scene.seat, reason=reason)
    scene.set(favours=tuple(favours))


def _decline(scene: Scene, ask: Ask) -> None:
    die = die_of(scene.rules, scene.public, ask)
    if not reached(scene.public, die):
        scene.note(tax="exempt")
        scene.tell("declined_free", die=die)
    elif scene.me.money >= scene.rules.table.tax:
        scene.note(tax="money")
        scene.own(money=scene.me.money - scene.rules.table.tax)
        scene.tell("declined_money", die=die, tax=scene.rules.table.tax)
    else:
        scene.note(tax="step")
        scene.own(pos=max(scene.rules.table.road.start, scene.me.pos - 1))  # F-R11
        scene.tell("declined_step", die=die, pos=scene.me.pos)


def is_blockable(public: Public, number: int) -> bool:
    """Tell whether the extra flip of two players may turn this favour card down (T6)."""
    favour = public.favours[number - 1]
    return favour.is_open and favour.tokens == 0


def blockable(public: Public) -> list[int]:
    """Return the favours that may be turned down by the extra flip."""
    return [number for number in range(1, len(public.favours) + 1) if is_blockable(public, number)]
