import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useHoldSalary, type Run, type SalaryDetails } from '@/api/payroll';
import { tellProblem } from '@/components/tellProblem';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { isBlocked } from './salaryWords';

/** As long as the server takes. */
const LONGEST_REASON = 500;

interface Props {
  run: Run;
  salary: SalaryDetails;
}

/** Keeps the salary out of the run, or lets it in again. */
export function HoldForm({ run, salary }: Props) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useHoldSalary(run.id, salary.id);
  const { personName: name } = salary;
  // Blocked ones come in by themselves once they are mended and calculated anew.
  if (isBlocked(salary)) return null;
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
        <Button size="sm" loading={isPending} onClick={release}>
          {m.providerpayroll_release()}
        </Button>
      </Stack>
    );
  }
  if (!asking) {
    return (
      <Button size="sm" variant="default" w="fit-content" onClick={() => setAsking(true)}>
        {m.providerpayroll_hold()}
      </Button>
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
  return <ReasonForm busy={isPending} send={hold} cancel={() => setAsking(false)} />;
}

interface ReasonProps {
  busy: boolean;
  send: (reason: string) => void;
  cancel: () => void;
}

function ReasonForm({ busy, send, cancel }: ReasonProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (reason.trim() === '') setMissing(true);
    else send(reason.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Textarea
          label={m.providerpayroll_hold_reason()}
          description={m.providerpayroll_hold_help()}
          required
          autosize
          minRows={2}
          maxLength={LONGEST_REASON}
          value={reason}
          error={missing && m.providerpayroll_hold_missing()}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value);
            setMissing(false);
          }}
        />
        <Group gap="xs">
          <Button type="submit" size="sm" loading={busy}>
            {m.providerpayroll_hold()}
          </Button>
          <Button size="sm" variant="default" onClick={cancel}>
            {m.dialog_cancel()}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
