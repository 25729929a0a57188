import { TextInput, type TextInputProps } from '@mantine/core';
import { NumberInput } from '@/components/NumberInput';
import { numberKindOf, type TextField } from './form';
import classes from './TypedField.module.css';
import type { Calculator } from './useCalculator';

interface Props extends Pick<TextInputProps, 'description' | 'placeholder' | 'size'> {
  calculator: Calculator;
  field: TextField;
  label: string;
  /** Unit of a number: shown after it, and part of the accessible name. */
  unit?: string;
}

/** The help stands below, so that the fields of a row keep in line whatever its length. */
export const FIELD_ORDER = ['label', 'input', 'description', 'error'] as const;

/** A field whose value is the typed text, also for numbers. */
export function TypedField({ calculator, field, unit, description, ...others }: Props) {
  const error = calculator.errorOf(field);
  const kind = numberKindOf(field);
  const props = {
    ...others,
    classNames: classes,
    // An error takes the place of the help, so that little moves.
    description: error === undefined && description,
    error,
    value: calculator.form[field],
  };
  return kind === undefined ? (
    <TextInput
      {...props}
      inputWrapperOrder={[...FIELD_ORDER]}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => calculator.type(field, currentTarget.value)}
    />
  ) : (
    <NumberInput
      {...props}
      kind={kind}
      whole
      unit={unit}
      onChange={(typed) => calculator.type(field, typed)}
    />
  );
}
