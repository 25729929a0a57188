-- Where a person lives and is paid, the tax cards, what the enforcement authority takes, and what the
-- provider's people need for their lists. The personal id and the account number leave the database only for
-- the person, payroll and the authorities.
ALTER TABLE person ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE person ADD COLUMN city TEXT NOT NULL DEFAULT '';
ALTER TABLE person ADD COLUMN country TEXT NOT NULL DEFAULT 'FIN';
ALTER TABLE person ADD COLUMN phone TEXT NOT NULL DEFAULT '';
ALTER TABLE person ADD COLUMN marketing_name TEXT NOT NULL DEFAULT '';
ALTER TABLE person ADD COLUMN iban TEXT;
ALTER TABLE person ADD COLUMN bic TEXT;
ALTER TABLE person ADD COLUMN personal_id TEXT;
-- Last name first, case-folded by the program, for ordering.
ALTER TABLE person ADD COLUMN folded_name TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE person SET folded_name =
    lower(replace(replace(replace(last_name || ' ' || first_name, 'Å', 'å'), 'Ä', 'ä'), 'Ö', 'ö'));
CREATE INDEX person_by_name ON person (folded_name, id);

-- The words that a person is found by, case-folded by the program.
CREATE TABLE person_word (
    person_id UUID NOT NULL REFERENCES person (id),
    word      TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (person_id, word)
);
CREATE INDEX person_word_by_word ON person_word (word, person_id);
INSERT INTO person_word (person_id, word)
    SELECT id, lower(replace(replace(replace(first_name, 'Å', 'å'), 'Ä', 'ä'), 'Ö', 'ö')) FROM person
    UNION SELECT id, lower(replace(replace(replace(last_name, 'Å', 'å'), 'Ä', 'ä'), 'Ö', 'ö')) FROM person
    UNION SELECT id, email FROM person;

-- A card waits until somebody has read its figures off the file. The newest that is valid counts.
CREATE TABLE tax_card (
    id              UUID    NOT NULL PRIMARY KEY,
    person_id       UUID    NOT NULL REFERENCES person (id),
    state           TEXT    NOT NULL CHECK (state IN ('WAITING', 'IN_USE', 'REPLACED')),
    file_id         UUID    REFERENCES file (id),
    base_rate       BIGINT,
    -- Wages of the year above which the additional rate is withheld; without it the base rate is for all.
    ceiling         BIGINT,
    additional_rate BIGINT,
    valid_from      TEXT,
    made_at         BIGINT NOT NULL,
    handled_by      UUID    REFERENCES person (id),
    handled_at      BIGINT,
    CHECK (state <> 'WAITING' OR base_rate IS NULL),
    CHECK (state <> 'IN_USE' OR base_rate IS NOT NULL),
    CHECK ((base_rate IS NULL) = (valid_from IS NULL)),
    CHECK ((base_rate IS NULL) = (handled_at IS NULL)),
    CHECK ((ceiling IS NULL) = (additional_rate IS NULL))
);
CREATE INDEX tax_card_by_person ON tax_card (person_id, valid_from);
CREATE INDEX tax_card_by_state ON tax_card (state, id);
CREATE UNIQUE INDEX tax_card_one_waiting ON tax_card (person_id) WHERE state = 'WAITING';
CREATE UNIQUE INDEX tax_card_one_in_use ON tax_card (person_id) WHERE state = 'IN_USE';
-- Until now a person had a rate alone.
INSERT INTO tax_card (id, person_id, state, base_rate, valid_from, made_at, handled_at)
    SELECT gen_random_uuid(), id, 'IN_USE', tax_rate, '2026-01-01', created_at, created_at
    FROM person WHERE tax_rate IS NOT NULL;
ALTER TABLE person DROP COLUMN tax_rate;

-- A payment order of the enforcement authority: a fixed sum a month, or by the law's table where there is none.
CREATE TABLE distraint (
    person_id     UUID    NOT NULL PRIMARY KEY REFERENCES person (id),
    fixed         BIGINT,
    dependants    BIGINT NOT NULL CHECK (dependants BETWEEN 0 AND 99),
    from_date     TEXT    NOT NULL,
    until_date    TEXT,
    receiver      TEXT    NOT NULL,
    receiver_iban TEXT    NOT NULL,
    reference     TEXT    NOT NULL,
    saved_at      BIGINT NOT NULL
);

-- Who of the provider's people has the bill, and since when it waits: the queue is read in that order.
ALTER TABLE bill ADD COLUMN taken_by UUID REFERENCES person (id);
ALTER TABLE bill ADD COLUMN queued_at BIGINT;
UPDATE bill SET queued_at = saved_at WHERE state <> 'OPEN';
CREATE INDEX bill_queue ON bill (state, queued_at, id);
CREATE INDEX bill_queue_mine ON bill (taken_by, queued_at, id) WHERE state = 'TAKEN';
CREATE INDEX bill_open_requests ON bill (queued_at, id) WHERE open_request;

-- Work planned elsewhere. Times are YYYY-MM-DDTHH:MM in Finland.
CREATE TABLE shift (
    -- The planning program's own id: what comes again under it is the same shift.
    shift_id        TEXT    NOT NULL PRIMARY KEY,
    person_id       UUID    NOT NULL REFERENCES person (id),
    starts          TEXT    NOT NULL,
    ends            TEXT    NOT NULL,
    department_key  TEXT    NOT NULL,
    department_name TEXT    NOT NULL,
    -- Names of allowances, joined by commas.
    entitled        TEXT    NOT NULL,
    imported_at     BIGINT NOT NULL,
    CHECK (starts < ends)
);
CREATE INDEX shift_by_person ON shift (person_id, starts);

-- Keys for other programs. The key itself is never stored, only its SHA-256.
CREATE TABLE api_key (
    id           UUID    NOT NULL PRIMARY KEY,
    name         TEXT    NOT NULL,
    key_hash     BYTEA   NOT NULL UNIQUE CHECK (length(key_hash) = 32),
    made_by      UUID    NOT NULL REFERENCES person (id),
    made_at      BIGINT NOT NULL,
    last_used_at BIGINT,
    ended_at     BIGINT
);

-- Codes that give who registers with them another service fee.
CREATE TABLE promo_code (
    code         TEXT    NOT NULL PRIMARY KEY,
    version      BIGINT NOT NULL,
    service_rate BIGINT NOT NULL,
    note         TEXT    NOT NULL,
    valid_from   TEXT    NOT NULL,
    valid_until  TEXT,
    most_uses    BIGINT,
    uses         BIGINT NOT NULL,
    made_at      BIGINT NOT NULL,
    CHECK (uses <= most_uses)
);

CREATE INDEX audit_event_by_actor ON audit_event (actor_id, number);
CREATE INDEX audit_event_by_moment ON audit_event (at);
