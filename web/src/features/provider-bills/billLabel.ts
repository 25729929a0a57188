import type { QueuedBill } from '@/api/providerBills';
import { m } from '@/paraglide/messages';

interface Labelled {
  readonly worker: { readonly name: string };
  readonly customer: QueuedBill['customer'];
}

/** A bill in a few words: whose it is, and to whom. */
export function billLabel({ worker, customer }: Labelled): string {
  return m.providerbills_label({
    worker: worker.name,
    customer: customer ?? m.bills_no_customer(),
  });
}
