-- A payment has two more states: a batch whose payments all came by themselves, and a match that a second person has
-- to confirm.
ALTER TABLE payment DROP CONSTRAINT payment_state_check;
ALTER TABLE payment ADD CONSTRAINT payment_state_check CHECK (state IN ('MATCHED', 'UNMATCHED', 'REFUNDABLE',
    'REFUNDED', 'REVERSED', 'REVERSAL', 'SET_ASIDE', 'CONFIRMED', 'OUTGOING', 'DIVIDED', 'PROPOSED'));

-- The bank's id of the batch that the payment is a part of. The batch itself has it as its bank_id.
ALTER TABLE payment ADD COLUMN batch_id TEXT;
CREATE INDEX payment_by_batch ON payment (account, batch_id) WHERE batch_id IS NOT NULL;
-- Of a batch: what its payments have taken of it, or had brought before. Its amount is what is left.
ALTER TABLE payment ADD COLUMN divided BIGINT NOT NULL DEFAULT 0;
-- What of it clerks have matched; above a limit of the provider a second person confirms.
ALTER TABLE payment ADD COLUMN by_hand BIGINT NOT NULL DEFAULT 0;
-- What takes money back is told apart from it even where the bank gives both one id.
UPDATE payment SET bank_id = bank_id || '/reversal' WHERE amount < 0 AND state IN ('REVERSAL', 'UNMATCHED');

-- Locked while a movement of the account is booked, so that two files with the same money wait for each other.
CREATE TABLE bank_account (
    account TEXT NOT NULL PRIMARY KEY
);

-- What the account had at the end of a statement. Notifications have none.
ALTER TABLE bank_file ADD COLUMN closing_balance BIGINT;
ALTER TABLE bank_file ADD COLUMN closing_date TEXT;

-- What a clerk should know about an entry of a file.
CREATE TABLE bank_file_remark (
    bank_file_id UUID    NOT NULL REFERENCES bank_file (id),
    -- The bank's id of the payment, or of the batch that it is about.
    bank_id      TEXT    NOT NULL,
    kind         TEXT    NOT NULL CHECK (kind IN ('OTHER_PAYMENT', 'SUM_DIFFERS', 'DECIDED', 'REST_BOOKED')),
    -- What the file says, and what was booked of it.
    amount       BIGINT NOT NULL,
    booked       BIGINT NOT NULL,
    -- The payment that it is about.
    payment_id   UUID    REFERENCES payment (id),
    PRIMARY KEY (bank_file_id, bank_id, kind)
);
CREATE INDEX bank_file_remark_by_payment ON bank_file_remark (payment_id);

-- A match by hand that a second person has to confirm. Nothing of it is booked before.
CREATE TABLE match_proposal (
    id          UUID    NOT NULL PRIMARY KEY,
    payment_id  UUID    NOT NULL REFERENCES payment (id),
    -- In which state the payment was, and is again unless the match is confirmed.
    from_state  TEXT    NOT NULL CHECK (from_state IN ('UNMATCHED', 'REFUNDABLE')),
    state       TEXT    NOT NULL CHECK (state IN ('WAITING', 'CONFIRMED', 'REJECTED', 'WITHDRAWN', 'VOID')),
    proposed_by UUID    NOT NULL REFERENCES person (id),
    proposed_at BIGINT NOT NULL,
    decided_by  UUID    REFERENCES person (id),
    decided_at  BIGINT,
    -- Why it was rejected.
    note        TEXT    NOT NULL
);
CREATE UNIQUE INDEX match_proposal_waiting ON match_proposal (payment_id) WHERE state = 'WAITING';
CREATE INDEX match_proposal_by_payment ON match_proposal (payment_id, id);

CREATE TABLE match_proposal_part (
    proposal_id UUID    NOT NULL REFERENCES match_proposal (id),
    bill_id     UUID    NOT NULL REFERENCES bill (id),
    amount      BIGINT NOT NULL CHECK (amount > 0),
    PRIMARY KEY (proposal_id, bill_id)
);
CREATE INDEX match_proposal_part_by_bill ON match_proposal_part (bill_id);
