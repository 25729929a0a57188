import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Listing } from '@/api/listing';
import { remittanceFileAddress, type Remittance } from '@/api/remittances';
import { useSession } from '@/api/session';
import { DataTable, type Column } from '@/components/list/DataTable';
import { ListView } from '@/components/list/ListView';
import { StateBadge } from '@/components/StateBadge';
import { RefusalWords } from '@/domain/outgoing/RefusalWords';
import { DUE_NAMES } from '@/domain/salary/dueNames';
import { formatInstant } from '@/lib/format/instant';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { ApproveRemittances } from './ApproveRemittances';
import { RemittanceActions } from './RemittanceActions';
import { REMITTANCE_STATES, whyNotApprove } from './remittanceWords';

/** What was made to be paid; those that somebody else made can be approved together. */
export function RemittanceList({ list }: { list: Listing<Remittance> }) {
  const viewerId = useSession()?.id ?? '';
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const approvable = list.items.filter(
    (remittance) => chosen.has(remittance.id) && whyNotApprove(remittance, viewerId) === undefined,
  );
  return (
    <Stack component="section" gap="sm" aria-label={m.providerpayroll_remittances()}>
      <Group justify="space-between" align="flex-start">
        <Title order={2}>{m.providerpayroll_remittances()}</Title>
        <ApproveRemittances remittances={approvable} clear={() => setChosen(new Set())} />
      </Group>
      <ListView list={list} empty={m.providerpayroll_remittances_empty()}>
        {(items) => (
          <DataTable
            caption={m.providerpayroll_remittances()}
            items={items}
            keyOf={({ id }) => id}
            columns={columns(viewerId)}
            stacked
            leading
            choosing={{
              chosen,
              choose: setChosen,
              nameOf: ({ kind, amount }) =>
                m.providerpayroll_remit_choose({
                  kind: DUE_NAMES[kind](),
                  sum: formatMoney(amount),
                }),
              whyNot: (remittance) => whyNotApprove(remittance, viewerId),
            }}
          />
        )}
      </ListView>
    </Stack>
  );
}

function columns(viewerId: string): [Column<Remittance>, ...Column<Remittance>[]] {
  return [
    {
      name: m.providerpayroll_remit_receiver(),
      cell: ({ kind, receiver, personName, iban, reference }) => (
        <>
          {DUE_NAMES[kind]()}
          <Text size="xs" c="dimmed">
            {[receiver, personName, iban, reference].filter((text) => text !== null).join(' · ')}
          </Text>
        </>
      ),
    },
    {
      name: m.bills_status(),
      cell: ({ state, refusalByName, refusalAt, note }) => (
        <>
          <StateBadge state={REMITTANCE_STATES[state]} />
          <RefusalWords by={refusalByName} at={refusalAt} note={note} />
        </>
      ),
    },
    { name: m.providerpayroll_remit_until(), cell: ({ until }) => until, from: 'lg' },
    { name: m.providerpayroll_remit_pay_on(), cell: ({ payOn }) => payOn, from: 'sm' },
    {
      name: m.providerpayroll_made_by(),
      cell: ({ madeByName, madeAt }) => <DoneBy name={madeByName} at={madeAt} />,
      from: 'md',
    },
    {
      name: m.providerpayroll_approved_by(),
      cell: ({ approvedByName, approvedAt }) => <DoneBy name={approvedByName} at={approvedAt} />,
      from: 'md',
    },
    {
      name: m.providerpayroll_remit_amount(),
      cell: ({ amount }) => formatMoney(amount),
      numeric: true,
    },
    {
      name: m.providerpayroll_remit_action(),
      silent: true,
      cell: (remittance) => (
        <Group gap="xs" justify="flex-end">
          {remittance.hasFile && (
            <Anchor href={remittanceFileAddress(remittance.id)} download size="sm">
              {m.providerpayroll_remit_file()}
            </Anchor>
          )}
          <RemittanceActions remittance={remittance} viewerId={viewerId} />
        </Group>
      ),
    },
  ];
}

function DoneBy({ name, at }: { name: string | null; at: string | null }) {
  if (name === null || at === null) return null;
  return (
    <>
      {name}
      <Text size="xs" c="dimmed">
        {formatInstant(at)}
      </Text>
    </>
  );
}
