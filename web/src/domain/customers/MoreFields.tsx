import { TagsInput, Text } from '@mantine/core';
import { useState } from 'react';
import { Disclosure } from '@/components/Disclosure';
import { FieldGroup, Wide } from '@/components/FieldGroup';
import { m } from '@/paraglide/messages';
import { ContactPeople } from './ContactPeople';
import { CustomerTextField } from './CustomerTextField';
import type { CustomerFields } from './customerFields';
import classes from './MoreFields.module.css';
import { isShared } from './SharedCompany';
import type { CustomerFormState } from './useCustomerForm';

const NAMES = ['organization', 'referenceNumber', 'email2', 'costUnits', 'people'] as const;

// The maximum that the server accepts.
const MOST_COST_UNITS = 50;
const LONGEST_COST_UNIT = 70;

/** Fields that few customers need, behind a button. A value or an error in them opens it. */
export function MoreFields({ state }: { state: CustomerFormState }) {
  const [open, setOpen] = useState(() => hasSome(state.fields));
  const shown = open || state.hasErrorIn(NAMES);
  const company = state.fields.partyRole === 'COMPANY';
  return (
    <Disclosure
      large
      open={shown}
      onChange={setOpen}
      title={
        <>
          {m.customers_more()}
          <Text component="span" size="sm" c="dimmed" fw={400} display="block">
            {company ? m.customers_more_help() : m.customers_more_help_individual()}
          </Text>
        </>
      }
    >
      <div className={classes.content}>
        <References state={state} />
        <ContactPeople state={state} />
      </div>
    </Disclosure>
  );
}

function hasSome(fields: CustomerFields): boolean {
  return NAMES.some((name) => fields[name].length > 0);
}

function References({ state }: { state: CustomerFormState }) {
  const { fields, change, errorOf, customer } = state;
  return (
    <FieldGroup columns="pairs" title={m.customers_group_references()}>
      {fields.partyRole === 'COMPANY' && !(customer !== undefined && isShared(customer)) && (
        <CustomerTextField
          state={state}
          field="organization"
          label={m.customers_organization()}
          description={m.customers_organization_help()}
        />
      )}
      <CustomerTextField
        state={state}
        field="referenceNumber"
        label={m.customers_reference()}
        description={m.customers_reference_help()}
      />
      <CustomerTextField
        state={state}
        field="email2"
        label={m.customers_email2()}
        type="email"
        autoCapitalize="none"
      />
      <Wide>
        <TagsInput
          size="md"
          label={m.customers_cost_units()}
          description={m.customers_cost_units_help()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={[...fields.costUnits]}
          onChange={(costUnits) => change({ costUnits })}
          error={errorOf('costUnits')}
          maxTags={MOST_COST_UNITS}
          maxLength={LONGEST_COST_UNIT}
        />
      </Wide>
    </FieldGroup>
  );
}
