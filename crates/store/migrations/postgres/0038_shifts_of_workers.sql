-- Shifts that workers add, with the trip and the allowances that they claim. What planning gave to another worker stays
-- with the first one where a bill has it.
ALTER TABLE shift DROP CONSTRAINT shift_pkey;
ALTER TABLE shift ADD PRIMARY KEY (person_id, shift_id);
ALTER TABLE shift RENAME COLUMN imported_at TO changed_at;
ALTER TABLE shift ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE shift ADD COLUMN origin TEXT NOT NULL DEFAULT 'PLANNING' CHECK (origin IN ('PLANNING', 'OWN'));
ALTER TABLE shift ADD COLUMN given_away BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE shift ADD COLUMN departure_date TEXT;
ALTER TABLE shift ADD COLUMN departure_time TEXT;
ALTER TABLE shift ADD COLUMN homecoming_date TEXT;
ALTER TABLE shift ADD COLUMN homecoming_time TEXT;
ALTER TABLE shift ADD COLUMN kilometers BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shift ADD COLUMN vehicle BIGINT NOT NULL DEFAULT 0 CHECK (vehicle BETWEEN 0 AND 7);
ALTER TABLE shift ADD COLUMN register_number TEXT NOT NULL DEFAULT '';
ALTER TABLE shift ADD COLUMN address_start TEXT NOT NULL DEFAULT '';
ALTER TABLE shift ADD COLUMN address_stop TEXT NOT NULL DEFAULT '';
-- Whether the worker has chosen what to claim.
ALTER TABLE shift ADD COLUMN claims_chosen BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE shift ADD COLUMN full_days BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shift ADD COLUMN partial_days BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shift ADD COLUMN meals BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shift ADD COLUMN foreign_allowance BIGINT NOT NULL DEFAULT 0;
-- A shift is one worker's at a time.
CREATE UNIQUE INDEX shift_of_one_worker ON shift (shift_id) WHERE NOT given_away;
