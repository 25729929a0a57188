import { Loader, Select, type ComboboxItem } from '@mantine/core';
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { m } from '@/paraglide/messages';
import { dropdown } from './dropdown';

interface Props<Data, Key extends QueryKey> {
  label: string;
  description?: string;
  id?: string;
  disabled?: boolean;
  query: UseQueryOptions<Data, Error, Data, Key>;
  choices: (data: Data) => ComboboxItem[];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A field chosen from one of the server's lists, by typing a part of its name. */
export function ListField<Data, Key extends QueryKey>({
  query,
  choices,
  value,
  error,
  onChange,
  ...texts
}: Props<Data, Key>) {
  const { data, isError, isFetching, refetch } = useQuery(query);
  return (
    <Select
      {...texts}
      size="md"
      placeholder={m.customers_choose_placeholder()}
      data={data === undefined ? [] : choices(data)}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      error={isError ? m.account_list_failed() : error}
      // Opening a list that failed to load tries again.
      onFocus={() => {
        if (isError) void refetch();
      }}
      rightSection={isFetching ? <Loader size="xs" /> : undefined}
      nothingFoundMessage={m.customers_nothing_found()}
      comboboxProps={dropdown}
      allowDeselect={false}
      searchable
    />
  );
}
