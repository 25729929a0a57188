-- Shares: what workers give others of their bills.
CREATE TABLE share (
    id             BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    bill_id        BLOB    NOT NULL REFERENCES bill (id),
    -- The subcontractor.
    person_id      BLOB    NOT NULL REFERENCES person (id),
    version        INTEGER NOT NULL,
    state          TEXT    NOT NULL CHECK (state IN ('OPEN', 'WAITING_SUBCONTRACTOR', 'DECLINED', 'APPROVED')),
    date           TEXT    NOT NULL,
    -- VAT-free. A share by per cent has a sum once it was sent to the subcontractor.
    amount         INTEGER CHECK (amount > 0),
    percent        INTEGER CHECK (percent > 0),
    description    TEXT    NOT NULL,
    -- Why it was declined.
    reason         TEXT    NOT NULL,
    -- A share is in one salary at most: that is what keeps it from being paid twice.
    salary_id      BLOB    REFERENCES salary (id),
    -- What the subcontractor was shown when approving it.
    estimate       INTEGER,
    shown_estimate TEXT,
    created_at     INTEGER NOT NULL,
    changed_at     INTEGER NOT NULL,
    CHECK (amount IS NOT NULL OR percent IS NOT NULL),
    CHECK (amount IS NOT NULL OR state = 'OPEN')
) STRICT;
CREATE INDEX share_by_bill ON share (bill_id, id);
CREATE INDEX share_by_person ON share (person_id, id);
CREATE INDEX share_by_salary ON share (salary_id) WHERE salary_id IS NOT NULL;
CREATE INDEX share_waiting ON share (person_id, id) WHERE state = 'APPROVED' AND salary_id IS NULL;

-- What a credit note takes of each share of its bill.
CREATE TABLE share_credit (
    credit_note_id BLOB    NOT NULL REFERENCES bill (id),
    share_id       BLOB    NOT NULL REFERENCES share (id),
    amount         INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (credit_note_id, share_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX share_credit_by_share ON share_credit (share_id);

-- The part of the contracting that is the provider's, and what others gave of their bills.
ALTER TABLE salary ADD COLUMN commission INTEGER NOT NULL DEFAULT 0;
ALTER TABLE salary ADD COLUMN shares_received INTEGER NOT NULL DEFAULT 0;

-- A credit note takes back a part of several salaries: of the contractor's and of those that the shares are in.
ALTER TABLE salary_taken_back RENAME TO taken_back_before;
DROP INDEX salary_taken_back_by_person;
DROP INDEX salary_taken_back_by_time;
CREATE TABLE salary_taken_back (
    credit_note_id             BLOB    NOT NULL REFERENCES bill (id) CHECK (length(credit_note_id) = 16),
    salary_id                  BLOB    NOT NULL REFERENCES salary (id),
    -- The first of a salary is 1.
    place                      INTEGER NOT NULL CHECK (place > 0),
    person_id                  BLOB    NOT NULL REFERENCES person (id),
    payday                     TEXT    NOT NULL,
    made_at                    INTEGER NOT NULL,
    -- The last slip that had its number by then: slips up to it never show this line in their year.
    after_number               INTEGER NOT NULL,
    amount                     INTEGER NOT NULL,
    total_billing_without_vat  INTEGER NOT NULL,
    total_billing              INTEGER NOT NULL,
    service_fee                INTEGER NOT NULL,
    contracting                INTEGER NOT NULL,
    commission                 INTEGER NOT NULL DEFAULT 0,
    shares_received            INTEGER NOT NULL DEFAULT 0,
    total_reimbursements       INTEGER NOT NULL,
    billable_amount_to_be_paid INTEGER NOT NULL,
    gross_salary               INTEGER NOT NULL,
    holiday_compensation       INTEGER NOT NULL,
    employer_costs             INTEGER NOT NULL,
    employer_tyel              INTEGER NOT NULL,
    tyel_wage                  INTEGER NOT NULL,
    tyel_base                  INTEGER NOT NULL,
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
    -- What the Incomes Register is told, once that is decided.
    report                     TEXT    CHECK (report IN ('NONE', 'REPLACEMENT', 'INVALIDATION')),
    file_id                    BLOB    UNIQUE REFERENCES file (id),
    PRIMARY KEY (credit_note_id, salary_id),
    UNIQUE (salary_id, place)
) STRICT;
INSERT INTO salary_taken_back (
    credit_note_id, salary_id, place, person_id, payday, made_at, after_number, amount,
    total_billing_without_vat, total_billing, service_fee, contracting, total_reimbursements,
    billable_amount_to_be_paid, gross_salary, holiday_compensation, employer_costs, employer_tyel, tyel_wage,
    tyel_base, employer_unemployment, health_insurance, accident_insurance, group_life, rounding, tax_amount,
    employee_cost, tyel, unemployment, yel, distraint, reductions, reductions_left, net, salary,
    paid_kilometers, paid_days, paid_meals, paid_foreign, paid_expenses, kilometers, full_days, partial_days,
    meals, report, file_id
)
SELECT
    credit_note_id, salary_id, place, person_id, payday, made_at, after_number, amount,
    total_billing_without_vat, total_billing, service_fee, contracting, total_reimbursements,
    billable_amount_to_be_paid, gross_salary, holiday_compensation, employer_costs, employer_tyel, tyel_wage,
    tyel_base, employer_unemployment, health_insurance, accident_insurance, group_life, rounding, tax_amount,
    employee_cost, tyel, unemployment, yel, distraint, reductions, reductions_left, net, salary,
    paid_kilometers, paid_days, paid_meals, paid_foreign, paid_expenses, kilometers, full_days, partial_days,
    meals, report, file_id
FROM taken_back_before;
DROP TABLE taken_back_before;
CREATE INDEX salary_taken_back_by_person ON salary_taken_back (person_id, payday);
CREATE INDEX salary_taken_back_by_time ON salary_taken_back (made_at, salary_id);

-- Each of their workers owes a part.
CREATE TABLE recovery_of_person (
    id        BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    person_id BLOB    NOT NULL REFERENCES person (id),
    bill_id   BLOB    REFERENCES bill (id),
    salary_id BLOB    UNIQUE REFERENCES salary (id),
    amount    INTEGER NOT NULL CHECK (amount > 0),
    remaining INTEGER NOT NULL CHECK (remaining BETWEEN 0 AND amount),
    made_at   INTEGER NOT NULL,
    UNIQUE (bill_id, person_id),
    CHECK ((bill_id IS NULL) <> (salary_id IS NULL))
) STRICT;
INSERT INTO recovery_of_person SELECT id, person_id, bill_id, salary_id, amount, remaining, made_at FROM recovery;
CREATE TABLE part_of_recovery (
    recovery_id BLOB    NOT NULL REFERENCES recovery_of_person (id),
    salary_id   BLOB    NOT NULL REFERENCES salary (id),
    amount      INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (recovery_id, salary_id)
) STRICT, WITHOUT ROWID;
INSERT INTO part_of_recovery SELECT recovery_id, salary_id, amount FROM recovery_part;
DROP TABLE recovery_part;
DROP TABLE recovery;
ALTER TABLE recovery_of_person RENAME TO recovery;
ALTER TABLE part_of_recovery RENAME TO recovery_part;
CREATE INDEX recovery_open ON recovery (person_id, id) WHERE remaining > 0;
CREATE INDEX recovery_part_by_salary ON recovery_part (salary_id);
