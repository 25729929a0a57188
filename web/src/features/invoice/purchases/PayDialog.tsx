import { Radio, Stack, Text } from '@mantine/core';
import { ApiProblem } from '@/api/problem';
import { useSendForPayment, type Purchase } from '@/api/purchases';
import { FormDialog } from '@/components/FormDialog';
import { tellProblem } from '@/components/tellProblem';
import { useForm } from '@/components/useForm';
import { formatMoney } from '@/lib/format/money';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';

type When = '' | 'later' | 'now';

/** Asks when a purchase is paid, with what each choice costs. Nothing is chosen beforehand. */
export function PayDialog({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const sending = useSendForPayment();
  const form = useForm<{ when: When }>({ when: '' }, ({ when }) =>
    when === '' ? { when: 'validation.required' } : {},
  );
  const send = () => {
    if (sending.isPending) return;
    sending.mutate(
      { purchase, paynow: form.fields.when === 'now' },
      {
        onSuccess: () => {
          notifyText('success', m.purchases_pay_sent());
          onClose();
        },
        onError: (error) => {
          tellProblem(error);
          // What it costs may be another sum now: the choice is made anew.
          if (error instanceof ApiProblem && error.status === 409) form.change({ when: '' });
        },
      },
    );
  };
  return (
    <FormDialog
      title={m.purchases_pay_title({ name: purchase.name })}
      formRef={form.form}
      confirm={m.purchases_send()}
      onSubmit={form.submit(send)}
      busy={sending.isPending}
      close={onClose}
    >
      <Text fw={600}>
        {m.purchases_pay_total({ total: formatMoney(purchase.total), day: purchase.duedate })}
      </Text>
      <Radio.Group
        aria-label={m.purchases_pay_title({ name: purchase.name })}
        value={form.fields.when}
        onChange={(when) => form.change({ when })}
        error={form.keyOf('when') === undefined ? undefined : m.purchases_pay_choose()}
      >
        <Stack gap="md">
          <Radio
            value="later"
            data-autofocus
            label={m.purchases_pay_later()}
            description={m.purchases_pay_later_help()}
          />
          <Radio
            value="now"
            label={m.purchases_pay_now({ commission: formatMoney(purchase.commission) })}
            description={m.purchases_pay_now_help()}
          />
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {m.purchases_pay_open_until()}
      </Text>
    </FormDialog>
  );
}
