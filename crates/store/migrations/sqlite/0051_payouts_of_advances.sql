-- Who of payroll corrected where a purchase is paid: somebody else approves its payment.
ALTER TABLE purchase ADD COLUMN account_by BLOB REFERENCES person (id);
CREATE INDEX purchase_by_corrector ON purchase (account_by);

-- What a payout pays of an advance exists. SQLite cannot add that to a table: it is made anew with the same content.
PRAGMA defer_foreign_keys = ON;
CREATE TABLE payout_before AS SELECT * FROM payout;
DROP TABLE payout;
CREATE TABLE payout (
    id             BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    kind           TEXT    NOT NULL CHECK (kind IN ('PURCHASE', 'ADVANCE')),
    purchase_id    BLOB    REFERENCES purchase (id),
    advance_id     BLOB    REFERENCES advance (id),
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
INSERT INTO payout (
    id, kind, purchase_id, advance_id, bill_id, person_id, receiver, iban, reference, message, amount, due, state,
    made_at, payout_file_id, replaces, payment_id, refusal_by, refusal_at, note
)
SELECT
    id, kind, purchase_id, advance_id, bill_id, person_id, receiver, iban, reference, message, amount, due, state,
    made_at, payout_file_id, replaces, payment_id, refusal_by, refusal_at, note
FROM payout_before ORDER BY id;
DROP TABLE payout_before;
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
