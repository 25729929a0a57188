-- A bill can be credited in parts, so that several credit notes name it. SQLite cannot drop the uniqueness of a column:
-- the table is made anew with the same content. What refers to it is looked at when this migration is committed.
PRAGMA defer_foreign_keys = ON;
CREATE TABLE bill_before AS SELECT * FROM bill;
DROP TABLE bill;
CREATE TABLE bill (
    id                          BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    person_id                   BLOB NOT NULL REFERENCES person (id),
    version                     INTEGER NOT NULL,
    state                       TEXT NOT NULL
        CHECK (state IN ('OPEN', 'PENDING', 'TAKEN', 'APPROVED', 'CLOSED', 'PAID', 'HYVITETTY')),
    -- The place of the state in the lists, so that they are read in order from an index.
    section                     INTEGER NOT NULL CHECK (section BETWEEN 0 AND 4),
    open_request                INTEGER NOT NULL CHECK (open_request IN (0, 1)),
    -- Given when the bill goes to the customer: without gaps, never twice.
    number                      INTEGER UNIQUE,
    customer_id                 BLOB REFERENCES customer (id),
    credit_of                   BLOB REFERENCES bill (id),
    correction_of               BLOB REFERENCES bill (id),
    language                    TEXT NOT NULL CHECK (language IN ('fin', 'eng')),
    billing_date                TEXT,
    due_date                    TEXT,
    vat_rate                    INTEGER NOT NULL,
    vat_zero_reason             INTEGER CHECK (vat_zero_reason BETWEEN 1 AND 10),
    reverse_vat                 INTEGER NOT NULL CHECK (reverse_vat IN (0, 1)),
    bill_reimbursements         INTEGER NOT NULL CHECK (bill_reimbursements IN (0, 1)),
    separate_reimbursements     INTEGER NOT NULL CHECK (separate_reimbursements IN (0, 1)),
    construction_reimbursements INTEGER NOT NULL CHECK (construction_reimbursements IN (0, 1)),
    left_out_from_home          INTEGER NOT NULL CHECK (left_out_from_home IN (0, 1)),
    specification               TEXT NOT NULL,
    customer_reference          TEXT NOT NULL,
    text                        TEXT NOT NULL,
    -- Calculated from the rows at each save, for the lists.
    total                       INTEGER NOT NULL,
    total_with_vat              INTEGER NOT NULL,
    found_by                    TEXT NOT NULL,
    saved_at                    INTEGER NOT NULL,
    -- What has come of the bill's own sum: the sum of its parts of kind BILL.
    paid_amount                 INTEGER NOT NULL DEFAULT 0 CHECK (paid_amount >= 0),
    -- The day on which the last of it came.
    paid_on                     TEXT,
    salary_id                   BLOB REFERENCES salary (id),
    taken_by                    BLOB REFERENCES person (id),
    queued_at                   INTEGER,
    vat_rounding                TEXT NOT NULL DEFAULT 'LINE' CHECK (vat_rounding IN ('LINE', 'SUM')),
    salary_rate                 INTEGER,
    estimate                    INTEGER,
    no_totals                   INTEGER NOT NULL DEFAULT 0 CHECK (no_totals IN (0, 1)),
    shown_estimate              TEXT,
    leaves_at                   INTEGER
) STRICT;
INSERT INTO bill (id, person_id, version, state, section, open_request, number, customer_id, credit_of, correction_of,
    language, billing_date, due_date, vat_rate, vat_zero_reason, reverse_vat, bill_reimbursements,
    separate_reimbursements, construction_reimbursements, left_out_from_home, specification, customer_reference, text,
    total, total_with_vat, found_by, saved_at, paid_amount, paid_on, salary_id, taken_by, queued_at, vat_rounding,
    salary_rate, estimate, no_totals, shown_estimate, leaves_at)
SELECT id, person_id, version, state, section, open_request, number, customer_id, credit_of, correction_of,
    language, billing_date, due_date, vat_rate, vat_zero_reason, reverse_vat, bill_reimbursements,
    separate_reimbursements, construction_reimbursements, left_out_from_home, specification, customer_reference, text,
    total, total_with_vat, found_by, saved_at, paid_amount, paid_on, salary_id, taken_by, queued_at, vat_rounding,
    salary_rate, estimate, no_totals, shown_estimate, leaves_at FROM bill_before;
DROP TABLE bill_before;
CREATE INDEX bill_open_first ON bill (person_id, section, id DESC);
CREATE INDEX bill_closed_first ON bill (person_id, section, id);
CREATE INDEX bill_by_customer ON bill (customer_id);
CREATE INDEX bill_by_correction ON bill (correction_of);
CREATE INDEX bill_by_due_date ON bill (due_date, id) WHERE state = 'CLOSED' AND credit_of IS NULL;
CREATE INDEX bill_by_salary ON bill (salary_id) WHERE salary_id IS NOT NULL;
CREATE INDEX bill_payable ON bill (person_id, id) WHERE state = 'PAID' AND salary_id IS NULL AND credit_of IS NULL;
CREATE INDEX bill_queue ON bill (state, queued_at, id);
CREATE INDEX bill_queue_mine ON bill (taken_by, queued_at, id) WHERE state = 'TAKEN';
CREATE INDEX bill_open_requests ON bill (queued_at, id) WHERE open_request;
CREATE INDEX bill_to_customer ON bill (customer_id, person_id, queued_at);
CREATE INDEX bill_by_credit ON bill (credit_of) WHERE credit_of IS NOT NULL;

-- What credit notes that have gone to the customer took back of the bill's sum with VAT.
ALTER TABLE bill ADD COLUMN credited_amount INTEGER NOT NULL DEFAULT 0 CHECK (credited_amount >= 0);
UPDATE bill SET credited_amount = total_with_vat WHERE state = 'HYVITETTY' AND total_with_vat > 0;
CREATE INDEX bill_by_open_amount ON bill ((total_with_vat - credited_amount - paid_amount), id)
    WHERE state = 'CLOSED' AND credit_of IS NULL;

-- Of a credit note: the VAT of the rates of which it takes the last, as `rate:amount`, where rounding it by itself would
-- leave cents of the original's VAT over.
ALTER TABLE bill ADD COLUMN vat_of_rest TEXT NOT NULL DEFAULT '';
