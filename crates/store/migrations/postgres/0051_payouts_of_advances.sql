-- Who of payroll corrected where a purchase is paid: somebody else approves its payment.
ALTER TABLE purchase ADD COLUMN account_by UUID REFERENCES person (id);
CREATE INDEX purchase_by_corrector ON purchase (account_by);

-- What a payout pays of an advance exists.
ALTER TABLE payout ADD CONSTRAINT payout_advance_id_fkey FOREIGN KEY (advance_id) REFERENCES advance (id);
