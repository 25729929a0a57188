import { TextInput } from '@mantine/core';
import { m } from '@/paraglide/messages';
import { dateInput } from './dateInput';
import type { Form } from './useForm';

/** The server's key for a date in the past, whose usual text is about invoices. */
const DAY_IS_OVER = 'INVALID_DATE';

interface Props<Fields extends object> {
  form: Form<Fields>;
  name: Parameters<Form<Fields>['input']>[0];
  label: string;
  help?: string;
}

/** Asks for a day on which money is paid: today at the earliest. It is the first field of its dialog. */
export function DayField<Fields extends object>({ form, name, label, help }: Props<Fields>) {
  const isOver = form.keyOf(name) === DAY_IS_OVER;
  return (
    <TextInput
      {...dateInput(form, name)}
      {...(isOver && { error: m.providerpayroll_day_is_over() })}
      label={label}
      description={help}
      data-autofocus
    />
  );
}
