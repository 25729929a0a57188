import type { Review } from '@/api/providerBills';
import { billLabel } from '../billLabel';

export function reviewLabel({ worker, bill: { sharedCustomer } }: Review): string {
  return billLabel({ worker, customer: sharedCustomer?.name ?? null });
}
