import { Text } from '@mantine/core';
import { difference } from '@/lib/format/exact';
import { formatMoney, type Decimal } from '@/lib/format/money';
import { plainUnits } from '@/lib/price';
import { m } from '@/paraglide/messages';
import { useSummary } from '../summary/useSummary';
import { divisionOf, totalOfDivision } from './division';
import classes from './LeftForYou.module.css';
import { useSharedBill } from './useSharedBill';

/** What a shared bill leaves for its worker, as it is written now. */
export function LeftForYou() {
  const bill = useSharedBill();
  const { summary, late, credits } = useSummary();
  const division = divisionOf(bill);
  const given = totalOfDivision(division);
  if (given === 0n || credits || summary === undefined) return null;
  const billed = summary.totalBillingWithoutAlv;
  const left = difference(billed, plainUnits(given));
  const lines: readonly (readonly [string, Decimal, 'less' | 'sum'])[] = [
    [m.sharing_left_rows(), billed, 'sum'],
    [m.sharing_left_shares(), plainUnits(division.shares), 'less'],
    [m.sharing_left_purchases(), plainUnits(division.purchases), 'less'],
    [m.sharing_left_commission(), plainUnits(division.commission), 'less'],
    [m.sharing_left_you(), left, 'sum'],
    [m.sharing_left_account(), summary.salary, 'sum'],
  ];
  return (
    <section className={classes.left} aria-label={m.sharing_left_label()} aria-busy={late}>
      <dl className={classes.lines} data-late={late || undefined}>
        {lines
          .filter(([, amount, kind]) => kind === 'sum' || Number(amount) !== 0)
          .map(([name, amount, kind]) => (
            <div key={name} className={classes.line} data-kind={kind}>
              <dt>{name}</dt>
              <dd>{kind === 'less' ? `\u2212${formatMoney(amount)}` : formatMoney(amount)}</dd>
            </div>
          ))}
      </dl>
      {late && (
        <Text size="sm" c="dimmed" role="status">
          {m.sharing_left_late()}
        </Text>
      )}
    </section>
  );
}
