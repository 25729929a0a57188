-- Runs that were approved before what workers owe was taken at the approval, and that are not booked: nothing was taken,
-- so that the next run would reduce the salaries by the same debts again. Where nothing of a run is booked, it is
-- calculated and approved again.
CREATE TEMPORARY TABLE untaken AS
    SELECT s.id AS salary_id, s.run_id, s.person_id, s.reductions FROM salary s
    JOIN payroll_run r ON r.id = s.run_id AND r.state = 'APPROVED' AND NOT r.unapproving
    WHERE NOT s.held AND s.number IS NULL AND s.reductions > 0
    AND NOT EXISTS (SELECT 1 FROM recovery_part p WHERE p.salary_id = s.id);
CREATE TEMPORARY TABLE not_begun AS
    SELECT DISTINCT u.run_id FROM untaken u
    WHERE NOT EXISTS (SELECT 1 FROM salary s WHERE s.run_id = u.run_id AND s.number IS NOT NULL);
UPDATE refund SET run_id = NULL WHERE state = 'WAITING' AND run_id IN (SELECT run_id FROM not_begun);
UPDATE payroll_run SET state = 'CALCULATED', approved_by = NULL, approved_at = NULL, settings_valid_from = NULL,
    settings_made_at = NULL, unapproved_at = calculated_at WHERE id IN (SELECT run_id FROM not_begun);
-- Where some salaries of a run have their numbers, the others are booked too: what they are reduced by is taken now, from
-- the oldest debt first.
CREATE TEMPORARY TABLE taken_now AS
    SELECT recovery_id, salary_id,
        CASE WHEN remaining < reductions - earlier THEN remaining ELSE reductions - earlier END AS amount
    FROM (SELECT r.id AS recovery_id, u.salary_id, r.remaining, u.reductions,
            SUM(r.remaining) OVER (PARTITION BY u.salary_id ORDER BY r.id) - r.remaining AS earlier
        FROM untaken u JOIN recovery r ON r.person_id = u.person_id AND r.remaining > 0
        WHERE u.run_id NOT IN (SELECT run_id FROM not_begun)) owed
    WHERE earlier < reductions;
INSERT INTO recovery_part (recovery_id, salary_id, amount) SELECT recovery_id, salary_id, amount FROM taken_now;
UPDATE recovery SET remaining = remaining - (SELECT SUM(t.amount) FROM taken_now t WHERE t.recovery_id = recovery.id)
    WHERE id IN (SELECT recovery_id FROM taken_now);
DROP TABLE taken_now;
DROP TABLE not_begun;
DROP TABLE untaken;

-- What credit notes took back before it was stored by itself: its amounts as the ledger has them. What the ledger has on
-- one account for two columns is in the first, and what it does not have is nothing. No slip shows it in its year.
INSERT INTO salary_taken_back (credit_note_id, salary_id, place, person_id, payday, made_at, after_number, amount,
    total_billing_without_vat, total_billing, service_fee, contracting, tax_amount, health_insurance, employer_tyel,
    employer_unemployment, accident_insurance, group_life, yel, distraint, rounding, salary,
    total_reimbursements, billable_amount_to_be_paid, gross_salary, holiday_compensation, employer_costs, tyel_wage,
    tyel_base, employee_cost, tyel, unemployment, reductions, reductions_left, net, paid_kilometers, paid_days, paid_meals,
    paid_foreign, paid_expenses, kilometers, full_days, partial_days, meals, report)
SELECT n.id, s.id,
    COALESCE((SELECT MAX(k.place) FROM salary_taken_back k WHERE k.salary_id = s.id), 0)
        + ROW_NUMBER() OVER (PARTITION BY s.id ORDER BY b.entry),
    n.person_id, s.payday, b.made_at, 9223372036854775807, b.awaiting, b.awaiting, n.total_with_vat, b.fee, b.contracting,
    b.tax, b.health, b.tyel, b.unemployment, b.accident, b.life, b.yel, b.distraint, b.rounding, b.owed,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 'NONE'
FROM (SELECT e.number AS entry, e.made_at, l.bill_id,
        CAST(SUM(CASE WHEN l.account = 2960 THEN l.amount ELSE 0 END) AS BIGINT) AS awaiting,
        CAST(SUM(CASE WHEN l.account = 3000 THEN -l.amount ELSE 0 END) AS BIGINT) AS fee,
        CAST(SUM(CASE WHEN l.account = 2965 THEN -l.amount ELSE 0 END) AS BIGINT) AS contracting,
        CAST(SUM(CASE WHEN l.account = 2921 THEN -l.amount ELSE 0 END) AS BIGINT) AS tax,
        CAST(SUM(CASE WHEN l.account = 2922 THEN -l.amount ELSE 0 END) AS BIGINT) AS health,
        CAST(SUM(CASE WHEN l.account = 2923 THEN -l.amount ELSE 0 END) AS BIGINT) AS tyel,
        CAST(SUM(CASE WHEN l.account = 2924 THEN -l.amount ELSE 0 END) AS BIGINT) AS unemployment,
        CAST(SUM(CASE WHEN l.account = 2925 THEN -l.amount ELSE 0 END) AS BIGINT) AS accident,
        CAST(SUM(CASE WHEN l.account = 2926 THEN -l.amount ELSE 0 END) AS BIGINT) AS life,
        CAST(SUM(CASE WHEN l.account = 2927 THEN -l.amount ELSE 0 END) AS BIGINT) AS yel,
        CAST(SUM(CASE WHEN l.account = 2928 THEN -l.amount ELSE 0 END) AS BIGINT) AS distraint,
        CAST(SUM(CASE WHEN l.account = 8990 THEN -l.amount ELSE 0 END) AS BIGINT) AS rounding,
        CAST(SUM(CASE WHEN l.account = 1780 THEN -l.amount ELSE 0 END) AS BIGINT) AS owed
    FROM ledger_entry e JOIN ledger_line l ON l.entry = e.number
    WHERE e.kind = 'SALARY_TAKEN_BACK' AND l.bill_id IS NOT NULL GROUP BY e.number, e.made_at, l.bill_id) b
JOIN bill n ON n.id = b.bill_id JOIN bill o ON o.id = n.credit_of JOIN salary s ON s.id = o.salary_id
WHERE NOT EXISTS (SELECT 1 FROM salary_taken_back t WHERE t.credit_note_id = n.id);
