import { Text, TextInput } from '@mantine/core';
import { usePayAgain, type OtherAccount, type Payout } from '@/api/payouts';
import { Details } from '@/components/Details';
import { FormDialog } from '@/components/FormDialog';
import { IbanInput } from '@/components/IbanInput';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { formatMoney } from '@/lib/format/money';
import { groupedIban, isIban } from '@/lib/iban';
import { notifyText } from '@/lib/notify/notify';
import { isReference } from '@/lib/reference';
import { m } from '@/paraglide/messages';

const LONGEST_MESSAGE = 140;

interface Fields {
  readonly accountNumber: string;
  readonly referenceNumber: string;
  readonly message: string;
}

function problemsOf({ accountNumber, referenceNumber, message }: Fields): Record<string, string> {
  const reference = referenceNumber.trim();
  return {
    ...(!isIban(accountNumber) && { accountNumber: 'account.invalid-iban' }),
    ...(reference !== '' && !isReference(reference) && { referenceNumber: 'INVALID_REFERENCE' }),
    ...(reference === '' && message.trim() === '' && { message: 'validation.required' }),
  };
}

/** What is sent: a purchase with its account and one of reference and message; an advance as it is. */
function bodyOf({ kind }: Payout, fields: Fields): OtherAccount {
  if (kind === 'ADVANCE') return {};
  const referenceNumber = fields.referenceNumber.trim();
  return {
    accountNumber: fields.accountNumber.replaceAll(/\s/g, ''),
    ...(referenceNumber === '' ? { message: fields.message.trim() } : { referenceNumber }),
  };
}

/** Makes a payout anew, to the account that the seller gives or that the worker has now. */
export function PayAgain({ payout, close }: { payout: Payout; close: () => void }) {
  const { kind, receiver, amount } = payout;
  const toSeller = kind === 'PURCHASE';
  const form = useForm<Fields>(
    {
      accountNumber: groupedIban(payout.iban),
      referenceNumber: payout.reference ?? '',
      message: payout.message,
    },
    (fields) => (toSeller ? problemsOf(fields) : {}),
  );
  const { mutate, isPending } = usePayAgain(payout.id);
  const send = () =>
    mutate(bodyOf(payout, form.fields), {
      onSuccess: () => {
        notifyText('success', m.payouts_again_done());
        close();
      },
      onError: refuseOrNotify(form),
    });
  const { accountNumber } = form.fields;
  return (
    <FormDialog
      title={m.payouts_again_title({ receiver })}
      formRef={form.form}
      confirm={m.payouts_again()}
      onSubmit={form.submit(send)}
      busy={isPending}
      close={close}
    >
      <Details
        items={[
          { name: m.payouts_receiver(), value: receiver },
          { name: m.payouts_amount(), value: formatMoney(amount) },
        ]}
      />
      {toSeller ? (
        <>
          <Text size="sm">{m.payouts_again_seller()}</Text>
          <IbanInput
            name="accountNumber"
            label={m.purchases_account()}
            required
            value={accountNumber}
            error={form.errorOf('accountNumber')}
            onChange={(iban) => form.change({ accountNumber: iban })}
            data-autofocus
          />
          <TextInput {...form.input('referenceNumber')} label={m.purchases_reference()} />
          <TextInput
            {...form.input('message')}
            label={m.purchases_message()}
            maxLength={LONGEST_MESSAGE}
          />
        </>
      ) : (
        <Text size="sm">{m.payouts_again_worker()}</Text>
      )}
      <Text size="sm" c="dimmed">
        {m.payouts_again_help()}
      </Text>
    </FormDialog>
  );
}
