import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconChecks } from '@tabler/icons-react';
import { useState } from 'react';
import {
  approveBills,
  unapproveBills,
  useQueueCache,
  type Approval,
  type QueuedBill,
  type Unchanged,
} from '@/api/providerBills';
import { BarredButton } from '@/components/BarredButton';
import { BulkDialog } from '@/components/BulkDialog';
import { KeyHint } from '@/components/shortcuts/KeyHint';
import { useKeys } from '@/components/shortcuts/keys';
import { tellProblem } from '@/components/tellProblem';
import { formatMoney } from '@/lib/format/money';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { billLabel } from './billLabel';

interface Props {
  bills: readonly QueuedBill[];
  clear: () => void;
}

/** Approves the chosen bills together, after a question, and shows the result of each. */
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
  const undoing = useMutation({
    mutationFn: unapproveBills,
    onSuccess: (unchanged) => {
      if (unchanged.length > 0) return;
      notifyText('info', m.providerbills_bulk_undone());
      close();
    },
    onError: tellProblem,
    onSettled: (_, __, ids) => refresh(...ids),
  });
  const close = () => {
    setAsked(undefined);
    approval.reset();
    undoing.reset();
  };
  const ask = () => {
    if (bills.length > 0) setAsked(bills);
  };
  useKeys([{ key: 'a', run: ask }]);
  return (
    <>
      <BarredButton
        size="sm"
        variant="default"
        leftSection={<IconChecks size={18} aria-hidden="true" />}
        rightSection={<KeyHint name={m.providerbills_bulk_key()} />}
        aria-keyshortcuts="A"
        reason={bills.length === 0 ? m.providerbills_bulk_none() : undefined}
        onClick={ask}
      >
        {m.providerbills_bulk({ count: bills.length })}
      </BarredButton>
      {asked !== undefined && (
        <BulkDialog
          title={m.providerbills_bulk_title({ count: asked.length })}
          items={asked.map((bill) => ({
            id: bill.id,
            label: `${billLabel(bill)} · ${formatMoney(bill.totalpriceWithAlv)}`,
          }))}
          confirm={m.providerbills_bulk_confirm({ count: asked.length })}
          send={() => approval.mutate(asked)}
          busy={approval.isPending}
          close={close}
          result={
            undoing.isSuccess
              ? undoneOf(asked, undoing.data, undoing.variables.length)
              : approval.data && {
                  ...resultOf(asked, approval.data),
                  undo: undoOf(approval.data, undoing),
                }
          }
        >
          <Text>{m.providerbills_bulk_body()}</Text>
        </BulkDialog>
      )}
    </>
  );
}

interface Undoing {
  readonly isPending: boolean;
  readonly mutate: (ids: readonly string[]) => void;
}

/** How to take back the approvals that were made; none where none was. */
function undoOf(approvals: readonly Approval[], undoing: Undoing) {
  const ids = approvals.filter(({ approved }) => approved).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  return {
    name: m.providerbills_bulk_undo(),
    run: () => undoing.mutate(ids),
    busy: undoing.isPending,
  };
}

/** What stayed approved after taking approvals back. */
function undoneOf(bills: readonly QueuedBill[], unchanged: readonly Unchanged[], tried: number) {
  const keys = new Map(unchanged.map(({ id, key }) => [id, key]));
  return {
    title: m.providerbills_bulk_undo_title(),
    done: unchanged.length === tried ? undefined : m.providerbills_bulk_undone_others(),
    refusedTitle: m.providerbills_bulk_undo_refused({ count: unchanged.length }),
    refused: bills.flatMap((bill) => {
      const key = keys.get(bill.id);
      return key === undefined ? [] : [{ id: bill.id, label: billLabel(bill), key }];
    }),
  };
}

function resultOf(bills: readonly QueuedBill[], approvals: readonly Approval[]) {
  const byId = new Map(approvals.map((approval) => [approval.id, approval]));
  const refused = bills.filter(({ id }) => byId.get(id)?.approved !== true);
  const approved = bills.length - refused.length;
  return {
    title: m.providerbills_bulk_done_title(),
    done: approved === 0 ? undefined : m.providerbills_bulk_approved({ count: approved }),
    refusedTitle: m.providerbills_bulk_refused({ count: refused.length }),
    refused: refused.map((bill) => ({
      id: bill.id,
      label: billLabel(bill),
      key: byId.get(bill.id)?.errorKey ?? 'ERROR',
    })),
  };
}
