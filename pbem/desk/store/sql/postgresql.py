"""Every statement in the words of postgresql. Written by `make sql`: change the tables or the statements."""

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
    game TEXT COLLATE "C" NOT NULL,
    due BIGINT NOT NULL,
    PRIMARY KEY (game)
)
""",
    "CREATE INDEX IF NOT EXISTS ix_deadline_due ON deadline (due)",
    """
CREATE TABLE IF NOT EXISTS desk (
    name TEXT COLLATE "C" NOT NULL,
    value TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (name)
)
""",
    """
CREATE TABLE IF NOT EXISTS entry (
    game TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    raw BYTEA NOT NULL,
    PRIMARY KEY (game, seq)
)
""",
    """
CREATE TABLE IF NOT EXISTS event (
    id TEXT COLLATE "C" NOT NULL,
    title TEXT COLLATE "C" NOT NULL,
    rules TEXT COLLATE "C" NOT NULL,
    phase TEXT COLLATE "C" NOT NULL,
    size BIGINT NOT NULL,
    head BYTEA NOT NULL,
    opened BIGINT NOT NULL,
    players BIGINT NOT NULL,
    playing BIGINT NOT NULL,
    wake BIGINT NOT NULL,
    PRIMARY KEY (id)
)
""",
    "CREATE INDEX IF NOT EXISTS ix_event_phase ON event (phase)",
    """
CREATE TABLE IF NOT EXISTS evidence (
    digest TEXT COLLATE "C" NOT NULL,
    locked BYTEA NOT NULL,
    PRIMARY KEY (digest)
)
""",
    """
CREATE TABLE IF NOT EXISTS game (
    id TEXT COLLATE "C" NOT NULL,
    rules TEXT COLLATE "C" NOT NULL,
    phase TEXT COLLATE "C" NOT NULL,
    size BIGINT NOT NULL,
    head BYTEA NOT NULL,
    opened BIGINT NOT NULL,
    asked TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (id)
)
""",
    "CREATE INDEX IF NOT EXISTS game_listed ON game (phase, rules, opened, id)",
    """
CREATE TABLE IF NOT EXISTS known_by (
    what TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (what, name)
)
""",
    "CREATE INDEX IF NOT EXISTS ix_known_by_name ON known_by (name)",
    """
CREATE TABLE IF NOT EXISTS letter (
    id BIGSERIAL NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    seat TEXT COLLATE "C" NOT NULL,
    since BIGINT NOT NULL,
    upto BIGINT NOT NULL,
    at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    due BIGINT NOT NULL,
    locked BYTEA NOT NULL,
    sent BIGINT NOT NULL,
    PRIMARY KEY (id)
)
""",
    "CREATE INDEX IF NOT EXISTS letter_due ON letter (id) WHERE sent = 0",
    "CREATE INDEX IF NOT EXISTS letter_told ON letter (game, seat, upto)",
    """
CREATE TABLE IF NOT EXISTS mail (
    digest TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    is_answered BOOLEAN NOT NULL,
    PRIMARY KEY (digest)
)
""",
    "CREATE INDEX IF NOT EXISTS mail_answers ON mail (player, at) WHERE is_answered",
    """
CREATE TABLE IF NOT EXISTS player (
    name TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C" NOT NULL,
    language TEXT COLLATE "C" NOT NULL,
    key_id TEXT COLLATE "C" NOT NULL,
    key BYTEA NOT NULL,
    publishes BOOLEAN NOT NULL,
    zone TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (name)
)
""",
    "CREATE INDEX IF NOT EXISTS ix_player_key_id ON player (key_id)",
    """
CREATE TABLE IF NOT EXISTS provider_key (
    name TEXT COLLATE "C" NOT NULL,
    record BYTEA NOT NULL,
    first BIGINT NOT NULL,
    last BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (name, record)
)
""",
    """
CREATE TABLE IF NOT EXISTS seat (
    game TEXT COLLATE "C" NOT NULL,
    seat TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    key_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (game, seat)
)
""",
    "CREATE INDEX IF NOT EXISTS ix_seat_name ON seat (name)",
    """
CREATE TABLE IF NOT EXISTS secret (
    game TEXT COLLATE "C" NOT NULL,
    use TEXT COLLATE "C" NOT NULL,
    locked BYTEA NOT NULL,
    PRIMARY KEY (game, use)
)
""",
    """
