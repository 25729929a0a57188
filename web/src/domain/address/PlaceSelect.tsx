import { Button, Select, Text } from '@mantine/core';
import type { Place } from '@/api/addresses';
import { NewTabLink } from '@/components/NewTabLink';
import { m } from '@/paraglide/messages';
import { fieldProps, type AddressFieldProps } from './fieldProps';
import { placeName } from './placeName';

interface Props extends AddressFieldProps {
  places: readonly Place[] | undefined;
  loadError: Error | null;
  retry: () => void;
}

/** For those who want no search: nothing is typed, and one's own places are offered. */
export function PlaceSelect({ places, loadError, retry, ...props }: Props) {
  const { value, onChange } = props;
  const names = new Map(places?.map((one) => [one.address, placeName(one)]));
  // What the field has, such as the address of a copied row, stays although it is no place any more.
  const addresses = [...new Set([...names.keys(), value])].filter((address) => address !== '');
  return (
    <div>
      <Select
        {...fieldProps(props)}
        placeholder={m.address_choose()}
        value={value === '' ? null : value}
        data={addresses}
        clearable
        renderOption={({ option }) => (
          <div>
            {names.has(option.value) && <Text fw={600}>{names.get(option.value)}</Text>}
            <Text size="sm">{option.value}</Text>
          </div>
        )}
        comboboxProps={{ withinPortal: false }}
        onChange={(address) => onChange(address ?? '')}
      />
      <Text size="sm" c="dimmed" mt={4} component="div">
        {loadError === null ? help(places) : m.address_places_failed()}{' '}
        {loadError === null ? (
          // In a tab of its own: the trip that is being written may not be saved yet.
          <NewTabLink href="/account#places" variant="subtle" size="compact-sm">
            {m.address_add_place()}
          </NewTabLink>
        ) : (
          <Button variant="subtle" size="compact-sm" onClick={retry}>
            {m.address_retry()}
          </Button>
        )}
      </Text>
    </div>
  );
}

function help(places: readonly Place[] | undefined): string {
  return places?.length === 0 ? m.address_no_places() : m.address_choose_help();
}
