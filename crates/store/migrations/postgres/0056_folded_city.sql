-- Towns are compared in small letters, which the program makes: SQLite knows those of ASCII alone.
ALTER TABLE customer ADD COLUMN folded_city TEXT NOT NULL DEFAULT '';
UPDATE customer SET folded_city = LOWER(city);
