import { NativeSelect, SimpleGrid } from '@mantine/core';
import type { Bill } from '@/api/billTypes';
import { NumberInput, numberInput } from '@/components/NumberInput';
import type { Form } from '@/components/useForm';
import { EXPENSE_KINDS, kindName, percentText } from '@/domain/bills/expenses';
import { m } from '@/paraglide/messages';
import { rowText, type ClaimFields, type useChosen } from './claimForm';

interface Props {
  bill: Bill;
  form: Form<ClaimFields>;
  chosen: ReturnType<typeof useChosen>;
}

/** Which work the expense belongs to, what it is, and how much. */
export function ClaimedExpense({ bill, form, chosen }: Props) {
  const { row, offered, expense } = chosen;
  return (
    <>
      {bill.billableitems.length > 1 && (
        <NativeSelect
          label={m.latereceipts_row()}
          data={bill.billableitems.map((one) => ({ value: one.id, label: rowText(one) }))}
          value={row?.id ?? ''}
          error={form.errorOf('rowId')}
          onChange={({ currentTarget }) => form.change({ rowId: currentTarget.value })}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <NativeSelect
          label={m.latereceipts_kind()}
          data={EXPENSE_KINDS.map((kind) => ({ value: kind, label: kindName(kind) }))}
          value={form.fields.kind}
          onChange={({ currentTarget }) => form.change({ kind: currentTarget.value })}
        />
        <NativeSelect
          label={m.latereceipts_vat()}
          data={offered.map(({ percent }) => ({
            value: String(percent),
            label: percentText(percent),
          }))}
          value={expense === undefined ? '' : String(expense.percent)}
          error={form.errorOf('field')}
          onChange={({ currentTarget }) => form.change({ percent: currentTarget.value })}
        />
        <NumberInput
          label={m.latereceipts_amount()}
          kind="price"
          unit="€"
          size="sm"
          required
          data-autofocus
          {...numberInput(form, 'amount')}
        />
      </SimpleGrid>
    </>
  );
}
