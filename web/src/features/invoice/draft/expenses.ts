import type { RowBody } from '@/api/bills';
import { EXPENSE_FIELDS, type ExpenseField } from '@/domain/bills/expenses';
import { numberIn } from '@/lib/number';
import { exactUnits, plainUnits, typedUnits, unitsOf, type Units } from '@/lib/price';
import type { DraftRow } from './draft';

/** What a draft keeps of a row beside its own fields. An amount is a text once it was typed. */
type Kept = DraftRow['kept'];

/** An amount as it is on the screen; empty where there is none. */
export function expenseText(kept: Kept, field: ExpenseField): string {
  const value = kept[field] ?? '';
  if (typeof value === 'string') return value;
  return value === 0 ? '' : typedUnits(exactUnits(value));
}

export function withExpense(row: DraftRow, field: ExpenseField, typed: string): DraftRow {
  return { ...row, kept: { ...row.kept, [field]: typed } };
}

/** What is not one number, which is never sent. */
export function unreadExpenses({ kept }: DraftRow): ExpenseField[] {
  return EXPENSE_FIELDS.filter((field) => {
    const text = expenseText(kept, field);
    return text.trim() !== '' && numberIn(text, 'price') === undefined;
  });
}

/** What is below zero. Only a credit note, which takes back what was paid, writes costs so. */
export function negativeExpenses({ kept }: DraftRow): ExpenseField[] {
  return EXPENSE_FIELDS.filter((field) => (unitsOf(expenseText(kept, field)) ?? 0n) < 0n);
}

/** The row without costs that only a credit note can have. */
export function withoutNegativeExpenses(row: DraftRow): DraftRow {
  return negativeExpenses(row).reduce((one, field) => withExpense(one, field, ''), row);
}

/** The sum of what can be read. */
export function expenseTotal(kept: Kept): Units {
  return EXPENSE_FIELDS.map((field) => unitsOf(expenseText(kept, field)) ?? 0n).reduce(
    (sum, amount) => sum + amount,
    0n,
  );
}

export function hasExpenses(kept: Kept): boolean {
  return EXPENSE_FIELDS.some((field) => expenseText(kept, field).trim() !== '');
}

/** The kept fields as they are sent. Receipts are files of their own and are not. */
export function keptBodyOf(kept: Kept, unread: (text: string) => string | null): RowBody {
  const { receipts: _, ...others } = kept as Kept & { receipts?: unknown };
  const amount = (field: ExpenseField) => {
    const text = expenseText(kept, field);
    const units = unitsOf(text);
    if (units === undefined) return text.trim() === '' ? null : unread(text);
    return units === 0n ? null : plainUnits(units);
  };
  const sent = EXPENSE_FIELDS.filter((field) => kept[field] !== undefined);
  return { ...others, ...Object.fromEntries(sent.map((field) => [field, amount(field)])) };
}

/** What the other side keeps, with the amounts of this one. */
export function keptWithExpensesOf(theirs: Kept, mine: Kept): Kept {
  return { ...theirs, ...Object.fromEntries(EXPENSE_FIELDS.map((field) => [field, mine[field]])) };
}
