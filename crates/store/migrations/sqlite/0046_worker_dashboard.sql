-- What a worker has billed month by month, and what customers have paid in a year, whatever the number of bills.
CREATE INDEX bill_by_month ON bill (person_id, billing_date, total, number) WHERE number IS NOT NULL;
CREATE INDEX bill_by_paid_day ON bill (person_id, paid_on, billing_date, paid_amount) WHERE paid_on IS NOT NULL;
-- All that is asked of thousands of bills that wait is in the index of the list, so that none of them is read.
DROP INDEX bill_closed_first;
CREATE INDEX bill_closed_first ON bill (person_id, section, id, state, credit_of, due_date, credited_amount, salary_id,
    estimate, total_with_vat, paid_amount);
