-- What a salary and the check of a trip need to know of a person. Dates are YYYY-MM-DD, rates millionths.
ALTER TABLE person ADD COLUMN postal_code TEXT NOT NULL DEFAULT '';
ALTER TABLE person ADD COLUMN birth_date TEXT;
ALTER TABLE person ADD COLUMN employed_since TEXT;
ALTER TABLE person ADD COLUMN tax_rate BIGINT;
ALTER TABLE person ADD COLUMN service_rate BIGINT;
ALTER TABLE person ADD COLUMN profession_code TEXT;
ALTER TABLE person ADD COLUMN yel_insured BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE person ADD COLUMN pay_yel_through_service BOOLEAN NOT NULL DEFAULT FALSE;

-- What was made with an idempotency key: who sends the key again gets the thing, not another one.
CREATE TABLE made_with_key (
    person_id UUID NOT NULL REFERENCES person (id),
    kind      TEXT NOT NULL,
    key       TEXT NOT NULL,
    made_id   UUID NOT NULL,
    made_at   BIGINT NOT NULL,
    PRIMARY KEY (person_id, kind, key)
);
CREATE INDEX made_with_key_by_age ON made_with_key (made_at);
