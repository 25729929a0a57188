-- Rows and texts that a worker keeps for later bills. Amounts are ten-thousandths, rates millionths.
CREATE TABLE template (
    id             BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    person_id      BLOB    NOT NULL REFERENCES person (id),
    kind           TEXT    NOT NULL CHECK (kind IN ('ROW', 'TEXT')),
    name           TEXT    NOT NULL,
    -- The name case-folded by the program, for ordering.
    folded_name    TEXT    NOT NULL,
    show_in_result INTEGER NOT NULL CHECK (show_in_result IN (0, 1)),
    -- Of a TEXT the text, of a ROW its destination.
    content        TEXT    NOT NULL,
    -- The rest is of a ROW alone.
    row_type       TEXT    CHECK (row_type IN ('CONTRACT', 'AMOUNT')),
    vat_rate       INTEGER,
    price          INTEGER,
    unit_price     INTEGER,
    amount         INTEGER,
    saved_at       INTEGER NOT NULL,
    CHECK ((kind = 'ROW') = (row_type IS NOT NULL))
) STRICT;
CREATE INDEX template_by_person ON template (person_id, folded_name);
