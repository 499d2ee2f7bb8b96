"""A letter that is one signed block and nothing besides, as it must be where a key is at stake."""

import pytest
from msgspec import structs

from pbem.mail.letter.letter import Letter, read_letter
from pbem.mail.signed import holds_nothing_else, sign_orders
from pbem.mail.ssh import signature as sshsig
from tests.mail.players import BLOCK, MARTA_KEY, TEXT, accepted, mail_around, raw_mail, refused
from tests.wording import MAIL, says

UNSIGNED = TEXT[: TEXT.index(sshsig.BEGIN)]
SIGNATURE = TEXT[TEXT.index(sshsig.BEGIN) :]
SIGNED = accepted(mail_around(TEXT))


def letter_of(*texts: str) -> Letter:
    """Return a letter of so many parts."""
    parts = "".join(f"\n--x\nContent-Type: text/plain; charset=utf-8\n\n{text}" for text in texts)
    letter = read_letter(
        raw_mail(f"{parts}\n--x--\n".encode(), "MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=x")
    )
    assert isinstance(letter, Letter)
    return letter


@pytest.mark.parametrize("texts", [(TEXT,), (f"\n \n{TEXT}\n\n",), (TEXT, "\n"), (TEXT, TEXT)], ids=range(4))
def test_the_block_alone_or_with_blanks_around_it(texts: tuple[str, ...]) -> None:
    assert holds_nothing_else(letter_of(*texts), SIGNED)


@pytest.mark.parametrize(
    "texts",
    [
        (f"Dear referee,\n{TEXT}",),
        (f"{TEXT}\nAnna\n",),
        (f"{TEXT}{TEXT}",),
        (TEXT, "of another key\n"),
        (TEXT, UNSIGNED),
        (TEXT, SIGNATURE),
        (TEXT, UNSIGNED + sshsig.BEGIN),
    ],
    ids=range(7),
)
def test_anything_else_in_any_text_of_it(texts: tuple[str, ...]) -> None:
    assert not holds_nothing_else(letter_of(*texts), SIGNED)


def test_a_block_below_the_end_of_ones_own_words_does_not_count_beside_one_above_it() -> None:
    other = sign_orders(structs.replace(BLOCK, orders=("resign",)), MARTA_KEY)
    assert accepted(mail_around(f"{TEXT}\n-- \n{other}")).block == BLOCK
    assert says(refused(mail_around(f"{TEXT}\n{other}")), MAIL, "many_sheets")
