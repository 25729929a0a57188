import { Text, Title } from '@mantine/core';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './Breakdown.module.css';
import { Explained } from './Explained';
import { linesOf, type Line, type LineKind } from './lines';
import { LINE_TEXTS, type Subject } from './lineTexts';

/** The way from the invoice to the account, line by line. */
export function Breakdown({ subject }: { subject: Subject }) {
  return (
    <section>
      <Title order={3}>{m.calculator_breakdown()}</Title>
      <Text size="sm" c="dimmed" mb="xs">
        {m.calculator_breakdown_help()}
      </Text>
      <table className={classes.table} aria-label={m.calculator_breakdown()}>
        <tbody>
          {linesOf(subject.summary).map((line) => (
            <BreakdownLine key={line.id} line={line} subject={subject} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function BreakdownLine({ line, subject }: { line: Line; subject: Subject }) {
  const { label, why } = LINE_TEXTS[line.id];
  return (
    <tr data-kind={line.kind} className={classes.line}>
      <th scope="row">
        <Explained label={label(subject)} explanation={why(subject)} />
      </th>
      <td>{signed(line.kind, formatMoney(line.amount))}</td>
    </tr>
  );
}

const MINUS = '\u2212';
const SIGN: Record<LineKind, string> = { sum: '', total: '', part: '', less: MINUS, more: '+' };

/** What is taken off gets a minus sign; the rounding may itself be negative, and then adds. */
function signed(kind: LineKind, amount: string): string {
  return amount.startsWith(MINUS) && kind === 'less'
    ? `${SIGN.more}${amount.slice(MINUS.length)}`
    : `${SIGN[kind]}${amount}`;
}
