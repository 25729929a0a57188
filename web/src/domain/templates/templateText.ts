import type { Template, TemplateRow } from '@/api/templates';
import { formatCount, formatMoney } from '@/lib/format/money';

/** What a template puts on an invoice, in one line. */
export function contentText({ text, row }: Template): string {
  if (row === null) return text.replaceAll(/\s+/g, ' ');
  return [row.destination, priceText(row)].filter((part) => part !== '').join(' · ');
}

function priceText({ type, alvPrice, hourlyprice, billableWorkHours }: TemplateRow): string {
  if (type === 'CONTRACT') return alvPrice === null ? '' : formatMoney(alvPrice);
  const price = hourlyprice === null ? '' : formatMoney(hourlyprice);
  return [billableWorkHours === null ? '' : formatCount(billableWorkHours), price]
    .filter((part) => part !== '')
    .join(' × ');
}
