"""Where a writer's own words end, by what real mail programs write above the letters of others, and below one's own."""

import pytest

from pbem.mail.block.own import own_length, split_words
from pbem.mail.block.typed import is_attempt, is_only_sheet, read_typed
from pbem.mail.safe import UnusableError
from tests.mail.workshop import PLAIN, TYPED, pgp_key, pgp_mime, smime, turned_down, x509_key
from tests.wording import MAIL, match_of, says

OWN = "to: r.example.org\ngame: g-1\nseat: blue\ntoken: 9f\npass\n"
ENEMY = "to: r.example.org\ngame: desk\nseat: key\ntoken: new\nnewkey ssh-ed25519 AAAA\n"

OUTLOOK = {
    "English": "From: Ivo <ivo@example.net>\nSent: Monday, June 2, 2025 10:00 AM\nTo: Marta\nSubject: Hello\n\n",
    "Italian": "Da: Ivo <ivo@example.net>\nInviato: lunedì 2 giugno 2025 10:00\nA: Marta\nOggetto: Ciao\n\n",
    "French": "De : Ivo <ivo@example.net>\nEnvoyé : lundi 2 juin 2025 10:00\nÀ : Marta\nObjet : Salut\n\n",
    "German": "Von: Ivo <ivo@example.net>\nGesendet: Montag, 2. Juni 2025 10:00\nAn: Marta\nBetreff: Hallo\n\n",
    "Spanish": "De: Ivo <ivo@example.net>\nEnviado el: lunes, 2 de junio de 2025 10:00\nPara: Marta\nAsunto: Hola\n\n",
    "Dutch": "Van: Ivo <ivo@example.net>\nVerzonden: maandag 2 juni 2025 10:00\nAan: Marta\nOnderwerp: Hallo\n\n",
    "Portuguese": (
        "De: Ivo <ivo@example.net>\nEnviada em: segunda-feira, 2 de junho de 2025\nPara: Marta\nAssunto: Olá\n\n"
    ),
    "Swedish": "Från: Ivo <ivo@example.net>\nSkickat: den 2 juni 2025 10:00\nTill: Marta\nÄmne: Hej\n\n",
    "Polish": "Od: Ivo <ivo@example.net>\nWysłano: poniedziałek, 2 czerwca 2025\nDo: Marta\nTemat: Cześć\n\n",
    "bold": "*From:* Ivo\n*Sent:* Monday, June 2, 2025\n*To:* Marta\n*Subject:* Hello\n\n",
    "blank lines between": "From: Ivo\n\nSent: Monday, June 2, 2025\n\nTo: Marta\n\nSubject: Hello\n\n",
    "a rule": "________________________________\nFrom: Ivo\nSent: Monday\n\n",
    "original": "-----Original Message-----\nFrom: Ivo\nSent: Monday\n\n",
    "original, German": "-----Ursprüngliche Nachricht-----\nVon: Ivo\nGesendet: Montag\n\n",
    "original, Dutch": "-----Oorspronkelijk bericht-----\nVan: Ivo\n\n",
    "original, Spanish": "-----Mensaje original-----\nDe: Ivo\n\n",
    "original, Portuguese": "-----Mensagem original-----\nDe: Ivo\n\n",
    "original, Swedish": "-----Ursprungligt meddelande-----\nFrån: Ivo\n\n",
}
PROGRAMS = {
    **{f"Outlook, {name}": text for name, text in OUTLOOK.items()},
    "Apple, forward": (
        "Begin forwarded message:\n\nFrom: Ivo <ivo@example.net>\nSubject: Hi\nDate: 2 June 2025\nTo: Marta\n\n"
    ),
    "Apple, forward, Italian": "Inizio messaggio inoltrato:\n\nDa: Ivo\nOggetto: Ciao\nData: 2 giugno 2025\n\n",
    "Apple, forward, French": "Début du message réexpédié :\n\nDe: Ivo\nObjet: Salut\n\n",
    "Apple, forward, German": "Anfang der weitergeleiteten Nachricht:\n\nVon: Ivo\nBetreff: Hallo\n\n",
    "Apple, answer": "On 2 Jun 2025, at 10:00, Ivo <ivo@example.net> wrote:\n\n",
    "Apple, answer, Italian": "Il giorno 2 giu 2025, alle ore 10:00, Ivo <ivo@example.net> ha scritto:\n\n",
    "Apple, answer, German": "Am 02.06.2025 um 10:00 schrieb Ivo <ivo@example.net>:\n\n",
    "Apple, answer, French": "Le 2 juin 2025 à 10:00, Ivo <ivo@example.net> a écrit :\n\n",
    "Thunderbird, forward": (
        "-------- Forwarded Message --------\nSubject: Hi\nDate: Mon, 2 Jun 2025\nFrom: Ivo\nTo: Marta\n\n"
    ),
    "Thunderbird, forward, Italian": "-------- Messaggio Inoltrato --------\nOggetto: Ciao\n\n",
    "Thunderbird, forward, French": "-------- Message transféré --------\nSujet : Salut\n\n",
    "Thunderbird, forward, German": "-------- Weitergeleitete Nachricht --------\nBetreff: Hallo\n\n",
    "Thunderbird, answer": "On 02/06/2025 10:00, Ivo wrote:\n",
    "Lotus, forward": "----- Forwarded by Marta Rossi/ACME on 06/02/2025 10:00 AM -----\n\nFrom:\tIvo\nTo:\tMarta\n",
    "Lotus, header": "From:\tIvo <ivo@example.net>\nTo:\tMarta\nCc:\tAnna\nDate:\t02/06/2025 10:00\nSubject:\tHi\n\n",
    "Lotus, answer": "-----Ivo Horvat <ivo@example.net> wrote: -----\nTo: Marta\nFrom: Ivo\n\n",
    "Lotus, wrote on": "Ivo Horvat/ACME wrote on 06/02/2025 10:00:00 AM:\n\n",
    "Lotus, German": "----- Weitergeleitet von Marta Rossi/ACME am 02.06.2025 10:00 -----\n\n",
    "Roundcube, forward": (
        "-------- Original Message --------\nSubject: Hi\nDate: 2025-06-02 10:00\nFrom: Ivo\nTo: Marta\n\n"
    ),
    "Roundcube, Italian": "-------- Messaggio originale --------\nOggetto: Ciao\n\n",
    "Roundcube, answer": "On 2025-06-02 10:00, Ivo wrote:\n",
    "Roundcube, answer, German": "Am 2025-06-02 10:00, schrieb Ivo:\n",
    "Yahoo, forward": (
        "----- Forwarded Message -----\nFrom: Ivo <ivo@example.net>\nTo: Marta\nSent: Monday\nSubject: Hi\n\n"
    ),
    "Yahoo, answer": "On Monday, June 2, 2025 at 10:00:00 AM GMT+2, Ivo <ivo@example.net> wrote:\n\n",
    "Yahoo, old": "--- On Mon, 6/2/25, Ivo <ivo@example.net> wrote:\n\n",
    "Gmail, forward": (
        "---------- Forwarded message ---------\nFrom: Ivo <ivo@example.net>\nDate: Mon, Jun 2, 2025\nSubject: Hi\n\n"
    ),
    "Gmail, answer": "On Mon, Jun 2, 2025 at 10:00 AM Ivo <ivo@example.net> wrote:\n\n",
    "Gmail, answer, wrapped": "On Mon, Jun 2, 2025 at 10:00 AM Ivo Horvat <ivo.horvat@example.net>\nwrote:\n\n",
    "Gmail, answer, Italian": "Il giorno lun 2 giu 2025 alle ore 10:00 Ivo <ivo@example.net> ha\nscritto:\n\n",
    "Gmail, answer, French": "Le lun. 2 juin 2025 à 10:00, Ivo <ivo@example.net> a écrit :\n\n",
    "Gmail, answer, German": "Am Mo., 2. Juni 2025 um 10:00 Uhr schrieb Ivo <\nivo@example.net>:\n\n",
    "Gmail, answer, Spanish": "El lun, 2 jun 2025 a las 10:00, Ivo (<ivo@example.net>) escribió:\n\n",
    "neomutt, forward": (
        "----- Forwarded message from Ivo <ivo@example.net> -----\n\nDate: Mon, 2 Jun 2025\nFrom: Ivo\n\n"
    ),
}
FOOTERS = (
    "-- ",
    "Sent from my iPhone",
    "Inviato da iPhone",
    "Envoyé de mon iPhone",
    "Von meinem iPhone gesendet",
    "Sent from my Samsung Galaxy smartphone.",
    "Sent from Outlook for iOS<https://aka.ms/o0ukef>",
    "Get Outlook for Android<https://aka.ms/AAb9ysg>",
    "Sent from Yahoo Mail on Android",
    "Inviato da Outlook per Android",
    "Envoyé depuis mon smartphone Samsung",
    "Gesendet mit der mobilen Mail App",
    "This e-mail and any attachments are confidential and may be privileged.",
    "CONFIDENTIALITY NOTICE: The contents of this email are for the addressee.",
    "Disclaimer",
    "Questa e-mail e i suoi allegati sono riservati.",
    "Ce message et ses pièces jointes sont confidentiels.",
    "Diese E-Mail enthält vertrauliche Informationen.",
)


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_stands_below_another_letter_is_not_ones_own(program: str) -> None:
    above = PROGRAMS[program]
    assert read_typed(f"{OWN}\n{above}{ENEMY}").orders == ("pass",)
    assert read_typed(f"{OWN}\n{above}{ENEMY}".replace("\n", "\r\n")).orders == ("pass",)
    for text in (f"{above}{ENEMY}", f"\n\n{above}\n{ENEMY}", f"Look at this!\n\n{above}{ENEMY}"):
        with pytest.raises(UnusableError, match=match_of(MAIL, "no_orders")):
            read_typed(text)
    assert not is_attempt(f"Hi\n{above}{ENEMY}")
    assert not is_only_sheet(f"{OWN}\n{above}{ENEMY}")
    assert own_length(f"{OWN}\n{above}{ENEMY}") == len(OWN) + 1


