-- Places that a worker writes down, to choose them as addresses of trips.
CREATE TABLE own_place (
    id         UUID   NOT NULL PRIMARY KEY,
    person_id  UUID   NOT NULL REFERENCES person (id),
    name       TEXT   COLLATE "C" NOT NULL,
    address    TEXT   COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    -- The same sent twice is one place.
    UNIQUE (person_id, name, address)
);
