-- Amounts are ten-thousandths of a euro, quantities ten-thousandths of one, rates millionths; dates are
-- YYYY-MM-DD and times HH:MM.

CREATE TABLE bill (
    id                          UUID NOT NULL PRIMARY KEY,
    person_id                   UUID NOT NULL REFERENCES person (id),
    version                     BIGINT NOT NULL,
    state                       TEXT NOT NULL
        CHECK (state IN ('OPEN', 'PENDING', 'TAKEN', 'APPROVED', 'CLOSED', 'PAID', 'HYVITETTY')),
    -- The place of the state in the lists, so that they are read in order from an index.
    section                     BIGINT NOT NULL CHECK (section BETWEEN 0 AND 4),
    open_request                BOOLEAN NOT NULL,
    -- Given when the bill goes to the customer: without gaps, never twice.
    number                      BIGINT UNIQUE,
    customer_id                 UUID REFERENCES customer (id),
    credit_of                   UUID UNIQUE REFERENCES bill (id),
    correction_of               UUID REFERENCES bill (id),
    language                    TEXT NOT NULL CHECK (language IN ('fin', 'eng')),
    billing_date                TEXT,
    due_date                    TEXT,
    vat_rate                    BIGINT NOT NULL,
    vat_zero_reason             BIGINT CHECK (vat_zero_reason BETWEEN 1 AND 10),
    reverse_vat                 BOOLEAN NOT NULL,
    bill_reimbursements         BOOLEAN NOT NULL,
    separate_reimbursements     BOOLEAN NOT NULL,
    construction_reimbursements BOOLEAN NOT NULL,
    left_out_from_home          BOOLEAN NOT NULL,
    specification               TEXT NOT NULL,
    customer_reference          TEXT NOT NULL,
    text                        TEXT NOT NULL,
    -- Reckoned from the rows at each save, for the lists.
    total                       BIGINT NOT NULL,
    total_with_vat              BIGINT NOT NULL,
    salary_rate                 BIGINT NOT NULL,
    found_by                    TEXT NOT NULL,
    saved_at                    BIGINT NOT NULL
);
-- One list from the first section on, one from the last on, each with the newest bill first.
CREATE INDEX bill_open_first ON bill (person_id, section, id DESC);
CREATE INDEX bill_closed_first ON bill (person_id, section, id);
CREATE INDEX bill_by_customer ON bill (customer_id);
CREATE INDEX bill_by_correction ON bill (correction_of);

CREATE TABLE bill_row (
    id                UUID NOT NULL PRIMARY KEY,
    bill_id           UUID NOT NULL REFERENCES bill (id),
    place             BIGINT NOT NULL,
    collapsed         BOOLEAN NOT NULL,
    row_date          TEXT,
    destination       TEXT NOT NULL,
    vat_rate          BIGINT NOT NULL,
    pricing           TEXT NOT NULL CHECK (pricing IN ('CONTRACT', 'AMOUNT')),
    -- Of a CONTRACT row.
    price             BIGINT,
    -- Of an AMOUNT row.
    unit_price        BIGINT,
    amount            BIGINT,
    shift_start_date  TEXT,
    shift_start_time  TEXT,
    shift_end_date    TEXT,
    shift_end_time    TEXT,
    departure_date    TEXT,
    departure_time    TEXT,
    homecoming_date   TEXT,
    homecoming_time   TEXT,
    kilometers        BIGINT NOT NULL,
    vehicle           BIGINT NOT NULL CHECK (vehicle BETWEEN 0 AND 7),
    register_number   TEXT NOT NULL,
    address_start     TEXT NOT NULL,
    -- One a line.
    way_points        TEXT NOT NULL,
    address_stop      TEXT NOT NULL,
    round_trip        BOOLEAN NOT NULL,
    overnight         BOOLEAN NOT NULL,
    travel_minutes    BIGINT NOT NULL,
    work_minutes      BIGINT NOT NULL,
    abroad            BOOLEAN NOT NULL,
    full_days         BIGINT NOT NULL,
    partial_days      BIGINT NOT NULL,
    meals             BIGINT NOT NULL,
    foreign_allowance BIGINT NOT NULL
);
CREATE INDEX bill_row_by_bill ON bill_row (bill_id, place);

-- What the receipts of a row sum up to, by what it was for and the VAT on them.
CREATE TABLE bill_expense (
    row_id UUID NOT NULL REFERENCES bill_row (id),
    kind   TEXT NOT NULL CHECK (kind IN ('hotel', 'travel', 'other')),
    class  BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (row_id, kind, class)
);

-- The last number given. Whoever takes the next holds this row until their transaction is through.
CREATE TABLE bill_counter (
    id          BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    last_number BIGINT NOT NULL
);
INSERT INTO bill_counter (id, last_number) VALUES (1, 1000);
