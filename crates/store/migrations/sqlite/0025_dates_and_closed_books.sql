-- When an approved bill goes to its customer by itself; null in every other state.
ALTER TABLE bill ADD COLUMN leaves_at INTEGER;

-- The day of the event, where it lay in closed books and was booked on a later day; else null.
ALTER TABLE ledger_entry ADD COLUMN happened_on TEXT;

-- Nothing is booked on this day or an earlier one. It is in the row that posting locks.
ALTER TABLE ledger_counter ADD COLUMN closed_until TEXT;

CREATE TABLE books_closing (
    -- The last day of a month.
    until      TEXT    NOT NULL PRIMARY KEY,
    -- The newest entry then: later ones have later days.
    last_entry INTEGER NOT NULL,
    closed_at  INTEGER NOT NULL,
    closed_by  BLOB    NOT NULL REFERENCES person (id)
) STRICT;
CREATE INDEX books_closing_by_person ON books_closing (closed_by);

CREATE TRIGGER books_closing_never_updated BEFORE UPDATE ON books_closing
BEGIN SELECT RAISE(ABORT, 'closed books are never changed'); END;
CREATE TRIGGER books_closing_never_deleted BEFORE DELETE ON books_closing
BEGIN SELECT RAISE(ABORT, 'closed books are never changed'); END;
CREATE TRIGGER ledger_counter_closed_for_good BEFORE UPDATE OF closed_until ON ledger_counter
WHEN OLD.closed_until IS NOT NULL AND (NEW.closed_until IS NULL OR NEW.closed_until < OLD.closed_until)
BEGIN SELECT RAISE(ABORT, 'closed books are never changed'); END;
CREATE TRIGGER ledger_entry_not_in_closed_books BEFORE INSERT ON ledger_entry
WHEN NEW.date <= (SELECT MAX(until) FROM books_closing)
BEGIN SELECT RAISE(ABORT, 'closed books are never changed'); END;
CREATE TRIGGER ledger_line_not_in_closed_books BEFORE INSERT ON ledger_line
WHEN NEW.date <= (SELECT MAX(until) FROM books_closing)
BEGIN SELECT RAISE(ABORT, 'closed books are never changed'); END;
