-- What a database of version 19 holds: id(n) and hash(n) are written in the way of the engine.
INSERT INTO person (id, email, password_hash, first_name, last_name, language, worker_type, strong_identified, created_at, personal_id)
VALUES (id(1), 'maija@liksa.example', '', 'Maija', 'Meikäläinen', 'fi', 'ENTREPRENEUR', TRUE, 1, '131052-308T'),
    (id(2), 'palkat@liksa.example', '', 'Pertti', 'Palkka', 'fi', 'WORKER', TRUE, 1, NULL);
INSERT INTO person_role (person_id, role) VALUES (id(1), 'ROLE_USER'), (id(2), 'ROLE_PAYROLL');

INSERT INTO file (id, purpose, name, media_type, size, sha256, blob, created_at)
VALUES (id(3), 'PAYROLL', 'tulorekisteri.xml', 'application/xml', 1, hash(3), 'a', 1),
    (id(4), 'BANK_FILE', 'tiliote.xml', 'application/xml', 1, hash(4), 'b', 1),
    (id(5), 'BANK_FILE', 'tyhja.xml', 'application/xml', 1, hash(5), 'c', 1);

-- The salaries of September are paid; the run of November is approved and not booked, and takes a debt.
INSERT INTO payroll_run (id, payday, state, calculation, to_calculate, made_by, created_at, calculated_by, calculated_at,
    approved_by, approved_at, posted_at, paid_by, paid_at)
VALUES (id(20), '2026-09-18', 'PAID', 1, 1, id(2), 10, id(2), 11, id(2), 12, 13, id(2), 14),
    (id(21), '2026-11-20', 'APPROVED', 1, 1, id(2), 30, id(2), 31, id(2), 32, NULL, NULL, NULL);
INSERT INTO payroll_file (run_id, kind, file_id) VALUES (id(20), 'WAGE_REPORT', id(3));
INSERT INTO salary (id, run_id, person_id, payday, number, held, problems, changes, reckoned, estimate, basis, amount,
    total_billing_without_vat, total_billing, service_fee, tax_amount, gross_salary, reductions, net, salary,
    contracting, total_reimbursements, billable_amount_to_be_paid, holiday_compensation, employer_costs, employer_tyel,
    employer_unemployment, health_insurance, accident_insurance, group_life, rounding, employee_cost, tyel, unemployment,
    yel, distraint, reductions_left, paid_kilometers, paid_days, paid_meals, paid_foreign, paid_expenses, kilometers,
    full_days, partial_days, meals, published_at)
