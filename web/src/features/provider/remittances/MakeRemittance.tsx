import { Text, TextInput } from '@mantine/core';
import { useMakeRemittance, type Owed } from '@/api/remittances';
import { DayField } from '@/components/DayField';
import { Details } from '@/components/Details';
import { FormDialog } from '@/components/FormDialog';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { DUE_NAMES } from '@/domain/salary/dueNames';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { offeredDay } from './offeredDay';
import { receiverOn } from './receiverOn';

interface Props {
  owed: Owed;
  /** DD.MM.YYYY */
  today: string;
  close: () => void;
}

/** Asks when and by which reference what is owed is paid. */
export function MakeRemittance({ owed, today, close }: Props) {
  const { kind, personId, until, toPay, due } = owed;
  const form = useForm(
    // The reference of the receiver, until another one is typed.
    { payOn: offeredDay(due, today), reference: undefined as string | undefined },
    ({ payOn }) => (payOn.trim() === '' ? { payOn: 'validation.required' } : {}),
  );
  const { payOn } = form.fields;
  const { receiver, iban, reference: usual } = receiverOn(owed, payOn);
  const reference = form.fields.reference ?? usual ?? '';
  const { mutate, isPending } = useMakeRemittance();
  const send = () =>
    mutate(
      { kind, personId, until, amount: toPay, payOn, reference },
      { onSuccess: close, onError: refuseOrNotify(form) },
    );
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
          {
            name: m.providerpayroll_remit_receiver(),
            value: receiver ?? m.providerpayroll_receiver_missing(),
          },
          { name: m.providerpayroll_remit_account(), value: iban },
          { name: m.providerpayroll_remit_until(), value: until },
          { name: m.providerpayroll_remit_amount(), value: formatMoney(toPay) },
        ]}
      />
      <DayField form={form} name="payOn" label={m.providerpayroll_remit_pay_on()} />
      <TextInput
        name="reference"
        value={reference}
        error={form.errorOf('reference')}
        onChange={({ currentTarget }) => form.change({ reference: currentTarget.value })}
        label={m.providerpayroll_remit_reference()}
        description={m.providerpayroll_remit_reference_help()}
      />
      <Text size="sm" c="dimmed">
        {m.providerpayroll_remit_four_eyes()}
      </Text>
    </FormDialog>
  );
}
