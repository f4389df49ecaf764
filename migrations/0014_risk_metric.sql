-- What became of the receipt of an attested key of Apple's: exchanged now and then for one with a measure of risk.

ALTER TABLE attested_key
    -- About how many keys of this app the device has attested in 30 days, and when Apple said so.
    ADD COLUMN risk_metric      bigint CHECK (risk_metric BETWEEN 0 AND 4294967295),
    ADD COLUMN risk_measured_at timestamptz,
    -- From when on the receipt may be exchanged; while one process does so, until when nobody else does. NULL: never.
    ADD COLUMN receipt_due      timestamptz,
    -- Why it never will be.
    ADD COLUMN receipt_ended    text,
    ADD CHECK ((risk_metric IS NULL) = (risk_measured_at IS NULL)),
    ADD CHECK (receipt_ended IS NULL OR receipt_due IS NULL);
UPDATE attested_key SET receipt_due = now() WHERE platform = 'ios' AND state = 'ACTIVE';
CREATE INDEX attested_key_receipt ON attested_key (receipt_due)
    WHERE receipt_due IS NOT NULL AND state = 'ACTIVE' AND document_number IS NOT NULL AND platform = 'ios';
