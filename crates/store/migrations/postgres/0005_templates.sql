-- Rows and texts that a worker keeps for later bills. Amounts are ten-thousandths, rates millionths.
CREATE TABLE template (
    id             UUID    NOT NULL PRIMARY KEY,
    person_id      UUID    NOT NULL REFERENCES person (id),
    kind           TEXT    NOT NULL CHECK (kind IN ('ROW', 'TEXT')),
    name           TEXT    NOT NULL,
    -- The name case-folded by the program, for ordering.
    folded_name    TEXT    COLLATE "C" NOT NULL,
    show_in_result BOOLEAN NOT NULL,
    -- Of a TEXT the text, of a ROW its destination.
    content        TEXT    NOT NULL,
    -- The rest is of a ROW alone.
    row_type       TEXT    CHECK (row_type IN ('CONTRACT', 'AMOUNT')),
    vat_rate       BIGINT,
    price          BIGINT,
    unit_price     BIGINT,
    amount         BIGINT,
    saved_at       BIGINT  NOT NULL,
    CHECK ((kind = 'ROW') = (row_type IS NOT NULL))
);
CREATE INDEX template_by_person ON template (person_id, folded_name);
