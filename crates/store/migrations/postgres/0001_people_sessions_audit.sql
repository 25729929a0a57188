-- Instants are integer microseconds since 1970; ids are UUIDv7.

CREATE TABLE person (
    id                UUID    NOT NULL PRIMARY KEY,
    email             TEXT    NOT NULL UNIQUE,
    password_hash     TEXT    NOT NULL,
    first_name        TEXT    NOT NULL,
    last_name         TEXT    NOT NULL,
    language          TEXT    NOT NULL CHECK (language IN ('fi', 'en')),
    worker_type       TEXT    NOT NULL CHECK (worker_type IN ('WORKER', 'ENTREPRENEUR')),
    strong_identified BOOLEAN NOT NULL,
    created_at        BIGINT  NOT NULL
);

CREATE TABLE person_role (
    person_id UUID NOT NULL REFERENCES person (id),
    role      TEXT NOT NULL CHECK (role IN ('ROLE_USER', 'ROLE_CLERK', 'ROLE_PAYROLL', 'ROLE_ADMIN')),
    PRIMARY KEY (person_id, role)
);

-- The token itself is never stored, only its SHA-256.
CREATE TABLE session (
    id           UUID   NOT NULL PRIMARY KEY,
    person_id    UUID   NOT NULL REFERENCES person (id),
    token_hash   BYTEA  NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    user_agent   TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL
);
CREATE INDEX session_by_person ON session (person_id);
CREATE INDEX session_by_expiry ON session (expires_at);

CREATE TABLE audit_event (
    number   BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at       BIGINT NOT NULL,
    actor_id UUID   REFERENCES person (id),
    action   TEXT   NOT NULL,
    subject  TEXT   NOT NULL,
    detail   TEXT   NOT NULL
);
CREATE INDEX audit_event_by_subject ON audit_event (subject, number);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'audit events are never changed'; END $$;
CREATE TRIGGER audit_event_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
