-- Payroll runs and the salaries in them. Amounts are ten-thousandths of a euro; dates are YYYY-MM-DD.
CREATE TABLE payroll_run (
    id               UUID    NOT NULL PRIMARY KEY,
    payday           TEXT    NOT NULL,
    state            TEXT    NOT NULL
        CHECK (state IN ('DRAFT', 'CALCULATING', 'CALCULATED', 'APPROVED', 'POSTED', 'PAID')),
    -- How often it was calculated. A job of an earlier calculation finds another number and ends.
    calculation      BIGINT NOT NULL,
    -- Whose salaries the calculation has come to, in the order of their ids.
    calculated_until UUID,
    -- Workers with something to be paid when the calculation began.
    to_calculate     BIGINT NOT NULL,
    made_by          UUID    NOT NULL REFERENCES person (id),
    created_at       BIGINT NOT NULL,
    calculated_by    UUID    REFERENCES person (id),
    -- When the calculation began: salaries approved elsewhere since then are not known to it.
    calculated_at    BIGINT,
    approved_by      UUID    REFERENCES person (id),
    approved_at      BIGINT,
    posted_at        BIGINT,
    paid_by          UUID    REFERENCES person (id),
    paid_at          BIGINT
);
CREATE UNIQUE INDEX payroll_run_open ON payroll_run (payday) WHERE state <> 'PAID';
CREATE INDEX payroll_run_by_payday ON payroll_run (payday, id);

-- One worker's pay of one run.
CREATE TABLE salary (
    id                         UUID    NOT NULL PRIMARY KEY,
    run_id                     UUID    NOT NULL REFERENCES payroll_run (id),
    person_id                  UUID    NOT NULL REFERENCES person (id),
    payday                     TEXT    NOT NULL,
    -- Of the slip, given when the run is booked: without gaps.
    number                     BIGINT  UNIQUE,
    -- Left out of the run: by somebody, or because of its problems.
    held                       BOOLEAN NOT NULL,
    -- Names, joined by commas.
    problems                   TEXT    NOT NULL,
    changes                    TEXT    NOT NULL,
    -- False where no salary could be reckoned; all figures are then zero.
    reckoned                   BOOLEAN NOT NULL,
    estimate                   BIGINT NOT NULL,
    previous_salary            BIGINT,
    iban                       TEXT,
    -- JSON: what the figures followed from.
    basis                      TEXT    NOT NULL,
    amount                     BIGINT NOT NULL,
    total_billing_without_vat  BIGINT NOT NULL,
    total_billing              BIGINT NOT NULL,
    service_fee                BIGINT NOT NULL,
    contracting                BIGINT NOT NULL,
    total_reimbursements       BIGINT NOT NULL,
    billable_amount_to_be_paid BIGINT NOT NULL,
    gross_salary               BIGINT NOT NULL,
    holiday_compensation       BIGINT NOT NULL,
    employer_costs             BIGINT NOT NULL,
    employer_tyel              BIGINT NOT NULL,
    employer_unemployment      BIGINT NOT NULL,
    health_insurance           BIGINT NOT NULL,
    accident_insurance         BIGINT NOT NULL,
    group_life                 BIGINT NOT NULL,
    rounding                   BIGINT NOT NULL,
    tax_amount                 BIGINT NOT NULL,
    employee_cost              BIGINT NOT NULL,
    tyel                       BIGINT NOT NULL,
    unemployment               BIGINT NOT NULL,
    yel                        BIGINT NOT NULL,
    distraint                  BIGINT NOT NULL,
    reductions                 BIGINT NOT NULL,
    reductions_left            BIGINT NOT NULL,
    net                        BIGINT NOT NULL,
    salary                     BIGINT NOT NULL,
    paid_kilometers            BIGINT NOT NULL,
    paid_days                  BIGINT NOT NULL,
    paid_meals                 BIGINT NOT NULL,
    paid_foreign               BIGINT NOT NULL,
    paid_expenses              BIGINT NOT NULL,
    kilometers                 BIGINT NOT NULL,
    full_days                  BIGINT NOT NULL,
    partial_days               BIGINT NOT NULL,
    meals                      BIGINT NOT NULL,
    published_at               BIGINT,
    UNIQUE (run_id, person_id)
);
CREATE INDEX salary_by_person ON salary (person_id, payday, id);
CREATE INDEX salary_to_book ON salary (run_id, person_id) WHERE number IS NULL AND NOT held;

-- The last number given to a slip.
CREATE TABLE salary_counter (
    id          BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    last_number BIGINT NOT NULL
);
INSERT INTO salary_counter (id, last_number) VALUES (1, 0);

-- A bill is in one salary at most: that is what keeps it from being paid twice.
ALTER TABLE bill ADD COLUMN salary_id UUID REFERENCES salary (id);
CREATE INDEX bill_by_salary ON bill (salary_id) WHERE salary_id IS NOT NULL;
CREATE INDEX bill_payable ON bill (person_id, id) WHERE state = 'PAID' AND salary_id IS NULL AND credit_of IS NULL;
-- What the worker was shown when sending it.
ALTER TABLE bill ADD COLUMN estimate BIGINT NOT NULL DEFAULT 0;

-- Salaries that somebody keeps out of a run, however often it is calculated.
CREATE TABLE payroll_hold (
    run_id    UUID    NOT NULL REFERENCES payroll_run (id),
    person_id UUID    NOT NULL REFERENCES person (id),
    reason    TEXT    NOT NULL,
    held_by   UUID    NOT NULL REFERENCES person (id),
    held_at   BIGINT NOT NULL,
    PRIMARY KEY (run_id, person_id)
);

-- What a worker has to give back: of a bill that was credited after its salary, or of a salary below zero.
CREATE TABLE recovery (
    id        UUID    NOT NULL PRIMARY KEY,
    person_id UUID    NOT NULL REFERENCES person (id),
    bill_id   UUID    UNIQUE REFERENCES bill (id),
    salary_id UUID    UNIQUE REFERENCES salary (id),
    amount    BIGINT NOT NULL CHECK (amount > 0),
    remaining BIGINT NOT NULL CHECK (remaining BETWEEN 0 AND amount),
    made_at   BIGINT NOT NULL,
    CHECK ((bill_id IS NULL) <> (salary_id IS NULL))
);
CREATE INDEX recovery_open ON recovery (person_id, id) WHERE remaining > 0;

CREATE TABLE recovery_part (
    recovery_id UUID    NOT NULL REFERENCES recovery (id),
    salary_id   UUID    NOT NULL REFERENCES salary (id),
    amount      BIGINT NOT NULL CHECK (amount > 0),
    PRIMARY KEY (recovery_id, salary_id)
);

-- What goes to the bank and the Incomes Register.
CREATE TABLE payroll_file (
    run_id  UUID NOT NULL REFERENCES payroll_run (id),
    kind    TEXT NOT NULL CHECK (kind IN ('BANK', 'WAGE_REPORT')),
    file_id UUID NOT NULL UNIQUE REFERENCES file (id),
    PRIMARY KEY (run_id, kind)
);
