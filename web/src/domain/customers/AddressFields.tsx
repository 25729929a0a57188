import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { postalPlaceQuery } from '@/api/customers';
import { FieldGroup, Wide } from '@/components/FieldGroup';
import { m } from '@/paraglide/messages';
import { ChoiceField } from './ChoiceField';
import { CustomerTextField } from './CustomerTextField';
import { isFinnish } from './rules';
import { countryChoices } from './texts';
import type { FieldsState } from './useCustomerForm';

/** Where the customer is. The town follows from a Finnish postal code. */
export function AddressFields({ state }: { state: FieldsState }) {
  const { typeCode, typeCity } = useTownOfCode(state);
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

/** Fills in the town of a postal code, in place of nothing or of the town of another code. */
function useTownOfCode({ fields, change }: FieldsState) {
  const queryClient = useQueryClient();
  // What was filled in, and whether the town was typed while it was asked for.
  const filled = useRef({ city: '', typed: false });
  const fill = async (code: string) => {
    filled.current.typed = false;
    try {
      const { city } = await queryClient.fetchQuery(postalPlaceQuery(code));
      if (city === null || filled.current.typed) return;
      filled.current.city = city;
      change({ city });
    } catch {
      // The town is typed then.
    }
  };
  return {
    typeCode: (code: string) => {
      const free = fields.city.trim() === '' || fields.city === filled.current.city;
      if (free && isFinnish(fields) && /^\d{5}$/.test(code.trim())) void fill(code.trim());
    },
    typeCity: () => {
      filled.current.typed = true;
    },
  };
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
