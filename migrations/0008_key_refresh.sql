-- Key refresh (threshold-ecdsa A.6): a key moves to its next epoch under a new N, authorised by the AUTH key of the old
-- epoch and proved by the first run of the new one. Both runs are sessions without a relying party.

ALTER TABLE rp_session ALTER COLUMN rp_id DROP NOT NULL;
ALTER TABLE rp_session DROP CONSTRAINT rp_session_flow_check;
ALTER TABLE rp_session
    ADD CONSTRAINT rp_session_flow_check
        CHECK (flow IN ('AUTHENTICATION', 'SIGNATURE', 'CERTIFICATE_CHOICE', 'KEY_REFRESH')),
    -- No relying party can ask for it, and nobody else can ask for anything else.
    ADD CONSTRAINT rp_session_party CHECK ((rp_id IS NULL) = (flow = 'KEY_REFRESH')),
    ADD CONSTRAINT rp_session_refresh
        CHECK ((flow = 'KEY_REFRESH') = (signature_protocol IN ('REFRESH', 'POSSESSION'))),
    -- The refresh stands on a fresh proof of identity: a key that was suspended because of a copy may sign in it.
    ADD COLUMN lifts_suspension boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT rp_session_lifts CHECK (NOT lifts_suspension OR flow = 'KEY_REFRESH');

ALTER TABLE key_share
    ADD COLUMN refreshed_at timestamptz,
    -- When the archived proofs were last checked again; proof_version 0 says that they did not pass.
    ADD COLUMN proofs_checked_at timestamptz;

CREATE TABLE key_refresh (
    id                     uuid PRIMARY KEY,
    key_id                 uuid NOT NULL REFERENCES key_share (key_id),
    document_number        uuid NOT NULL REFERENCES device (document_number),
    slot                   text NOT NULL CHECK (slot IN ('AUTH', 'SIGN')),
    suite                  int NOT NULL CHECK (suite > 0),
    -- The new one.
    epoch                  int NOT NULL CHECK (epoch > 1),
    -- The proof of identity that it spends when it commits.
    kyc_state              text REFERENCES kyc_verification (state),
    state                  text NOT NULL DEFAULT 'OPEN'
                           CHECK (state IN ('OPEN', 'COMPUTING', 'VERIFIED', 'PENDING', 'COMMITTED', 'FAILED')),
    reason                 text,
    parameters_hash        bytea NOT NULL CHECK (octet_length(parameters_hash) = 32),
    nonce_p1               bytea NOT NULL CHECK (octet_length(nonce_p1) = 32),
    commitment             bytea NOT NULL CHECK (octet_length(commitment) = 32),
    nonce_p2               bytea NOT NULL CHECK (octet_length(nonce_p2) = 32),
    -- d2; gone with F3.
    sealed_factor          bytea,
    body_hash              bytea CHECK (octet_length(body_hash) = 32),
    owner_boot             uuid,
    -- The runs; NULL where there is no AUTH key that could authorise.
    authorisation_session  uuid UNIQUE,
    possession_session     uuid UNIQUE,
    possession_digest      bytea CHECK (octet_length(possession_digest) = 32),
    -- The server's half of the new epoch.
    q1                     bytea CHECK (octet_length(q1) = 65),
    q2                     bytea CHECK (octet_length(q2) = 65),
    n                      bytea CHECK (octet_length(n) IN (256, 384)),
    ckey                   bytea CHECK (octet_length(ckey) = 2 * octet_length(n)),
    n_hash                 bytea CHECK (octet_length(n_hash) = 32),
    sealed_x2              bytea,
    ssid                   bytea CHECK (octet_length(ssid) = 32),
    transcript             bytea,
    created_at             timestamptz NOT NULL DEFAULT now(),
    expires_at             timestamptz NOT NULL,
    ended_at               timestamptz,
    CHECK (state <> 'COMPUTING' OR (owner_boot IS NOT NULL AND body_hash IS NOT NULL)),
    CHECK (state NOT IN ('VERIFIED', 'PENDING') OR (sealed_x2 IS NOT NULL AND possession_session IS NOT NULL)),
    CHECK (state NOT IN ('VERIFIED', 'PENDING', 'COMMITTED', 'FAILED') OR sealed_factor IS NULL),
    CHECK (state NOT IN ('COMMITTED', 'FAILED') OR sealed_x2 IS NULL)
);
ALTER TABLE key_refresh ALTER COLUMN transcript SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX key_refresh_one_open ON key_refresh (key_id)
    WHERE state IN ('OPEN', 'COMPUTING', 'VERIFIED', 'PENDING');
CREATE INDEX key_refresh_due ON key_refresh (expires_at) WHERE state IN ('OPEN', 'COMPUTING', 'VERIFIED', 'PENDING');
CREATE INDEX key_refresh_document ON key_refresh (document_number, created_at);
CREATE INDEX key_refresh_proof ON key_refresh (kyc_state) WHERE kyc_state IS NOT NULL;

-- Every N that was ever a key's: the key's own row holds the current one only.
CREATE TABLE modulus (
    n_hash  bytea CONSTRAINT modulus_n_hash PRIMARY KEY CHECK (octet_length(n_hash) = 32)
);
INSERT INTO modulus (n_hash) SELECT n_hash FROM key_share;

CREATE FUNCTION modulus_enrolled() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
    INSERT INTO modulus (n_hash) VALUES (NEW.n_hash);
    RETURN NULL;
END $$;
CREATE TRIGGER key_share_modulus_new AFTER INSERT ON key_share FOR EACH ROW EXECUTE FUNCTION modulus_enrolled();
CREATE TRIGGER key_share_modulus_next AFTER UPDATE OF n_hash ON key_share FOR EACH ROW
    WHEN (OLD.n_hash <> NEW.n_hash) EXECUTE FUNCTION modulus_enrolled();
