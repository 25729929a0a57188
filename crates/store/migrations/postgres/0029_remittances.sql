-- Payments of withheld money and contributions to their receivers.
CREATE TABLE remittance (
    id          UUID    NOT NULL PRIMARY KEY,
    kind        TEXT    NOT NULL CHECK (kind IN ('TAX_AND_HEALTH_INSURANCE', 'TYEL', 'UNEMPLOYMENT', 'ACCIDENT',
        'GROUP_LIFE', 'YEL', 'DISTRAINT')),
    -- Whose distraint it pays on.
    person_id   UUID    REFERENCES person (id),
    -- It takes what was open until this day.
    until       TEXT    NOT NULL,
    pay_on      TEXT    NOT NULL,
    amount      BIGINT NOT NULL CHECK (amount > 0),
    receiver    TEXT    NOT NULL,
    iban        TEXT    NOT NULL,
    reference   TEXT    NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('MADE', 'APPROVED', 'PAID', 'WITHDRAWN', 'REFUSED', 'RETURNED')),
    made_by     UUID    NOT NULL REFERENCES person (id),
    made_at     BIGINT NOT NULL,
    approved_by UUID    REFERENCES person (id),
    approved_at BIGINT,
    -- The payment file, which several may share.
    file_id     UUID    REFERENCES file (id),
    -- Why it was taken back or the bank refused it.
    note        TEXT    NOT NULL DEFAULT '',
    -- The movement of the bank account that paid it.
    payment_id  UUID    REFERENCES payment (id)
);
CREATE INDEX remittance_by_person ON remittance (person_id);
CREATE INDEX remittance_by_maker ON remittance (made_by);
CREATE INDEX remittance_by_approver ON remittance (approved_by);
CREATE INDEX remittance_by_file ON remittance (file_id);
CREATE INDEX remittance_by_payment ON remittance (payment_id);

-- What a remittance pays of each account.
CREATE TABLE remittance_part (
    remittance_id UUID    NOT NULL REFERENCES remittance (id),
    account       BIGINT NOT NULL,
    amount        BIGINT NOT NULL,
    PRIMARY KEY (remittance_id, account)
);

-- What postings left to be paid on, by account: of the salaries of a run together, of distraint by person. Negative
-- what was taken back. With the remittances that were paid it is the balance of the account.
CREATE TABLE withheld (
    account       BIGINT NOT NULL,
    -- What was posted, such as payroll:RUN.
    subject       TEXT    NOT NULL,
    day           TEXT    NOT NULL,
    -- Of the salaries; null for the money of a remittance.
    payday        TEXT,
    amount        BIGINT NOT NULL,
    -- Nothing is paid on before the run is paid.
    run_id        UUID    REFERENCES payroll_run (id),
    person_id     UUID    REFERENCES person (id),
    -- Null while it is open.
    remittance_id UUID    REFERENCES remittance (id),
    PRIMARY KEY (account, subject)
);
CREATE INDEX withheld_open ON withheld (account, day) WHERE remittance_id IS NULL;
CREATE INDEX withheld_by_payday ON withheld (account, payday);
CREATE INDEX withheld_by_run ON withheld (run_id);
CREATE INDEX withheld_by_person ON withheld (person_id);
CREATE INDEX withheld_by_remittance ON withheld (remittance_id);

INSERT INTO withheld (account, subject, day, payday, amount, person_id)
SELECT account, 'before:' || day || ':' || payday || CASE WHEN person_id IS NULL THEN '' ELSE ':' || person_id::text END,
    day, payday, CAST(-SUM(amount) AS BIGINT), person_id
FROM (SELECT l.account, COALESCE(e.happened_on, l.date) AS day, COALESCE(t.payday, e.happened_on, l.date) AS payday,
        CASE WHEN l.account = 2928 THEN l.person_id END AS person_id, l.amount
    FROM ledger_line l JOIN ledger_entry e ON e.number = l.entry
    LEFT JOIN salary_taken_back t ON e.kind = 'SALARY_TAKEN_BACK' AND t.credit_note_id = l.bill_id
    WHERE l.account BETWEEN 2921 AND 2928) booked
GROUP BY account, day, payday, person_id;

-- Monthly reports of the employer's health insurance contribution to the Incomes Register.
CREATE TABLE separate_report (
    id       UUID    NOT NULL PRIMARY KEY,
    -- The first day of the month.
    month    TEXT    NOT NULL,
    -- The first of a month is 1.
    place    BIGINT NOT NULL CHECK (place > 0),
    amount   BIGINT NOT NULL CHECK (amount >= 0),
    -- Whether any wage was paid in the month.
    wages    BOOLEAN NOT NULL,
    -- An earlier report of the month was sent, which this one replaces.
    replaces BOOLEAN NOT NULL,
    file_id  UUID    NOT NULL UNIQUE REFERENCES file (id),
    made_by  UUID    NOT NULL REFERENCES person (id),
    made_at  BIGINT NOT NULL,
    sent_by  UUID    REFERENCES person (id),
    sent_at  BIGINT,
    UNIQUE (month, place)
);
CREATE INDEX separate_report_by_maker ON separate_report (made_by);
CREATE INDEX separate_report_by_sender ON separate_report (sent_by);

-- The VAT of the receipts that the provider deducts, where a clerk found them to be full VAT invoices to it.
ALTER TABLE bill_expense ADD COLUMN deducted_vat BIGINT;
