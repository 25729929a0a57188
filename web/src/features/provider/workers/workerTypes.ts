import { m } from '@/paraglide/messages';

export const EMPLOYED = 'WORKER';
export const ENTREPRENEUR = 'ENTREPRENEUR';

/** Whatever is not employment is work as a light entrepreneur. */
export function workerTypeName(workerType: string): string {
  return workerType === EMPLOYED
    ? m.providerpeople_type_worker()
    : m.providerpeople_type_entrepreneur();
}
