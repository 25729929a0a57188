import type { QueueName } from '@/api/providerBills';
import { choice, searchReader } from '@/lib/search';

export const QUEUES = [
  'pending',
  'mine',
  'open-requests',
  'approved',
] as const satisfies QueueName[];

export const readQueueSearch = searchReader({ queue: choice(QUEUES) });
