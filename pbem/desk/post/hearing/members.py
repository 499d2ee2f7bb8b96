"""What words to the desk, to an event and about keys have in common: an enrolled person says them, and is answered."""

from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.matches.letters.reply_policy import Courtesy
from pbem.desk.post.hearing.signed_sheet import SignedSheet, UnheardError
from pbem.desk.post.received import Received
from pbem.desk.signed.word_tokens import desk_lines, has_pass
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import say
from pbem.report.notice import Part

KNOWN = Received("known", "this was acted on before")


def check_key_is_theirs(change: Transaction, sheet: SignedSheet) -> None:
    """Raise UnheardError if the key that signed a sheet is not its signer's any more."""
    # The signature was checked before this transaction began, and whoever lost the key may have been quicker.
    if not any(holder.name == sheet.player.name for holder in change.people.with_key(sheet.signed.key_id)):
        raise UnheardError("the key was taken away meanwhile")


def admit_word(desk: Desk, change: Transaction, sheet: SignedSheet, courtesy: Courtesy, *, what: str) -> Courtesy:
    """Return what a word may bring about; UnheardError if it is not for this desk, or no answer is due."""
    if not sheet.is_to(desk):
        raise UnheardError("a word that is not for this desk")
    check_key_is_theirs(change, sheet)
    # With a pass somebody answers a letter of ours, each time another one: that is no flood, and no machine.
    is_passed = courtesy.may_confirm and has_pass(desk, change, sheet.player.name, sheet.block.token)
    if not courtesy.may_answer and not is_passed:
        raise UnheardError(f"{what}, and no answer is due", is_silence=True)
    return replace(courtesy, may_answer=True)


def desk_part(desk: Desk, look: Transaction, player: Member) -> Part:
    """Return how the next word to the desk begins."""
    return Part((say("club_lines", player.language),), desk_lines(desk, look, player.name))
