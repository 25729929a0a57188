-- Bills that are printed together. The file is made by a job; until then there is none.
CREATE TABLE print_batch (
    id      BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    made_by BLOB    NOT NULL REFERENCES person (id),
    made_at INTEGER NOT NULL,
    bills   INTEGER NOT NULL,
    file_id BLOB    REFERENCES file (id)
) STRICT;

-- How each bill went, or goes, to its customer. One bill is delivered once.
CREATE TABLE delivery (
    id            BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    bill_id       BLOB    NOT NULL UNIQUE REFERENCES bill (id),
    method        TEXT    NOT NULL CHECK (method IN ('PAPERBILL', 'EMAIL', 'EBILL')),
    state         TEXT    NOT NULL CHECK (state IN ('QUEUED', 'TO_PRINT', 'SENT', 'FAILED', 'UNSURE')),
    -- Of the mail or the e-invoice; empty on paper.
    address       TEXT    NOT NULL,
    -- What was sent, byte for byte.
    pdf_file      BLOB    REFERENCES file (id),
    finvoice_file BLOB    REFERENCES file (id),
    ubl_file      BLOB    REFERENCES file (id),
    mail_id       BLOB    UNIQUE REFERENCES mail (id),
    batch_id      BLOB    REFERENCES print_batch (id),
    last_error    TEXT,
    created_at    INTEGER NOT NULL,
    sent_at       INTEGER,
    CHECK ((state = 'SENT') = (sent_at IS NOT NULL))
) STRICT;
CREATE INDEX delivery_by_state ON delivery (state, id);
CREATE INDEX delivery_by_batch ON delivery (batch_id, id) WHERE batch_id IS NOT NULL;
