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

/** What a typed and a chosen address have in common. */
export function fieldProps({ label, error, disabled, size, place, onBlur }: AddressFieldProps) {
  return {
    label,
    error,
    disabled: disabled ?? false,
    'data-place': place,
    ...(size !== undefined && { size }),
    ...(onBlur !== undefined && { onBlur }),
  };
}
