-- Restore fence: a database that has gone back in time (a restored backup, a standby that lagged) is recognised by its
-- era, which a file outside of it holds too, and what the phones have moved on since is set right once.

CREATE TABLE era (
    -- One row.
    is_current  boolean PRIMARY KEY DEFAULT true CHECK (is_current),
    -- Raised by `tamga restore acknowledge` only.
    number      bigint NOT NULL CHECK (number > 0),
    -- Raised every minute by every process that serves: a smaller one than before was seen before.
    mark        bigint NOT NULL CHECK (mark >= 0)
);
INSERT INTO era (number, mark) VALUES (1, 0);

-- After a restore: the next S3 whose proof of x1 is right may set the ratchet without a matching candidate, once.
-- A second one that no candidate matches is then the other of two phones: reseeded says that the first has been there.
ALTER TABLE key_share
    ADD COLUMN reseed boolean NOT NULL DEFAULT false,
    ADD COLUMN reseeded boolean NOT NULL DEFAULT false;

CREATE FUNCTION key_reseeded() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
    NEW.reseed := false;
    NEW.reseeded := true;
    INSERT INTO audit_entry (kind, subject, detail) VALUES ('key.reseeded', NEW.document_number::text,
        jsonb_build_object('key', NEW.key_id, 'slot', NEW.slot));
    RETURN NEW;
END $$;

-- Whichever S3 is the next one uses the mark up, also one with a matching candidate.
CREATE TRIGGER key_share_reseed BEFORE UPDATE OF ratchet ON key_share FOR EACH ROW
    WHEN (OLD.reseed) EXECUTE FUNCTION key_reseeded();
