-- Purchase invoices that the provider pays out of a bill.
CREATE TABLE purchase (
    id          BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    bill_id     BLOB    NOT NULL REFERENCES bill (id),
    state       TEXT    NOT NULL CHECK (state IN ('OPEN', 'WAITING_FOR_PAYMENT', 'PAY_NOW', 'PAID')),
    -- Who is paid.
    name        TEXT    NOT NULL,
    due_date    TEXT    NOT NULL,
    -- Without VAT: what it costs the bill.
    amount      INTEGER NOT NULL CHECK (amount > 0),
    vat_rate    INTEGER NOT NULL CHECK (vat_rate >= 0),
    vat_amount  INTEGER NOT NULL CHECK (vat_amount >= 0),
    account     TEXT    NOT NULL,
    -- Empty where there is a message instead.
    reference   TEXT    NOT NULL DEFAULT '',
    message     TEXT    NOT NULL DEFAULT '',
    pay_now     INTEGER NOT NULL DEFAULT 0 CHECK (pay_now IN (0, 1)),
    -- What being paid at once costs, or would cost.
    commission  INTEGER NOT NULL DEFAULT 0 CHECK (commission >= 0),
    paid_on     TEXT,
    -- What of it the worker owes, because the bill was credited before it became a salary.
    recovered   INTEGER NOT NULL DEFAULT 0 CHECK (recovered >= 0),
    version     INTEGER NOT NULL DEFAULT 1,
    made_at     INTEGER NOT NULL
) STRICT;
CREATE INDEX purchase_by_bill ON purchase (bill_id);
CREATE INDEX purchase_by_account ON purchase (account);

-- Accounts of sellers. A purchase locks its account while it is compared with the others, so that of two at once the
-- second finds the first.
CREATE TABLE seller_account (
    account TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Copies of purchase invoices. One may come before its purchase; it is removed when none takes it.
CREATE TABLE purchase_receipt (
    id          BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    bill_id     BLOB    NOT NULL REFERENCES bill (id),
    purchase_id BLOB    REFERENCES purchase (id),
    file_id     BLOB    NOT NULL UNIQUE REFERENCES file (id),
    made_at     INTEGER NOT NULL
) STRICT;
CREATE INDEX purchase_receipt_by_bill ON purchase_receipt (bill_id);
CREATE INDEX purchase_receipt_by_purchase ON purchase_receipt (purchase_id);
CREATE INDEX purchase_receipt_unattached ON purchase_receipt (made_at) WHERE purchase_id IS NULL;

-- Payouts that are approved together: one payment file.
CREATE TABLE payout_file (
    id          BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    state       TEXT    NOT NULL CHECK (state IN ('MADE', 'APPROVED', 'WITHDRAWN')),
    pay_on      TEXT    NOT NULL,
    -- As its maker saw it.
    amount      INTEGER NOT NULL CHECK (amount > 0),
    made_by     BLOB    NOT NULL REFERENCES person (id),
    made_at     INTEGER NOT NULL,
    approved_by BLOB    REFERENCES person (id),
    approved_at INTEGER,
    file_id     BLOB    REFERENCES file (id),
    -- Why it was taken back.
    note        TEXT    NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX payout_file_by_maker ON payout_file (made_by);
CREATE INDEX payout_file_by_approver ON payout_file (approved_by);
CREATE INDEX payout_file_by_file ON payout_file (file_id);

-- Payments from the provider's account for a purchase invoice or an advance.
CREATE TABLE payout (
    id             BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    kind           TEXT    NOT NULL CHECK (kind IN ('PURCHASE', 'ADVANCE')),
    purchase_id    BLOB    REFERENCES purchase (id),
    advance_id     BLOB,
    -- The bill that it is paid out of, and its worker.
    bill_id        BLOB    NOT NULL REFERENCES bill (id),
    person_id      BLOB    NOT NULL REFERENCES person (id),
    receiver       TEXT    NOT NULL,
    iban           TEXT    NOT NULL,
    reference      TEXT,
    message        TEXT    NOT NULL DEFAULT '',
    amount         INTEGER NOT NULL CHECK (amount > 0),
    -- The last day to pay it.
    due            TEXT    NOT NULL,
    state          TEXT    NOT NULL CHECK (state IN ('READY', 'APPROVED', 'PAID', 'WITHDRAWN', 'REFUSED', 'RETURNED')),
    made_at        INTEGER NOT NULL,
    -- While it is ready: a payment file that waits for a second person.
    payout_file_id BLOB    REFERENCES payout_file (id),
    -- The payment in whose place it was made, which the bank had refused or which came back.
    replaces       BLOB    UNIQUE REFERENCES payout (id),
    -- The movement of the bank account that paid it.
    payment_id     BLOB    REFERENCES payment (id),
    -- Who says that the bank refused it, while nobody has confirmed it, and why.
    refusal_by     BLOB    REFERENCES person (id),
    refusal_at     INTEGER,
    note           TEXT    NOT NULL DEFAULT '',
    CHECK ((kind = 'PURCHASE') = (purchase_id IS NOT NULL)),
    CHECK ((kind = 'ADVANCE') = (advance_id IS NOT NULL))
) STRICT;
-- Nothing is paid twice: a second payment is made only once the first was refused by the bank or came back.
CREATE UNIQUE INDEX payout_of_purchase ON payout (purchase_id) WHERE state IN ('READY', 'APPROVED', 'PAID');
CREATE UNIQUE INDEX payout_of_advance ON payout (advance_id) WHERE state IN ('READY', 'APPROVED', 'PAID');
CREATE INDEX payout_by_purchase ON payout (purchase_id);
CREATE INDEX payout_by_advance ON payout (advance_id);
CREATE INDEX payout_by_bill ON payout (bill_id);
CREATE INDEX payout_by_person ON payout (person_id);
CREATE INDEX payout_by_file ON payout (payout_file_id);
CREATE INDEX payout_by_payment ON payout (payment_id);
CREATE INDEX payout_by_refusal ON payout (refusal_by);
CREATE INDEX payout_open ON payout (due) WHERE state IN ('READY', 'APPROVED', 'REFUSED', 'RETURNED');
