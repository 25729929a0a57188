-- Customers of all workers. A record is never changed, so that a bill keeps the customer it was sent to: an
-- edit makes a new record, and every older one of the line says which is the live one.
CREATE TABLE customer (
    id               UUID    NOT NULL PRIMARY KEY,
    maker_id         UUID    NOT NULL REFERENCES person (id),
    version          BIGINT  NOT NULL,
    -- Deferred: the old record is retired before the new one takes its place in customer_by_identity.
    replaced_by      UUID    REFERENCES customer (id) DEFERRABLE INITIALLY DEFERRED,
    -- What a company is known by; no two live ones have the same. NULL for private persons.
    identity         TEXT,
    role             TEXT    NOT NULL CHECK (role IN ('COMPANY', 'CUSTOMER')),
    name             TEXT    NOT NULL,
    -- The name case-folded by the program, for ordering and search, byte by byte as SQLite does.
    folded_name      TEXT    COLLATE "C" NOT NULL,
    organization     TEXT    NOT NULL,
    business_id      TEXT    NOT NULL,
    vat_number       TEXT    NOT NULL,
    -- Stands in the live record alone and leaves the database only for authorities.
    personal_id      TEXT,
    einvoice_address TEXT    NOT NULL,
    operator         TEXT    NOT NULL,
    send_method      TEXT    NOT NULL CHECK (send_method IN ('PAPERBILL', 'EMAIL', 'EBILL')),
    payment_days     BIGINT  NOT NULL CHECK (payment_days BETWEEN 1 AND 31),
    reference        TEXT    NOT NULL,
    address          TEXT    NOT NULL,
    postal_code      TEXT    NOT NULL,
    city             TEXT    NOT NULL,
    country          TEXT    NOT NULL,
    phone            TEXT    NOT NULL,
    email            TEXT    NOT NULL,
    email2           TEXT    NOT NULL,
    -- JSON lists.
    cost_units       TEXT    NOT NULL,
    people           TEXT    NOT NULL,
    created_at       BIGINT  NOT NULL,
    CHECK ((role = 'COMPANY') = (identity IS NOT NULL))
);
CREATE UNIQUE INDEX customer_by_identity ON customer (identity) WHERE replaced_by IS NULL;
CREATE INDEX customer_by_replacement ON customer (replaced_by);

-- The words that a live customer is found by, case-folded by the program.
CREATE TABLE customer_word (
    customer_id UUID NOT NULL REFERENCES customer (id),
    word        TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (customer_id, word)
);
CREATE INDEX customer_word_by_word ON customer_word (word, customer_id);

-- Each worker's own list.
CREATE TABLE saved_customer (
    person_id   UUID    NOT NULL REFERENCES person (id),
    customer_id UUID    NOT NULL REFERENCES customer (id),
    saved_at    BIGINT  NOT NULL,
    PRIMARY KEY (person_id, customer_id)
);
CREATE INDEX saved_customer_by_customer ON saved_customer (customer_id, person_id);
