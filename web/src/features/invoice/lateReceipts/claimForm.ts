import type { Bill } from '@/api/billTypes';
import { useForm, type Form } from '@/components/useForm';
import { EXPENSES } from '@/domain/bills/expenses';
import { numberIn } from '@/lib/number';
import { useVatRates } from '../fields/VatSelect';

export interface ClaimFields {
  rowId: string;
  kind: string;
  percent: string;
  amount: string;
  note: string;
}

function problemsOf({ amount }: ClaimFields): Record<string, string> {
  if (amount.trim() === '') return { amount: 'validation.required' };
  return amountOf(amount) === undefined ? { amount: 'validation.invalidNumber' } : {};
}

/** The amount that was typed, if it is one that can be claimed. */
export function amountOf(typed: string): `${number}` | undefined {
  const number = numberIn(typed, 'price');
  return number !== undefined && Number(number) > 0 ? number : undefined;
}

export function useClaimForm({ billableitems: [first] }: Bill): Form<ClaimFields> {
  return useForm<ClaimFields>(
    { rowId: first?.id ?? '', kind: 'othercost', percent: '25.5', amount: '', note: '' },
    problemsOf,
  );
}

/** The row of the bill and the expense that are chosen, and the VAT rates to choose from. */
export function useChosen({ billableitems }: Bill, { rowId, kind, percent }: ClaimFields) {
  const row = billableitems.find(({ id }) => id === rowId) ?? billableitems[0];
  const rates = useVatRates(row?.date ?? '');
  const offered = EXPENSES.filter(
    (one) => one.kind === kind && rates.some((rate) => Number(rate) === one.percent),
  );
  const expense = offered.find((one) => String(one.percent) === percent) ?? offered.at(-1);
  return { row, offered, expense };
}
