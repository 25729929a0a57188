import { Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { Salary } from '@/api/salaries';
import { TextLink } from '@/components/links';
import { signed } from '@/domain/salary/AmountLines';
import { calculationOf } from '@/domain/salary/calculation';
import { sectionsOf, type SlipLine } from '@/domain/salary/slipLines';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './SlipLines.module.css';

/** The lines of a slip. Each can be opened to see what it is and how it was calculated. */
export function SlipLines({ salary }: { salary: Salary }) {
  return sectionsOf(salary, salary.withoutTaxCard).map(({ title, lines }) => (
    <section key={title} aria-label={title}>
      <Title order={3} mb={4}>
        {title}
      </Title>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line.key} data-kind={line.kind} className={classes.line}>
            <Line line={line} calculated={calculationOf(salary, line)} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

interface LineProps {
  line: SlipLine;
  calculated: readonly string[];
}

function Line({ line: { kind, amount, label, why, bill }, calculated }: LineProps) {
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
        {bill !== undefined && (
          <TextLink to="/invoice" search={{ id: bill.id }} inherit>
            {bill.number === null
              ? m.bills_unnumbered()
              : m.bills_numbered({ number: bill.number })}
          </TextLink>
        )}
      </div>
    </details>
  );
}
