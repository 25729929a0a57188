-- Deleting a draft or a salary of an open run asks whether these rows refer to it.
CREATE INDEX ledger_line_by_bill ON ledger_line (bill_id);
CREATE INDEX ledger_line_by_person ON ledger_line (person_id);
CREATE INDEX recovery_part_by_salary ON recovery_part (salary_id);
