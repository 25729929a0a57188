import { Text } from '@mantine/core';
import type { Review } from '@/api/providerBills';
import { amountText, shareText } from '@/domain/bills/billWords';
import { deliveryText, identityText } from '@/domain/customers/CustomerLine';
import { Details } from '@/components/Details';
import { Waiting } from '@/components/Waiting';
import { m } from '@/paraglide/messages';

interface Props {
  review: Review;
}

export function BillFacts({ review: { bill, sentAt } }: Props) {
  return (
    <Details
      items={[
        { name: m.bills_total(), value: amountText(bill.totalpriceWithAlv) },
        { name: m.providerbills_without_vat(), value: amountText(bill.totalprice) },
        { name: m.bills_billing_date(), value: bill.billingdate },
        { name: m.bills_due_date(), value: bill.exactDueDate },
        { name: m.providerbills_waited(), value: sentAt !== null && <Waiting since={sentAt} /> },
        { name: m.providerbills_your_code(), value: bill.yourcode },
        { name: m.providerbills_details(), value: bill.specificationDetails },
        { name: m.providerbills_worker_share(), value: shareText(bill.salaryPercent) },
        { name: m.bills_field_reverse_vat(), value: bill.inverseALV && m.providerbills_yes() },
      ]}
    />
  );
}

export function WorkerFacts({ review: { worker } }: Props) {
  return (
    <Details
      items={[
        { name: m.providerbills_name(), value: worker.name },
        { name: m.login_username(), value: worker.email },
        { name: m.providerbills_phone(), value: worker.phone },
        {
          name: m.providerbills_worker_type(),
          value:
            worker.workerType === 'WORKER'
              ? m.providerpeople_type_worker()
              : m.providerpeople_type_entrepreneur(),
        },
      ]}
    />
  );
}

export function CustomerFacts({ review: { customer } }: Props) {
  if (customer === null) return <Text size="sm">{m.bills_no_customer()}</Text>;
  const { address, postalcode, city, email } = customer;
  return (
    <Details
      items={[
        { name: m.providerbills_name(), value: customer.name },
        { name: m.providerbills_identity(), value: identityText(customer) },
        { name: m.providerbills_delivery(), value: deliveryText(customer) },
        {
          name: m.providerbills_address(),
          value: [address, `${postalcode} ${city}`.trim()].filter((one) => one !== '').join(', '),
        },
        { name: m.providerbills_e_invoice(), value: customer.netbankaddress },
        { name: m.providerbills_operator(), value: customer.operator },
        { name: m.login_username(), value: email },
      ]}
    />
  );
}
