-- Money that workers get before their customers have paid.
CREATE TABLE advance (
    id            UUID    NOT NULL PRIMARY KEY,
    person_id     UUID    NOT NULL REFERENCES person (id),
    bill_id       UUID    NOT NULL REFERENCES bill (id),
    amount        BIGINT  NOT NULL CHECK (amount > 0),
    state         TEXT    NOT NULL CHECK (state IN ('REQUESTED', 'GRANTED', 'REFUSED', 'WITHDRAWN', 'PAID')),
    requested_at  BIGINT  NOT NULL,
    -- Of two people who grant it, the first.
    first_by      UUID    REFERENCES person (id),
    -- Nobody where it was granted by rule or lapsed.
    decided_by    UUID    REFERENCES person (id),
    decided_at    BIGINT,
    reason        TEXT    NOT NULL DEFAULT '',
    -- In a payment file that the bank has not refused, or paid.
    is_out        BOOLEAN NOT NULL DEFAULT FALSE,
    paid_on       TEXT,
    -- From when any salary is reduced by it, because its bill was credited or payroll says so.
    due_at        BIGINT,
    due_by        UUID    REFERENCES person (id),
    due_reason    TEXT    NOT NULL DEFAULT '',
    CHECK (state <> 'PAID' OR is_out),
    CHECK (NOT is_out OR state IN ('GRANTED', 'PAID'))
);
CREATE INDEX advance_by_bill ON advance (bill_id, id);
CREATE INDEX advance_by_person ON advance (person_id, id);
CREATE INDEX advance_by_state ON advance (state, id);
CREATE INDEX advance_first_by ON advance (first_by);
CREATE INDEX advance_decided_by ON advance (decided_by);
CREATE INDEX advance_due_by ON advance (due_by);

-- The rows that it was asked for. A bill that was opened again may have lost them.
CREATE TABLE advance_row (
    advance_id UUID NOT NULL REFERENCES advance (id),
    row_id     UUID NOT NULL,
    PRIMARY KEY (advance_id, row_id)
);

-- A recovery may be of an advance.
ALTER TABLE recovery ADD COLUMN advance_id UUID UNIQUE REFERENCES advance (id);
ALTER TABLE recovery DROP CONSTRAINT IF EXISTS recovery_bill_id_key;
ALTER TABLE recovery DROP CONSTRAINT IF EXISTS recovery_bill_id_person_id_key;
ALTER TABLE recovery ADD UNIQUE (bill_id, person_id);
ALTER TABLE recovery DROP CONSTRAINT IF EXISTS recovery_check1;
ALTER TABLE recovery ADD CHECK (num_nonnulls(bill_id, salary_id, advance_id) = 1);
