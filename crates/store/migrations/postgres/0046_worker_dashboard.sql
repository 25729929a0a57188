-- What a worker has billed month by month, and what customers have paid in a year, whatever the number of bills.
CREATE INDEX bill_by_month ON bill (person_id, billing_date, total) WHERE number IS NOT NULL;
CREATE INDEX bill_by_paid_day ON bill (person_id, paid_on, billing_date, paid_amount) WHERE paid_on IS NOT NULL;
