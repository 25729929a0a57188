-- The state first: else SQLite takes the index of the queue, which holds the paid bills of all workers.
DROP INDEX bill_payable;
CREATE INDEX bill_payable ON bill (state, person_id, id, credited_amount, estimate, paid_amount, salary_id, credit_of)
    WHERE state = 'PAID' AND salary_id IS NULL AND credit_of IS NULL;
