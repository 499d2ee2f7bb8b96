-- Every statement of the store by its name, for SQLite. A few rules in `sql.py` adapt them for
-- PostgreSQL. What an order asks for is found by an index.
--
-- A statement that changes rows says what tallies (`guards/row_digests.py`) count of that:
--   counts: + THING            the rows that it is given, or that it returns, are added
--   counts: - THING            the rows that it returns are taken away
--   counts: nothing (reason)   nobody counts what is changed
-- Of a THING those columns count that `counted_THING` selects, at the end of this file.


-- People

-- name: put_player
-- counts: + player
INSERT INTO player (name, address, language, key_id, key, publishes, zone)
VALUES (:name, :address, :language, :key_id, :key, :publishes, :zone);

-- name: no_player
-- counts: - player
DELETE FROM player WHERE name = :name
RETURNING name, address, language, key_id, key, publishes, zone;

-- name: players
SELECT name, address, language, key_id, key, publishes, zone FROM player ORDER BY name;

-- name: players_after
SELECT name, address, language, key_id, key, publishes, zone FROM player
WHERE name > :after ORDER BY name LIMIT :most;

-- name: count_players_after
SELECT count(*) FROM player WHERE name > :after;

-- name: player_named
SELECT name, address, language, key_id, key, publishes, zone FROM player WHERE name = :name;

-- name: player_by_key
SELECT name, address, language, key_id, key, publishes, zone FROM player WHERE key_id = :key_id;

-- name: key_between
SELECT key_id FROM player WHERE key_id >= :first AND key_id < :end LIMIT 1;

-- name: put_known
-- counts: nothing (a projection)
INSERT INTO known_by (what, name) VALUES (:what, :name);

-- name: not_known
-- counts: nothing (a projection)
DELETE FROM known_by WHERE what = :what AND name = :name;

-- name: known_of
SELECT what FROM known_by WHERE name = :name;

-- name: players_known_by
SELECT player.name, address, language, key_id, key, publishes, zone
FROM known_by JOIN player ON player.name = known_by.name
WHERE what = :what ORDER BY known_by.name;

-- name: known
SELECT what, name FROM known_by;


-- Records

-- name: append
-- counts: + entry
INSERT INTO entry (game, seq, hash, raw) VALUES (:game, :seq, :hash, :raw);

-- name: raws
SELECT raw FROM entry WHERE game = :game AND seq >= :first AND seq < :end ORDER BY seq;

-- name: hash
SELECT hash FROM entry WHERE game = :game AND seq = :at;

-- name: mend_hash
-- counts: nothing (the hash follows from the bytes)
UPDATE entry SET hash = :hash WHERE game = :game AND seq = :at AND hash != :hash;

-- name: recorded_ids
SELECT game FROM entry WHERE seq = 0 ORDER BY game;

-- name: put_snapshot
-- counts: nothing (a projection)
INSERT INTO snapshot (game, seq, hash, version, locked)
VALUES (:game, :seq, :hash, :version, :locked);

-- name: no_snapshot
-- counts: nothing (a projection)
DELETE FROM snapshot WHERE game = :game AND seq = :at;

-- name: snapshots_down
SELECT seq, hash, version, locked FROM snapshot WHERE game = :game AND seq <= :at ORDER BY seq DESC;

-- name: last_snapshot
SELECT max(seq) FROM snapshot WHERE game = :game AND seq <= :at;


-- Games

-- name: put_game
-- counts: nothing (a projection)
INSERT INTO game (id, rules, phase, size, head, opened, asked)
VALUES (:id, :rules, :phase, :size, :head, :opened, :asked);

-- Phases are in an index, and change seldom: a move that leaves one as it is does not write there.
-- name: stand
-- counts: nothing (a projection)
UPDATE game SET size = :size, head = :head, asked = :asked WHERE id = :game AND phase = :phase;

-- name: stand_anew
-- counts: nothing (a projection)
UPDATE game SET phase = :phase, size = :size, head = :head, asked = :asked WHERE id = :game;

-- name: standing
SELECT id, rules, phase, size, head, opened, asked FROM game WHERE id = :game;

-- name: standings
SELECT id, rules, phase, size, head, opened, asked FROM game ORDER BY opened, id;

-- name: count_games
SELECT phase, rules, count(*) FROM game GROUP BY phase, rules;

-- name: newest
SELECT id, rules, phase, size, head, opened, asked FROM game
WHERE phase = :phase AND rules = :rules ORDER BY opened DESC, id DESC LIMIT :most;

-- name: newest_of
SELECT id, rules, phase, size, head, opened, asked FROM game
WHERE id IN (SELECT game FROM seat WHERE name = :name) ORDER BY opened DESC, id DESC;

-- name: heads
SELECT id, size, head FROM game WHERE phase = :phase;

-- name: game_ids
SELECT id FROM game;

-- Ids of tables begin with that of their event.
-- name: games_of
SELECT id FROM game WHERE id > :first AND id < :end ORDER BY id;

-- name: ended_of
SELECT id FROM game
WHERE id > :first AND id < :end AND (phase = 'over' OR phase = 'void') ORDER BY id;

