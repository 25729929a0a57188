-- Whether mails, e-invoices and payment files may leave. A restored copy has the queue of its original: it sends nothing
-- until an operator says so.
CREATE TABLE sending (
    id            INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    -- Which database this is, as the engine knows it: a copy elsewhere has another. Unknown until a server has started.
    database_mark TEXT,
    held_since    INTEGER,
    held_why      TEXT CHECK (held_why IN ('RESTORED', 'COPIED', 'ASKED')),
    CHECK ((held_since IS NULL) = (held_why IS NULL))
) STRICT;
INSERT INTO sending (id) VALUES (1);
