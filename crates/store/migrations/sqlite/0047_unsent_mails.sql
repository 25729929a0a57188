-- How many mails wait, and since when, is asked every few seconds.
CREATE INDEX mail_unsent ON mail (state, created_at) WHERE state IN ('QUEUED', 'SENDING', 'UNSURE', 'FAILED');
CREATE INDEX payroll_run_unpaid ON payroll_run (state, created_at, calculated_at, approved_at, posted_at)
    WHERE state <> 'PAID';
CREATE INDEX bank_file_by_upload ON bank_file (uploaded_at);
