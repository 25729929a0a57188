-- What cannot be calculated is NULL, never zero.
ALTER TABLE bill ADD COLUMN known_salary_rate INTEGER;
UPDATE bill SET known_salary_rate = salary_rate;
ALTER TABLE bill DROP COLUMN salary_rate;
ALTER TABLE bill RENAME COLUMN known_salary_rate TO salary_rate;
ALTER TABLE bill ADD COLUMN known_estimate INTEGER;
UPDATE bill SET known_estimate = estimate;
ALTER TABLE bill DROP COLUMN estimate;
ALTER TABLE bill RENAME COLUMN known_estimate TO estimate;
ALTER TABLE salary ADD COLUMN known_estimate INTEGER;
UPDATE salary SET known_estimate = estimate;
ALTER TABLE salary DROP COLUMN estimate;
ALTER TABLE salary RENAME COLUMN known_estimate TO estimate;
ALTER TABLE bill ADD COLUMN no_totals INTEGER NOT NULL DEFAULT 0 CHECK (no_totals IN (0, 1));
-- A draft with a sum was given a salary of zero only where none could be calculated.
UPDATE bill SET salary_rate = NULL, estimate = NULL
WHERE state = 'OPEN' AND total <> 0 AND salary_rate = 0 AND estimate = 0;
-- The whole estimate that the worker was shown when sending the bill, as JSON: it is read only to explain a salary that
-- differs. Bills that were sent before have their sum alone.
ALTER TABLE bill ADD COLUMN shown_estimate TEXT;

-- What a worker was told to be missing for a salary of a run: each thing once, however often the run is calculated.
CREATE TABLE salary_need (
    run_id    BLOB    NOT NULL REFERENCES payroll_run (id),
    person_id BLOB    NOT NULL REFERENCES person (id),
    need      TEXT NOT NULL,
    told_at   INTEGER NOT NULL,
    PRIMARY KEY (run_id, person_id, need)
) STRICT, WITHOUT ROWID;
CREATE INDEX salary_need_by_person ON salary_need (person_id);
