import { Button, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useNavigate } from '@tanstack/react-router';
import { useDeleteBill, type Bill } from '@/api/bills';
import { actionsOf, type BillAction } from '@/domain/bills/billActions';
import { ACTION_WORDS } from '@/domain/bills/BillMenu';
import { useBillActions } from '@/domain/bills/useBillActions';
import { tellProblem } from '@/components/tellProblem';
import { DURATION_MS, notify, notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { useEditor } from './editor';
import { PdfButton } from './preview/PdfButton';
import { unsavedReason } from './SaveStatus';

/** What can be done to a saved bill, by its state. Sending stands apart, since it saves first. */
export function BillActionBar({ bill }: { bill: Bill }) {
  const { engine } = useEditor();
  const { run, busy, dialog } = useBillActions(bill);
  const remove = useDeletion();
  const act = async (action: BillAction) => {
    if (action === 'delete') remove();
    else {
      // A copy is made of what the server has.
      if (action === 'copy' && !(await engine.settle())) {
        notifyText('warning', unsavedReason(engine.machine()), DURATION_MS.long);
        return;
      }
      run(action);
    }
  };
  return (
    <Group gap="xs">
      <PdfButton bill={bill} size="sm" variant="default" />
      {actionsOf({
        ...bill,
        creditNote: bill.creditOf !== null,
        credited: bill.creditedBy.some(({ state }) => state !== 'OPEN'),
      })
        // The page of a bill that was sent shows its history itself.
        .filter((action) => (bill.editable ? action !== 'send' : action !== 'history'))
        .map((action) => {
          const { text, icon: ActionIcon } = ACTION_WORDS[action];
          return (
            <Button
              key={action}
              variant={action === 'delete' ? 'subtle' : 'default'}
              {...(action === 'delete' && { color: 'red' })}
              size="sm"
              disabled={busy}
              leftSection={<ActionIcon size={18} aria-hidden="true" />}
              onClick={() => void act(action)}
            >
              {text()}
            </Button>
          );
        })}
      {dialog}
    </Group>
  );
}

/** Deletes the bill after asking, and goes to the list, since there is nothing left to show. */
function useDeletion() {
  const { engine } = useEditor();
  const navigate = useNavigate();
  const deleting = useDeleteBill();
  const remove = async () => {
    await engine.settle();
    const { base } = engine.machine();
    if (base === null) return;
    deleting.mutate(base.bill, {
      onSuccess: () => {
        engine.forget();
        notify('success', 'DELETE_BILL_SUCCESS');
        void navigate({ to: '/invoices' });
      },
      onError: tellProblem,
    });
  };
  return () =>
    modals.openConfirmModal({
      title: m.bills_delete_title(),
      children: <Text>{m.bills_delete_body()}</Text>,
      labels: { confirm: m.bills_delete_confirm(), cancel: m.dialog_cancel() },
      confirmProps: { color: 'red' },
      onConfirm: () => void remove(),
    });
}
