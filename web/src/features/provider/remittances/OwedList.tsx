import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Owed } from '@/api/remittances';
import { useToday } from '@/api/today';
import { BarredButton } from '@/components/BarredButton';
import { DataTable, type Column } from '@/components/list/DataTable';
import { DUE_NAMES } from '@/domain/salary/dueNames';
import { formatDate } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { MakeRemittance } from './MakeRemittance';
import { whyNotPaid } from './remittanceWords';

/** What is in no remittance yet, by receiver and month. */
export function OwedList({ owed }: { owed: readonly Owed[] }) {
  // What the dialog is about stays in it when the list behind it has changed.
  const [asked, setAsked] = useState<Owed>();
  const { today } = useToday();
  return (
    <>
      {owed.length === 0 ? (
        <Text c="dimmed">{m.providerpayroll_owed_empty()}</Text>
      ) : (
        <DataTable
          caption={m.providerpayroll_owed()}
          items={owed}
          keyOf={({ kind, personId, until }) => `${kind} ${personId ?? ''} ${until}`}
          columns={columns(setAsked)}
          stacked
          leading
        />
      )}
      {asked !== undefined && today !== undefined && (
        <MakeRemittance owed={asked} today={formatDate(today)} close={() => setAsked(undefined)} />
      )}
    </>
  );
}

function columns(ask: (owed: Owed) => void): [Column<Owed>, ...Column<Owed>[]] {
  return [
    {
      name: m.providerpayroll_remit_receiver(),
      cell: ({ kind, receiver, personName }) => (
        <>
          {DUE_NAMES[kind]()}
          <Text size="xs" c="dimmed">
            {[receiver ?? m.providerpayroll_receiver_missing(), personName]
              .filter((text) => text !== null)
              .join(' · ')}
          </Text>
        </>
      ),
    },
    {
      name: m.providerpayroll_remit_until(),
      cell: ({ until, sources }) => (
        <>
          {until}
          <Text size="xs" c="dimmed">
            {sources.map(sourceText).join(' · ')}
          </Text>
        </>
      ),
      from: 'sm',
    },
    {
      name: m.providerpayroll_remit_due(),
      cell: ({ due }) => due ?? m.providerpayroll_due_by_bill(),
      from: 'sm',
    },
    {
      name: m.providerpayroll_remit_amount(),
      cell: ({ amount, toPay }) => (
        <>
          {formatMoney(amount)}
          {toPay !== amount && (
            <Text size="xs" c="dimmed">
              {m.providerpayroll_remit_to_pay({ sum: formatMoney(toPay) })}
            </Text>
          )}
        </>
      ),
      numeric: true,
    },
    {
      name: m.providerpayroll_remit_action(),
      silent: true,
      cell: (owed) => {
        const reason = whyNotPaid(owed);
        return (
          <BarredButton size="xs" variant="default" reason={reason} onClick={() => ask(owed)}>
            {m.providerpayroll_remit_make()}
          </BarredButton>
        );
      },
    },
  ];
}

function sourceText({ day, payday, amount, payable }: Owed['sources'][number]): string {
  const sum = formatMoney(amount);
  if (!payable) return m.providerpayroll_source_waits({ day, sum });
  if (payday === null) return m.providerpayroll_source_payment({ day, sum });
  return payday === day
    ? m.providerpayroll_source_run({ day, sum })
    : m.providerpayroll_source_taken_back({ day, payday, sum });
}
