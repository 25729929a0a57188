-- Amounts are ten-thousandths of a euro, in whole cents; dates are YYYY-MM-DD.

-- What has come of the bill's own sum: the sum of its parts of kind BILL.
ALTER TABLE bill ADD COLUMN paid_amount INTEGER NOT NULL DEFAULT 0 CHECK (paid_amount >= 0);
-- The day on which the last of it came.
ALTER TABLE bill ADD COLUMN paid_on TEXT;
CREATE INDEX bill_by_due_date ON bill (due_date, id) WHERE state = 'CLOSED' AND credit_of IS NULL;
CREATE INDEX bill_by_open_amount ON bill ((total_with_vat - paid_amount), id) WHERE state = 'CLOSED' AND credit_of IS NULL;

-- A statement or notification of the bank. Its content is read once; whoever uploads it again gets this one.
CREATE TABLE bank_file (
    id           BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    file_id      BLOB    NOT NULL UNIQUE REFERENCES file (id),
    sha256       BLOB    NOT NULL UNIQUE CHECK (length(sha256) = 32),
    uploaded_by  BLOB    NOT NULL REFERENCES person (id),
    uploaded_at  INTEGER NOT NULL,
    -- When all of it was booked.
    booked_at    INTEGER,
    -- How many it has, and the days of their booking.
    transactions INTEGER NOT NULL,
    first_day    TEXT,
    last_day     TEXT
) STRICT;

-- A movement on the account: positive what came in, negative what went out.
CREATE TABLE payment (
    id            BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    -- Grows with every change.
    version       INTEGER NOT NULL,
    -- NULL for what no bank told: demo content.
    bank_file_id  BLOB    REFERENCES bank_file (id),
    account       TEXT    NOT NULL,
    -- What the bank calls it: within an account it is booked once.
    bank_id       TEXT    NOT NULL,
    amount        INTEGER NOT NULL,
    booking_date  TEXT    NOT NULL,
    value_date    TEXT    NOT NULL,
    payer_name    TEXT    NOT NULL,
    payer_iban    TEXT,
    -- As the payer gave them, with spaces between.
    reference     TEXT    NOT NULL,
    message       TEXT    NOT NULL,
    end_to_end_id TEXT    NOT NULL,
    state         TEXT    NOT NULL CHECK (state IN ('MATCHED', 'UNMATCHED', 'REFUNDABLE', 'REFUNDED', 'REVERSED',
        'REVERSAL', 'SET_ASIDE', 'CONFIRMED', 'OUTGOING')),
    -- What no bill has taken and no refund gives back.
    rest          INTEGER NOT NULL,
    -- The payment that this one takes back.
    reverses      BLOB    UNIQUE REFERENCES payment (id),
    -- Why it was set aside.
    note          TEXT    NOT NULL,
    created_at    INTEGER NOT NULL,
    UNIQUE (account, bank_id)
) STRICT;
CREATE INDEX payment_by_state ON payment (state, id);
CREATE INDEX payment_by_file ON payment (bank_file_id, state);
CREATE INDEX payment_by_amount ON payment (amount, id);

CREATE TABLE payment_part (
    payment_id BLOB    NOT NULL REFERENCES payment (id),
    bill_id    BLOB    NOT NULL REFERENCES bill (id),
    kind       TEXT    NOT NULL CHECK (kind IN ('BILL', 'INTEREST', 'FEE')),
    amount     INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (payment_id, bill_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_part_by_bill ON payment_part (bill_id, payment_id);

-- What had paid a bill before it was credited. The customer gets it back, or takes the credit note off another bill.
CREATE TABLE payment_release (
    payment_id BLOB    NOT NULL REFERENCES payment (id),
    bill_id    BLOB    NOT NULL REFERENCES bill (id),
    amount     INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (payment_id, bill_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_release_by_bill ON payment_release (bill_id);

-- What goes back to a customer with the next payment file.
CREATE TABLE refund (
    id         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    payment_id BLOB    NOT NULL REFERENCES payment (id),
    iban       TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    amount     INTEGER NOT NULL CHECK (amount > 0),
    state      TEXT    NOT NULL CHECK (state IN ('WAITING', 'IN_FILE', 'PAID')),
    made_by    BLOB    NOT NULL REFERENCES person (id),
    made_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX refund_by_state ON refund (state, id);
CREATE INDEX refund_by_payment ON refund (payment_id);

CREATE TABLE reminder (
    id       BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    bill_id  BLOB    NOT NULL REFERENCES bill (id),
    -- First, second.
    number   INTEGER NOT NULL,
    date     TEXT    NOT NULL,
    pay_by   TEXT    NOT NULL,
    -- Of this reminder alone.
    fee      INTEGER NOT NULL,
    -- All since the due date, and how it came about, as JSON.
    interest INTEGER NOT NULL,
    periods  TEXT    NOT NULL,
    -- What had been paid of the bill, of interest and of fees when it was made.
    paid     INTEGER NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('QUEUED', 'TO_PRINT', 'SENT')),
    file_id  BLOB    REFERENCES file (id),
    mail_id  BLOB    REFERENCES mail (id),
    made_by  BLOB    REFERENCES person (id),
    made_at  INTEGER NOT NULL,
    UNIQUE (bill_id, number)
) STRICT;
CREATE INDEX reminder_by_state ON reminder (state, id);
