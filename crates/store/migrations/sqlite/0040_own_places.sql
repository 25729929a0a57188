-- Places that a worker writes down, to choose them as addresses of trips.
CREATE TABLE own_place (
    id         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    person_id  BLOB    NOT NULL REFERENCES person (id),
    name       TEXT    NOT NULL,
    address    TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    -- The same sent twice is one place.
    UNIQUE (person_id, name, address)
) STRICT;
