import { SegmentedControl } from '@mantine/core';
import type { Customer, PartyRole } from '@/api/customers';
import { FieldGroup, Wide } from '@/components/FieldGroup';
import { m } from '@/paraglide/messages';
import { CustomerTextField } from './CustomerTextField';
import { KnownCompany } from './KnownCompany';
import { writeBusinessId } from './rules';
import type { CustomerFormState } from './useCustomerForm';

interface Props {
  state: CustomerFormState;
  /** The company of the register is taken in place of a new one. */
  onUse: (customer: Customer) => void;
}

/** Who the customer is. A company is known by its business id, so that is asked first. */
export function IdentityFields({ state, onUse }: Props) {
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
      {company && (
        <>
          <CustomerTextField
            state={state}
            field="businessid"
            label={m.customers_business_id()}
            description={m.customers_business_id_help()}
            inputMode="numeric"
            tidy={writeBusinessId}
            {...(fields.businessid === '' && { 'data-autofocus': true })}
          />
          <CustomerTextField
            state={state}
            field="vat"
            label={m.customers_vat()}
            description={m.customers_vat_help()}
          />
          {customer === undefined && <KnownCompany businessId={fields.businessid} onUse={onUse} />}
        </>
      )}
      <Wide>
        <CustomerTextField
          state={state}
          field="name"
          label={company ? m.customers_name_company() : m.customers_name_individual()}
          {...((!company || fields.businessid !== '') && { 'data-autofocus': true })}
          required
        />
      </Wide>
      {!company && (
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
