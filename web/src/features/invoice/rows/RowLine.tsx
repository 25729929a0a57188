import { VisuallyHidden } from '@mantine/core';
import { IconClock, IconReceipt, IconRoute, type Icon } from '@tabler/icons-react';
import { formatCount, formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { numberIn } from '@/lib/number';
import { isWholeCents, plainUnits, unitsOf } from '@/lib/price';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { hasExpenses } from '../draft/expenses';
import { totalUnits } from '../draft/rows';
import { isWithoutTrip } from '../draft/trip';
import { isWithoutWorkTime } from '../draft/workTime';
import classes from './RowLine.module.css';

interface Props {
  row: DraftRow;
  number: number;
}

/** A row in one line: what was done and when, quantity and price, VAT and sum. */
export function RowLine({ row, number }: Props) {
  const percent = numberIn(row.alv, 'percent');
  return (
    <span className={classes.line}>
      <span className={classes.name} title={rowName(row)}>
        <span className={classes.number}>{number}</span> {rowName(row)}
        <Marks row={row} />
      </span>
      <span className={classes.detail}>{row.date}</span>
      <span className={classes.detail}>{quantityText(row)}</span>
      <span className={classes.detail}>
        {percent !== undefined && m.invoice_row_vat({ percent: percentText(percent) })}
      </span>
      <RowTotal row={row} />
    </span>
  );
}

export function rowName({ destination }: DraftRow): string {
  return destination.trim() === '' ? m.invoice_row_unnamed() : destination;
}

export function RowTotal({ row }: Pick<Props, 'row'>) {
  const total = totalUnits(row);
  return (
    <span className={classes.total}>
      {total === undefined ? '' : formatMoney(plainUnits(total))}
    </span>
  );
}

function percentText(percent: `${number}`): string {
  return formatPercent(fractionOfPercent(percent));
}

/** A fixed price has no quantity: its sum says it all. */
function quantityText({ type, billableWorkHours, hourlyprice }: DraftRow): string {
  const [amount, price] = [numberIn(billableWorkHours, 'amount'), unitsOf(hourlyprice)];
  if (type === 'CONTRACT' || amount === undefined || price === undefined) return '';
  const plain = plainUnits(price);
  const each = isWholeCents(price) ? formatMoney(plain) : `${formatCount(plain)}\u00A0€`;
  return `${formatCount(amount)} × ${each}`;
}

/** What else the row has; its details say more. */
function Marks({ row }: Pick<Props, 'row'>) {
  const marks: readonly [boolean, Icon, () => string][] = [
    [!isWithoutWorkTime(row.workTime), IconClock, m.trips_work_time],
    [!isWithoutTrip(row.trip), IconRoute, m.trips_trip],
    [hasExpenses(row.kept), IconReceipt, m.receipts_title],
  ];
  return marks
    .filter(([there]) => there)
    .map(([, Mark, text]) => (
      <span key={text()} className={classes.mark} title={text()}>
        <Mark size={16} aria-hidden="true" />
        <VisuallyHidden>{text()}</VisuallyHidden>
      </span>
    ));
}
