import { Select } from '@mantine/core';
import { dropdown } from '@/components/dropdown';
import { m } from '@/paraglide/messages';
import { useCountries } from './useCountries';

interface Props {
  /** A day of the trip, DD.MM.YYYY. */
  date: string;
  value: string;
  onChange: (code: string) => void;
  onBlur?: () => void;
  error: string | undefined;
  disabled: boolean;
  size?: 'sm' | 'md';
  'data-place'?: string | undefined;
}

/** Which country, or which part of it, a foreign daily allowance is for. */
export function CountrySelect({ date, value, onChange, error, ...props }: Props) {
  const { data, failed } = useCountries(date, value);
  return (
    <Select
      {...props}
      label={m.trips_country()}
      description={failed ? m.trips_places_failed() : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={m.customers_choose_placeholder()}
      error={error}
      data={data}
      value={value || null}
      onChange={(code) => onChange(code ?? '')}
      searchable
      clearable
      autoSelectOnBlur
      // Leaving the field chooses what is chosen already once more, which is not to take it away.
      allowDeselect={false}
      nothingFoundMessage={m.customers_nothing_found()}
      comboboxProps={dropdown}
    />
  );
}
