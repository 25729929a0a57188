import { formatMoney, type Decimal } from '@/lib/format/money';
import classes from './AmountLines.module.css';
import { Explained } from './Explained';

/**
 * sum: what is there so far; less and more: what changes it on the way to the next sum; part: what
 * the line above consists of, which changes nothing; total: the last sum.
 */
export type LineKind = 'sum' | 'less' | 'more' | 'part' | 'total';

export interface AmountLine {
  readonly id: string;
  readonly kind: LineKind;
  readonly amount: Decimal;
  readonly label: string;
  /** Why the line is there, shown when asked for. */
  readonly why: string;
}

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
