-- What a mail is about, and why it was not sent: staff list mails by both.
ALTER TABLE mail ADD COLUMN kind TEXT NOT NULL DEFAULT 'OTHER';
ALTER TABLE mail ADD COLUMN reason TEXT;

UPDATE mail SET kind = 'REGISTRATION' WHERE link_kind = 'REGISTRATION';
UPDATE mail SET kind = 'PASSWORD' WHERE link_kind = 'RESET';
UPDATE mail SET kind = 'EMAIL_ADDRESS' WHERE link_kind = 'EMAIL';
UPDATE mail SET kind = 'NEWS' WHERE link_kind = 'LOGIN';
UPDATE mail SET kind = 'INVOICE' WHERE id IN (SELECT mail_id FROM delivery WHERE mail_id IS NOT NULL);
UPDATE mail SET kind = 'REMINDER' WHERE id IN (SELECT mail_id FROM reminder WHERE mail_id IS NOT NULL);

-- Lists of one state, the newest first.
DROP INDEX mail_to_decide;
CREATE INDEX mail_by_state ON mail (state, id);
CREATE INDEX reminder_by_mail ON reminder (mail_id) WHERE mail_id IS NOT NULL;
