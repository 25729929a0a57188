-- What a bank says of where a payment was ordered: our payment file and its part. A sum that is only listed so keeps what
-- the file asked for from being paid anew.
ALTER TABLE payment ADD COLUMN ordered_as TEXT NOT NULL DEFAULT '';
