-- The token of a one-time link is made when its mail is sent, and the mail is kept without it. Whom the link is for:
-- a registration, or a person.
ALTER TABLE mail ADD COLUMN link_kind TEXT CHECK (link_kind IN ('REGISTRATION', 'RESET', 'LOGIN', 'EMAIL'));
ALTER TABLE mail ADD COLUMN link_owner BLOB
    CHECK (length(link_owner) = 16) CHECK ((link_kind IS NULL) = (link_owner IS NULL));

-- What was kept with its token until now.
UPDATE mail SET body_text = '', body_html = ''
WHERE state IN ('SENT', 'UNSURE', 'FAILED')
  AND (body_text LIKE '%/token-login?token=%' OR body_text LIKE '%/password/forgot/%'
       OR body_text LIKE '%/registration/confirm?token=%');
