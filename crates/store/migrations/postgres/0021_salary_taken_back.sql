-- What credit notes took back of salaries that stand: one line each, with the columns of a salary and their amounts
-- negative. Every sum over salaries adds these, by the payday of the salary.
CREATE TABLE salary_taken_back (
    credit_note_id             UUID    NOT NULL PRIMARY KEY REFERENCES bill (id),
    salary_id                  UUID    NOT NULL REFERENCES salary (id),
    -- The first of a salary is 1.
    place                      BIGINT  NOT NULL CHECK (place > 0),
    person_id                  UUID    NOT NULL REFERENCES person (id),
    payday                     TEXT    NOT NULL,
    made_at                    BIGINT  NOT NULL,
    -- The last slip that had its number by then: slips up to it never show this line in their year.
    after_number               BIGINT  NOT NULL,
    amount                     BIGINT  NOT NULL,
    total_billing_without_vat  BIGINT  NOT NULL,
    total_billing              BIGINT  NOT NULL,
    service_fee                BIGINT  NOT NULL,
    contracting                BIGINT  NOT NULL,
    total_reimbursements       BIGINT  NOT NULL,
    billable_amount_to_be_paid BIGINT  NOT NULL,
    gross_salary               BIGINT  NOT NULL,
    holiday_compensation       BIGINT  NOT NULL,
    employer_costs             BIGINT  NOT NULL,
    employer_tyel              BIGINT  NOT NULL,
    tyel_wage                  BIGINT  NOT NULL,
    tyel_base                  BIGINT  NOT NULL,
    employer_unemployment      BIGINT  NOT NULL,
    health_insurance           BIGINT  NOT NULL,
    accident_insurance         BIGINT  NOT NULL,
    group_life                 BIGINT  NOT NULL,
    rounding                   BIGINT  NOT NULL,
    tax_amount                 BIGINT  NOT NULL,
    employee_cost              BIGINT  NOT NULL,
    tyel                       BIGINT  NOT NULL,
    unemployment               BIGINT  NOT NULL,
    yel                        BIGINT  NOT NULL,
    distraint                  BIGINT  NOT NULL,
    reductions                 BIGINT  NOT NULL,
    reductions_left            BIGINT  NOT NULL,
    net                        BIGINT  NOT NULL,
    salary                     BIGINT  NOT NULL,
    paid_kilometers            BIGINT  NOT NULL,
    paid_days                  BIGINT  NOT NULL,
    paid_meals                 BIGINT  NOT NULL,
    paid_foreign               BIGINT  NOT NULL,
    paid_expenses              BIGINT  NOT NULL,
    kilometers                 BIGINT  NOT NULL,
    full_days                  BIGINT  NOT NULL,
    partial_days               BIGINT  NOT NULL,
    meals                      BIGINT  NOT NULL,
    -- What the Incomes Register is told, once that is decided.
    report                     TEXT    CHECK (report IN ('NONE', 'REPLACEMENT', 'INVALIDATION')),
    file_id                    UUID    UNIQUE REFERENCES file (id),
    UNIQUE (salary_id, place)
);
CREATE INDEX salary_taken_back_by_person ON salary_taken_back (person_id, payday);
CREATE INDEX salary_taken_back_by_time ON salary_taken_back (made_at, credit_note_id);

-- A credit note asks for no money: once it has gone to the customer it is settled.
UPDATE bill SET state = 'PAID', section = 3, version = version + 1 WHERE credit_of IS NOT NULL AND state = 'CLOSED';
