import { Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { Salary } from '@/api/salaries';
import { signed } from '@/domain/salary/AmountLines';
import { calculationOf } from '@/domain/salary/calculation';
import type { AmountLine } from '@/domain/salary/lines';
import { sectionsOf } from '@/domain/salary/slipLines';
import { formatMoney } from '@/lib/format/money';
import classes from './SlipLines.module.css';

/** The lines of a slip. Each can be opened to see what it is and how it was calculated. */
export function SlipLines({ salary }: { salary: Salary }) {
  return sectionsOf(salary.summary, salary.withoutTaxCard).map(({ title, lines }) => (
    <section key={title} aria-label={title}>
      <Title order={3} mb={4}>
        {title}
      </Title>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line.id} data-kind={line.kind} className={classes.line}>
            <Line line={line} calculated={calculationOf(salary, line)} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

interface LineProps {
  line: AmountLine;
  calculated: readonly string[];
}

function Line({ line: { kind, amount, label, why }, calculated }: LineProps) {
  return (
    <details>
      <summary className={classes.summary}>
        <span className={classes.label}>{label}</span>
        <span className={classes.amount}>{signed(kind, formatMoney(amount))}</span>
        <IconChevronDown size={16} aria-hidden="true" className={classes.chevron} />
      </summary>
      <div className={classes.why}>
        <p>{why}</p>
        {calculated.map((text) => (
          <p key={text} className={classes.calculated}>
            {text}
          </p>
        ))}
      </div>
    </details>
  );
}
