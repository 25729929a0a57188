import { Paper, Title } from '@mantine/core';
import type { Payment } from '@/api/payments';
import { TextLink } from '@/components/links';
import { Details } from '@/components/Details';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { movedBy, payerName } from '../paymentWords';
import classes from './Payment.module.css';

/** The bank's details of a movement. */
export function BankDetails({ payment }: { payment: Payment }) {
  return (
    <Paper component="section" withBorder p="md" className={classes.part}>
      <Title order={2} size="h4" mb="sm">
        {m.providermoney_part_bank()}
      </Title>
      <Details
        items={[
          { name: m.providermoney_payer(), value: payerName(payment) },
          { name: m.providermoney_amount(), value: formatMoney(movedBy(payment)) },
          { name: m.providermoney_message(), value: payment.message },
          { name: m.providermoney_reference(), value: payment.reference },
          { name: m.providermoney_payer_iban(), value: payment.payerIban },
          { name: m.providermoney_booked(), value: payment.bookingDate },
          {
            name: m.providermoney_value_date(),
            value: payment.valueDate !== payment.bookingDate && payment.valueDate,
          },
          {
            name: m.providermoney_reverses(),
            value: payment.reverses !== null && (
              <TextLink
                to="/provider/payments/$paymentId"
                params={{ paymentId: payment.reverses }}
                inherit
              >
                {m.providermoney_reverses_open()}
              </TextLink>
            ),
          },
        ]}
      />
    </Paper>
  );
}
