import { Card, Table, Text, Title } from '@mantine/core';
import type { Run } from '@/api/payroll';
import { TextLink } from '@/components/links';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './Run.module.css';

/** What goes back to customers in the same payment file, so that who approves it knows. */
export function Refunds({ run: { refunds } }: { run: Run }) {
  if (refunds.length === 0) return null;
  return (
    <Card component="section" withBorder padding="md" className={classes.card}>
      <Title order={2} mb={4}>
        {m.providerpayroll_refunds()}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {m.providerpayroll_refunds_help()}
      </Text>
      <Table aria-label={m.providerpayroll_refunds()} verticalSpacing={6} horizontalSpacing={0}>
        <Table.Tbody>
          {refunds.map(({ id, paymentId, name, amount }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" fw={400}>
                <TextLink to="/provider/payments/$paymentId" params={{ paymentId }}>
                  {name}
                </TextLink>
              </Table.Th>
              <Table.Td ta="end" valign="top" className={classes.amount}>
                {formatMoney(amount)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
