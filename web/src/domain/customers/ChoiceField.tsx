import { Loader, Select, type ComboboxItem } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dropdown } from '@/components/dropdown';
import { customerOptionsQuery, type CustomerOptions } from '@/api/customers';
import { m } from '@/paraglide/messages';
import type { FieldsState } from './useCustomerForm';

interface Props {
  state: FieldsState;
  field: 'operator' | 'addresscountry';
  label: string;
  choices: (options: CustomerOptions) => ComboboxItem[];
  required?: boolean;
}

/** A field chosen from one of the server's lists, by typing a part of its name. */
export function ChoiceField({ state, field, label, choices, required = true }: Props) {
  const { fields, change, leave, errorOf } = state;
  const { data, isError, isFetching, refetch } = useQuery(customerOptionsQuery);
  return (
    <Select
      size="md"
      label={label}
      placeholder={m.customers_choose_placeholder()}
      data={data === undefined ? [] : choices(data)}
      value={fields[field] || null}
      onChange={(value) => change({ [field]: value ?? '' })}
      onBlur={() => leave(field)}
      error={isError ? m.customers_options_failed() : errorOf(field)}
      // Opening a list that failed to load tries again.
      onFocus={() => {
        if (isError) void refetch();
      }}
      rightSection={isFetching ? <Loader size="xs" /> : undefined}
      searchable
      // Leaving the field chooses what is chosen already once more, which is not to take it away.
      allowDeselect={false}
      clearable={!required}
      autoSelectOnBlur
      nothingFoundMessage={m.customers_nothing_found()}
      comboboxProps={dropdown}
      required={required}
    />
  );
}
