import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useMoveRun, type Run } from '@/api/payroll';
import { FormDialog } from '@/components/FormDialog';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { checkPayday, PaydayField } from '../PaydayField';

interface Props {
  run: Run;
  /** What the run waits for. */
  main?: boolean;
}

/** Moves an open run to another payday. */
export function MovePayday({ run, main = false }: Props) {
  const [choosing, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        w="fit-content"
        variant={main ? 'filled' : 'default'}
        leftSection={<IconCalendarEvent size={18} aria-hidden="true" />}
        onClick={open}
      >
        {m.providerpayroll_move()}
      </Button>
      {choosing && <MoveDialog run={run} close={close} />}
    </>
  );
}

function MoveDialog({ run, close }: { run: Run; close: () => void }) {
  const form = useForm({ payday: '' }, checkPayday);
  const { mutate, isPending } = useMoveRun(run.id);
  const send = () =>
    mutate(form.fields, {
      onSuccess: ({ payday }) => {
        close();
        notifyText('success', m.providerpayroll_moved({ payday }));
      },
      onError: refuseOrNotify(form),
    });
  return (
    <FormDialog
      title={m.providerpayroll_move_title()}
      formRef={form.form}
      confirm={m.providerpayroll_move_confirm()}
      onSubmit={form.submit(send)}
      busy={isPending}
      close={close}
    >
      <PaydayField form={form} help={m.providerpayroll_move_help()} />
    </FormDialog>
  );
}
