import { Card, Text, Title } from '@mantine/core';
import type { Run } from '@/api/payroll';
import { TextLink } from '@/components/links';
import { m } from '@/paraglide/messages';
import { AmountTable } from './AmountTable';
import classes from './Run.module.css';

/** What goes back to customers in the same payment file, so that who approves it knows. */
export function Refunds({ run: { refunds } }: { run: Run }) {
  if (refunds.length === 0) return null;
  const rows = refunds.map(({ id, paymentId, name, amount }) => ({
    id,
    name: (
      <TextLink to="/provider/payments/$paymentId" params={{ paymentId }}>
        {name}
      </TextLink>
    ),
    amount,
  }));
  return (
    <Card component="section" withBorder padding="md" className={classes.card}>
      <Title order={2} mb={4}>
        {m.providerpayroll_refunds()}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {m.providerpayroll_refunds_help()}
      </Text>
      <AmountTable name={m.providerpayroll_refunds()} rows={rows} />
    </Card>
  );
}
