import { Alert } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import type { Readiness } from '@/api/readiness';
import { m } from '@/paraglide/messages';
import { payrollChecks } from './needs';

/** Says that a salary waits for payroll, where it does. */
export function PayrollChecks({ readiness }: { readiness: Readiness }) {
  if (!payrollChecks(readiness)) return null;
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconHourglass aria-hidden="true" />}
      title={m.readiness_checked()}
    >
      {m.readiness_checked_body()}
    </Alert>
  );
}
