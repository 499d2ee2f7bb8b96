"""One hearing for what is signed, whichever door it came in by: here by none that knows of mail."""

from pbem.desk.desk import Desk
from pbem.desk.people.enrolled import enrolled, find_player
from pbem.desk.post.hearing.hearers import find_hearer, hear_alone
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.hearing.signed_sheet import SignedSheet
from pbem.desk.post.received import Received
from pbem.mail.evidence import Signed
from pbem.mail.keys import Keyring
from pbem.mail.kinds import KINDS
from pbem.mail.letter.letter import Letter, read_letter
from pbem.mail.signed import find_signed
from tests.desk.house import BLUE, legal, signed_mail


def sheet_of(desk: Desk, raw: bytes, name: str) -> SignedSheet:
    letter = read_letter(raw)
    assert isinstance(letter, Letter)
    with desk.store.read() as look:
        player = find_player(look, name)
    signed = find_signed(letter, Keyring([enrolled(player)]), now=desk.now(), accepts=KINDS)
    assert isinstance(signed, Signed)
    return SignedSheet(signed, player, desk.now(), is_person=True)


def heard(desk: Desk, sheet: SignedSheet) -> Received:
    with desk.store.read() as look:
        hearer, about = find_hearer(look, sheet)
    return hear_alone(desk, sheet, hearer, about)


def test_a_sheet_is_acted_on_once_by_whichever_door_it_comes(running: Desk) -> None:
    raw = signed_mail(running, BLUE, legal(running, BLUE)[0])
    sheet = sheet_of(running, raw, "Anna")
    assert heard(running, sheet).verdict == "played"
    assert heard(running, sheet).verdict == "known"
    assert receive(running, raw).verdict == "known"


def test_a_sheet_that_is_refused_is_known_when_it_comes_again(running: Desk) -> None:
    sheet = sheet_of(running, signed_mail(running, BLUE, "sing"), "Anna")
    assert heard(running, sheet).verdict == "refused"
    assert heard(running, sheet).verdict == "known"