-- name: put_seat
-- counts: nothing (a projection)
INSERT INTO seat (game, seat, name, key_id) VALUES (:game, :seat, :name, :key_id);

-- name: no_seat
-- counts: nothing (a projection)
DELETE FROM seat WHERE game = :game AND seat = :seat;

-- name: seats_in
SELECT game, seat, name, key_id FROM seat WHERE game = :game ORDER BY seat;

-- name: seats_in_play
SELECT seat.game, seat.seat FROM seat JOIN game ON game.id = seat.game
WHERE seat.name = :name AND (phase = 'seating' OR phase = 'running') ORDER BY seat.game;

-- name: projected_ids
SELECT id FROM game UNION SELECT game FROM seat
UNION SELECT game FROM snapshot UNION SELECT id FROM event;

-- name: no_projected_game
-- counts: nothing (a projection)
DELETE FROM game WHERE id = :game;

-- name: no_projected_seats
-- counts: nothing (a projection)
DELETE FROM seat WHERE game = :game;

-- name: no_projected_snapshots
-- counts: nothing (a projection)
DELETE FROM snapshot WHERE game = :game;


-- Clocks

-- name: put_wake
-- counts: nothing (a projection)
INSERT INTO wake (game, at) VALUES (:game, :at);

-- name: no_wake
-- counts: nothing (a projection)
DELETE FROM wake WHERE game = :game;

-- name: wake_of
SELECT at FROM wake WHERE game = :game;

-- name: awake
SELECT game, at FROM wake WHERE at <= :upto ORDER BY at, game LIMIT :most;

-- name: wake_all
-- counts: nothing (a projection)
UPDATE wake SET at = :at;

-- name: put_deadline
-- counts: nothing (a projection)
INSERT INTO deadline (game, due) VALUES (:game, :due);

-- name: no_deadline
-- counts: nothing (a projection)
DELETE FROM deadline WHERE game = :game;

-- name: deadline_of
SELECT due FROM deadline WHERE game = :game;

-- name: deadlines
SELECT game, due FROM deadline WHERE due < :upto ORDER BY due, game LIMIT :most;

-- name: count_late
SELECT count(*) FROM deadline WHERE due < :upto;


-- Events

-- name: put_event
-- counts: nothing (a projection)
INSERT INTO event (id, title, rules, phase, size, head, opened, players, playing, wake)
VALUES (:id, :title, :rules, :phase, :size, :head, :opened, :players, :playing, :wake);

-- name: no_event
-- counts: nothing (a projection)
DELETE FROM event WHERE id = :event;

-- name: event_of
SELECT id, title, rules, phase, size, head, opened, players, playing, wake FROM event
WHERE id = :event;

-- name: events
SELECT id, title, rules, phase, size, head, opened, players, playing, wake FROM event
ORDER BY opened DESC, id DESC;

-- name: events_on
SELECT id, title, rules, phase, size, head, opened, players, playing, wake FROM event
WHERE phase = 'entering' OR phase = 'running' ORDER BY opened, id;


-- Secrets

-- name: put_secret
-- counts: + secret
INSERT INTO secret (game, use, locked) VALUES (:game, :use, :locked);

-- name: no_secret
-- counts: - secret
DELETE FROM secret WHERE game = :game AND use = :use
RETURNING game, use, locked;

-- name: secret_for
SELECT locked FROM secret WHERE game = :game AND use = :use;

-- As the index secret_frozen says.
-- name: frozen
SELECT DISTINCT game FROM secret WHERE use >= 'frozen' AND use < 'frozeo';

-- name: secrets_between
SELECT use, locked FROM secret WHERE game = :game AND use >= :first AND use < :end;

-- What `secret_cache.py` keeps at hand. Each part is a place in the index: all secrets of a game
-- may be very many.
-- name: secrets_at_hand
SELECT use, locked FROM secret WHERE game = :game AND use = 'asked'
UNION ALL SELECT use, locked FROM secret WHERE game = :game AND use = 'hidden'
UNION ALL SELECT use, locked FROM secret WHERE game = :game AND use = 'seal'
UNION ALL SELECT use, locked FROM secret WHERE game = :game AND use >= 'frozen' AND use < 'frozeo'
UNION ALL SELECT use, locked FROM secret WHERE game = :game AND use >= 'n/' AND use < 'n0'
UNION ALL SELECT use, locked FROM secret WHERE game = :game AND use >= 'plan/' AND use < 'plan0';


-- Mails that came in, and what proves them

-- name: put_mail
-- counts: + mail
INSERT INTO mail (digest, at, player, is_answered) VALUES (:digest, :at, :player, :is_answered);

-- name: no_mail
-- counts: - mail
DELETE FROM mail WHERE digest = :digest
RETURNING digest, at, player, is_answered;

-- name: known_mail
SELECT at FROM mail WHERE digest = :digest;

-- name: count_answers
SELECT count(*) FROM mail WHERE player = :player AND at > :since AND is_answered = 1;

-- name: put_evidence
-- counts: + evidence
INSERT INTO evidence (digest, locked) VALUES (:digest, :locked);

