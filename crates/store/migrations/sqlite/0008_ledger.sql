-- Double entry: rows are added and never changed. Amounts are ten-thousandths of a euro, in whole cents; debit is
-- positive, credit negative, and the lines of an entry add up to zero.
CREATE TABLE ledger_entry (
    -- Without gaps, from one.
    number  INTEGER NOT NULL PRIMARY KEY,
    date    TEXT    NOT NULL,
    kind    TEXT    NOT NULL,
    -- What was booked, as kind:id.
    subject TEXT    NOT NULL,
    made_at INTEGER NOT NULL,
    -- The same deed is booked once.
    UNIQUE (kind, subject)
) STRICT;

CREATE TABLE ledger_line (
    entry     INTEGER NOT NULL REFERENCES ledger_entry (number),
    place     INTEGER NOT NULL,
    account   INTEGER NOT NULL,
    -- The entry's, so that an account is read and summed from its index.
    date      TEXT    NOT NULL,
    amount    INTEGER NOT NULL CHECK (amount <> 0 AND amount % 100 = 0),
    vat_rate  INTEGER,
    person_id BLOB    REFERENCES person (id),
    bill_id   BLOB    REFERENCES bill (id),
    PRIMARY KEY (entry, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX ledger_line_by_account ON ledger_line (account, date, entry, place, amount);
CREATE INDEX ledger_line_by_vat ON ledger_line (date) WHERE vat_rate IS NOT NULL;

-- The last number given. Whoever posts holds this row until their transaction is through.
CREATE TABLE ledger_counter (
    id          INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    last_number INTEGER NOT NULL
) STRICT;
INSERT INTO ledger_counter (id, last_number) VALUES (1, 0);

CREATE TRIGGER ledger_entry_never_updated BEFORE UPDATE ON ledger_entry
BEGIN SELECT RAISE(ABORT, 'the ledger is never changed'); END;
CREATE TRIGGER ledger_entry_never_deleted BEFORE DELETE ON ledger_entry
BEGIN SELECT RAISE(ABORT, 'the ledger is never changed'); END;
CREATE TRIGGER ledger_line_never_updated BEFORE UPDATE ON ledger_line
BEGIN SELECT RAISE(ABORT, 'the ledger is never changed'); END;
CREATE TRIGGER ledger_line_never_deleted BEFORE DELETE ON ledger_line
BEGIN SELECT RAISE(ABORT, 'the ledger is never changed'); END;
