-- The words that a payment is found by, case-folded by the program: of the payer's name and of its references.
CREATE TABLE payment_word (
    payment_id UUID NOT NULL REFERENCES payment (id),
    word       TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (payment_id, word)
);
CREATE INDEX payment_word_by_word ON payment_word (word, payment_id);
INSERT INTO payment_word (payment_id, word)
    SELECT DISTINCT p.id, w.word FROM payment p CROSS JOIN LATERAL regexp_split_to_table(
        lower(replace(replace(replace(p.payer_name || ' ' || p.reference, 'Å', 'å'), 'Ä', 'ä'), 'Ö', 'ö')),
        ' ') AS w (word)
    WHERE w.word <> '';
