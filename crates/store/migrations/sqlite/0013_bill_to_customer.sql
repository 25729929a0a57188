-- The bills of a worker to one customer, for the clerk who asks what was billed before.
CREATE INDEX bill_to_customer ON bill (customer_id, person_id, queued_at);
