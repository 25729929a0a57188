-- The words that a payment is found by, case-folded by the program: of the payer's name and of its references.
CREATE TABLE payment_word (
    payment_id BLOB NOT NULL REFERENCES payment (id),
    word       TEXT NOT NULL,
    PRIMARY KEY (payment_id, word)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_word_by_word ON payment_word (word, payment_id);
INSERT INTO payment_word (payment_id, word)
    WITH RECURSIVE piece (payment_id, word, rest) AS (
        SELECT id, '',
            lower(replace(replace(replace(payer_name || ' ' || reference, 'Å', 'å'), 'Ä', 'ä'), 'Ö', 'ö')) || ' '
        FROM payment
        UNION ALL
        SELECT payment_id, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1)
        FROM piece WHERE rest <> ''
    )
    SELECT DISTINCT payment_id, word FROM piece WHERE word <> '';
