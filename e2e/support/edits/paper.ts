import { expect } from '@playwright/test';
import { daysBetween, type ModelBill } from '../modelBill.ts';
import { centsText, moneyText, percentText, unitsText } from '../modelTexts.ts';
import { linesOf, totalsOf, type ModelLine, type Spent } from '../modelVat.ts';
import { pdfText } from '../pdf.ts';
import type { Writer } from './writer.ts';

/** The words that are printed, which only the server has. */
const WORDS = {
  fin: {
    date: 'Päiväys',
    due: 'Eräpäivä',
    term: 'Maksuaika',
    days: 'pv',
    reference: 'Viitteenne',
    net: 'Veroton yhteensä',
    tax: 'Arvonlisävero',
    payable: 'Maksettava yhteensä',
    reverse: 'AVL 8 c §',
  },
  eng: {
    date: 'Date',
    due: 'Due date',
    term: 'Payment term',
    days: 'days',
    reference: 'Your reference',
    net: 'Total excl. VAT',
    tax: 'VAT',
    payable: 'Total to pay',
    reverse: 'section 8c',
  },
};

const SPENT: Readonly<Record<Spent, Readonly<Record<ModelBill['language'], [string, string]>>>> = {
  kilometers: { fin: ['Kilometrikorvaus', 'km'], eng: ['Kilometre allowance', 'km'] },
  full: { fin: ['Kokopäiväraha', 'pv'], eng: ['Full daily allowance', 'd'] },
  partial: { fin: ['Osapäiväraha', 'pv'], eng: ['Partial daily allowance', 'd'] },
  meals: { fin: ['Ateriakorvaus', 'kpl'], eng: ['Meal allowance', 'pcs'] },
  costs: { fin: ['Kulut kuittien mukaan', ''], eng: ['Expenses by receipt', ''] },
};

/** What the reason for no VAT is called; the third one is for other countries. */
const REASONS: Readonly<Record<number, Readonly<Record<ModelBill['language'], string>>>> = {
  1: { fin: 'esiintymispalkkio', eng: 'performance fee' },
  2: { fin: 'tekijänoikeuskorvaus', eng: 'copyright fee' },
  4: { fin: 'kiinteistön', eng: 'real estate' },
  5: { fin: 'luonnonmarjojen', eng: 'wild berries' },
  6: { fin: 'varhaiskasvatuspalvelu', eng: 'early childhood education' },
  7: { fin: 'koulutuspalvelu', eng: 'educational services' },
  8: { fin: 'vakuutuspalvelu', eng: 'insurance services' },
  9: { fin: 'tulkkauspalvelu', eng: 'interpretation services' },
  10: { fin: 'Vapaaehtoinen palvelumaksu', eng: 'Voluntary service fee' },
};

/** Without spaces: lines are broken otherwise on paper. */
function unbroken(text: string): string {
  return text.replaceAll(/\s/g, '');
}

function lineText(line: ModelLine, language: ModelBill['language']): string {
  const { date, what, amount, unitPrice, vat, net } = line;
  const [name, unit] = typeof what === 'string' ? [what, ''] : SPENT[what.spent][language];
  const figures = [
    `${unitsText(amount, 0, language)} ${unit}`,
    unitsText(unitPrice, 2, language),
    percentText(vat, language),
    centsText(net, language),
  ];
  return [date, name, ...figures].join(' ');
}

/** Every line and every sum that is to be paid, and what else the customer must be told. */
function printed(bill: ModelBill): string[] {
  const { language, billingDate, dueDate } = bill;
  const words = WORDS[language];
  const { rates, net, tax, gross } = totalsOf(bill);
  const cents = (sum: number) => centsText(sum, language);
  return [
    bill.customer ?? '',
    `${words.date} ${billingDate}`,
    `${words.due} ${dueDate}`,
    `${words.term} ${daysBetween(billingDate, dueDate)} ${words.days}`,
    ...(bill.yourcode === '' ? [] : [`${words.reference} ${bill.yourcode}`]),
    ...bill.specificationDetails.split('\n'),
    ...bill.invoiceText.split('\n'),
    ...linesOf(bill).map((line) => lineText(line, language)),
    ...rates.map((one) => {
      const sums = [one.net, one.tax, one.net + one.tax].map(cents).join(' ');
      return `${percentText(one.vat, language)} ${sums}`;
    }),
    `${words.net} ${moneyText(net, language)}`,
    `${words.tax} ${moneyText(tax, language)}`,
    `${words.payable} ${moneyText(gross, language)}`,
    ...(bill.reverse ? [words.reverse] : []),
    ...(bill.zeroReason === null ? [] : [REASONS[bill.zeroReason]?.[language] ?? '']),
  ];
}

/** The PDF says what the bill must hold, line by line and rate by rate. */
export async function expectOnPaper({ page, id, bill }: Writer) {
  const pdf = unbroken(await pdfText(await page.request.get(`/api/bill/${id}/pdf`)));
  const missing = printed(bill).filter((text) => !pdf.includes(unbroken(text)));
  expect(missing, `not printed in ${pdf}`).toEqual([]);
  const reverse = unbroken(WORDS[bill.language].reverse);
  expect(pdf.includes(reverse), 'who pays the VAT').toBe(bill.reverse);
}
