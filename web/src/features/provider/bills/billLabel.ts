import type { QueuedBill, Review } from '@/api/providerBills';
import { m } from '@/paraglide/messages';

interface Labelled {
  readonly worker: { readonly name: string };
  readonly customer: QueuedBill['customer'];
}

/** A short label of a bill: its worker and its customer. */
export function billLabel({ worker, customer }: Labelled): string {
  return m.providerbills_label({
    worker: worker.name,
    customer: customer ?? m.bills_no_customer(),
  });
}

export function reviewLabel({ worker, bill: { sharedCustomer } }: Review): string {
  return billLabel({ worker, customer: sharedCustomer?.name ?? null });
}
