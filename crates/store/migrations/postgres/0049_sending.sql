-- Whether mails, e-invoices and payment files may leave. A restored copy has the queue of its original: it sends nothing
-- until an operator says so.
CREATE TABLE sending (
    id            BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    -- Which database this is, as the engine knows it: a copy elsewhere has another. Unknown until a server has started.
    database_mark TEXT,
    held_since    BIGINT,
    held_why      TEXT CHECK (held_why IN ('RESTORED', 'COPIED', 'ASKED')),
    CHECK ((held_since IS NULL) = (held_why IS NULL))
);
INSERT INTO sending (id) VALUES (1);
