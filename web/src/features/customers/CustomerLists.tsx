import { Table, Text } from '@mantine/core';
import type { SavedCustomer } from '@/api/customers';
import { CustomerLine, deliveryText } from '@/domain/customers/CustomerLine';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './CustomerLists.module.css';
import { RowActions, type CustomerActions } from './RowActions';

interface Props {
  customers: readonly SavedCustomer[];
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
          <Table.Th className={classes.amount}>{m.customers_column_billed()}</Table.Th>
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
            <Table.Td className={classes.amount}>
              <Billed customer={customer} />
            </Table.Td>
            <Table.Td>
              <RowActions customer={customer} actions={actions} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The sum of the own invoices, and when the last one left. */
function Billed({ customer: { billed, lastBilled } }: { customer: SavedCustomer }) {
  if (billed === undefined) return null;
  if (typeof lastBilled !== 'string') {
    return (
      <Text size="sm" c="dimmed">
        {m.customers_billed_never()}
      </Text>
    );
  }
  return (
    <>
      {formatMoney(billed)}
      <Text size="sm" c="dimmed">
        {m.customers_billed_last({ day: lastBilled })}
      </Text>
    </>
  );
}

function billedText({ billed, lastBilled }: SavedCustomer): string {
  if (billed === undefined) return '';
  if (typeof lastBilled !== 'string') return m.customers_billed_never();
  return m.customers_billed({ amount: formatMoney(billed), day: lastBilled });
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
              <br />
              {billedText(customer)}
            </Text>
            <RowActions customer={customer} actions={actions} />
          </div>
        </li>
      ))}
    </ul>
  );
}
