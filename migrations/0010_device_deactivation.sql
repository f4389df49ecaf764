-- When a phone stopped, for the citizen's own view of it.

ALTER TABLE device ADD COLUMN deactivated_at timestamptz;

CREATE FUNCTION device_deactivated() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
    NEW.deactivated_at := CASE WHEN NEW.state = 'ACTIVE' THEN NULL
        ELSE coalesce(OLD.deactivated_at, clock_timestamp()) END;
    RETURN NEW;
END $$;

CREATE TRIGGER device_deactivated BEFORE UPDATE OF state ON device FOR EACH ROW
    WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION device_deactivated();

-- What the audit knows of those that have stopped already.
UPDATE device d SET deactivated_at = coalesce(
    (SELECT max(a.at) FROM audit_entry a WHERE a.subject = d.document_number::text
        AND a.kind IN ('device.suspended', 'device.revoked')), now())
WHERE d.state <> 'ACTIVE';
