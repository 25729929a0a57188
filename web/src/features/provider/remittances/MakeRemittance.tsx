import { Text, TextInput } from '@mantine/core';
import { useMakeRemittance, type Owed } from '@/api/remittances';
import { Details } from '@/components/Details';
import { FormDialog } from '@/components/FormDialog';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { DUE_NAMES } from '@/domain/salary/dueNames';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

/** The server's key for a date in the past, whose usual text is about invoices. */
const DAY_IS_OVER = 'INVALID_DATE';

/** Asks when and by which reference what is owed is paid. */
export function MakeRemittance({ owed, close }: { owed: Owed; close: () => void }) {
  const { kind, personId, until, toPay, due, receiver, reference } = owed;
  const form = useForm({ payOn: due ?? '', reference: reference ?? '' }, ({ payOn }) =>
    payOn.trim() === '' ? { payOn: 'validation.required' } : {},
  );
  const { mutate, isPending } = useMakeRemittance();
  const send = () =>
    mutate(
      { kind, personId, until, amount: toPay, ...form.fields },
      { onSuccess: close, onError: refuseOrNotify(form) },
    );
  const isOver = form.keyOf('payOn') === DAY_IS_OVER;
  return (
    <FormDialog
      title={m.providerpayroll_remit_title({ kind: DUE_NAMES[kind]() })}
      formRef={form.form}
      confirm={m.providerpayroll_remit_make()}
      onSubmit={form.submit(send)}
      busy={isPending}
      close={close}
    >
      <Details
        items={[
          { name: m.providerpayroll_remit_receiver(), value: receiver },
          { name: m.providerpayroll_remit_until(), value: until },
          { name: m.providerpayroll_remit_amount(), value: formatMoney(toPay) },
        ]}
      />
      <TextInput
        {...form.input('payOn')}
        {...(isOver && { error: m.providerpayroll_day_is_over() })}
        label={m.providerpayroll_remit_pay_on()}
        placeholder={m.invoice_date_form()}
        data-autofocus
      />
      <TextInput
        {...form.input('reference')}
        label={m.providerpayroll_remit_reference()}
        description={m.providerpayroll_remit_reference_help()}
      />
      <Text size="sm" c="dimmed">
        {m.providerpayroll_remit_four_eyes()}
      </Text>
    </FormDialog>
  );
}
