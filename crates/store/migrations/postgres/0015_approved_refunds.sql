-- The run with whose payment file a refund goes, from the moment its approver let it go. What was asked for after that
-- look has none, and waits for the next.
ALTER TABLE refund ADD COLUMN run_id UUID REFERENCES payroll_run (id);
