-- Customers of version 19, where all workers billed the record of the worker who made it.
INSERT INTO person (id, email, password_hash, first_name, last_name, language, worker_type, strong_identified, created_at,
    erased_at)
VALUES (id(60), 'aino@liksa.example', '', 'Aino', 'Ahola', 'fi', 'ENTREPRENEUR', TRUE, 1, NULL),
    (id(61), 'bertta@liksa.example', '', 'Bertta', 'Berg', 'fi', 'ENTREPRENEUR', TRUE, 1, NULL),
    (id(62), 'erased', '', '', '', 'fi', 'ENTREPRENEUR', FALSE, 1, 9);
INSERT INTO person_role (person_id, role) VALUES (id(60), 'ROLE_USER'), (id(61), 'ROLE_USER');

-- Aino changed the company once. Another company she made a private person.
INSERT INTO customer (id, maker_id, version, replaced_by, identity, role, name, folded_name, organization, business_id,
    vat_number, personal_id, einvoice_address, operator, send_method, payment_days, reference, address, postal_code, city,
    country, phone, email, email2, cost_units, people, created_at)
VALUES (id(64), id(60), 2, NULL, 'FI20774740 ', 'COMPANY', 'Kulttuuritalo Oy', 'kulttuuritalo oy', '', '2077474-0',
        '', NULL, '003720774740', '', 'EMAIL', 21, 'PO-7', 'Sturenkatu 4', '00510', 'Helsinki',
        'FIN', '0401234567', 'laskut@kulttuuritalo.example', 'toinen@kulttuuritalo.example', '["7710"]',
        '[{"name":"Liisa","email":"liisa@kulttuuritalo.example","phonenumber":"1"}]', 20),
    (id(63), id(60), 1, id(64), 'FI20774740 ', 'COMPANY', 'Vanha nimi Oy', 'vanha nimi oy', '', '2077474-0',
        '', NULL, '', '', 'EMAIL', 14, '', 'Vanhakatu 1', '00100', 'Helsinki',
        'FIN', '0401234567', 'vanha@kulttuuritalo.example', '', '[]', '[]', 10),
    (id(66), id(60), 2, NULL, NULL, 'CUSTOMER', 'Ville Yksityinen', 'ville yksityinen', '', '',
        '', '131052-308T', '', '', 'EMAIL', 14, '', 'Kotikatu 1', '33100', 'Tampere',
        'FIN', '050', 'ville@posti.example', '', '[]', '[]', 20),
    (id(65), id(60), 1, id(66), 'FI01120389 ', 'COMPANY', 'Villen Oy', 'villen oy', '', '0112038-9',
        '', NULL, '', '', 'EMAIL', 14, '', 'Kotikatu 1', '33100', 'Tampere',
        'FIN', '050', 'ville@posti.example', '', '[]', '[]', 10);
INSERT INTO customer_word (customer_id, word) VALUES (id(64), 'kulttuuritalo'), (id(66), 'ville');
INSERT INTO saved_customer (person_id, customer_id, saved_at)
VALUES (id(60), id(64), 1), (id(60), id(66), 1), (id(61), id(64), 2), (id(61), id(66), 2), (id(62), id(64), 2);

-- Bertta's bills: one sent before Aino's change, one waiting for approval, a draft to each of the companies; Aino's draft.
INSERT INTO bill (id, person_id, version, state, section, open_request, number, customer_id, language, billing_date, due_date,
    vat_rate, vat_zero_reason, reverse_vat, bill_reimbursements, separate_reimbursements, construction_reimbursements,
    left_out_from_home, specification, customer_reference, text, total, total_with_vat, salary_rate, found_by, saved_at,
    paid_amount, queued_at)
VALUES (id(67), id(61), 5, 'CLOSED', 2, FALSE, 1004, id(63), 'fin', '2026-08-20', '2026-09-03', 0, NULL, FALSE, TRUE,
        FALSE, FALSE, FALSE, '', '', '', 10000000, 10000000, 750000, '', 1, 0, 1),
    (id(68), id(61), 2, 'PENDING', 1, FALSE, NULL, id(64), 'fin', '2026-11-20', '2026-12-04', 0, NULL, FALSE, TRUE,
        FALSE, FALSE, FALSE, '', '', '', 10000000, 10000000, 750000, '', 1, 0, 2),
    (id(69), id(61), 1, 'OPEN', 0, FALSE, NULL, id(63), 'fin', NULL, NULL, 0, NULL, FALSE, TRUE,
        FALSE, FALSE, FALSE, '', '', '', 0, 0, 0, '', 1, 0, NULL),
    (id(70), id(61), 1, 'OPEN', 0, FALSE, NULL, id(65), 'fin', NULL, NULL, 0, NULL, FALSE, TRUE,
        FALSE, FALSE, FALSE, '', '', '', 0, 0, 0, '', 1, 0, NULL),
    (id(71), id(60), 1, 'OPEN', 0, FALSE, NULL, id(64), 'fin', NULL, NULL, 0, NULL, FALSE, TRUE,
        FALSE, FALSE, FALSE, '', '', '', 0, 0, 0, '', 1, 0, NULL);
UPDATE bill_counter SET last_number = 1004;
