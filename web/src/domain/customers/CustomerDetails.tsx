import { Button, DataList, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { customerOptionsQuery, type Customer, type CustomerOptions } from '@/api/customers';
import type { BillCustomer } from '@/api/bills';
import { m } from '@/paraglide/messages';
import { deliveryText } from './CustomerLine';
import { countryName } from './texts';

/** All of a customer, or as much of it as its bill tells. */
export type ShownCustomer = BillCustomer & Partial<Customer>;

interface Props {
  customer: ShownCustomer;
  onEdit: (customer: Customer) => void;
  onClose: () => void;
}

/** What is known of a customer. What is not known, or not for one to see, is simply not there. */
export function CustomerDetails({ customer, onEdit, onClose }: Props) {
  const { data: options } = useQuery(customerOptionsQuery);
  const rows = detailsOf(customer, options).filter(([, value]) => value !== '');
  const note = noteOn(customer);
  return (
    <Stack gap="md">
      <DataList labelWidth={150} withDivider>
        {rows.map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
      {note !== undefined && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        {isOwn(customer) && (
          <Button variant="default" onClick={() => onEdit(customer)}>
            {m.customers_edit()}
          </Button>
        )}
        <Button onClick={onClose}>{m.customers_close()}</Button>
      </Group>
    </Stack>
  );
}

function isOwn(customer: ShownCustomer): customer is Customer {
  return customer.own === true;
}

function noteOn({ own, editable }: ShownCustomer): string | undefined {
  if (own === false) return m.customers_private_note();
  return own === true && editable === false ? m.customers_shared_note() : undefined;
}

function detailsOf(customer: ShownCustomer, options?: CustomerOptions): [string, string][] {
  const { operator = '', addresscountry = '', people = [] } = customer;
  const country = options?.countries.find(({ alpha3 }) => alpha3 === addresscountry);
  const place = [customer.postalcode, customer.city].filter(Boolean).join(' ');
  const individual = customer.partyRole === 'CUSTOMER';
  return [
    [m.customers_column_name(), customer.name],
    [m.customers_detail_type(), individual ? m.customers_role_individual() : ''],
    [m.customers_organization(), customer.organization ?? ''],
    [m.customers_business_id(), customer.businessid],
    [m.customers_vat(), customer.vat ?? ''],
    [m.customers_column_delivery(), deliveryText(customer)],
    [m.customers_einvoice_address(), customer.netbankaddress ?? ''],
    [
      individual ? m.customers_operator_individual() : m.customers_operator(),
      options?.operators.find(({ id }) => id === operator)?.name ?? operator,
    ],
    [m.customers_reference(), customer.referenceNumber ?? ''],
    [m.customers_group_address(), [customer.address, place].filter(Boolean).join(', ')],
    [m.customers_country(), country === undefined ? addresscountry : countryName(country)],
    [m.customers_email(), customer.email ?? ''],
    [m.customers_email2(), customer.email2 ?? ''],
    [m.customers_phone(), customer.phonenumber ?? ''],
    [m.customers_cost_units(), customer.costUnits?.join(', ') ?? ''],
    ...people.map(({ name, email, phonenumber }, place_): [string, string] => [
      m.customers_person({ number: place_ + 1 }),
      [name, email, phonenumber].filter(Boolean).join(', '),
    ]),
  ];
}
