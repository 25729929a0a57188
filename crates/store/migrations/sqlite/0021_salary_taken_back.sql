-- What credit notes took back of salaries that stand: one line each, with the columns of a salary and their amounts
-- negative. Every sum over salaries adds these, by the payday of the salary.
CREATE TABLE salary_taken_back (
    credit_note_id             BLOB    NOT NULL PRIMARY KEY REFERENCES bill (id) CHECK (length(credit_note_id) = 16),
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
    UNIQUE (salary_id, place)
) STRICT;
CREATE INDEX salary_taken_back_by_person ON salary_taken_back (person_id, payday);
CREATE INDEX salary_taken_back_by_time ON salary_taken_back (made_at, credit_note_id);

-- A credit note asks for no money: once it has gone to the customer it is settled.
UPDATE bill SET state = 'PAID', section = 3, version = version + 1 WHERE credit_of IS NOT NULL AND state = 'CLOSED';
