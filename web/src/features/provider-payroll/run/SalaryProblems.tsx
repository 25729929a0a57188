import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { SalaryDetails } from '@/api/payroll';
import { m } from '@/paraglide/messages';
import { isBlocked, PROBLEMS } from './salaryWords';

/** What is wrong with a salary, and what is to be done about each thing. */
export function SalaryProblems({ salary }: { salary: SalaryDetails }) {
  if (salary.problems.length === 0) return null;
  const blocked = isBlocked(salary);
  return (
    <Alert
      variant="light"
      color={blocked ? 'red' : 'yellow'}
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={blocked ? m.providerpayroll_blocked() : m.providerpayroll_problem_negative()}
    >
      <Stack gap="xs">
        {salary.problems.map((problem) => (
          <div key={problem}>
            {blocked && <Text fw={600}>{PROBLEMS[problem].what()}</Text>}
            <Text>{PROBLEMS[problem].how()}</Text>
          </div>
        ))}
      </Stack>
    </Alert>
  );
}
