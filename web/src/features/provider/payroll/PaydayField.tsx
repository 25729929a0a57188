import { DayField } from '@/components/DayField';
import type { Form } from '@/components/useForm';
import { m } from '@/paraglide/messages';

/** What is wrong with a payday before it is sent. */
export function checkPayday({ payday }: { payday: string }): { payday?: string } {
  return payday.trim() === '' ? { payday: 'validation.required' } : {};
}

interface Props {
  form: Form<{ payday: string }>;
  help: string;
}

/** Asks for a payday. */
export function PaydayField({ form, help }: Props) {
  return <DayField form={form} name="payday" label={m.calculator_payday()} help={help} />;
}
