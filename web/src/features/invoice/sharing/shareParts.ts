import { formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { numberIn } from '@/lib/number';
import { exactUnits, plainUnits } from '@/lib/price';
import { m } from '@/paraglide/messages';
import type { ShareFields } from './shareForm';
import type { Part } from './useSharedForm';

/** What of a share can be changed here and elsewhere at the same time. */
export const SHARE_PARTS: readonly Part<ShareFields>[] = [
  {
    name: 'subcontractor',
    label: m.sharing_who,
    fields: ['subcontractor'],
    text: ({ subcontractor }) => subcontractor?.fullName ?? '',
  },
  { name: 'sum', label: m.sharing_clash_sum, fields: ['by', 'amount', 'percent'], text: sumText },
  { name: 'date', label: m.sharing_date, fields: ['date'], text: ({ date }) => date.trim() },
  {
    name: 'description',
    label: m.sharing_description,
    fields: ['description'],
    text: ({ description }) => description.trim(),
  },
];

function sumText({ by, amount, percent }: ShareFields): string {
  if (by === 'amount') {
    const euros = numberIn(amount, 'price');
    return euros === undefined ? amount : formatMoney(plainUnits(exactUnits(euros)));
  }
  const rate = numberIn(percent, 'percent');
  return rate === undefined ? percent : formatPercent(fractionOfPercent(rate));
}
