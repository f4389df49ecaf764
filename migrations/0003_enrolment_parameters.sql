-- The parameter set under which an enrolment was opened: after a rotation it is completed under that one. NULL for what
-- was opened before this column: the set that was current then still is.

ALTER TABLE enrolment ADD COLUMN parameters_hash bytea CHECK (octet_length(parameters_hash) = 32);
