-- Receipts that were found after their bill was sent, and are paid out with a later salary.
CREATE TABLE late_receipt (
    id           BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    person_id    BLOB NOT NULL REFERENCES person (id),
    bill_id      BLOB NOT NULL REFERENCES bill (id),
    row_id       BLOB NOT NULL REFERENCES bill_row (id),
    kind         TEXT NOT NULL CHECK (kind IN ('hotel', 'travel', 'other')),
    class        INTEGER NOT NULL,
    amount       INTEGER NOT NULL CHECK (amount > 0),
    note         TEXT NOT NULL,
    -- What the provider deducts of it.
    deducted_vat INTEGER CHECK (deducted_vat > 0),
    state        TEXT NOT NULL CHECK (state IN ('DRAFT', 'WAITING', 'APPROVED', 'REFUSED')),
    -- Why it was refused.
    refusal      TEXT NOT NULL,
    version      INTEGER NOT NULL,
    made_at      INTEGER NOT NULL,
    sent_at      INTEGER,
    decided_by   BLOB REFERENCES person (id),
    decided_at   INTEGER,
    -- The one salary that pays it.
    salary_id    BLOB REFERENCES salary (id),
    CHECK (salary_id IS NULL OR state = 'APPROVED')
) STRICT;
CREATE INDEX late_receipt_of_person ON late_receipt (person_id, id);
CREATE INDEX late_receipt_of_bill ON late_receipt (bill_id, id);
CREATE INDEX late_receipt_in_state ON late_receipt (state, id);
CREATE INDEX late_receipt_to_pay ON late_receipt (person_id, id) WHERE state = 'APPROVED' AND salary_id IS NULL;
CREATE INDEX late_receipt_of_salary ON late_receipt (salary_id) WHERE salary_id IS NOT NULL;

-- A file of a late receipt is a receipt of the row that the cost was for.
ALTER TABLE receipt ADD COLUMN late_receipt_id BLOB REFERENCES late_receipt (id);
CREATE INDEX receipt_of_late_receipt ON receipt (late_receipt_id, id) WHERE late_receipt_id IS NOT NULL;

-- What the late receipts of a salary are together, as it was calculated.
ALTER TABLE salary ADD COLUMN late_receipts INTEGER NOT NULL DEFAULT 0;
