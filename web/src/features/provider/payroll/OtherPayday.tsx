import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMakeRun } from '@/api/payroll';
import { FormDialog } from '@/components/FormDialog';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { m } from '@/paraglide/messages';

/** The server's key for a date in the past, whose usual text is about invoices. */
const DAY_IS_OVER = 'INVALID_DATE';

/** Asks for another payday than the usual one. */
export function OtherPayday({ close }: { close: () => void }) {
  const form = useForm({ payday: '' }, ({ payday }) =>
    payday.trim() === '' ? { payday: 'validation.required' } : {},
  );
  const navigate = useNavigate();
  const { mutate, isPending } = useMakeRun();
  const send = () =>
    mutate(form.fields, {
      onSuccess: ({ id }) =>
        void navigate({ to: '/provider/payroll/$runId', params: { runId: id } }),
      onError: refuseOrNotify(form),
    });
  const isOver = form.keyOf('payday') === DAY_IS_OVER;
  return (
    <FormDialog
      title={m.providerpayroll_other_title()}
      formRef={form.form}
      confirm={m.providerpayroll_other_make()}
      onSubmit={form.submit(send)}
      busy={isPending}
      close={close}
    >
      <TextInput
        {...form.input('payday')}
        {...(isOver && { error: m.providerpayroll_day_is_over() })}
        label={m.calculator_payday()}
        description={m.providerpayroll_other_help()}
        placeholder={m.invoice_date_form()}
        data-autofocus
      />
    </FormDialog>
  );
}