-- name: no_evidence
-- counts: - evidence
DELETE FROM evidence WHERE digest = :digest
RETURNING digest, locked;

-- name: evidence_between
SELECT digest FROM evidence WHERE digest >= :first AND digest < :end;

-- name: evidence_for
SELECT locked FROM evidence WHERE digest = :digest;

-- name: put_provider_key
-- counts: + provider_key
INSERT INTO provider_key (name, record, first, last, until)
VALUES (:name, :record, :first, :last, :until);

-- name: provider_key_again
-- counts: nothing (when it was seen last does not count)
UPDATE provider_key SET last = :last, until = :until WHERE name = :host AND record = :found;

-- name: provider_keys
SELECT name, record, first, last, until FROM provider_key
WHERE name = :host ORDER BY last DESC, first DESC;


-- Letters that go out

-- name: put_letter
-- counts: + letter
INSERT INTO letter (game, player, seat, since, upto, at, tries, due, locked, sent)
VALUES (:game, :player, :seat, :since, :upto, :at, :tries, :due, :locked, :sent)
RETURNING game, locked, id;

-- It begins where the last one to its seat ended.
-- name: put_next_letter
-- counts: + letter
INSERT INTO letter (game, player, seat, since, upto, at, tries, due, locked, sent)
VALUES (
    :game, :player, :seat,
    coalesce((SELECT max(upto) FROM letter WHERE game = :game AND seat = :seat), 0),
    :upto, :at, :tries, :due, :locked, :sent
)
RETURNING game, locked, id;

-- name: no_letter
-- counts: - letter
DELETE FROM letter WHERE id = :letter AND sent = 0
RETURNING game, locked, id;

-- name: due_letters
SELECT id, game, player, seat, since, upto, at, locked, tries FROM letter
WHERE sent = 0 AND (due <= :now OR due > :far) ORDER BY id;

-- What another claims at the same moment is passed over, not waited for. `first` is read once: a
-- server that looked anew for each row would find others every time, and claim too many.
-- name: claim
-- counts: nothing (when a letter is tried next does not count)
WITH first AS (
    SELECT id FROM letter WHERE sent = 0 AND (due <= :now OR due > :far) ORDER BY id
    LIMIT :most /* FOR UPDATE SKIP LOCKED */
)
UPDATE letter SET due = :until WHERE id IN (SELECT id FROM first)
RETURNING id, game, player, seat, since, upto, at, locked, tries;

-- name: put_off
-- counts: nothing (when a letter is tried next does not count)
UPDATE letter SET tries = :tries, due = :due WHERE id = :letter;

-- name: sent
-- counts: + sent
UPDATE letter SET sent = :sent WHERE id = :letter AND sent = 0
RETURNING game, locked, id;

-- name: written_to
SELECT game FROM letter WHERE id > :after AND game != '';

-- name: newest_letter
SELECT id, locked FROM letter WHERE id > :after AND game != '' ORDER BY id DESC LIMIT 1;

-- name: letter_lock
SELECT locked FROM letter WHERE id = :letter;

-- As the index letter_due says.
-- name: unsent
SELECT count(*), min(at) FROM letter WHERE sent = 0;

-- name: stuck
SELECT count(*) FROM letter WHERE sent = 0 AND tries > 0;

-- name: unsent_to
SELECT count(*) FROM letter WHERE sent = 0 AND player = :player;


-- Facts about the desk

-- name: desk_fact
SELECT value FROM desk WHERE name = :name;

-- name: put_desk_fact
-- counts: + desk
INSERT INTO desk (name, value) VALUES (:name, :value);

-- name: no_desk_fact
-- counts: - desk
DELETE FROM desk WHERE name = :name
RETURNING name, value;


-- Tallies, and what they count

-- name: tally_of
SELECT sums FROM tally WHERE lane = :lane /* FOR UPDATE */;

-- name: tally
-- counts: nothing (a tally does not count itself)
UPDATE tally SET sums = :sums WHERE lane = :lane;

-- name: put_tally
-- counts: nothing (whoever writes a new tally counts it)
INSERT INTO tally (lane, sums) VALUES (:lane, :sums);

-- name: tallies
SELECT lane, sums FROM tally ORDER BY lane;

-- name: no_tallies
-- counts: nothing (everything is counted anew)
DELETE FROM tally;

-- name: counted_desk
SELECT name, value FROM desk;

-- name: counted_player
SELECT name, address, language, key_id, key, publishes, zone FROM player;

-- name: counted_entry
SELECT game, seq FROM entry;

-- name: counted_secret
SELECT game, use, locked FROM secret;

-- name: counted_mail
SELECT digest, at, player, is_answered FROM mail;

-- name: counted_evidence
SELECT digest, locked FROM evidence;

-- name: counted_provider_key
SELECT name, record, first FROM provider_key;

-- The other columns of a letter are bound by its lock, or by nothing: when it is tried next.
-- name: counted_letter
SELECT game, locked, id FROM letter;

-- Counted like rows: letters that are not tried any more.
-- name: counted_sent
SELECT game, locked, id FROM letter WHERE sent != 0;

-- name: counted_tally
SELECT lane FROM tally WHERE lane != '';
