-- Who a company is, shared by all workers. How a worker's bills reach it is in the worker's own record of the customer.
-- The id is that of one of the company's records.
CREATE TABLE company (
    id               BLOB    NOT NULL PRIMARY KEY REFERENCES customer (id) DEFERRABLE INITIALLY DEFERRED,
    version          INTEGER NOT NULL,
    -- What a company is known by; no two have the same.
    identity         TEXT    NOT NULL UNIQUE,
    name             TEXT    NOT NULL,
    folded_name      TEXT    NOT NULL,
    organization     TEXT    NOT NULL,
    business_id      TEXT    NOT NULL,
    vat_number       TEXT    NOT NULL,
    einvoice_address TEXT    NOT NULL,
    operator         TEXT    NOT NULL,
    address          TEXT    NOT NULL,
    postal_code      TEXT    NOT NULL,
    city             TEXT    NOT NULL,
    country          TEXT    NOT NULL,
    created_at       INTEGER NOT NULL
) STRICT;
CREATE INDEX company_by_name ON company (folded_name, id);
-- The company of a record; null for private persons, and for a company that its maker made a private person before that
-- was refused, unless another worker added the company again.
ALTER TABLE customer ADD COLUMN company_id BLOB REFERENCES company (id);
DROP INDEX customer_by_identity;
-- Every worker has one present record of a company.
CREATE UNIQUE INDEX customer_of_worker ON customer (company_id, maker_id) WHERE replaced_by IS NULL;
CREATE INDEX customer_by_company ON customer (company_id);

INSERT INTO company (id, version, identity, name, folded_name, organization, business_id, vat_number, einvoice_address,
    operator, address, postal_code, city, country, created_at)
SELECT id, 1, identity, name, folded_name, organization, business_id, vat_number, einvoice_address,
    operator, address, postal_code, city, country, created_at
FROM customer WHERE role = 'COMPANY' AND replaced_by IS NULL;
UPDATE customer SET company_id = COALESCE(
    (SELECT k.id FROM company k WHERE k.id = COALESCE(customer.replaced_by, customer.id)),
    (SELECT k.id FROM company k WHERE k.identity = customer.identity))
WHERE role = 'COMPANY';

-- Workers who billed or chose a company of another worker's get a record of their own, with the delivery that their bills
-- have had. Whom the other worker knows there stays with the other worker.
INSERT INTO customer (id, maker_id, version, identity, role, name, folded_name, organization, business_id, vat_number,
    einvoice_address, operator, send_method, payment_days, term_agreed, reference, address, postal_code, city, country,
    phone, email, email2, cost_units, people, created_at, company_id)
SELECT randomblob(16), chosen.person_id, 1, c.identity, c.role, c.name, c.folded_name, c.organization, c.business_id,
    c.vat_number, c.einvoice_address, c.operator, c.send_method, c.payment_days, c.term_agreed, c.reference, c.address,
    c.postal_code, c.city, c.country, '', CASE c.send_method WHEN 'EMAIL' THEN c.email ELSE '' END, '', c.cost_units, '[]',
    c.created_at, c.company_id
FROM (SELECT b.person_id, billed.company_id FROM bill b JOIN customer billed ON billed.id = b.customer_id
    UNION SELECT s.person_id, saved.company_id FROM saved_customer s JOIN customer saved ON saved.id = s.customer_id) chosen
JOIN customer c ON c.id = chosen.company_id
JOIN person p ON p.id = chosen.person_id AND p.erased_at IS NULL
WHERE NOT EXISTS (SELECT 1 FROM customer o WHERE o.company_id = chosen.company_id AND o.maker_id = chosen.person_id
    AND o.replaced_by IS NULL);

-- Lists and drafts are of one's own records. Bills that were sent name what they were sent to.
UPDATE saved_customer SET customer_id = (SELECT e.id FROM customer c JOIN customer e ON e.company_id = c.company_id
        AND e.maker_id = saved_customer.person_id AND e.replaced_by IS NULL WHERE c.id = saved_customer.customer_id)
    WHERE EXISTS (SELECT 1 FROM customer c JOIN customer e ON e.company_id = c.company_id
        AND e.maker_id = saved_customer.person_id AND e.replaced_by IS NULL WHERE c.id = saved_customer.customer_id);
DELETE FROM saved_customer WHERE NOT EXISTS (SELECT 1 FROM customer c
    WHERE c.id = saved_customer.customer_id AND c.maker_id = saved_customer.person_id);
UPDATE bill SET customer_id = (SELECT e.id FROM customer c JOIN customer e ON e.company_id = c.company_id
        AND e.maker_id = bill.person_id AND e.replaced_by IS NULL WHERE c.id = bill.customer_id)
    WHERE state = 'OPEN' AND EXISTS (SELECT 1 FROM customer c JOIN customer e ON e.company_id = c.company_id
        AND e.maker_id = bill.person_id AND e.replaced_by IS NULL WHERE c.id = bill.customer_id);
