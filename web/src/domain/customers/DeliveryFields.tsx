import { Checkbox, SegmentedControl, Text } from '@mantine/core';
import type { SendBillMethod } from '@/api/customers';
import { FieldGroup, Wide } from '@/components/FieldGroup';
import { HelpLink } from '@/domain/help/HelpLink';
import { m } from '@/paraglide/messages';
import { ChoiceField } from './ChoiceField';
import { CustomerTextField } from './CustomerTextField';
import { methodText } from './texts';
import type { CustomerFormState, FieldsState } from './useCustomerForm';

const METHODS = ['EMAIL', 'EBILL', 'PAPERBILL'] as const satisfies SendBillMethod[];

/** How the invoice reaches the customer, and how long the customer has for paying it. */
export function DeliveryFields({ state }: { state: CustomerFormState }) {
  const { fields, change } = state;
  return (
    <FieldGroup columns="pairs" title={m.customers_group_delivery()}>
      <Wide>
        <SegmentedControl<SendBillMethod>
          fullWidth
          size="md"
          aria-label={m.customers_group_delivery()}
          value={fields.sendBillMethod}
          onChange={(sendBillMethod) => change({ sendBillMethod })}
          data={METHODS.map((value) => ({ value, label: methodText(value) }))}
        />
        <Text size="sm" c="dimmed" mt="xs">
          {methodHelp(state)}
        </Text>
      </Wide>
      {fields.sendBillMethod === 'EBILL' && <EInvoiceFields state={state} />}
      <CustomerTextField
        state={state}
        field="termofpayment"
        label={m.customers_term()}
        inputMode="numeric"
        maxLength={2}
        rightSection={<span aria-hidden="true">{m.customers_term_unit()}</span>}
        rightSectionWidth={56}
        rightSectionPointerEvents="none"
        required
      />
      <Checkbox
        label={m.customers_term_agreed()}
        description={m.customers_term_agreed_help()}
        checked={fields.termAgreed}
        onChange={({ currentTarget }) => change({ termAgreed: currentTarget.checked })}
      />
    </FieldGroup>
  );
}

function methodHelp({ fields }: CustomerFormState): string {
  switch (fields.sendBillMethod) {
    case 'EBILL':
      return fields.partyRole === 'COMPANY'
        ? m.customers_ebill_help_company()
        : m.customers_ebill_help_individual();
    case 'EMAIL':
      return m.customers_email_help();
    case 'PAPERBILL':
      return m.customers_paper_help();
  }
}

/** Where an electronic invoice goes: to a company by its operator, to a person by their bank. */
function EInvoiceFields({ state }: { state: FieldsState }) {
  const company = state.fields.partyRole === 'COMPANY';
  return (
    <>
      <CustomerTextField
        state={state}
        field="netbankaddress"
        label={company ? m.customers_einvoice_address() : m.customers_einvoice_address_individual()}
        description={
          company
            ? m.customers_einvoice_address_help()
            : m.customers_einvoice_address_individual_help()
        }
        spellCheck={false}
        required
      />
      <ChoiceField
        state={state}
        field="operator"
        label={company ? m.customers_operator() : m.customers_operator_individual()}
        choices={({ operators }) => operators.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Wide>
        <HelpLink topic="e-invoice" said besideForm />
      </Wide>
    </>
  );
}
