import { formatMoney, takenOff } from '@/lib/format/money';
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

export function signed(kind: LineKind, amount: string): string {
  if (kind === 'less') return takenOff(amount);
  return kind === 'more' ? `+${amount}` : amount;
}
