-- Shares: what workers give others of their bills.
CREATE TABLE share (
    id             UUID    NOT NULL PRIMARY KEY,
    bill_id        UUID    NOT NULL REFERENCES bill (id),
    -- The subcontractor.
    person_id      UUID    NOT NULL REFERENCES person (id),
    version        BIGINT  NOT NULL,
    state          TEXT    NOT NULL CHECK (state IN ('OPEN', 'WAITING_SUBCONTRACTOR', 'DECLINED', 'APPROVED')),
    date           TEXT    NOT NULL,
    -- VAT-free. A share by per cent has a sum once it was sent to the subcontractor.
    amount         BIGINT  CHECK (amount > 0),
    percent        BIGINT  CHECK (percent > 0),
    description    TEXT    NOT NULL,
    -- Why it was declined.
    reason         TEXT    NOT NULL,
    -- A share is in one salary at most: that is what keeps it from being paid twice.
    salary_id      UUID    REFERENCES salary (id),
    -- What the subcontractor was shown when approving it.
    estimate       BIGINT,
    shown_estimate TEXT,
    created_at     BIGINT  NOT NULL,
    changed_at     BIGINT  NOT NULL,
    CHECK (amount IS NOT NULL OR percent IS NOT NULL),
    CHECK (amount IS NOT NULL OR state = 'OPEN')
);
CREATE INDEX share_by_bill ON share (bill_id, id);
CREATE INDEX share_by_person ON share (person_id, id);
CREATE INDEX share_by_salary ON share (salary_id) WHERE salary_id IS NOT NULL;
CREATE INDEX share_waiting ON share (person_id, id) WHERE state = 'APPROVED' AND salary_id IS NULL;

-- What a credit note takes of each share of its bill.
CREATE TABLE share_credit (
    credit_note_id UUID    NOT NULL REFERENCES bill (id),
    share_id       UUID    NOT NULL REFERENCES share (id),
    amount         BIGINT  NOT NULL CHECK (amount > 0),
    PRIMARY KEY (credit_note_id, share_id)
);
CREATE INDEX share_credit_by_share ON share_credit (share_id);

-- The part of the contracting that is the provider's, and what others gave of their bills.
ALTER TABLE salary ADD COLUMN commission BIGINT NOT NULL DEFAULT 0;
ALTER TABLE salary ADD COLUMN shares_received BIGINT NOT NULL DEFAULT 0;

-- A credit note takes back a part of several salaries: of the contractor's and of those that the shares are in.
ALTER TABLE salary_taken_back ADD COLUMN commission BIGINT NOT NULL DEFAULT 0;
ALTER TABLE salary_taken_back ADD COLUMN shares_received BIGINT NOT NULL DEFAULT 0;
ALTER TABLE salary_taken_back DROP CONSTRAINT salary_taken_back_pkey;
ALTER TABLE salary_taken_back ADD PRIMARY KEY (credit_note_id, salary_id);
DROP INDEX salary_taken_back_by_time;
CREATE INDEX salary_taken_back_by_time ON salary_taken_back (made_at, salary_id);

-- Each of their workers owes a part.
ALTER TABLE recovery DROP CONSTRAINT recovery_bill_id_key;
ALTER TABLE recovery ADD UNIQUE (bill_id, person_id);
