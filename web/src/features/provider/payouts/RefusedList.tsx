import { Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Payout } from '@/api/payouts';
import { useSession } from '@/api/session';
import { BarredButton } from '@/components/BarredButton';
import { DataTable, type Column } from '@/components/list/DataTable';
import { StateBadge } from '@/components/StateBadge';
import { RefusalWords } from '@/domain/outgoing/RefusalWords';
import { m } from '@/paraglide/messages';
import { PayAgain } from './PayAgain';
import { amountColumn, billColumn, receiverColumn } from './payoutColumns';
import { PAYOUT_STATES } from './payoutWords';

/** What the bank did not pay or what came back, until it is paid again. */
export function RefusedList({ refused }: { refused: readonly Payout[] }) {
  const viewerId = useSession()?.id ?? '';
  // What the dialog is about stays in it when the list behind it has changed.
  const [asked, setAsked] = useState<Payout>();
  return (
    <Stack component="section" gap="sm" aria-label={m.payouts_refused()}>
      <Title order={2}>{m.payouts_refused()}</Title>
      <Text c="dimmed" maw={720}>
        {m.payouts_refused_help()}
      </Text>
      <DataTable
        caption={m.payouts_refused()}
        items={refused}
        keyOf={({ id }) => id}
        columns={columns(viewerId, setAsked)}
        stacked
      />
      {asked !== undefined && <PayAgain payout={asked} close={() => setAsked(undefined)} />}
    </Stack>
  );
}

function columns(
  viewerId: string,
  ask: (payout: Payout) => void,
): [Column<Payout>, ...Column<Payout>[]] {
  return [
    receiverColumn(),
    {
      name: m.bills_status(),
      cell: ({ state, note }) => (
        <>
          <StateBadge state={PAYOUT_STATES[state]} />
          <RefusalWords by={null} at={null} note={note} />
        </>
      ),
    },
    billColumn(),
    amountColumn(),
    {
      name: m.payouts_actions(),
      silent: true,
      cell: (payout) => (
        <BarredButton
          size="xs"
          variant="default"
          reason={payout.personId === viewerId ? m.payouts_own_decision() : undefined}
          onClick={() => ask(payout)}
        >
          {m.payouts_again()}
        </BarredButton>
      ),
    },
  ];
}
