import { useNavigate } from '@tanstack/react-router';
import { useMakeRun } from '@/api/payroll';
import { FormDialog } from '@/components/FormDialog';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { m } from '@/paraglide/messages';
import { checkPayday, PaydayField } from './PaydayField';

/** Asks for another payday than the usual one. */
export function OtherPayday({ close }: { close: () => void }) {
  const form = useForm({ payday: '' }, checkPayday);
  const navigate = useNavigate();
  const { mutate, isPending } = useMakeRun();
  const send = () =>
    mutate(form.fields, {
      onSuccess: ({ id }) =>
        void navigate({ to: '/provider/payroll/$runId', params: { runId: id } }),
      onError: refuseOrNotify(form),
    });
  return (
    <FormDialog
      title={m.providerpayroll_other_title()}
      formRef={form.form}
      confirm={m.providerpayroll_other_make()}
      onSubmit={form.submit(send)}
      busy={isPending}
      close={close}
    >
      <PaydayField form={form} help={m.providerpayroll_other_help()} />
    </FormDialog>
  );
}
