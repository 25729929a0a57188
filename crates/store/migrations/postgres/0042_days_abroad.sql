-- Which days of a trip ended abroad, as their numbers from 0 on with spaces between them. Null where nobody said it.
ALTER TABLE bill_row ADD COLUMN days_abroad TEXT;
-- Which days of a trip a credit note takes back, full days first, written in the same way. Told when it is sent.
ALTER TABLE bill_row ADD COLUMN credited_days TEXT;
-- The department of the shift that a row was made of, as planning had it then. Null of rows without a shift, and of older ones.
ALTER TABLE bill_row ADD COLUMN shift_department TEXT;
-- The country of the foreign daily allowance that is claimed for a shift.
ALTER TABLE shift ADD COLUMN foreign_country TEXT;
