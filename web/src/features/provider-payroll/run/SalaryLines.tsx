import { signed } from '@/components/salary/AmountLines';
import { reckoningOf, type Reckoned } from '@/components/salary/reckoning';
import { sectionsOf, type SlipLine } from '@/components/salary/slipLines';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { Part } from './Part';
import classes from './SalaryLines.module.css';

/** Every line of a salary with what it was reckoned from, close together. */
export function SalaryLines({ salary }: { salary: Reckoned }) {
  // Each section begins with the sum that the one before ended with, which need not be said twice.
  const lines = sectionsOf(salary.summary).flatMap((section, place) =>
    place === 0 ? section.lines : section.lines.slice(1),
  );
  return (
    <Part title={m.providerpayroll_lines()}>
      <table className={classes.lines} aria-label={m.providerpayroll_lines()}>
        <tbody>
          {lines.map((line) => (
            <tr
              key={line.field === 'total_reimbursements' ? line.kind : line.field}
              data-kind={line.kind}
            >
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
    </Part>
  );
}

/** The slip speaks to the worker; here somebody else reads it. */
function nameOf({ field, label }: SlipLine): string {
  return field === 'salary' ? m.providerpayroll_to_account() : label();
}

function notesOf(salary: Reckoned, line: SlipLine): string[] {
  const withoutCard = line.field === 'taxamount' && salary.tax.percent === null;
  return [
    ...(withoutCard ? [m.providerpayroll_no_card()] : []),
    // Said once, where they are paid.
    ...(line.field === 'total_reimbursements' && line.kind === 'less'
      ? []
      : reckoningOf(salary, line)),
  ];
}
