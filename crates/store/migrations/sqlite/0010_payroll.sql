-- Payroll runs and the salaries in them. Amounts are ten-thousandths of a euro; dates are YYYY-MM-DD.
CREATE TABLE payroll_run (
    id               BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    payday           TEXT    NOT NULL,
    state            TEXT    NOT NULL
        CHECK (state IN ('DRAFT', 'CALCULATING', 'CALCULATED', 'APPROVED', 'POSTED', 'PAID')),
    -- How often it was calculated. A job of an earlier calculation finds another number and ends.
    calculation      INTEGER NOT NULL,
    -- Whose salaries the calculation has come to, in the order of their ids.
    calculated_until BLOB,
    -- Workers with something to be paid when the calculation began.
    to_calculate     INTEGER NOT NULL,
    made_by          BLOB    NOT NULL REFERENCES person (id),
    created_at       INTEGER NOT NULL,
    calculated_by    BLOB    REFERENCES person (id),
    -- When the calculation began: salaries approved elsewhere since then are not known to it.
    calculated_at    INTEGER,
    approved_by      BLOB    REFERENCES person (id),
    approved_at      INTEGER,
    posted_at        INTEGER,
    paid_by          BLOB    REFERENCES person (id),
    paid_at          INTEGER
) STRICT;
CREATE UNIQUE INDEX payroll_run_open ON payroll_run (payday) WHERE state <> 'PAID';
CREATE INDEX payroll_run_by_payday ON payroll_run (payday, id);

-- One worker's pay of one run.
CREATE TABLE salary (
    id                         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    run_id                     BLOB    NOT NULL REFERENCES payroll_run (id),
    person_id                  BLOB    NOT NULL REFERENCES person (id),
    payday                     TEXT    NOT NULL,
    -- Of the slip, given when the run is booked: without gaps.
    number                     INTEGER UNIQUE,
    -- Left out of the run: by somebody, or because of its problems.
    held                       INTEGER NOT NULL CHECK (held IN (0, 1)),
    -- Names, joined by commas.
    problems                   TEXT    NOT NULL,
    changes                    TEXT    NOT NULL,
    -- False where no salary could be reckoned; all figures are then zero.
    reckoned                   INTEGER NOT NULL CHECK (reckoned IN (0, 1)),
    estimate                   INTEGER NOT NULL,
    previous_salary            INTEGER,
    iban                       TEXT,
    -- JSON: what the figures followed from.
    basis                      TEXT    NOT NULL,
    amount                     INTEGER NOT NULL,
    total_billing_without_vat  INTEGER NOT NULL,
    total_billing              INTEGER NOT NULL,
    service_fee                INTEGER NOT NULL,
    contracting                INTEGER NOT NULL,
    total_reimbursements       INTEGER NOT NULL,
    billable_amount_to_be_paid INTEGER NOT NULL,
    gross_salary               INTEGER NOT NULL,
    holiday_compensation       INTEGER NOT NULL,
    employer_costs             INTEGER NOT NULL,
    employer_tyel              INTEGER NOT NULL,
    employer_unemployment      INTEGER NOT NULL,
    health_insurance           INTEGER NOT NULL,
    accident_insurance         INTEGER NOT NULL,
    group_life                 INTEGER NOT NULL,
    rounding                   INTEGER NOT NULL,
    tax_amount                 INTEGER NOT NULL,
    employee_cost              INTEGER NOT NULL,
    tyel                       INTEGER NOT NULL,
    unemployment               INTEGER NOT NULL,
    yel                        INTEGER NOT NULL,
    distraint                  INTEGER NOT NULL,
    reductions                 INTEGER NOT NULL,
    reductions_left            INTEGER NOT NULL,
    net                        INTEGER NOT NULL,
    salary                     INTEGER NOT NULL,
    paid_kilometers            INTEGER NOT NULL,
    paid_days                  INTEGER NOT NULL,
    paid_meals                 INTEGER NOT NULL,
    paid_foreign               INTEGER NOT NULL,
    paid_expenses              INTEGER NOT NULL,
    kilometers                 INTEGER NOT NULL,
    full_days                  INTEGER NOT NULL,
    partial_days               INTEGER NOT NULL,
    meals                      INTEGER NOT NULL,
    published_at               INTEGER,
    UNIQUE (run_id, person_id)
) STRICT;
CREATE INDEX salary_by_person ON salary (person_id, payday, id);
CREATE INDEX salary_to_book ON salary (run_id, person_id) WHERE number IS NULL AND NOT held;

-- The last number given to a slip.
CREATE TABLE salary_counter (
    id          INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    last_number INTEGER NOT NULL
) STRICT;
INSERT INTO salary_counter (id, last_number) VALUES (1, 0);

-- A bill is in one salary at most: that is what keeps it from being paid twice.
ALTER TABLE bill ADD COLUMN salary_id BLOB REFERENCES salary (id);
CREATE INDEX bill_by_salary ON bill (salary_id) WHERE salary_id IS NOT NULL;
CREATE INDEX bill_payable ON bill (person_id, id) WHERE state = 'PAID' AND salary_id IS NULL AND credit_of IS NULL;
-- What the worker was shown when sending it.
ALTER TABLE bill ADD COLUMN estimate INTEGER NOT NULL DEFAULT 0;

-- Salaries that somebody keeps out of a run, however often it is calculated.
CREATE TABLE payroll_hold (
    run_id    BLOB    NOT NULL REFERENCES payroll_run (id),
    person_id BLOB    NOT NULL REFERENCES person (id),
    reason    TEXT    NOT NULL,
    held_by   BLOB    NOT NULL REFERENCES person (id),
    held_at   INTEGER NOT NULL,
    PRIMARY KEY (run_id, person_id)
) STRICT, WITHOUT ROWID;

-- What a worker has to give back: of a bill that was credited after its salary, or of a salary below zero.
CREATE TABLE recovery (
    id        BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    person_id BLOB    NOT NULL REFERENCES person (id),
    bill_id   BLOB    UNIQUE REFERENCES bill (id),
    salary_id BLOB    UNIQUE REFERENCES salary (id),
    amount    INTEGER NOT NULL CHECK (amount > 0),
    remaining INTEGER NOT NULL CHECK (remaining BETWEEN 0 AND amount),
    made_at   INTEGER NOT NULL,
    CHECK ((bill_id IS NULL) <> (salary_id IS NULL))
) STRICT;
CREATE INDEX recovery_open ON recovery (person_id, id) WHERE remaining > 0;

CREATE TABLE recovery_part (
    recovery_id BLOB    NOT NULL REFERENCES recovery (id),
    salary_id   BLOB    NOT NULL REFERENCES salary (id),
    amount      INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (recovery_id, salary_id)
) STRICT, WITHOUT ROWID;

-- What goes to the bank and the Incomes Register.
CREATE TABLE payroll_file (
    run_id  BLOB NOT NULL REFERENCES payroll_run (id),
    kind    TEXT NOT NULL CHECK (kind IN ('BANK', 'WAGE_REPORT')),
    file_id BLOB NOT NULL UNIQUE REFERENCES file (id),
    PRIMARY KEY (run_id, kind)
) STRICT, WITHOUT ROWID;
