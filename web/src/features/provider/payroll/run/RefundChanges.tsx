import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { RunRefund } from '@/api/payroll';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

interface Props {
  seen: readonly RunRefund[];
  now: readonly RunRefund[];
}

/**
 * Why an approval was refused: which refunds came or went since the run was looked at, as soon as
 * the run is read again.
 */
export function RefundChanges({ seen, now }: Props) {
  const lines = [
    ...missingFrom(seen, now).map((refund) => lineOf(refund, m.providerpayroll_refund_came)),
    ...missingFrom(now, seen).map((refund) => lineOf(refund, m.providerpayroll_refund_went)),
  ];
  return (
    <Alert
      variant="light"
      color="yellow"
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={m.providerpayroll_refunds_changed()}
    >
      {lines.length > 0 && (
        <List spacing={6}>
          {lines.map(({ id, text }) => (
            <List.Item key={id}>{text}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

function missingFrom(known: readonly RunRefund[], refunds: readonly RunRefund[]): RunRefund[] {
  const ids = new Set(known.map(({ id }) => id));
  return refunds.filter(({ id }) => !ids.has(id));
}

function lineOf(
  { id, name, amount }: RunRefund,
  inWords: (refund: { name: string; amount: string }) => string,
) {
  return { id, text: inWords({ name, amount: formatMoney(amount) }) };
}
