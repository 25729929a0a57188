-- A payment has two more states: a batch whose payments all came by themselves, and a match that a second person has
-- to confirm. SQLite cannot alter a CHECK otherwise than in the text of the table.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''OUTGOING'')', '''OUTGOING'', ''DIVIDED'', ''PROPOSED'')')
    WHERE type = 'table' AND name = 'payment';
PRAGMA writable_schema = RESET;

-- The bank's id of the batch that the payment is a part of. The batch itself has it as its bank_id.
ALTER TABLE payment ADD COLUMN batch_id TEXT;
CREATE INDEX payment_by_batch ON payment (account, batch_id) WHERE batch_id IS NOT NULL;
-- Of a batch: what its payments have taken of it, or had brought before. Its amount is what is left.
ALTER TABLE payment ADD COLUMN divided INTEGER NOT NULL DEFAULT 0;
-- What of it clerks have matched; above a limit of the provider a second person confirms.
ALTER TABLE payment ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0;
-- What takes money back is told apart from it even where the bank gives both one id.
UPDATE payment SET bank_id = bank_id || '/reversal' WHERE amount < 0 AND state IN ('REVERSAL', 'UNMATCHED');

-- Locked while a movement of the account is booked, so that two files with the same money wait for each other.
CREATE TABLE bank_account (
    account TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- What the account had at the end of a statement. Notifications have none.
ALTER TABLE bank_file ADD COLUMN closing_balance INTEGER;
ALTER TABLE bank_file ADD COLUMN closing_date TEXT;

-- What a clerk should know about an entry of a file.
CREATE TABLE bank_file_remark (
    bank_file_id BLOB    NOT NULL REFERENCES bank_file (id),
    -- The bank's id of the payment, or of the batch that it is about.
    bank_id      TEXT    NOT NULL,
    kind         TEXT    NOT NULL CHECK (kind IN ('OTHER_PAYMENT', 'SUM_DIFFERS', 'DECIDED', 'REST_BOOKED')),
    -- What the file says, and what was booked of it.
    amount       INTEGER NOT NULL,
    booked       INTEGER NOT NULL,
    -- The payment that it is about.
    payment_id   BLOB    REFERENCES payment (id),
    PRIMARY KEY (bank_file_id, bank_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX bank_file_remark_by_payment ON bank_file_remark (payment_id);

-- A match by hand that a second person has to confirm. Nothing of it is booked before.
CREATE TABLE match_proposal (
    id          BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    payment_id  BLOB    NOT NULL REFERENCES payment (id),
    -- In which state the payment was, and is again unless the match is confirmed.
    from_state  TEXT    NOT NULL CHECK (from_state IN ('UNMATCHED', 'REFUNDABLE')),
    state       TEXT    NOT NULL CHECK (state IN ('WAITING', 'CONFIRMED', 'REJECTED', 'WITHDRAWN', 'VOID')),
    proposed_by BLOB    NOT NULL REFERENCES person (id),
    proposed_at INTEGER NOT NULL,
    decided_by  BLOB    REFERENCES person (id),
    decided_at  INTEGER,
    -- Why it was rejected.
    note        TEXT    NOT NULL
) STRICT;
CREATE UNIQUE INDEX match_proposal_waiting ON match_proposal (payment_id) WHERE state = 'WAITING';
CREATE INDEX match_proposal_by_payment ON match_proposal (payment_id, id);

CREATE TABLE match_proposal_part (
    proposal_id BLOB    NOT NULL REFERENCES match_proposal (id),
    bill_id     BLOB    NOT NULL REFERENCES bill (id),
    amount      INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (proposal_id, bill_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX match_proposal_part_by_bill ON match_proposal_part (bill_id);
