-- A receipt is compared with all others of its worker, by its content.
CREATE INDEX file_of_receipt_by_content ON file (owner_id, sha256) WHERE purpose = 'receipt';
