-- A choice of certificate is followed by one signature at most.
ALTER TABLE rp_session ADD COLUMN linked_session uuid REFERENCES rp_session (id);
CREATE UNIQUE INDEX rp_session_linked_once ON rp_session (linked_session);
