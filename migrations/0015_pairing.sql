-- Pairing of phones with this installation by a code that its operator shows on a screen.

-- What this installation is called: the same for every process on this database, for ever.
CREATE TABLE installation (
    is_only          boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    id               uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO installation DEFAULT VALUES;

CREATE TABLE paired_device (
    id               uuid PRIMARY KEY,
    -- The point of a key that the phone has proved to have. NULL: paired without one.
    public_key       bytea UNIQUE CHECK (octet_length(public_key) = 65),
    name             text CHECK (length(name) BETWEEN 1 AND 64),
    -- SHA-256 of the token; another one replaces it when the phone pairs again.
    token_hash       bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
    -- SHA-256 of the certificate under which it paired.
    fingerprint      bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    paired_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen_at          timestamptz,
    revoked_at       timestamptz
);

CREATE TABLE pairing_code (
    id               uuid PRIMARY KEY,
    -- HMAC of the code: a copy of this table opens nothing.
    code_hash        bytea NOT NULL CHECK (octet_length(code_hash) = 32),
    -- What the screen shows beside the code.
    fingerprint      bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    base_url         text NOT NULL CHECK (length(base_url) BETWEEN 9 AND 300),
    created_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    wrong_tries      integer NOT NULL DEFAULT 0 CHECK (wrong_tries BETWEEN 0 AND 5),
    used_at          timestamptz,
    device_id        uuid REFERENCES paired_device (id),
    -- Another code has taken its place, or nobody looks at it any more.
    ended_at         timestamptz,
    CHECK ((used_at IS NULL) = (device_id IS NULL))
);
-- One code is on a screen at a time.
CREATE UNIQUE INDEX pairing_code_current ON pairing_code ((true)) WHERE ended_at IS NULL;
CREATE INDEX pairing_code_age ON pairing_code (created_at);
