"""Every statement in the words of sqlite. Written by `make sql`: change the tables or the statements."""

FORMAT = 9

COLUMNS = {
    "deadline": {
        "game": "str",
        "due": "int",
    },
    "desk": {
        "name": "str",
        "value": "str",
    },
    "entry": {
        "game": "str",
        "seq": "int",
        "hash": "bytes",
        "raw": "bytes",
    },
    "event": {
        "id": "str",
        "title": "str",
        "rules": "str",
        "phase": "str",
        "size": "int",
        "head": "bytes",
        "opened": "int",
        "players": "int",
        "playing": "int",
        "wake": "int",
    },
    "evidence": {
        "digest": "str",
        "locked": "bytes",
    },
    "game": {
        "id": "str",
        "rules": "str",
        "phase": "str",
        "size": "int",
        "head": "bytes",
        "opened": "int",
        "asked": "str",
    },
    "known_by": {
        "what": "str",
        "name": "str",
    },
    "letter": {
        "id": "int",
        "game": "str",
        "player": "str",
        "seat": "str",
        "since": "int",
        "upto": "int",
        "at": "int",
        "tries": "int",
        "due": "int",
        "locked": "bytes",
        "sent": "int",
    },
    "mail": {
        "digest": "str",
        "at": "int",
        "player": "str",
        "is_answered": "bool",
    },
    "player": {
        "name": "str",
        "address": "str",
        "language": "str",
        "key_id": "str",
        "key": "bytes",
        "publishes": "bool",
        "zone": "str",
    },
    "provider_key": {
        "name": "str",
        "record": "bytes",
        "first": "int",
        "last": "int",
        "until": "int",
    },
    "seat": {
        "game": "str",
        "seat": "str",
        "name": "str",
        "key_id": "str",
    },
    "secret": {
        "game": "str",
        "use": "str",
        "locked": "bytes",
    },
    "snapshot": {
        "game": "str",
        "seq": "int",
        "hash": "bytes",
        "version": "int",
        "locked": "bytes",
    },
    "tally": {
        "lane": "str",
        "sums": "bytes",
    },
    "wake": {
        "game": "str",
        "at": "int",
    },
}

