import type { Bill } from '@/api/billTypes';
import type { LateReceipt } from '@/api/lateReceipts';
import { expenseName, EXPENSES } from '@/domain/bills/expenses';
import { formatMoney } from '@/lib/format/money';
import { numberIn } from '@/lib/number';
import { exactUnits, typedUnits } from '@/lib/price';
import { m } from '@/paraglide/messages';
import { useVatRates } from '../fields/VatSelect';
import { useSharedForm, type Part } from '../sharing/useSharedForm';

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

function fieldsOf(late: LateReceipt | undefined, { billableitems: [first] }: Bill): ClaimFields {
  if (late === undefined) {
    return { rowId: first?.id ?? '', kind: 'othercost', percent: '25.5', amount: '', note: '' };
  }
  const expense = EXPENSES.find(({ field }) => field === late.field);
  return {
    rowId: late.rowId,
    kind: expense?.kind ?? late.field,
    percent: expense === undefined ? '' : String(expense.percent),
    amount: typedUnits(exactUnits(late.amount)),
    note: late.note,
  };
}

/** What a row is called where one is chosen. */
export function rowText({ date, destination }: Bill['billableitems'][number]): string {
  return [date, destination].filter((part) => part !== '').join(' · ');
}

/** What of a claim can be changed here and elsewhere at the same time. */
function partsOf({ billableitems }: Bill): readonly Part<ClaimFields>[] {
  return [
    {
      name: 'row',
      label: m.latereceipts_row,
      fields: ['rowId'],
      text: ({ rowId }) => {
        const row = billableitems.find(({ id }) => id === rowId);
        return row === undefined ? '' : rowText(row);
      },
    },
    {
      name: 'expense',
      label: m.latereceipts_kind,
      fields: ['kind', 'percent'],
      text: ({ kind, percent }) => {
        const expense = EXPENSES.find(
          (one) => one.kind === kind && String(one.percent) === percent,
        );
        return expenseName(expense?.field ?? kind);
      },
    },
    {
      name: 'amount',
      label: m.latereceipts_amount,
      fields: ['amount'],
      text: ({ amount }) => {
        const euros = amountOf(amount);
        return euros === undefined ? amount : formatMoney(euros);
      },
    },
    {
      name: 'note',
      label: m.latereceipts_note,
      fields: ['note'],
      text: ({ note }) => note.trim(),
    },
  ];
}

/** The form of a claim; `draft` is what is stored of it, once it is. */
export function useClaimForm(bill: Bill, draft: LateReceipt | undefined) {
  return useSharedForm<LateReceipt, ClaimFields>({
    item: draft,
    fieldsOf: (item) => fieldsOf(item, bill),
    parts: partsOf(bill),
    check: problemsOf,
  });
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
