import { formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { plainUnits, unitsOf } from '@/lib/price';
import { m } from '@/paraglide/messages';
import type { Part } from '../sharing/useSharedForm';
import type { PurchaseFields } from './purchaseForm';

/** What of a purchase can be changed here and elsewhere at the same time. The sums follow from each other. */
export const PURCHASE_PARTS: readonly Part<PurchaseFields>[] = [
  { name: 'name', label: m.purchases_name, fields: ['name'], text: ({ name }) => name.trim() },
  {
    name: 'accountNumber',
    label: m.purchases_account,
    fields: ['accountNumber'],
    text: ({ accountNumber }) => accountNumber.trim(),
  },
  {
    name: 'referenceNumber',
    label: m.purchases_reference,
    fields: ['referenceNumber'],
    text: ({ referenceNumber }) => referenceNumber.replaceAll(/\s/g, ''),
  },
  {
    name: 'message',
    label: m.purchases_message,
    fields: ['message'],
    text: ({ message }) => message.trim(),
  },
  {
    name: 'sums',
    label: m.purchases_sums_title,
    fields: ['amount', 'alv', 'vatAmount', 'total', 'basis'],
    text: sumsText,
  },
  {
    name: 'duedate',
    label: m.purchases_duedate,
    fields: ['duedate'],
    text: ({ duedate }) => duedate.trim(),
  },
];

function sumsText({ amount, alv, vatAmount }: PurchaseFields): string {
  const units = unitsOf(amount);
  return m.purchases_clash_sums({
    amount: units === undefined ? amount : formatMoney(plainUnits(units)),
    rate: formatPercent(fractionOfPercent(plainUnits(unitsOf(alv, 'percent') ?? 0n))),
    vat: formatMoney(plainUnits(unitsOf(vatAmount) ?? 0n)),
  });
}