CREATE INDEX IF NOT EXISTS secret_frozen ON secret (use, game) WHERE use >= 'frozen' AND use <
    'frozeo'
""",
    """
CREATE TABLE IF NOT EXISTS snapshot (
    game TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    version BIGINT NOT NULL,
    locked BYTEA NOT NULL,
    PRIMARY KEY (game, seq)
)
""",
    """
CREATE TABLE IF NOT EXISTS tally (
    lane TEXT COLLATE "C" NOT NULL,
    sums BYTEA NOT NULL,
    PRIMARY KEY (lane)
)
""",
    """
CREATE TABLE IF NOT EXISTS wake (
    game TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
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
SELECT player.name, player.address, player.language, player.key_id, player.key,
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
    "deadline": """
INSERT INTO deadline (game, due) VALUES (%(game)s::TEXT COLLATE "C", %(due)s::BIGINT)
""",
    "desk": """
INSERT INTO desk (name, value) VALUES (%(name)s::TEXT COLLATE "C", %(value)s::TEXT COLLATE "C")
""",
    "entry": """
INSERT INTO entry (game, seq, hash, raw) VALUES (%(game)s::TEXT COLLATE "C", %(seq)s::BIGINT,
    %(hash)s, %(raw)s)
""",
    "event": """
INSERT INTO event (id, title, rules, phase, size, head, opened, players, playing, wake) VALUES
    (%(id)s::TEXT COLLATE "C", %(title)s::TEXT COLLATE "C", %(rules)s::TEXT COLLATE "C",
    %(phase)s::TEXT COLLATE "C", %(size)s::BIGINT, %(head)s, %(opened)s::BIGINT,
    %(players)s::BIGINT, %(playing)s::BIGINT, %(wake)s::BIGINT)
""",
    "evidence": """
INSERT INTO evidence (digest, locked) VALUES (%(digest)s::TEXT COLLATE "C", %(locked)s)
""",
    "game": """
INSERT INTO game (id, rules, phase, size, head, opened, asked) VALUES (%(id)s::TEXT COLLATE "C",
    %(rules)s::TEXT COLLATE "C", %(phase)s::TEXT COLLATE "C", %(size)s::BIGINT, %(head)s,
    %(opened)s::BIGINT, %(asked)s::TEXT COLLATE "C")
""",
    "known_by": """
INSERT INTO known_by (what, name) VALUES (%(what)s::TEXT COLLATE "C", %(name)s::TEXT COLLATE
    "C")
""",
    "letter": """
INSERT INTO letter (id, game, player, seat, since, upto, at, tries, due, locked, sent) VALUES
    (%(id)s::BIGINT, %(game)s::TEXT COLLATE "C", %(player)s::TEXT COLLATE "C", %(seat)s::TEXT
    COLLATE "C", %(since)s::BIGINT, %(upto)s::BIGINT, %(at)s::BIGINT, %(tries)s::BIGINT,
    %(due)s::BIGINT, %(locked)s, %(sent)s::BIGINT)
""",
    "mail": """
INSERT INTO mail (digest, at, player, is_answered) VALUES (%(digest)s::TEXT COLLATE "C",
    %(at)s::BIGINT, %(player)s::TEXT COLLATE "C", %(is_answered)s)
""",
    "player": """
INSERT INTO player (name, address, language, key_id, key, publishes, zone) VALUES
    (%(name)s::TEXT COLLATE "C", %(address)s::TEXT COLLATE "C", %(language)s::TEXT COLLATE "C",
    %(key_id)s::TEXT COLLATE "C", %(key)s, %(publishes)s, %(zone)s::TEXT COLLATE "C")
""",
    "provider_key": """
INSERT INTO provider_key (name, record, first, last, until) VALUES (%(name)s::TEXT COLLATE "C",
    %(record)s, %(first)s::BIGINT, %(last)s::BIGINT, %(until)s::BIGINT)
""",
    "seat": """
INSERT INTO seat (game, seat, name, key_id) VALUES (%(game)s::TEXT COLLATE "C", %(seat)s::TEXT
    COLLATE "C", %(name)s::TEXT COLLATE "C", %(key_id)s::TEXT COLLATE "C")
""",
    "secret": """
INSERT INTO secret (game, use, locked) VALUES (%(game)s::TEXT COLLATE "C", %(use)s::TEXT COLLATE
    "C", %(locked)s)
""",
    "snapshot": """
INSERT INTO snapshot (game, seq, hash, version, locked) VALUES (%(game)s::TEXT COLLATE "C",
    %(seq)s::BIGINT, %(hash)s, %(version)s::BIGINT, %(locked)s)
""",
    "tally": """
INSERT INTO tally (lane, sums) VALUES (%(lane)s::TEXT COLLATE "C", %(sums)s)
""",
    "wake": """
INSERT INTO wake (game, at) VALUES (%(game)s::TEXT COLLATE "C", %(at)s::BIGINT)
""",
}
PUT_PLAYER = """
INSERT INTO player (name, address, language, key_id, key, publishes, zone) VALUES
    (%(name)s::TEXT COLLATE "C", %(address)s::TEXT COLLATE "C", %(language)s::TEXT COLLATE "C",
    %(key_id)s::TEXT COLLATE "C", %(key)s, %(publishes)s, %(zone)s::TEXT COLLATE "C")
"""
NO_PLAYER = """
DELETE FROM player WHERE player.name = %(name)s::TEXT COLLATE "C" RETURNING player.name,
    player.address, player.language, player.key_id, player.key, player.publishes, player.zone
"""
PLAYERS = """
SELECT player.name, player.address, player.language, player.key_id, player.key,
    player.publishes, player.zone
FROM player ORDER BY player.name
"""
PLAYERS_AFTER = """
SELECT player.name, player.address, player.language, player.key_id, player.key,
    player.publishes, player.zone
FROM player
WHERE player.name > %(after)s::TEXT COLLATE "C" ORDER BY player.name
 LIMIT %(most)s OFFSET 0
"""
PLAYERS_COUNT = """
SELECT count(*) AS count_1
FROM player
WHERE player.name > %(after)s::TEXT COLLATE "C"
"""
PLAYER_NAMED = """
SELECT player.name, player.address, player.language, player.key_id, player.key,
    player.publishes, player.zone
FROM player
WHERE player.name = %(name)s::TEXT COLLATE "C"
"""
PLAYER_BY_KEY = """
SELECT player.name, player.address, player.language, player.key_id, player.key,
    player.publishes, player.zone
FROM player
WHERE player.key_id = %(key_id)s::TEXT COLLATE "C"
"""
KEY_BETWEEN = """
SELECT player.key_id
FROM player
WHERE player.key_id >= %(first)s::TEXT COLLATE "C" AND player.key_id < %(end)s::TEXT COLLATE "C"
 LIMIT 1 OFFSET 0
"""
PUT_KNOWN = """
INSERT INTO known_by (what, name) VALUES (%(what)s::TEXT COLLATE "C", %(name)s::TEXT COLLATE
    "C")
"""
NOT_KNOWN = """
DELETE FROM known_by WHERE known_by.what = %(what)s::TEXT COLLATE "C" AND known_by.name =
    %(name)s::TEXT COLLATE "C"
"""
KNOWN_OF = """
SELECT known_by.what
FROM known_by
WHERE known_by.name = %(name)s::TEXT COLLATE "C"
"""
PLAYERS_KNOWN_BY = """
SELECT player.name, player.address, player.language, player.key_id, player.key,
    player.publishes, player.zone
FROM player, known_by
WHERE known_by.what = %(what)s::TEXT COLLATE "C" AND player.name = known_by.name ORDER BY
    known_by.name
"""
KNOWN = """
SELECT known_by.what, known_by.name
FROM known_by
"""
APPEND = """
INSERT INTO entry (game, seq, hash, raw) VALUES (%(game)s::TEXT COLLATE "C", %(seq)s::BIGINT,
    %(hash)s, %(raw)s)
"""
RAWS = """
SELECT entry.raw
FROM entry
WHERE entry.game = %(game)s::TEXT COLLATE "C" AND entry.seq >= %(first)s::BIGINT AND entry.seq <
    %(end)s::BIGINT ORDER BY entry.seq
"""
HASH = """
SELECT entry.hash
FROM entry
WHERE entry.game = %(game)s::TEXT COLLATE "C" AND entry.seq = %(at)s::BIGINT
"""
MEND_HASH = """
UPDATE entry SET hash=%(hash)s WHERE entry.game = %(game)s::TEXT COLLATE "C" AND entry.seq =
    %(at)s::BIGINT AND entry.hash != %(hash)s
"""
GAME_IDS = """
SELECT entry.game
FROM entry
WHERE entry.seq = 0 ORDER BY entry.game
"""
PUT_GAME = """
INSERT INTO game (id, rules, phase, size, head, opened, asked) VALUES (%(id)s::TEXT COLLATE "C",
    %(rules)s::TEXT COLLATE "C", %(phase)s::TEXT COLLATE "C", %(size)s::BIGINT, %(head)s,
    %(opened)s::BIGINT, %(asked)s::TEXT COLLATE "C")
"""
STAND = """
UPDATE game SET size=%(size)s::BIGINT, head=%(head)s, asked=%(asked)s::TEXT COLLATE "C" WHERE
    game.id = %(game)s::TEXT COLLATE "C" AND game.phase = %(phase)s::TEXT COLLATE "C"
"""
STAND_ANEW = """
UPDATE game SET phase=%(phase)s::TEXT COLLATE "C", size=%(size)s::BIGINT, head=%(head)s,
    asked=%(asked)s::TEXT COLLATE "C" WHERE game.id = %(game)s::TEXT COLLATE "C"
"""
STANDING = """
SELECT game.id, game.rules, game.phase, game.size, game.head, game.opened, game.asked
FROM game
WHERE game.id = %(game)s::TEXT COLLATE "C"
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
WHERE game.phase = %(phase)s::TEXT COLLATE "C" AND game.rules = %(rules)s::TEXT COLLATE "C"
    ORDER BY game.opened DESC, game.id DESC
 LIMIT %(most)s OFFSET 0
"""
NEWEST_OF = """
SELECT game.id, game.rules, game.phase, game.size, game.head, game.opened, game.asked
FROM game
WHERE game.id IN (SELECT seat.game
FROM seat
WHERE seat.name = %(name)s::TEXT COLLATE "C") ORDER BY game.opened DESC, game.id DESC
"""
HEADS = """
SELECT game.id, game.size, game.head
FROM game
WHERE game.phase = %(phase)s::TEXT COLLATE "C"
"""
IDS = """
SELECT game.id
FROM game
"""
PUT_SEAT = """
INSERT INTO seat (game, seat, name, key_id) VALUES (%(game)s::TEXT COLLATE "C", %(seat)s::TEXT
    COLLATE "C", %(name)s::TEXT COLLATE "C", %(key_id)s::TEXT COLLATE "C")
"""
NO_SEAT = """
DELETE FROM seat WHERE seat.game = %(game)s::TEXT COLLATE "C" AND seat.seat = %(seat)s::TEXT
    COLLATE "C"
"""
SEATS_IN_PLAY = """
SELECT seat.game, seat.seat
FROM seat, game
WHERE seat.name = %(name)s::TEXT COLLATE "C" AND game.id = seat.game AND (game.phase = 'seating'
    OR game.phase = 'running') ORDER BY seat.game
"""
PUT_SNAPSHOT = """
INSERT INTO snapshot (game, seq, hash, version, locked) VALUES (%(game)s::TEXT COLLATE "C",
    %(seq)s::BIGINT, %(hash)s, %(version)s::BIGINT, %(locked)s)
"""
NO_SNAPSHOT = """
DELETE FROM snapshot WHERE snapshot.game = %(game)s::TEXT COLLATE "C" AND snapshot.seq =
    %(at)s::BIGINT
"""
SNAPSHOTS_DOWN = """
SELECT snapshot.seq, snapshot.hash, snapshot.version, snapshot.locked
FROM snapshot
WHERE snapshot.game = %(game)s::TEXT COLLATE "C" AND snapshot.seq <= %(at)s::BIGINT ORDER BY
    snapshot.seq DESC
"""
LAST_SNAPSHOT = """
SELECT max(snapshot.seq) AS max_1
FROM snapshot
WHERE snapshot.game = %(game)s::TEXT COLLATE "C" AND snapshot.seq <= %(at)s::BIGINT
"""
PUT_WAKE = """
INSERT INTO wake (game, at) VALUES (%(game)s::TEXT COLLATE "C", %(at)s::BIGINT)
"""
NO_WAKE = """
DELETE FROM wake WHERE wake.game = %(game)s::TEXT COLLATE "C"
"""
WAKE_OF = """
SELECT wake.at
FROM wake
WHERE wake.game = %(game)s::TEXT COLLATE "C"
"""
AWAKE = """
SELECT wake.game, wake.at
FROM wake
WHERE wake.at <= %(upto)s::BIGINT ORDER BY wake.at, wake.game
 LIMIT %(most)s OFFSET 0
"""
WAKE_ALL = "UPDATE wake SET at=%(at)s::BIGINT"
PUT_DEADLINE = """
INSERT INTO deadline (game, due) VALUES (%(game)s::TEXT COLLATE "C", %(due)s::BIGINT)
"""
NO_DEADLINE = """
DELETE FROM deadline WHERE deadline.game = %(game)s::TEXT COLLATE "C"
"""
DEADLINE_OF = """
SELECT deadline.due
FROM deadline
WHERE deadline.game = %(game)s::TEXT COLLATE "C"
"""
DEADLINES = """
SELECT deadline.game, deadline.due
FROM deadline
WHERE deadline.due < %(upto)s::BIGINT ORDER BY deadline.due, deadline.game
 LIMIT %(most)s OFFSET 0
"""
PASSED = """
SELECT count(*) AS count_1
FROM deadline
WHERE deadline.due < %(upto)s::BIGINT
"""
PUT_EVENT = """
INSERT INTO event (id, title, rules, phase, size, head, opened, players, playing, wake) VALUES
    (%(id)s::TEXT COLLATE "C", %(title)s::TEXT COLLATE "C", %(rules)s::TEXT COLLATE "C",
    %(phase)s::TEXT COLLATE "C", %(size)s::BIGINT, %(head)s, %(opened)s::BIGINT,
    %(players)s::BIGINT, %(playing)s::BIGINT, %(wake)s::BIGINT)
"""
NO_EVENT = """
DELETE FROM event WHERE event.id = %(event)s::TEXT COLLATE "C"
"""
EVENT_OF = """
SELECT event.id, event.title, event.rules, event.phase, event.size, event.head, event.opened,
    event.players, event.playing, event.wake
FROM event
WHERE event.id = %(event)s::TEXT COLLATE "C"
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
WHERE game.id > %(first)s::TEXT COLLATE "C" AND game.id < %(end)s::TEXT COLLATE "C" ORDER BY
    game.id
"""
ENDED_OF = """
SELECT game.id
FROM game
WHERE game.id > %(first)s::TEXT COLLATE "C" AND game.id < %(end)s::TEXT COLLATE "C" AND
    (game.phase = 'over' OR game.phase = 'void') ORDER BY game.id
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
WHERE seat.game = %(game)s::TEXT COLLATE "C" ORDER BY seat.seat
"""
NO_PROJECTIONS = (
    """
DELETE FROM game WHERE game.id = %(game)s::TEXT COLLATE "C"
""",
    """
DELETE FROM event WHERE event.id = %(game)s::TEXT COLLATE "C"
""",
    """
DELETE FROM seat WHERE seat.game = %(game)s::TEXT COLLATE "C"
""",
    """
DELETE FROM snapshot WHERE snapshot.game = %(game)s::TEXT COLLATE "C"
""",
    """
DELETE FROM wake WHERE wake.game = %(game)s::TEXT COLLATE "C"
""",
    """
DELETE FROM deadline WHERE deadline.game = %(game)s::TEXT COLLATE "C"
""",
)
PUT_SECRET = """
INSERT INTO secret (game, use, locked) VALUES (%(game)s::TEXT COLLATE "C", %(use)s::TEXT COLLATE
    "C", %(locked)s)
"""
NO_SECRET = """
DELETE FROM secret WHERE secret.game = %(game)s::TEXT COLLATE "C" AND secret.use = %(use)s::TEXT
    COLLATE "C" RETURNING secret.game, secret.use, secret.locked
"""
SECRET_FOR = """
SELECT secret.locked
FROM secret
WHERE secret.game = %(game)s::TEXT COLLATE "C" AND secret.use = %(use)s::TEXT COLLATE "C"
"""
FROZEN = """
SELECT DISTINCT secret.game
FROM secret
WHERE secret.use >= 'frozen' AND secret.use < 'frozeo'
"""
SECRETS_AT_HAND = """
SELECT secret.use, secret.locked
FROM secret
WHERE secret.game = %(game)s::TEXT COLLATE "C" AND secret.use = 'asked' UNION ALL SELECT
    secret.use, secret.locked
FROM secret
WHERE secret.game = %(game)s::TEXT COLLATE "C" AND secret.use = 'hidden' UNION ALL SELECT
    secret.use, secret.locked
FROM secret
WHERE secret.game = %(game)s::TEXT COLLATE "C" AND secret.use = 'seal' UNION ALL SELECT
    secret.use, secret.locked
FROM secret
WHERE secret.game = %(game)s::TEXT COLLATE "C" AND secret.use >= 'frozen' AND secret.use <
    'frozeo' UNION ALL SELECT secret.use, secret.locked
FROM secret
WHERE secret.game = %(game)s::TEXT COLLATE "C" AND secret.use >= 'n/' AND secret.use < 'n0'
    UNION ALL SELECT secret.use, secret.locked
FROM secret
WHERE secret.game = %(game)s::TEXT COLLATE "C" AND secret.use >= 'plan/' AND secret.use <
    'plan0'
"""
SECRETS_BETWEEN = """
SELECT secret.use, secret.locked
FROM secret
WHERE secret.game = %(game)s::TEXT COLLATE "C" AND secret.use >= %(first)s::TEXT COLLATE "C" AND
    secret.use < %(end)s::TEXT COLLATE "C"
"""
PUT_MAIL = """
INSERT INTO mail (digest, at, player, is_answered) VALUES (%(digest)s::TEXT COLLATE "C",
    %(at)s::BIGINT, %(player)s::TEXT COLLATE "C", %(is_answered)s)
"""
NO_MAIL = """
DELETE FROM mail WHERE mail.digest = %(digest)s::TEXT COLLATE "C" RETURNING mail.digest,
    mail.at, mail.player, mail.is_answered
"""
KNOWN_MAIL = """
SELECT mail.at
FROM mail
WHERE mail.digest = %(digest)s::TEXT COLLATE "C"
"""
ANSWERS = """
SELECT count(*) AS count_1
FROM mail
WHERE mail.player = %(player)s::TEXT COLLATE "C" AND mail.at > %(since)s::BIGINT AND
    mail.is_answered
"""
PUT_EVIDENCE = """
INSERT INTO evidence (digest, locked) VALUES (%(digest)s::TEXT COLLATE "C", %(locked)s)
"""
NO_EVIDENCE = """
DELETE FROM evidence WHERE evidence.digest = %(digest)s::TEXT COLLATE "C" RETURNING
    evidence.digest, evidence.locked
"""
EVIDENCE_BETWEEN = """
SELECT evidence.digest
FROM evidence
WHERE evidence.digest >= %(first)s::TEXT COLLATE "C" AND evidence.digest < %(end)s::TEXT COLLATE
    "C"
"""
EVIDENCE_FOR = """
SELECT evidence.locked
FROM evidence
WHERE evidence.digest = %(digest)s::TEXT COLLATE "C"
"""
PUT_PROVIDER_KEY = """
INSERT INTO provider_key (name, record, first, last, until) VALUES (%(name)s::TEXT COLLATE "C",
    %(record)s, %(first)s::BIGINT, %(last)s::BIGINT, %(until)s::BIGINT)
"""
PROVIDER_KEY_AGAIN = """
UPDATE provider_key SET last=%(last)s::BIGINT, until=%(until)s::BIGINT WHERE provider_key.name =
    %(host)s::TEXT COLLATE "C" AND provider_key.record = %(found)s
"""
PROVIDER_KEYS = """
SELECT provider_key.name, provider_key.record, provider_key.first, provider_key.last,
    provider_key.until
FROM provider_key
WHERE provider_key.name = %(host)s::TEXT COLLATE "C" ORDER BY provider_key.last DESC,
    provider_key.first DESC
"""
PUT_LETTER = """
INSERT INTO letter (game, player, seat, since, upto, at, tries, due, locked, sent) VALUES
    (%(game)s::TEXT COLLATE "C", %(player)s::TEXT COLLATE "C", %(seat)s::TEXT COLLATE "C",
    %(since)s::BIGINT, %(upto)s::BIGINT, %(at)s::BIGINT, %(tries)s::BIGINT, %(due)s::BIGINT,
    %(locked)s, %(sent)s::BIGINT) RETURNING letter.game, letter.locked, letter.id
"""
PUT_NEXT_LETTER = """
INSERT INTO letter (game, player, seat, since, upto, at, tries, due, locked, sent) VALUES
    (%(game)s::TEXT COLLATE "C", %(player)s::TEXT COLLATE "C", %(seat)s::TEXT COLLATE "C",
    coalesce((SELECT max(letter.upto) AS max_1
FROM letter
WHERE letter.game = %(game)s::TEXT COLLATE "C" AND letter.seat = %(seat)s::TEXT COLLATE "C"),
    0), %(upto)s::BIGINT, %(at)s::BIGINT, %(tries)s::BIGINT, %(due)s::BIGINT, %(locked)s,
    %(sent)s::BIGINT) RETURNING letter.game, letter.locked, letter.id
"""
DUE = """
SELECT letter.id, letter.game, letter.player, letter.seat, letter.since, letter.upto, letter.at,
    letter.locked, letter.tries
FROM letter
WHERE letter.sent = 0 AND (letter.due <= %(now)s::BIGINT OR letter.due > %(far)s::BIGINT) ORDER
    BY letter.id
"""
CLAIM = """
WITH first AS
(SELECT letter.id AS id
FROM letter
WHERE letter.sent = 0 AND (letter.due <= %(now)s::BIGINT OR letter.due > %(far)s::BIGINT) ORDER
    BY letter.id
 LIMIT %(most)s OFFSET 0 FOR UPDATE SKIP LOCKED)
 UPDATE letter SET due=%(until)s::BIGINT WHERE letter.id IN (SELECT first.id
FROM first) RETURNING letter.id, letter.game, letter.player, letter.seat, letter.since,
    letter.upto, letter.at, letter.locked, letter.tries
"""
WRITTEN_TO = """
SELECT letter.game
FROM letter
WHERE letter.id > %(after)s::BIGINT AND letter.game != ''
"""
NEWEST_LETTER = """
SELECT letter.id, letter.locked
FROM letter
WHERE letter.id > %(after)s::BIGINT AND letter.game != '' ORDER BY letter.id DESC
 LIMIT 1 OFFSET 0
"""
LETTER_LOCK = """
SELECT letter.locked
FROM letter
WHERE letter.id = %(letter)s::BIGINT
"""
PUT_OFF = """
UPDATE letter SET tries=%(tries)s::BIGINT, due=%(due)s::BIGINT WHERE letter.id =
    %(letter)s::BIGINT
"""
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
WHERE letter.sent = 0 AND letter.player = %(player)s::TEXT COLLATE "C"
"""
NO_LETTER = """
DELETE FROM letter WHERE letter.id = %(letter)s::BIGINT AND letter.sent = 0 RETURNING
    letter.game, letter.locked, letter.id
"""
SENT = """
UPDATE letter SET sent=%(sent)s::BIGINT WHERE letter.id = %(letter)s::BIGINT AND letter.sent = 0
    RETURNING letter.game, letter.locked, letter.id
"""
DESK_FACT = """
SELECT desk.value
FROM desk
WHERE desk.name = %(name)s::TEXT COLLATE "C"
"""
PUT_DESK_FACT = """
INSERT INTO desk (name, value) VALUES (%(name)s::TEXT COLLATE "C", %(value)s::TEXT COLLATE "C")
"""
NO_DESK_FACT = """
DELETE FROM desk WHERE desk.name = %(name)s::TEXT COLLATE "C" RETURNING desk.name, desk.value
"""
TALLY_OF = """
SELECT tally.sums
FROM tally
WHERE tally.lane = %(lane)s::TEXT COLLATE "C" FOR UPDATE
"""
TALLY = """
UPDATE tally SET sums=%(sums)s WHERE tally.lane = %(lane)s::TEXT COLLATE "C"
"""
PUT_TALLY = """
INSERT INTO tally (lane, sums) VALUES (%(lane)s::TEXT COLLATE "C", %(sums)s)
"""
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
SELECT player.name, player.address, player.language, player.key_id, player.key,
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
