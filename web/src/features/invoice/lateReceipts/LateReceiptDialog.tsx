import { Text, Textarea } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { Bill } from '@/api/billTypes';
import type { LateReceipt } from '@/api/lateReceipts';
import { MOST_RECEIPTS } from '@/api/receipts';
import { useSession } from '@/api/session';
import { FormDialog } from '@/components/FormDialog';
import { refuseOrNotify } from '@/components/saveForm';
import { notifyText } from '@/lib/notify/notify';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { SavedElsewhere } from '../sharing/SavedElsewhere';
import { ChosenFiles } from './ChosenFiles';
import { ClaimedExpense } from './ClaimedExpense';
import { amountOf, useChosen, useClaimForm } from './claimForm';
import { Effect } from './Effect';
import { useChosenFiles } from './useChosenFiles';
import { useClaim } from './useClaim';

const LONGEST_NOTE = 500;
/** As long as a thought while typing. */
const TYPING_MS = 400;

interface Props {
  bill: Bill;
  onClose: () => void;
}

/** The form of a claim with its files, and what sends them. */
function useClaiming({ bill, onClose }: Props) {
  const [draft, setDraft] = useState<LateReceipt>();
  const { form, version, clash, saved } = useClaimForm(bill, draft);
  const { fields } = form;
  const chosen = useChosen(bill, fields);
  const { files, sendFiles, hasFiles, add, remove } = useChosenFiles();
  const { busy, claim, drop } = useClaim({
    personId: useSession()?.id ?? '',
    sendFiles,
    hasFiles,
    onSaved: (late) => {
      setDraft(late);
      saved(late);
    },
    onFound: setDraft,
  });
  const [noFiles, setNoFiles] = useState(false);
  const amount = amountOf(fields.amount);

  const close = () => {
    drop();
    onClose();
  };
  const send = async () => {
    const { row, expense } = chosen;
    setNoFiles(files.length === 0);
    if (files.length === 0 || busy || row === undefined || amount === undefined) return;
    const field = expense?.field ?? fields.kind;
    try {
      const { note } = fields;
      if (!(await claim({ rowId: row.id, field, amount, note }, version))) return;
      notifyText('success', m.latereceipts_sent());
      onClose();
    } catch (error) {
      refuseOrNotify(form)(error);
    }
  };
  return { form, clash, chosen, amount, files, add, remove, noFiles, busy, send, close };
}

/** Claims a receipt of a bill that was sent, and shows before what it does to the next salary. */
export function LateReceiptDialog(props: Props) {
  const { bill } = props;
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  const { form, clash, chosen, amount, files, add, remove, noFiles, busy, send, close } =
    useClaiming(props);
  const [settled] = useDebouncedValue(amount, TYPING_MS);
  const repeated = files.some(({ receipt }) => (receipt?.sameAs ?? null) !== null);
  return (
    <FormDialog
      title={m.latereceipts_dialog({ number: bill.billNumber ?? '' })}
      size="lg"
      fullScreen={phone}
      formRef={form.form}
      confirm={repeated ? m.latereceipts_send_anyway() : m.latereceipts_send()}
      onSubmit={form.submit(() => void send())}
      busy={busy}
      close={close}
    >
      {clash !== undefined && <SavedElsewhere {...clash} />}
      <Text size="sm">{m.latereceipts_dialog_help()}</Text>
      <ClaimedExpense bill={bill} form={form} chosen={chosen} />
      <ChosenFiles
        files={files}
        room={MOST_RECEIPTS - files.length}
        busy={busy}
        error={noFiles && files.length === 0 ? textOf('RECEIPT_REQUIRED') : undefined}
        add={add}
        remove={(file) => void remove(file)}
      />
      <Textarea
        label={m.latereceipts_note()}
        description={m.latereceipts_note_help()}
        autosize
        minRows={2}
        maxLength={LONGEST_NOTE}
        {...form.input('note')}
      />
      <Effect amount={settled} />
    </FormDialog>
  );
}
