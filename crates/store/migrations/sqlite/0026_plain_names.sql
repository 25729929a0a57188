-- One word for one thing: a salary is calculated.
ALTER TABLE salary RENAME COLUMN reckoned TO calculated;
