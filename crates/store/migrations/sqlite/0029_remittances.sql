-- Payments of withheld money and contributions to their receivers.
CREATE TABLE remittance (
    id          BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    kind        TEXT    NOT NULL CHECK (kind IN ('TAX_AND_HEALTH_INSURANCE', 'TYEL', 'UNEMPLOYMENT', 'ACCIDENT',
        'GROUP_LIFE', 'YEL', 'DISTRAINT')),
    -- Whose distraint it pays on.
    person_id   BLOB    REFERENCES person (id),
    -- It takes what was open until this day.
    until       TEXT    NOT NULL,
    pay_on      TEXT    NOT NULL,
    amount      INTEGER NOT NULL CHECK (amount > 0),
    receiver    TEXT    NOT NULL,
    iban        TEXT    NOT NULL,
    reference   TEXT    NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('MADE', 'APPROVED', 'PAID', 'WITHDRAWN', 'REFUSED', 'RETURNED')),
    made_by     BLOB    NOT NULL REFERENCES person (id),
    made_at     INTEGER NOT NULL,
    approved_by BLOB    REFERENCES person (id),
    approved_at INTEGER,
    -- The payment file, which several may share.
    file_id     BLOB    REFERENCES file (id),
    -- Why it was taken back or the bank refused it.
    note        TEXT    NOT NULL DEFAULT '',
    -- The movement of the bank account that paid it.
    payment_id  BLOB    REFERENCES payment (id)
) STRICT;
CREATE INDEX remittance_by_person ON remittance (person_id);
CREATE INDEX remittance_by_maker ON remittance (made_by);
CREATE INDEX remittance_by_approver ON remittance (approved_by);
CREATE INDEX remittance_by_file ON remittance (file_id);
CREATE INDEX remittance_by_payment ON remittance (payment_id);

-- What a remittance pays of each account.
CREATE TABLE remittance_part (
    remittance_id BLOB    NOT NULL REFERENCES remittance (id),
    account       INTEGER NOT NULL,
    amount        INTEGER NOT NULL,
    PRIMARY KEY (remittance_id, account)
) STRICT, WITHOUT ROWID;

-- What postings left to be paid on, by account: of the salaries of a run together, of distraint by person. Negative
-- what was taken back. With the remittances that were paid it is the balance of the account.
CREATE TABLE withheld (
    account       INTEGER NOT NULL,
    -- What was posted, such as payroll:RUN.
    subject       TEXT    NOT NULL,
    day           TEXT    NOT NULL,
    -- Of the salaries; null for the money of a remittance.
    payday        TEXT,
    amount        INTEGER NOT NULL,
    -- Nothing is paid on before the run is paid.
    run_id        BLOB    REFERENCES payroll_run (id),
    person_id     BLOB    REFERENCES person (id),
    -- Null while it is open.
    remittance_id BLOB    REFERENCES remittance (id),
    PRIMARY KEY (account, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX withheld_open ON withheld (account, day) WHERE remittance_id IS NULL;
CREATE INDEX withheld_by_payday ON withheld (account, payday);
CREATE INDEX withheld_by_run ON withheld (run_id);
CREATE INDEX withheld_by_person ON withheld (person_id);
CREATE INDEX withheld_by_remittance ON withheld (remittance_id);

INSERT INTO withheld (account, subject, day, payday, amount, person_id)
SELECT account, 'before:' || day || ':' || payday || CASE WHEN person_id IS NULL THEN '' ELSE ':' || lower(hex(person_id)) END,
    day, payday, -SUM(amount), person_id
FROM (SELECT l.account, COALESCE(e.happened_on, l.date) AS day, COALESCE(t.payday, e.happened_on, l.date) AS payday,
        CASE WHEN l.account = 2928 THEN l.person_id END AS person_id, l.amount
    FROM ledger_line l JOIN ledger_entry e ON e.number = l.entry
    LEFT JOIN salary_taken_back t ON e.kind = 'SALARY_TAKEN_BACK' AND t.credit_note_id = l.bill_id
    WHERE l.account BETWEEN 2921 AND 2928) booked
GROUP BY account, day, payday, person_id;

-- Monthly reports of the employer's health insurance contribution to the Incomes Register.
CREATE TABLE separate_report (
    id       BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    -- The first day of the month.
    month    TEXT    NOT NULL,
    -- The first of a month is 1.
    place    INTEGER NOT NULL CHECK (place > 0),
    amount   INTEGER NOT NULL CHECK (amount >= 0),
    -- Whether any wage was paid in the month.
    wages    INTEGER NOT NULL CHECK (wages IN (0, 1)),
    -- An earlier report of the month was sent, which this one replaces.
    replaces INTEGER NOT NULL CHECK (replaces IN (0, 1)),
    file_id  BLOB    NOT NULL UNIQUE REFERENCES file (id),
    made_by  BLOB    NOT NULL REFERENCES person (id),
    made_at  INTEGER NOT NULL,
    sent_by  BLOB    REFERENCES person (id),
    sent_at  INTEGER,
    UNIQUE (month, place)
) STRICT;
CREATE INDEX separate_report_by_maker ON separate_report (made_by);
CREATE INDEX separate_report_by_sender ON separate_report (sent_by);

-- The VAT of the receipts that the provider deducts, where a clerk found them to be full VAT invoices to it.
ALTER TABLE bill_expense ADD COLUMN deducted_vat INTEGER;
