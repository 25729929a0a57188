-- Instants are integer microseconds since 1970; ids are the sixteen bytes of a UUIDv7.

CREATE TABLE person (
    id                BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    email             TEXT    NOT NULL UNIQUE,
    password_hash     TEXT    NOT NULL,
    first_name        TEXT    NOT NULL,
    last_name         TEXT    NOT NULL,
    language          TEXT    NOT NULL CHECK (language IN ('fi', 'en')),
    worker_type       TEXT    NOT NULL CHECK (worker_type IN ('WORKER', 'ENTREPRENEUR')),
    strong_identified INTEGER NOT NULL CHECK (strong_identified IN (0, 1)),
    created_at        INTEGER NOT NULL
) STRICT;

CREATE TABLE person_role (
    person_id BLOB NOT NULL REFERENCES person (id),
    role      TEXT NOT NULL CHECK (role IN ('ROLE_USER', 'ROLE_CLERK', 'ROLE_PAYROLL', 'ROLE_ADMIN')),
    PRIMARY KEY (person_id, role)
) STRICT, WITHOUT ROWID;

-- The token itself is never stored, only its SHA-256.
CREATE TABLE session (
    id           BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    person_id    BLOB    NOT NULL REFERENCES person (id),
    token_hash   BLOB    NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    user_agent   TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX session_by_person ON session (person_id);
CREATE INDEX session_by_expiry ON session (expires_at);

CREATE TABLE audit_event (
    number   INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    at       INTEGER NOT NULL,
    actor_id BLOB    REFERENCES person (id),
    action   TEXT    NOT NULL,
    subject  TEXT    NOT NULL,
    detail   TEXT    NOT NULL
) STRICT;
CREATE INDEX audit_event_by_subject ON audit_event (subject, number);

CREATE TRIGGER audit_event_never_updated BEFORE UPDATE ON audit_event
BEGIN SELECT RAISE(ABORT, 'audit events are never changed'); END;
CREATE TRIGGER audit_event_never_deleted BEFORE DELETE ON audit_event
BEGIN SELECT RAISE(ABORT, 'audit events are never changed'); END;