@pytest.mark.parametrize("program", ["Apple, forward", "Thunderbird, forward", "Outlook, Swedish", "neomutt, forward"])
def test_a_signed_forward_orders_nothing(program: str) -> None:
    text = PLAIN + PROGRAMS[program] + TYPED
    assert says(turned_down(pgp_mime(text), lambda _name: [pgp_key()]), MAIL, "no_orders")
    assert says(turned_down(smime(text), lambda _name: [x509_key()]), MAIL, "no_orders")


@pytest.mark.parametrize("footer", FOOTERS)
def test_a_footer_ends_a_typed_sheet(footer: str) -> None:
    assert read_typed(f"{OWN}\n{footer}\nresign\n").orders == ("pass",)
    assert read_typed(f"{OWN}{footer}\n").orders == ("pass",)
    assert not is_only_sheet(f"{OWN}\n{footer}\n")
    assert own_length(f"{OWN}\n{footer}\n{ENEMY}") == len(OWN) + 1


@pytest.mark.parametrize(
    "order",
    [
        "tell Bruno: sent from my iPhone",
        "tell all: this message is confidential",
        "tell Bruno: on Monday 2 June you wrote: wait",
        "on 3 build market",
        "play from 2 to 3",
        "le 3",
        "tell Bruno: From: me",
    ],
)
def test_an_order_is_no_footer_and_no_header(order: str) -> None:
    assert read_typed(f"{OWN}{order}\n").orders == ("pass", order)


def test_only_a_sheet_that_stands_alone_is_alone() -> None:
    assert is_only_sheet(OWN)
    assert is_only_sheet(f"\n\n{OWN}\n\n")
    assert is_only_sheet(f"-----BEGIN PBEM ORDERS-----\n{OWN}")
    for text in (f"Hello\n{OWN}", f"{OWN}> x\n", f"> x\n{OWN}", f"{OWN}-- \nMarta\n", "", "Hello"):
        assert not is_only_sheet(text)


@pytest.mark.parametrize(
    "bomb",
    [
        "From:\n" * 40_000,
        "On 1 " * 50_000,
        "\n" * 250_000,
        "a\n" * 120_000,
        "-" * 250_000,
        "| x\n" * 60_000,
        "On 1\n" * 50_000,
    ],
)
def test_bombs_are_cut_in_a_single_pass(bomb: str) -> None:
    assert own_length(bomb) <= len(bomb)
    assert len(split_words(bomb[:32_768].split("\n")).own) <= 32_769
