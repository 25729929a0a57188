import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useMakeRun } from '@/api/payroll';
import { ApiProblem } from '@/api/problem';
import { tellProblem } from '@/components/tellProblem';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';

/** The server's word for a day that is over; its usual text speaks of invoices. */
const DAY_IS_OVER = 'INVALID_DATE';

/** Asks for another payday than the usual one. */
export function OtherPayday({ close }: { close: () => void }) {
  const [payday, setPayday] = useState('');
  const [refused, setRefused] = useState<string>();
  const navigate = useNavigate();
  const { mutate, isPending } = useMakeRun();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (payday.trim() === '') return setRefused('validation.required');
    mutate(
      { payday },
      {
        onSuccess: ({ id }) =>
          void navigate({ to: '/provider/payroll/$runId', params: { runId: id } }),
        onError: (error) => {
          const key = error instanceof ApiProblem ? error.fields[0]?.key : undefined;
          if (key === undefined) tellProblem(error);
          else setRefused(key);
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={close}
      title={m.providerpayroll_other_title()}
      closeButtonProps={{ 'aria-label': m.dialog_close() }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={m.calculator_payday()}
            description={m.providerpayroll_other_help()}
            placeholder={m.invoice_date_form()}
            value={payday}
            error={refused !== undefined && faultText(refused)}
            onChange={({ currentTarget }) => {
              setPayday(currentTarget.value);
              setRefused(undefined);
            }}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {m.dialog_cancel()}
            </Button>
            <Button type="submit" loading={isPending}>
              {m.providerpayroll_other_make()}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function faultText(key: string): string {
  return key === DAY_IS_OVER ? m.providerpayroll_day_is_over() : textOf(key);
}
