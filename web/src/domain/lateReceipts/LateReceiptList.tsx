import { Anchor, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useDeleteLateReceipt, type LateReceipt } from '@/api/lateReceipts';
import { receiptAddress } from '@/api/receipts';
import { StateBadge } from '@/components/StateBadge';
import { TextLink } from '@/components/links';
import { tellProblem } from '@/components/tellProblem';
import { expenseName } from '@/domain/bills/expenses';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './LateReceiptList.module.css';
import { stateWords } from './stateWords';

interface Props {
  receipts: readonly LateReceipt[];
  /** On the page of their bill it need not be named. */
  withBill: boolean;
}

/** Late receipts, each with how far it has come. */
export function LateReceiptList({ receipts, withBill }: Props) {
  return (
    <ul className={classes.list} aria-label={m.latereceipts_title()}>
      {receipts.map((receipt) => (
        <li key={receipt.id} className={classes.item}>
          <LateReceiptItem receipt={receipt} withBill={withBill} />
        </li>
      ))}
    </ul>
  );
}

function LateReceiptItem({ receipt, withBill }: { receipt: LateReceipt; withBill: boolean }) {
  const { field, amount, note, refusal, billId, billNumber, customer } = receipt;
  return (
    <Stack gap={6}>
      <Group gap="sm" justify="space-between" align="flex-start">
        <Stack gap={2} className={classes.words}>
          <Text fw={600}>{`${expenseName(field)}: ${formatMoney(amount)}`}</Text>
          {withBill && billNumber !== null && (
            <TextLink to="/invoice" search={{ id: billId }} size="sm">
              {`${m.bills_numbered({ number: billNumber })}, ${customer}`}
            </TextLink>
          )}
          {!withBill && receipt.rowText !== '' && (
            <Text size="sm" c="dimmed">
              {receipt.rowText}
            </Text>
          )}
          {note !== '' && <Text size="sm">{note}</Text>}
        </Stack>
        <StateBadge state={stateWords(receipt)} />
      </Group>
      {refusal !== '' && (
        <Text size="sm" c="var(--mantine-color-error)">
          {m.latereceipts_refused_because({ reason: refusal })}
        </Text>
      )}
      {receipt.state === 'APPROVED' && receipt.payday === null && (
        <Text size="sm" c="dimmed">
          {m.latereceipts_approved_help()}
        </Text>
      )}
      <Group gap="sm" justify="space-between">
        <Files receipts={receipt.receipts} />
        {(receipt.state === 'WAITING' || receipt.state === 'DRAFT') && (
          <TakeBack receipt={receipt} />
        )}
      </Group>
    </Stack>
  );
}

function Files({ receipts }: Pick<LateReceipt, 'receipts'>) {
  return (
    <Group gap="sm" className={classes.words}>
      {receipts.map(({ id, displayname }) => (
        <Anchor key={id} href={receiptAddress(id)} target="_blank" rel="noopener" size="sm">
          {displayname}
          <VisuallyHidden>{` ${m.opens_in_new_tab()}`}</VisuallyHidden>
        </Anchor>
      ))}
    </Group>
  );
}

function TakeBack({ receipt }: { receipt: LateReceipt }) {
  const deleting = useDeleteLateReceipt();
  const ask = () =>
    modals.openConfirmModal({
      title: m.latereceipts_delete_title(),
      children: <Text>{m.latereceipts_delete_body()}</Text>,
      labels: { confirm: m.latereceipts_delete_confirm(), cancel: m.dialog_cancel() },
      confirmProps: { color: 'red' },
      onConfirm: () => deleting.mutate(receipt, { onError: tellProblem }),
    });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={deleting.isPending}
      onClick={ask}
    >
      {m.latereceipts_delete()}
    </Button>
  );
}
