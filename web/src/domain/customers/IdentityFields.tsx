import { SegmentedControl } from '@mantine/core';
import type { PartyRole } from '@/api/customers';
import { FieldGroup, Wide } from '@/components/FieldGroup';
import { m } from '@/paraglide/messages';
import { CustomerTextField } from './CustomerTextField';
import { writeBusinessId } from './rules';
import type { CustomerFormState } from './useCustomerForm';

/** Who the customer is. */
export function IdentityFields({ state }: { state: CustomerFormState }) {
  const { fields, change, customer } = state;
  const company = fields.partyRole === 'COMPANY';
  return (
    <FieldGroup columns="pairs" title={m.customers_group_who()}>
      <Wide>
        <SegmentedControl<PartyRole>
          fullWidth
          size="md"
          aria-label={m.customers_group_who()}
          // Others may have a company on their bills, and nobody else sees a private person: neither becomes the other.
          disabled={customer !== undefined}
          value={fields.partyRole}
          // With companies the term is taken as agreed; of a private person it has to be said.
          onChange={(partyRole) => change({ partyRole, termAgreed: partyRole === 'COMPANY' })}
          data={[
            { value: 'COMPANY', label: m.customers_role_company() },
            { value: 'CUSTOMER', label: m.customers_role_individual() },
          ]}
        />
      </Wide>
      <Wide>
        <CustomerTextField
          state={state}
          field="name"
          label={company ? m.customers_name_company() : m.customers_name_individual()}
          data-autofocus
          required
        />
      </Wide>
      {company ? (
        <>
          <CustomerTextField
            state={state}
            field="businessid"
            label={m.customers_business_id()}
            description={m.customers_business_id_help()}
            tidy={writeBusinessId}
          />
          <CustomerTextField
            state={state}
            field="vat"
            label={m.customers_vat()}
            description={m.customers_vat_help()}
          />
        </>
      ) : (
        <Wide>
          <CustomerTextField
            state={state}
            field="sotu"
            label={m.customers_sotu()}
            description={
              customer?.hasSotu === true ? m.customers_sotu_kept() : m.customers_sotu_help()
            }
            spellCheck={false}
          />
        </Wide>
      )}
    </FieldGroup>
  );
}
