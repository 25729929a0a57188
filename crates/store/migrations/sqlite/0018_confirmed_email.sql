-- Since when it is known that the mail to the address is read by who has the account. Until then no mail to it
-- carries a link that logs in.
ALTER TABLE person ADD COLUMN email_confirmed_at INTEGER;
-- Who did not register was entered by the provider, who knew the address.
UPDATE person SET email_confirmed_at = created_at WHERE terms_accepted_at IS NULL AND erased_at IS NULL;
-- When the browser that goes on opened the link of the mail.
ALTER TABLE registration ADD COLUMN email_confirmed_at INTEGER;

-- Links that confirm an address: the one that a person has, or one that they want instead of it.
CREATE TABLE email_link (
    id         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    person_id  BLOB    NOT NULL REFERENCES person (id),
    email      TEXT    NOT NULL,
    -- SHA-256 of the token in the mail; none until the mail is sent.
    token_hash BLOB    UNIQUE CHECK (length(token_hash) = 32),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX email_link_by_expiry ON email_link (expires_at);
CREATE INDEX email_link_by_person ON email_link (person_id);
