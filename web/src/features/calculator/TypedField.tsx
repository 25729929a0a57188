import { TextInput, VisuallyHidden, type TextInputProps } from '@mantine/core';
import type { TextField } from './form';
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
export function TypedField({ calculator, field, label, unit, description, ...others }: Props) {
  const error = calculator.errorOf(field);
  return (
    <TextInput
      {...others}
      label={
        <>
          {label}
          {unit !== undefined && <VisuallyHidden>{` (${unit})`}</VisuallyHidden>}
        </>
      }
      inputWrapperOrder={[...FIELD_ORDER]}
      // An error takes the place of the help, so that little moves.
      description={error === undefined && description}
      error={error}
      value={calculator.form[field]}
      onChange={({ currentTarget }) => calculator.type(field, currentTarget.value)}
      inputMode={unit === undefined ? 'text' : 'decimal'}
      autoComplete="off"
      spellCheck={false}
      rightSection={unit !== undefined && <span aria-hidden="true">{unit}</span>}
      rightSectionPointerEvents="none"
      classNames={classes}
    />
  );
}
