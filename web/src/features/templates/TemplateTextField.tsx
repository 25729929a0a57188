import { TextInput, type TextInputProps } from '@mantine/core';
import type { Form } from '@/components/useForm';
import type { TemplateFields, TextField } from './templateFields';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  state: Form<TemplateFields>;
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