TABLES = (
    """
CREATE TABLE IF NOT EXISTS deadline (
    game VARCHAR NOT NULL,
    due INTEGER NOT NULL,
    PRIMARY KEY (game)
)
""",
    "CREATE INDEX IF NOT EXISTS ix_deadline_due ON deadline (due)",
    """
CREATE TABLE IF NOT EXISTS desk (
    name VARCHAR NOT NULL,
    value VARCHAR NOT NULL,
    PRIMARY KEY (name)
)
""",
    """
CREATE TABLE IF NOT EXISTS entry (
    game VARCHAR NOT NULL,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    raw BLOB NOT NULL,
    PRIMARY KEY (game, seq)
)
""",
    """
CREATE TABLE IF NOT EXISTS event (
    id VARCHAR NOT NULL,
    title VARCHAR NOT NULL,
    rules VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    size INTEGER NOT NULL,
    head BLOB NOT NULL,
    opened INTEGER NOT NULL,
    players INTEGER NOT NULL,
    playing INTEGER NOT NULL,
    wake INTEGER NOT NULL,
    PRIMARY KEY (id)
)
""",
    "CREATE INDEX IF NOT EXISTS ix_event_phase ON event (phase)",
    """
CREATE TABLE IF NOT EXISTS evidence (
    digest VARCHAR NOT NULL,
    locked BLOB NOT NULL,
    PRIMARY KEY (digest)
)
""",
    """
CREATE TABLE IF NOT EXISTS game (
    id VARCHAR NOT NULL,
    rules VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    size INTEGER NOT NULL,
    head BLOB NOT NULL,
    opened INTEGER NOT NULL,
    asked VARCHAR NOT NULL,
    PRIMARY KEY (id)
)
""",
    "CREATE INDEX IF NOT EXISTS game_listed ON game (phase, rules, opened, id)",
    """
CREATE TABLE IF NOT EXISTS known_by (
    what VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    PRIMARY KEY (what, name)
)
""",
    "CREATE INDEX IF NOT EXISTS ix_known_by_name ON known_by (name)",
    """
CREATE TABLE IF NOT EXISTS letter (
    id INTEGER NOT NULL,
    game VARCHAR NOT NULL,
    player VARCHAR NOT NULL,
    seat VARCHAR NOT NULL,
    since INTEGER NOT NULL,
    upto INTEGER NOT NULL,
    at INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    due INTEGER NOT NULL,
    locked BLOB NOT NULL,
    sent INTEGER NOT NULL,
    PRIMARY KEY (id)
)
""",
    "CREATE INDEX IF NOT EXISTS letter_due ON letter (id) WHERE sent = 0",
    "CREATE INDEX IF NOT EXISTS letter_told ON letter (game, seat, upto)",
    """
CREATE TABLE IF NOT EXISTS mail (
    digest VARCHAR NOT NULL,
    at INTEGER NOT NULL,
    player VARCHAR NOT NULL,
    is_answered BOOLEAN NOT NULL,
    PRIMARY KEY (digest)
)
""",
    "CREATE INDEX IF NOT EXISTS mail_answers ON mail (player, at) WHERE is_answered = 1",
    """
CREATE TABLE IF NOT EXISTS player (
    name VARCHAR NOT NULL,
    address VARCHAR NOT NULL,
    language VARCHAR NOT NULL,
    key_id VARCHAR NOT NULL,
    "key" BLOB NOT NULL,
    publishes BOOLEAN NOT NULL,
    zone VARCHAR NOT NULL,
    PRIMARY KEY (name)
)
""",
    "CREATE INDEX IF NOT EXISTS ix_player_key_id ON player (key_id)",
    """
CREATE INDEX IF NOT EXISTS player_twice ON player (address, language, publishes, zone, "key")
""",
    """
CREATE TABLE IF NOT EXISTS provider_key (
    name VARCHAR NOT NULL,
    record BLOB NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (name, record)
)
""",
    """
CREATE TABLE IF NOT EXISTS seat (
    game VARCHAR NOT NULL,
    seat VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    key_id VARCHAR NOT NULL,
    PRIMARY KEY (game, seat)
)
""",
    "CREATE INDEX IF NOT EXISTS ix_seat_name ON seat (name)",
    """
CREATE TABLE IF NOT EXISTS secret (
    game VARCHAR NOT NULL,
    use VARCHAR NOT NULL,
    locked BLOB NOT NULL,
    PRIMARY KEY (game, use)
)
""",
    """
CREATE INDEX IF NOT EXISTS secret_frozen ON secret (use, game) WHERE use >= 'frozen' AND use <
    'frozeo'
""",
    """
CREATE TABLE IF NOT EXISTS snapshot (
    game VARCHAR NOT NULL,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    version INTEGER NOT NULL,
    locked BLOB NOT NULL,
    PRIMARY KEY (game, seq)
)
""",
    """
CREATE TABLE IF NOT EXISTS tally (
    lane VARCHAR NOT NULL,
    sums BLOB NOT NULL,
    PRIMARY KEY (lane)
)
""",
    """
CREATE TABLE IF NOT EXISTS wake (
    game VARCHAR NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game)
)
""",
    "CREATE INDEX IF NOT EXISTS ix_wake_at ON wake (at)",
)

