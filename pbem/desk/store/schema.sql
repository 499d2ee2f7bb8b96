-- The tables of a desk, for SQLite. `tables.py` is their source, and a test holds both equal.
-- A desk remembers these texts and `pbem check` compares them: not even a blank or the end of a
-- line may change without a new format. A few rules in `sql.py` adapt them for PostgreSQL.

CREATE TABLE IF NOT EXISTS deadline (
    game VARCHAR NOT NULL,
    due INTEGER NOT NULL,
    PRIMARY KEY (game)
);
CREATE INDEX IF NOT EXISTS ix_deadline_due ON deadline (due);

CREATE TABLE IF NOT EXISTS desk (
    name VARCHAR NOT NULL,
    value VARCHAR NOT NULL,
    PRIMARY KEY (name)
);

CREATE TABLE IF NOT EXISTS entry (
    game VARCHAR NOT NULL,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    raw BLOB NOT NULL,
    PRIMARY KEY (game, seq)
);

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
);
CREATE INDEX IF NOT EXISTS ix_event_phase ON event (phase);

CREATE TABLE IF NOT EXISTS evidence (
    digest VARCHAR NOT NULL,
    locked BLOB NOT NULL,
    PRIMARY KEY (digest)
);

CREATE TABLE IF NOT EXISTS game (
    id VARCHAR NOT NULL,
    rules VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    size INTEGER NOT NULL,
    head BLOB NOT NULL,
    opened INTEGER NOT NULL,
    asked VARCHAR NOT NULL,
    PRIMARY KEY (id)
);
CREATE INDEX IF NOT EXISTS game_listed ON game (phase, rules, opened, id);

CREATE TABLE IF NOT EXISTS known_by (
    what VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    PRIMARY KEY (what, name)
);
CREATE INDEX IF NOT EXISTS ix_known_by_name ON known_by (name);

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
);
CREATE INDEX IF NOT EXISTS letter_due ON letter (id) WHERE sent = 0;
CREATE INDEX IF NOT EXISTS letter_told ON letter (game, seat, upto);

CREATE TABLE IF NOT EXISTS mail (
    digest VARCHAR NOT NULL,
    at INTEGER NOT NULL,
    player VARCHAR NOT NULL,
    is_answered BOOLEAN NOT NULL,
    PRIMARY KEY (digest)
);
CREATE INDEX IF NOT EXISTS mail_answers ON mail (player, at) WHERE is_answered = 1;

CREATE TABLE IF NOT EXISTS player (
    name VARCHAR NOT NULL,
    address VARCHAR NOT NULL,
    language VARCHAR NOT NULL,
    key_id VARCHAR NOT NULL,
    "key" BLOB NOT NULL,
    publishes BOOLEAN NOT NULL,
    zone VARCHAR NOT NULL,
    PRIMARY KEY (name)
);
CREATE INDEX IF NOT EXISTS ix_player_key_id ON player (key_id);
-- sqlite only
CREATE INDEX IF NOT EXISTS player_twice ON player (address, language, publishes, zone, "key")
;

CREATE TABLE IF NOT EXISTS provider_key (
    name VARCHAR NOT NULL,
    record BLOB NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (name, record)
);

CREATE TABLE IF NOT EXISTS seat (
    game VARCHAR NOT NULL,
    seat VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    key_id VARCHAR NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE INDEX IF NOT EXISTS ix_seat_name ON seat (name);

CREATE TABLE IF NOT EXISTS secret (
    game VARCHAR NOT NULL,
    use VARCHAR NOT NULL,
    locked BLOB NOT NULL,
    PRIMARY KEY (game, use)
);
CREATE INDEX IF NOT EXISTS secret_frozen ON secret (use, game) WHERE use >= 'frozen' AND use <
    'frozeo'
;

CREATE TABLE IF NOT EXISTS snapshot (
    game VARCHAR NOT NULL,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    version INTEGER NOT NULL,
    locked BLOB NOT NULL,
    PRIMARY KEY (game, seq)
);

CREATE TABLE IF NOT EXISTS tally (
    lane VARCHAR NOT NULL,
    sums BLOB NOT NULL,
    PRIMARY KEY (lane)
);

CREATE TABLE IF NOT EXISTS wake (
    game VARCHAR NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game)
);
CREATE INDEX IF NOT EXISTS ix_wake_at ON wake (at);
