-- Work that a write leaves behind: written in its transaction, done by the runners of any server.
CREATE TABLE job (
    id          BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    kind        TEXT    NOT NULL,
    -- JSON of the job with its kind.
    payload     TEXT    NOT NULL,
    -- Whoever asks for the same work with the same key makes one job.
    unique_key  TEXT    UNIQUE,
    state       TEXT    NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
    -- When it may be claimed: of a queued job its time, of a running one the end of its lease.
    run_at      INTEGER NOT NULL,
    -- How often it was claimed. Only the runner that holds the newest attempt may end it.
    attempts    INTEGER NOT NULL,
    last_error  TEXT,
    created_at  INTEGER NOT NULL,
    finished_at INTEGER,
    CHECK ((state IN ('DONE', 'FAILED')) = (finished_at IS NOT NULL))
) STRICT;
CREATE INDEX job_by_time ON job (run_at, id) WHERE finished_at IS NULL;
CREATE INDEX job_by_state ON job (state, id);
CREATE INDEX job_by_finish ON job (finished_at) WHERE state = 'DONE';

-- Content is in the object store under `blob`; the row says what it is.
CREATE TABLE file (
    id         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    purpose    TEXT    NOT NULL,
    owner_id   BLOB    REFERENCES person (id),
    name       TEXT    NOT NULL,
    media_type TEXT    NOT NULL,
    size       INTEGER NOT NULL,
    sha256     BLOB    NOT NULL CHECK (length(sha256) = 32),
    blob       TEXT    NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;

-- Content that no file names: being uploaded, or left behind by a file that was removed.
CREATE TABLE loose_blob (
    blob  TEXT    NOT NULL PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX loose_blob_by_age ON loose_blob (since);

CREATE TABLE receipt (
    id      BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    row_id  BLOB    NOT NULL REFERENCES bill_row (id),
    file_id BLOB    NOT NULL UNIQUE REFERENCES file (id),
    made_at INTEGER NOT NULL
) STRICT;
CREATE INDEX receipt_by_row ON receipt (row_id, id);

-- The provider's profile and prices, each from a day on. Rows are added, never changed.
CREATE TABLE provider_settings (
    valid_from TEXT    NOT NULL,
    made_at    INTEGER NOT NULL,
    made_by    BLOB    NOT NULL REFERENCES person (id),
    -- JSON.
    content    TEXT    NOT NULL,
    PRIMARY KEY (valid_from, made_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE mail (
    id              BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    to_address      TEXT    NOT NULL,
    subject         TEXT    NOT NULL,
    body_text       TEXT    NOT NULL,
    body_html       TEXT    NOT NULL,
    attachment_file BLOB    REFERENCES file (id),
    attachment_name TEXT,
    -- UNSURE: the server stopped while it spoke with the mail server, which may or may not have taken it.
    state           TEXT    NOT NULL CHECK (state IN ('QUEUED', 'SENDING', 'SENT', 'UNSURE', 'FAILED')),
    attempts        INTEGER NOT NULL,
    last_error      TEXT,
    created_at      INTEGER NOT NULL,
    sent_at         INTEGER,
    CHECK ((attachment_file IS NULL) = (attachment_name IS NULL)),
    CHECK ((state = 'SENT') = (sent_at IS NOT NULL))
) STRICT;
CREATE INDEX mail_to_decide ON mail (state, id) WHERE state IN ('UNSURE', 'FAILED');
