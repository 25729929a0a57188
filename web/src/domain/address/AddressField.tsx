import { ActionIcon, Anchor, Autocomplete, Loader, Text, VisuallyHidden } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useState } from 'react';
import type { Place } from '@/api/addresses';
import { m } from '@/paraglide/messages';
import { fieldProps, type AddressFieldProps } from './fieldProps';
import { PlaceSelect } from './PlaceSelect';
import { placeName } from './placeName';
import { useAddressSearch, usePlaces } from './useAddressSearch';
import { usePosition } from './usePosition';

const LONGEST_ADDRESS = 200;
const MOST_OFFERED = 8;

/**
 * An address of a trip: typed, with suggestions after a pause, found by the position, or chosen among one's own places.
 * What is typed is always kept, whatever the search does. Who wants no search chooses among the places.
 */
export function AddressField(props: AddressFieldProps) {
  const own = usePlaces();
  const { places, loadError, retry } = own;
  if (own.searchDisabled === true) {
    return <PlaceSelect {...props} places={places} loadError={loadError} retry={retry} />;
  }
  return <TypedAddress {...props} places={places ?? []} search={own.searchDisabled === false} />;
}

interface TypedProps extends AddressFieldProps {
  places: readonly Place[];
  /** Whether the user is known to want the search. */
  search: boolean;
}

function TypedAddress({ places, search: enabled, ...props }: TypedProps) {
  const { label, value, onChange, disabled = false } = props;
  const search = useAddressSearch(value, places, enabled);
  const names = new Map(search.own.map((one) => [one.address, placeName(one)]));
  const take = (address: string) => {
    search.type('');
    onChange(address);
  };
  const position = usePosition(take);
  return (
    <div>
      <Autocomplete
        {...fieldProps(props)}
        value={value}
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_ADDRESS}
        data={[
          { group: m.address_group_places(), items: search.own.map(({ address }) => address) },
          { group: m.address_group_found(), items: search.found },
        ].filter(({ items }) => items.length > 0)}
        // A list that scrolls could not be reached by keyboard.
        withScrollArea={false}
        limit={MOST_OFFERED}
        // A list of nothing would take the first Escape from the dialog around the field.
        openOnFocus={search.own.length + search.found.length > 0}
        // The server and the places have been filtered already.
        filter={({ options }) => options}
        renderOption={({ option }) => (
          <div>
            {names.has(option.value) && <Text fw={600}>{names.get(option.value)}</Text>}
            <Text size="sm">{option.value}</Text>
          </div>
        )}
        // Within the landmark or dialog of the field, where a screen reader looks for it.
        comboboxProps={{ withinPortal: false }}
        onChange={(address) => {
          search.type(address);
          onChange(address);
        }}
        onOptionSubmit={(address) => {
          position.forget();
          take(address);
        }}
        rightSectionPointerEvents="all"
        rightSection={
          <PositionButton
            label={label}
            disabled={disabled || !enabled}
            loading={search.searching || position.state === 'loading'}
            onClick={position.ask}
          />
        }
      />
      <VisuallyHidden role="status">
        {search.answered && m.address_found({ count: search.found.length })}
      </VisuallyHidden>
      <Hint search={search} />
      <PositionHint state={position.state} />
    </div>
  );
}

interface ButtonProps {
  label: string;
  disabled: boolean;
  loading: boolean;
  onClick: () => void;
}

function PositionButton({ label, disabled, loading, onClick }: ButtonProps) {
  if (loading) return <Loader size="xs" />;
  return (
    <ActionIcon
      variant="subtle"
      disabled={disabled}
      aria-label={m.address_use_position({ field: label })}
      title={m.address_use_position({ field: label })}
      onClick={onClick}
    >
      <IconCurrentLocation size={18} aria-hidden="true" />
    </ActionIcon>
  );
}

/** What the search could not do, said quietly. */
function Hint({ search }: { search: ReturnType<typeof useAddressSearch> }) {
  const text = search.down ? m.address_service_down() : search.townsOnly && m.address_towns_only();
  if (text === false) return null;
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {text}
    </Text>
  );
}

const POSITION_TEXTS = {
  loading: m.address_position_loading,
  nothing: m.address_position_nothing,
  failed: m.address_position_failed,
  denied: m.address_position_denied,
};

function PositionHint({ state }: { state: ReturnType<typeof usePosition>['state'] }) {
  const [helped, setHelped] = useState(false);
  if (state === 'idle') return null;
  return (
    <Text size="sm" c="dimmed" mt={4} role="status" component="div">
      {POSITION_TEXTS[state]()}{' '}
      {state === 'denied' && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          aria-expanded={helped}
          onClick={() => setHelped(!helped)}
        >
          {m.address_position_help_open()}
        </Anchor>
      )}
      {state === 'denied' && helped && <div>{m.address_position_help()}</div>}
    </Text>
  );
}
