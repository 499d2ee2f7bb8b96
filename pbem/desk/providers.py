"""Keys of mail providers: as the host has pinned them, as they are remembered, as DNS gives them.

A provider changes its keys from time to time, and may publish one just in order to say that it was stolen. So what DNS
said is remembered with its time, and asked again when its own time has run out.
"""

import logging

from pbem.desk.desk import Desk
from pbem.desk.store.store import Player, Transaction
from pbem.desk.transports.dns import LIBRARY, NoAnswerError
from pbem.mail.keys import Records
from pbem.mail.kinds import PROVIDED, provided_kinds
from pbem.mail.safe import UnusableError

log = logging.getLogger("pbem.providers")

_SHORTEST, _LONGEST = 300, 86_400  # seconds; whatever a provider says, its answer is relied on so long
_FOLDER = "_domainkey"


def provider_records(desk: Desk, look: Transaction, sender: str) -> Records:
    """Return how the key record of a provider is found for a letter of a sender.

    DNS is asked for people who are enrolled only: nobody else's mail may let this desk wait or send packets. If it does
    not answer, the refusal says that nobody can know now, so that the letter is kept.
    """

    def find(name: str) -> bytes | None:
        pinned = desk.settings.pinned_record(name)
        if pinned is not None:
            return pinned
        if not any(look.holders(kind.key_of_sender(sender)) for kind in provided_kinds()):
            return None
        known = look.provider_keys(name)
        # A clock that was set back must not make a record good for ever.
        if known and desk.now() < known[0].until <= desk.now() + _LONGEST:
            return known[0].record
        return _ask(desk, name)

    return find


def _ask(desk: Desk, name: str) -> bytes | None:
    """Ask DNS for a key record, and remember it."""
    try:
        found = desk.resolver.texts(name)
    except NoAnswerError as error:
        raise UnusableError(f"the provider's key cannot be looked up now: {error}", lacks=LIBRARY.kind) from None
    records = [record for record in found.records if _is_key(record)] if found else []
    if not found or not records:
        return None
    if len(records) > 1:
        # Which of them counts is left open by the standard (RFC 6376, 3.6.2.2), so each reader could choose another.
        raise UnusableError("the provider publishes several keys under one name")
    until = desk.now() + min(max(found.lasts, _SHORTEST), _LONGEST)
    with desk.store.write() as change:
        change.note_provider_key(name, records[0], at=desk.now(), until=until)
    log.info("DNS gave the key record %s", name)
    return records[0]


def _is_key(record: bytes) -> bool:
    """Tell a key record from what else stands under a name, such as a wildcard's answer for every name."""
    tags = [tag.partition(b"=") for tag in record.split(b";")]
    names = {name.strip(): value.strip() for name, _, value in tags}
    return names.get(b"v", b"DKIM1") == b"DKIM1" and b"p" in names


def doubt_player(desk: Desk, player: Player) -> str:
    """Say why nothing that a player's provider signs can be checked here, or nothing if it can, or if he has a key."""
    kind, _, address = player.key_id.partition(":")
    if kind not in PROVIDED:
        return ""
    return _doubt(desk, address.rpartition("@")[2])


def doubt_kind(desk: Desk, kind: str) -> str:
    """Say why nothing of a kind can be checked here, whoever signs; or nothing if it can."""
    if kind not in PROVIDED or desk.settings.dkim:
        return ""
    return _doubt_dns(desk)


def _doubt(desk: Desk, domain: str) -> str:
    end = f".{_FOLDER}.{domain}"
    if any(name.endswith(end) for name in desk.settings.dkim):
        return ""
    return _doubt_dns(desk) or _doubt_domain(desk, domain)


def _doubt_dns(desk: Desk) -> str:
    """Say why DNS cannot be asked, or nothing if it can."""
    if desk.resolver.asks_nobody:
        return "pbem.toml has no key record of the provider under [dkim], and [mail.dns] says that nobody is asked"
    try:
        desk.resolver.require()
    except UnusableError as error:
        return error.why
    except NoAnswerError as error:
        return f"pbem.toml has no key record of the provider under [dkim], and {error}"
    return ""


def _doubt_domain(desk: Desk, domain: str) -> str:
    """Say why a domain seems to have no keys. Which of them it will use only its mails tell."""
    try:
        is_there = desk.resolver.has(f"{_FOLDER}.{domain}")
    except NoAnswerError as error:
        return f"whether {domain} signs its mail cannot be found out now: {error}"
    if is_there:
        return ""
    return f"{domain} publishes no keys, so that it seems to sign no mail"
