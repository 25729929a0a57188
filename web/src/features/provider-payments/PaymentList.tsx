import { Button, Group, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconPlayerPlay } from '@tabler/icons-react';
import { usePayments, type Payment, type PaymentState } from '@/api/payments';
import { DataTable } from '@/components/provider/DataTable';
import { KeyHelp } from '@/components/provider/KeyHelp';
import { KeyHint } from '@/components/provider/KeyHint';
import { useKeys } from '@/components/provider/keys';
import { ListView } from '@/components/provider/ListView';
import { m } from '@/paraglide/messages';
import { paymentColumns } from './paymentColumns';
import { PAYMENT_STATES } from './paymentWords';
import { readPaymentSearch } from './search';

/** The payments of one state. */
export function PaymentList({ state }: { state: PaymentState }) {
  const list = usePayments(state);
  const isWork = state === 'UNMATCHED' || state === 'REFUNDABLE';
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <div>{isWork && <BeginButton state={state} first={list.items[0]} />}</div>
        <KeyHelp
          keys={[
            { key: 'j', name: m.providerbills_key_down() },
            { key: 'k', name: m.providerbills_key_up() },
            { key: 'enter', name: m.providermoney_key_open() },
            ...(isWork ? [{ key: 'n', name: m.providermoney_begin() }] : []),
          ]}
        />
      </Group>
      <ListView list={list} empty={PAYMENT_STATES[state].empty()}>
        {(payments) => (
          <DataTable
            caption={PAYMENT_STATES[state].list()}
            items={payments}
            keyOf={({ id }) => id}
            columns={paymentColumns(state)}
            leading
          />
        )}
      </ListView>
    </Stack>
  );
}

/** Opens the first payment; from there on each leads to the next. */
function BeginButton({ state, first }: { state: PaymentState; first: Payment | undefined }) {
  const navigate = useNavigate();
  const search = readPaymentSearch({ view: state });
  const open = () => {
    if (first === undefined) return;
    void navigate({ to: '/provider/payments/$paymentId', params: { paymentId: first.id }, search });
  };
  useKeys([{ key: 'n', run: open }]);
  if (first === undefined) return null;
  return (
    <Button
      size="sm"
      leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
      rightSection={<KeyHint name={m.providerbills_begin_key()} />}
      aria-keyshortcuts="N"
      onClick={open}
    >
      {m.providermoney_begin()}
    </Button>
  );
}
