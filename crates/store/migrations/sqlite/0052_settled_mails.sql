-- A mail that failed stays failed. Staff may say that it needs nothing more, and then nobody is reminded of it.
ALTER TABLE mail ADD COLUMN settled_at INTEGER;
DROP INDEX mail_unsent;
CREATE INDEX mail_unsent ON mail (state, created_at)
    WHERE state IN ('QUEUED', 'SENDING', 'UNSURE', 'FAILED') AND settled_at IS NULL;
