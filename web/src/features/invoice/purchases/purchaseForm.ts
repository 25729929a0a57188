import type { Purchase, PurchaseBody, ReadInvoice } from '@/api/purchases';
import type { FieldErrors } from '@/components/useForm';
import { parseDate } from '@/lib/format/date';
import { groupedIban, isIban } from '@/lib/iban';
import { readNumber } from '@/lib/number';
import {
  exactUnits,
  isWholeCents,
  partOf,
  plainUnits,
  typedUnits,
  unitsOf,
  withoutPart,
  type Units,
} from '@/lib/price';
import { isReference } from '@/lib/reference';

/** An invoice as it is written; numbers as they are typed. */
export interface PurchaseFields {
  readonly name: string;
  readonly accountNumber: string;
  readonly referenceNumber: string;
  readonly message: string;
  /** Without VAT. */
  readonly amount: string;
  /** In per cent. */
  readonly alv: string;
  readonly vatAmount: string;
  readonly total: string;
  readonly duedate: string;
  /** Which of the two sums was written; the other one follows from it and the rate. */
  readonly basis: 'amount' | 'total';
  /** What was read from a copy is compared with the invoice. */
  readonly confirmed: boolean;
}

export const LONGEST_NAME = 70;
export const LONGEST_MESSAGE = 140;

const CENT = 100n;

const EMPTY: PurchaseFields = {
  name: '',
  accountNumber: '',
  referenceNumber: '',
  message: '',
  amount: '',
  alv: '0',
  vatAmount: '0',
  total: '',
  duedate: '',
  basis: 'amount',
  confirmed: false,
};

function price(euros: number): string {
  return typedUnits(exactUnits(euros));
}

export function fieldsOf(purchase: Purchase | undefined): PurchaseFields {
  if (purchase === undefined) return EMPTY;
  return {
    name: purchase.name,
    accountNumber: groupedIban(purchase.accountNumber),
    referenceNumber: purchase.referenceNumber ?? '',
    message: purchase.message,
    amount: price(purchase.amount),
    alv: String(purchase.alv),
    vatAmount: price(purchase.vatAmount),
    total: price(purchase.total),
    duedate: purchase.duedate,
    basis: 'amount',
    confirmed: false,
  };
}

function rateOf({ alv }: Pick<PurchaseFields, 'alv'>): Units {
  return unitsOf(alv, 'percent') ?? 0n;
}

/** The sum without VAT was written: VAT and total follow. */
export function withAmount(fields: PurchaseFields, amount: string): PurchaseFields {
  const units = unitsOf(amount);
  if (units === undefined) return { ...fields, amount, vatAmount: '', total: '', basis: 'amount' };
  const vat = partOf(units, rateOf(fields));
  return {
    ...fields,
    amount,
    vatAmount: typedUnits(vat),
    total: typedUnits(units + vat),
    basis: 'amount',
  };
}

/** The total was written, as it stands largest on most invoices: the sum without VAT and the VAT follow. */
export function withTotal(fields: PurchaseFields, total: string): PurchaseFields {
  const units = unitsOf(total);
  if (units === undefined) return { ...fields, total, amount: '', vatAmount: '', basis: 'total' };
  const amount = withoutPart(units, rateOf(fields));
  return {
    ...fields,
    total,
    amount: typedUnits(amount),
    vatAmount: typedUnits(units - amount),
    basis: 'total',
  };
}

/** Another rate: what was written stays, the rest follows. */
export function withRate(fields: PurchaseFields, alv: string): PurchaseFields {
  const next = { ...fields, alv };
  return fields.basis === 'total' ? withTotal(next, fields.total) : withAmount(next, fields.amount);
}

/** The VAT was corrected as it is printed: the sum that was not written follows. */
export function withVatAmount(fields: PurchaseFields, vatAmount: string): PurchaseFields {
  const vat = unitsOf(vatAmount);
  const written = unitsOf(fields[fields.basis]);
  if (vat === undefined || written === undefined) return { ...fields, vatAmount };
  return fields.basis === 'total'
    ? { ...fields, vatAmount, amount: typedUnits(written - vat) }
    : { ...fields, vatAmount, total: typedUnits(written + vat) };
}

/** What the rate gives of the sum without VAT; undefined while that is no number. */
export function vatByRate(fields: PurchaseFields): Units | undefined {
  const amount = unitsOf(fields.amount);
  return amount === undefined ? undefined : partOf(amount, rateOf(fields));
}

function sumProblem(text: string): string | undefined {
  const reading = readNumber(text, 'price');
  if (reading.kind === 'empty') return 'validation.required';
  if (reading.kind !== 'number') return 'validation.invalidNumber';
  const units = exactUnits(reading.value);
  if (units <= 0n) return 'share.aboveZero';
  return isWholeCents(units) ? undefined : 'share.notCents';
}

