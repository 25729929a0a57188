-- Towns are compared in small letters, which the program makes: SQLite knows those of ASCII alone.
ALTER TABLE customer ADD COLUMN folded_city TEXT NOT NULL DEFAULT '';
UPDATE customer SET folded_city = LOWER(
    REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(city, 'Å', 'å'), 'Ä', 'ä'), 'Ö', 'ö'), 'É', 'é'), 'È', 'è'), 'Ü', 'ü'), 'Ø', 'ø'), 'Æ', 'æ'), 'Õ', 'õ'), 'Á', 'á'), 'Ó', 'ó'), 'Í', 'í'), 'Ç', 'ç'), 'Š', 'š'), 'Ž', 'ž')
);
