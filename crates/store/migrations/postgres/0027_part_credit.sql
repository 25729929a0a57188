-- A bill can be credited in parts, so that several credit notes name it.
ALTER TABLE bill DROP CONSTRAINT bill_credit_of_key;
DROP INDEX bill_by_open_amount;
CREATE INDEX bill_by_credit ON bill (credit_of) WHERE credit_of IS NOT NULL;

-- What credit notes that have gone to the customer took back of the bill's sum with VAT.
ALTER TABLE bill ADD COLUMN credited_amount BIGINT NOT NULL DEFAULT 0 CHECK (credited_amount >= 0);
UPDATE bill SET credited_amount = total_with_vat WHERE state = 'HYVITETTY' AND total_with_vat > 0;
CREATE INDEX bill_by_open_amount ON bill ((total_with_vat - credited_amount - paid_amount), id)
    WHERE state = 'CLOSED' AND credit_of IS NULL;

-- Of a credit note: the VAT of the rates of which it takes the last, as `rate:amount`, where rounding it by itself would
-- leave cents of the original's VAT over.
ALTER TABLE bill ADD COLUMN vat_of_rest TEXT NOT NULL DEFAULT '';
