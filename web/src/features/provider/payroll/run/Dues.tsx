import { Card, Text, Title } from '@mantine/core';
import type { DueKind, Run } from '@/api/payroll';
import { m } from '@/paraglide/messages';
import { AmountTable } from './AmountTable';
import classes from './Run.module.css';

const NAMES: Readonly<Record<DueKind, () => string>> = {
  TAX_AND_HEALTH_INSURANCE: m.providerpayroll_due_tax,
  TYEL: m.providerpayroll_due_tyel,
  UNEMPLOYMENT: m.providerpayroll_due_unemployment,
  ACCIDENT: m.salaries_line_accident,
  GROUP_LIFE: m.calculator_line_group_life,
  YEL: m.calculator_line_yel,
  DISTRAINT: m.providerpayroll_due_distraint,
};

/** What the run makes the provider owe to others, and by when. */
export function Dues({ run: { dues, reportBy } }: { run: Run }) {
  if (dues.length === 0) return null;
  const rows = dues.map(({ kind, amount, by, sure }) => ({
    id: kind,
    name: NAMES[kind](),
    note: dueText(by, sure),
    amount,
  }));
  return (
    <Card component="section" withBorder padding="md" className={classes.card}>
      <Title order={2} mb={4}>
        {m.providerpayroll_dues()}
      </Title>
      <AmountTable name={m.providerpayroll_dues()} rows={rows} />
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
