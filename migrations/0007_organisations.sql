-- Organisations, and who may represent them.

CREATE TABLE organisation (
    register    text PRIMARY KEY CHECK (register ~ '^[0-9A-Z]{1,32}$'),
    name        text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    name_latin  text CHECK (length(name_latin) BETWEEN 1 AND 200),
    active      boolean NOT NULL DEFAULT true,
    created_at  timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE representation (
    id           uuid PRIMARY KEY,
    register     text NOT NULL REFERENCES organisation (register),
    citizen_id   uuid NOT NULL REFERENCES citizen (id),
    role         text CHECK (length(role) BETWEEN 1 AND 120),
    right_type   text NOT NULL CHECK (right_type IN ('ADMIN', 'MANAGER')),
    source       text NOT NULL CHECK (source IN ('REGISTRY', 'MANUAL')),
    state        text NOT NULL CHECK (state IN ('PENDING', 'ACTIVE', 'REVOKED')),
    -- The party that has said it last.
    rp_id        uuid NOT NULL REFERENCES relying_party (id),
    valid_from   timestamptz NOT NULL DEFAULT now(),
    valid_to     timestamptz,
    created_at   timestamptz NOT NULL DEFAULT now(),
    revoked_at   timestamptz,
    CHECK ((state = 'REVOKED') = (revoked_at IS NOT NULL)),
    CHECK (state <> 'PENDING' OR source = 'MANUAL')
);
CREATE UNIQUE INDEX representation_one ON representation (register, citizen_id) WHERE state <> 'REVOKED';
CREATE INDEX representation_citizen ON representation (citizen_id) WHERE state <> 'REVOKED';

ALTER TABLE rp_session
    -- On whose behalf the citizen acts; the name as it was then.
    ADD COLUMN organisation text REFERENCES organisation (register),
    ADD COLUMN organisation_name text,
    -- The right that this session's signature confirms; the request is then the service's own.
    ADD COLUMN confirms uuid REFERENCES representation (id),
    ADD CHECK ((organisation IS NULL) = (organisation_name IS NULL));
CREATE INDEX rp_session_confirms ON rp_session (confirms, created_at) WHERE confirms IS NOT NULL;

-- A right becomes active by the signature that confirms it, in the transaction that publishes the signature, whichever
-- way that takes.
CREATE FUNCTION representation_confirmed() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
    UPDATE representation SET state = 'ACTIVE', valid_from = clock_timestamp()
    WHERE id = NEW.confirms AND state = 'PENDING' AND citizen_id = NEW.citizen_id;
    IF FOUND THEN
        INSERT INTO audit_entry (kind, subject, detail) VALUES ('representation.confirmed', NEW.confirms::text,
            jsonb_build_object('session', NEW.id, 'document', NEW.bound_document));
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER rp_session_confirms AFTER UPDATE OF state ON rp_session FOR EACH ROW
    WHEN (NEW.confirms IS NOT NULL AND OLD.state = 'RUNNING' AND NEW.end_result = 'OK' AND NEW.signature IS NOT NULL)
    EXECUTE FUNCTION representation_confirmed();
