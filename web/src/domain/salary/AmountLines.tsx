import { formatMoney } from '@/lib/format/money';
import classes from './AmountLines.module.css';
import { Explained } from './Explained';
import type { AmountLine, LineKind } from './lines';

interface Props {
  label: string;
  lines: readonly AmountLine[];
}

/** Amounts that follow from one another, line by line. */
export function AmountLines({ label, lines }: Props) {
  return (
    <table className={classes.table} aria-label={label}>
      <tbody>
        {lines.map(({ id, kind, amount, label: name, why }) => (
          <tr key={id} data-kind={kind} className={classes.line}>
            <th scope="row">
              <Explained label={name} explanation={why} />
            </th>
            <td>{signed(kind, formatMoney(amount))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MINUS = '\u2212';
const SIGN: Record<LineKind, string> = { sum: '', total: '', part: '', less: MINUS, more: '+' };

/** What is taken off gets a minus sign; the rounding may itself be negative, and then adds. */
export function signed(kind: LineKind, amount: string): string {
  return amount.startsWith(MINUS) && kind === 'less'
    ? `${SIGN.more}${amount.slice(MINUS.length)}`
    : `${SIGN[kind]}${amount}`;
}
