-- Who is paid, as it was when the salary was calculated: the files of an approved run follow no later change.
ALTER TABLE salary ADD COLUMN first_name TEXT NOT NULL DEFAULT '';
ALTER TABLE salary ADD COLUMN last_name TEXT NOT NULL DEFAULT '';
ALTER TABLE salary ADD COLUMN personal_id TEXT;
UPDATE salary SET first_name = (SELECT p.first_name FROM person p WHERE p.id = salary.person_id),
    last_name = (SELECT p.last_name FROM person p WHERE p.id = salary.person_id),
    personal_id = (SELECT p.personal_id FROM person p WHERE p.id = salary.person_id);

-- When the files were written, or found to have nothing in them.
ALTER TABLE payroll_run ADD COLUMN files_written_at INTEGER;
UPDATE payroll_run SET files_written_at = posted_at WHERE state = 'PAID'
    OR EXISTS (SELECT 1 FROM payroll_file f WHERE f.run_id = payroll_run.id)
    OR (state = 'POSTED' AND NOT EXISTS (SELECT 1 FROM salary s WHERE s.run_id = payroll_run.id AND NOT s.held
        AND (s.salary > 0 OR s.gross_salary > 0)));
-- The provider's settings at the approval, by which the files are written.
ALTER TABLE payroll_run ADD COLUMN settings_valid_from TEXT;
ALTER TABLE payroll_run ADD COLUMN settings_made_at INTEGER;
-- The last time that its approval was undone; while what was booked is still being reversed, unapproving is true.
ALTER TABLE payroll_run ADD COLUMN unapproving INTEGER NOT NULL DEFAULT 0 CHECK (unapproving IN (0, 1));
ALTER TABLE payroll_run ADD COLUMN unapproved_by BLOB REFERENCES person (id);
ALTER TABLE payroll_run ADD COLUMN unapproved_at INTEGER;

-- The first time that somebody fetched the file: from then on it may have left.
ALTER TABLE payroll_file ADD COLUMN fetched_by BLOB REFERENCES person (id);
ALTER TABLE payroll_file ADD COLUMN fetched_at INTEGER;
-- Whether files from before were fetched is not known, so that they count as fetched.
UPDATE payroll_file SET fetched_at = (SELECT r.files_written_at FROM payroll_run r WHERE r.id = payroll_file.run_id);

-- Numbers of slips that were given and taken back before anybody saw the slip. No other slip gets them.
CREATE TABLE voided_slip (
    number    INTEGER NOT NULL PRIMARY KEY,
    run_id    BLOB NOT NULL REFERENCES payroll_run (id),
    person_id BLOB NOT NULL REFERENCES person (id),
    -- Of the salary, whose row a new calculation removes; the ledger names it.
    salary_id BLOB NOT NULL,
    voided_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX voided_slip_by_run ON voided_slip (run_id);
CREATE INDEX voided_slip_by_person ON voided_slip (person_id);
