-- What a person decides about their own account, and how people come to have one.
ALTER TABLE person ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE person ADD COLUMN identified_at BIGINT;
ALTER TABLE person ADD COLUMN terms_version TEXT;
ALTER TABLE person ADD COLUMN terms_accepted_at BIGINT;
ALTER TABLE person ADD COLUMN primary_work TEXT NOT NULL DEFAULT '';
ALTER TABLE person ADD COLUMN disable_address_search BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE person ADD COLUMN picture_file UUID REFERENCES file (id);
ALTER TABLE person ADD COLUMN mail_bill_approved BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE person ADD COLUMN mail_bill_returned BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE person ADD COLUMN mail_bill_paid BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE person ADD COLUMN mail_salary_paid BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE person ADD COLUMN deletion_requested_at BIGINT;
ALTER TABLE person ADD COLUMN erased_at BIGINT;
CREATE INDEX person_by_personal_id ON person (personal_id) WHERE personal_id IS NOT NULL;
-- Whom a bank has vouched for has one account. People from before this were entered by hand.
CREATE UNIQUE INDEX person_identified_once ON person (personal_id) WHERE identified_at IS NOT NULL;
CREATE INDEX person_wants_out ON person (folded_name, id) WHERE deletion_requested_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX file_by_owner ON file (owner_id, id);

-- Somebody on the way to an account. Several may use one e-mail address; what counts is who comes to the end.
CREATE TABLE registration (
    id            UUID NOT NULL PRIMARY KEY,
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
    browser_hash  BYTEA NOT NULL UNIQUE CHECK (length(browser_hash) = 32),
    -- Whether that is another browser than the one in which the password was chosen.
    moved         BOOLEAN NOT NULL DEFAULT FALSE,
    -- SHA-256 of the token in the mail; none until the mail is written.
    token_hash    BYTEA UNIQUE CHECK (length(token_hash) = 32),
    created_at    BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL,
    CHECK (state <> 'IDENTIFIED' OR (personal_id IS NOT NULL AND first_name IS NOT NULL AND last_name IS NOT NULL))
);
CREATE INDEX registration_by_expiry ON registration (expires_at);

-- Somebody who forgot a password. Whether there is such an account is looked up later, by a job.
CREATE TABLE password_request (
    id         UUID NOT NULL PRIMARY KEY,
    email      TEXT    NOT NULL,
    created_at BIGINT NOT NULL
);

-- Links in mails. The token itself is never stored, only its SHA-256.
CREATE TABLE one_time_token (
    hash       BYTEA NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    kind       TEXT    NOT NULL CHECK (kind IN ('RESET', 'LOGIN')),
    person_id  UUID NOT NULL REFERENCES person (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at    BIGINT
);
CREATE INDEX one_time_token_by_expiry ON one_time_token (expires_at);
CREATE INDEX one_time_token_by_person ON one_time_token (person_id);

-- Somebody who was sent to the bank and is expected back.
CREATE TABLE identification (
    id              UUID NOT NULL PRIMARY KEY,
    purpose         TEXT    NOT NULL CHECK (purpose IN ('REGISTER', 'LOGIN', 'RESET')),
    state_hash      BYTEA NOT NULL UNIQUE CHECK (length(state_hash) = 32),
    -- SHA-256 of the cookie of the browser that left.
    browser_hash    BYTEA NOT NULL CHECK (length(browser_hash) = 32),
    nonce           TEXT    NOT NULL,
    pkce_verifier   TEXT    NOT NULL,
    registration_id UUID REFERENCES registration (id) ON DELETE CASCADE,
    person_id       UUID REFERENCES person (id),
    -- The link of the mail and the password that waits for the identification.
    reset_token     BYTEA CHECK (length(reset_token) = 32),
    password_hash   TEXT,
    created_at      BIGINT NOT NULL,
    expires_at      BIGINT NOT NULL,
    used_at         BIGINT,
    CHECK ((purpose = 'REGISTER') = (registration_id IS NOT NULL)),
    CHECK ((purpose = 'REGISTER') = (person_id IS NULL)),
    CHECK ((purpose = 'RESET') = (reset_token IS NOT NULL)),
    CHECK ((purpose = 'RESET') = (password_hash IS NOT NULL))
);
CREATE INDEX identification_by_expiry ON identification (expires_at);
CREATE INDEX identification_by_registration ON identification (registration_id) WHERE registration_id IS NOT NULL;
CREATE INDEX identification_by_person ON identification (person_id) WHERE person_id IS NOT NULL;

-- Browsers that somebody has logged in with, so that guessing elsewhere does not slow them down.
CREATE TABLE known_browser (
    token_hash   BYTEA NOT NULL CHECK (length(token_hash) = 32),
    person_id    UUID NOT NULL REFERENCES person (id),
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (token_hash, person_id)
);
CREATE INDEX known_browser_by_person ON known_browser (person_id);
CREATE INDEX known_browser_by_use ON known_browser (last_used_at);
