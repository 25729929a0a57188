import { Text, Textarea } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { Bill } from '@/api/billTypes';
import { MOST_RECEIPTS } from '@/api/receipts';
import { useSession } from '@/api/session';
import { FormDialog } from '@/components/FormDialog';
import { refuseOrNotify } from '@/components/saveForm';
import { notifyText } from '@/lib/notify/notify';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
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

/** Claims a receipt of a bill that was sent, and shows before what it does to the next salary. */
export function LateReceiptDialog({ bill, onClose }: Props) {
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  const form = useClaimForm(bill);
  const { fields } = form;
  const chosen = useChosen(bill, fields);
  const { files, sendFiles, add, remove } = useChosenFiles();
  const { busy, claim, drop } = useClaim(useSession()?.id ?? '', sendFiles);
  const [noFiles, setNoFiles] = useState(false);
  const amount = amountOf(fields.amount);
  const [settled] = useDebouncedValue(amount, TYPING_MS);
  const repeated = files.some(({ receipt }) => (receipt?.sameAs ?? null) !== null);

  const close = () => {
    drop();
    onClose();
  };
  const send = async () => {
    const { row, expense } = chosen;
    setNoFiles(files.length === 0);
    if (files.length === 0 || busy || row === undefined) return;
    const field = expense?.field ?? fields.kind;
    try {
      const { note } = fields;
      if (!(await claim({ rowId: row.id, field, amount: amount ?? fields.amount, note }))) return;
      notifyText('success', m.latereceipts_sent());
      onClose();
    } catch (error) {
      refuseOrNotify(form)(error);
    }
  };
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
