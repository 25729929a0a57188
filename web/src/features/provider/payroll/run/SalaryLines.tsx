import { Panel } from '@/components/Panel';
import { signed } from '@/domain/salary/AmountLines';
import { calculationOf, type Calculated } from '@/domain/salary/calculation';
import type { AmountLine } from '@/domain/salary/lines';
import { sectionsOf } from '@/domain/salary/slipLines';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './SalaryLines.module.css';

/** Every line of a salary with what it was calculated from, close together. */
export function SalaryLines({ salary }: { salary: Calculated }) {
  // Each section begins with the sum that the one before ended with, which need not be said twice.
  const lines = sectionsOf(salary.summary).flatMap((section, place) =>
    place === 0 ? section.lines : section.lines.slice(1),
  );
  return (
    <Panel title={m.providerpayroll_lines()} order={3} framed={false}>
      <table className={classes.lines} aria-label={m.providerpayroll_lines()}>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id} data-kind={line.kind}>
              <th scope="row">
                {nameOf(line)}
                {notesOf(salary, line).map((note) => (
                  <span key={note} className={classes.note}>
                    {note}
                  </span>
                ))}
              </th>
              <td>{signed(line.kind, formatMoney(line.amount))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** The slip addresses the worker; here the reader is a clerk. */
function nameOf({ id, label }: AmountLine): string {
  return id === 'account' ? m.providerpayroll_to_account() : label;
}

function notesOf(salary: Calculated, line: AmountLine): string[] {
  const withoutCard = line.id === 'tax' && salary.tax.percent === null;
  return [
    ...(withoutCard ? [m.providerpayroll_no_card()] : []),
    // Reimbursements are explained where they are paid.
    ...(line.id === 'reimbursementsApart' ? [] : calculationOf(salary, line)),
  ];
}
