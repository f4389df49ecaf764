-- The first schema. Forward only: a file that has been applied anywhere is never edited; its checksum is recorded.
--
-- Safety rests on the compare-and-set statements of the stores and on the unique indexes below, never on isolation
-- levels. CHECK constraints repeat what the program promises, so that a faulty program fails instead of storing it.

-- What the service itself needs: sealed keys, its certificates, its parameter sets.

CREATE TABLE service_secret (
    name        text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 128),
    sealed      bytea NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE service_certificate (
    name        text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 128),
    der         bytea NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE parameter_set (
    id               text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
    suite            int NOT NULL CHECK (suite > 0),
    modulus          bytea NOT NULL,
    s                bytea NOT NULL,
    t                bytea NOT NULL,
    proof            bytea NOT NULL,
    parameters_hash  bytea NOT NULL UNIQUE CHECK (octet_length(parameters_hash) = 32),
    current          boolean NOT NULL,
    created_at       timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX parameter_set_one_current ON parameter_set (suite) WHERE current;

-- Who is who.

CREATE TABLE relying_party (
    id           uuid PRIMARY KEY,
    name         text NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
    secret_hash  bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
    vc_format    text NOT NULL,
    enabled      boolean NOT NULL DEFAULT true,
    created_at   timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE citizen (
    id                   uuid PRIMARY KEY,
    civil_id             text NOT NULL UNIQUE CHECK (length(civil_id) BETWEEN 1 AND 32),
    registration_number  text NOT NULL UNIQUE CHECK (length(registration_number) BETWEEN 1 AND 32),
    given_name           text NOT NULL,
    surname              text NOT NULL,
    given_name_latin     text NOT NULL,
    surname_latin        text NOT NULL,
    created_at           timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE kyc_verification (
    state                text PRIMARY KEY CHECK (length(state) BETWEEN 1 AND 256),
    provider             text NOT NULL,
    registration_number  text NOT NULL,
    citizen_id           uuid REFERENCES citizen (id),
    status               text NOT NULL CHECK (status IN ('PENDING', 'VERIFIED', 'FAILED')),
    provider_context     bytea,
    created_at           timestamptz NOT NULL DEFAULT now(),
    expires_at           timestamptz NOT NULL,
    spent_at             timestamptz,
    CHECK (status <> 'VERIFIED' OR citizen_id IS NOT NULL),
    CHECK (spent_at IS NULL OR status = 'VERIFIED')
);
CREATE INDEX kyc_verification_expiry ON kyc_verification (expires_at);

-- Enrolment.

CREATE TABLE enrolment (
    id               uuid PRIMARY KEY,
    document_number  uuid NOT NULL UNIQUE,
    kyc_state        text NOT NULL REFERENCES kyc_verification (state),
    citizen_id       uuid NOT NULL REFERENCES citizen (id),
    platform         text NOT NULL CHECK (platform IN ('ios', 'android')),
    device_name      text NOT NULL,
    push_token       text,
    state            text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'COMPUTING', 'COMPLETE', 'FAILED')),
    body_hash        bytea CHECK (octet_length(body_hash) = 32),
    answer_sealed    bytea,
    owner_boot       uuid,
    created_at       timestamptz NOT NULL DEFAULT now(),
    expires_at       timestamptz NOT NULL,
    completed_at     timestamptz,
    CHECK (body_hash IS NOT NULL OR state IN ('OPEN', 'FAILED')),
    CHECK (state <> 'COMPUTING' OR owner_boot IS NOT NULL),
    CHECK (answer_sealed IS NULL OR state = 'COMPLETE')
);
CREATE INDEX enrolment_unfinished ON enrolment (expires_at) WHERE state IN ('OPEN', 'COMPUTING');
CREATE INDEX enrolment_answers ON enrolment (completed_at) WHERE answer_sealed IS NOT NULL;
CREATE INDEX enrolment_citizen ON enrolment (citizen_id, created_at);

CREATE TABLE enrolment_slot (
    enrolment_id  uuid NOT NULL REFERENCES enrolment (id) ON DELETE CASCADE,
    position      int NOT NULL CHECK (position BETWEEN 0 AND 1),
    slot          text NOT NULL CHECK (slot IN ('AUTH', 'SIGN')),
    suite         int NOT NULL,
    key_id        uuid NOT NULL UNIQUE,
    nonce_p1      bytea NOT NULL CHECK (octet_length(nonce_p1) = 32),
    commitment    bytea NOT NULL CHECK (octet_length(commitment) = 32),
    nonce_p2      bytea NOT NULL CHECK (octet_length(nonce_p2) = 32),
    q2            bytea NOT NULL CHECK (octet_length(q2) = 65),
    sealed_x2     bytea NOT NULL,
    PRIMARY KEY (enrolment_id, position),
    UNIQUE (enrolment_id, slot)
);

-- Devices, keys, certificates.

CREATE TABLE device (
    document_number  uuid PRIMARY KEY,
    citizen_id       uuid NOT NULL REFERENCES citizen (id),
    token_hash       bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
    platform         text NOT NULL CHECK (platform IN ('ios', 'android')),
    name             text NOT NULL,
    push_token       text,
    state            text NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'SUSPENDED', 'REVOKED')),
    token_used_at    timestamptz,
    created_at       timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX device_citizen ON device (citizen_id);

