import { Group, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { usePayments, type Payment, type PaymentState } from '@/api/payments';
import { BeginButton } from '@/components/list/BeginButton';
import { DataTable } from '@/components/list/DataTable';
import { ListKeys } from '@/components/shortcuts/ListKeys';
import { ListSearch } from '@/components/list/ListSearch';
import { ListView } from '@/components/list/ListView';
import { m } from '@/paraglide/messages';
import { paymentColumns } from './paymentColumns';
import { PAYMENT_STATES } from './paymentWords';
import { readPaymentSearch } from './search';

interface Props {
  state: PaymentState;
  search: string;
  find: (search: string) => void;
}

/** The payments of one state, or those among them that a search finds. */
export function PaymentList({ state, search, find }: Props) {
  const list = usePayments(state, search);
  const isWork = state === 'UNMATCHED' || state === 'PROPOSED' || state === 'REFUNDABLE';
  return (
    <Stack gap="sm">
      <ListSearch label={m.providermoney_search_payments()} asked={search} ask={find} />
      <Group justify="space-between">
        <div>{isWork && <BeginPayments state={state} first={list.items[0]} />}</div>
        <ListKeys
          enter={m.providermoney_key_open()}
          more={isWork ? [{ key: 'n', name: m.providermoney_begin() }] : []}
        />
      </Group>
      <ListView
        list={list}
        empty={
          search === '' ? PAYMENT_STATES[state].empty() : m.providermoney_search_no_hits({ search })
        }
      >
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
function BeginPayments({ state, first }: { state: PaymentState; first: Payment | undefined }) {
  const navigate = useNavigate();
  const search = readPaymentSearch({ view: state });
  const open =
    first &&
    (() =>
      void navigate({
        to: '/provider/payments/$paymentId',
        params: { paymentId: first.id },
        search,
      }));
  return <BeginButton name={m.providermoney_begin()} open={open} />;
}
