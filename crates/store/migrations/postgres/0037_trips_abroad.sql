-- Where a foreign daily allowance is for, and where its amount was read if the table of the year lacks the country.
ALTER TABLE bill_row ADD COLUMN foreign_country TEXT;
ALTER TABLE bill_row ADD COLUMN foreign_source TEXT NOT NULL DEFAULT '';
-- What raises the allowance of each kilometre driven by car.
ALTER TABLE bill_row ADD COLUMN trailer TEXT NOT NULL DEFAULT 'NONE'
    CHECK (trailer IN ('NONE', 'TRAILER', 'CARAVAN', 'HEAVY_LOAD'));
ALTER TABLE bill_row ADD COLUMN passengers BIGINT NOT NULL DEFAULT 0 CHECK (passengers BETWEEN 0 AND 8);
-- The shift that the row was made of. The planning program may take the shift away, and the row stays.
ALTER TABLE bill_row ADD COLUMN shift_id TEXT;
CREATE INDEX bill_row_by_shift ON bill_row (shift_id) WHERE shift_id IS NOT NULL;
