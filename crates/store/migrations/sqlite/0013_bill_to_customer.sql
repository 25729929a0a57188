-- The bills of a worker to one customer, for the clerk who asks what was billed before.
CREATE INDEX bill_to_customer ON bill (person_id, customer_id, queued_at);
