import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { BillCard } from '@/api/billLists';
import {
  currentBillIn,
  useBillsChanged,
  useCopyBill,
  useCorrectBill,
  useCreditPart,
  useDeleteBill,
  useOpenBill,
} from '@/api/bills';
import { ApiProblem, endedSession } from '@/api/problem';
import { DURATION_MS, notify } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { tellProblem } from '@/components/tellProblem';
import type { BillAction } from './billActions';
import { BillHistory } from './BillHistory';
import { billName, customerName } from './billWords';
import { announceSent } from './justSent';
import { SendDialog } from './SendDialog';

/** What has to be known of a bill to act on it: its card has that, and so has its page. */
type ActedOn = Pick<BillCard, 'id' | 'version' | 'state' | 'billNumber' | 'sharedCustomer'>;

interface Question {
  readonly title: string;
  readonly body: string;
  readonly confirm: string;
  readonly dangerous?: boolean;
}

/** Asks about one bill, by its name. */
function ask(bill: ActedOn, { title, body, confirm, dangerous = false }: Question) {
  return new Promise<void>((resolve) => {
    modals.openConfirmModal({
      title,
      labels: { confirm, cancel: m.dialog_cancel() },
      ...(dangerous && { confirmProps: { color: 'red' } }),
      onConfirm: resolve,
      children: (
        <Stack gap="xs">
          <Text fw={600}>{`${billName(bill)} · ${customerName(bill)}`}</Text>
          <Text>{body}</Text>
        </Stack>
      ),
    });
  });
}

export interface BillActions {
  readonly run: (action: BillAction) => void;
  readonly busy: boolean;
  /** What an action shows meanwhile; to be placed beside the bill. */
  readonly dialog: ReactNode;
}

/** Does to a bill what its worker chooses. */
export function useBillActions(bill: ActedOn): BillActions {
  const navigate = useNavigate();
  const [sending, setSending] = useState(false);
  const copying = useCopyBill();
  const correcting = useCorrectBill();
  const crediting = useCreditPart();
  const opening = useOpenBill();
  const deletion = useDeletion(bill);

  const edit = (id: string) => void navigate({ to: '/invoice', search: { id } });
  const open = async (question: Question) => {
    await ask(bill, question);
    opening.mutate(bill.id, {
      onSuccess: ({ outcome }) => notify('success', outcome),
      onError: tellProblem,
    });
  };
  const correct = async () => {
    await ask(bill, correctionQuestion());
    correcting.mutate(bill.id, {
      onSuccess: ({ draft }) => edit(draft.id),
      onError: tellProblem,
    });
  };

  const handlers: Record<BillAction, () => void> = {
    send: () => setSending(true),
    open: () => void open(openQuestion()),
    requestOpening: () => void open(openRequestQuestion()),
    correct: () => void correct(),
    creditPart: () =>
      crediting.mutate(bill.id, { onSuccess: ({ id }) => edit(id), onError: tellProblem }),
    copy: () =>
      copying.mutate(bill.id, { onSuccess: ({ id }) => edit(id), onError: tellNotCopied }),
    history: () => showHistory(bill),
    delete: () => void deletion.begin(),
  };
  const close = () => setSending(false);
  // Its page tells what happens now.
  const showSent = () => {
    close();
    announceSent(bill.id);
    edit(bill.id);
  };
  return {
    run: (action) => handlers[action](),
    busy: [copying, correcting, crediting, opening, deletion].some(({ isPending }) => isPending),
    dialog: sending && <SendDialog billId={bill.id} onSent={showSent} onClose={close} />,
  };
}

/** Nothing is lost: the bill is as it was. Without an answer the shell says so. */
function tellNotCopied(error: Error) {
  const answered = error instanceof ApiProblem && error.errorKey !== 'NETWORK_FAILURE';
  if (!answered || endedSession(error)) tellProblem(error);
  else notify('warning', 'CANNOT_COPY_BILL', DURATION_MS.long);
}

/** Deletes a bill after a question, and asks again when it has changed meanwhile. */
function useDeletion(bill: ActedOn) {
  const { mutate, isPending } = useDeleteBill();
  const changed = useBillsChanged();

  const remove = async (version: number, question: Question) => {
    await ask(bill, question);
    mutate(
      { id: bill.id, version },
      {
        onSuccess: () => notify('success', 'DELETE_BILL_SUCCESS'),
        onError: (error) => {
          const current = currentBillIn(error);
          if (current === undefined) return tellProblem(error);
          changed(current);
          if (current.state !== bill.state) return tellProblem(error);
          void remove(current.version, deletionOfChangedQuestion());
        },
      },
    );
  };
  return { begin: () => remove(bill.version, deletionQuestion()), isPending };
}

function showHistory(bill: ActedOn) {
  modals.open({
    title: m.bills_history_of({ bill: `${billName(bill)} · ${customerName(bill)}` }),
    children: <BillHistory billId={bill.id} />,
  });
}

const openQuestion = (): Question => ({
  title: m.bills_open_title(),
  body: m.bills_open_body(),
  confirm: m.bills_open_confirm(),
});

const openRequestQuestion = (): Question => ({
  title: m.bills_request_opening_title(),
  body: m.bills_request_opening_body(),
  confirm: m.bills_request_opening_confirm(),
});

const correctionQuestion = (): Question => ({
  title: m.bills_correct_title(),
  body: m.bills_correct_body(),
  confirm: m.bills_correct_confirm(),
});

const deletionQuestion = (): Question => ({
  title: m.bills_delete_title(),
  body: m.bills_delete_body(),
  confirm: m.bills_delete_confirm(),
  dangerous: true,
});

const deletionOfChangedQuestion = (): Question => ({
  title: m.bills_delete_changed_title(),
  body: m.bills_delete_changed_body(),
  confirm: m.bills_delete_confirm(),
  dangerous: true,
});
