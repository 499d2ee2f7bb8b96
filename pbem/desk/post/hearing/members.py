"""What words to the desk, to an event and about keys share: somebody enrolled says them."""

from msgspec.structs import replace

from pbem.desk.matches.letters.reply_policy import Courtesy
from pbem.desk.post.hearing.signed_sheet import Hearing, UnheardError
from pbem.desk.post.received import Received
from pbem.desk.signed.word_tokens import desk_lines
from pbem.report.notice import Part

KNOWN = Received("known", "this was acted on before")


def check_key_is_theirs(hearing: Hearing) -> None:
    """Raise UnheardError if the key that signed a sheet is not its signer's any more."""
    # The signature was checked before this transaction began.
    # Whoever lost the key may have been quicker.
    holders = hearing.change.people.with_key(hearing.sheet.signed.key_id)
    if not any(holder.name == hearing.player.name for holder in holders):
        raise UnheardError("the key was taken away meanwhile")


def admit_word(hearing: Hearing, what: str) -> Courtesy:
    """Return what a word may bring about; UnheardError if it is for others, or no answer is due."""
    courtesy = hearing.courtesy
    if not hearing.sheet.is_to(hearing.desk):
        raise UnheardError("a word that is not for this desk")
    check_key_is_theirs(hearing)
    # With a pass somebody answers a letter of ours, each time another one.
    # That is no flood, and no machine.
    if not courtesy.may_answer and not (courtesy.may_confirm and hearing.is_passed):
        raise UnheardError(f"{what}, and no answer is due", is_silence=True)
    return replace(courtesy, may_answer=True)


def desk_part(hearing: Hearing) -> Part:
    """Return how the next word to the desk begins."""
    lines = desk_lines(hearing.desk, hearing.change, hearing.player.name)
    return Part((hearing.say("club_lines"),), lines)