VALUES (id(22), id(20), id(1), '2026-09-18', 1, FALSE, '', '', TRUE, 0, '{}', 10000000, 10000000, 10000000, 500000,
    2000000, 9500000, 0, 7500000, 7500000,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14),
    (id(23), id(21), id(1), '2026-11-20', NULL, FALSE, '', '', TRUE, 0, '{}', 5000000, 5000000, 5000000, 250000,
    1000000, 4750000, 750000, 3000000, 3000000,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6750000, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
UPDATE salary_counter SET last_number = 1;

-- Bill 1001 was paid in September and credited by 1002 after that; 1003 waits for its salary; one is a draft.
INSERT INTO bill (id, person_id, version, state, section, open_request, number, credit_of, language, billing_date, due_date,
    vat_rate, vat_zero_reason, reverse_vat, bill_reimbursements, separate_reimbursements, construction_reimbursements,
    left_out_from_home, specification, customer_reference, text, total, total_with_vat, salary_rate, found_by, saved_at,
    paid_amount, paid_on, salary_id, estimate)
VALUES (id(10), id(1), 5, 'HYVITETTY', 4, FALSE, 1001, NULL, 'fin', '2026-08-20', '2026-09-03', 0, NULL, FALSE, TRUE,
        FALSE, FALSE, FALSE, '', '', '', 10000000, 10000000, 750000, '', 1, 0, NULL, id(22), 7500000),
    (id(11), id(1), 2, 'CLOSED', 2, FALSE, 1002, id(10), 'fin', '2026-10-01', '2026-10-15', 0, NULL, FALSE, TRUE,
        FALSE, FALSE, FALSE, '', '', '', -10000000, -10000000, 750000, '', 2, 0, NULL, NULL, -7500000),
    (id(12), id(1), 4, 'PAID', 3, FALSE, 1003, NULL, 'fin', '2026-10-10', '2026-10-24', 0, NULL, FALSE, TRUE,
        FALSE, FALSE, FALSE, '', '', '', 5000000, 5000000, 750000, '', 3, 5000000, '2026-10-24', id(23), 3750000),
    (id(13), id(1), 1, 'OPEN', 0, FALSE, NULL, NULL, 'fin', NULL, NULL, 0, NULL, FALSE, TRUE,
        FALSE, FALSE, FALSE, '', '', '', 1000000, 1000000, 0, '', 4, 0, NULL, NULL, 0);
UPDATE bill_counter SET last_number = 1003;
INSERT INTO recovery (id, person_id, bill_id, amount, remaining, made_at) VALUES (id(24), id(1), id(11), 7500000, 7500000, 20);

INSERT INTO bank_file (id, file_id, sha256, uploaded_by, uploaded_at, booked_at, transactions, first_day, last_day)
VALUES (id(30), id(4), hash(4), id(2), 5, 6, 3, '2026-09-03', '2026-10-24'),
    (id(31), id(5), hash(5), id(2), 70, 71, 0, NULL, NULL);
-- The bank booked the salaries of September as one sum, and some other payment of the day by itself.
INSERT INTO payment (id, version, bank_file_id, account, bank_id, amount, booking_date, value_date, payer_name, reference,
    message, end_to_end_id, state, rest, reverses, note, created_at)
VALUES (id(40), 3, id(30), 'FI2112345600000785', 'A1', 10000000, '2026-09-03', '2026-09-03', '', '', '', '', 'REFUNDABLE', 9000000, NULL, '', 6),
    (id(41), 2, id(30), 'FI2112345600000785', 'A2', 5000000, '2026-10-24', '2026-10-24', '', '', '', '', 'MATCHED', 0, NULL, '', 6),
    (id(42), 2, id(30), 'FI2112345600000785', 'A3', -7500000, '2026-09-18', '2026-09-18', '', '', '', '', 'OUTGOING', 0, NULL, '', 6),
    (id(43), 2, id(30), 'FI2112345600000785', 'A4', -7500000, '2026-09-18', '2026-09-18', '', '', '', '', 'OUTGOING', 0, NULL, '', 6),
    (id(44), 2, id(30), 'FI2112345600000785', 'A5', 500000, '2026-10-24', '2026-10-24', '', '', '', 'E5', 'REVERSED', 0, NULL, '', 6),
    (id(45), 2, id(30), 'FI2112345600000785', 'A6', -500000, '2026-10-24', '2026-10-24', '', '', '', 'E5', 'REVERSAL', 0, id(44), '', 6);
INSERT INTO payment_part (payment_id, bill_id, kind, amount) VALUES (id(41), id(12), 'BILL', 5000000);
INSERT INTO payment_release (payment_id, bill_id, amount) VALUES (id(40), id(10), 10000000);
INSERT INTO refund (id, payment_id, iban, name, amount, state, made_by, made_at, run_id)
VALUES (id(46), id(40), 'FI5542345670000081', 'Kulttuuritalo Oy', 1000000, 'WAITING', id(2), 33, id(21));

INSERT INTO ledger_entry (number, date, kind, subject, made_at)
VALUES (1, '2026-08-20', 'INVOICE_SENT', 'bill:10', 1), (2, '2026-09-03', 'PAYMENT_RECEIVED', 'payment:40', 6),
    (3, '2026-09-18', 'SALARY', 'salary:22', 13), (4, '2026-09-18', 'SALARIES_PAID', 'payroll:20', 14),
    (5, '2026-10-01', 'INVOICE_SENT', 'bill:11', 15), (6, '2026-10-01', 'PAYMENT_MATCHED', 'payment:40:2', 15),
    (7, '2026-10-01', 'SALARY_TAKEN_BACK', 'bill:11', 15), (8, '2026-10-10', 'INVOICE_SENT', 'bill:12', 16),
    (9, '2026-10-24', 'PAYMENT_RECEIVED', 'payment:41', 17), (10, '2026-10-24', 'PAYMENT_RECEIVED', 'payment:44', 17),
    (11, '2026-10-24', 'PAYMENT_RECEIVED', 'payment:45', 17);
INSERT INTO ledger_line (entry, place, account, date, amount, person_id, bill_id)
VALUES (1, 1, 1700, '2026-08-20', 10000000, id(1), id(10)), (1, 2, 2960, '2026-08-20', -10000000, id(1), id(10)),
    (2, 1, 1910, '2026-09-03', 10000000, NULL, NULL), (2, 2, 1700, '2026-09-03', -10000000, NULL, id(10)),
    (3, 1, 2960, '2026-09-18', 10000000, id(1), NULL), (3, 2, 3000, '2026-09-18', -500000, id(1), NULL),
    (3, 3, 2921, '2026-09-18', -2000000, id(1), NULL), (3, 4, 2950, '2026-09-18', -7500000, id(1), NULL),
    (4, 1, 2950, '2026-09-18', 7500000, NULL, NULL), (4, 2, 1910, '2026-09-18', -7500000, NULL, NULL),
    (5, 1, 1700, '2026-10-01', -10000000, id(1), id(11)), (5, 2, 2960, '2026-10-01', 10000000, id(1), id(11)),
    (6, 1, 1700, '2026-10-01', 10000000, NULL, id(10)), (6, 2, 2871, '2026-10-01', -10000000, NULL, NULL),
    (7, 1, 2960, '2026-10-01', -10000000, id(1), id(11)), (7, 2, 3000, '2026-10-01', 500000, id(1), id(11)),
    (7, 3, 2921, '2026-10-01', 2000000, id(1), id(11)), (7, 4, 1780, '2026-10-01', 7500000, id(1), id(11)),
    (8, 1, 1700, '2026-10-10', 5000000, id(1), id(12)), (8, 2, 2960, '2026-10-10', -5000000, id(1), id(12)),
    (9, 1, 1910, '2026-10-24', 5000000, NULL, NULL), (9, 2, 1700, '2026-10-24', -5000000, NULL, id(12)),
    (10, 1, 1910, '2026-10-24', 500000, NULL, NULL), (10, 2, 2870, '2026-10-24', -500000, NULL, NULL),
    (11, 1, 1910, '2026-10-24', -500000, NULL, NULL), (11, 2, 2870, '2026-10-24', 500000, NULL, NULL);
UPDATE ledger_counter SET last_number = 11;
