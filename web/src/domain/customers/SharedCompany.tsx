import { Text } from '@mantine/core';
import type { Customer } from '@/api/customers';
import { FieldGroup, Wide } from '@/components/FieldGroup';
import { m } from '@/paraglide/messages';
import { CustomerLine } from './CustomerLine';

/** Whether others bill the customer too, so that the user cannot change who it is. */
export function isShared({ partyRole, editable }: Customer): boolean {
  return partyRole === 'COMPANY' && !editable;
}

/** Who a company is that others bill too. */
export function SharedCompany({ customer }: { customer: Customer }) {
  const { address, postalcode, city } = customer;
  return (
    <FieldGroup columns="pairs" title={m.customers_group_who()}>
      <Wide>
        <CustomerLine customer={customer} />
        <Text size="sm">{`${address}, ${postalcode} ${city}`}</Text>
        <Text size="sm" c="dimmed" mt="xs">
          {m.customers_shared_note()}
        </Text>
      </Wide>
    </FieldGroup>
  );
}
