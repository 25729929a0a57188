-- What a person decides about their own account, and how people come to have one.
ALTER TABLE person ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE person ADD COLUMN identified_at INTEGER;
ALTER TABLE person ADD COLUMN terms_version TEXT;
ALTER TABLE person ADD COLUMN terms_accepted_at INTEGER;
ALTER TABLE person ADD COLUMN primary_work TEXT NOT NULL DEFAULT '';
ALTER TABLE person ADD COLUMN disable_address_search INTEGER NOT NULL DEFAULT 0 CHECK (disable_address_search IN (0, 1));
ALTER TABLE person ADD COLUMN picture_file BLOB REFERENCES file (id);
ALTER TABLE person ADD COLUMN mail_bill_approved INTEGER NOT NULL DEFAULT 1 CHECK (mail_bill_approved IN (0, 1));
ALTER TABLE person ADD COLUMN mail_bill_returned INTEGER NOT NULL DEFAULT 1 CHECK (mail_bill_returned IN (0, 1));
ALTER TABLE person ADD COLUMN mail_bill_paid INTEGER NOT NULL DEFAULT 1 CHECK (mail_bill_paid IN (0, 1));
ALTER TABLE person ADD COLUMN mail_salary_paid INTEGER NOT NULL DEFAULT 1 CHECK (mail_salary_paid IN (0, 1));
ALTER TABLE person ADD COLUMN deletion_requested_at INTEGER;
ALTER TABLE person ADD COLUMN erased_at INTEGER;
CREATE INDEX person_by_personal_id ON person (personal_id) WHERE personal_id IS NOT NULL;
-- Whom a bank has vouched for has one account. People from before this were entered by hand.
CREATE UNIQUE INDEX person_identified_once ON person (personal_id) WHERE identified_at IS NOT NULL;
CREATE INDEX person_wants_out ON person (folded_name, id) WHERE deletion_requested_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX file_by_owner ON file (owner_id, id);

-- Somebody on the way to an account. Several may use one e-mail address; what counts is who comes to the end.
CREATE TABLE registration (
    id            BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    email         TEXT    NOT NULL,
    phone         TEXT    NOT NULL,
    address       TEXT    NOT NULL,
    postal_code   TEXT    NOT NULL,
    password_hash TEXT    NOT NULL,
    promo_code    TEXT,
    language      TEXT    NOT NULL CHECK (language IN ('fi', 'en')),
    state         TEXT    NOT NULL CHECK (state IN ('STARTED', 'IDENTIFIED', 'DONE')),
    -- What the bank told.
    personal_id   TEXT,
    first_name    TEXT,
    last_name     TEXT,
    -- SHA-256 of the cookie of the browser that may go on.
    browser_hash  BLOB    NOT NULL UNIQUE CHECK (length(browser_hash) = 32),
    -- Whether that is another browser than the one in which the password was chosen.
    moved         INTEGER NOT NULL DEFAULT 0 CHECK (moved IN (0, 1)),
    -- SHA-256 of the token in the mail; none until the mail is written.
    token_hash    BLOB    UNIQUE CHECK (length(token_hash) = 32),
    created_at    INTEGER NOT NULL,
    expires_at    INTEGER NOT NULL,
    CHECK (state <> 'IDENTIFIED' OR (personal_id IS NOT NULL AND first_name IS NOT NULL AND last_name IS NOT NULL))
) STRICT;
CREATE INDEX registration_by_expiry ON registration (expires_at);

-- Somebody who forgot a password. Whether there is such an account is looked up later, by a job.
CREATE TABLE password_request (
    id         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    email      TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

-- Links in mails. The token itself is never stored, only its SHA-256.
CREATE TABLE one_time_token (
    hash       BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    kind       TEXT    NOT NULL CHECK (kind IN ('RESET', 'LOGIN')),
    person_id  BLOB    NOT NULL REFERENCES person (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at    INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX one_time_token_by_expiry ON one_time_token (expires_at);
CREATE INDEX one_time_token_by_person ON one_time_token (person_id);

-- Somebody who was sent to the bank and is expected back.
CREATE TABLE identification (
    id              BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    purpose         TEXT    NOT NULL CHECK (purpose IN ('REGISTER', 'LOGIN', 'RESET')),
    state_hash      BLOB    NOT NULL UNIQUE CHECK (length(state_hash) = 32),
    -- SHA-256 of the cookie of the browser that left.
    browser_hash    BLOB    NOT NULL CHECK (length(browser_hash) = 32),
    nonce           TEXT    NOT NULL,
    pkce_verifier   TEXT    NOT NULL,
    registration_id BLOB    REFERENCES registration (id) ON DELETE CASCADE,
    person_id       BLOB    REFERENCES person (id),
    -- The link of the mail and the password that waits for the identification.
    reset_token     BLOB    CHECK (length(reset_token) = 32),
    password_hash   TEXT,
    created_at      INTEGER NOT NULL,
    expires_at      INTEGER NOT NULL,
    used_at         INTEGER,
    CHECK ((purpose = 'REGISTER') = (registration_id IS NOT NULL)),
    CHECK ((purpose = 'REGISTER') = (person_id IS NULL)),
    CHECK ((purpose = 'RESET') = (reset_token IS NOT NULL)),
    CHECK ((purpose = 'RESET') = (password_hash IS NOT NULL))
) STRICT;
CREATE INDEX identification_by_expiry ON identification (expires_at);
CREATE INDEX identification_by_registration ON identification (registration_id) WHERE registration_id IS NOT NULL;
CREATE INDEX identification_by_person ON identification (person_id) WHERE person_id IS NOT NULL;

-- Browsers that somebody has logged in with, so that guessing elsewhere does not slow them down.
CREATE TABLE known_browser (
    token_hash   BLOB    NOT NULL CHECK (length(token_hash) = 32),
    person_id    BLOB    NOT NULL REFERENCES person (id),
    last_used_at INTEGER NOT NULL,
    PRIMARY KEY (token_hash, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_browser_by_person ON known_browser (person_id);
CREATE INDEX known_browser_by_use ON known_browser (last_used_at);
