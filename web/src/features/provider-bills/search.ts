import type { QueueName } from '@/api/providerBills';

export const QUEUES = [
  'pending',
  'mine',
  'open-requests',
  'approved',
] as const satisfies QueueName[];

/** Which queue is worked on; the first when the address says nothing that is understood. */
export function readQueueSearch({ queue }: Record<string, unknown>): { queue?: QueueName } {
  const known = QUEUES.find((one) => one === queue);
  return known === undefined || known === QUEUES[0] ? {} : { queue: known };
}
