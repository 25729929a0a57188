-- Amounts are ten-thousandths of a euro, in whole cents; dates are YYYY-MM-DD.

-- What has come of the bill's own sum: the sum of its parts of kind BILL.
ALTER TABLE bill ADD COLUMN paid_amount BIGINT NOT NULL DEFAULT 0 CHECK (paid_amount >= 0);
-- The day on which the last of it came.
ALTER TABLE bill ADD COLUMN paid_on TEXT;
CREATE INDEX bill_by_due_date ON bill (due_date, id) WHERE state = 'CLOSED' AND credit_of IS NULL;
CREATE INDEX bill_by_open_amount ON bill ((total_with_vat - paid_amount), id) WHERE state = 'CLOSED' AND credit_of IS NULL;

-- A statement or notification of the bank. Its content is read once; whoever uploads it again gets this one.
CREATE TABLE bank_file (
    id           UUID    NOT NULL PRIMARY KEY,
    file_id      UUID    NOT NULL UNIQUE REFERENCES file (id),
    sha256       BYTEA    NOT NULL UNIQUE CHECK (length(sha256) = 32),
    uploaded_by  UUID    NOT NULL REFERENCES person (id),
    uploaded_at  BIGINT NOT NULL,
    -- When all of it was booked.
    booked_at    BIGINT,
    -- How many it has, and the days of their booking.
    transactions BIGINT NOT NULL,
    first_day    TEXT,
    last_day     TEXT
);

-- A movement on the account: positive what came in, negative what went out.
CREATE TABLE payment (
    id            UUID    NOT NULL PRIMARY KEY,
    -- Grows with every change.
    version       BIGINT NOT NULL,
    -- NULL for what no bank told: demo content.
    bank_file_id  UUID    REFERENCES bank_file (id),
    account       TEXT    NOT NULL,
    -- What the bank calls it: within an account it is booked once.
    bank_id       TEXT    NOT NULL,
    amount        BIGINT NOT NULL,
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
    rest          BIGINT NOT NULL,
    -- The payment that this one takes back.
    reverses      UUID    UNIQUE REFERENCES payment (id),
    -- Why it was set aside.
    note          TEXT    NOT NULL,
    created_at    BIGINT NOT NULL,
    UNIQUE (account, bank_id)
);
CREATE INDEX payment_by_state ON payment (state, id);
CREATE INDEX payment_by_file ON payment (bank_file_id, state);
CREATE INDEX payment_by_amount ON payment (amount, id);

CREATE TABLE payment_part (
    payment_id UUID    NOT NULL REFERENCES payment (id),
    bill_id    UUID    NOT NULL REFERENCES bill (id),
    kind       TEXT    NOT NULL CHECK (kind IN ('BILL', 'INTEREST', 'FEE')),
    amount     BIGINT NOT NULL CHECK (amount > 0),
    PRIMARY KEY (payment_id, bill_id, kind)
);
CREATE INDEX payment_part_by_bill ON payment_part (bill_id, payment_id);

-- What had paid a bill before it was credited. The customer gets it back, or takes the credit note off another bill.
CREATE TABLE payment_release (
    payment_id UUID    NOT NULL REFERENCES payment (id),
    bill_id    UUID    NOT NULL REFERENCES bill (id),
    amount     BIGINT NOT NULL CHECK (amount > 0),
    PRIMARY KEY (payment_id, bill_id)
);
CREATE INDEX payment_release_by_bill ON payment_release (bill_id);

-- What goes back to a customer with the next payment file.
CREATE TABLE refund (
    id         UUID    NOT NULL PRIMARY KEY,
    payment_id UUID    NOT NULL REFERENCES payment (id),
    iban       TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    amount     BIGINT NOT NULL CHECK (amount > 0),
    state      TEXT    NOT NULL CHECK (state IN ('WAITING', 'IN_FILE', 'PAID')),
    made_by    UUID    NOT NULL REFERENCES person (id),
    made_at    BIGINT NOT NULL
);
CREATE INDEX refund_by_state ON refund (state, id);
CREATE INDEX refund_by_payment ON refund (payment_id);

CREATE TABLE reminder (
    id       UUID    NOT NULL PRIMARY KEY,
    bill_id  UUID    NOT NULL REFERENCES bill (id),
    -- First, second.
    number   BIGINT NOT NULL,
    date     TEXT    NOT NULL,
    pay_by   TEXT    NOT NULL,
    -- Of this reminder alone.
    fee      BIGINT NOT NULL,
    -- All since the due date, and how it came about, as JSON.
    interest BIGINT NOT NULL,
    periods  TEXT    NOT NULL,
    -- What had been paid of the bill, of interest and of fees when it was made.
    paid     BIGINT NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('QUEUED', 'TO_PRINT', 'SENT')),
    file_id  UUID    REFERENCES file (id),
    mail_id  UUID    REFERENCES mail (id),
    made_by  UUID    REFERENCES person (id),
    made_at  BIGINT NOT NULL,
    UNIQUE (bill_id, number)
);
CREATE INDEX reminder_by_state ON reminder (state, id);
