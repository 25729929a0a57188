import { Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { Salary } from '@/api/salaries';
import { signed } from '@/components/salary/AmountLines';
import { reckoningOf } from '@/components/salary/reckoning';
import { sectionsOf, type SlipLine } from '@/components/salary/slipLines';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './SlipLines.module.css';

/** Every line of a slip, each of which tells, when opened, what it is and how it was reckoned. */
export function SlipLines({ salary }: { salary: Salary }) {
  return sectionsOf(salary.summary).map(({ title, lines }) => (
    <section key={title} aria-label={title}>
      <Title order={3} mb={4}>
        {title}
      </Title>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line.field} data-kind={line.kind} className={classes.line}>
            <Line line={line} reckoned={explained(salary, line)} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** How a line was come by. Who has no tax card is told what to do about it. */
function explained(salary: Salary, line: SlipLine): string[] {
  const advised = line.field === 'taxamount' && salary.tax.percent === null;
  return [...(advised ? [m.salaries_no_card()] : []), ...reckoningOf(salary, line)];
}

interface LineProps {
  line: SlipLine;
  reckoned: readonly string[];
}

function Line({ line: { kind, amount, label, why }, reckoned }: LineProps) {
  return (
    <details>
      <summary className={classes.summary}>
        <span className={classes.label}>{label()}</span>
        <span className={classes.amount}>{signed(kind, formatMoney(amount))}</span>
        <IconChevronDown size={16} aria-hidden="true" className={classes.chevron} />
      </summary>
      <div className={classes.why}>
        <p>{why()}</p>
        {reckoned.map((text) => (
          <p key={text} className={classes.reckoned}>
            {text}
          </p>
        ))}
      </div>
    </details>
  );
}
