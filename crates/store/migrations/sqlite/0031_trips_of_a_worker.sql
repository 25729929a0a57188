-- A trip is compared with those of all bills of its worker, by their days.
CREATE INDEX bill_row_by_trip ON bill_row (bill_id, departure_date) WHERE departure_date IS NOT NULL;
