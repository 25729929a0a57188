import { List, Text } from '@mantine/core';
import { useMakePayoutFile, type Payout } from '@/api/payouts';
import { DayField } from '@/components/DayField';
import { FormDialog } from '@/components/FormDialog';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { total } from '@/lib/format/exact';
import { formatMoney } from '@/lib/format/money';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { offeredPayDay } from './payDay';
import { lineOf } from './payoutWords';

interface Props {
  payouts: readonly [Payout, ...Payout[]];
  /** DD.MM.YYYY */
  today: string;
  onMade: () => void;
  close: () => void;
}

/** Asks on which day the chosen payouts are paid, after showing which money goes to which account. */
export function MakeFile({ payouts: [first, ...others], today, onMade, close }: Props) {
  const payouts = [first, ...others];
  const form = useForm(
    { payOn: offeredPayDay([first.due, ...others.map(({ due }) => due)], today) },
    ({ payOn }) => (payOn.trim() === '' ? { payOn: 'validation.required' } : {}),
  );
  const { mutate, isPending } = useMakePayoutFile();
  const send = () =>
    mutate(
      { ids: payouts.map(({ id }) => id), payOn: form.fields.payOn.trim() },
      {
        onSuccess: () => {
          notifyText('success', m.payouts_made());
          onMade();
          close();
        },
        onError: refuseOrNotify(form),
      },
    );
  return (
    <FormDialog
      title={m.payouts_make_title({ count: payouts.length })}
      size="lg"
      formRef={form.form}
      confirm={m.payouts_make_confirm()}
      onSubmit={form.submit(send)}
      busy={isPending}
      close={close}
    >
      <Text>
        {m.payouts_make_body({ sum: formatMoney(total(payouts.map(({ amount }) => amount))) })}
      </Text>
      <List size="sm" spacing={4}>
        {payouts.map((payout) => (
          <List.Item key={payout.id}>{lineOf(payout)}</List.Item>
        ))}
      </List>
      <DayField
        form={form}
        name="payOn"
        label={m.payouts_pay_on()}
        help={m.payouts_pay_on_help()}
      />
      <Text size="sm" c="dimmed">
        {m.payouts_four_eyes()}
      </Text>
    </FormDialog>
  );
}
