-- That the bank refused a remittance is said by one person and confirmed by another, because what it held is paid again
-- then. Who said it, while nobody has confirmed it.
ALTER TABLE remittance ADD COLUMN refusal_by BLOB REFERENCES person (id);
ALTER TABLE remittance ADD COLUMN refusal_at INTEGER;
CREATE INDEX remittance_by_refusal ON remittance (refusal_by);
