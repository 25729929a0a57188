import { TextInput } from '@mantine/core';
import type { Form } from '@/components/useForm';
import { FieldGroup, Wide } from '@/components/FieldGroup';
import { IbanInput } from '@/components/IbanInput';
import { isIban } from '@/lib/iban';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { ProposedNote } from './ProposedNote';
import { LONGEST_MESSAGE, LONGEST_NAME, type Proposal, type PurchaseFields } from './purchaseForm';

interface Props {
  form: Form<PurchaseFields>;
  proposal: Proposal;
}

/** Digits of a whole Finnish account number; an error before that would only disturb the typing. */
const LONG_ENOUGH = 18;

/** Who is paid, to which account, and by which reference. */
export function ReceiverFields({ form, proposal }: Props) {
  const { fields, input, change, leave, errorOf } = form;
  const account = fields.accountNumber;
  const whole = account.replaceAll(' ', '').length >= LONG_ENOUGH;
  const right = isIban(account);
  const note = { form, proposal };
  return (
    <FieldGroup title={m.purchases_receiver()} columns="pairs">
      <Wide>
        <TextInput {...input('name')} label={m.purchases_name()} maxLength={LONGEST_NAME} />
        <ProposedNote {...note} name="name" label={m.purchases_name()} />
      </Wide>
      <Wide>
        <IbanInput
          name="accountNumber"
          label={m.purchases_account()}
          value={account}
          onChange={(accountNumber) => change({ accountNumber })}
          onBlur={() => leave('accountNumber')}
          error={errorOf('accountNumber') ?? (whole && !right && textOf('account.invalid-iban'))}
          description={right && m.purchases_account_ok()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <ProposedNote {...note} name="accountNumber" label={m.purchases_account()} />
      </Wide>
      <div>
        <TextInput
          {...input('referenceNumber')}
          label={m.purchases_reference()}
          description={m.purchases_reference_help()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          maxLength={40}
        />
        <ProposedNote {...note} name="referenceNumber" label={m.purchases_reference()} />
      </div>
      <div>
        <TextInput
          {...input('message')}
          label={m.purchases_message()}
          description={m.purchases_message_help()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={LONGEST_MESSAGE}
          disabled={fields.referenceNumber.trim() !== ''}
        />
        <ProposedNote {...note} name="message" label={m.purchases_message()} />
      </div>
    </FieldGroup>
  );
}