CREATE TABLE key_share (
    key_id           uuid PRIMARY KEY,
    document_number  uuid NOT NULL REFERENCES device (document_number),
    slot             text NOT NULL CHECK (slot IN ('AUTH', 'SIGN')),
    suite            int NOT NULL CHECK (suite > 0),
    epoch            int NOT NULL DEFAULT 1 CHECK (epoch > 0),
    q                bytea NOT NULL CHECK (octet_length(q) = 65),
    q1               bytea NOT NULL CHECK (octet_length(q1) = 65),
    q2               bytea NOT NULL CHECK (octet_length(q2) = 65),
    n                bytea NOT NULL CHECK (octet_length(n) IN (256, 384)),
    ckey             bytea NOT NULL CHECK (octet_length(ckey) = 2 * octet_length(n)),
    n_hash           bytea NOT NULL CHECK (octet_length(n_hash) = 32),
    proof_hash       bytea NOT NULL CHECK (octet_length(proof_hash) = 32),
    sealed_x2        bytea NOT NULL,
    sign_counter     bigint NOT NULL DEFAULT 0 CHECK (sign_counter >= 0),
    state            text NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'SUSPENDED', 'LOCKED')),
    -- Which rules the proofs were checked by: stored keys are checked again when the rules grow.
    proof_version    int NOT NULL DEFAULT 1,
    ratchet          bytea NOT NULL CHECK (octet_length(ratchet) = 32),
    ratchet_history  bytea NOT NULL DEFAULT ''
                     CHECK (octet_length(ratchet_history) % 32 = 0 AND octet_length(ratchet_history) <= 8192),
    created_at       timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT key_share_document_slot UNIQUE (document_number, slot),
    CONSTRAINT key_share_q1 UNIQUE (q1),
    CONSTRAINT key_share_n_hash UNIQUE (n_hash)
) WITH (fillfactor = 80);
-- ckey and the sealed share never compress, and the row is updated for every signature: keep the big values out of it.
ALTER TABLE key_share ALTER COLUMN n SET STORAGE EXTERNAL;
ALTER TABLE key_share ALTER COLUMN ckey SET STORAGE EXTERNAL;
ALTER TABLE key_share ALTER COLUMN ratchet_history SET STORAGE EXTERNAL;

-- Everything that a second check of the proofs of K3 needs: the transcript alone does not give ssid_kg again.
CREATE TABLE proof_archive (
    key_id           uuid NOT NULL REFERENCES key_share (key_id),
    epoch            int NOT NULL,
    enrolment_id     uuid NOT NULL,
    ssid             bytea NOT NULL CHECK (octet_length(ssid) = 32),
    parameters_hash  bytea NOT NULL CHECK (octet_length(parameters_hash) = 32),
    nonce_p1         bytea NOT NULL,
    nonce_p2         bytea NOT NULL,
    commitment       bytea NOT NULL,
    transcript       bytea NOT NULL,
    PRIMARY KEY (key_id, epoch)
);
ALTER TABLE proof_archive ALTER COLUMN transcript SET STORAGE EXTERNAL;

