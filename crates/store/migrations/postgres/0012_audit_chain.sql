-- Each event carries the hash of its content and of the event before it, so that a change behind the program's
-- back is found. Events from before this are given theirs by the program, right after this migration.
ALTER TABLE audit_event ADD COLUMN hash BYTEA CHECK (length(hash) = 32);
CREATE INDEX audit_event_without_hash ON audit_event (number) WHERE hash IS NULL;

-- The hash of the newest event. Whoever adds events holds this row until their transaction is through.
CREATE TABLE audit_head (
    id   BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    hash BYTEA  NOT NULL CHECK (length(hash) = 32)
);
INSERT INTO audit_head (id, hash) VALUES (1, decode(repeat('00', 32), 'hex'));

DROP TRIGGER audit_event_never_changed ON audit_event;
CREATE TRIGGER audit_event_never_removed BEFORE DELETE OR TRUNCATE ON audit_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_event_never_changed BEFORE UPDATE ON audit_event FOR EACH ROW
    WHEN (OLD.hash IS NOT NULL OR NEW.hash IS NULL OR
        (NEW.number, NEW.at, NEW.actor_id, NEW.action, NEW.subject, NEW.detail) IS DISTINCT FROM
        (OLD.number, OLD.at, OLD.actor_id, OLD.action, OLD.subject, OLD.detail))
    EXECUTE FUNCTION refuse_audit_change();

CREATE FUNCTION refuse_audit_without_hash() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'an audit event carries a hash'; END $$;
CREATE TRIGGER audit_event_with_hash BEFORE INSERT ON audit_event FOR EACH ROW
    WHEN (NEW.hash IS NULL) EXECUTE FUNCTION refuse_audit_without_hash();
