import { Text } from '@mantine/core';
import type { BillCustomer } from '@/api/bills';
import type { Customer } from '@/api/customers';
import { m } from '@/paraglide/messages';
import { methodText } from './texts';

type Shown = Pick<Customer, 'name' | 'businessid' | 'city'> & Partial<Customer>;

/** A customer in two lines: the name, and what tells it from others of the name. */
export function CustomerLine({ customer }: { customer: Shown }) {
  return (
    <div>
      <Text fw={600} lineClamp={2}>
        {customer.name}
      </Text>
      <Text size="sm" c="dimmed">
        {identityText(customer)}
      </Text>
    </div>
  );
}

/** "Taloushallinto · 2077474-0 · Helsinki" */
export function identityText({ organization, businessid, vat, partyRole, city }: Shown): string {
  const id = businessid || vat;
  return [organization, id, partyRole === 'CUSTOMER' && m.customers_individual(), city]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' · ');
}

/** "Verkkolasku, 14 pv" */
export function deliveryText({ sendBillMethod, termofpayment }: BillCustomer | Customer): string {
  return m.customers_delivery_term({ method: methodText(sendBillMethod), days: termofpayment });
}
