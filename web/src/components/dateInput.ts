import { completeDate } from '@/lib/format/date';
import { m } from '@/paraglide/messages';
import type { Form } from './useForm';

/** The props of a field of a form for a day. One that is typed as 1.2.2026 is written out before it is sent. */
export function dateInput<Fields extends object>(
  form: Form<Fields>,
  name: Parameters<Form<Fields>['input']>[0],
) {
  const input = form.input(name);
  const complete = () => {
    const day = completeDate(input.value);
    if (day !== input.value) form.change({ [name]: day } as unknown as Partial<Fields>);
  };
  return {
    ...input,
    placeholder: m.invoice_date_form(),
    onBlur: () => {
      complete();
      form.leave(name);
    },
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Enter') complete();
    },
  };
}
