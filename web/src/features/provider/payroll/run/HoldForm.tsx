import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useHoldSalary, type Run, type SalaryDetails } from '@/api/payroll';
import { useSession } from '@/api/session';
import { ReasonForm } from '@/components/ReasonForm';
import { tellProblem } from '@/components/tellProblem';
import { BarredButton } from '@/components/BarredButton';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { isBlocked } from './salaryWords';

interface Props {
  run: Run;
  salary: SalaryDetails;
}

/** Keeps the salary out of the run, or lets it in again. */
export function HoldForm({ run, salary }: Props) {
  const viewerId = useSession()?.id ?? '';
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useHoldSalary(run.id, salary.id);
  const { personName: name } = salary;
  // Blocked salaries are included automatically once they are corrected and recalculated.
  if (isBlocked(salary)) return null;
  const own = salary.personId === viewerId ? m.providerpayroll_barred_own_hold() : undefined;
  if (salary.held) {
    const release = () =>
      mutate(null, {
        onSuccess: () => notifyText('success', m.providerpayroll_released({ name })),
        onError: tellProblem,
      });
    return (
      <Stack gap="xs" align="flex-start">
        {salary.holdReason !== null && (
          <Text>{m.providerpayroll_held_because({ reason: salary.holdReason })}</Text>
        )}
        <BarredButton reason={own} size="sm" loading={isPending} onClick={release}>
          {m.providerpayroll_release()}
        </BarredButton>
      </Stack>
    );
  }
  if (!asking) {
    return (
      <BarredButton reason={own} size="sm" variant="default" onClick={() => setAsking(true)}>
        {m.providerpayroll_hold()}
      </BarredButton>
    );
  }
  const hold = (reason: string) =>
    mutate(reason, {
      onSuccess: () => {
        setAsking(false);
        notifyText('success', m.providerpayroll_held({ name }));
      },
      onError: tellProblem,
    });
  return (
    <ReasonForm
      label={m.providerpayroll_hold_reason()}
      description={m.providerpayroll_hold_help()}
      missing={m.providerpayroll_hold_missing()}
      confirm={m.providerpayroll_hold()}
      busy={isPending}
      inPage
      send={hold}
      cancel={() => setAsking(false)}
    />
  );
}
