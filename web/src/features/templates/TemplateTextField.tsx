import { TextInput, type TextInputProps } from '@mantine/core';
import type { TextField } from './templateFields';
import type { TemplateFormState } from './useTemplateForm';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  state: TemplateFormState;
  field: TextField;
  label: string;
}

export function TemplateTextField({ state, field, description, ...others }: Props) {
  const error = state.errorOf(field);
  return (
    <TextInput
      autoComplete="off"
      {...others}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      // An error takes the place of the help, so that little moves.
      description={error === undefined && description}
      error={error}
      value={state.fields[field]}
      onChange={({ currentTarget }) => state.change({ [field]: currentTarget.value })}
    />
  );
}
