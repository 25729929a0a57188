-- Bills that are printed together. The file is made by a job; until then there is none.
CREATE TABLE print_batch (
    id      UUID   NOT NULL PRIMARY KEY,
    made_by UUID   NOT NULL REFERENCES person (id),
    made_at BIGINT NOT NULL,
    bills   BIGINT NOT NULL,
    file_id UUID   REFERENCES file (id)
);

-- How each bill went, or goes, to its customer. One bill is delivered once.
CREATE TABLE delivery (
    id            UUID   NOT NULL PRIMARY KEY,
    bill_id       UUID   NOT NULL UNIQUE REFERENCES bill (id),
    method        TEXT   NOT NULL CHECK (method IN ('PAPERBILL', 'EMAIL', 'EBILL')),
    state         TEXT   NOT NULL CHECK (state IN ('QUEUED', 'TO_PRINT', 'SENT', 'FAILED', 'UNSURE')),
    -- Of the mail or the e-invoice; empty on paper.
    address       TEXT   NOT NULL,
    -- What was sent, byte for byte.
    pdf_file      UUID   REFERENCES file (id),
    finvoice_file UUID   REFERENCES file (id),
    ubl_file      UUID   REFERENCES file (id),
    mail_id       UUID   UNIQUE REFERENCES mail (id),
    batch_id      UUID   REFERENCES print_batch (id),
    last_error    TEXT,
    created_at    BIGINT NOT NULL,
    sent_at       BIGINT,
    CHECK ((state = 'SENT') = (sent_at IS NOT NULL))
);
CREATE INDEX delivery_by_state ON delivery (state, id);
CREATE INDEX delivery_by_batch ON delivery (batch_id, id) WHERE batch_id IS NOT NULL;
