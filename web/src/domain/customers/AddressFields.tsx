import { FieldGroup, Wide } from '@/components/FieldGroup';
import { useTownOfCode } from '@/domain/address/useTownOfCode';
import { m } from '@/paraglide/messages';
import { ChoiceField } from './ChoiceField';
import { CustomerTextField } from './CustomerTextField';
import { isFinnish } from './rules';
import { countryChoices } from './texts';
import type { FieldsState } from './useCustomerForm';

/** Where the customer is. The town follows from a Finnish postal code. */
export function AddressFields({ state }: { state: FieldsState }) {
  const { fields, change } = state;
  const { typeCode, typeCity } = useTownOfCode({
    code: fields.postalcode,
    city: fields.city,
    finnish: isFinnish(fields),
    fill: (city) => change({ city }),
  });
  return (
    <FieldGroup columns="pairs" title={m.customers_group_address()}>
      <Wide>
        <CustomerTextField state={state} field="address" label={m.customers_address()} required />
      </Wide>
      <CustomerTextField
        state={state}
        field="postalcode"
        label={m.customers_postal_code()}
        inputMode={fields.addresscountry === 'FIN' ? 'numeric' : 'text'}
        onTyped={typeCode}
        required
      />
      <CustomerTextField
        state={state}
        field="city"
        label={m.customers_city()}
        onTyped={typeCity}
        required
      />
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
export function ContactFields({ state }: { state: FieldsState }) {
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
        // Of a company that others bill too, this is the first field that is asked.
        data-autofocus
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
