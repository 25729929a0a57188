-- What the provider has added to the statutory figures that ship with the program. Rows are added, never changed:
-- what was calculated by the figures of then is calculated again by the same ones.
CREATE TABLE figures_addition (
    -- 1, 2, 3 and so on.
    version    INTEGER NOT NULL PRIMARY KEY,
    kind       TEXT    NOT NULL CHECK (kind IN ('YEAR', 'REFERENCE_RATE')),
    -- The first day; of a reference rate that of its half-year.
    valid_from TEXT    NOT NULL,
    -- The file of the year, or the rate in per cent.
    content    TEXT    NOT NULL,
    -- Where a rate was read; a file names the source of each figure.
    source     TEXT    NOT NULL,
    -- Hash of what was shown before it was taken: the same thing is taken once.
    seal       TEXT    NOT NULL UNIQUE,
    made_at    INTEGER NOT NULL,
    made_by    BLOB    NOT NULL REFERENCES person (id)
) STRICT;
CREATE INDEX figures_addition_by_person ON figures_addition (made_by);

CREATE TRIGGER figures_addition_never_updated BEFORE UPDATE ON figures_addition
BEGIN SELECT RAISE(ABORT, 'statutory figures are never changed'); END;
CREATE TRIGGER figures_addition_never_deleted BEFORE DELETE ON figures_addition
BEGIN SELECT RAISE(ABORT, 'statutory figures are never changed'); END;

-- The newest addition, in one row that those who use the figures hold and those who add to them lock.
CREATE TABLE figures_version (
    id      INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    version INTEGER NOT NULL
) STRICT;
INSERT INTO figures_version (id, version) VALUES (1, 0);

-- The newest addition when the calculation of a run began; one for its payday that was made since is not in it.
ALTER TABLE payroll_run ADD COLUMN figures_version INTEGER NOT NULL DEFAULT 0;
