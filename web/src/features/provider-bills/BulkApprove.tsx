import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconCheck, IconChecks, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { approveBills, useQueueCache, type Approval, type QueuedBill } from '@/api/providerBills';
import { tellProblem } from '@/components/tellProblem';
import { formatMoney } from '@/lib/format/money';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { billLabel } from './billLabel';

interface Props {
  /** The chosen ones. */
  bills: readonly QueuedBill[];
  clear: () => void;
}

/** Approves the chosen bills in one go, after a question, and tells how each one fared. */
export function BulkApprove({ bills, clear }: Props) {
  // The bills that the dialog is about stay in it when the queue behind it has changed.
  const [asked, setAsked] = useState<readonly QueuedBill[]>();
  const { refresh } = useQueueCache();
  const approval = useMutation({
    mutationFn: (chosen: readonly QueuedBill[]) => approveBills(chosen.map(({ id }) => id)),
    onSuccess: clear,
    onError: tellProblem,
    // After a lost answer too: some of them may have been approved.
    onSettled: (_, __, chosen) => refresh(...chosen.map(({ id }) => id)),
  });
  const close = () => {
    setAsked(undefined);
    approval.reset();
  };
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconChecks size={18} aria-hidden="true" />}
        disabled={bills.length === 0}
        title={bills.length === 0 ? m.providerbills_bulk_none() : undefined}
        onClick={() => setAsked(bills)}
      >
        {m.providerbills_bulk({ count: bills.length })}
      </Button>
      <Modal
        opened={asked !== undefined}
        onClose={close}
        size="lg"
        title={
          approval.data === undefined
            ? m.providerbills_bulk_title({ count: asked?.length ?? 0 })
            : m.providerbills_bulk_done_title()
        }
        closeButtonProps={{ 'aria-label': m.dialog_close() }}
      >
        {asked !== undefined && approval.data === undefined && (
          <Question
            bills={asked}
            busy={approval.isPending}
            confirm={() => approval.mutate(asked)}
            cancel={close}
          />
        )}
        {asked !== undefined && approval.data !== undefined && (
          <Results bills={asked} results={approval.data} close={close} />
        )}
      </Modal>
    </>
  );
}

interface QuestionProps {
  bills: readonly QueuedBill[];
  busy: boolean;
  confirm: () => void;
  cancel: () => void;
}

function Question({ bills, busy, confirm, cancel }: QuestionProps) {
  return (
    <Stack>
      <Text>{m.providerbills_bulk_body()}</Text>
      <List size="sm" spacing={4}>
        {bills.map((bill) => (
          <List.Item key={bill.id}>
            {`${billLabel(bill)} · ${formatMoney(bill.totalpriceWithAlv)}`}
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button variant="default" onClick={cancel}>
          {m.dialog_cancel()}
        </Button>
        <Button loading={busy} onClick={confirm} data-autofocus>
          {m.providerbills_bulk_confirm({ count: bills.length })}
        </Button>
      </Group>
    </Stack>
  );
}

interface ResultsProps {
  bills: readonly QueuedBill[];
  results: readonly Approval[];
  close: () => void;
}

function Results({ bills, results, close }: ResultsProps) {
  const fared = new Map(results.map((result) => [result.id, result]));
  const approved = bills.filter(({ id }) => fared.get(id)?.approved === true);
  const others = bills.filter((bill) => !approved.includes(bill));
  return (
    <Stack>
      {approved.length > 0 && (
        <Alert color="green" icon={<IconCheck aria-hidden="true" />} role="status">
          {approved.length === 1
            ? m.providerbills_bulk_approved_one()
            : m.providerbills_bulk_approved_many({ count: approved.length })}
        </Alert>
      )}
      {others.length > 0 && (
        <Alert
          color="yellow"
          icon={<IconX aria-hidden="true" />}
          role="status"
          title={m.providerbills_bulk_refused({ count: others.length })}
        >
          <List size="sm" spacing={4}>
            {others.map((bill) => (
              <List.Item key={bill.id}>
                {m.bills_problem({
                  field: billLabel(bill),
                  reason: textOf(fared.get(bill.id)?.errorKey ?? 'ERROR'),
                })}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group justify="flex-end">
        <Button onClick={close} data-autofocus>
          {m.providerbills_bulk_close()}
        </Button>
      </Group>
    </Stack>
  );
}
