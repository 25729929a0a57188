import { Card, Text, Title } from '@mantine/core';
import type { Run } from '@/api/payroll';
import { difference } from '@/lib/format/exact';
import { formatMoney, type Decimal } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './Run.module.css';
import { paidCount } from './steps';

/** What the run pays to the workers, and the sums it is made of. */
export function Totals({ run }: { run: Run }) {
  const { totals, counts } = run;
  const sums: readonly (readonly [string, Decimal])[] = [
    [m.salaries_line_billed(), difference(totals.billed, totals.sharesReceived)],
    [m.salaries_line_shares(), totals.sharesReceived],
    [m.providerpayroll_sum_fees(), totals.serviceFee],
    [m.invoice_line_contracting(), totals.contracting],
    [m.calculator_line_employer_costs(), totals.employerCosts],
    [m.calculator_line_rounding(), totals.rounding],
    [m.providerpayroll_sum_gross(), totals.grossSalary],
    [m.calculator_line_reimbursements(), totals.reimbursements],
    [m.invoice_line_reductions(), totals.reductions],
  ];
  return (
    <Card component="section" withBorder padding="md" className={classes.card}>
      <Title order={2}>{m.providerpayroll_to_accounts()}</Title>
      <Text className={classes.paid}>{formatMoney(totals.salary)}</Text>
      <Text size="sm" c="dimmed" mb="sm">
        {counts.held === 0
          ? m.providerpayroll_salaries_count({ count: paidCount(run) })
          : m.providerpayroll_salaries_held({ count: paidCount(run), held: counts.held })}
      </Text>
      <dl className={classes.sums}>
        {sums
          .filter(([, amount]) => Number(amount) !== 0)
          .map(([name, amount]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{formatMoney(amount)}</dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}
