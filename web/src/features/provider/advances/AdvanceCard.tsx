import { Box, Group } from '@mantine/core';
import type { ProviderAdvance } from '@/api/providerAdvances';
import { useSession } from '@/api/session';
import { Details } from '@/components/Details';
import { billName, STATES } from '@/domain/bills/billWords';
import { StaffBillLink } from '@/domain/bills/StaffBillLink';
import { ItemCard } from '@/domain/sharing/ItemCard';
import { ADVANCE_STATES, lapseText } from '@/domain/sharing/sharingWords';
import { formatInstant } from '@/lib/format/instant';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { AdvanceActions } from './AdvanceActions';

/** An advance: who asked for how much, on which bill, how far it has come, and what can be decided. */
export function AdvanceCard({ advance }: { advance: ProviderAdvance }) {
  const viewerId = useSession()?.id ?? '';
  return (
    <ItemCard
      name={advance.personName}
      amount={formatMoney(advance.amount)}
      state={ADVANCE_STATES[advance.state]}
      lines={[]}
    >
      <Box maw={640}>
        <Details items={factsOf(advance)} />
      </Box>
      <Group align="flex-start" gap="sm">
        <AdvanceActions advance={advance} viewerId={viewerId} />
      </Group>
    </ItemCard>
  );
}

function factsOf(advance: ProviderAdvance) {
  const { state, customer, dueDate, requested, paid, outstanding, out } = advance;
  return [
    { name: m.provideradvances_bill(), value: <BillOf advance={advance} /> },
    { name: m.provideradvances_customer(), value: customer },
    { name: m.provideradvances_bill_due(), value: dueDate },
    { name: m.provideradvances_requested(), value: formatInstant(requested) },
    {
      name: m.provideradvances_second(),
      value: state === 'REQUESTED' && advance.needsSecondPerson && secondText(advance),
    },
    { name: m.provideradvances_decided(), value: decidedText(advance) },
    { name: m.provideradvances_reason(), value: advance.reason },
    { name: m.provideradvances_lapse(), value: lapseText(advance.lapse) },
    { name: m.provideradvances_paid(), value: paid },
    {
      name: m.provideradvances_way(),
      value:
        state === 'GRANTED' && (out ? m.provideradvances_in_file() : m.provideradvances_ready()),
    },
    {
      name: m.provideradvances_outstanding(),
      value: state === 'PAID' && outstandingText(outstanding),
    },
    { name: m.provideradvances_due_reason(), value: advance.due && dueText(advance) },
  ];
}

function secondText({ firstByName }: ProviderAdvance): string {
  return firstByName === null
    ? m.provideradvances_two()
    : m.provideradvances_first_by({ name: firstByName });
}

function decidedText({ decidedByName, decidedAt, lapse, state }: ProviderAdvance): string | null {
  if (decidedAt === null || lapse !== null || state === 'WITHDRAWN') return null;
  return `${decidedByName ?? m.provideradvances_by_rule()}, ${formatInstant(decidedAt)}`;
}

function outstandingText(outstanding: number): string {
  return outstanding === 0 ? m.provideradvances_settled() : formatMoney(outstanding);
}

function dueText({ dueReason }: ProviderAdvance): string {
  return lapseText(dueReason) ?? dueReason;
}

/** The bill with its state. */
function BillOf({ advance: { billId, billNumber, billState } }: { advance: ProviderAdvance }) {
  return (
    <>
      <StaffBillLink billId={billId} name={billName({ billNumber, state: billState })} />
      {` · ${STATES[billState].text()}`}
    </>
  );
}
