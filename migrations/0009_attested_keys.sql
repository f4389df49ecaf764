-- Keys that a phone's secure hardware holds and its maker has vouched for. One is bound to an enrolment by init and to
-- a document by complete; from then on every request of the phone is signed by it.

CREATE TABLE attested_key (
    -- SHA-256 of the point: a key belongs to one phone for ever.
    key_id           bytea PRIMARY KEY CHECK (octet_length(key_id) = 32),
    platform         text NOT NULL CHECK (platform IN ('ios', 'android')),
    environment      text NOT NULL CHECK (environment IN ('production', 'development')),
    app_id           text NOT NULL CHECK (length(app_id) BETWEEN 1 AND 255),
    public_key       bytea NOT NULL CHECK (octet_length(public_key) = 65),
    -- Of the last request, 32 bits unsigned; only ever rises.
    counter          bigint NOT NULL DEFAULT 0 CHECK (counter BETWEEN 0 AND 4294967295),
    receipt          bytea NOT NULL,
    bundle_version   text CHECK (length(bundle_version) <= 64),
    category         bigint CHECK (category BETWEEN 0 AND 4294967295),
    document_number  uuid REFERENCES device (document_number),
    bound_at         timestamptz,
    -- RETIRED: another key has taken its place. The row stays, so that nobody brings the key again.
    state            text NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'RETIRED')),
    -- The first request for its document that it has signed: only then do the document's former keys retire.
    confirmed_at     timestamptz,
    attested_at      timestamptz NOT NULL DEFAULT now(),
    CHECK ((document_number IS NULL) = (bound_at IS NULL)),
    CHECK (state = 'ACTIVE' OR document_number IS NOT NULL)
) WITH (fillfactor = 70);
ALTER TABLE attested_key ALTER COLUMN receipt SET STORAGE EXTERNAL;
CREATE INDEX attested_key_document ON attested_key (document_number) WHERE document_number IS NOT NULL;
CREATE INDEX attested_key_unbound ON attested_key (attested_at) WHERE document_number IS NULL;

-- The key whose phone has opened the enrolment: only that one may complete it. NULL where attestation is off.
ALTER TABLE enrolment ADD COLUMN attested_key bytea CHECK (octet_length(attested_key) = 32);
