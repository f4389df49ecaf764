-- The hashes that were a key's ratchet before (threshold-ecdsa A.6), newest 256: a copy of a phone is known by one of
-- them. They leave the row that every signature rewrites: a ring of places, of which a signature writes one.

CREATE TABLE former_ratchet (
    key_id  uuid NOT NULL REFERENCES key_share (key_id),
    place   int NOT NULL CHECK (place BETWEEN 0 AND 255),
    hash    bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (key_id, place)
) WITH (fillfactor = 80);

-- How often the ratchet has moved; the hash that gave way at move m (from 0) is at place m % 256.
ALTER TABLE key_share ADD COLUMN ratchet_moves bigint NOT NULL DEFAULT 0 CHECK (ratchet_moves >= 0);

INSERT INTO former_ratchet (key_id, place, hash)
SELECT k.key_id, h.count - 1 - i, substring(k.ratchet_history FROM 32 * i + 1 FOR 32)
FROM key_share k
    CROSS JOIN LATERAL (SELECT octet_length(k.ratchet_history) / 32 AS count) h
    CROSS JOIN LATERAL generate_series(0, h.count - 1) i;
UPDATE key_share SET ratchet_moves = octet_length(ratchet_history) / 32 WHERE ratchet_history <> '';
ALTER TABLE key_share DROP COLUMN ratchet_history;
