import { Button, Checkbox, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { useSetReceiptVat, type Review } from '@/api/providerBills';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { expenseName } from './rowDetails';

type Receipt = Review['receiptVat'][number];

/** Which receipts of a row are VAT invoices to the provider, so that their VAT is deducted. */
export function ReceiptVat({ review, rowId }: { review: Review; rowId: string }) {
  const receipts = review.receiptVat.filter((receipt) => receipt.rowId === rowId);
  if (receipts.length === 0) return null;
  const { bill, own } = review;
  return (
    <ReceiptVatForm
      key={bill.version}
      billId={bill.id}
      version={bill.version}
      receipts={receipts}
      disabled={own || bill.state !== 'TAKEN'}
    />
  );
}

interface Props {
  billId: string;
  version: number;
  receipts: readonly Receipt[];
  /** Only the bill that a clerk is checking is changed. */
  disabled: boolean;
}

/** Empty where nothing is deducted. */
function vatText({ vat }: Receipt): string {
  return vat === null ? '' : numberText(vat);
}

function numberText(amount: number): string {
  return amount.toFixed(2).replace('.', ',');
}

/** The path by which the server refuses the VAT of a receipt. */
function pathOf(place: number): string {
  return `receipts[${place}].vat`;
}

function ReceiptVatForm({ billId, version, receipts, disabled }: Props) {
  const { form, fields, input, change, submit, refuse } = useForm<Record<string, string>>(
    Object.fromEntries(receipts.map((receipt, place) => [pathOf(place), vatText(receipt)])),
  );
  const { mutate, isPending } = useSetReceiptVat(billId);
  const send = () => {
    const changed = receipts.map(({ rowId, field }, place) => {
      const vat = fields[pathOf(place)]?.trim() ?? '';
      return { rowId, field, vat: vat === '' ? null : vat };
    });
    mutate({ version, receipts: changed }, { onError: refuseOrNotify({ refuse }) });
  };
  return (
    <form ref={form} onSubmit={submit(send)}>
      <Fieldset variant="unstyled" legend={m.providerbills_receipt_vat()} disabled={disabled}>
        <Stack gap="xs">
          {receipts.map((receipt, place) => {
            const path = pathOf(place);
            const name = expenseName(receipt.field);
            return (
              <Group key={receipt.field} gap="sm" align="flex-start">
                <Checkbox
                  label={m.providerbills_receipt_vat_tick({
                    expense: name,
                    sum: formatMoney(receipt.amount),
                  })}
                  checked={fields[path] !== ''}
                  onChange={({ currentTarget }) =>
                    change({
                      [path]: currentTarget.checked ? numberText(receipt.mostVat) : '',
                    })
                  }
                />
                {fields[path] !== '' && (
                  <TextInput
                    {...input(path)}
                    size="xs"
                    inputMode="decimal"
                    aria-label={m.providerbills_receipt_vat_amount({ expense: name })}
                    description={m.providerbills_receipt_vat_most({
                      sum: formatMoney(receipt.mostVat),
                    })}
                  />
                )}
              </Group>
            );
          })}
          {disabled ? (
            <Text size="xs" c="dimmed">
              {m.providerbills_receipt_vat_taken()}
            </Text>
          ) : (
            <Group>
              <Button type="submit" size="xs" variant="default" loading={isPending}>
                {m.providerbills_receipt_vat_save()}
              </Button>
            </Group>
          )}
        </Stack>
      </Fieldset>
    </form>
  );
}
