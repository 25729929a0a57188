import { Panel } from '@/components/Panel';
import { BillLink } from '@/domain/bills/BillLink';
import { signed } from '@/domain/salary/AmountLines';
import { calculationOf, type Calculated } from '@/domain/salary/calculation';
import { sectionsOf, type Slip, type SlipLine } from '@/domain/salary/slipLines';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './SalaryLines.module.css';

/** Every line of a salary with what it was calculated from, close together. */
export function SalaryLines({ salary }: { salary: Calculated & Slip }) {
  // Each section begins with the sum that the one before ended with, which need not be said twice.
  const lines = sectionsOf(salary).flatMap((section, place) =>
    place === 0 ? section.lines : section.lines.slice(1),
  );
  return (
    <Panel title={m.providerpayroll_lines()} order={3} framed={false}>
      <table className={classes.lines} aria-label={m.providerpayroll_lines()}>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key} data-kind={line.kind}>
              <th scope="row">
                <Name line={line} />
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
function Name({ line: { id, label, bill } }: { line: SlipLine }) {
  if (bill !== undefined) return <BillLink billId={bill.id}>{label}</BillLink>;
  return id === 'account' ? m.providerpayroll_to_account() : label;
}

function notesOf(salary: Calculated, line: SlipLine): string[] {
  const withoutCard = line.id === 'tax' && salary.tax.percent === null;
  return [
    ...(withoutCard ? [m.providerpayroll_no_card()] : []),
    // Reimbursements are explained where they are paid.
    ...(line.id === 'reimbursementsApart' ? [] : calculationOf(salary, line)),
  ];
}
