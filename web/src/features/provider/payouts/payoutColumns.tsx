import { Group, Text } from '@mantine/core';
import type { LeftAgain, Payout } from '@/api/payouts';
import { StateBadge } from '@/components/StateBadge';
import type { Column } from '@/components/list/DataTable';
import { billName } from '@/domain/bills/billWords';
import { StaffBillLink } from '@/domain/bills/StaffBillLink';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { isLate } from './payDay';
import { accountText, KINDS, LATE } from './payoutWords';

export const receiverColumn = (): Column<Payout> => ({
  name: m.payouts_receiver(),
  cell: (payout) => (
    <>
      {payout.receiver}
      <Text size="xs" c="dimmed" fw={400}>
        {accountText(payout)}
      </Text>
    </>
  ),
});

export const billColumn = (): Column<Payout> => ({
  name: m.payouts_for(),
  cell: (payout) => (
    <>
      {KINDS[payout.kind]()}
      <Text size="xs" c="dimmed" component="div">
        {`${payout.personName} · `}
        <StaffBillLink billId={payout.billId} name={billNameOf(payout)} />
      </Text>
    </>
  ),
});

export const dueColumn = (today: string | undefined): Column<Payout> => ({
  name: m.payouts_due(),
  cell: ({ due }) => (
    <Group gap={6}>
      <Text span inherit>
        <Text span inherit c="dimmed" hiddenFrom="sm">{`${m.payouts_due()} `}</Text>
        {due}
      </Text>
      {isLate(due, today) && <StateBadge state={LATE} />}
    </Group>
  ),
});

export const amountColumn = (): Column<Payout> => ({
  name: m.payouts_amount(),
  cell: ({ amount }) => formatMoney(amount),
  numeric: true,
});

/** The same column in a list of movements that name payouts. */
export function ofPayout({ name, cell, numeric }: Column<Payout>): Column<LeftAgain> {
  return { name, cell: ({ payout }) => cell(payout), ...(numeric !== undefined && { numeric }) };
}

function billNameOf({ billNumber }: Payout): string {
  return billName({ billNumber, state: 'CLOSED' });
}
