import { Stack, Text, Title } from '@mantine/core';
import type { LeftAgain } from '@/api/payouts';
import { DataTable, type Column } from '@/components/list/DataTable';
import { TextLink } from '@/components/links';
import { m } from '@/paraglide/messages';
import { amountColumn, billColumn, ofPayout, receiverColumn } from './payoutColumns';

/** What the bank paid once more, until it comes back. */
export function LeftAgainList({ left }: { left: readonly LeftAgain[] }) {
  return (
    <Stack component="section" gap="sm" aria-label={m.payouts_left_again()}>
      <Title order={2}>{m.payouts_left_again()}</Title>
      <Text c="dimmed" maw={720}>
        {m.payouts_left_again_help()}
      </Text>
      <DataTable
        caption={m.payouts_left_again()}
        items={left}
        keyOf={({ paymentId }) => paymentId}
        columns={columns()}
        stacked
      />
    </Stack>
  );
}

function columns(): [Column<LeftAgain>, ...Column<LeftAgain>[]] {
  return [
    ofPayout(receiverColumn()),
    {
      name: m.payouts_left_on(),
      cell: ({ day, paymentId }) => (
        <>
          {day}
          <Text size="xs" component="div">
            <TextLink to="/provider/payments/$paymentId" params={{ paymentId }} inherit>
              {m.payouts_left_again_open()}
            </TextLink>
          </Text>
        </>
      ),
    },
    ofPayout(billColumn()),
    ofPayout(amountColumn()),
  ];
}
