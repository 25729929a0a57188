import { TextInput, type TextInputProps } from '@mantine/core';
import { printWarning } from '@/components/printWarning';
import type { TextField } from './customerFields';
import type { FieldsState } from './useCustomerForm';

interface Props extends Omit<TextInputProps, 'form' | 'value' | 'onChange' | 'error'> {
  state: FieldsState;
  field: TextField;
  label: string;
  /** How what was typed is written when the field is left. */
  tidy?: (typed: string) => string;
  /** What follows from what is typed. */
  onTyped?: (typed: string) => void;
}

/** The help stands below, so that the fields of a row keep in line whatever its length. */
const ORDER = ['label', 'input', 'description', 'error'] as const;

/** As much as the server takes of each; the check of the rules tells about the rest. */
const LONGEST: Partial<Record<TextField, number>> = {
  name: 200,
  organization: 200,
  address: 200,
  city: 200,
  referenceNumber: 70,
  postalcode: 40,
  phonenumber: 40,
};

/** A text field of the customer. */
export function CustomerTextField({ state, field, tidy, onTyped, description, ...others }: Props) {
  const { fields, change, leave, errorOf } = state;
  const error = errorOf(field);
  return (
    <TextInput
      autoComplete="off"
      maxLength={LONGEST[field]}
      {...others}
      inputWrapperOrder={[...ORDER]}
      // An error or a warning takes the place of the help, so that little moves.
      description={error === undefined && (printWarning(fields[field]) ?? description)}
      error={error}
      value={fields[field]}
      onChange={({ currentTarget: { value } }) => {
        change({ [field]: value });
        onTyped?.(value);
      }}
      onBlur={() => {
        if (tidy !== undefined) change({ [field]: tidy(fields[field]) });
        leave(field);
      }}
    />
  );
}