ROWS = {
    "deadline": """
SELECT deadline.game, deadline.due
FROM deadline ORDER BY deadline.game
""",
    "desk": """
SELECT desk.name, desk.value
FROM desk ORDER BY desk.name
""",
    "entry": """
SELECT entry.game, entry.seq, entry.hash, entry.raw
FROM entry ORDER BY entry.game, entry.seq
""",
    "event": """
SELECT event.id, event.title, event.rules, event.phase, event.size, event.head, event.opened,
    event.players, event.playing, event.wake
FROM event ORDER BY event.id
""",
    "evidence": """
SELECT evidence.digest, evidence.locked
FROM evidence ORDER BY evidence.digest
""",
    "game": """
SELECT game.id, game.rules, game.phase, game.size, game.head, game.opened, game.asked
FROM game ORDER BY game.id
""",
    "known_by": """
SELECT known_by.what, known_by.name
FROM known_by ORDER BY known_by.what, known_by.name
""",
    "letter": """
SELECT letter.id, letter.game, letter.player, letter.seat, letter.since, letter.upto, letter.at,
    letter.tries, letter.due, letter.locked, letter.sent
FROM letter ORDER BY letter.id
""",
    "mail": """
SELECT mail.digest, mail.at, mail.player, mail.is_answered
FROM mail ORDER BY mail.digest
""",
    "player": """
SELECT player.name, player.address, player.language, player.key_id, player."key",
    player.publishes, player.zone
FROM player ORDER BY player.name
""",
    "provider_key": """
SELECT provider_key.name, provider_key.record, provider_key.first, provider_key.last,
    provider_key.until
FROM provider_key ORDER BY provider_key.name, provider_key.record
""",
    "seat": """
SELECT seat.game, seat.seat, seat.name, seat.key_id
FROM seat ORDER BY seat.game, seat.seat
""",
    "secret": """
SELECT secret.game, secret.use, secret.locked
FROM secret ORDER BY secret.game, secret.use
""",
    "snapshot": """
SELECT snapshot.game, snapshot.seq, snapshot.hash, snapshot.version, snapshot.locked
FROM snapshot ORDER BY snapshot.game, snapshot.seq
""",
    "tally": """
SELECT tally.lane, tally.sums
FROM tally ORDER BY tally.lane
""",
    "wake": """
SELECT wake.game, wake.at
FROM wake ORDER BY wake.game
""",
}
PUT_ROW = {
    "deadline": "INSERT INTO deadline (game, due) VALUES (:game, :due)",
    "desk": "INSERT INTO desk (name, value) VALUES (:name, :value)",
    "entry": "INSERT INTO entry (game, seq, hash, raw) VALUES (:game, :seq, :hash, :raw)",
    "event": """
INSERT INTO event (id, title, rules, phase, size, head, opened, players, playing, wake) VALUES
    (:id, :title, :rules, :phase, :size, :head, :opened, :players, :playing, :wake)
""",
    "evidence": "INSERT INTO evidence (digest, locked) VALUES (:digest, :locked)",
    "game": """
INSERT INTO game (id, rules, phase, size, head, opened, asked) VALUES (:id, :rules, :phase,
    :size, :head, :opened, :asked)
""",
    "known_by": "INSERT INTO known_by (what, name) VALUES (:what, :name)",
    "letter": """
INSERT INTO letter (id, game, player, seat, since, upto, at, tries, due, locked, sent) VALUES
    (:id, :game, :player, :seat, :since, :upto, :at, :tries, :due, :locked, :sent)
""",
    "mail": "INSERT INTO mail (digest, at, player, is_answered) VALUES (:digest, :at, :player, :is_answered)",
    "player": """
INSERT INTO player (name, address, language, key_id, "key", publishes, zone) VALUES (:name,
    :address, :language, :key_id, :key, :publishes, :zone)
""",
    "provider_key": """
INSERT INTO provider_key (name, record, first, last, until) VALUES (:name, :record, :first,
    :last, :until)
""",
    "seat": "INSERT INTO seat (game, seat, name, key_id) VALUES (:game, :seat, :name, :key_id)",
    "secret": "INSERT INTO secret (game, use, locked) VALUES (:game, :use, :locked)",
    "snapshot": """
INSERT INTO snapshot (game, seq, hash, version, locked) VALUES (:game, :seq, :hash, :version,
    :locked)
""",
    "tally": "INSERT INTO tally (lane, sums) VALUES (:lane, :sums)",
    "wake": "INSERT INTO wake (game, at) VALUES (:game, :at)",
}
PUT_PLAYER = """
INSERT INTO player (name, address, language, key_id, "key", publishes, zone) VALUES (:name,
    :address, :language, :key_id, :key, :publishes, :zone)
"""
NO_PLAYER = """
DELETE FROM player WHERE player.name = :name RETURNING name, address, language, key_id, "key",
    publishes, zone
"""
PLAYERS = """
SELECT player.name, player.address, player.language, player.key_id, player."key",
    player.publishes, player.zone
FROM player ORDER BY player.name
"""
PLAYERS_AFTER = """
SELECT player.name, player.address, player.language, player.key_id, player."key",
    player.publishes, player.zone
FROM player
WHERE player.name > :after ORDER BY player.name
 LIMIT :most OFFSET 0
"""
PLAYERS_COUNT = """
SELECT count(*) AS count_1
FROM player
WHERE player.name > :after
"""
PLAYER_NAMED = """
SELECT player.name, player.address, player.language, player.key_id, player."key",
    player.publishes, player.zone
FROM player
WHERE player.name = :name
"""
PLAYER_BY_KEY = """
SELECT player.name, player.address, player.language, player.key_id, player."key",
    player.publishes, player.zone
FROM player
WHERE player.key_id = :key_id
"""
KEY_BETWEEN = """
SELECT player.key_id
FROM player
WHERE player.key_id >= :first AND player.key_id < :end
 LIMIT 1 OFFSET 0
"""
PUT_KNOWN = "INSERT INTO known_by (what, name) VALUES (:what, :name)"
NOT_KNOWN = "DELETE FROM known_by WHERE known_by.what = :what AND known_by.name = :name"
KNOWN_OF = """
SELECT known_by.what
FROM known_by
WHERE known_by.name = :name
"""
PLAYERS_KNOWN_BY = """
SELECT player.name, player.address, player.language, player.key_id, player."key",
    player.publishes, player.zone
FROM player, known_by
WHERE known_by.what = :what AND player.name = known_by.name ORDER BY known_by.name
"""
KNOWN = """
SELECT known_by.what, known_by.name
FROM known_by
"""
APPEND = "INSERT INTO entry (game, seq, hash, raw) VALUES (:game, :seq, :hash, :raw)"
RAWS = """
SELECT entry.raw
FROM entry
WHERE entry.game = :game AND entry.seq >= :first AND entry.seq < :end ORDER BY entry.seq
"""
HASH = """
SELECT entry.hash
FROM entry
WHERE entry.game = :game AND entry.seq = :at
"""
MEND_HASH = "UPDATE entry SET hash=:hash WHERE entry.game = :game AND entry.seq = :at AND entry.hash != :hash"
GAME_IDS = """
SELECT entry.game
FROM entry
WHERE entry.seq = 0 ORDER BY entry.game
"""
PUT_GAME = """
INSERT INTO game (id, rules, phase, size, head, opened, asked) VALUES (:id, :rules, :phase,
    :size, :head, :opened, :asked)
"""
STAND = """
UPDATE game SET size=:size, head=:head, asked=:asked WHERE game.id = :game AND game.phase =
    :phase
"""
STAND_ANEW = "UPDATE game SET phase=:phase, size=:size, head=:head, asked=:asked WHERE game.id = :game"
STANDING = """
SELECT game.id, game.rules, game.phase, game.size, game.head, game.opened, game.asked
FROM game
WHERE game.id = :game
"""
STANDINGS = """
SELECT game.id, game.rules, game.phase, game.size, game.head, game.opened, game.asked
FROM game ORDER BY game.opened, game.id
"""
COUNTS = """
SELECT game.phase, game.rules, count(*) AS count_1
FROM game GROUP BY game.phase, game.rules
"""
NEWEST = """
SELECT game.id, game.rules, game.phase, game.size, game.head, game.opened, game.asked
FROM game
WHERE game.phase = :phase AND game.rules = :rules ORDER BY game.opened DESC, game.id DESC
 LIMIT :most OFFSET 0
"""
NEWEST_OF = """
SELECT game.id, game.rules, game.phase, game.size, game.head, game.opened, game.asked
FROM game
WHERE game.id IN (SELECT seat.game
FROM seat
WHERE seat.name = :name) ORDER BY game.opened DESC, game.id DESC
"""
HEADS = """
SELECT game.id, game.size, game.head
FROM game
WHERE game.phase = :phase
"""
IDS = """
SELECT game.id
FROM game
"""
PUT_SEAT = "INSERT INTO seat (game, seat, name, key_id) VALUES (:game, :seat, :name, :key_id)"
NO_SEAT = "DELETE FROM seat WHERE seat.game = :game AND seat.seat = :seat"
SEATS_IN_PLAY = """
SELECT seat.game, seat.seat
FROM seat, game
WHERE seat.name = :name AND game.id = seat.game AND (game.phase = 'seating' OR game.phase =
    'running') ORDER BY seat.game
"""
PUT_SNAPSHOT = """
INSERT INTO snapshot (game, seq, hash, version, locked) VALUES (:game, :seq, :hash, :version,
    :locked)
"""
NO_SNAPSHOT = "DELETE FROM snapshot WHERE snapshot.game = :game AND snapshot.seq = :at"
SNAPSHOTS_DOWN = """
SELECT snapshot.seq, snapshot.hash, snapshot.version, snapshot.locked
FROM snapshot
WHERE snapshot.game = :game AND snapshot.seq <= :at ORDER BY snapshot.seq DESC
"""
LAST_SNAPSHOT = """
SELECT max(snapshot.seq) AS max_1
FROM snapshot
WHERE snapshot.game = :game AND snapshot.seq <= :at
"""
PUT_WAKE = "INSERT INTO wake (game, at) VALUES (:game, :at)"
NO_WAKE = "DELETE FROM wake WHERE wake.game = :game"
WAKE_OF = """
SELECT wake.at
FROM wake
WHERE wake.game = :game
"""
AWAKE = """
SELECT wake.game, wake.at
FROM wake
WHERE wake.at <= :upto ORDER BY wake.at, wake.game
 LIMIT :most OFFSET 0
"""
WAKE_ALL = "UPDATE wake SET at=:at"
PUT_DEADLINE = "INSERT INTO deadline (game, due) VALUES (:game, :due)"
NO_DEADLINE = "DELETE FROM deadline WHERE deadline.game = :game"
DEADLINE_OF = """
SELECT deadline.due
FROM deadline
WHERE deadline.game = :game
"""
DEADLINES = """
SELECT deadline.game, deadline.due
FROM deadline
WHERE deadline.due < :upto ORDER BY deadline.due, deadline.game
 LIMIT :most OFFSET 0
"""
PASSED = """
SELECT count(*) AS count_1
FROM deadline
WHERE deadline.due < :upto
"""
PUT_EVENT = """
INSERT INTO event (id, title, rules, phase, size, head, opened, players, playing, wake) VALUES
    (:id, :title, :rules, :phase, :size, :head, :opened, :players, :playing, :wake)
"""
NO_EVENT = "DELETE FROM event WHERE event.id = :event"
EVENT_OF = """
SELECT event.id, event.title, event.rules, event.phase, event.size, event.head, event.opened,
    event.players, event.playing, event.wake
FROM event
WHERE event.id = :event
"""
EVENTS = """
SELECT event.id, event.title, event.rules, event.phase, event.size, event.head, event.opened,
    event.players, event.playing, event.wake
FROM event ORDER BY event.opened DESC, event.id DESC
"""
EVENTS_ON = """
SELECT event.id, event.title, event.rules, event.phase, event.size, event.head, event.opened,
    event.players, event.playing, event.wake
FROM event
WHERE event.phase = 'entering' OR event.phase = 'running' ORDER BY event.opened, event.id
"""
GAMES_OF = """
SELECT game.id
FROM game
WHERE game.id > :first AND game.id < :end ORDER BY game.id
"""
ENDED_OF = """
SELECT game.id
FROM game
WHERE game.id > :first AND game.id < :end AND (game.phase = 'over' OR game.phase = 'void') ORDER
    BY game.id
"""
PROJECTED_IDS = """
SELECT game.id
FROM game UNION SELECT seat.game
FROM seat UNION SELECT snapshot.game
FROM snapshot UNION SELECT event.id
FROM event
"""
SEATS_IN = """
SELECT seat.game, seat.seat, seat.name, seat.key_id
FROM seat
WHERE seat.game = :game ORDER BY seat.seat
"""
NO_PROJECTIONS = (
    "DELETE FROM game WHERE game.id = :game",
    "DELETE FROM event WHERE event.id = :game",
    "DELETE FROM seat WHERE seat.game = :game",
    "DELETE FROM snapshot WHERE snapshot.game = :game",
    "DELETE FROM wake WHERE wake.game = :game",
    "DELETE FROM deadline WHERE deadline.game = :game",
)
PUT_SECRET = "INSERT INTO secret (game, use, locked) VALUES (:game, :use, :locked)"
NO_SECRET = "DELETE FROM secret WHERE secret.game = :game AND secret.use = :use RETURNING game, use, locked"
SECRET_FOR = """
SELECT secret.locked
FROM secret
WHERE secret.game = :game AND secret.use = :use
"""
FROZEN = """
SELECT DISTINCT secret.game
FROM secret
WHERE secret.use >= 'frozen' AND secret.use < 'frozeo'
"""
SECRETS_AT_HAND = """
SELECT secret.use, secret.locked
FROM secret
WHERE secret.game = :game AND secret.use = 'asked' UNION ALL SELECT secret.use, secret.locked
FROM secret
WHERE secret.game = :game AND secret.use = 'hidden' UNION ALL SELECT secret.use, secret.locked
FROM secret
WHERE secret.game = :game AND secret.use = 'seal' UNION ALL SELECT secret.use, secret.locked
FROM secret
WHERE secret.game = :game AND secret.use >= 'frozen' AND secret.use < 'frozeo' UNION ALL SELECT
    secret.use, secret.locked
FROM secret
WHERE secret.game = :game AND secret.use >= 'n/' AND secret.use < 'n0' UNION ALL SELECT
    secret.use, secret.locked
FROM secret
WHERE secret.game = :game AND secret.use >= 'plan/' AND secret.use < 'plan0'
"""
SECRETS_BETWEEN = """
SELECT secret.use, secret.locked
FROM secret
WHERE secret.game = :game AND secret.use >= :first AND secret.use < :end
"""
PUT_MAIL = "INSERT INTO mail (digest, at, player, is_answered) VALUES (:digest, :at, :player, :is_answered)"
NO_MAIL = "DELETE FROM mail WHERE mail.digest = :digest RETURNING digest, at, player, is_answered"
KNOWN_MAIL = """
SELECT mail.at
FROM mail
WHERE mail.digest = :digest
"""
ANSWERS = """
SELECT count(*) AS count_1
FROM mail
WHERE mail.player = :player AND mail.at > :since AND mail.is_answered = 1
"""
PUT_EVIDENCE = "INSERT INTO evidence (digest, locked) VALUES (:digest, :locked)"
NO_EVIDENCE = "DELETE FROM evidence WHERE evidence.digest = :digest RETURNING digest, locked"
EVIDENCE_BETWEEN = """
SELECT evidence.digest
FROM evidence
WHERE evidence.digest >= :first AND evidence.digest < :end
"""
EVIDENCE_FOR = """
SELECT evidence.locked
FROM evidence
WHERE evidence.digest = :digest
"""
PUT_PROVIDER_KEY = """
INSERT INTO provider_key (name, record, first, last, until) VALUES (:name, :record, :first,
    :last, :until)
"""
PROVIDER_KEY_AGAIN = """
UPDATE provider_key SET last=:last, until=:until WHERE provider_key.name = :host AND
    provider_key.record = :found
"""
PROVIDER_KEYS = """
SELECT provider_key.name, provider_key.record, provider_key.first, provider_key.last,
    provider_key.until
FROM provider_key
WHERE provider_key.name = :host ORDER BY provider_key.last DESC, provider_key.first DESC
"""
PUT_LETTER = """
INSERT INTO letter (game, player, seat, since, upto, at, tries, due, locked, sent) VALUES
    (:game, :player, :seat, :since, :upto, :at, :tries, :due, :locked, :sent) RETURNING game,
    locked, id
"""
PUT_NEXT_LETTER = """
INSERT INTO letter (game, player, seat, since, upto, at, tries, due, locked, sent) VALUES
    (:game, :player, :seat, coalesce((SELECT max(letter.upto) AS max_1
FROM letter
WHERE letter.game = :game AND letter.seat = :seat), 0), :upto, :at, :tries, :due, :locked,
    :sent) RETURNING game, locked, id
"""
DUE = """
SELECT letter.id, letter.game, letter.player, letter.seat, letter.since, letter.upto, letter.at,
    letter.locked, letter.tries
FROM letter
WHERE letter.sent = 0 AND (letter.due <= :now OR letter.due > :far) ORDER BY letter.id
"""
CLAIM = """
WITH first AS
(SELECT letter.id AS id
FROM letter
WHERE letter.sent = 0 AND (letter.due <= :now OR letter.due > :far) ORDER BY letter.id
 LIMIT :most OFFSET 0)
 UPDATE letter SET due=:until WHERE letter.id IN (SELECT first.id
FROM first) RETURNING id, game, player, seat, since, upto, at, locked, tries
"""
WRITTEN_TO = """
SELECT letter.game
FROM letter
WHERE letter.id > :after AND letter.game != ''
"""
NEWEST_LETTER = """
SELECT letter.id, letter.locked
FROM letter
WHERE letter.id > :after AND letter.game != '' ORDER BY letter.id DESC
 LIMIT 1 OFFSET 0
"""
LETTER_LOCK = """
SELECT letter.locked
FROM letter
WHERE letter.id = :letter
"""
PUT_OFF = "UPDATE letter SET tries=:tries, due=:due WHERE letter.id = :letter"
UNSENT = """
SELECT count(*) AS count_1, min(letter.at) AS min_1
FROM letter
WHERE letter.sent = 0
"""
STUCK = """
SELECT count(*) AS count_1
FROM letter
WHERE letter.sent = 0 AND letter.tries > 0
"""
UNSENT_TO = """
SELECT count(*) AS count_1
FROM letter
WHERE letter.sent = 0 AND letter.player = :player
"""
NO_LETTER = "DELETE FROM letter WHERE letter.id = :letter AND letter.sent = 0 RETURNING game, locked, id"
SENT = """
UPDATE letter SET sent=:sent WHERE letter.id = :letter AND letter.sent = 0 RETURNING game,
    locked, id
"""
DESK_FACT = """
SELECT desk.value
FROM desk
WHERE desk.name = :name
"""
PUT_DESK_FACT = "INSERT INTO desk (name, value) VALUES (:name, :value)"
NO_DESK_FACT = "DELETE FROM desk WHERE desk.name = :name RETURNING name, value"
TALLY_OF = """
SELECT tally.sums
FROM tally
WHERE tally.lane = :lane
"""
TALLY = "UPDATE tally SET sums=:sums WHERE tally.lane = :lane"
PUT_TALLY = "INSERT INTO tally (lane, sums) VALUES (:lane, :sums)"
TALLIES = """
SELECT tally.lane, tally.sums
FROM tally ORDER BY tally.lane
"""
NO_TALLIES = "DELETE FROM tally"
COUNTED = (
    """
SELECT desk.name, desk.value
FROM desk
""",
    """
SELECT player.name, player.address, player.language, player.key_id, player."key",
    player.publishes, player.zone
FROM player
""",
    """
SELECT entry.game, entry.seq
FROM entry
""",
    """
SELECT secret.game, secret.use, secret.locked
FROM secret
""",
    """
SELECT mail.digest, mail.at, mail.player, mail.is_answered
FROM mail
""",
    """
SELECT evidence.digest, evidence.locked
FROM evidence
""",
    """
SELECT provider_key.name, provider_key.record, provider_key.first
FROM provider_key
""",
    """
SELECT letter.game, letter.locked, letter.id
FROM letter
""",
    """
SELECT letter.game, letter.locked, letter.id
FROM letter
WHERE letter.sent != 0
""",
    """
SELECT tally.lane
FROM tally
WHERE tally.lane != ''
""",
)
