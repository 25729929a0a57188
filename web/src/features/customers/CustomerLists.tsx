import { Table, Text } from '@mantine/core';
import type { Customer } from '@/api/customers';
import { CustomerLine, deliveryText } from '@/domain/customers/CustomerLine';
import { m } from '@/paraglide/messages';
import classes from './CustomerLists.module.css';
import { RowActions, type CustomerActions } from './RowActions';

interface Props {
  customers: readonly Customer[];
  actions: CustomerActions;
}

export function CustomerTable({ customers, actions }: Props) {
  return (
    <Table verticalSpacing="sm" highlightOnHover className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{m.customers_column_name()}</Table.Th>
          <Table.Th>{m.customers_column_id()}</Table.Th>
          <Table.Th>{m.customers_column_city()}</Table.Th>
          <Table.Th>{m.customers_column_delivery()}</Table.Th>
          <Table.Th className={classes.actions}>{m.customers_column_actions()}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {customers.map((customer) => (
          <Table.Tr key={customer.id}>
            <Table.Th scope="row">
              {customer.name}
              {customer.organization !== '' && (
                <Text size="sm" c="dimmed" fw={400}>
                  {customer.organization}
                </Text>
              )}
            </Table.Th>
            <Table.Td>
              {customer.partyRole === 'CUSTOMER'
                ? m.customers_individual()
                : customer.businessid || customer.vat}
            </Table.Td>
            <Table.Td>{customer.city}</Table.Td>
            <Table.Td>{deliveryText(customer)}</Table.Td>
            <Table.Td>
              <RowActions customer={customer} actions={actions} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

export function CustomerCards({ customers, actions }: Props) {
  return (
    <ul className={classes.cards} aria-label={m.customers_saved_title()}>
      {customers.map((customer) => (
        <li key={customer.id} className={classes.card}>
          <CustomerLine customer={customer} />
          <div className={classes.foot}>
            <Text size="sm" c="dimmed">
              {deliveryText(customer)}
            </Text>
            <RowActions customer={customer} actions={actions} />
          </div>
        </li>
      ))}
    </ul>
  );
}
