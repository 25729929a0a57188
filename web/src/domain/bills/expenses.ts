import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { m } from '@/paraglide/messages';

/** What was paid for, by its name on the wire. */
export const EXPENSE_KINDS = ['hotelcost', 'travelcost', 'othercost'] as const;

/** The VAT of an expense in per cent, and the ending of its field. */
const EXPENSE_CLASSES = [
  ['', 0],
  ['_alv10', 10],
  ['_alv135', 13.5],
  ['_alv14', 14],
  ['_alv24', 24],
  ['_alv255', 25.5],
] as const;

export type ExpenseKind = (typeof EXPENSE_KINDS)[number];
export type ExpenseField = `${ExpenseKind}${(typeof EXPENSE_CLASSES)[number][0]}`;

interface Expense {
  readonly kind: ExpenseKind;
  readonly field: ExpenseField;
  readonly percent: number;
}

/** Every kind with every VAT. */
export const EXPENSES: readonly Expense[] = EXPENSE_KINDS.flatMap((kind) =>
  EXPENSE_CLASSES.map(([ending, percent]): Expense => ({
    kind,
    field: `${kind}${ending}`,
    percent,
  })),
);

export const EXPENSE_FIELDS: readonly ExpenseField[] = EXPENSES.map(({ field }) => field);

const NAMES: Readonly<Record<ExpenseKind, () => string>> = {
  hotelcost: m.bills_expense_hotel,
  travelcost: m.bills_expense_travel,
  othercost: m.bills_expense_other,
};

export function kindName(kind: ExpenseKind): string {
  return NAMES[kind]();
}

export function percentText(percent: number): string {
  return formatPercent(fractionOfPercent(percent));
}

/** The name of an expense with its VAT, by the field that holds its amount. */
export function expenseName(field: string): string {
  const expense = EXPENSES.find((one) => one.field === field);
  if (expense === undefined) return field;
  return m.bills_expense({ expense: kindName(expense.kind), vat: percentText(expense.percent) });
}
