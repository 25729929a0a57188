-- What cannot be calculated is NULL, never zero.
ALTER TABLE bill ALTER COLUMN salary_rate DROP NOT NULL;
ALTER TABLE bill ALTER COLUMN estimate DROP NOT NULL, ALTER COLUMN estimate DROP DEFAULT;
ALTER TABLE salary ALTER COLUMN estimate DROP NOT NULL;
ALTER TABLE bill ADD COLUMN no_totals BOOLEAN NOT NULL DEFAULT FALSE;
-- A draft with a sum was given a salary of zero only where none could be calculated.
UPDATE bill SET salary_rate = NULL, estimate = NULL
WHERE state = 'OPEN' AND total <> 0 AND salary_rate = 0 AND estimate = 0;
-- The whole estimate that the worker was shown when sending the bill, as JSON: it is read only to explain a salary that
-- differs. Bills that were sent before have their sum alone.
ALTER TABLE bill ADD COLUMN shown_estimate TEXT;

-- What a worker was told to be missing for a salary of a run: each thing once, however often the run is calculated.
CREATE TABLE salary_need (
    run_id    UUID NOT NULL REFERENCES payroll_run (id),
    person_id UUID NOT NULL REFERENCES person (id),
    need      TEXT NOT NULL,
    told_at   BIGINT NOT NULL,
    PRIMARY KEY (run_id, person_id, need)
);
CREATE INDEX salary_need_by_person ON salary_need (person_id);
