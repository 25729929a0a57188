import { Fieldset, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { NumberInput } from '@/components/NumberInput';
import {
  EXPENSE_KINDS,
  EXPENSES,
  kindName,
  percentText,
  type ExpenseField,
} from '@/domain/bills/expenses';
import { formatMoney } from '@/lib/format/money';
import { textOf } from '@/lib/notify/text';
import { plainUnits, unitsOf } from '@/lib/price';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { withRow } from '../draft/edits';
import { expenseText, expenseTotal, withExpense } from '../draft/expenses';
import { placeOf } from '../draft/problems';
import { useDraft, useEditor, useLocked, useProblem } from '../editor';
import { useVatRates } from '../fields/VatSelect';
import { useUploadsOf } from './uploads';
import { useRowReceipts } from './useRowReceipts';

/** The amounts of a row by what was paid for and by VAT. */
export function ExpenseFields({ row }: { row: DraftRow }) {
  const rates = useVatRates(row.date);
  const isOffered = (field: ExpenseField, percent: number) =>
    isRate(rates, percent) || expenseText(row.kept, field).trim() !== '';
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {m.receipts_amounts_help()}
      </Text>
      {EXPENSE_KINDS.map((kind) => (
        <Fieldset key={kind} legend={kindName(kind)} radius="md">
          <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" verticalSpacing="xs">
            {EXPENSES.filter((one) => one.kind === kind && isOffered(one.field, one.percent)).map(
              ({ field, percent }) => (
                <Amount
                  key={field}
                  row={row}
                  field={field}
                  label={m.receipts_vat({ percent: percentText(percent) })}
                  valid={rates.length === 0 || isRate(rates, percent)}
                />
              ),
            )}
          </SimpleGrid>
        </Fieldset>
      ))}
      <Group justify="space-between">
        <Text fw={600}>{m.receipts_total()}</Text>
        <Text fw={600}>{formatMoney(plainUnits(expenseTotal(row.kept)))}</Text>
      </Group>
    </Stack>
  );
}

function isRate(rates: readonly string[], percent: number): boolean {
  return rates.some((rate) => Number(rate) === percent);
}

interface AmountProps {
  row: DraftRow;
  field: ExpenseField;
  label: string;
  /** There is such a VAT on the day of the row. */
  valid: boolean;
}

function Amount({ row, field, label, valid }: AmountProps) {
  const { engine } = useEditor();
  const locked = useLocked();
  const place = placeOf(row.id, field);
  const found = useProblem(place);
  const missing = useMissing(row, field, valid);
  return (
    <NumberInput
      label={label}
      kind="price"
      unit="€"
      size="sm"
      data-place={place}
      disabled={locked}
      error={missing ?? found}
      value={expenseText(row.kept, field)}
      onChange={(typed) =>
        engine.edit(
          (draft) => withRow(draft, row.id, (before) => withExpense(before, field, typed)),
          place,
        )
      }
      onBlur={engine.save}
    />
  );
}

/** Texts of their own for the rates that were; those of today have none. */
const OWN_TEXT = /_alv(?:10|14|24)$/;

/** What is wrong with an amount as it stands on the screen. What a credit note takes back was right once. */
function useMissing(row: DraftRow, field: ExpenseField, valid: boolean): string | undefined {
  const credits = useDraft(({ creditOf }) => creditOf !== null);
  const { receipts } = useRowReceipts(row.id, false);
  const uploads = useUploadsOf(row.id);
  const units = unitsOf(expenseText(row.kept, field)) ?? 0n;
  if (credits || units === 0n) return undefined;
  if (units < 0n) return textOf('validation.outOfRange?least=0');
  if (!valid) return textOf(OWN_TEXT.test(field) ? field : 'alv_error');
  const coming = uploads.some(({ state }) => state !== 'failed');
  return receipts.length === 0 && !coming ? textOf('RECEIPT_REQUIRED') : undefined;
}
