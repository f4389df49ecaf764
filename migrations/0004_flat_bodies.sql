-- Relying parties whose clients still send the flat bodies of before: the operator allows it for each.
ALTER TABLE relying_party ADD COLUMN accepts_flat boolean NOT NULL DEFAULT false;
