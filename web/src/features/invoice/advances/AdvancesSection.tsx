import { Button, Stack, Text, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconCash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useWithdrawAdvance, type Advance } from '@/api/advances';
import type { BillState } from '@/api/bills';
import { BarredButton } from '@/components/BarredButton';
import { telling } from '@/components/telling';
import { ItemCard, ItemList } from '@/domain/sharing/ItemCard';
import { partPlace } from '@/domain/sharing/PartLink';
import { ADVANCE_STATES } from '@/domain/sharing/sharingWords';
import { difference } from '@/lib/format/exact';
import { formatInstant } from '@/lib/format/instant';
import { formatMoney } from '@/lib/format/money';
import { lazyPart } from '@/lib/lazyPart';
import { m } from '@/paraglide/messages';
import { useSharedBill } from '../sharing/useSharedBill';
import { freeRows } from './advanceForm';

// Few bills get an advance; the form is loaded when it is opened.
const AdvanceDialog = lazyPart(async () => (await import('./AdvanceDialog')).AdvanceDialog);

const ASKABLE: ReadonlySet<BillState> = new Set(['PENDING', 'TAKEN', 'APPROVED', 'CLOSED']);

/** The advances on a bill that was sent, and what asks for one. */
export function AdvancesSection() {
  const bill = useSharedBill();
  const [asking, setAsking] = useState(false);
  if (bill === undefined || bill.creditOf !== null) return null;
  const advances = bill.advancePayments;
  const askable = ASKABLE.has(bill.state);
  if (!askable && advances.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-label={m.advances_title()}>
      <Title order={2}>{m.advances_title()}</Title>
      {advances.length === 0 ? (
        <Text size="sm" c="dimmed" maw={640}>
          {m.advances_help()}
        </Text>
      ) : (
        <ItemList label={m.advances_title()}>
          {advances.map((advance) => (
            <AdvanceItem key={advance.id} billId={bill.id} advance={advance} />
          ))}
        </ItemList>
      )}
      {askable && (
        <BarredButton
          variant="light"
          size="sm"
          leftSection={<IconCash size={18} aria-hidden="true" />}
          reason={freeRows(bill).length === 0 ? m.advances_all_rows() : undefined}
          onClick={() => setAsking(true)}
        >
          {m.advances_ask()}
        </BarredButton>
      )}
      {asking && (
        <Suspense>
          <AdvanceDialog bill={bill} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

function AdvanceItem({ billId, advance }: { billId: string; advance: Advance }) {
  const { amount, state, rows, reason } = advance;
  return (
    <ItemCard
      {...partPlace(advance.id)}
      name={m.advances_row_count({ count: rows.length })}
      amount={formatMoney(amount)}
      state={ADVANCE_STATES[state]}
      lines={[aboutText(advance), reason === null ? null : m.advances_reason({ reason })]}
      {...(state === 'REQUESTED' && { actions: <Withdraw billId={billId} advance={advance} /> })}
    />
  );
}

/** Why there was nothing left to advance. */
const LAPSES: Readonly<Record<string, () => string>> = {
  BILL_OPENED: m.advances_lapse_opened,
  BILL_CREDITED: m.advances_lapse_credited,
  PART_CREDITED: m.advances_lapse_part_credited,
  PAID_AS_SALARY: m.advances_lapse_salary,
};

function aboutText(advance: Advance): string {
  const { state, requested, lapse } = advance;
  switch (state) {
    case 'REQUESTED':
      return m.advances_about_requested({ day: formatInstant(requested) });
    case 'GRANTED':
      return m.advances_about_granted();
    case 'REFUSED':
      return (LAPSES[lapse ?? ''] ?? m.advances_about_refused)();
    case 'WITHDRAWN':
      return m.advances_about_withdrawn();
    case 'PAID':
      return paidText(advance);
  }
}

function paidText({ amount, paid, recovered, due }: Advance): string {
  const day = paid ?? '';
  if (recovered >= amount) return m.advances_about_settled({ day });
  if (due) return m.advances_about_due({ day, left: formatMoney(difference(amount, recovered)) });
  return recovered > 0
    ? m.advances_about_recovered({ day, recovered: formatMoney(recovered) })
    : m.advances_about_paid({ day });
}

function Withdraw({ billId, advance: { id, amount } }: { billId: string; advance: Advance }) {
  const withdrawing = useWithdrawAdvance();
  const withdraw = () =>
    withdrawing.mutate({ billId, advanceId: id }, telling(m.advances_withdrawn()));
  const ask = () =>
    modals.openConfirmModal({
      title: m.advances_withdraw_title(),
      children: <Text>{m.advances_withdraw_body({ amount: formatMoney(amount) })}</Text>,
      labels: { confirm: m.advances_withdraw(), cancel: m.dialog_cancel() },
      onConfirm: withdraw,
    });
  return (
    <Button size="compact-sm" variant="default" loading={withdrawing.isPending} onClick={ask}>
      {m.advances_withdraw()}
    </Button>
  );
}
