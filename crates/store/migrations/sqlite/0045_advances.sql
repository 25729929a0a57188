-- Money that workers get before their customers have paid.
CREATE TABLE advance (
    id            BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    person_id     BLOB    NOT NULL REFERENCES person (id),
    bill_id       BLOB    NOT NULL REFERENCES bill (id),
    amount        INTEGER NOT NULL CHECK (amount > 0),
    state         TEXT    NOT NULL CHECK (state IN ('REQUESTED', 'GRANTED', 'REFUSED', 'WITHDRAWN', 'PAID')),
    requested_at  INTEGER NOT NULL,
    -- Of two people who grant it, the first.
    first_by      BLOB    REFERENCES person (id),
    -- Nobody where it was granted by rule or lapsed.
    decided_by    BLOB    REFERENCES person (id),
    decided_at    INTEGER,
    reason        TEXT    NOT NULL DEFAULT '',
    -- In a payment file that the bank has not refused, or paid.
    is_out        INTEGER NOT NULL DEFAULT 0 CHECK (is_out IN (0, 1)),
    paid_on       TEXT,
    -- From when any salary is reduced by it, because its bill was credited or payroll says so.
    due_at        INTEGER,
    due_by        BLOB    REFERENCES person (id),
    due_reason    TEXT    NOT NULL DEFAULT '',
    CHECK (state <> 'PAID' OR is_out = 1),
    CHECK (is_out = 0 OR state IN ('GRANTED', 'PAID'))
) STRICT;
CREATE INDEX advance_by_bill ON advance (bill_id, id);
CREATE INDEX advance_by_person ON advance (person_id, id);
CREATE INDEX advance_by_state ON advance (state, id);
CREATE INDEX advance_first_by ON advance (first_by);
CREATE INDEX advance_decided_by ON advance (decided_by);
CREATE INDEX advance_due_by ON advance (due_by);

-- The rows that it was asked for. A bill that was opened again may have lost them.
CREATE TABLE advance_row (
    advance_id BLOB NOT NULL REFERENCES advance (id),
    row_id     BLOB NOT NULL,
    PRIMARY KEY (advance_id, row_id)
) STRICT, WITHOUT ROWID;

-- A recovery may be of an advance. SQLite cannot change what a table checks: it is made anew with the same content.
PRAGMA defer_foreign_keys = ON;
CREATE TABLE recovery_before AS SELECT * FROM recovery;
DROP TABLE recovery;
CREATE TABLE recovery (
    id         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    person_id  BLOB    NOT NULL REFERENCES person (id),
    bill_id    BLOB    REFERENCES bill (id),
    salary_id  BLOB    UNIQUE REFERENCES salary (id),
    advance_id BLOB    UNIQUE REFERENCES advance (id),
    amount     INTEGER NOT NULL CHECK (amount > 0),
    remaining  INTEGER NOT NULL CHECK (remaining BETWEEN 0 AND amount),
    made_at    INTEGER NOT NULL,
    UNIQUE (bill_id, person_id),
    CHECK ((bill_id IS NOT NULL) + (salary_id IS NOT NULL) + (advance_id IS NOT NULL) = 1)
) STRICT;
INSERT INTO recovery (id, person_id, bill_id, salary_id, amount, remaining, made_at)
SELECT id, person_id, bill_id, salary_id, amount, remaining, made_at FROM recovery_before;
DROP TABLE recovery_before;
CREATE INDEX recovery_open ON recovery (person_id, id) WHERE remaining > 0;