CREATE TABLE certificate (
    serial           text PRIMARY KEY CHECK (length(serial) BETWEEN 1 AND 64),
    key_id           uuid NOT NULL REFERENCES key_share (key_id),
    document_number  uuid NOT NULL REFERENCES device (document_number),
    slot             text NOT NULL CHECK (slot IN ('AUTH', 'SIGN')),
    der              bytea NOT NULL,
    level            text NOT NULL CHECK (level IN ('ADVANCED', 'QUALIFIED', 'QSCD')),
    state            text NOT NULL CHECK (state IN ('PENDING', 'ACTIVE', 'REVOKED')),
    not_before       timestamptz NOT NULL,
    not_after        timestamptz NOT NULL,
    revoked_at       timestamptz,
    reason           text,
    created_at       timestamptz NOT NULL DEFAULT now(),
    CHECK ((state = 'REVOKED') = (revoked_at IS NOT NULL))
);
CREATE UNIQUE INDEX certificate_one_active ON certificate (key_id) WHERE state = 'ACTIVE';
CREATE INDEX certificate_document ON certificate (document_number, slot);
CREATE INDEX certificate_revoked ON certificate (revoked_at) WHERE state = 'REVOKED';

-- Sessions and signing attempts.

CREATE TABLE rp_session (
    id                     uuid PRIMARY KEY,
    rp_id                  uuid NOT NULL REFERENCES relying_party (id),
    flow                   text NOT NULL CHECK (flow IN ('AUTHENTICATION', 'SIGNATURE', 'CERTIFICATE_CHOICE')),
    slot                   text NOT NULL CHECK (slot IN ('AUTH', 'SIGN')),
    signature_protocol     text NOT NULL,
    citizen_id             uuid REFERENCES citizen (id),
    addressed_document     uuid REFERENCES device (document_number),
    bound_document         uuid REFERENCES device (document_number),
    relying_party_name     text NOT NULL,
    registered_name        text NOT NULL,
    interactions           text NOT NULL,
    rp_challenge           text,
    digest                 bytea CHECK (octet_length(digest) BETWEEN 20 AND 64),
    hash_type              text,
    server_random          text,
    flow_type              text NOT NULL,
    initial_callback_url   text,
    session_token          text UNIQUE,
    sealed_session_secret  bytea,
    session_secret_digest  text,
    vc_type                text,
    vc_value               text,
    certificate_level      text NOT NULL,
    request_json           bytea NOT NULL CHECK (octet_length(request_json) <= 65536),
    state                  text NOT NULL DEFAULT 'RUNNING' CHECK (state IN ('RUNNING', 'COMPLETE')),
    end_result             text,
    end_detail             text,
    interaction_type_used  text,
    user_challenge         text,
    signature              bytea CHECK (octet_length(signature) BETWEEN 8 AND 128),
    certificate_serial     text REFERENCES certificate (serial),
    burned_attempts        int NOT NULL DEFAULT 0 CHECK (burned_attempts BETWEEN 0 AND 5),
    created_at             timestamptz NOT NULL DEFAULT now(),
    expires_at             timestamptz NOT NULL,
    completed_at           timestamptz,
    readable_until         timestamptz,
    CHECK ((state = 'COMPLETE') = (end_result IS NOT NULL)),
    CHECK ((state = 'COMPLETE') = (completed_at IS NOT NULL)),
    CHECK (signature IS NULL OR end_result = 'OK')
) WITH (fillfactor = 70);
CREATE INDEX rp_session_due ON rp_session (expires_at) WHERE state = 'RUNNING';
CREATE INDEX rp_session_pending_citizen ON rp_session (citizen_id) WHERE state = 'RUNNING';
CREATE INDEX rp_session_pending_bound ON rp_session (bound_document) WHERE state = 'RUNNING';
CREATE INDEX rp_session_history_citizen ON rp_session (citizen_id, created_at DESC);
CREATE INDEX rp_session_history_bound ON rp_session (bound_document, created_at DESC);

