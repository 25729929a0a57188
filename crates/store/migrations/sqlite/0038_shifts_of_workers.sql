-- Shifts that workers add, with the trip and the allowances that they claim. What planning gave to another worker stays
-- with the first one where a bill has it.
CREATE TABLE shift_of_worker (
    person_id         BLOB    NOT NULL REFERENCES person (id),
    -- The planning program's own id: what comes again under it is the same shift.
    shift_id          TEXT    NOT NULL,
    version           INTEGER NOT NULL,
    origin            TEXT    NOT NULL CHECK (origin IN ('PLANNING', 'OWN')),
    given_away        INTEGER NOT NULL CHECK (given_away IN (0, 1)),
    starts            TEXT    NOT NULL,
    ends              TEXT    NOT NULL,
    department_key    TEXT    NOT NULL,
    department_name   TEXT    NOT NULL,
    -- Names of allowances, joined by commas.
    entitled          TEXT    NOT NULL,
    departure_date    TEXT,
    departure_time    TEXT,
    homecoming_date   TEXT,
    homecoming_time   TEXT,
    kilometers        INTEGER NOT NULL,
    vehicle           INTEGER NOT NULL CHECK (vehicle BETWEEN 0 AND 7),
    register_number   TEXT    NOT NULL,
    address_start     TEXT    NOT NULL,
    address_stop      TEXT    NOT NULL,
    -- Whether the worker has chosen what to claim.
    claims_chosen     INTEGER NOT NULL CHECK (claims_chosen IN (0, 1)),
    full_days         INTEGER NOT NULL,
    partial_days      INTEGER NOT NULL,
    meals             INTEGER NOT NULL,
    foreign_allowance INTEGER NOT NULL,
    changed_at        INTEGER NOT NULL,
    PRIMARY KEY (person_id, shift_id),
    CHECK (starts < ends)
) STRICT, WITHOUT ROWID;
INSERT INTO shift_of_worker
SELECT person_id, shift_id, 1, 'PLANNING', 0, starts, ends, department_key, department_name, entitled, NULL, NULL, NULL,
    NULL, 0, 0, '', '', '', 0, 0, 0, 0, 0, imported_at
FROM shift;
DROP TABLE shift;
ALTER TABLE shift_of_worker RENAME TO shift;
CREATE INDEX shift_by_person ON shift (person_id, starts);
-- A shift is one worker's at a time.
CREATE UNIQUE INDEX shift_of_one_worker ON shift (shift_id) WHERE given_away = 0;