/** A cent as it is printed is accepted, no more; without VAT there is none. */
function vatProblem(fields: PurchaseFields): string | undefined {
  const expected = vatByRate(fields);
  const vat = unitsOf(fields.vatAmount === '' ? '0' : fields.vatAmount);
  if (vat === undefined) return 'validation.invalidNumber';
  if (expected === undefined) return undefined;
  const off = vat > expected ? vat - expected : expected - vat;
  const most = rateOf(fields) === 0n ? 0n : CENT;
  return off > most || vat < 0n || !isWholeCents(vat) ? 'purchase.vatOff' : undefined;
}

function accountProblem(account: string): string | undefined {
  if (account.trim() === '') return 'validation.required';
  return isIban(account) ? undefined : 'account.invalid-iban';
}

function referenceProblem({ referenceNumber, message }: PurchaseFields): string | undefined {
  if (referenceNumber.trim() !== '') {
    return isReference(referenceNumber) ? undefined : 'INVALID_REFERENCE';
  }
  return message.trim() === '' ? 'validation.required' : undefined;
}

function dateProblem(date: string): string | undefined {
  if (date.trim() === '') return 'validation.required';
  return parseDate(date) === undefined ? 'validation.invalidDate' : undefined;
}

export function problemsOf(fields: PurchaseFields): FieldErrors {
  const found = {
    name: fields.name.trim() === '' ? 'validation.required' : undefined,
    accountNumber: accountProblem(fields.accountNumber),
    referenceNumber: referenceProblem(fields),
    [fields.basis]: sumProblem(fields[fields.basis]),
    vatAmount: vatProblem(fields),
    duedate: dateProblem(fields.duedate),
  };
  const wrong = Object.entries(found).filter(([, key]) => key !== undefined);
  return Object.fromEntries(wrong as [string, string][]);
}

function plain(text: string): string {
  return plainUnits(unitsOf(text) ?? 0n);
}

/** What is sent. Only of fields without problems. */
export function bodyOf(fields: PurchaseFields): Omit<PurchaseBody, 'receipts' | 'version'> {
  const reference = fields.referenceNumber.trim();
  const message = fields.message.trim();
  return {
    name: fields.name.trim(),
    duedate: fields.duedate.trim(),
    amount: plain(fields.amount),
    alv: plainUnits(rateOf(fields)),
    vatAmount: plain(fields.vatAmount),
    referenceNumber: reference === '' ? null : reference,
    message: reference !== '' || message === '' ? null : message,
    accountNumber: fields.accountNumber.replaceAll(/\s/g, ''),
  };
}

/** The fields that can be read from the copy of an invoice. */
export type Proposal = Partial<Omit<PurchaseFields, 'basis' | 'confirmed'>>;
type Proposed = keyof Proposal;

function readPrice(euros: number | null | undefined): string | undefined {
  return euros === null || euros === undefined ? undefined : price(euros);
}

/** What was read, as it would be typed. */
export function proposalOf(read: ReadInvoice): Proposal {
  const texts = {
    name: read.name,
    accountNumber: groupedIban(read.accountNumber ?? ''),
    referenceNumber: read.referenceNumber,
    message: read.message,
    duedate: read.duedate,
    alv: read.alv === null || read.alv === undefined ? undefined : String(read.alv),
    amount: readPrice(read.amount),
    vatAmount: readPrice(read.vatAmount),
    total: readPrice(read.total),
  };
  const known = Object.entries(texts).filter(
    ([, text]) => text !== undefined && text !== null && text !== '',
  );
  return Object.fromEntries(known);
}

/** One proposed value taken into the fields, with what follows from it. */
export function taking(fields: PurchaseFields, name: Proposed, value: string): PurchaseFields {
  switch (name) {
    case 'amount':
      return withAmount(fields, value);
    case 'total':
      return withTotal(fields, value);
    case 'alv':
      return withRate(fields, value);
    case 'vatAmount':
      return withVatAmount(fields, value);
    case 'name':
    case 'accountNumber':
    case 'referenceNumber':
    case 'message':
    case 'duedate':
      return { ...fields, [name]: value };
  }
}

/** The rate decides over the sums, and the total over what follows from it: in this order they are taken. */
const ORDER: readonly Proposed[] = [
  'name',
  'accountNumber',
  'referenceNumber',
  'message',
  'duedate',
  'alv',
  'amount',
  'vatAmount',
  'total',
];

/** The fields with what was read, where nothing was written before. What a person wrote is never replaced. */
export function withProposal(fields: PurchaseFields, proposal: Proposal): PurchaseFields {
  const noSum = fields.amount.trim() === '' && fields.total.trim() === '';
  const isFree = (name: Proposed) => {
    if (name === 'alv' || name === 'amount' || name === 'vatAmount') return noSum;
    // The total of an invoice follows from its other sums, where it has them.
    if (name === 'total') return noSum && proposal.amount === undefined;
    return fields[name].trim() === '';
  };
  return ORDER.filter(isFree).reduce((taken, name) => {
    const value = proposal[name];
    return value === undefined ? taken : taking(taken, name, value);
  }, fields);
}
