"""Which function of Fortuna reads, says or shows what."""

from pbem.games.fortuna.position.moves import Move
from pbem.games.fortuna.position.state import View
from pbem.games.fortuna.show import archive_counts, board, choosing, legend, outlook, player_table
from pbem.games.fortuna.table import vocabulary
from pbem.games.fortuna.words import facts, orders, written
from pbem.games.kit.wiring.telling import Emblem, Page, Telling


def _page() -> Page[View]:
    from pbem.games.fortuna.picture import page

    return page


def _emblem() -> Emblem[View]:
    from pbem.games.fortuna.picture import emblem

    return emblem


TELLING: Telling[Move, View] = Telling(
    parse=orders.parse,
    write=written.write,
    say=vocabulary.MESSAGES.say,
    facts=facts.facts,
    house=vocabulary.tell_house,
    effect=outlook.effect,
    grouped=choosing.grouped,
    legend=legend.legend,
    stage=player_table.stage,
    ledger=player_table.ledger,
    board=board.draw_text,
    reached=archive_counts.reached,
    uses=archive_counts.uses,
    page=_page,
    emblem=_emblem,
)
