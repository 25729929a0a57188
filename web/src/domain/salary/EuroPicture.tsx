import { Text, Title } from '@mantine/core';
import type { Summary } from '@/api/calculator';
import { formatMoney } from '@/lib/format/money';
import { formatShare } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';
import classes from './EuroPicture.module.css';
import { partsOf, type PartId } from './parts';

const PART_NAMES: Readonly<Record<PartId, () => string>> = {
  net: m.calculator_part_net,
  total_reimbursements: m.calculator_part_reimbursements,
  taxamount: m.calculator_part_tax,
  employeeCost: m.calculator_part_employee_cost,
  yel: m.calculator_part_yel,
  distraint: m.invoice_line_distraint,
  reductions: m.invoice_line_reductions,
  employerCosts: m.calculator_part_employer_costs,
  contracting: m.invoice_line_contracting,
  serviceFee: m.calculator_part_fee,
};

/** A narrower section has no room for its share. */
const NARROWEST_WITH_TEXT = 0.08;

/** Where each euro of the invoice goes: a bar for the eye, and a list that says the same. */
export function EuroPicture({ summary }: { summary: Summary }) {
  const parts = partsOf(summary);
  if (parts.length === 0) return null;
  const { totalBillingWithoutAlv, sharesReceived } = summary;
  // What others gave is part of the sum, which is then no invoice of one's own.
  const help = sharesReceived === 0 ? m.calculator_picture_help : m.salaries_picture_help;
  return (
    <section>
      <Title order={3}>{m.calculator_picture()}</Title>
      <Text size="sm" c="dimmed">
        {help({ amount: formatMoney(totalBillingWithoutAlv) })}
      </Text>
      <div className={classes.bar} aria-hidden="true">
        {parts.map(({ id, amount, share }) => (
          <span key={id} data-part={id} className={classes.section} style={{ flexGrow: amount }}>
            {Number(share) >= NARROWEST_WITH_TEXT && formatShare(share)}
          </span>
        ))}
      </div>
      <ul className={classes.legend} aria-label={m.calculator_picture()}>
        {parts.map(({ id, amount, share }) => (
          <li key={id}>
            <span data-part={id} className={classes.swatch} aria-hidden="true" />
            <span className={classes.name}>{PART_NAMES[id]()}</span>
            <span className={classes.amount}>{formatMoney(amount)}</span>
            <span className={classes.share}>{formatShare(share)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
