-- Double entry: rows are added and never changed. Amounts are ten-thousandths of a euro, in whole cents; debit is
-- positive, credit negative, and the lines of an entry add up to zero.
CREATE TABLE ledger_entry (
    -- Without gaps, from one.
    number  BIGINT NOT NULL PRIMARY KEY,
    date    TEXT   NOT NULL,
    kind    TEXT   NOT NULL,
    -- What was booked, as kind:id.
    subject TEXT   NOT NULL,
    made_at BIGINT NOT NULL,
    -- The same deed is booked once.
    UNIQUE (kind, subject)
);

CREATE TABLE ledger_line (
    entry     BIGINT NOT NULL REFERENCES ledger_entry (number),
    place     BIGINT NOT NULL,
    account   BIGINT NOT NULL,
    -- The entry's, so that an account is read and summed from its index.
    date      TEXT   NOT NULL,
    amount    BIGINT NOT NULL CHECK (amount <> 0 AND amount % 100 = 0),
    vat_rate  BIGINT,
    person_id UUID   REFERENCES person (id),
    bill_id   UUID   REFERENCES bill (id),
    PRIMARY KEY (entry, place)
);
CREATE INDEX ledger_line_by_account ON ledger_line (account, date, entry, place, amount);
CREATE INDEX ledger_line_by_vat ON ledger_line (date) WHERE vat_rate IS NOT NULL;

-- The last number given. Whoever posts holds this row until their transaction is through.
CREATE TABLE ledger_counter (
    id          BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    last_number BIGINT NOT NULL
);
INSERT INTO ledger_counter (id, last_number) VALUES (1, 0);

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the ledger is never changed'; END $$;
CREATE TRIGGER ledger_entry_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_line_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_line
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
