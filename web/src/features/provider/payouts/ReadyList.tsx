import { Group, Stack, Text, Title } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { useState } from 'react';
import { MOST_IN_FILE, type Payout } from '@/api/payouts';
import { useSession } from '@/api/session';
import { useToday } from '@/api/today';
import { BarredButton } from '@/components/BarredButton';
import { DataTable } from '@/components/list/DataTable';
import { total } from '@/lib/format/exact';
import { formatDate } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { MakeFile } from './MakeFile';
import { amountColumn, billColumn, dueColumn, receiverColumn } from './payoutColumns';
import { nameOf } from './payoutWords';

type Chosen = readonly [Payout, ...Payout[]];

/** What can be put into a file for the bank, by the day on which it is due. */
export function ReadyList({ ready }: { ready: readonly Payout[] }) {
  const viewerId = useSession()?.id ?? '';
  const { today } = useToday();
  const day = today === undefined ? undefined : formatDate(today);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // What the dialog is about stays in it when the list behind it has changed.
  const [asked, setAsked] = useState<Chosen>();
  const isOwn = ({ personId }: Payout) => personId === viewerId;
  const [first, ...others] = ready.filter((payout) => chosen.has(payout.id) && !isOwn(payout));
  const count = first === undefined ? 0 : others.length + 1;
  return (
    <Stack component="section" gap="sm" aria-label={m.payouts_ready()}>
      <Group justify="space-between" align="flex-start">
        <Title order={2}>{m.payouts_ready()}</Title>
        {ready.length > 0 && (
          <BarredButton
            size="sm"
            leftSection={<IconFileInvoice size={18} aria-hidden="true" />}
            reason={whyNone(count)}
            onClick={() => first !== undefined && setAsked([first, ...others])}
          >
            {m.payouts_make({ count })}
          </BarredButton>
        )}
      </Group>
      {ready.length === 0 ? (
        <Text c="dimmed" maw={720}>
          {m.payouts_ready_empty()}
        </Text>
      ) : (
        <DataTable
          caption={m.payouts_ready()}
          items={ready}
          keyOf={({ id }) => id}
          columns={[
            { ...receiverColumn(), sum: m.payouts_total() },
            billColumn(),
            dueColumn(day),
            { ...amountColumn(), sum: formatMoney(total(ready.map(({ amount }) => amount))) },
          ]}
          stacked
          leading
          choosing={{
            chosen,
            choose: setChosen,
            nameOf: (payout) => m.payouts_choose({ payout: nameOf(payout) }),
            whyNot: (payout) => (isOwn(payout) ? m.payouts_own() : undefined),
          }}
        />
      )}
      {ready.some(isOwn) && (
        <Text size="sm" c="dimmed">
          {m.payouts_own()}
        </Text>
      )}
      {asked !== undefined && day !== undefined && (
        <MakeFile
          payouts={asked}
          today={day}
          onMade={() => setChosen(new Set())}
          close={() => setAsked(undefined)}
        />
      )}
    </Stack>
  );
}

function whyNone(count: number): string | undefined {
  if (count === 0) return m.payouts_make_none();
  return count > MOST_IN_FILE ? m.payouts_make_many({ most: MOST_IN_FILE }) : undefined;
}
