import { Anchor, Card, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Run } from '@/api/payroll';
import { DUE_NAMES } from '@/domain/salary/dueNames';
import { m } from '@/paraglide/messages';
import { AmountTable } from './AmountTable';
import classes from './Run.module.css';

/** What the run makes the provider owe to others, and by when. */
export function Dues({ run: { dues, reportBy } }: { run: Run }) {
  if (dues.length === 0) return null;
  const rows = dues.map(({ kind, amount, by, sure, receiver }) => ({
    id: kind,
    name: DUE_NAMES[kind](),
    note: [dueText(by, sure), receiver].filter((text) => text !== null).join(' · '),
    amount,
  }));
  return (
    <Card component="section" withBorder padding="md" className={classes.card}>
      <Title order={2} mb={4}>
        {m.providerpayroll_dues()}
      </Title>
      <AmountTable name={m.providerpayroll_dues()} rows={rows} />
      <Text size="sm" mt="sm">
        <Anchor component={Link} to="/provider/remittances" inherit>
          {m.providerpayroll_dues_pay()}
        </Anchor>
      </Text>
      <Text size="sm" c="dimmed" mt="sm">
        {m.providerpayroll_report_by({ day: reportBy })}
      </Text>
    </Card>
  );
}

function dueText(by: string | null, sure: boolean): string {
  if (by === null) return m.providerpayroll_due_by_bill();
  return sure ? m.providerpayroll_due_by({ day: by }) : m.providerpayroll_due_likely({ day: by });
}
