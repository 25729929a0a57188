-- What has been sent keeps the totals that it was sent with: its lines were added up before they were rounded.
ALTER TABLE bill ADD COLUMN vat_rounding TEXT NOT NULL DEFAULT 'LINE' CHECK (vat_rounding IN ('LINE', 'SUM'));
UPDATE bill SET vat_rounding = 'SUM' WHERE state <> 'OPEN' OR credit_of IS NOT NULL;

-- Interest runs from the due date where the term of payment was agreed in advance: taken for granted with companies,
-- to be said of a private person.
ALTER TABLE customer ADD COLUMN term_agreed BOOLEAN NOT NULL DEFAULT TRUE;
UPDATE customer SET term_agreed = FALSE WHERE role = 'CUSTOMER';

-- What counts for the monthly floor of TyEL, and what TyEL was taken from. So far it was taken from every wage of an
-- employee of the age.
ALTER TABLE salary ADD COLUMN tyel_wage BIGINT NOT NULL DEFAULT 0;
ALTER TABLE salary ADD COLUMN tyel_base BIGINT NOT NULL DEFAULT 0;
UPDATE salary SET tyel_wage = gross_salary, tyel_base = gross_salary WHERE employer_tyel <> 0 OR tyel <> 0;

-- What the reimbursements consist of, as JSON; empty for salaries of which only the sums were kept.
ALTER TABLE salary ADD COLUMN breakdown TEXT NOT NULL DEFAULT '[]';
