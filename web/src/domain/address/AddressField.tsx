import { TextInput } from '@mantine/core';

export interface AddressFieldProps {
  label: string;
  value: string;
  onChange: (address: string) => void;
  error?: string | undefined;
  disabled?: boolean | undefined;
  size?: 'sm' | 'md' | undefined;
  /** Where the editor finds the field, see `placeOf`. */
  place?: string | undefined;
  onBlur?: (() => void) | undefined;
}

/** An address of a trip. What is typed is always kept. */
export function AddressField({ place, onChange, ...props }: AddressFieldProps) {
  return (
    <TextInput
      {...props}
      data-place={place}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
