import { Group, Paper, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import type { BillCard as Bill } from '@/api/billLists';
import { m } from '@/paraglide/messages';
import { TextLink } from '@/components/links';
import { actionsOf } from './billActions';
import { BillMark, BillShares, DueDate, Salary } from './BillCard';
import { BillMenu } from './BillMenu';
import classes from './BillTable.module.css';
import { BillStatus } from './BillStatus';
import { amountText, customerName, numberText, paysAsWritten } from './billWords';
import { Leaving } from './Leaving';
import { useBillActions } from './useBillActions';

interface Props {
  /** What the table holds, for those who hear it. */
  caption: string;
  bills: readonly Bill[];
}

/** Bills in rows: more of them at once than in cards, with the same things to do. */
export function BillTable({ caption, bills }: Props) {
  return (
    <Paper withBorder className={classes.frame}>
      <Table
        layout="fixed"
        className={classes.table}
        verticalSpacing="sm"
        highlightOnHover
        aria-label={caption}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{m.bills_customer()}</Table.Th>
            <Table.Th visibleFrom="md" className={classes.date}>
              {m.bills_billing_date()}
            </Table.Th>
            <Table.Th visibleFrom="sm" className={classes.due}>
              {m.bills_due_date()}
            </Table.Th>
            <Table.Th visibleFrom="sm" className={classes.status}>
              {m.bills_status()}
            </Table.Th>
            <Table.Th visibleFrom="lg" className={classes.number}>
              {m.bills_salary()}
            </Table.Th>
            <Table.Th className={classes.number}>{m.bills_total()}</Table.Th>
            <Table.Th className={classes.menu}>
              <VisuallyHidden>{m.bills_actions()}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bills.map((bill) => (
            <BillRow key={bill.id} bill={bill} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function BillRow({ bill }: { bill: Bill }) {
  const actions = useBillActions(bill);
  const number = numberText(bill);
  const status = (
    <Stack gap={4} align="flex-start">
      <BillStatus {...bill} />
      <BillShares bill={bill} />
      {bill.leavesAt !== null && (
        <Text c="dimmed" size="sm">
          <Leaving at={bill.leavesAt} />
        </Text>
      )}
    </Stack>
  );
  return (
    <Table.Tr className={classes.row}>
      <Table.Th scope="row" className={classes.name}>
        {/* The link covers the row, so that a click anywhere on it opens the bill. */}
        <TextLink
          to="/invoice"
          search={{ id: bill.id }}
          c="inherit"
          fw={600}
          className={classes.link}
        >
          {customerName(bill)}
        </TextLink>
        <Group gap="xs">
          {number !== undefined && (
            <Text c="dimmed" size="sm">
              {number}
            </Text>
          )}
          <BillMark bill={bill} />
        </Group>
        <Group hiddenFrom="sm" mt={4}>
          {status}
        </Group>
      </Table.Th>
      <Table.Td visibleFrom="md">{bill.billingdate}</Table.Td>
      <Table.Td visibleFrom="sm">{!bill.creditNote && <DueDate bill={bill} />}</Table.Td>
      <Table.Td visibleFrom="sm">{status}</Table.Td>
      <Table.Td visibleFrom="lg" className={classes.number}>
        {paysAsWritten(bill) && <Salary bill={bill} />}
      </Table.Td>
      <Table.Td className={classes.number}>{amountText(bill.totalpriceWithAlv)}</Table.Td>
      <Table.Td className={classes.menu}>
        <BillMenu bill={bill} choices={actionsOf(bill)} actions={actions} />
        {actions.dialog}
      </Table.Td>
    </Table.Tr>
  );
}
