import type { ProviderAdvance } from '@/api/providerAdvances';
import { m } from '@/paraglide/messages';

/** Why the viewer cannot grant it now; undefined where they can. */
export function whyNotGranted(advance: ProviderAdvance, viewerId: string): string | undefined {
  const { personId, firstBy, billState } = advance;
  if (personId === viewerId) return m.provideradvances_own();
  if (firstBy === viewerId) return m.provideradvances_second_waits();
  switch (billState) {
    case 'CLOSED':
      return undefined;
    case 'PAID':
      return m.provideradvances_bill_paid();
    case 'HYVITETTY':
      return m.provideradvances_bill_credited();
    case 'OPEN':
    case 'PENDING':
    case 'TAKEN':
    case 'APPROVED':
      return m.provideradvances_bill_not_sent();
  }
}

/** What has not left can still be refused. */
export function canBeRefused({ state, out }: ProviderAdvance): boolean {
  return state === 'REQUESTED' || (state === 'GRANTED' && !out);
}

/** What has left is taken from the salary of its bill, unless somebody says that the customer does not pay. */
export function canBeRecovered({ out, due, outstanding, billState }: ProviderAdvance): boolean {
  return out && !due && outstanding > 0 && billState !== 'PAID';
}
