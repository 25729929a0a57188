import { TextInput } from '@mantine/core';
import type { useForm } from '@/components/useForm';
import { m } from '@/paraglide/messages';

/** The server's key for a date in the past, whose usual text is about invoices. */
const DAY_IS_OVER = 'INVALID_DATE';

/** What is wrong with a payday before it is sent. */
export function checkPayday({ payday }: { payday: string }): { payday?: string } {
  return payday.trim() === '' ? { payday: 'validation.required' } : {};
}

interface Props {
  form: ReturnType<typeof useForm<{ payday: string }>>;
  help: string;
}

/** Asks for a payday. */
export function PaydayField({ form, help }: Props) {
  const isOver = form.keyOf('payday') === DAY_IS_OVER;
  return (
    <TextInput
      {...form.input('payday')}
      {...(isOver && { error: m.providerpayroll_day_is_over() })}
      label={m.calculator_payday()}
      description={help}
      placeholder={m.invoice_date_form()}
      data-autofocus
    />
  );
}
