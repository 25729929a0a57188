import { Checkbox, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { ApiProblem } from '@/api/problem';
import { useSetReceiptVat, type Review } from '@/api/providerBills';
import { tellProblem } from '@/components/tellProblem';
import { expenseName } from '@/domain/bills/expenses';
import { formatMoney } from '@/lib/format/money';
import { textOf } from '@/lib/notify/text';
import { numberIn, writeNumber } from '@/lib/number';
import { m } from '@/paraglide/messages';
import { useMarkUnsaved } from './unsaved';

type Receipt = Review['receiptVat'][number];

/** Which receipts of a row are VAT invoices to the provider, so that their VAT is deducted. */
export function ReceiptVat({ review, rowId }: { review: Review; rowId: string }) {
  const receipts = review.receiptVat.filter((receipt) => receipt.rowId === rowId);
  if (receipts.length === 0) return null;
  const { bill, own } = review;
  // Only the bill that a clerk is checking is changed.
  const disabled = own || bill.state !== 'TAKEN';
  return (
    <Fieldset variant="unstyled" legend={m.providerbills_receipt_vat()} disabled={disabled}>
      <Stack gap="xs">
        {receipts.map((receipt) => (
          <ReceiptLine key={receipt.field} billId={bill.id} receipt={receipt} />
        ))}
        {disabled && (
          <Text size="xs" c="dimmed">
            {m.providerbills_receipt_vat_taken()}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}

/** Whether VAT is deducted, and how much as it was typed. */
interface Deduction {
  readonly ticked: boolean;
  readonly vat: string;
}

function savedOf({ vat }: Receipt): Deduction {
  return { ticked: vat !== null, vat: vat === null ? '' : writeNumber(vat, 'price') };
}

/** What is deducted of a receipt. A tick is saved at once, an amount when its field is left or by Enter. */
function useDeduction(billId: string, receipt: Receipt) {
  const { rowId, field, mostVat } = receipt;
  // Undefined: all is saved, and what the server has is shown.
  const [edited, setEdited] = useState<Deduction>();
  const onItsWay = useRef<Deduction>(undefined);
  const [error, setError] = useState<string>();
  const { mutate } = useSetReceiptVat(billId);
  useMarkUnsaved(`${rowId} ${field}`, edited !== undefined);

  const change = (next: Deduction) => {
    setEdited(next);
    setError(undefined);
  };
  const save = (next: Deduction, refuse: (problem: Error) => void) => {
    onItsWay.current = next;
    mutate(
      { rowId, field, vat: next.ticked ? (numberIn(next.vat, 'price') ?? null) : null },
      {
        // What was typed meanwhile is not saved yet.
        onSuccess: () => setEdited((now) => (now === next ? undefined : now)),
        onError: (problem) => {
          onItsWay.current = undefined;
          refuse(problem);
        },
      },
    );
  };
  return {
    ...(edited ?? savedOf(receipt)),
    error,
    tick: (checked: boolean) => {
      const next = { ticked: checked, vat: checked ? writeNumber(mostVat, 'price') : '' };
      change(next);
      save(next, (problem) => {
        setEdited(undefined);
        tellProblem(problem);
      });
    },
    type: (vat: string) => change({ ticked: true, vat }),
    saveTyped: () => {
      // Enter has sent it, and now the field is left.
      if (edited === undefined || edited === onItsWay.current) return;
      if (numberIn(edited.vat, 'price') === undefined) {
        setError(edited.vat.trim() === '' ? 'validation.required' : 'validation.invalidNumber');
        return;
      }
      save(edited, (problem) => {
        const key = problem instanceof ApiProblem ? problem.fields[0]?.key : undefined;
        if (key === undefined) tellProblem(problem);
        else setError(key);
      });
    },
  };
}

function ReceiptLine({ billId, receipt }: { billId: string; receipt: Receipt }) {
  const { ticked, vat, error, tick, type, saveTyped } = useDeduction(billId, receipt);
  const expense = expenseName(receipt.field);
  return (
    <Group gap="sm" align="flex-start">
      <Checkbox
        label={m.providerbills_receipt_vat_tick({ expense, sum: formatMoney(receipt.amount) })}
        checked={ticked}
        onChange={({ currentTarget }) => tick(currentTarget.checked)}
      />
      {ticked && (
        <TextInput
          size="xs"
          inputMode="decimal"
          aria-label={m.providerbills_receipt_vat_amount({ expense })}
          description={m.providerbills_receipt_vat_most({ sum: formatMoney(receipt.mostVat) })}
          value={vat}
          error={error !== undefined && textOf(error)}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={saveTyped}
          onKeyDown={({ key }) => {
            if (key === 'Enter') saveTyped();
          }}
        />
      )}
    </Group>
  );
}
