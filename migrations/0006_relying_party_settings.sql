-- What an operator allows each relying party, and by what else than its secret it is known.

ALTER TABLE relying_party
    ADD COLUMN rights text[] NOT NULL DEFAULT '{SIGN}'
        CHECK (rights <@ ARRAY['SIGN', 'SEAL', 'PKI_READ', 'DEVICE_IP', 'ORG_WRITE']),
    -- Names that it may call itself beside the registered one; none: any.
    ADD COLUMN names text[] NOT NULL DEFAULT '{}',
    -- CIDR blocks that it may call from; none: from anywhere.
    ADD COLUMN addresses text[] NOT NULL DEFAULT '{}',
    -- Known by its address and UUID, without a secret.
    ADD COLUMN allows_address_auth boolean NOT NULL DEFAULT false,
    -- SHA-256 of the client certificate that it must show.
    ADD COLUMN certificate_hash bytea CHECK (octet_length(certificate_hash) = 32),
    -- NULL: what the service allows everybody.
    ADD COLUMN open_sessions int CHECK (open_sessions > 0),
    ADD COLUMN sessions_per_minute int CHECK (sessions_per_minute > 0),
    ADD CHECK (NOT allows_address_auth OR addresses <> '{}');
