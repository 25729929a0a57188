import { Text, TextInput } from '@mantine/core';
import type { PaymentDetails } from '@/api/payments';
import { FormDialog } from '@/components/FormDialog';
import { useForm } from '@/components/useForm';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import type { Decisions } from './useDecisions';

interface Props {
  details: PaymentDetails;
  decisions: Decisions;
  close: () => void;
}

/** Asks which account the rest is refunded to; the payer's own where the bank gave it. */
export function RefundDialog({ details, decisions, close }: Props) {
  const { payment } = details;
  const form = useForm({ name: payment.payerName, iban: payment.payerIban ?? '' });
  const amount = formatMoney(payment.rest);
  const send = () => {
    const refund = { kind: 'refund', ...form.fields } as const;
    decisions.runAndWait(details, refund, { done: close, shown: (error) => form.refuse(error) });
  };
  return (
    <FormDialog
      title={m.providermoney_refund_title({ amount })}
      formRef={form.form}
      confirm={m.providermoney_refund_confirm({ amount })}
      onSubmit={form.submit(send)}
      busy={decisions.busyWith === payment.id}
      close={close}
    >
      <Text size="sm">{m.providermoney_refund_body()}</Text>
      <TextInput
        {...form.input('name')}
        label={m.providermoney_refund_name()}
        required
        autoComplete="off"
      />
      <TextInput
        {...form.input('iban')}
        label={m.providermoney_refund_iban()}
        required
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </FormDialog>
  );
}
