-- Amounts are ten-thousandths of a euro, quantities ten-thousandths of one, rates millionths; dates are
-- YYYY-MM-DD and times HH:MM.

CREATE TABLE bill (
    id                          BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    person_id                   BLOB NOT NULL REFERENCES person (id),
    version                     INTEGER NOT NULL,
    state                       TEXT NOT NULL
        CHECK (state IN ('OPEN', 'PENDING', 'TAKEN', 'APPROVED', 'CLOSED', 'PAID', 'HYVITETTY')),
    -- The place of the state in the lists, so that they are read in order from an index.
    section                     INTEGER NOT NULL CHECK (section BETWEEN 0 AND 4),
    open_request                INTEGER NOT NULL CHECK (open_request IN (0, 1)),
    -- Given when the bill goes to the customer: without gaps, never twice.
    number                      INTEGER UNIQUE,
    customer_id                 BLOB REFERENCES customer (id),
    credit_of                   BLOB UNIQUE REFERENCES bill (id),
    correction_of               BLOB REFERENCES bill (id),
    language                    TEXT NOT NULL CHECK (language IN ('fin', 'eng')),
    billing_date                TEXT,
    due_date                    TEXT,
    vat_rate                    INTEGER NOT NULL,
    vat_zero_reason             INTEGER CHECK (vat_zero_reason BETWEEN 1 AND 10),
    reverse_vat                 INTEGER NOT NULL CHECK (reverse_vat IN (0, 1)),
    bill_reimbursements         INTEGER NOT NULL CHECK (bill_reimbursements IN (0, 1)),
    separate_reimbursements     INTEGER NOT NULL CHECK (separate_reimbursements IN (0, 1)),
    construction_reimbursements INTEGER NOT NULL CHECK (construction_reimbursements IN (0, 1)),
    left_out_from_home          INTEGER NOT NULL CHECK (left_out_from_home IN (0, 1)),
    specification               TEXT NOT NULL,
    customer_reference          TEXT NOT NULL,
    text                        TEXT NOT NULL,
    -- Reckoned from the rows at each save, for the lists.
    total                       INTEGER NOT NULL,
    total_with_vat              INTEGER NOT NULL,
    salary_rate                 INTEGER NOT NULL,
    found_by                    TEXT NOT NULL,
    saved_at                    INTEGER NOT NULL
) STRICT;
-- One list from the first section on, one from the last on, each with the newest bill first.
CREATE INDEX bill_open_first ON bill (person_id, section, id DESC);
CREATE INDEX bill_closed_first ON bill (person_id, section, id);
CREATE INDEX bill_by_customer ON bill (customer_id);
CREATE INDEX bill_by_correction ON bill (correction_of);

CREATE TABLE bill_row (
    id                BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    bill_id           BLOB NOT NULL REFERENCES bill (id),
    place             INTEGER NOT NULL,
    collapsed         INTEGER NOT NULL CHECK (collapsed IN (0, 1)),
    row_date          TEXT,
    destination       TEXT NOT NULL,
    vat_rate          INTEGER NOT NULL,
    pricing           TEXT NOT NULL CHECK (pricing IN ('CONTRACT', 'AMOUNT')),
    -- Of a CONTRACT row.
    price             INTEGER,
    -- Of an AMOUNT row.
    unit_price        INTEGER,
    amount            INTEGER,
    shift_start_date  TEXT,
    shift_start_time  TEXT,
    shift_end_date    TEXT,
    shift_end_time    TEXT,
    departure_date    TEXT,
    departure_time    TEXT,
    homecoming_date   TEXT,
    homecoming_time   TEXT,
    kilometers        INTEGER NOT NULL,
    vehicle           INTEGER NOT NULL CHECK (vehicle BETWEEN 0 AND 7),
    register_number   TEXT NOT NULL,
    address_start     TEXT NOT NULL,
    -- One a line.
    way_points        TEXT NOT NULL,
    address_stop      TEXT NOT NULL,
    round_trip        INTEGER NOT NULL CHECK (round_trip IN (0, 1)),
    overnight         INTEGER NOT NULL CHECK (overnight IN (0, 1)),
    travel_minutes    INTEGER NOT NULL,
    work_minutes      INTEGER NOT NULL,
    abroad            INTEGER NOT NULL CHECK (abroad IN (0, 1)),
    full_days         INTEGER NOT NULL,
    partial_days      INTEGER NOT NULL,
    meals             INTEGER NOT NULL,
    foreign_allowance INTEGER NOT NULL
) STRICT;
CREATE INDEX bill_row_by_bill ON bill_row (bill_id, place);

-- What the receipts of a row sum up to, by what it was for and the VAT on them.
CREATE TABLE bill_expense (
    row_id BLOB NOT NULL REFERENCES bill_row (id),
    kind   TEXT NOT NULL CHECK (kind IN ('hotel', 'travel', 'other')),
    class  INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (row_id, kind, class)
) STRICT, WITHOUT ROWID;

-- The last number given. Whoever takes the next holds this row until their transaction is through.
CREATE TABLE bill_counter (
    id          INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    last_number INTEGER NOT NULL
) STRICT;
INSERT INTO bill_counter (id, last_number) VALUES (1, 1000);
