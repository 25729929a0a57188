import { FieldGroup, Wide } from '@/components/FieldGroup';
import { m } from '@/paraglide/messages';
import { ChoiceField } from './ChoiceField';
import { CustomerTextField } from './CustomerTextField';
import { countryChoices } from './texts';
import type { CustomerFormState } from './useCustomerForm';

/** Where the customer is. */
export function AddressFields({ state }: { state: CustomerFormState }) {
  return (
    <FieldGroup columns="pairs" title={m.customers_group_address()}>
      <Wide>
        <CustomerTextField state={state} field="address" label={m.customers_address()} required />
      </Wide>
      <CustomerTextField
        state={state}
        field="postalcode"
        label={m.customers_postal_code()}
        inputMode={state.fields.addresscountry === 'FIN' ? 'numeric' : 'text'}
        required
      />
      <CustomerTextField state={state} field="city" label={m.customers_city()} required />
      <ChoiceField
        state={state}
        field="addresscountry"
        label={m.customers_country()}
        choices={({ countries }) => countryChoices(countries)}
      />
    </FieldGroup>
  );
}

/** How the customer is reached. */
export function ContactFields({ state }: { state: CustomerFormState }) {
  return (
    <FieldGroup
      columns="pairs"
      title={m.customers_group_contact()}
      help={m.customers_contact_help()}
    >
      <CustomerTextField
        state={state}
        field="email"
        label={m.customers_email()}
        type="email"
        autoCapitalize="none"
        required
      />
      <CustomerTextField
        state={state}
        field="phonenumber"
        label={m.customers_phone()}
        type="tel"
        required
      />
    </FieldGroup>
  );
}
