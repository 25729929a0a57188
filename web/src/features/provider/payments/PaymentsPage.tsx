import { SegmentedControl, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePaymentCounts } from '@/api/payments';
import { PageTitle } from '@/components/PageTitle';
import { FilterTabs } from '@/components/list/FilterTabs';
import { m } from '@/paraglide/messages';
import { BankFiles } from './BankFiles';
import { PaymentList } from './PaymentList';
import { PAYMENT_STATES } from './paymentWords';
import { FIRST_STATE, MAIN_STATES, OTHER_STATES, readPaymentsSearch, type View } from './search';
import { BankFileUpload } from './upload/BankFileUpload';

/** Others than those of a tab of their own come under one. */
const OTHERS = OTHER_STATES[0];

/** What moved on the account: brought in from the bank, and worked through state by state. */
export function PaymentsPage() {
  const { view = FIRST_STATE, q = '' } = useSearch({ from: '/provider/payments' });
  const navigate = useNavigate({ from: '/provider/payments' });
  const countOf = usePaymentCounts();
  const choose = (next: View) =>
    void navigate({ search: readPaymentsSearch({ view: next, q }), replace: true });
  const find = (next: string) =>
    void navigate({ search: readPaymentsSearch({ view, q: next }), replace: true });
  const tab = isOther(view) ? OTHERS : view;
  return (
    <Stack gap="lg">
      <PageTitle>{m.provider_page_payments()}</PageTitle>
      <BankFileUpload />
      <FilterTabs<View>
        label={m.providermoney_views()}
        filters={[
          ...MAIN_STATES.map((value) => ({
            value,
            name: PAYMENT_STATES[value].list(),
            count: countOf(value),
          })),
          { value: OTHERS, name: m.providermoney_list_others() },
          { value: 'FILES', name: m.providermoney_files() },
        ]}
        value={tab}
        choose={choose}
      >
        {isOther(view) && (
          <SegmentedControl
            mb="sm"
            size="sm"
            aria-label={m.providermoney_list_others()}
            data={OTHER_STATES.map((value) => ({ value, label: PAYMENT_STATES[value].list() }))}
            value={view}
            onChange={choose}
          />
        )}
        {view === 'FILES' ? (
          <BankFiles />
        ) : (
          <PaymentList key={view} state={view} search={q} find={find} />
        )}
      </FilterTabs>
    </Stack>
  );
}

function isOther(view: View): view is (typeof OTHER_STATES)[number] {
  return OTHER_STATES.some((state) => state === view);
}
