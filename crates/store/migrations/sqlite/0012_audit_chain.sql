-- Each event carries the hash of its content and of the event before it, so that a change behind the program's
-- back is found. Events from before this are given theirs by the program, right after this migration.
ALTER TABLE audit_event ADD COLUMN hash BLOB CHECK (length(hash) = 32);
CREATE INDEX audit_event_without_hash ON audit_event (number) WHERE hash IS NULL;

-- The hash of the newest event. Whoever adds events holds this row until their transaction is through.
CREATE TABLE audit_head (
    id   INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    hash BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;
INSERT INTO audit_head (id, hash) VALUES (1, zeroblob(32));

DROP TRIGGER audit_event_never_updated;
CREATE TRIGGER audit_event_never_updated BEFORE UPDATE ON audit_event
WHEN OLD.hash IS NOT NULL OR NEW.hash IS NULL OR NEW.number IS NOT OLD.number OR NEW.at IS NOT OLD.at
    OR NEW.actor_id IS NOT OLD.actor_id OR NEW.action IS NOT OLD.action OR NEW.subject IS NOT OLD.subject
    OR NEW.detail IS NOT OLD.detail
BEGIN SELECT RAISE(ABORT, 'audit events are never changed'); END;
CREATE TRIGGER audit_event_with_hash BEFORE INSERT ON audit_event WHEN NEW.hash IS NULL
BEGIN SELECT RAISE(ABORT, 'an audit event carries a hash'); END;
