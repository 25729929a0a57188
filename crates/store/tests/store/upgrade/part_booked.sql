-- A run of which one salary has its number, and another that takes a debt has not; beside before.sql.
INSERT INTO payroll_run (id, payday, state, calculation, to_calculate, made_by, created_at, calculated_by, calculated_at,
    approved_by, approved_at)
VALUES (id(50), '2026-10-20', 'APPROVED', 1, 2, id(2), 40, id(2), 41, id(2), 42);
INSERT INTO salary (id, run_id, person_id, payday, number, held, problems, changes, reckoned, estimate, basis, reductions,
    amount, total_billing_without_vat, total_billing, service_fee, tax_amount, gross_salary, net, salary,
    contracting, total_reimbursements, billable_amount_to_be_paid, holiday_compensation, employer_costs, employer_tyel,
    employer_unemployment, health_insurance, accident_insurance, group_life, rounding, employee_cost, tyel, unemployment,
    yel, distraint, reductions_left, paid_kilometers, paid_days, paid_meals, paid_foreign, paid_expenses, kilometers,
    full_days, partial_days, meals)
VALUES (id(51), id(50), id(1), '2026-10-20', 2, FALSE, '', '', TRUE, 0, '{}', 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (id(52), id(50), id(2), '2026-10-20', NULL, FALSE, '', '', TRUE, 0, '{}', 300000,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO recovery (id, person_id, bill_id, salary_id, amount, remaining, made_at)
VALUES (id(53), id(2), NULL, id(22), 500000, 200000, 20), (id(54), id(2), id(10), NULL, 500000, 500000, 21);
