-- The address of the phone that answers, for relying parties that ask for it and may have it.
ALTER TABLE rp_session
    ADD COLUMN shares_device_address boolean NOT NULL DEFAULT false,
    ADD COLUMN device_address text CHECK (length(device_address) <= 45),
    ADD CHECK (device_address IS NULL OR shares_device_address);
