import { Alert, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { LateReceiptOfWorker } from '@/api/lateReceipts';
import { receiptQuery } from '@/api/receipts';
import { Details } from '@/components/Details';
import { FileViews } from '@/components/FileViews';
import { StateBadge } from '@/components/StateBadge';
import { TextLink } from '@/components/links';
import { expenseName } from '@/domain/bills/expenses';
import { stateWords } from '@/domain/lateReceipts/stateWords';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { DecisionForm } from './DecisionForm';
import classes from './LateReceipts.module.css';

interface Props {
  late: LateReceiptOfWorker;
  onDecided: () => void;
}

/** A late receipt: its files, and beside them what is claimed and what can be decided. */
export function LateReceiptView({ late, onDecided }: Props) {
  const { personName, lateReceipt } = late;
  const { billId, billNumber, customer, rowDate, rowText, field, amount, note } = lateReceipt;
  const items = [
    {
      name: m.latereceipts_bill(),
      value: (
        <TextLink to="/provider/bills/$billId" params={{ billId }}>
          {m.bills_numbered({ number: billNumber ?? '' })}
        </TextLink>
      ),
    },
    { name: m.latereceipts_customer(), value: customer },
    {
      name: m.latereceipts_row(),
      value: [rowDate ?? '', rowText].filter((one) => one !== '').join(' · '),
    },
    { name: m.latereceipts_kind(), value: expenseName(field) },
    { name: m.latereceipts_amount(), value: formatMoney(amount) },
    { name: m.latereceipts_note(), value: note },
    { name: m.latereceipts_deducted(), value: late.vat !== null && formatMoney(late.vat) },
    {
      name: m.latereceipts_decided(),
      value: late.decidedBy !== null && `${late.decidedBy}, ${late.decidedOn ?? ''}`,
    },
    { name: m.latereceipts_reason(), value: lateReceipt.refusal },
  ];
  return (
    <section className={classes.decided} aria-label={personName}>
      <Files late={late} />
      <Stack gap="sm">
        <Title order={2}>{personName}</Title>
        <div>
          <StateBadge state={stateWords(lateReceipt)} />
        </div>
        <Remarks late={late} />
        <Details items={items} />
        <DecisionForm late={late} onDecided={onDecided} />
      </Stack>
    </section>
  );
}

function Files({ late: { lateReceipt } }: { late: LateReceiptOfWorker }) {
  const [first, ...others] = lateReceipt.receipts;
  if (first === undefined) return <Text c="dimmed">{m.receipts_none()}</Text>;
  return (
    <FileViews label={m.receipts_receipts()} files={[first, ...others]} query={receiptQuery} />
  );
}

/** What should be looked at before deciding. */
function Remarks({ late: { lateReceipt } }: { late: LateReceiptOfWorker }) {
  const remarks = [
    ...(lateReceipt.billCredited ? [m.latereceipts_bill_credited()] : []),
    ...lateReceipt.receipts.flatMap(({ sameAs }) =>
      sameAs === null
        ? []
        : [
            sameAs.billNumber === null
              ? m.latereceipts_same({ name: sameAs.displayname })
              : m.latereceipts_same_on({ name: sameAs.displayname, number: sameAs.billNumber }),
          ],
    ),
  ];
  if (remarks.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden="true" />}>
      {remarks.map((remark) => (
        <Text key={remark} size="sm">
          {remark}
        </Text>
      ))}
    </Alert>
  );
}
