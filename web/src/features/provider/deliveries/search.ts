import { choice, searchReader } from '@/lib/search';

/** The parts of the page under the failures. */
export const PARTS = ['print', 'batches', 'queued', 'sent'] as const;

export type Part = (typeof PARTS)[number];

export const readDeliveriesSearch = searchReader({ part: choice(PARTS) });