CREATE TABLE attempt (
    id                     bytea PRIMARY KEY CHECK (octet_length(id) = 32),
    session_id             uuid NOT NULL REFERENCES rp_session (id),
    document_number        uuid NOT NULL,
    key_id                 uuid NOT NULL REFERENCES key_share (key_id),
    epoch                  int NOT NULL,
    slot                   text NOT NULL CHECK (slot IN ('AUTH', 'SIGN')),
    state                  text NOT NULL
                           CHECK (state IN ('COMMITTED', 'PROVED', 'DONE', 'FAILED', 'UNKNOWN', 'BURNED')),
    owner_boot             uuid NOT NULL,
    s1_hash                bytea NOT NULL CHECK (octet_length(s1_hash) = 32),
    s1_nonce               bytea NOT NULL CHECK (octet_length(s1_nonce) = 32),
    commitment             bytea NOT NULL CHECK (octet_length(commitment) = 32),
    digest                 bytea NOT NULL CHECK (octet_length(digest) = 32),
    interaction_type_used  text NOT NULL,
    user_challenge         text,
    -- The certificate that was valid when c3 was decided; its signature is published under no other.
    certificate_serial     text NOT NULL REFERENCES certificate (serial),
    sign_counter           bigint NOT NULL,
    s2_nonce               bytea NOT NULL CHECK (octet_length(s2_nonce) = 32),
    r2                     bytea NOT NULL CHECK (octet_length(r2) = 65),
    s2_answer              bytea NOT NULL,
    s3_hash                bytea CHECK (octet_length(s3_hash) = 32),
    ratchet_next           bytea CHECK (octet_length(ratchet_next) = 32),
    r                      bytea CHECK (octet_length(r) = 32),
    r1                     bytea CHECK (octet_length(r1) = 65),
    s4_answer              bytea,
    s5_hash                bytea CHECK (octet_length(s5_hash) = 32),
    s5_answer              bytea,
    s5_tries               int NOT NULL DEFAULT 0 CHECK (s5_tries BETWEEN 0 AND 5),
    signature              bytea,
    end_reason             text,
    created_at             timestamptz NOT NULL DEFAULT now(),
    expires_at             timestamptz NOT NULL,
    proved_at              timestamptz,
    ended_at               timestamptz,
    CONSTRAINT attempt_key_counter UNIQUE (key_id, epoch, sign_counter),
    CHECK (state IN ('COMMITTED', 'BURNED') OR (s3_hash IS NOT NULL AND r IS NOT NULL AND r1 IS NOT NULL)),
    CHECK (s4_answer IS NULL OR state IN ('PROVED', 'DONE', 'FAILED', 'UNKNOWN')),
    CHECK (state <> 'DONE' OR (s4_answer IS NOT NULL AND signature IS NOT NULL))
) WITH (fillfactor = 70);
-- One open nonce per key.
CREATE UNIQUE INDEX attempt_one_committed ON attempt (key_id) WHERE state = 'COMMITTED';
-- At most one c3 per session.
CREATE UNIQUE INDEX attempt_one_released ON attempt (session_id) WHERE state IN ('PROVED', 'DONE', 'FAILED', 'UNKNOWN');
CREATE INDEX attempt_session ON attempt (session_id);
CREATE INDEX attempt_open ON attempt (owner_boot) WHERE state IN ('COMMITTED', 'PROVED');
CREATE INDEX attempt_failures ON attempt (key_id, ended_at) WHERE state IN ('FAILED', 'UNKNOWN');

-- Single-use nonces, replicas.

CREATE TABLE spent_nonce (
    nonce       text PRIMARY KEY CHECK (length(nonce) BETWEEN 1 AND 128),
    expires_at  timestamptz NOT NULL
);
CREATE INDEX spent_nonce_expiry ON spent_nonce (expires_at);

CREATE TABLE replica (
    boot_id     uuid PRIMARY KEY,
    address     text NOT NULL,
    started_at  timestamptz NOT NULL DEFAULT now(),
    heartbeat   timestamptz NOT NULL
) WITH (fillfactor = 50);

-- A process lives while its heartbeat is younger than 15 s by the database's clock; an unknown one is dead.
CREATE FUNCTION replica_alive(boot uuid) RETURNS boolean LANGUAGE sql VOLATILE PARALLEL UNSAFE AS
$$ SELECT EXISTS (SELECT 1 FROM replica WHERE boot_id = boot AND heartbeat > clock_timestamp() - interval '15 s') $$;

-- Audit. The transaction id lets a sequencer link only entries that no open transaction can still precede.

CREATE TABLE audit_entry (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    tx       xid8 NOT NULL DEFAULT pg_current_xact_id(),
    kind     text NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
    subject  text NOT NULL CHECK (length(subject) <= 128),
    detail   jsonb NOT NULL
);
CREATE INDEX audit_entry_subject ON audit_entry (subject, id);

CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'audit entries are never changed' USING ERRCODE = 'insufficient_privilege'; END $$;

CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
    FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
