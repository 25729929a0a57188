-- Which account a file is of. Files from before have that of their payments; one without any has that of the payments
-- before it.
ALTER TABLE bank_file ADD COLUMN account TEXT;
UPDATE bank_file SET account = COALESCE(
    (SELECT MIN(p.account) FROM payment p WHERE p.bank_file_id = bank_file.id),
    (SELECT p.account FROM payment p WHERE p.created_at <= bank_file.uploaded_at ORDER BY p.id DESC LIMIT 1));
-- The bank's running number of the statement and when the bank made it: which of two statements of a day is the newer.
ALTER TABLE bank_file ADD COLUMN statement_number INTEGER;
ALTER TABLE bank_file ADD COLUMN statement_made_at INTEGER;

-- The run whose salaries the bank booked as this one sum.
ALTER TABLE payment ADD COLUMN run_id BLOB REFERENCES payroll_run (id);
CREATE INDEX payment_by_run ON payment (run_id) WHERE run_id IS NOT NULL;
-- Sums of salaries from before were not recognized: they are what a run paid, named by its payment file or of its payday.
UPDATE payment SET run_id = (SELECT r.id FROM payroll_run r WHERE r.state IN ('POSTED', 'PAID') AND NOT r.unapproving
        AND -payment.amount = (SELECT SUM(s.salary) FROM salary s
            WHERE s.run_id = r.id AND s.number IS NOT NULL AND s.salary > 0)
        AND (r.payday = payment.booking_date OR payment.batch_id LIKE
            'LIKSA-' || replace(r.payday, '-', '') || '-' || substr(lower(hex(r.id)), 21) || '%')
        ORDER BY r.id LIMIT 1)
    WHERE state = 'OUTGOING' AND end_to_end_id = '' AND divided = 0;
UPDATE payment SET run_id = NULL WHERE run_id IS NOT NULL
    AND EXISTS (SELECT 1 FROM payment p WHERE p.run_id = payment.run_id AND p.id < payment.id);
UPDATE payment SET state = 'CONFIRMED', version = version + 1 WHERE run_id IS NOT NULL;
