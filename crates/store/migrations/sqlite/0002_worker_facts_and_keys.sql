-- What a salary and the check of a trip need to know of a person. Dates are YYYY-MM-DD, rates millionths.
ALTER TABLE person ADD COLUMN postal_code TEXT NOT NULL DEFAULT '';
ALTER TABLE person ADD COLUMN birth_date TEXT;
ALTER TABLE person ADD COLUMN employed_since TEXT;
ALTER TABLE person ADD COLUMN tax_rate INTEGER;
ALTER TABLE person ADD COLUMN service_rate INTEGER;
ALTER TABLE person ADD COLUMN profession_code TEXT;
ALTER TABLE person ADD COLUMN yel_insured INTEGER NOT NULL DEFAULT 1 CHECK (yel_insured IN (0, 1));
ALTER TABLE person ADD COLUMN pay_yel_through_service INTEGER NOT NULL DEFAULT 0 CHECK (pay_yel_through_service IN (0, 1));

-- What was made with an idempotency key: who sends the key again gets the thing, not another one.
CREATE TABLE made_with_key (
    person_id BLOB NOT NULL REFERENCES person (id),
    kind      TEXT NOT NULL,
    key       TEXT NOT NULL,
    made_id   BLOB NOT NULL,
    made_at   INTEGER NOT NULL,
    PRIMARY KEY (person_id, kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX made_with_key_by_age ON made_with_key (made_at);
