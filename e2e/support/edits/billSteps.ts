import { businessId } from '../account.ts';
import { daysBetween, daysLater } from '../modelBill.ts';
import { customer } from '../payday.ts';
import { writtenDay } from './numbers.ts';
import type { Writer } from './writer.ts';

/** The business date of the server. */
export const TODAY = '23.11.2026';

/** Finnish companies, of which reverse VAT may be asked. */
export const CUSTOMERS = [
  customer,
  {
    ...customer,
    name: 'Rakennus & saneeraus Öhman Oy',
    businessid: businessId(2765432),
    email: 'laskut@ohman.example',
    termofpayment: 30,
  },
];

export async function writeText(w: Writer) {
  const field = w.chance.pick(['invoiceText', 'specificationDetails'] as const);
  const lines = [w.text(), '', w.text()];
  const text = w.chance.below(6) === 0 ? '' : lines.join('\n');
  w.log(`${field}: ${JSON.stringify(text)}`);
  const { text: invoiceText, specification } = w.at;
  await w.showExtra();
  await { invoiceText, specificationDetails: specification }[field].fill(text);
  w.bill[field] = text;
}

export async function chooseLanguage(w: Writer) {
  w.bill.language = w.bill.language === 'fin' ? 'eng' : 'fin';
  w.log(`language: ${w.bill.language}`);
  await w.at.language.selectOption(w.bill.language);
}

/** Who is chosen has agreed on a time to pay. */
export async function chooseCustomer(w: Writer) {
  const chosen = w.chance.pick(CUSTOMERS);
  w.log(`customer: ${chosen.name}`);
  w.bill.customer = chosen.name;
  w.bill.dueDate = daysLater(w.bill.billingDate, chosen.termofpayment);
  // Its beginning, since the field may say the name already.
  await w.at.customer.fill(chosen.name.slice(0, 6));
  await w.page.getByRole('option', { name: chosen.name }).click();
}

/** The due date moves with the billing date, and is given as a day or as a number of days. */
export async function writeDates(w: Writer) {
  const { bill, at, chance } = w;
  const which = chance.pick(['billing', 'due', 'days'] as const);
  const days = daysBetween(bill.billingDate, bill.dueDate);
  if (which === 'billing') {
    bill.billingDate = daysLater(TODAY, chance.below(40));
    bill.dueDate = daysLater(bill.billingDate, days);
  } else bill.dueDate = daysLater(bill.billingDate, chance.below(60));
  w.log(`dates, ${which}: ${bill.billingDate}, ${bill.dueDate}`);
  const [field, text] = {
    billing: [at.billingDate, writtenDay(bill.billingDate, chance)] as const,
    due: [at.dueDate, writtenDay(bill.dueDate, chance)] as const,
    days: [at.dueDays, String(daysBetween(bill.billingDate, bill.dueDate))] as const,
  }[which];
  await field.fill(text);
  await field.blur();
}

/** The further choices are there only with the first, and go with it. */
export async function chooseReimbursements(w: Writer) {
  const { bill, at, chance } = w;
  const shown = [
    'billed' as const,
    ...(bill.billed ? ['separate' as const] : []),
    ...(bill.billed && bill.reverse ? ['construction' as const] : []),
  ];
  const which = chance.pick(shown);
  bill[which] = !bill[which];
  bill.separate &&= bill.billed;
  bill.construction &&= bill.billed;
  w.log(`${which}: ${bill[which]}`);
  await at[which].setChecked(bill[which]);
}

const VAT = [25.5, 13.5, 10, 0];

/** The rows at the VAT of the bill follow it; a reason for zero goes with zero. Reverse VAT leaves no choice. */
export async function chooseVat(w: Writer) {
  if (w.bill.reverse) return;
  const vat = w.chance.pick(VAT);
  w.log(`VAT: ${vat}`);
  const { rows, vat: before } = w.bill;
  for (const row of rows) if (row.vat === before) row.vat = vat;
  if (vat !== before && vat !== 0) w.bill.zeroReason = null;
  w.bill.vat = vat;
  await w.at.vat.selectOption(String(vat));
  if (vat === 0) await chooseZeroReason(w, 1 + w.chance.below(10));
}

export async function chooseZeroReason({ bill, at }: Writer, reason: number | null) {
  bill.zeroReason = reason;
  await at.zeroReason.selectOption(String(reason ?? ''));
}

export async function chooseRowVat(w: Writer) {
  if (w.bill.reverse) return;
  const [row, place] = await w.openRow();
  row.vat = w.chance.pick(VAT);
  w.log(`row ${place + 1}: VAT ${row.vat}`);
  await w.at.row(place).vat.selectOption(String(row.vat));
}
